"""What all teams share that act on a belief: the belief itself, told by what is observed.

A team keeps a shadow of the match, of which enemies out of sight are left out, and reads each
glance (`ai.ctf.witness.Glance`) as soon as it is told: its state is a function of what it observed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from ai.belief.graph import Vector, entropy_bits
from ai.core import Agent
from ai.ctf.roads import Roads
from ai.ctf.tracking import Maker, TeamBelief
from ai.ctf.witness import Glance, glance_of, view_from
from games.core import Decision, Event, Game, Limit, Params
from games.ctf.maze import MOVES
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import Reading, State
from games.mind import Bars, Mind, Note
from games.streams import Stream


class Believer(Agent):
    """A team with beliefs over both enemies; a subclass says which `move` follows from them."""

    def __init__(self, make: Maker) -> None:
        self._make = make

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Both enemies stand on their start cells."""
        super().begin(seats, game, params, rng)
        start: State = game.new(params)
        self.team = self.seat % 2
        self.field, self.rules = start.field, start.rules
        self.roads = Roads.of(start.field)
        self.belief = TeamBelief(start.field, start.rules, self.team, self._make)
        self.enemies = enemies_of(self.team)
        self._bots = list(start.bots)
        self._food = [set(dots) for dots in start.food]
        self._score, self._deaths = [0, 0], [0, 0, 0, 0]
        self._played: str | None = None
        if start.turn % 2 == self.team and len(start.readings) == len(self.enemies):
            self._read(glance_of(start, self.seat))

    def observe(self, events: Sequence[Event]) -> None:
        """Follow what happens, and take in what is heard."""
        for event in events:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        data = event.data
        if event.kind == "move":
            here = self.field.ways[data["from"]]
            self._bots[data["bot"]] = data["to"]
            self._played = MOVES[here.index(data["to"])]
        elif event.kind == "eat":
            self._food[1 - data["bot"] % 2].discard(data["cell"])
            self._score[data["bot"] % 2] += 1
        elif event.kind == "catch":
            caught = data["pacman"]
            self._bots[caught] = self.field.starts[caught]
            self._deaths[caught] += 1
            self._score[data["ghost"] % 2] += self.rules.catch
        elif event.kind == "relocate":
            self._food[data["team"]] ^= {data["from"], data["to"]}
        elif event.kind == "heard":
            self._read(self._glance(data["moves"], data["readings"]))

    def recall(self, glance: Glance, move: str | None) -> State:
        """Take in a glance that is told otherwise than by events; returns the view it stands for.

        `move` is what our bot did since the last one.
        """
        view = view_from(glance, self.field, self.rules, self.team)
        self._bots, self._deaths = list(view.bots), list(view.deaths)
        self._food, self._score = [set(dots) for dots in view.food], list(view.score)
        self._played = move
        self._read(glance)
        return view

    def _glance(self, moves: int, readings: tuple[Reading, Reading]) -> Glance:
        own, other = self.team, 1 - self.team
        return Glance(
            moves,
            (self._bots[own], self._bots[own + 2]),
            readings,
            (frozenset(self._food[own]), frozenset(self._food[other])),
            (self._score[own], self._score[other]),
            (
                (self._deaths[own], self._deaths[own + 2]),
                (self._deaths[other], self._deaths[other + 2]),
            ),
            ((False, False), (False, False)),
        )

    def _read(self, glance: Glance) -> None:
        self.belief.read(glance, self._played)

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """The move that follows from the beliefs."""
        move, why = self.choose(seat, view, self.held())
        return Decision(MOVES[move], (Note(why), *self.mind()) if limit.mind else None)

    def held(self) -> tuple[Vector, Vector]:
        """The beliefs that it acts on, shape (n,) each."""
        return self.belief.beliefs

    def choose(self, seat: int, view: State, beliefs: Sequence[Vector]) -> tuple[int, str]:
        """A move as its place in `MOVES`, and a sentence that says why."""
        raise NotImplementedError

    def mind(self) -> Mind:
        """How much it knows of each enemy, and what it takes it to be up to."""
        items: list[Note | Bars] = []
        for enemy, tracker in zip(self.enemies, self.belief.trackers, strict=True):
            cells = 2 ** entropy_bits(tracker.belief)
            likeliest = self.field.cells[int(np.argmax(tracker.belief))]
            items.append(
                Note(f"Enemy {enemy}: as good as {cells:.1f} cells, likeliest at {likeliest}.")
            )
        return tuple(items)
