"""Positions, views and moves of Ra as plain data: written out, and read with all that must agree.

Types and ranges are checked here (`BadRequest`); whether a table can come to a position is asked of
the rules (`games.ra.rules.positions`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ai.lab.analyse import choice, integer, is_integer, items, refusal
from ai.lab.errors import BadRequest
from ai.lab.rooms import Request
from games.core import BadPosition, Event
from games.ra.deals import why_no_deal
from games.ra.rules.game import dealt, turn_up
from games.ra.rules.moves import RaMove, discard_move, text_of
from games.ra.rules.positions import check, why_too_many
from games.ra.rules.state import (
    BID,
    DISCARD,
    DRAW,
    OVER,
    TURN,
    Auction,
    Loss,
    State,
    empty,
)
from games.ra.tiles import ALL, BLOCK_PLACES, KINDS, NUMBER, RA, Counts

MOST: Final = 255
"""A count of tiles that is read at all; more is refused before it is packed."""
MOST_POINTS: Final = 1_000_000
_BEYOND: Final = 1000


def object_of(request: Request, name: str) -> Mapping[str, Any]:
    """Return a field that is an object; raises `BadRequest`."""
    value = request.get(name)
    if not isinstance(value, dict):
        raise refusal(request, name, "an object")
    return value


def tile_list(request: Request, name: str) -> list[int]:
    """Return a field that is a list of tiles by name; raises `BadRequest`."""
    found = []
    for value in items(request, name):
        if not isinstance(value, str) or value not in NUMBER:
            raise BadRequest(f'{str(value)[:40]!r} in "{name}" is no tile of Ra.')
        found.append(NUMBER[value])
    return found


def tile_counts(request: Request, name: str) -> Counts:
    """Return a list of tiles as counts; raises `BadRequest` and `BadPosition`."""
    found = tile_list(request, name)
    return _packed([found.count(kind) for kind in range(len(KINDS))])


def _packed(counts: Sequence[int]) -> Counts:
    if reason := why_too_many(list(counts)):
        raise BadPosition(reason)
    return bytes(counts)


def table(value: object, name: str) -> Counts:
    """Return a table of counts by tile; raises `BadRequest` and `BadPosition`."""
    if not isinstance(value, dict):
        raise BadRequest(f'"{name}" must be a table as in {{"nile": 2}}.')
    counts = [0] * len(KINDS)
    for kind, count in value.items():
        if kind not in NUMBER:
            raise BadRequest(f'{str(kind)[:40]!r} in "{name}" is no tile of Ra.')
        if type(count) is not int:
            raise BadRequest(f'"{kind}" in "{name}" must be a whole number.')
        if count < 0:
            raise BadPosition(f"There are {count} of {kind}; give 0 or more.")
        counts[NUMBER[kind]] = count
    return _packed(counts)


def suns(value: object, name: str) -> tuple[int, ...]:
    """Return a list of suns, ascending; raises `BadRequest` where it is none of whole numbers."""
    if not isinstance(value, list) or not all(type(sun) is int for sun in value):
        raise BadRequest(f'"{name}" must be a list of suns, as in [2, 5, 8, 13].')
    return tuple(sorted(max(-_BEYOND, min(sun, _BEYOND)) for sun in value))


def entries(request: Request, name: str, players: int) -> list[Any]:
    """Return a list with one entry a player; raises `BadRequest`."""
    found = items(request, name)
    if len(found) != players:
        raise BadRequest(f'"{name}" has {len(found)} entries; send one a player, {players}.')
    return found


def players_of(request: Request) -> int:
    """Return the number of players; raises `BadRequest`."""
    return integer(request, "players", 3, 5)


def whole(request: Request, name: str) -> int:
    """Return a whole number of any size that makes sense; raises `BadRequest`."""
    return integer(request, name, -MOST_POINTS, MOST_POINTS)


def scores_of(request: Request, name: str, players: int) -> tuple[int, ...]:
    """Return points, one entry a player; raises `BadRequest`."""
    found = entries(request, name, players)
    if not all(is_integer(value, -MOST_POINTS, MOST_POINTS) for value in found):
        raise refusal(request, name, "whole numbers, one a player")
    return tuple(found)


# -- set-ups -----------------------------------------------------------------------------------


def read_setup(plain: object, free: bool) -> State:
    """Return the state of a set-up, a deal or a position; raises `BadRequest` and `BadPosition`."""
    if not isinstance(plain, dict):
        raise BadRequest('"setup" must be an object.')
    players = players_of(plain)
    bag = bytes(tile_list(plain, "bag"))
    if "start_suns" in plain:
        return _read_deal(plain, players, bag, free)
    hands = entries(plain, "hands", players)
    if not all(isinstance(hand, dict) for hand in hands):
        raise refusal(plain, "hands", "objects, one a player")
    if len(bag) > sum(ALL):
        raise BadPosition(f"The bag lists {len(bag)} tiles; the game has {sum(ALL)}.")
    turn = integer(plain, "turn", 0, players - 1)
    state = empty(players, free)._replace(
        epoch=whole(plain, "epoch"),
        ra=whole(plain, "ra_drawn"),
        center=suns([plain.get("center")], "center")[0],
        block=tile_counts(plain, "block"),
        left=_packed([bag.count(kind) for kind in range(len(KINDS))]),
        turn=turn,
        phase=TURN,
        actor=turn,
        scores=scores_of(plain, "scores", players),
        up=tuple(suns(hand.get("up"), "up") for hand in hands),
        down=tuple(suns(hand.get("down"), "down") for hand in hands),
        tiles=tuple(table(hand.get("tiles"), "tiles") for hand in hands),
        deal=bag,
    )
    check(state)
    return state


def _read_deal(plain: Request, players: int, bag: Counts, free: bool) -> State:
    found = [suns(own, "start_suns") for own in entries(plain, "start_suns", players)]
    if reason := why_no_deal(found, bag):
        raise BadRequest(f"This is no deal of Ra: {reason}")
    return dealt(empty(players, free, bag), found)


# -- views -------------------------------------------------------------------------------------


def read_view(plain: object, free: bool) -> State:
    """Return the state that a view tells; raises `BadRequest` and `BadPosition`.

    Its `left` counts all that is in the bag: a bag of a single Ra is `{"ra": 1}`, whatever else is
    nowhere to be seen. A `bag_left`, which `play` adds to it, has to agree.
    """
    if not isinstance(plain, dict):
        raise BadRequest('"view" must be an object.')
    players = players_of(plain)
    phase = choice(plain, "phase", (TURN, BID, DISCARD, OVER))
    over = phase == OVER
    if over and not (plain.get("turn") is None and plain.get("actor") is None):
        raise BadRequest('"turn" and "actor" are null when the game is over.')
    state = empty(players, free)._replace(
        epoch=whole(plain, "epoch"),
        ra=whole(plain, "ra"),
        center=suns([plain.get("center")], "center")[0],
        block=tile_counts(plain, "block"),
        left=table(plain.get("left"), "left"),
        turn=-1 if over else integer(plain, "turn", 0, players - 1),
        phase=phase,
        actor=-1 if over else integer(plain, "actor", 0, players - 1),
        scores=scores_of(plain, "scores", players),
        up=tuple(suns(own, "up") for own in entries(plain, "up", players)),
        down=tuple(suns(own, "down") for own in entries(plain, "down", players)),
        tiles=tuple(table(held, "tiles") for held in entries(plain, "tiles", players)),
        auction=_read_auction(plain, phase, players),
        losses=_read_losses(plain, phase, players),
        takes=tuple(tile_list(plain, "takes")) if phase == DISCARD else (),
    )
    if phase != DISCARD and plain.get("takes"):
        raise BadPosition("Gods take tiles in a turn of their own; nothing is to be discarded.")
    check(state)
    _check_bag(plain, sum(state.left))
    return state


def _check_bag(plain: Request, counted: int) -> None:
    """Raise `BadPosition` where the number of tiles in the bag is another."""
    if "bag_left" in plain and whole(plain, "bag_left") != counted:
        raise BadPosition(
            f'"bag_left" is {plain["bag_left"]}, and "left" counts {counted} tiles in the bag.'
        )


def _read_auction(plain: Request, phase: str, players: int) -> Auction | None:
    if phase != BID:
        if plain.get("auction") is not None:
            raise BadPosition(f'There is no auction in phase "{phase}".')
        return None
    told = object_of(plain, "auction")
    by = None if told.get("by") is None else integer(told, "by", 0, players - 1)
    caller = integer(told, "caller", 0, players - 1)
    called = told.get("called")
    if not isinstance(called, bool):
        raise refusal(told, "called", "true or false")
    return Auction(caller, called, whole(told, "high"), by)


def _read_losses(plain: Request, phase: str, players: int) -> tuple[Loss, ...]:
    found = plain.get("discards", [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise refusal(plain, "discards", "a list of objects")
    if found and phase != DISCARD:
        raise BadPosition(f'Nothing is discarded in phase "{phase}".')
    return tuple(
        Loss(
            integer(entry, "seat", 0, players - 1),
            NUMBER[choice(entry, "catastrophe", ("unrest", "earthquake"))],
            integer(entry, "number", 0, MOST),
        )
        for entry in found
    )


# -- actions -----------------------------------------------------------------------------------


def read_action(plain: object, players: int) -> tuple[int | None, str]:
    """Return the seat, where it is said, and the move of an action; raises `BadRequest`."""
    if not isinstance(plain, dict):
        raise BadRequest('An action must be an object, as in {"a": "draw"}.')
    seat = integer(plain, "p", 0, players - 1) if "p" in plain else None
    kind = choice(plain, "a", ("draw", "call", "bid", "pass", "god", "discard"))
    if kind == "bid":
        sun = integer(plain, "sun", -MOST_POINTS, MOST_POINTS)
        return seat, text_of(RaMove("bid", sun))
    if kind == "god":
        return seat, text_of(RaMove("god", tiles=tuple(tile_list(plain, "take"))))
    if kind == "discard":
        return seat, discard_move(tile_list(plain, "tiles"))
    return seat, kind


def plain_action(text: str) -> dict[str, Any]:
    """Return a move as an action of the protocol."""
    kind, *words = text.split(" ")
    if kind == "bid":
        return {"a": "bid", "sun": int(words[0])}
    if kind in ("god", "discard"):
        return {"a": kind, "take" if kind == "god" else "tiles": words}
    return {"a": kind}


def by_chance(state: State) -> tuple[State, tuple[Event, ...]]:
    """Return the state after what a set-up's bag draws, where a tile is due, and what happened."""
    if state.phase != DRAW:
        return state, ()
    return turn_up(state, KINDS[state.deal[0]])


def known_lot(request: Request, state: State) -> Counts:
    """Return the lot that is asked about, else the block; raises `BadRequest` and `BadPosition`."""
    if "lot" not in request:
        return state.block
    lot = tile_counts(request, "lot")
    if lot[RA]:
        raise BadPosition("A Ra lies in the lot; Ra go to the track.")
    if sum(lot) > BLOCK_PLACES:
        raise BadPosition(f"{sum(lot)} tiles are in the lot; the block has {BLOCK_PLACES} places.")
    return lot
