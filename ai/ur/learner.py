"""Learners of Ur: a tree of brains that grows by playing, and a steadier learner that fits its
games.

A *brain* is the 16 square values of a greedy player (`ai.ur.values.Greedy`). The learner's tree
starts from the values 0..15; every brain plays one game, whose result is added to its node and to
all nodes above it. The next brain is a child of the node that a descent by upper confidence bound
reaches: from the root to the child with the highest w/n + sqrt(2 ln(n of parent) / n), on and on
until a node's own bound is strictly greater. (By the original's page the node with the highest
bound of all is chosen; its program descends, and so does this one.) A child changes `changed` of
its parent's values by triangular(-spread, spread) numbers. The best brain is the one with the
highest win rate, of equal ones the one with more games.

The bound is UCB1 of Auer, Cesa-Bianchi and Fischer (2002), used on a tree as by Kocsis and
Szepesvári (2006).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.ur.values import MOST_VALUE, TIE, VALUE_TABLES, Greedy, Values
from games.arrays import Arrays, BadWeights
from games.core import Event, Game
from games.mind import Mind, Note, TrialNode, TrialTree
from games.paths import arcade_command
from games.spec import Params
from games.streams import Stream
from games.ur.rules import RULE_SETS, RuleSet, State, apply_move, legal_sources

FloatArray = npt.NDArray[np.float64]
ROOT: Final = 0
FIRST_VALUES: Final = VALUE_TABLES["linear"]
LONGEST_WAY: Final = 11
"""A longer way to the best brain is shown without its middle; chosen by eye."""
WIDEST_LEVEL: Final = 12
"""So many brains of a level are shown at most; chosen by eye."""


class Change(NamedTuple):
    """The difference of a child from its parent: the number of values changed, and the width."""

    changed: int = 1
    spread: float = 3.0


ONE_VALUE: Final = Change()


class Tree:
    """Brains with their results; node 0 is the root, and parents come before their children.

    `numbers` are those by which people know the nodes, from 0 on as they grew; `grown` is how many
    brains there were, of which a tree that was pruned has but a part.
    """

    def __init__(self) -> None:
        self.parents: list[int] = [-1]
        self.games: list[int] = [0]
        self.wins: list[int] = [0]
        self.brains: list[Values] = [FIRST_VALUES]
        self.children: list[list[int]] = [[]]
        self.numbers: list[int] = [0]
        self.grown = 1

    def __len__(self) -> int:
        return len(self.parents)

    def record(self, node: int, won: bool) -> None:
        """Add a game to a `node` and to all above it; `won` is True if its brain won."""
        while node >= ROOT:
            self.games[node] += 1
            self.wins[node] += won
            node = self.parents[node]

    def bound(self, node: int) -> float:
        """Return the upper confidence bound of a node that is not the root."""
        games = self.games[node]
        if games == 0:
            return 0.0
        above = math.log(self.games[self.parents[node]])
        return self.wins[node] / games + math.sqrt(2.0 * above / games)

    def descend(self) -> int:
        """Return the node whose child plays next."""
        node = ROOT
        while self.children[node]:
            best = max(self.children[node], key=self.bound)
            if node != ROOT and self.bound(node) > self.bound(best):
                break
            node = best
        return node

    def grow(self, node: int, change: Change, rng: Stream) -> int:
        """Return a new child of a `node`, which differs from it by a `change` that `rng` draws.

        Returns its number.
        """
        values = list(self.brains[node])
        for square in rng.sample(range(len(values)), change.changed):
            values[square] += rng.triangular(-change.spread, change.spread, 0.0)
        self.add(node, tuple(values))
        return len(self) - 1

    def add(self, parent: int, values: Values) -> None:
        """Append a node below `parent`, with these `values` and no games."""
        self.children[parent].append(len(self))
        self.parents.append(parent)
        self.games.append(0)
        self.wins.append(0)
        self.brains.append(values)
        self.children.append([])
        self.numbers.append(self.grown)
        self.grown += 1

    def best(self) -> int:
        """Return the node with the highest win rate; of equal ones the one with more games."""
        rates = [(w / n if n else 0.0, n) for w, n in zip(self.wins, self.games, strict=True)]
        return rates.index(max(rates))

    def lineage(self, node: int) -> list[int]:
        """Return the nodes from the root to this `node`."""
        line = [node]
        while self.parents[line[-1]] >= 0:
            line.append(self.parents[line[-1]])
        return line[::-1]

    def copy(self) -> Tree:
        """Return a tree with the same nodes."""
        twin = Tree.from_arrays(self.arrays())
        twin.numbers, twin.grown = list(self.numbers), self.grown
        return twin

    def arrays(self) -> Arrays:
        """Return the whole tree: parents, games and wins of shape (n,), brains of shape (n, 16)."""
        return {
            "parents": np.array(self.parents, dtype=np.int32),
            "games": np.array(self.games, dtype=np.int32),
            "wins": np.array(self.wins, dtype=np.int32),
            "brains": np.array(self.brains, dtype=np.float64),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Tree:
        """Return the tree of `arrays`; raises `BadWeights` where they are none."""
        tree = cls()
        if not all(name in arrays and arrays[name].ndim == axes for name, axes in _AXES.items()):
            raise _bad_tree()
        parents, brains = arrays["parents"].tolist(), arrays["brains"]
        games, wins = arrays["games"].tolist(), arrays["wins"].tolist()
        if any(arrays[name].dtype.kind not in "iu" for name in ("parents", "games", "wins")):
            raise _bad_tree()
        if brains.dtype.kind != "f" or not bool((np.abs(brains) <= MOST_VALUE).all()):
            raise _bad_tree()
        sizes = {len(parents), len(games), len(wins), len(brains)}
        if len(sizes) != 1 or not parents or brains.shape[1:] != (16,):
            raise _bad_tree()
        tree.brains[ROOT] = tuple(brains[ROOT].tolist())
        for node, parent in enumerate(parents[1:], start=1):
            if not 0 <= parent < node:
                raise _bad_tree()
            tree.add(parent, tuple(brains[node].tolist()))
        tree.games, tree.wins = games, wins
        tree._take_numbers(arrays)
        return tree

    def _take_numbers(self, arrays: Arrays) -> None:
        """The numbers of a tree that was pruned; raises `BadWeights` for what are none."""
        if "numbers" not in arrays:
            return
        numbers, size = arrays["numbers"], arrays.get("size", np.zeros(0))
        if numbers.shape != (len(self),) or size.shape != (1,):
            raise _bad_tree()
        self.numbers, self.grown = [int(n) for n in numbers], int(size[0])
        if not 0 <= min(self.numbers) <= max(self.numbers) < self.grown:
            raise _bad_tree()


_AXES: Final = {"parents": 1, "games": 1, "wins": 1, "brains": 2}


def _bad_tree() -> BadWeights:
    again = arcade_command("train ur learner")
    return BadWeights(f"The tree of brains is damaged; train again with `{again}`.")


def greedy_source(
    own: int, other: int, sources: int, roll: int, values: Values, shared: int
) -> int:
    """Return the square that a greedy player with these `values` leaves; see `ai.ur.values.Greedy`.

    `own` and `other` are the sides, `sources` the squares (bits) that may be left with this `roll`,
    `shared` the bits of the shared squares.
    """
    best, chosen = -1e300, 0
    while sources:
        low = sources & -sources
        sources ^= low
        source = low.bit_length() - 1
        target = source + roll
        gain = values[target] - values[source]
        if other & shared & 1 << target:
            gain += values[target]
        if gain > best + TIE:
            best, chosen = gain, source
    return chosen


def play_game(
    brains: Sequence[Values],
    rule_set: RuleSet,
    pieces: int,
    rng: Stream,
    seen: list[tuple[int, int, int]] | None = None,
) -> int:
    """Return one game between two greedy players with these `brains`; returns the winning seat.

    It is played by a `rule_set` with `pieces` pieces and the dice of `rng`. `seen`, where given,
    receives (seat, own side, other side) after each move.
    """
    own, other, seat = 0, 0, 0
    off, rosettes, shared = rule_set.off, rule_set.rosette_mask, rule_set.shared
    rolls = [roll for roll, weight in rule_set.dice for _ in range(weight)]
    while True:
        roll = rolls[rng.word() >> 60]
        sources = legal_sources(own, other, pieces, roll, rule_set)
        again = False
        if sources:
            source = greedy_source(own, other, sources, roll, brains[seat], shared)
            own, other = apply_move(own, other, source, roll, rule_set)
            if own >> off == pieces:
                return seat
            again = bool(rosettes >> source + roll & 1)
            if seen is not None:
                seen.append((seat, own, other))
        if not again:
            own, other, seat = other, own, 1 - seat


class TreeTraining:
    """Two learners that play each other, as in the original; sides change after every game.

    Each game's numbers come from the seed and the game's number, so that a training that is
    stopped and resumed (`arrays`, `from_arrays`) goes on as if it never was.
    """

    def __init__(
        self,
        rules: str,
        pieces: int,
        seed: int,
        change: Change = ONE_VALUE,
        start: Tree | None = None,
    ) -> None:
        """Both learners begin from the tree `start`, where one is given, with its best brain."""
        self.rule_set = RULE_SETS[rules]
        self.pieces = pieces
        self.change = change
        self.trees = (Tree(), Tree()) if start is None else (start.copy(), start.copy())
        self.playing = [tree.best() for tree in self.trees]
        self.games = self.trees[0].games[ROOT]
        self._rng = Stream.named(seed, "learner")

    def run(self, games: int) -> None:
        """Play `games` games more."""
        for _ in range(games):
            self._rng.jump(self.games)
            seats = (0, 1) if self.games % 2 == 0 else (1, 0)
            brains = [self.trees[i].brains[self.playing[i]] for i in seats]
            winner = seats[play_game(brains, self.rule_set, self.pieces, self._rng)]
            for i, tree in enumerate(self.trees):
                tree.record(self.playing[i], winner == i)
                self.playing[i] = tree.grow(tree.descend(), self.change, self._rng)
            self.games += 1

    def values(self) -> Values:
        """Return the best brain of the first learner."""
        return self.trees[0].brains[self.trees[0].best()]

    def arrays(self) -> Arrays:
        """Return the arrays of all that was learned."""
        found: Arrays = {"total": np.array([self.games], dtype=np.int32)}
        for i, tree in enumerate(self.trees):
            found |= {f"{name}_{i}": array for name, array in tree.arrays().items()}
        return found

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave; raises `BadWeights`."""
        halves = [{k[:-2]: a for k, a in arrays.items() if k.endswith(f"_{i}")} for i in (0, 1)]
        self.trees = (Tree.from_arrays(halves[0]), Tree.from_arrays(halves[1]))
        self.playing = [len(tree) - 1 for tree in self.trees]
        self.games = int(arrays["total"][0])


TRACE: Final = 0.8
"""How much of a reward's credit passes to the position before."""
RIDGE: Final = 1.0
"""What is added to the diagonal of the equations, so that they always have a solution."""
EXPLORE: Final = 0.3
"""The width of a disturbance, as a share of the values' own standard deviation."""
FORGET: Final = 0.5
"""What older games count for after a fit."""
FIRST_FIT: Final = 100
NEXT_FIT: Final = 1.5
"""The first fit comes after so many games, each later one after so many times as many.

All six were chosen by hand; no search for better ones is recorded.
"""


class FitTraining:
    """learner+: the same 16 values and the same games, with learning from every position.

    Both sides play with the current values, a little disturbed so that games differ. The value of a
    position is fitted as a sum of values (own less the other's, home counting 0) by least-squares
    temporal differences with a trace of `TRACE` (Boyan, 2002), light's win being worth 1 and dark's
    -1. The values are fitted anew after 100, 150, 225 ... games, and older games then count half.
    """

    def __init__(self, rules: str, pieces: int, seed: int) -> None:
        self.rule_set = RULE_SETS[rules]
        self.pieces = pieces
        self.games = 0
        self._rng = Stream.named(seed, "learner+")
        self._playing = np.array(FIRST_VALUES)
        self._system = np.eye(15) * RIDGE
        self._target = np.zeros(15)
        self._next_fit = FIRST_FIT

    def run(self, games: int) -> None:
        """Play `games` games more."""
        for _ in range(games):
            self._rng.jump(self.games)
            self._learn(*self._game())
            self.games += 1
            if self.games >= self._next_fit:
                self._playing = self._fitted()
                self._system = self._system * FORGET + np.eye(15) * RIDGE * (1.0 - FORGET)
                self._target = self._target * FORGET
                self._next_fit = math.ceil(self._next_fit * NEXT_FIT)

    def _game(self) -> tuple[list[tuple[int, int, int]], int]:
        """Return one game of disturbed brains: its positions and the winner."""
        width = EXPLORE * float(np.std(self._playing))
        brains = []
        for _ in (0, 1):
            noise = np.array([self._rng.gauss(0.0, width) for _ in range(16)])
            brains.append(tuple((self._playing + noise).tolist()))
        seen: list[tuple[int, int, int]] = []
        winner = play_game(brains, self.rule_set, self.pieces, self._rng, seen)
        return seen, winner

    def _learn(self, seen: list[tuple[int, int, int]], winner: int) -> None:
        """Add a game to the system of equations."""
        seats, own, other = np.array(seen, dtype=np.int64).T
        counts = (square_counts(own, self.pieces) - square_counts(other, self.pieces))[:, 1:]
        counts = counts * np.where(seats == 0, 1.0, -1.0)[:, None]
        steps = np.arange(len(counts))
        traces = np.tril(TRACE ** np.maximum(steps[:, None] - steps, 0)) @ counts
        later = np.vstack([counts[1:], np.zeros(15)])
        self._system = self._system + traces.T @ (counts - later)
        self._target = self._target + traces[-1] * (1.0 if winner == 0 else -1.0)

    def _fitted(self) -> FloatArray:
        """Return the values, scaled so that a piece off is worth 15."""
        found = np.linalg.solve(self._system, self._target)
        if found[-1] <= 0.0:
            return self._playing
        return np.concatenate([[0.0], found * 15.0 / found[-1]])

    def values(self) -> Values:
        """Return the current values."""
        return tuple(self._fitted().tolist()) if self.games else FIRST_VALUES

    def arrays(self) -> Arrays:
        """Return the arrays of all that was learned."""
        return {
            "total": np.array([self.games, self._next_fit], dtype=np.int32),
            "playing": self._playing,
            "system": self._system,
            "target": self._target,
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave; raises `BadWeights`."""
        shapes = {"total": (2,), "playing": (16,), "system": (15, 15), "target": (15,)}
        if any(name not in arrays or arrays[name].shape != shapes[name] for name in shapes):
            raise BadWeights("This training is damaged; start it anew.")
        self.games, self._next_fit = (int(number) for number in arrays["total"])
        self._playing, self._system = arrays["playing"], arrays["system"]
        self._target = arrays["target"]


def square_counts(sides: npt.NDArray[np.int64], pieces: int) -> FloatArray:
    """Return the number of pieces of each side on squares 0..15, shape (n, 16)."""
    counts = (sides[:, None] >> np.arange(16) & 1).astype(np.float64)
    counts[:, 15] = sides >> 15
    counts[:, 0] = 0.0
    counts[:, 0] = pieces - counts.sum(axis=1)
    return counts


def nodes_to_show(tree: Tree, whole: bool = False) -> list[int]:
    """Return the nodes of a picture of a `tree`: the way to its best brain, and those with most
    games.

    Ascending, so that a parent comes before its children; it has at least their games. Unless it
    shall be `whole` the middle of a long way is left out.
    """
    way = tree.lineage(tree.best())
    left_out: list[int] = []
    if len(way) > LONGEST_WAY and not whole:
        head = LONGEST_WAY // 2
        left_out = way[head : head - LONGEST_WAY]
        way = [*way[:head], *way[head - LONGEST_WAY :]]
    level = {node: depth for depth, node in enumerate(way)}
    room = [WIDEST_LEVEL - 1] * (len(tree) if whole else max(4, len(way)))
    for node in sorted(range(1, len(tree)), key=lambda node: (-tree.games[node], node)):
        depth = level.get(tree.parents[node], len(room)) + 1
        if node not in level and node not in left_out and depth < len(room) and room[depth] > 0:
            level[node] = depth
            room[depth] -= 1
    return sorted(level)


LEGEND: Final = (
    "Games won / played, with all descendants; the brighter, the more it won. The thick path leads "
    "to the best share, even of few games."
)


def tree_picture(tree: Tree, title: str, whole: bool = False) -> TrialTree:
    """Return the `tree` of brains as an item of a mind, under a `title`.

    The `whole` of it has every level, and the numbers of its nodes.
    """
    shown = nodes_to_show(tree, whole)
    best = tree.best()
    way = tree.lineage(best)
    place = {node: index for index, node in enumerate(shown)}
    nodes = []
    for node in shown:
        above, skipped = tree.parents[node], 0
        while above >= 0 and above not in place:
            above, skipped = tree.parents[above], skipped + 1
        parent = place.get(above, -1)
        results = (tree.games[node], tree.wins[node])
        nodes.append(TrialNode(tree.numbers[node], parent, *results, node in way, skipped))
    return TrialTree(
        title,
        tuple(nodes),
        place[best],
        help=LEGEND,
        numbered=int(whole),
    )


def prune(tree: Tree, also: int = ROOT) -> Arrays:
    """Return the part of a `tree` that is shown, and the whole ways to its best brain and to node
    `also`.

    `numbers` are those that its nodes had, `size` how many there were.
    """
    kept = sorted({*nodes_to_show(tree), *tree.lineage(tree.best()), *tree.lineage(also)})
    place = {-1: -1, **{node: index for index, node in enumerate(kept)}}
    whole = tree.arrays()
    found = {name: whole[name][kept] for name in ("games", "wins", "brains")}
    parents = [place[tree.parents[node]] for node in kept]
    names = np.array([tree.numbers[node] for node in kept], dtype=np.int32)
    numbers = {"numbers": names, "size": np.array([tree.grown])}
    return {**found, **numbers, "parents": np.array(parents, dtype=np.int32)}


PLAYS: Final = "plays"
"""The name of an array with the place of the brain that plays, where it is not the best."""


def to_play(tree: Tree, node: int) -> Arrays:
    """Return the arrays of an agent that plays with the brain of a `node` of a tree, and shows its
    place.
    """
    found = prune(tree, node)
    place = found["numbers"].tolist().index(tree.numbers[node])
    return {**found, PLAYS: np.array([place], dtype=np.int32)}


def _who_plays(arrays: Arrays, tree: Tree) -> int:
    """Return the node of a `tree` whose brain plays, by the arrays; raises `BadWeights`."""
    if PLAYS not in arrays:
        return tree.best()
    place = arrays[PLAYS]
    if place.shape != (1,) or place.dtype.kind not in "iu" or not 0 <= place[0] < len(tree):
        raise _bad_tree()
    return int(place[0])


class Learner(Greedy):
    """An agent that plays with the best brain of a tree, and shows its place in the tree.

    A game that it has played is added to that brain and all above it, as in a training: a brain
    that was only lucky loses its place when it meets a better player. `learned` then has the tree.
    Another brain than the best plays where the arrays name one, in `PLAYS`.
    """

    why = "it gains most by what I learned in training"

    def __init__(self, arrays: Arrays) -> None:
        self.tree = Tree.from_arrays(arrays)
        self._won: bool | None = None
        self.node = _who_plays(arrays, self.tree)
        super().__init__(self.tree.brains[self.node])
        wins, games = self.tree.wins[self.node], self.tree.games[self.node]
        won = f"won {wins} of {games} games" if games else "has not played"
        self._branch_note = Note(
            f"Brain {self.tree.numbers[self.node]} of the tree plays here: its branch {won}."
        )
        self._picture = tree_picture(self.tree, "The tree of brains")

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat, before any game is won or lost."""
        super().begin(seats, game, params, rng)
        self._won = None

    def observe(self, events: Sequence[Event]) -> None:
        """See who wins."""
        for event in events:
            if event.kind == "win":
                self._won = event.data["seat"] == self.seat

    def learned_arrays(self) -> Arrays | None:
        """Return the tree with the game that was played, as far as shown; None before its end."""
        if self._won is None:
            return None
        tree = self.tree.copy()
        tree.record(self.node, self._won)
        return prune(tree, self.node)

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the candidates, the tree, the brain's record, and its values."""
        found, values = super().explain(state, scores, chosen)
        return (found, self._picture, self._branch_note, values)
