"""Actions and seats of Ra in words, for minds."""

from __future__ import annotations

from typing import Final

from games.ra import SEAT_NAMES
from games.ra.rules.moves import RaMove, parse
from games.ra.tiles import KINDS

_PROPER: Final = {"ra": "Ra", "nile": "Nile"}
_NAMES: Final = tuple(_PROPER.get(kind, kind.replace("_", " ")) for kind in KINDS)


def seat_word(seat: int) -> str:
    """Return a seat by its colour."""
    return SEAT_NAMES[seat].lower()


def tile_word(kind: int) -> str:
    """Return a tile by name."""
    return _NAMES[kind]


def in_words(move: str | RaMove) -> str:
    """Return a move for a person, such as "bid 8" or "use a god for the flood"."""
    found = parse(move) if isinstance(move, str) else move
    assert found is not None
    if found.kind == "bid":
        return f"bid {found.sun}"
    tiles = " and ".join(f"{tile_word(kind)}" for kind in found.tiles)
    if found.kind == "god":
        return f"use {'a god' if len(found.tiles) == 1 else 'gods'} for {tiles}"
    if found.kind == "discard":
        return f"discard {tiles}"
    return {"draw": "draw a tile", "call": "call Ra", "pass": "pass"}[found.kind]
