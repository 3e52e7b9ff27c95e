"""A whole match of Jaipur in which everybody moves by chance, and such matches in an archive."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.core import Log, Seating, Turn
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.log import encode
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.statistics import MatchResult, SeatResult
from games.streams import Stream
from tests.support.contract import any_move

PARAMS: Final = SPEC.params()


@lru_cache(maxsize=1)
def chance_turns() -> tuple[Turn, ...]:
    """Its turns, to the end."""
    rng, state, found = Stream.named(4, "review"), GAME.new(PARAMS), []
    while state.acting:
        seat = state.acting[0]
        move = any_move(GAME, state, seat, rng)
        found.append(((seat, move),))
        state, _ = GAME.apply(state, {seat: move})
    return tuple(found)


def keep_match(
    library: Library,
    player: str,
    key: str,
    turns: int = 40,
    counters: Mapping[str, int] | None = None,
) -> PastMatch:
    """A finished match of a player in the first seat, so many turns long, in the archive."""
    played = chance_turns()[:turns]
    seats = (SeatResult("Ada", "human", 1.0, 1), SeatResult("Sensei", "sensei", 0.0, 2))
    result = MatchResult(
        *("jaipur", "sensei", "won", "length=match, level=2, tie=replay"),
        counters=dict(counters or {}),
        seats=seats,
    )
    row = PastMatch(key, f"2026-11-2{len(key) % 10}T12:00:00+00:00", result, 7, len(played))
    found = Log("jaipur", PARAMS, 7, (Seating("human"), Seating("sensei", {"level": 2})), played)
    library.archive.keep(player, PastLog(row, encode(found)))
    library.record(player, result, key)
    return row
