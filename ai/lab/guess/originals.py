"""The claims about Guess 2/3 that can be measured; see `ai.lab.originals`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from ai.lab.originals import FAILS, HALF, HOLDS, Effort, Measure, Remeasured, exact, share
from games.guess.rules.classic import Submission, answer, exploit
from games.guess.rules.scoring import TWO_THIRDS, target_of
from games.streams import Stream

FAR: Final = 10**6
"""A guess so far from all others that its score shows how many they are."""


def _others(effort: Effort) -> Remeasured:
    """Find the best guess against one, nine and very many others who say 100."""
    found = {count: exploit([100] * count).best for count in (1, 9, 10**6)}
    one, nine, many = (float(found[count]) for count in (1, 9, 10**6))
    told = f"one's own guess counts: with one other {one:.0f}, with nine {nine:.0f}"
    return Remeasured(
        f"with very many others {many:.0f}",
        told,
        HALF if round(many) == 67 != round(one) else FAILS,
        {"one other": exact(one), "nine others": exact(nine), "many others": exact(many)},
    )


def _equilibrium(effort: Effort) -> Remeasured:
    """Follow best replies from 100 to where they stay, and price a 0 among those who think less."""
    guesses = [100.0]
    while guesses[-1] > 0.5:
        guesses.append(guesses[-1] * 2 / 3)
    pool = [50, 33, 22, 33, 50, 40]
    target = float(target_of(sum(pool), len(pool) + 1, TWO_THIRDS))
    told = f"0 among six who think a step or two misses the target by {target:.1f}"
    return Remeasured(
        f"replies to replies pass below 1/2 after {len(guesses) - 1} steps and end at 0",
        told,
        HOLDS if target > 5 else FAILS,
        {"steps": exact(len(guesses) - 1), "missed": exact(target)},
    )


def trials_without_list(pool: list[int]) -> tuple[int, Fraction]:
    """Win against a `pool` by scores alone; return the number of trials and the last one's score.

    The first guess is 0, whose score is the target; the second is far off, so that its score shows
    how many guesses there are; the third is its own target, to the nearest whole number.
    """
    sent: list[Submission] = [("other", guess) for guess in pool]
    sent.append(("me", 0))
    target = Fraction(answer(sent, 0).score).limit_denominator(3 * 10**5)
    sent.append(("me", FAR))
    score = Fraction(answer(sent, 0).score).limit_denominator(3 * 10**5)
    # score = FAR - 2 (S + FAR) / (3 (N + 1)) and target = 2 S / (3 N), with N and S before it
    count = round((Fraction(2, 3) * FAR - FAR + score) / (FAR - score - target))
    total = round(target * 3 * count / 2)
    guess = round(Fraction(2 * (total + FAR), 3 * (count + 1) + 1))
    sent.append(("me", guess))
    found = answer(sent, 1)
    return 3, Fraction(found.rank_competition)


def _trials(effort: Effort) -> Remeasured:
    """Win pools by the list of all entries, and pools by scores alone."""
    rng, pools = Stream.named(effort.seed, "pools"), effort.of(200, 20)
    listed = alone = 0
    for _ in range(pools):
        pool = [rng.below(101) for _ in range(2 + rng.below(200))]
        total, count = sum(pool), len(pool) + 1
        best = exploit([*pool, 0])
        listed += best.best == Fraction(2 * total, 3 * count + 1)
        alone += trials_without_list(pool)[1] == 1
    by_list, by_score = share(listed, pools), share(alone, pools)
    return Remeasured(
        f"with the list of entries the second trial wins: {listed} of {pools} pools",
        f"by scores alone the third wins: {alone} of {pools}",
        HOLDS if listed == alone == pools else HALF,
        {"scores alone": by_score, "list": by_list, "pools": exact(pools)},
    )


def _again(effort: Effort) -> Remeasured:
    """Send a number again and again, and see where the target goes."""
    pool, guess = [60, 40, 80, 30], 35
    off = [
        abs(float(target_of(sum(pool) + k * guess, len(pool) + k, TWO_THIRDS)) - guess)
        for k in (1, 10, 1000)
    ]
    told = ", ".join(f"{value:.1f}" for value in off)
    return Remeasured(
        f"35 sent 1, 10 and 1,000 times misses by {told}",
        "copies of g pull the target to 2g/3, so that only 0 stays",
        HOLDS if off[0] < off[1] < off[2] else FAILS,
        {"after 1,000": exact(off[2])},
    )


MEASURES: Final[Mapping[str, Measure]] = {
    "GUESS-1": _others,
    "GUESS-2": _equilibrium,
    "GUESS-3": _trials,
    "GUESS-4": _again,
}
