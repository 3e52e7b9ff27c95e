"""Targets, scores and ranks in rational numbers, and the figures of a closed round.

With n guesses of sum S and the multiplier num/den the target is num S / (den n). Scores are
distances to it and are compared as whole numbers, over the one denominator den n, so that no
rounding ever makes or breaks a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from games.guess.rules.names import name_key

MOST: Final = 2**32 - 1
"""The largest guess of the classic game."""
Multiplier = tuple[int, int]
TWO_THIRDS: Final[Multiplier] = (2, 3)


class Distances(NamedTuple):
    """The distances of guesses from a target: whole numbers `over` one denominator."""

    keys: tuple[int, ...]
    over: int

    def scores(self) -> list[float]:
        """Return the distances, each rounded once."""
        return [key / self.over for key in self.keys]


_SHARES: Final[Mapping[Multiplier, str]] = {
    (1, 2): "half",
    (2, 3): "two thirds",
    (3, 4): "three quarters",
}


def question(multiplier: Multiplier, low: int, high: int) -> tuple[str, str]:
    """Return what a class is asked, in two sentences.

    >>> question((2, 3), 0, 100)[1]
    'Whoever is nearest to two thirds of the average wins.'
    """
    share = _SHARES.get(multiplier, f"{multiplier[0]}/{multiplier[1]}")
    return (
        f"Name a number from {low} to {high}.",
        f"Whoever is nearest to {share} of the average wins.",
    )


def target_of(total: int, count: int, multiplier: Multiplier) -> Fraction:
    """Return the target of `count` > 0 guesses that add up to `total`."""
    return Fraction(multiplier[0] * total, multiplier[1] * count)


def distances(
    guesses: Sequence[int], multiplier: Multiplier, total: int | None = None
) -> Distances:
    """Return the distance of each of these guesses from the target of all (`total`, their sum)."""
    over = multiplier[1] * len(guesses)
    aim = multiplier[0] * (sum(guesses) if total is None else total)
    return Distances(tuple(abs(guess * over - aim) for guess in guesses), over)


def competition_ranks(keys: Sequence[int]) -> list[int]:
    """Return the rank of each key, least first; equal keys share the better rank (1 2 2 4)."""
    first: dict[int, int] = {}
    for place, key in enumerate(sorted(keys), start=1):
        first.setdefault(key, place)
    return [first[key] for key in keys]


def sequential_ranks(keys: Sequence[int]) -> list[int]:
    """Return the ranks 1, 2, 3 ... of the keys, least first, equal keys in order of entry."""
    ranks = [0] * len(keys)
    for place, index in enumerate(sorted(range(len(keys)), key=keys.__getitem__), start=1):
        ranks[index] = place
    return ranks


def fraction_pair(value: Fraction) -> list[int]:
    """Return a fraction as its numerator and denominator, in lowest terms."""
    return [value.numerator, value.denominator]


Result = dict[str, object]
"""The result of a closed round, as plain data."""


def closed_round(
    guesses: Mapping[str, int], multiplier: Multiplier, ranked: bool = False
) -> Result:
    """Return the result of a round with these guesses by name, in order of joining.

    With `ranked` it has a "ranking" of all players too, by rank, then by joining.
    """
    values = tuple(guesses.values())
    found = round_figures(Counter(values), multiplier)
    apart = distances(values, multiplier)
    ranks = competition_ranks(apart.keys)
    rows = list(zip(ranks, guesses.items(), apart.scores(), strict=True))
    found["winners"] = [{"name": name, "guess": g} for rank, (name, g), _ in rows if rank == 1]
    if ranked:
        found["ranking"] = [
            {"rank": rank, "name": name, "guess": guess, "score": score}
            for rank, (name, guess), score in sorted(rows, key=lambda row: row[0])
        ]
    return found


def round_figures(counts: Mapping[int, int], multiplier: Multiplier) -> Result:
    """Return the figures of a closed round out of how often each number was guessed.

    `winners` is empty here; whoever knows the names fills it in. Without guesses there is no mean,
    no target and no best score.
    """
    count = sum(counts.values())
    total = sum(guess * many for guess, many in counts.items())
    target = target_of(total, count, multiplier) if count else None
    best = (
        min((abs(guess - target) for guess in counts), default=None) if target is not None else None
    )
    return {
        "count": count,
        "sum": total,
        "mean": total / count if count else None,
        "target": None if target is None else fraction_pair(target),
        "target_float": None if target is None else float(target),
        "histogram": [[guess, counts[guess]] for guess in sorted(counts)],
        "winners": [],
        "best_score": None if best is None else float(best),
    }


def last_guesses(entries: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the last guess of each player, in order of their first ones.

    Names that count as the same are one player's, who has the first of them.
    """
    names: dict[str, str] = {}
    return {names.setdefault(name_key(name), name): guess for name, guess in entries}


def nearest_whole(value: Fraction) -> int:
    """Return the nearest whole number, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
