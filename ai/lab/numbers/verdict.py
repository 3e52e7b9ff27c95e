"""The verdict on a game of Numbers: won where the hits do not exceed what chance explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.intervals import chance_band
from games.match import Match
from games.numbers.rules import CHANCE_OF_HIT, MACHINE, PERSON


def verdict(match: Match[Any], agents: Sequence[str], own: int) -> str:
    """Return "won" or "lost" for the person who pressed the keys of a finished match."""
    turns = [dict(turn) for turn in match.turns]
    hits = sum(moves[PERSON] == moves[MACHINE] for moves in turns)
    _, high = chance_band(len(turns), CHANCE_OF_HIT)
    return "lost" if hits / len(turns) > high else "won"
