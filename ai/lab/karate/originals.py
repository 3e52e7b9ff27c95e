"""The claims about Virtual Karate that can be measured; see `ai.lab.originals`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from ai.karate.fighter import KarateAgent
from ai.karate.originals import HabitFighter, SeedArgmax, SeedFighter, SeedSoftmax
from ai.lab.arena import tournament
from ai.lab.karate.partners import Exploiter, MirrorPartner, Pattern
from ai.lab.karate.train import play
from ai.lab.originals import (
    FAILS,
    HALF,
    HOLDS,
    Effort,
    Measure,
    Remeasured,
    Spanned,
    exact,
    mean,
    share,
)
from ai.zerosum.equilibrium import Payoff
from games.arrays import FloatArray
from games.karate.rules import MOVES, gain_matrix
from games.streams import Stream

PAYOFF: Final = gain_matrix("classic")
ROUNDS: Final = 1000
SEEN: Final = 250
"""Rounds in which a partner sees the Second student's mix; it loses less in a longer match."""
CHANGE: Final = 50
"""The round at which the partner of KARATE-6 gets another habit; the claim's own figure."""
ORDERS: Final = (1, 2, 3, 4, 5)
FULL: Final = 4
"""A row of counts that holds at least this many is full: one for each move on average."""
OPENING: Final = 20
"""Rounds in which a prior can help; the claim's own figure."""


def _points(effort: Effort) -> Remeasured:
    """Work out what each move gains on average against four equally likely moves."""
    gains = np.array(PAYOFF, dtype=float).mean(axis=1)
    kick, others = gains[MOVES.index("kick")], np.delete(gains, MOVES.index("kick"))
    told = f"the kick gains {kick:.2f} a round, every other move {others.max():.2f}"
    verdict = HOLDS if kick > 0 > others.max() else FAILS
    return Remeasured(
        "the same table", told, verdict, {"kick": exact(kick), "rest": exact(others[0])}
    )


def _opening(effort: Effort) -> Remeasured:
    """Read the first move off the First student's strategy."""
    student = SeedArgmax()
    student.start(PAYOFF, Stream.named(effort.seed, "opening"))
    chance = student.strategy()[MOVES.index("kick")]
    told = f"the First student opens with the kick: probability {chance:.0f}"
    return Remeasured(told, "the same", HOLDS if chance == 1.0 else FAILS, {"kick": exact(chance)})


def _parries(effort: Effort) -> Remeasured:
    """Find the share of parried kicks from which the punch is better; the rest stay alike."""
    table = np.array(PAYOFF, dtype=float)
    punch, kick = (table[MOVES.index(name)] for name in ("punch", "kick"))
    apart = punch - kick
    parry = MOVES.index("parry-kick")
    rest = np.delete(apart, parry).mean()
    from_here = -rest / (apart[parry] - rest)
    told = f"from {from_here:.2%} parried kicks on"
    verdict = HOLDS if 0.25 < from_here < 1 else FAILS
    return Remeasured("the same table", told, verdict, {"parry kicks": exact(from_here)})


def _matches(
    make: Callable[[], KarateAgent],
    partner: Callable[[], KarateAgent],
    effort: Effort,
    count: int,
    rounds: int,
) -> Spanned:
    """Return the mean gain a round of an agent against partners, over matches of `rounds`."""
    found = []
    for number in range(effort.of(count)):
        rng = Stream.named(effort.seed, f"originals {number}")
        found.append(float(play(PAYOFF, make(), partner(), rng, rounds).gains.mean()))
    return mean(found)


def _foreseen(effort: Effort) -> Remeasured:
    """Measure what each student loses to a partner that foresees it."""
    first = _matches(SeedArgmax, lambda: MirrorPartner(SeedArgmax), effort, 10, ROUNDS)
    second = _matches(SeedSoftmax, Exploiter, effort, 40, SEEN)
    return Remeasured(
        f"who foresees the First student takes {-first.value:.2f} points a round",
        f"from the Second student, seen for {SEEN} rounds, {-second.value:.2f}; people: not "
        "measured",
        HALF,
        {"second": second, "first": first},
    )


def _soft(effort: Effort) -> Remeasured:
    """Let habits and both students play each other."""
    agents = ("habits", "seed-argmax", "seed-softmax")
    games = effort.of(1000)
    pairs = {
        (row["a"], row["b"]): row
        for row in tournament("karate", agents, games, effort.seed, {"rounds": "25"})["pairs"]
    }
    row = pairs["seed-argmax", "seed-softmax"]
    low, high = row["ci95"]
    soft = Spanned(1 - row["a_win_share"], 1 - high, 1 - low)
    hard_habits, soft_habits = (
        -pairs["habits", name]["a_mean_margin"] / 25 for name in ("seed-argmax", "seed-softmax")
    )
    return Remeasured(
        f"First student: {hard_habits:.1f} points a round against habits",
        f"Second student: {soft_habits:.1f}, and it wins {soft.percent()} against the First",
        HOLDS if soft.low > 0.5 and hard_habits > soft_habits else FAILS,
        {"soft": soft, "hard habits": exact(hard_habits), "soft habits": exact(soft_habits)},
    )


# -- longer memories -----------------------------------------------------------------------


def changing_moves(rng: Stream, rounds: int, change: int) -> list[int]:
    """Return the moves of a partner whose habit after each pair is drawn anew at round `change`."""
    partner, moves = Pattern(), list[int]()
    for number in range(rounds):
        if number in (0, change):
            partner.start(PAYOFF, rng)
            partner.own = list(moves)
        move = rng.sample_from(partner.strategy())
        partner.learn(move, 0)
        moves.append(move)
    return moves


def right_by_order(moves: Sequence[int], k: int = len(MOVES)) -> dict[str, list[bool]]:
    """Return which moves tables of each order foresaw, and "longest full": the longest full row."""
    found: dict[str, list[bool]] = {f"order {order}": [] for order in ORDERS}
    found["longest full"] = []
    tables: list[dict[tuple[int, ...], list[int]]] = [{} for _ in ORDERS]
    for number, move in enumerate(moves):
        contexts = [tuple(moves[max(0, number - order) : number]) for order in ORDERS]
        rows = [
            table.setdefault(context, [0] * k)
            for table, context in zip(tables, contexts, strict=True)
        ]
        full = next((row for row in reversed(rows) if sum(row) >= FULL), rows[0])
        for name, row in zip(found, (*rows, full), strict=True):
            found[name].append(row.index(max(row)) == move)
        for row in rows:
            row[move] += 1
    return found


def _orders(effort: Effort) -> Remeasured:
    """Measure how often tables of order 1 to 5 are right before and after their partner changes."""
    stages = {"before": (CHANGE // 2, CHANGE), "after": (CHANGE, CHANGE + CHANGE // 2)}
    hits: dict[tuple[str, str], int] = {}
    people = effort.of(600)
    for number in range(people):
        rng = Stream.named(effort.seed, f"orders {number}")
        found = right_by_order(changing_moves(rng, 2 * CHANGE, CHANGE))
        for name, right in found.items():
            for stage, (begin, end) in stages.items():
                hits[name, stage] = hits.get((name, stage), 0) + sum(right[begin:end])
    trials = people * (CHANGE - CHANGE // 2)
    figures = {f"{name}, {stage}": share(hit, trials) for (name, stage), hit in hits.items()}
    two, five = figures["order 2, before"], figures["order 5, before"]
    full, fallen = (figures[f"longest full, {stage}"] for stage in stages)
    verdict = HOLDS if five.high < two.low and fallen.high < full.low else FAILS
    by_order = ", ".join(f"{figures[f'order {order}, before'].value:.0%}" for order in ORDERS)
    return Remeasured(
        f"right in rounds 26 to 50, order 1 to 5: {by_order}",
        f"the longest full row: {full.value:.0%} before the change, {fallen.value:.0%} in the 25 "
        "rounds after it",
        verdict,
        {"longest full, after": fallen, **figures},
    )


# -- a prior from people -------------------------------------------------------------------

_WEIGHT: Final = 8.0
"""Rounds that a row of the prior counts for; chosen between 2, 4, 8 and 16 by eye."""


class PriorFighter(SeedFighter):
    """The First student with other first counts, (k * k, k); without them as it was."""

    def __init__(self, counts: FloatArray | None = None) -> None:
        self._counts = counts

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Start after the last move three times, with the counts of the prior."""
        super().start(payoff, rng)
        self._start_table((1.0,) * self.k, (self.k - 1,) * 3)
        if self._counts is not None:
            self.table.counts = self._counts.tolist()
            self.table.totals = self._counts.sum(axis=1).tolist()
            self.sums = (self._counts @ np.array(payoff).T).tolist()

    def strategy(self) -> Sequence[float]:
        """Return all on the best reply to the counts."""
        sums = self.sums[self.table.context]
        best = sums.index(max(sums))
        return tuple(float(move == best) for move in range(self.k))


def prior_of_people(people: int, seed: int, rounds: int = 50) -> FloatArray:
    """Return first counts (k * k, k) from the moves of imitated people against equal odds."""
    k = len(MOVES)
    counts = np.full((k * k, k), 0.5)
    for number in range(people):
        rng = Stream.named(seed, f"prior {number}")
        person = HabitFighter()
        person.start(PAYOFF, rng)
        before, last = rng.below(k), rng.below(k)
        for _ in range(rounds):
            move = rng.sample_from(person.strategy())
            person.learn(move, rng.below(k))
            counts[before * k + last, move] += 1.0
            before, last = last, move
    return np.asarray(_WEIGHT * counts / counts.sum(axis=1, keepdims=True))


def _prior(effort: Effort) -> Remeasured:
    """Measure what the first rounds gain with and without a prior from other people."""
    prior = prior_of_people(effort.of(400), effort.seed)
    pairs: FloatArray = np.array(
        [
            [
                float(play(PAYOFF, fighter, HabitFighter(), rng, OPENING).gains.mean())
                for fighter, rng in (
                    (PriorFighter(counts), Stream.named(effort.seed, f"prior match {number}"))
                    for counts in (prior, None)
                )
            ]
            for number in range(effort.of(2000))
        ]
    )
    with_it, without, more = (
        mean(values.tolist()) for values in (pairs[:, 0], pairs[:, 1], pairs[:, 0] - pairs[:, 1])
    )
    return Remeasured(
        f"counts alike: {without.number()} points a round in rounds 1 to {OPENING}",
        f"with a prior from 400 imitated people {with_it.number()}, {more.number()} more",
        HOLDS if more.low > 0 else FAILS if more.high < 0 else HALF,
        {"more": more, "with": with_it, "without": without},
    )


MEASURES: Final[Mapping[str, Measure]] = {
    "KARATE-1": _points,
    "KARATE-2": _opening,
    "KARATE-3": _parries,
    "KARATE-4": _foreseen,
    "KARATE-5": _soft,
    "KARATE-6": _orders,
    "KARATE-7": _prior,
}
