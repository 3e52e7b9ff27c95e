"""The common knowledge of every team that listens: a shadow of the match without unseen enemies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ai.core import Agent
from ai.ctf.witness import Glance, glance_of
from games.core import Event, Game
from games.ctf.maze import MOVES
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import EnemyReading, State
from games.spec import Params
from games.streams import Stream


class Follower(Agent):
    """An agent that follows its team's events, and takes in each glance by a subclass's `_read`."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin with all bots on their start cells."""
        super().begin(seats, game, params, rng)
        start: State = game.new(params)
        self.team = self.seat % 2
        self.field, self.rules, self.length = start.field, start.rules, start.length
        self.enemies = enemies_of(self.team)
        self._bots = list(start.bots)
        self._food = [set(dots) for dots in start.food]
        self._score, self._deaths, self._kills = [0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
        self._killed = [False, False, False, False]
        self._fell: list[int] = []
        """Who was caught since our last move, by another."""
        self._played: str | None = None
        self._started(start)
        if start.turn % 2 == self.team and len(start.readings) == len(self.enemies):
            self._read(glance_of(start, self.seat))

    def _started(self, start: State) -> None:
        """Get ready for the first glance."""

    def observe(self, events: Sequence[Event]) -> None:
        """Follow what happens, and take in what is heard."""
        ours = any(event.kind == "move" for event in events)
        self._fell = [] if ours else self._fell
        for event in events:
            self._follow(event)
            if event.kind == "catch" and not ours:
                self._fell.append(event.data["pacman"])

    def _follow(self, event: Event) -> None:
        data = event.data
        if event.kind == "move":
            here = self.field.ways[data["from"]]
            self._bots[data["bot"]] = data["to"]
            self._killed[data["bot"]] = False
            self._played = MOVES[here.index(data["to"])]
        elif event.kind == "eat":
            self._food[1 - data["bot"] % 2].discard(data["cell"])
            self._score[data["bot"] % 2] += 1
        elif event.kind == "catch":
            self._caught(data["ghost"], data["pacman"])
        elif event.kind == "relocate":
            self._food[data["team"]] ^= {data["from"], data["to"]}
        elif event.kind == "heard":
            self._read(self._glance(data["moves"], data["readings"]))

    def _caught(self, ghost: int, caught: int) -> None:
        self._bots[caught] = self.field.starts[caught]
        self._deaths[caught] += 1
        self._kills[ghost] += 1
        self._killed[caught] = True
        self._score[ghost % 2] += self.rules.catch

    def _glance(self, moves: int, readings: tuple[EnemyReading, EnemyReading]) -> Glance:
        own, other = self.team, 1 - self.team
        mover = (moves - 1) % 4
        if mover in self.enemies:  # it moved unseen, so that it was caught on its own move or not
            self._killed[mover] = mover in self._fell
        deaths, killed = self._deaths, self._killed
        return Glance(
            moves,
            (self._bots[own], self._bots[own + 2]),
            readings,
            (frozenset(self._food[own]), frozenset(self._food[other])),
            (self._score[own], self._score[other]),
            ((deaths[own], deaths[own + 2]), (deaths[other], deaths[other + 2])),
            ((killed[own], killed[own + 2]), (killed[other], killed[other + 2])),
        )

    def _read(self, glance: Glance) -> None:
        """Take in a glance."""
