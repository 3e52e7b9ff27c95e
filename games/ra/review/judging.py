"""Every choice of people in a game of Ra, judged: what it gave away against the best one.

The judge is the oracle that hints come from, and it knows what whoever chose knew. It works in a
thread, so that a page can fill while it goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple, cast

from games import catalog
from games.agents import Weighed
from games.arrays import BadWeights
from games.beside import Beside
from games.core import Event, Turn
from games.ra.asks import Oracle
from games.ra.rules import GAME
from games.ra.rules.state import State, view_of
from games.ra.telling import word
from games.spec import Params

COSTLY: Final = 0.01
"""The least chance to win that a choice must have given away to be told as costly."""
MOST: Final = 5
"""So many choices of a person are told; chosen for a page of 800 x 600."""


class Asked(NamedTuple):
    """A choice that a person made: after so many turns, in which `state`, and the `move`."""

    turn: int
    state: State
    seat: int
    move: str


class Judged(NamedTuple):
    """What is known of a choice: what could be done, best first, and what it gave away.

    `own` is what was done, `lost` is of the chance to win, `points` of the points ahead.
    """

    asked: Asked
    actions: tuple[Weighed, ...]
    own: Weighed
    lost: float
    points: float
    reason: str

    @property
    def best(self) -> Weighed:
        """The best choice."""
        return self.actions[0]


def choices_of(params: Params, turns: Sequence[Turn], seats: Collection[int]) -> list[Asked]:
    """The choices that these seats made, in order."""
    state = GAME.new(params)
    found: list[Asked] = []
    for number, turn in enumerate(turns):
        seat, move = turn[0]
        if seat in seats:
            found.append(Asked(number, state, seat, move))
        state, _ = GAME.apply(state, dict(turn))
    return found


def events_before(params: Params, turns: Sequence[Turn], number: int) -> list[Event]:
    """All that has happened in the first `number` turns."""
    state = GAME.new(params)
    found: list[Event] = []
    for turn in turns[:number]:
        state, events = GAME.apply(state, dict(turn))
        found += events
    return found


def in_words(move: str) -> str:
    """What gods do that take several tiles: "take flood and temple with gods"."""
    tiles = [word(tile) for tile in move.split()[1:]]
    return f"take {' and '.join(tiles)} with gods"


def judge(oracle: Oracle, asked: Asked) -> Judged | None:
    """A choice beside the best one; None where there was nothing to choose.

    Gods that took several tiles are worth what the table was worth after them.
    """
    view = view_of(asked.state)
    actions = oracle.actions(view)
    own = next((action for action in actions if action.move == asked.move), None)
    if len(actions) < 2 and own is not None:
        return None
    best = actions[0]
    if own is None:
        after, _ = GAME.apply(asked.state, {asked.seat: asked.move})
        win = oracle.chances(view_of(after))[asked.seat]
        own = Weighed(asked.move, in_words(asked.move), win, best.points)
    lost, points = max(0.0, best.value - own.value), best.points - own.points
    return Judged(asked, actions, own, lost, points, oracle.reason(view))


class Review(Beside):
    """The choices of some `seats` in a game, judged one after the other from now on."""

    def __init__(
        self,
        params: Params,
        turns: Sequence[Turn],
        seats: Collection[int],
        oracle: Oracle | None = None,
    ) -> None:
        self.asked = choices_of(params, turns, seats)
        self.judged: list[Judged] = []
        self.count, self.problem = 0, ""
        self._oracle = oracle
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Judge one choice after the other; weights that cannot be used are the `problem`."""
        try:
            oracle = self._oracle or cast(Oracle, catalog.watcher("ra", "oracle"))
            for asked in self.asked:
                found = judge(oracle, asked)
                if found is not None:
                    self.judged.append(found)
                self.count += 1
                yield
        except BadWeights as problem:
            self.problem = str(problem)

    @property
    def share(self) -> float:
        """How much is judged, 0 to 1."""
        return self.count / max(1, len(self.asked))

    def costly(self, seat: int, most: int = MOST) -> list[Judged]:
        """The choices of a seat that gave something away, the costliest first."""
        found = [each for each in self.judged if each.asked.seat == seat and each.lost >= COSTLY]
        return sorted(found, key=lambda each: -each.lost)[:most]

    def given_away(self, seat: int) -> float:
        """The chance to win that a choice of this seat gave away on average so far."""
        lost = [each.lost for each in self.judged if each.asked.seat == seat]
        return sum(lost) / len(lost) if lost else 0.0
