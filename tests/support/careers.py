"""Players with a past: finished matches, as they stand in the archive and in the statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from games import catalog
from games.core import Limit
from games.match import Match
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.statistics import MatchResult, Outcome, SeatResult

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def keep(library: Library, player: str, results: Sequence[MatchResult], days: float = 3) -> None:
    """Record matches of a player that ended so many days apart, the first in March."""
    for number, result in enumerate(results):
        key = f"{result.game}{number}"
        ended = (START + timedelta(days=days * number)).isoformat()
        library.record(player, result, key)
        row = PastMatch(key, ended, result, number, 20)
        library.archive.keep(player, PastLog(row, f"log {number}\n"))


def result(
    game: str,
    agent: str,
    outcome: Outcome = "played",
    counters: Mapping[str, int] | None = None,
    points: tuple[float, float] = (0.0, 0.0),
    rounds: int = 25,
) -> MatchResult:
    """A result against an agent, with both seats."""
    names = ("You", catalog.agent(game, agent).name) if game != "tracker" else ("You", "Auto")
    seats = (SeatResult(names[0], "human", points[0], 1), SeatResult(names[1], agent, points[1], 2))
    counted = counters or {}
    return MatchResult(
        game, agent, outcome, "", rounds, *points, counters=counted, seats=seats, own=0
    )


def read(
    counters: tuple[str, str], shares: Sequence[float], trials: int
) -> list[Mapping[str, int]]:
    """Counters of matches in which these shares of so many trials were foreseen."""
    part, whole = counters
    return [{part: round(share * trials), whole: trials} for share in shares]


def learned(game: str, agent: str, other: str, turns: int = 60) -> str:
    """What an `agent` of a game learned in so many turns against the `other`."""
    players = {
        seat: catalog.agent(game, name).make({}, None) for seat, name in enumerate((other, agent))
    }
    params = {**catalog.spec(game).params(), catalog.spec(game).told.length: turns}
    match = Match(catalog.rules(game), params, 3, players)
    match.run(Limit())
    players[1].finish(match.returns)
    text = players[1].learned()
    assert text is not None
    return text
