"""States of capture-the-flag, and what a team may know of one."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.core import IllegalMove
from games.ctf.maze import Dots, Field, Ground
from games.ctf.rulesets import CtfRules

BOTS: Final = (0, 1, 2, 3)
UNKNOWN: Final = -1
"""In a view the cell of an enemy that is not seen."""
Four = tuple[int, int, int, int]


class EnemyReading(NamedTuple):
    """The reading of an enemy: the cell it is "seen" on, a distance "z" (in cells, may be below 0),
    or a cell that it is "near" to.
    """

    kind: str
    value: int


class DotAge(NamedTuple):
    """A dot near a ghost of its own, and for how many moves of its team without a break."""

    cell: int
    age: int


Ages = tuple[tuple[DotAge, ...], tuple[DotAge, ...]]


@dataclass(frozen=True, slots=True)
class State:
    """A match at the turn of one bot; `moves` of `length` were made.

    - `bots` are the four cells, `food` the dots of each team, `score` its points.
    - `deaths` and `kills` (catches) are counted for each bot; `killed` is True if it was caught
      since its own last move.
    - `ages` are the ages of dots near a ghost of their own, in the order of [x, y]; `due` are the
      dots to be moved away before the bot moves.
    - `readings` are the readings of its enemies up to now, the lower one first. In a view unseen
      enemies are `UNKNOWN`.
    - `orders` has the order that holds for each team's mate of a person, "" without one; in a view
      the own team's alone (`games.ctf.rules.orders`).
    """

    field: Field = dataclasses.field(repr=False)  # thousands of numbers that never change
    rules: CtfRules
    length: int
    moves: int
    bots: Four
    food: Dots
    score: tuple[int, int] = (0, 0)
    deaths: Four = (0, 0, 0, 0)
    kills: Four = (0, 0, 0, 0)
    killed: tuple[bool, bool, bool, bool] = (False, False, False, False)
    ages: Ages = ((), ())
    due: tuple[int, ...] = ()
    readings: tuple[EnemyReading, ...] = ()
    orders: tuple[str, str] = ("", "")

    @property
    def over(self) -> bool:
        """True if a side has no dots left, or all moves were made."""
        return self.moves >= self.length or not self.food[0] or not self.food[1]

    @property
    def turn(self) -> int:
        """The bot whose turn it is."""
        return self.moves % len(BOTS)

    @property
    def winner(self) -> int | None:
        """The team with more points, once the match is over; None for a draw."""
        first, second = self.score
        return None if first == second or not self.over else int(second > first)

    def is_ghost(self, bot: int) -> bool:
        """Return whether a bot is at home."""
        return self.field.home[self.bots[bot]] == bot % 2


def mate_of(bot: int) -> int:
    """Return the other bot of the team of a `bot`."""
    return (bot + 2) % len(BOTS)


def first_state(ground: Ground, rules: CtfRules, length: int) -> State:
    """Return the bots on their start cells, before the first dot is looked at."""
    field, dots = ground
    return State(field, rules, length, 0, field.starts, dots)


def refuse(move: object, known: str) -> IllegalMove:
    """Return the refusal of a `move` that is not among the `known` ones."""
    return IllegalMove(f"{str(move)[:20]!r} is not possible here; possible are {known}.")
