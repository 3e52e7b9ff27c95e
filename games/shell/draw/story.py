"""Living pictures: scripts that are played over and over on a game's own board.

A `Story` sets up a position and plays its moves one after the other, with pauses; a `Loop` is drawn
by its age alone; a story without end is `Endless`, a match of agents after the other. Under
reduced motion a story stands where all its moves are played, and a loop at one age.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from games.exhibition import Exhibition
from games.match import Match
from games.shell.draw.theme import Theme
from games.shell.miniature import Miniature

M = TypeVar("M")

LONGEST_STEP = 0.1
"""Seconds that travelling things move at once at most, after a frame that took long."""


class Story(Miniature, Generic[M]):
    """A script: `begin` sets the position up, `play` makes a move, `left` are the moves to come.

    `before` the first move, `between` two moves and `after` the last one the picture rests for
    these seconds, once all motion has ended.
    """

    before, between, after = 1.0, 1.0, 2.0

    def __init__(self, theme: Theme, moves: Sequence[M]) -> None:
        super().__init__(theme)
        self.moves = tuple(moves)
        self._restart()
        while theme.reduced_motion and self.left:
            self.play(self.left.pop(0), True)

    def _restart(self) -> None:
        self.left, self.wait = list(self.moves), self.before
        self.begin()

    def begin(self) -> None:
        """Set up the position before the first move."""

    def play(self, move: M, still: bool) -> None:
        """Make a move; with `still` it is there at once."""
        raise NotImplementedError

    def travel(self, age: float) -> bool:
        """Let all motion go on for `age` seconds; return True while there is some."""
        return False

    def pause(self) -> float:
        """Return how many seconds to rest after the move that was played last."""
        return self.between if self.left else self.after

    def update(self, age: float) -> None:
        """Make the next move, or set all up again."""
        if self.theme.reduced_motion or self.travel(min(age, LONGEST_STEP)):
            return
        self.wait -= age
        if self.wait > 0:
            return
        if not self.left:
            self._restart()
            return
        self.play(self.left.pop(0), False)
        self.wait = self.pause()


class Loop(Miniature):
    """A picture of `seconds` that is drawn by its `age`; under reduced motion that is `still`."""

    seconds, still = 3.0, 3.0

    def __init__(self, theme: Theme, begun: float = 0.0) -> None:
        """The picture has `begun` this number of seconds ago."""
        super().__init__(theme)
        self.age = self.still if theme.reduced_motion else begun

    def update(self, age: float) -> None:
        """Let `age` seconds pass, unless motion is reduced."""
        if not self.theme.reduced_motion:
            self.age = (self.age + age) % self.seconds


class Endless(Miniature):
    """Agents that play match after match; `wait` is the time until their next turn."""

    units = (320, 180)

    def __init__(self, theme: Theme, show: Exhibition, played: int) -> None:
        """Begin with `played` turns of the `show`."""
        super().__init__(theme)
        self.show, self.wait = show, 0.0
        self.begin()
        for _ in range(played):
            self.turn()

    @property
    def match(self) -> Match[Any]:
        """The match that is played."""
        return self.show.match

    def begin(self) -> None:
        """Set up what is kept of a match, at the start of each."""

    def turn(self) -> None:
        """Play the next turn, or begin another match."""
        raise NotImplementedError

    def update(self, age: float) -> None:
        """Let `age` seconds pass; a turn is played when it is due."""
        self.wait -= age
        if self.wait <= 0:
            self.turn()
