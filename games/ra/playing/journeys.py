"""The tiles and suns that set out at an event at the table of Ra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core import Event
from games.ra.board import BoardView, Look
from games.ra.drawing import SHAPE
from games.ra.places import stacks_of
from games.ra.playing.motion import APART, Flight, Rising
from games.ra.tiles import CATASTROPHE, GOD, NUMBER, RA
from games.ra.words import small_you
from games.shell.draw.canvas import Box
from games.shell.draw.theme import SEAT_COLOURS

SMALL: Final = 24.0  # units, how wide a tile is where it comes from; by eye


def flights_of(event: Event, board: BoardView, before: Look, after: Look) -> list[Flight]:
    """Return the flights that set out at an event, between the looks before and after it."""
    make = _JOURNEYS.get(event.kind)
    return [] if make is None else make(event.data, board, before, after)


def rising_of(event: Event, names: Sequence[str]) -> Rising | None:
    """Return the call of Ra, where one was called or drawn."""
    if event.kind not in ("call", "ra"):
        return None
    seat = event.data["seat"]
    verb = "called by" if event.kind == "call" else "drawn by"
    return Rising(f"{verb} {small_you(names[seat])}", SEAT_COLOURS[seat])


def _source(board: BoardView) -> Box:
    """Return the box from which tiles come: the bag."""
    places = board.places
    x, y, w, _ = places.auction if places.bag is None else places.bag
    return (x + w / 2 - SMALL / 2, y, SMALL, SMALL)


def _drawn(data: Mapping[str, Any], board: BoardView, before: Look, after: Look) -> list[Flight]:
    place = len(before.block)
    if place >= len(board.places.block):
        return []
    god = after.block[place].god if place < len(after.block) else 0
    kind = NUMBER[data["tile"]]
    return [Flight(_source(board), board.places.block[place], kind, god, hides=f"block:{place}")]


def _ra(data: Mapping[str, Any], board: BoardView, before: Look, after: Look) -> list[Flight]:
    number = data["number"] - 1
    box = board.course_boxes(before.state.limit)[number]
    return [Flight(_source(board), box, RA, hides=f"ra:{number}")]


def _hand_box(board: BoardView, look: Look, seat: int, kind: int) -> Box:
    """Return the box of a tile of a kind in a hand, or the box it would have."""
    room = board.tile_room(seat)
    stacks = stacks_of(look.state.tiles[seat], room)
    found = next((stack for stack in stacks if stack.kind == kind), None)
    if found is None:
        return (room[0] + room[2] / 2, room[1] + room[3] / 2, SMALL, SMALL)
    x, y, w, h = found.box
    return (x + (w - h / SHAPE) / 2, y, h / SHAPE, h) if found.flat else found.box


def _won(data: Mapping[str, Any], board: BoardView, before: Look, after: Look) -> list[Flight]:
    """Return the lot goes to its buyer, and the two suns change places."""
    seat, sun, centre = data["seat"], data["sun"], data["center"]
    flights = [
        Flight(
            board.places.block[place],
            _hand_box(board, after, seat, tile.kind),
            tile.kind,
            tile.god,
            delay=APART * place,
            hides="" if tile.kind in CATASTROPHE else f"hand:{seat}:{tile.kind}",
        )
        for place, tile in enumerate(before.block)
    ]
    suns = (*before.state.up[seat], *before.state.down[seat])
    boxes = board.sun_boxes(before, seat)
    start = boxes[suns.index(sun)] if sun in suns else boxes[0]
    x, y, w, h = board.places.centre
    middle = (x + (w - h) / 2, y, h - 14, h - 14)
    flights.append(Flight(start, middle, sun=sun, hides="centre"))
    flights.append(Flight(middle, boxes[-1], sun=centre, hides=f"sun:{centre}"))
    return flights


def _taken(data: Mapping[str, Any], board: BoardView, before: Look, after: Look) -> list[Flight]:
    """Return a god fetches a tile."""
    kind, seat = NUMBER[data["tile"]], after.newest
    place = next((n for n, tile in enumerate(before.block) if tile.kind == kind), 0)
    return [Flight(board.places.block[place], _hand_box(board, after, seat, kind), kind)]


def _god(data: Mapping[str, Any], board: BoardView, before: Look, after: Look) -> list[Flight]:
    """Gods leave the game: they rise out of the hand."""
    seat = data["seat"]
    x, y, w, h = _hand_box(board, before, seat, GOD)
    gods = before.held.get(seat, [0])
    away = (x, board.places.stage[1] - 120.0, w, h)
    return [
        Flight((x, y, w, h), away, GOD, god, delay=APART * number)
        for number, god in enumerate(gods[: len(data["tiles"])])
    ]


_JOURNEYS: Final = {"tile": _drawn, "ra": _ra, "won": _won, "taken": _taken, "god": _god}
