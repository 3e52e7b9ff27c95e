"""The strength of agents by the results of their table, as the JSON output has it.

A win counts 1, a draw 1/2; where m of a larger table are equal and best, each has 1/m of the win.
Who forfeits a game has lost it: the win goes to the other, or in equal parts to all others; where a
bot forfeited at a larger table, to the best of the others. Its score counts nowhere.

The interval of a pair's win share is Wilson's, with draws as halves of wins; the interval of
the mean margin (points a game, own less the other's) is the mean and 1.96 standard errors.
At a larger table the deals are the independent draws: an interval is that of a ratio of sums over
deals (Cochran, Sampling Techniques, section 6.3), for win shares as for margins.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from ai.lab.arena.play import Played, Result
from games import bots
from games.intervals import Z, wilson

Value = TypeVar("Value")
MOST_FAULTS: Final = 20
"""How many faults are listed one by one; all are counted."""


def results_of(played: Sequence[Played]) -> list[Result]:
    """Return all games of a table that were `played` in chunks, in order."""
    return [result for part in played for result in part.results]


def mean(values: Sequence[float]) -> float | None:
    """Return the mean of `values`, or None without values."""
    return math.fsum(values) / len(values) if values else None


def ms_per_move(played: Sequence[Played], places: Sequence[int]) -> float | None:
    """Return milliseconds a move of those at these places of the table, None without a move."""
    times = [part.times[place] for part in played for place in places]
    moves = sum(count for _, count in times)
    return 1000.0 * math.fsum(seconds for seconds, _ in times) / moves if moves else None


def faults_of(table: Sequence[str], results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return the first faults among the `results` of a `table` as plain data."""
    faults = [result.fault for result in results if result.fault][:MOST_FAULTS]
    return [
        {"agent": table[f.who], "game": f.game, "turn": f.turn, "message": f.sentence}
        for f in faults
    ]


def sentences_of(results: Sequence[Result]) -> list[str]:
    """Return the sentences about forfeits in `results`, the first of each kind."""
    faults = [result.fault for result in results if result.fault]
    return first_of_each_kind([sentence for fault in faults for sentence in fault.sentences])


def first_of_each_kind(sentences: Sequence[str]) -> list[str]:
    """Return the first of the `sentences` of each kind: those of a kind differ in numbers alone."""
    found: dict[str, str] = {}
    for sentence in sentences:
        found.setdefault(re.sub(r"[0-9]+", "0", sentence), sentence)
    return list(found.values())[:MOST_FAULTS]


def alike(results: Sequence[Result], count: int) -> bool:
    """Return whether all games of a table of `count` had the same moves, its sides apart.

    Then they say no more than one game of each seating.
    """
    seatings = [results[turned::count] for turned in range(count)]
    known = len(results) > count and all(result.trace for result in results)
    return known and all(len({result.trace for result in part}) == 1 for part in seatings)


def faults_by(results: Sequence[Result], who: int) -> int:
    """Return the number of games that the place `who` of the table has forfeited."""
    return sum(result.fault is not None and result.fault.of(who) != "" for result in results)


# -- pairs -------------------------------------------------------------------------------


def pair_summary(
    pair: Sequence[str], played: Sequence[Played], points: bool, forfeits: bool = False
) -> dict[str, Any]:
    """Return a pair's figures, None without such games; faults where there were any.

    With `forfeits` they and the turns are listed whoever plays.
    """
    results = results_of(played)
    wins = [win_shares(result, 2)[0] for result in results]
    plain: dict[str, Any] = {
        "a": pair[0],
        "b": pair[1],
        "games": len(results),
        "a_win_share": mean(wins),
        "a_win_share_first": mean(wins[0::2]),
        "a_win_share_second": mean(wins[1::2]),
        "ci95": list(wilson(math.fsum(wins), len(wins))),
        "a_ms_per_move": ms_per_move(played, [0]),
        "b_ms_per_move": ms_per_move(played, [1]),
        "moves_per_game": mean([result.moves for result in results]),
    }
    if points:
        margins = [result.scores[0] - result.scores[1] for result in results if result.scores]
        plain["a_mean_margin"] = mean(margins)
        plain["a_mean_margin_ci95"] = _mean_interval(margins)
    if alike(results, 2):
        plain["alike"] = True
    counts = [faults_by(results, who) for who in range(2)]
    if faults := faults_of(pair, results):
        plain |= {"a_faults": counts[0], "b_faults": counts[1], "faults": faults}
    if forfeits:
        plain["turns_per_game"] = plain["moves_per_game"]
    if faults or forfeits or any(map(is_bot, pair)):
        plain |= {"a_forfeits": counts[0], "b_forfeits": counts[1]}
        plain["forfeits"] = sentences_of(results)
    return plain


def is_bot(name: str) -> bool:
    """Return whether an agent of this name is a player's own program."""
    return name.startswith(bots.PREFIX)


def win_shares(result: Result, count: int) -> list[float]:
    """Return the share of the win that each of the `count` at a table has by a `result`."""
    scores = standing(result, count)
    most = max(scores)
    best = scores.count(most)
    return [1.0 / best if score == most else 0.0 for score in scores]


def standing(result: Result, count: int) -> tuple[float, ...]:
    """Return what the places go by: the scores, with the lowest for who forfeited."""
    if not result.fault:
        return result.scores
    left = result.left or (0.0,) * count
    return tuple(-math.inf if result.fault.of(who) else left[who] for who in range(count))


def _mean_interval(values: Sequence[float]) -> list[float] | None:
    """Return mean and 1.96 standard errors to both sides; None for fewer than two values."""
    if len(values) < 2:
        return None
    middle = math.fsum(values) / len(values)
    variance = math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1)
    half = Z * math.sqrt(variance / len(values))
    return [middle - half, middle + half]


def ladder(pairs: Sequence[Mapping[str, Any]]) -> list[tuple[str, float, int]]:
    """Return each agent's win share over all `pairs` and its number of games, best first."""
    won: dict[str, float] = {}
    games: dict[str, int] = {}
    for pair in pairs:
        wins = pair["a_win_share"] * pair["games"]
        for name, share in ((pair["a"], wins), (pair["b"], pair["games"] - wins)):
            won[name] = won.get(name, 0.0) + share
            games[name] = games.get(name, 0) + pair["games"]
    rows = [(name, won[name] / games[name], games[name]) for name in won]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


# -- larger tables -----------------------------------------------------------------------


class Deal(NamedTuple):
    """The result of one name in one deal: a sum over games and seats, and their number."""

    total: float
    values: int


def table_summary(table: Sequence[str], played: Sequence[Played], points: bool) -> dict[str, Any]:
    """Return a table's figures, a row for each name among them, in the order of the table."""
    results = results_of(played)
    plain: dict[str, Any] = {
        "table": list(table),
        "players": len(table),
        "games": len(results),
        "fair_share": 1.0 / len(table),
        "agents": [_row(name, table, played, points) for name in dict.fromkeys(table)],
        "moves_per_game": mean([result.moves for result in results]),
    }
    if alike(results, len(table)):
        plain["alike"] = True
    if faults := faults_of(table, results):
        plain["faults"] = faults
    if faults or any(map(is_bot, table)):
        plain["forfeits"] = sentences_of(results)
    return plain


def _row(name: str, table: Sequence[str], played: Sequence[Played], points: bool) -> dict[str, Any]:
    """Return the figures of one name, for one seat of its."""
    results, count = results_of(played), len(table)
    places = [place for place, other in enumerate(table) if other == name]
    plain: dict[str, Any] = {"agent": name, "seats": len(places)}
    plain |= _winning(deals([_of(win_shares(r, count), places) for r in results], count))
    scored = [result for result in results if result.scores]
    if points:
        plain["mean_score"] = mean([s for r in scored for s in _of(r.scores, places)])
        ahead = deals([_of(margins(r.scores), places) for r in results], count)
        plain["mean_margin"], plain["mean_margin_ci95"] = ratio(ahead)
    ranks = [each for result in results for each in _of(rank_shares(result, count), places)]
    plain["places"] = [mean(rank) for rank in zip(*ranks, strict=True)]
    if scored and scored[0].sources:
        plain["by_source"] = _by_source([each for r in scored for each in _of(r.sources, places)])
    plain["ms_per_move"] = ms_per_move(played, places)
    if len(scored) < len(results):
        plain["faults"] = sum(faults_by(results, place) for place in places)
    if len(scored) < len(results) or is_bot(name):
        plain["forfeits"] = sum(faults_by(results, place) for place in places)
    return plain


def _of(values: Sequence[Value], places: Sequence[int]) -> list[Value]:
    """Return the values at these places, nothing of a game without any."""
    return [values[place] for place in places] if values else []


def _by_source(found: Sequence[Mapping[str, float]]) -> dict[str, float | None]:
    return {name: mean([points[name] for points in found]) for name in found[0]}


def _winning(shares: Sequence[Deal]) -> dict[str, Any]:
    """Return the win share of a seat and its interval: Wilson's over deals that were all alike."""
    share, interval = ratio(shares)
    if share is not None and (interval is None or interval[0] == interval[1]):
        interval = list(wilson(share * len(shares), len(shares)))
    return {"win_share": share, "ci95": interval and [max(0.0, interval[0]), min(1.0, interval[1])]}


def margins(scores: Sequence[float]) -> list[float]:
    """Return each score less the mean of the others."""
    total = math.fsum(scores)
    return [score - (total - score) / (len(scores) - 1) for score in scores]


def rank_shares(result: Result, count: int) -> list[list[float]]:
    """Return for each at a table of `count` how much of every place, 1 to `count`, a `result` gives
    it.

    Equals share the places that they take; who forfeits is last.
    """
    scores = standing(result, count)
    found = []
    for score in scores:
        above, equals = sum(other > score for other in scores), scores.count(score)
        taken = range(above, above + equals)
        found.append([1.0 / equals if rank in taken else 0.0 for rank in range(count)])
    return found


def deals(values: Sequence[Sequence[float]], count: int) -> list[Deal]:
    """Return the values of each game, in order, by deals of `count` games."""
    found = []
    for first in range(0, len(values), count):
        own = [value for game in values[first : first + count] for value in game]
        found.append(Deal(math.fsum(own), len(own)))
    return [deal for deal in found if deal.values]


def ratio(found: Sequence[Deal]) -> tuple[float | None, list[float] | None]:
    """Return the mean over all deals and its interval; None without deals, no interval of one."""
    if not found:
        return None, None
    count = sum(deal.values for deal in found)
    middle = math.fsum(deal.total for deal in found) / count
    if len(found) < 2:
        return middle, None
    squares = math.fsum((deal.total - middle * deal.values) ** 2 for deal in found)
    half = Z * math.sqrt(squares * len(found) / (len(found) - 1)) / count
    return middle, [middle - half, middle + half]
