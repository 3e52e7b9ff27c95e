"""A tree of brains that grows by playing an agent of the list or a person, not a second learner.

The tree is the one of `ai.ur.learner`; only the other side differs. Each game's dice, and the
number of the brain that plays it, come from the seed and the game's number, so that a training that
is stopped goes on as if it never was.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from ai.ur.learner import ONE_VALUE, ROOT, Change, Tree, greedy_source, to_play
from ai.ur.values import Values
from games import catalog
from games.arrays import Arrays
from games.core import CHANCE, Limit, Player, Seating
from games.streams import Stream
from games.ur.rules import GAME, PASS, RULE_SETS, State, legal_sources

YOU: Final = "you"
"""The rival that is a person."""
NODES: int = 2000
"""So many nodes a rival may search at a move, so that a training goes on; chosen by hand."""


def play_against(
    values: Values, rival: Player, params: dict[str, object], seat: int, rng: Stream
) -> bool:
    """Return whether a greedy player with these `values` in a `seat` wins a game against a `rival`.

    `params` are the options of the game, `rng` has its dice.
    """
    state = GAME.new(params)
    rules, other = state.rule_set, 1 - seat
    rolls = [str(roll) for roll, weight in rules.dice for _ in range(weight)]
    rival.begin((other,), GAME, params, Stream.named(rng.word(), "rival"))
    limit = Limit(nodes=NODES)
    while state.acting:
        state, told = GAME.apply(state, {CHANCE: rolls[rng.word() >> 60]})
        rival.observe(told)
        move = state.moves[0]
        if state.turn == other:
            move = rival.act(other, state, state.moves, limit).move
        elif move != PASS:
            move = _greedy_move(state, values)
        state, told = GAME.apply(state, {state.turn: move})
        rival.observe(told)
    return state.winner == seat


def _greedy_move(state: State, values: Values) -> str:
    """Return the move of a greedy player with these `values` in a rolled `state`."""
    own, other, rules = state.side(state.turn), state.side(1 - state.turn), state.rule_set
    sources = legal_sources(own, other, state.pieces, state.roll, rules)
    return str(greedy_source(own, other, sources, state.roll, values, rules.shared))


class LoneTraining:
    """A training of one learner against another player; sides change after every game.

    The brain of the node `playing` plays next.
    """

    def __init__(
        self,
        rules: str,
        pieces: int,
        seed: int,
        change: Change = ONE_VALUE,
        rival: str = "greedy",
        start: Tree | None = None,
    ) -> None:
        """`rival` names who it plays; it begins from the tree `start`, where one is given."""
        self.rule_set, self.pieces, self.change = RULE_SETS[rules], pieces, change
        self.rival = rival
        self.trees = (Tree() if start is None else start.copy(),)
        self.playing = self.trees[0].best()
        self.games = self.trees[0].games[ROOT]
        self._rng = Stream.named(seed, f"learner v {rival}")

    @property
    def seat(self) -> int:
        """The learner's seat in the next game."""
        return self.games % 2

    def count(self, won: bool) -> None:
        """Add the game of the brain that was playing, and grow the next one."""
        tree = self.trees[0]
        tree.record(self.playing, won)
        self.playing = tree.grow(tree.descend(), self.change, self._rng)
        self.games += 1

    def values(self) -> Values:
        """Return the best brain."""
        return self.trees[0].brains[self.trees[0].best()]

    def arrays(self) -> Arrays:
        """Return the arrays of all that was learned."""
        tree = {f"{name}_0": array for name, array in self.trees[0].arrays().items()}
        return {"total": np.array([self.games], dtype=np.int32), **tree}

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave; raises `BadWeights`."""
        own = {name[:-2]: array for name, array in arrays.items() if name.endswith("_0")}
        self.trees = (Tree.from_arrays(own),)
        self.playing = len(self.trees[0]) - 1
        self.games = int(arrays["total"][0])


class RivalTraining(LoneTraining):
    """One learner that plays the `rival`, an agent by its id."""

    @cached_property
    def _opponent(self) -> Player:
        return catalog.seated("ur", Seating(self.rival)).make(None)

    def run(self, games: int) -> None:
        """Play `games` games more."""
        params: dict[str, object] = {"rules": self.rule_set.id, "pieces": self.pieces}
        for _ in range(games):
            self._rng.jump(self.games)
            brain = self.trees[0].brains[self.playing]
            self.count(play_against(brain, self._opponent, params, self.seat, self._rng))


class TaughtTraining(LoneTraining):
    """One learner whose games are played elsewhere, by a person."""

    def teach(self, node: int, won: bool) -> None:
        """Count a game of the brain of a `node`, which `won` or not, and grow the next one."""
        self._rng.jump(self.games)
        self.playing = node
        self.count(won)

    def next_brain(self) -> Arrays:
        """Return the arrays of the agent that plays the next game."""
        return to_play(self.trees[0], self.playing)
