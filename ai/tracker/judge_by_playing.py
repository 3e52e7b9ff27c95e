"""Moves in the maze that are judged by playing on: of a ghost that hides, and in the hunt."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

import numpy as np

from ai.belief.graph import Vector
from ai.tracker.judge_exactly import JudgePart, by_value, way_words
from ai.tracker.rollouts import (
    FLEES,
    LATER,
    NEVER,
    NEXT,
    WALKS,
    WANDERS,
    Floats,
    Hiding,
    HuntRows,
    Ints,
    MazeTables,
    hunt,
)
from ai.tracker.trackers import answer
from ai.tracker.watchers import BeliefWatcher
from games.agents import Advice, Judged, Measure, Weighed
from games.core import Event, Game
from games.spec import Params
from games.streams import Stream
from games.tracker.rules import MOVES, HideState, HuntState, MazeState
from games.tracker.rules.hide import SLIP
from games.tracker.rules.hunt import GHOST
from games.tracker.rules.unseen import MOST_STEPS

V = TypeVar("V", bound=MazeState)
POINTS: Final = Measure("the expected points", "points", (0.3, 1.0, 2.0, 4.0))
STEPS: Final = Measure("the expected steps to the catch", "steps", (0.5, 1.5, 3.0, 5.0), costs=True)
ESCAPE: Final = Measure("the expected steps to the catch", "steps", (0.5, 1.5, 3.0, 5.0))
"""The grades are by hand: a detour is a slip of a hunter, who then needs two steps more; so is a
lantern that brings a bit less of a ghost."""
HUNTS: Final = 48
"""Ways in which a hunt is played on for each move; a loss of two steps is then beyond the error."""
HIDES: Final = 32
"""Ways in which a game of hiding is played on for each move."""
MOST: Final = 40
"""Steps that are played on at most. The pack catches nine of ten ghosts in fewer."""
THEIRS: Final = "Where they take the ghost to be"
_KINDS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("random", "roamer", "rests at times", "rests often"), WANDERS),
    "flee": FLEES,
}
"""How the ghost goes on by each idea of `auto`; by all others it walks on."""


class PlayedOn(JudgePart, Generic[V]):
    """Moves that are judged by playing on from them."""

    def __init__(self, game: Game[Any], params: Params, seat: int) -> None:
        super().__init__(game, params, seat)
        self.ground = MazeTables(self.graph, self.course)
        self.game = game

    @abstractmethod
    def outcomes(self, view: V, seat: int, moves: Sequence[str], seed: int) -> Floats:
        """Return the values of ways on after each move: shape (moves, ways)."""

    def moves_of(self, view: V, seat: int) -> list[str]:
        """Return the moves of a seat by its view."""
        return list(self.game.legal(view, seat))

    @abstractmethod
    def usual(self, view: V, seat: int) -> str:
        """Return the move that stands as long as no other is surely better."""

    def weighed(self, view: V, seat: int, seed: int) -> tuple[Weighed, ...]:
        """Return all moves, best first; each with the error of its difference to the best."""
        moves = self.moves_of(view, seat)
        values = self.outcomes(view, seat, moves, seed)
        means = values.mean(axis=1)
        best = int(means.argmax())
        usual = self.usual(view, seat)
        if usual in moves:
            stands = moves.index(usual)
            if means[best] - means[stands] <= 2 * _error(values[best] - values[stands]):
                best = stands  # else the luckiest of equal moves were the best, by its luck
        rows = [
            Weighed(move, way_words(move), float(mean), error=_error(values[best] - value))
            for move, value, mean in zip(moves, values, means, strict=True)
        ]
        rest = [row for place, row in enumerate(rows) if place != best]
        return (rows[best], *by_value(rest))

    def judged(
        self, seat: int, move: str, measure: Measure, rows: Sequence[Weighed], so_far: float
    ) -> Judged:
        """Judge a move beside the best of the `rows`, their first."""
        best, own = rows[0], next(row for row in rows if row.move == move)
        return Judged(
            *(seat, move, measure, so_far + best.value, so_far + own.value, best.move),
            lost=best.value - own.value,
            error=own.error,
            why=self.why(best, own) if best != own else "",
            actions=tuple(rows),
        )

    @abstractmethod
    def why(self, best: Weighed, own: Weighed) -> str:
        """Return, after "it", what speaks for the best move beside another."""

    @staticmethod
    def beside(rows: Sequence[Weighed], measure: Measure, what: str) -> str:
        """Return the value of the best move in words, and of the second best."""
        told = f"{measure.level(rows[0].value)} {what}"
        more = [f"to {row.words} {measure.level(row.value)}" for row in rows[1:2]]
        return ", ".join([told, *more])


def _error(differences: Floats) -> float:
    """Return the standard error of the mean of some differences."""
    return float(differences.std(ddof=1) / np.sqrt(len(differences)))


class HidePart(PlayedOn[HideState]):
    """Steps of a ghost that hides: the points so far, and those it still brings home."""

    title = "Where it takes the ghost to be"

    def __init__(self, game: Game[Any], params: Params, seat: int) -> None:
        super().__init__(game, params, seat)
        names = ("reading", "random", "momentum")
        self.models = {name: BeliefWatcher(name) for name in names}
        for watcher in self.models.values():
            watcher.begin((), game, params, Stream.named(0, "judge"))
        self.models["auto"] = self.watcher
        self._fits = dict.fromkeys(("auto", *names), 0)

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings, and see by the answers which of the models the tracker has."""
        for watcher in self.models.values():
            watcher.observe(events)
        for event in events:
            if event.kind == "answer":
                data = event.data
                told = f"{data['cell']}:{data['share']}:{data['doubt']}"
                for name, watcher in self.models.items():
                    self._fits[name] += answer(watcher.thought.posterior) == told

    @property
    def tracker(self) -> str:
        """The model that explains most answers so far."""
        return max(self._fits, key=self._fits.__getitem__)

    @property
    def belief(self) -> Vector:
        """The belief of the tracker about the ghost's place, shape (n,)."""
        return self.models[self.tracker].thought.posterior

    def outcomes(self, view: HideState, seat: int, moves: Sequence[str], seed: int) -> Floats:
        """Return the points that are still brought home."""
        rng = np.random.default_rng((seed, view.step))
        hiding = Hiding(self.ground, view, self.tracker == "reading")
        places, ways = rng.choice(hiding.hidden, HIDES).tolist(), self.course.ways[view.cell]
        firsts: list[int] = []
        plans: list[int] = []
        for move in moves:
            after = (LATER, NEXT) if view.slips and move != SLIP else (NEVER, NEVER)
            firsts += 2 * (places if move == SLIP else [ways[MOVES.index(move)]] * HIDES)
            plans += [plan for plan in after for _ in range(HIDES)]
        shares = np.tile(np.arange(HIDES), 2 * len(moves))
        most = min((self.course.steps or MOST_STEPS) - view.step, 4 * MOST)
        points = hiding.points(self.belief, firsts, plans, shares, most, rng)
        found = points.reshape(len(moves), 2, HIDES)
        better: Floats = found[np.arange(len(moves)), found.mean(axis=2).argmax(axis=1)]
        return better

    def usual(self, view: HideState, seat: int) -> str:
        """Return the first of the moves by which a lamplighter goes on."""
        return MOVES[Hiding(self.ground, view, False).way_on(view.cell)]

    def why(self, best: Weighed, own: Weighed) -> str:
        """Return the points of both."""
        return f"brings {best.value:.1f} points more on average, and to {own.words} {own.value:.1f}"

    def judge(self, view: MazeState, seat: int, move: str, seed: int) -> Judged:
        """Judge a step by the points to expect."""
        assert isinstance(view, HideState)
        rows = self.weighed(view, seat, seed)
        found = self.judged(seat, move, POINTS, rows, view.points / 10)
        return found._replace(mind=self.mind())

    def hint(self, view: MazeState, seed: int) -> Advice:
        """Return the steps, the one that brings most points first."""
        assert isinstance(view, HideState)
        rows = self.weighed(view, 0, seed)
        return self.advice(self.beside(rows, POINTS, "more on average"), POINTS, rows)


class HuntPart(PlayedOn[HuntState]):
    """Steps in a hunt: how soon the ghost is caught, for its hunters and for itself."""

    def moves_of(self, view: HuntState, seat: int) -> list[str]:
        """Return the moves of a seat; who does not see the ghost has the same."""
        return list(self.game.legal(replace(view, cell=max(0, view.cell)), seat))

    def usual(self, view: HuntState, seat: int) -> str:
        """Return a hunter's move as the pack goes; a ghost's away from the hunters."""
        if seat == GHOST:
            to = self.ground.ways[view.cell]
            away = self.ground.steps[to][:, view.hunters].min(axis=1)
            open_to = [MOVES.index(move) for move in self.moves_of(view, seat)]
            return MOVES[max(open_to, key=lambda move: away[move])]
        plan = self.ground.chase(self.belief[None], np.array(view.hunters)[None])[0]
        return self._move(view.hunters[seat], int(plan[seat]))

    def _move(self, cell: int, to: int) -> str:
        return MOVES[self.ground.ways[cell].tolist().index(to)]

    def outcomes(self, view: HuntState, seat: int, moves: Sequence[str], seed: int) -> Floats:
        """Return the steps to the catch, below 0 for a hunter."""
        rng = np.random.default_rng((seed, view.step, seat))
        rows = HUNTS * len(moves)
        shares = np.tile(np.arange(HUNTS), len(moves))
        beliefs = np.repeat(self.belief[None], rows, axis=0)
        hunters: Ints = np.repeat(np.array(view.hunters)[None], rows, axis=0)
        left = (self.course.steps or MOST_STEPS) - view.step
        most = max(1, min(MOST, left + (seat == GHOST)))
        kinds = self._kinds(rng)[shares]
        goals = [int(self.ground.ways[self._stands(view, seat), MOVES.index(m)]) for m in moves]
        to = np.repeat(np.array(goals), HUNTS)
        if seat == GHOST:
            before = np.full(rows, view.cell)
            start = HuntRows(beliefs, to, before, hunters)
            kinds = np.full(rows, FLEES)
            return hunt(self.ground, start, kinds, shares, most, rng, True).reshape(-1, HUNTS)
        ghosts = rng.choice(self.ground.n, HUNTS, p=self.belief / self.belief.sum())[shares]
        hunters = np.repeat(self.ground.chase(beliefs[:1], hunters[:1]), rows, axis=0)
        hunters[:, seat] = to
        start = HuntRows(beliefs, ghosts, np.full(rows, -1), hunters)
        steps = hunt(self.ground, start, kinds, shares, most, rng)
        return -steps.reshape(-1, HUNTS)

    def _stands(self, view: HuntState, seat: int) -> int:
        return view.cell if seat == GHOST else view.hunters[seat]

    def _kinds(self, rng: np.random.Generator) -> Ints:
        """Draw how the ghost goes on, by the weights of the ideas of it."""
        weights = np.array(self.watcher.thought.weights)
        kinds = np.array([_KINDS.get(name, WALKS) for name in self.watcher.names])
        found: Ints = kinds[rng.choice(len(kinds), HUNTS, p=weights / weights.sum())]
        return found

    def why(self, best: Weighed, own: Weighed) -> str:
        """Return the steps of both."""
        both = [f"{min(MOST, abs(row.value)):.1f}" for row in (best, own)]
        return f"leads to the catch in {both[0]} steps on average, and to {own.words} in {both[1]}"

    def judge(self, view: MazeState, seat: int, move: str, seed: int) -> Judged:
        """Judge a step by the steps to the catch."""
        assert isinstance(view, HuntState)
        rows = self.weighed(view, seat, seed)
        ghost = seat == GHOST
        so_far = float(view.step) if ghost else -float(view.step)
        found = self.judged(seat, move, ESCAPE if ghost else STEPS, rows, so_far)
        return found._replace(mind=self.mind(THEIRS if ghost else ""))

    def hint(self, view: MazeState, seed: int) -> Advice:
        """Return the steps of the seat that is advised, best first."""
        assert isinstance(view, HuntState)
        rows = self.weighed(view, self.seat, seed)
        measure = ESCAPE if self.seat == GHOST else STEPS
        return self.advice(self.beside(rows, measure, "to the catch on average"), measure, rows)
