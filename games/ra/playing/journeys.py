"""The tiles and suns that set out at an event at the table of Ra, and the sun of a call."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from games.core import Event
from games.ra.board import Board, Look
from games.ra.drawing import SHAPE, draw_sun, draw_tile
from games.ra.places import stacks_of
from games.ra.tiles import CATASTROPHE, GOD, NUMBER, RA
from games.ra.words import small_you
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.flights import Flight
from games.shell.draw.theme import SEAT_COLOURS, TITLE
from games.shell.draw.tween import ease_out

SMALL: Final = 24.0  # units, how wide a tile is where it comes from; by eye
# Seconds, chosen by eye; the call stays below one second.
TRAVEL: Final = 0.38
APART: Final = 0.05
CALL: Final = 0.85
ARC: Final = (26.0, 0.0)
"""Units that a tile rises on its way; by eye."""
RAYS: Final = 16


class FlyingTile(NamedTuple):
    """A tile of a `kind`, and which god it is."""

    kind: int
    god: int = 0

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw the tile."""
        draw_tile(canvas, self.kind, (*box[:3], box[2] * SHAPE), self.god)


class FlyingSun(NamedTuple):
    """A sun with its number."""

    number: int

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw the sun."""
        x, y, w, h = box
        draw_sun(canvas, self.number, (x + w / 2, y + h / 2), w / 2, True)


class Rising(NamedTuple):
    """The call of Ra: the word, and the colour of the seat that calls."""

    word: str
    colour: str

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw the sun with its rays, rising and fading over the middle of the `box`."""
        x, y, w, h = box
        grown, fading = ease_out(min(1.0, progress / 0.45)), max(0.0, (progress - 0.6) / 0.4)
        alpha = round(255 * (1.0 - fading))
        centre = (x + w / 2, y + h * (0.56 - 0.16 * grown))
        radius = min(w, h) * (0.07 + 0.10 * grown)
        canvas.rect(box, "ink", alpha=round(0.42 * alpha))
        for number in range(RAYS):
            _draw_ray(canvas, centre, radius, number, grown, alpha)
        if alpha > 128:
            canvas.circle(centre, radius, "brass")
            canvas.circle(centre, radius * 0.93, (255, 226, 140))
        size = TITLE * (0.8 + 0.5 * grown)
        canvas.text("Ra!", centre, round(size), (74, 32, 4), "title", "centre", alpha=alpha)
        below = (centre[0], centre[1] + radius + 34)
        wide = canvas.text_width(self.word, 24, "bold") + 36
        canvas.rect((below[0] - wide / 2, below[1] - 21, wide, 42), "ink", 21, round(0.9 * alpha))
        canvas.text(self.word, below, 24, self.colour, "bold", "centre", alpha=alpha)


def _draw_ray(
    canvas: Canvas, centre: Point, radius: float, number: int, grown: float, alpha: int
) -> None:
    """Draw one ray, every second one longer."""
    angle = 2 * math.pi * number / RAYS
    long = radius * (1.25 + (0.75 if number % 2 else 0.4) * grown)
    wide = 0.07
    points = [
        (centre[0] + r * math.cos(angle + turn), centre[1] + r * math.sin(angle + turn))
        for r, turn in ((radius * 1.12, -wide), (long, 0.0), (radius * 1.12, wide))
    ]
    canvas.polygon(points, "brass", alpha)


def _flight(
    sprite: FlyingTile | FlyingSun, start: Box, end: Box, hides: str = "", delay: float = 0.0
) -> Flight:
    """Return the flight of a tile or a sun."""
    return Flight(sprite, start, end, hides, delay, TRAVEL, rise=ARC)


def flights_of(event: Event, board: Board, before: Look, after: Look) -> list[Flight]:
    """Return the flights that set out at an event, between the looks before and after it.

    The last to land is heard.
    """
    make = _JOURNEYS.get(event.kind)
    found = [] if make is None else make(event.data, board, before, after)
    last = max(range(len(found)), key=lambda number: found[number].over, default=0)
    return [replace(f, sound="move") if n == last else f for n, f in enumerate(found)]


def rising_of(event: Event, names: Sequence[str], stage: Box) -> list[Flight]:
    """Return the sun that rises over the `stage` where Ra was called or drawn, if it was."""
    if event.kind not in ("call", "ra"):
        return []
    seat = event.data["seat"]
    verb = "called by" if event.kind == "call" else "drawn by"
    sun = Rising(f"{verb} {small_you(names[seat])}", SEAT_COLOURS[seat])
    return [Flight(sun, stage, stage, seconds=CALL)]


def _source(board: Board) -> Box:
    """Return the box from which tiles come: the bag."""
    places = board.places
    x, y, w, _ = places.auction if places.bag is None else places.bag
    return (x + w / 2 - SMALL / 2, y, SMALL, SMALL)


def _drawn(data: Mapping[str, Any], board: Board, before: Look, after: Look) -> list[Flight]:
    place = len(before.block)
    if place >= len(board.places.block):
        return []
    god = after.block[place].god if place < len(after.block) else 0
    kind = NUMBER[data["tile"]]
    start, end = _source(board), board.places.block[place]
    return [_flight(FlyingTile(kind, god), start, end, f"block:{place}")]


def _ra(data: Mapping[str, Any], board: Board, before: Look, after: Look) -> list[Flight]:
    number = data["number"] - 1
    box = board.course_boxes(before.state.limit)[number]
    return [_flight(FlyingTile(RA), _source(board), box, f"ra:{number}")]


def _hand_box(board: Board, look: Look, seat: int, kind: int) -> Box:
    """Return the box of a tile of a kind in a hand, or the box it would have."""
    room = board.tile_room(seat)
    stacks = stacks_of(look.state.tiles[seat], room)
    found = next((stack for stack in stacks if stack.kind == kind), None)
    if found is None:
        return (room[0] + room[2] / 2, room[1] + room[3] / 2, SMALL, SMALL)
    x, y, w, h = found.box
    return (x + (w - h / SHAPE) / 2, y, h / SHAPE, h) if found.flat else found.box


def _won(data: Mapping[str, Any], board: Board, before: Look, after: Look) -> list[Flight]:
    """Return the lot goes to its buyer, and the two suns change places."""
    seat, sun, centre = data["seat"], data["sun"], data["center"]
    flights = [
        _flight(
            FlyingTile(tile.kind, tile.god),
            board.places.block[place],
            _hand_box(board, after, seat, tile.kind),
            "" if tile.kind in CATASTROPHE else f"hand:{seat}:{tile.kind}",
            APART * place,
        )
        for place, tile in enumerate(before.block)
    ]
    suns = (*before.state.up[seat], *before.state.down[seat])
    boxes = board.sun_boxes(before, seat)
    start = boxes[suns.index(sun)] if sun in suns else boxes[0]
    x, y, w, h = board.places.centre
    middle = (x + (w - h) / 2, y, h - 14, h - 14)
    flights.append(_flight(FlyingSun(sun), start, middle, "centre"))
    flights.append(_flight(FlyingSun(centre), middle, boxes[-1], f"sun:{centre}"))
    return flights


def _taken(data: Mapping[str, Any], board: Board, before: Look, after: Look) -> list[Flight]:
    """Return a god fetches a tile."""
    kind, seat = NUMBER[data["tile"]], after.newest
    place = next((n for n, tile in enumerate(before.block) if tile.kind == kind), 0)
    end = _hand_box(board, after, seat, kind)
    return [_flight(FlyingTile(kind), board.places.block[place], end)]


def _god(data: Mapping[str, Any], board: Board, before: Look, after: Look) -> list[Flight]:
    """Gods leave the game: they rise out of the hand."""
    seat = data["seat"]
    x, y, w, h = _hand_box(board, before, seat, GOD)
    gods = before.held.get(seat, [0])
    away = (x, board.places.stage[1] - 120.0, w, h)
    return [
        _flight(FlyingTile(GOD, god), (x, y, w, h), away, delay=APART * number)
        for number, god in enumerate(gods[: len(data["tiles"])])
    ]


_JOURNEYS: Final = {"tile": _drawn, "ra": _ra, "won": _won, "taken": _taken, "god": _god}
