"""The people that `mind` was measured on, as a crowd to compare a player's readability with.

Each person has one figure: the bits that a choice cost weights fitted to others, as a share of the
bits of blind guessing. 1 is a person whom no forecast can read, 0 clockwork. The card of the
weights in use keeps, for each set of people, their number and these shares at even percents; a
set's people are put back at even steps between them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from ai.sequence.weights import MIND
from games.arrays import FloatArray
from games.mind import Bell
from games.weights import UNKNOWN, figure

WIDTH: Final = 0.03
"""The standard deviation of the normal curve that stands for each person. Chosen: Silverman's rule
for 311 people whose shares have a standard deviation of .2 gives .06; half of that, for most of
them crowd together."""
LOW, HIGH, STEPS = 0.0, 1.1, 110
"""The ends of the curve and its steps: dice come to 1.05 in fifty keys."""
MOST_PEOPLE: Final = 10_000
"""More people in one set are not drawn one by one; no study of this kind has so many."""


def shares_of(names: Iterable[str], card: Mapping[str, Any] | None = None) -> FloatArray:
    """Return the shares (people,), ascending, of the people in the sets called `names`.

    The shares come from `card`, by default the card of the weights in use. Sets for which the card
    has no proper numbers are left out.
    """
    card = MIND.card if card is None else card
    found = [np.zeros(0)]
    for name in names:
        with contextlib.suppress(LookupError, TypeError, ValueError, ArithmeticError):
            points = np.array(card["surprise"]["of_chance"][name], dtype=float)
            percents = np.array(card["surprise"]["percents"], dtype=float)
            told = figure(card, "data", name, "people")
            people = 0 if told == UNKNOWN else int(told)
            sound = np.isfinite(points).all() and (np.diff(points) >= 0).all()
            if 0 < people <= MOST_PEOPLE and len(points) == len(percents) > 1 and sound:
                at = 100.0 * (np.arange(people) + 0.5) / people
                found.append(np.interp(at, percents, points))
    return np.sort(np.concatenate(found))


def easier(share: float, people: FloatArray) -> float:
    """Return the part of `people` (people,), 0..1, who are easier to read than a person with a
    `share`; 0 without people.
    """
    return float(np.searchsorted(people, share)) / max(1, len(people))


def told_rank(share: float, people: FloatArray) -> str:
    """Return a sentence on the place of a person with a `share` among `people`."""
    part = easier(share, people)
    if part >= 0.5:
        some = f"{part:.0%} of" if part <= 0.99 else "nearly all"
        return f"You are harder to read than {some} {len(people)} people."
    some = f"{1.0 - part:.0%} of" if part >= 0.01 else "nearly all"
    return f"You are easier to read than {some} {len(people)} people."


def bell(share: float, names: Iterable[str], text: str, seat: int) -> tuple[Bell, ...]:
    """Return the people of the sets called `names` as a curve, with a `share` of `seat` as the pin.

    `text` is the help. Returns () where no people are known.
    """
    people = shares_of(names)
    if not len(people):
        return ()
    at = np.linspace(LOW, HIGH, STEPS + 1)
    curve = np.exp(-0.5 * ((at[:, None] - people) / WIDTH) ** 2).mean(axis=1)
    marks = (("dice", 1.0), ("clockwork", 0.0), ("people", float(np.median(people))))
    title, told = "You among the people measured", told_rank(share, people)
    return (Bell(title, tuple(curve.tolist()), LOW, HIGH, share, marks, told, "you", text, seat),)
