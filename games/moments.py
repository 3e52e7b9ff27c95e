"""The moments of a match: every state and the events that led to it, found by the rules alone.

A log has the moves alone. `Moments` plays them again and keeps what they led to, so that going
anywhere in a match is a look into a list.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic, NamedTuple, TypeVar, overload

from games.core import CHANCE, Event, Game, Turn
from games.spec import Params

S = TypeVar("S")


class Moment(NamedTuple, Generic[S]):
    """A state of a match and the events of the turn that led to it; none led to the first."""

    state: S
    events: tuple[Event, ...]


class MoveChosen(NamedTuple, Generic[S]):
    """The move of a seat: after `turn` turns, in which state, and what the seat chose."""

    turn: int
    state: S
    seat: int
    move: str


class Moments(Sequence[Moment[S]]):
    """The moments of a match with these options: moment k is the one after k turns.

    `turns` are those that were followed.

    >>> from games import catalog
    >>> moments = Moments(catalog.rules("karate"), catalog.spec("karate").params())
    >>> moments.follow([((0, "kick"), (1, "punch"))])
    True
    >>> len(moments), [(choice.seat, choice.move) for choice in moments.choices({1})]
    (2, [(1, 'punch')])
    """

    def __init__(self, game: Game[S], params: Params, start: S | None = None) -> None:
        """Begin before the first turn; `start` is the state there, where it is made already."""
        self.game = game
        self.turns: list[Turn] = []
        first = game.new(params) if start is None else start
        self._moments: list[Moment[S]] = [Moment(first, ())]

    @overload
    def __getitem__(self, index: int) -> Moment[S]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Moment[S]]: ...
    def __getitem__(self, index: int | slice) -> Moment[S] | list[Moment[S]]:
        return self._moments[index]

    def __len__(self) -> int:
        """Return one more than the turns."""
        return len(self._moments)

    def follow(self, turns: Sequence[Turn], most: int | None = None) -> bool:
        """Play on to the end of `turns`, at most `most` of them; return whether all are played.

        Turns that were followed before and are not in `turns` were taken back and are forgotten.
        Raises `IllegalMove` at a turn that cannot be played; those before it are kept.
        """
        self.cut(_shared(self.turns, turns))
        last = len(turns) if most is None else min(len(turns), len(self.turns) + most)
        for turn in turns[len(self.turns) : last]:
            self.add(turn, *self.game.apply(self[-1].state, dict(turn)))
        return len(self.turns) == len(turns)

    def add(self, turn: Turn, state: S, events: tuple[Event, ...]) -> None:
        """Add a `turn` that was played elsewhere, with what it led to."""
        self.turns.append(turn)
        self._moments.append(Moment(state, events))

    def cut(self, turn: int) -> None:
        """Forget what came after `turn` turns."""
        del self.turns[turn:], self._moments[turn + 1 :]

    def choices(self, seats: Collection[int] | None = None) -> list[MoveChosen[S]]:
        """Return the moves of some `seats`, in order; without `seats`, of all seats but chance.

        Seats that move at once stand in the order of the turn.
        """
        return [
            MoveChosen(number, before.state, seat, move)
            for number, (before, turn) in enumerate(zip(self._moments, self.turns, strict=False))
            for seat, move in turn
            if (seat != CHANCE if seats is None else seat in seats)
        ]

    def events(self, first: int = 0, last: int | None = None) -> list[Event]:
        """Return the events of the turns `first` to `last`, without the last; of all where none is
        given.

        Turns are counted from 0.
        """
        found = self._moments[first + 1 : None if last is None else last + 1]
        return [event for moment in found for event in moment.events]


def _shared(known: Sequence[Turn], turns: Sequence[Turn]) -> int:
    """Return the number of turns in which two matches begin alike."""
    most = min(len(known), len(turns))
    if known[:most] == list(turns[:most]):
        return most
    return next(n for n in range(most) if known[n] != turns[n])
