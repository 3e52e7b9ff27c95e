"""Simulated crowds to sit among: their members, guesses, and changes.

All numbers here were chosen by hand, so that fixed rules foresee these crowds about as well as the
specification demands (`main.py arena guess` measures it).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.guess import HIGH, LOW
from games.streams import Stream

MIDDLE: Final = (LOW + HIGH) / 2
FREE_SHARE: Final = 0.06
_LEVELS: Final = {
    "levels": (15, 35, 30, 15, 5),
    "learners": (35, 40, 20, 5, 0),
    "newspaper": (15, 38, 32, 10, 5),
}
"""Of 100 members so many think 0, 1, ... 4 steps ahead."""
_NEWCOMERS: Final = (40, 40, 20, 0, 0)
NOISE: Final = {"levels": 0.12, "learners": 0.25, "newspaper": 0.25}
"""Of a thinker's guess, as a share of it (one standard deviation)."""


class CrowdMember(NamedTuple):
    """A member of a crowd: how many steps ahead, and how far it moves to the last target, 0..1.

    `place` is its last guess before it was rounded, -1 before the first round; a `free` member
    guesses any number.
    """

    level: int
    pace: float
    place: float
    free: bool = False


Crowd = tuple[CrowdMember, ...]


class LastRound(NamedTuple):
    """The public result of the last round: its mean and its target; None before the first."""

    mean: float
    target: float


def gather(kind: str, count: int, rng: Stream) -> Crowd:
    """Return a new crowd of this kind."""
    return tuple(_newcomer(kind, rng) for _ in range(count))


def _newcomer(kind: str, rng: Stream, shares: Sequence[int] = ()) -> CrowdMember:
    level = rng.weighted(shares or _LEVELS.get(kind, _LEVELS["levels"]))
    return CrowdMember(
        level, rng.uniform(0.1, 0.7), -1.0, kind == "newspaper" and rng.random() < 0.15
    )


def guesses(
    kind: str, crowd: Crowd, told: LastRound | None, factor: float, rng: Stream
) -> tuple[int, ...]:
    """Return the next guesses of this crowd, when the mean is multiplied by `factor`."""
    return tuple(whole(_next_place(kind, member, told, factor, rng)) for member in crowd)


def whole(value: float) -> int:
    """Return the nearest whole number of the range, halves up."""
    return max(LOW, min(HIGH, int(value + 0.5)))


def _next_place(
    kind: str, member: CrowdMember, told: LastRound | None, factor: float, rng: Stream
) -> float:
    if kind == "followers":
        if told is None or member.place < 0:
            return rng.uniform(LOW, 70.0) if told is None else rng.gauss(told.mean, 6.0)
        return member.place + member.pace * (told.target - member.place) + rng.gauss(0.0, 9.0)
    if member.free or (kind == "levels" and rng.random() < FREE_SHARE):
        return rng.uniform(LOW, HIGH)
    anchor = MIDDLE if told is None else told.mean
    spread = NOISE.get(kind, 0.0)
    return anchor * float(factor**member.level) * (1.0 + rng.gauss(0.0, spread))


def learn(
    kind: str,
    crowd: Crowd,
    own: Sequence[int],
    told: LastRound,
    anchor: float,
    factor: float,
    rng: Stream,
) -> Crowd:
    """Return the crowd after a round in which it guessed `own` from this `anchor`."""
    if kind == "followers":
        return tuple(
            member._replace(place=float(guess)) for member, guess in zip(crowd, own, strict=True)
        )
    if kind != "learners":
        return crowd
    won = min(range(5), key=lambda level: abs(anchor * factor**level - told.target))
    return tuple(_taught(member, won, rng) for member in crowd)


def _taught(member: CrowdMember, won: int, rng: Stream) -> CrowdMember:
    """Return a learner when level `won` would have won: wiser by a step, or gone and replaced."""
    if rng.random() < 0.06:
        return _newcomer("learners", rng, _NEWCOMERS)
    if rng.random() < 0.4:
        step = (won > member.level) - (won < member.level)
        return member._replace(level=member.level + step)
    return member
