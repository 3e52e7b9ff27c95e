"""A player's finished matches over time: how readable, how strong, how hard to follow.

A game describes its line (`games.spec.Course`), the archive has the matches. Each gives a
`MatchEstimate`: its value, and the interval within which the true one lies with 95% confidence.

A player's strength is the logit of the share of matches they would win against the rival of the
game; the agents' measured figures are such shares, too. After each match the strength is the most
probable one by all results, older ones counting less (`FADE`), with as much caution as two drawn
matches would bring (J. Elo's scale with a prior, as in M. Glickman's).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games import catalog
from games.intervals import Z, chance_band, wilson
from games.spec import BadOption, Course, GameSpec
from games.store.past import PastMatch
from games.store.statistics import MatchResult, option_values

FADE: Final = 0.97
"""What a match counts when the next is played: half after 23 of them. Chosen by hand."""
CAUTION: Final = 0.25
"""The precision of what is thought of a newcomer: as strong as the rival, give or take two
logits."""
FARTHEST: Final = 0.01  # figures nearer to 0 or 1 than this are taken to be so far away
LATELY: Final = 10
"""So many of the last matches are told of together."""
FEWEST: Final = 2
"""Of a change nothing is said before so many matches stand on either side."""
STEPS: Final = 20  # of Newton's method, which is there after six


class MatchEstimate(NamedTuple):
    """The estimate after one match: its value, the ends of its interval, and the time of its end.

    `hits` and `trials` are counts where the value is a share; `chance` is the band of blind
    guessing in 95 of 100 cases.
    """

    value: float
    low: float
    high: float
    ended: str
    hits: int = 0
    trials: int = 0
    chance: tuple[float, float] | None = None


def moments(spec: GameSpec, rows: Sequence[PastMatch]) -> tuple[MatchEstimate, ...]:
    """Return the line of the game `spec` over its matches `rows`, the newest first as the archive
    has them; the first of the line is the oldest.

    Matches that do not count (practice, glass boxes) are left out.
    """
    if spec.told.course is None:
        return ()
    counted = [row for row in reversed(rows) if row.counted in ("record", "today")]
    if spec.told.course.kind == "share":
        return tuple(_shares(spec.told.course, counted))
    if spec.told.course.kind in ("mean", "rate", "places"):
        return tuple(_means(spec.told.course, counted))
    return tuple(_strengths(spec, counted))


def _shares(course: Course, rows: Iterable[PastMatch]) -> Iterable[MatchEstimate]:
    part, whole = course.counters
    for row in rows:
        hits, trials = (row.result.counters.get(name, 0) for name in (part, whole))
        if 0 < trials >= hits:
            ends = wilson(hits, trials)
            band = chance_band(trials, course.chance) if course.chance else None
            yield MatchEstimate(hits / trials, *ends, row.ended, hits, trials, band)


def _means(course: Course, rows: Iterable[PastMatch]) -> Iterable[MatchEstimate]:
    part, whole = course.counters
    for row in rows:
        total, count = (row.result.counters.get(name, 0) for name in (part, whole))
        if count > 0:
            value = total / count / course.per
            value = 2.0**value if course.kind == "places" else value
            yield MatchEstimate(value, value, value, row.ended)


def _strengths(spec: GameSpec, rows: Iterable[PastMatch]) -> Iterable[MatchEstimate]:
    met: list[tuple[float, float]] = []
    scores: Mapping[str, float] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    for row in rows:
        rival = opponent_logit(spec.id, row.result)
        if rival is None or row.result.outcome not in scores:
            continue
        met.append((rival, scores[row.result.outcome]))
        logit, spread = strength(met)
        ends = (share_of(logit - Z * spread), share_of(logit + Z * spread))
        yield MatchEstimate(share_of(logit), *ends, row.ended)


def strength(met: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the most probable logit of a player who met opponents of these logits, and its
    deviation.

    `met` has the oldest first, each with the score: 1 for a win, 0 for a loss.
    """
    weights = [FADE**age for age in range(len(met) - 1, -1, -1)]
    logit, precision = 0.0, CAUTION
    for _ in range(STEPS):
        slope, precision = -CAUTION * logit, CAUTION
        for (rival, score), weight in zip(met, weights, strict=True):
            expected = share_of(logit - rival)
            slope += weight * (score - expected)
            precision += weight * expected * (1.0 - expected)
        logit += slope / precision
    return logit, 1.0 / math.sqrt(precision)


def share_of(logit: float) -> float:
    """Return the probability of a `logit`."""
    return 1.0 / (1.0 + math.exp(-logit))


def logit_of(share: float) -> float:
    """Return the logit of a `share` of matches won, held within the range that can be measured."""
    share = min(1.0 - FARTHEST, max(FARTHEST, share))
    return math.log(share / (1.0 - share))


def opponent_logit(game: str, result: MatchResult) -> float | None:
    """Return the strength of the opponent of a `result` beside the rival, None unmeasured."""
    try:
        met = catalog.resolve(game, result.agent)
        known = {option.name for option in met.spec.options}
        written = {k: v for k, v in option_values(result.options).items() if k in known}
        measure = met.spec.with_options({**met.options, **written}).measure
    except (BadOption, catalog.UnknownAgent, ValueError):
        return None
    return None if measure is None else logit_of(measure)


def lately(course: Course, line: Sequence[MatchEstimate]) -> float:
    """Return the figure of the last matches: trials together, a mean, or the last strength."""
    last = line[-LATELY:]
    if course.kind == "share":
        return sum(moment.hits for moment in last) / sum(moment.trials for moment in last)
    if course.kind in ("rate", "mean", "places"):
        return sum(moment.value for moment in last) / len(last)
    return line[-1].value


def luck(course: Course, line: Sequence[MatchEstimate]) -> str:
    """Return a warning where blind guessing would do as well in the last matches; else ""."""
    trials = sum(moment.trials for moment in line[-LATELY:])
    if course.kind != "share" or not course.chance or not trials:
        return ""
    high = chance_band(trials, course.chance)[1]
    if lately(course, line) > high:
        return ""
    return f"Luck alone gives up to {high:.0%} in so many."


def change(course: Course, line: Sequence[MatchEstimate]) -> str:
    """Return whether the player became harder to read, in a sentence; "" where chance would explain
    it.

    The newer half of the `line`, at most `LATELY` matches, against as many before.
    """
    count = min(LATELY, len(line) // 2)
    if course.kind != "share" or not course.chance or count < FEWEST:
        return ""
    new, old = line[-count:], line[-2 * count : -count]
    shares, spread = [], 0.0
    for half in (new, old):
        hits, trials = sum(m.hits for m in half), sum(m.trials for m in half)
        shares.append(hits / trials)
        spread += shares[-1] * (1.0 - shares[-1]) / trials
    if abs(shares[0] - shares[1]) <= Z * math.sqrt(spread):
        return ""
    word = "Harder" if shares[0] < shares[1] else "Easier"
    return f"{word} to read than before ({shares[1]:.0%})."
