"""The course of a match of capture-the-flag, a moment for each move of a bot.

What a session has played is applied again by the rules, so that every moment has its state,
whether the match is played, taken up, or looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, overload

from games.core import CHANCE, Event, Turn
from games.ctf.rules.game import GAME
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import BOTS, State
from games.spec import Params

REMEMBERED: Final = 3 * len(BOTS)
"""So many moves an enemy that was seen stays on the map as a memory; chosen by eye."""


class BotMoment(NamedTuple):
    """The match at the turn of a bot, all readings made, or over; and what led there from the
    moment before.
    """

    state: State
    events: tuple[Event, ...]


class BotWay(NamedTuple):
    """A bot on its way: from a cell to a cell, and the part of it that is done, 0..1."""

    before: int
    cell: int
    share: float


class BotMoments(Sequence[BotMoment]):
    """The moments of a match with these options; moment k comes after k moves."""

    def __init__(self, params: Params) -> None:
        self._state: State = GAME.new(params)
        self._events: list[Event] = []
        self._turns = 0
        self._moments: list[BotMoment] = []
        self._cut()

    @overload
    def __getitem__(self, index: int) -> BotMoment: ...
    @overload
    def __getitem__(self, index: slice) -> list[BotMoment]: ...
    def __getitem__(self, index: int | slice) -> BotMoment | list[BotMoment]:
        return self._moments[index]

    def __len__(self) -> int:
        return len(self._moments)

    def follow(self, turns: Sequence[Turn], most: int | None = None) -> bool:
        """Take in the turns played since, at most `most`; return whether all are in."""
        last = len(turns) if most is None else min(len(turns), self._turns + most)
        for turn in turns[self._turns : last]:
            self._state, events = GAME.apply(self._state, dict(turn))
            self._events.extend(events)
            self._cut()
        self._turns = max(self._turns, last)
        return self._turns == len(turns)

    def _cut(self) -> None:
        """Add a moment if a bot is to move, or the match is over."""
        if GAME.to_act(self._state) == (CHANCE,):
            return
        self._moments.append(BotMoment(self._state, tuple(self._events)))
        self._events.clear()

    def way(self, time: float, bot: int) -> BotWay:
        """Return the way of a bot at a `time` in moves: it takes a round for a step.

        A bot that was caught since is on its start cell at once.
        """
        now = min(int(time), len(self) - 1)
        cell = self[now].state.bots[bot]
        own = now - (now - 1 - bot) % len(BOTS)  # the moment after its last move
        if own < 1 or self[own].state.bots[bot] != cell:
            return BotWay(cell, cell, 1.0)
        before = self[own - 1].state.bots[bot]
        if self[now].state.field.apart(before, cell) != 1:
            return BotWay(cell, cell, 1.0)
        return BotWay(before, cell, min(1.0, max(0.0, (time - own) / len(BOTS))))


class Sighting(NamedTuple):
    """An enemy on a cell, where it was seen before, and at which moment it was seen last."""

    before: int
    cell: int
    moment: int


class Sightings:
    """The enemies that a `team` has seen; `latest` is the moment of its last readings."""

    def __init__(self, team: int) -> None:
        self.team, self.latest = team, 0
        self._seen: dict[int, Sighting] = {}

    def follow(self, number: int, moment: BotMoment) -> None:
        """Take in the moment of this number, as far as the team may know it."""
        for event in moment.events:
            if event.kind == "catch":
                self._seen.pop(event.data["pacman"], None)
        state = moment.state
        if state.over or state.turn % 2 != self.team:
            return
        self.latest = number
        for enemy, reading in zip(enemies_of(self.team), state.readings, strict=True):
            if reading.kind == "seen":
                last = self._seen.get(enemy)
                near = last is not None and state.field.apart(last.cell, reading.value) <= 1
                before = last.cell if near and last is not None else reading.value
                self._seen[enemy] = Sighting(before, reading.value, number)

    def way(self, enemy: int, time: float) -> tuple[BotWay, bool] | None:
        """Return the way to draw an enemy on at a `time` in moves, if it is in sight, or None."""
        found = self._seen.get(enemy)
        if found is None or time - found.moment > REMEMBERED:
            return None
        share = min(1.0, max(0.0, (time - found.moment) / 2))
        return BotWay(found.before, found.cell, share), found.moment == self.latest
