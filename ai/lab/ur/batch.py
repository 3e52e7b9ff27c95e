"""Thousands of games of Ur at once, with the very results of `games.match.Match`.

All games of a batch take their turns in step: dice at even turns, moves at odd ones, as in a
match. Every game has a seed of its own, and so its own streams (`games.streams`), whose words
are computed for all games of a batch with array arithmetic; results therefore agree with `Match`
game by game. Games that are over are taken out of the arrays now and then.

Sides are int32 arrays of shape (n,) as in `games.ur.rules`. A *policy* chooses for many games at
once: `Policy(own, other, rolls, legal, words) -> sources`, where `legal` has a bit for each
square that a piece may leave and `words` are the first random words of the turn.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.core import Agent
from ai.ur.bits import RANKS, ROWS_OF, TERNARIES, Array, faces
from ai.ur.index import FIRST_SHARED, layer
from ai.ur.simple import CaptureFirst, FirstMover, LastMover, RandomMover
from ai.ur.table import Perfect, WinTable, find_table
from ai.ur.values import TIE, Greedy, Lookahead, Values, stretch
from games.streams import stream_key, uniform_words
from games.ur.rules import RULE_SETS, RuleSet

Ints = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Policy = Callable[[Ints, Ints, Ints, Ints, Words], Ints]

CHUNK: Final = 8192
_CLEAN_EVERY: Final = 8
_NONE: Final = -1e300
_MOST_SQUARES: Final = max(rules.off for rules in RULE_SETS.values())
"""Of the longest path, home included."""


class Results(NamedTuple):
    """The winners (0 or 1), int8, and the turns played, int32, both of shape (n,)."""

    winners: npt.NDArray[np.int8]
    turns: Ints


def keys(seeds: Sequence[int], name: str) -> Words:
    """Return the keys of the stream `name` in matches with these seeds."""
    return np.array([stream_key(seed, name) for seed in seeds], dtype=np.uint64)


def below(words: Words, bounds: Ints) -> Ints:
    """Return whole numbers in 0..bound-1 from random words, as `Stream.below` draws them."""
    bounds = bounds.astype(np.uint64)
    low = (words & np.uint64(0xFFFFFFFF)) * bounds >> np.uint64(32)
    return ((words >> np.uint64(32)) * bounds + low >> np.uint64(32)).astype(np.int32)


def legal_masks(own: Ints, other: Ints, rolls: Ints, pieces: int, rules: RuleSet) -> Ints:
    """Return the squares that a piece may leave, as bits; see `games.ur.rules.legal_sources`."""
    board = own & rules.board
    sources = board | (np.bitwise_count(board) + (own >> rules.off) < pieces)
    free = ~(board | other & rules.safe_mask) & (rules.board | 1 << rules.off)
    masks: Ints = (sources << rolls & free) >> rolls
    return masks


class GameBatch:
    """Games between two policies; `first` has seat 0."""

    def __init__(
        self, rules: str, pieces: int, seeds: Sequence[int], first: Policy, second: Policy
    ) -> None:
        self.rules = RULE_SETS[rules]
        self.pieces = pieces
        self.policies = (first, second)
        self._keys = [keys(seeds, name) for name in ("chance", "seat 0", "seat 1")]
        n = len(seeds)
        self._sides: list[Ints] = [np.zeros(n, np.int32), np.zeros(n, np.int32)]
        self._mover: Ints = np.zeros(n, np.int32)
        self._number = np.arange(n)
        self._live: npt.NDArray[np.bool_] = np.ones(n, bool)
        self.results = Results(np.full(n, -1, np.int8), np.zeros(n, np.int32))
        self._roll_of = faces(self.rules).astype(np.int32)

    def play(self) -> Results:
        """Play all games to their ends."""
        turn = 0
        while len(self._number):
            self._two_turns(turn)
            turn += 2
            if turn // 2 % _CLEAN_EVERY == 0:
                self._clean()
        return self.results

    def _clean(self) -> None:
        """Keep only the games that are not over."""
        live = self._live
        self._keys = [each[live] for each in self._keys]
        self._sides = [each[live] for each in self._sides]
        self._mover, self._number = self._mover[live], self._number[live]
        self._live = np.ones(len(self._number), bool)

    def _two_turns(self, turn: int) -> None:
        """Throw the dice, then move or pass, in every game."""
        words = uniform_words(self._keys[0], turn)
        whole = np.full(len(words), len(self._roll_of), np.int32)
        rolls = self._roll_of[below(words, whole)]
        light, dark = self._sides
        dark_moves = self._mover == 1
        own, other = np.where(dark_moves, dark, light), np.where(dark_moves, light, dark)
        legal = legal_masks(own, other, rolls, self.pieces, self.rules)
        sources = self._choose(own, other, rolls, legal, turn + 1)
        self._move(own, other, rolls, legal != 0, sources, turn + 2)

    def _choose(self, own: Ints, other: Ints, rolls: Ints, legal: Ints, turn: int) -> Ints:
        """Return the squares that pieces leave; anything where the turn passes."""
        sources = np.zeros(len(own), np.int32)
        for seat, policy in enumerate(self.policies):
            at = np.flatnonzero((self._mover == seat) & (legal != 0) & self._live)
            if len(at):
                words = (
                    uniform_words(self._keys[1 + seat][at], turn) if _draws(policy) else _NO_WORDS
                )
                sources[at] = policy(own[at], other[at], rolls[at], legal[at], words)
        return sources

    def _move(
        self,
        own: Ints,
        other: Ints,
        rolls: Ints,
        moving: npt.NDArray[np.bool_],
        sources: Ints,
        turns: int,
    ) -> None:
        """Move the pieces, hand the turn on, and note the games that are won."""
        moved, left = after(own, other, sources, rolls, self.rules)
        again = moving & rolls_again(sources + rolls, other != left, self.rules)
        own, other = np.where(moving, moved, own), np.where(moving, left, other)
        dark = self._mover == 1
        self._sides = [np.where(dark, other, own), np.where(dark, own, other)]
        won = np.flatnonzero((own >> self.rules.off == self.pieces) & self._live)
        if len(won):
            self.results.winners[self._number[won]] = self._mover[won]
            self.results.turns[self._number[won]] = turns
            self._live[won] = False
        self._mover = np.where(again, self._mover, 1 - self._mover)


_NO_WORDS: Final = np.zeros(0, np.uint64)


def _draws(policy: Policy) -> bool:
    """Return whether a policy uses random words."""
    return getattr(policy, "draws", False)


def after(own: Ints, other: Ints, sources: Ints, rolls: Ints, rules: RuleSet) -> tuple[Ints, Ints]:
    """Return both sides after a move; see `games.ur.rules.apply_move`."""
    one = np.int32(1)
    places = sources + rolls
    targets = one << places
    own = own + targets - np.where(sources > 0, one << sources, 0).astype(np.int32)
    if rules.crossed == rules.off:
        return own, other & ~(targets & rules.shared)
    return own, other & ~np.array((*rules.hits, 0, 0, 0, 0), np.int32)[places]


def rolls_again(
    targets: Ints, captured: npt.NDArray[np.bool_], rules: RuleSet
) -> npt.NDArray[np.bool_]:
    """Return which moves give another roll; see `RuleSet.rolls_again`."""
    again: npt.NDArray[np.bool_] = rules.rosette_mask >> targets & 1 == 1
    return again | captured if rules.capture_rolls else again


def moves_of(own: Ints, other: Ints, rolls: Ints, legal: Ints, rules: RuleSet) -> tuple[Array, ...]:
    """Return every move of positions with these rolls, by position and square; each of shape
    (moves,).

    The number of the position, the square that is left, the side that rolls after the move, the
    other side, and whether the first is the mover. `legal` has a bit for each square to leave.
    """
    position, source = np.nonzero(legal[:, None] >> np.arange(rules.off) & 1)
    own, other, rolls = own[position], other[position], rolls[position]
    sources: Ints = source.astype(np.int32)
    moved, left = after(own, other, sources, rolls, rules)
    again = rolls_again(sources + rolls, left != other, rules)
    return position, sources, np.where(again, moved, left), np.where(again, left, moved), again


def facing(sides: Ints, rules: RuleSet) -> Ints:
    """Return shared squares by the other side's numbers; see `RuleSet.facing`."""
    if rules.crossed == rules.off:
        return sides & rules.shared
    last = sides >> rules.crossed & (1 << rules.off - rules.crossed) - 1
    turned: Ints = np.array(rules.turned, np.int32)[last]
    return sides & rules.straight | turned


# ---- policies


@functools.cache
def _nth_bits(bits: int) -> npt.NDArray[np.int8]:
    """Return the position of the k-th lowest bit of each mask of `bits` bits, shape (masks, 8)."""
    found = np.zeros((1 << bits, 8), np.int8)
    ranks = np.zeros(1 << bits, np.int64)
    masks = np.arange(1 << bits)
    for bit in range(bits):
        has = (masks >> bit & 1 == 1) & (ranks < 8)
        found[has, ranks[has]] = bit
        ranks += masks >> bit & 1
    return found


class RandomPolicy:
    """Each legal move as likely, drawn as `ai.ur.simple.RandomMover` draws."""

    draws = True

    def __init__(self) -> None:
        self._nth = _nth_bits(_MOST_SQUARES)

    def __call__(self, own: Ints, other: Ints, rolls: Ints, legal: Ints, words: Words) -> Ints:
        """Return the squares that pieces leave."""
        index = below(words, np.bitwise_count(legal).astype(np.int32))
        sources: Ints = self._nth[legal, index].astype(np.int32)
        return sources


class RankedPolicy:
    """The highest score of a move that depends on its squares and on whether it captures.

    `plain` and `capturing` hold scores by (roll, source); equal ones go to the lower source.
    """

    def __init__(self, plain: npt.ArrayLike, capturing: npt.ArrayLike, rules: RuleSet) -> None:
        self._rules = rules
        self._plain = _best_by_mask(np.asarray(plain))
        self._capturing = _best_by_mask(np.asarray(capturing))

    def __call__(self, own: Ints, other: Ints, rolls: Ints, legal: Ints, words: Words) -> Ints:
        """Return the squares that pieces leave."""
        takes = legal & facing(other, self._rules) >> rolls
        quiet = legal & ~takes
        source, score = (table[rolls, quiet] for table in self._plain)
        taker, gain = (table[rolls, takes] for table in self._capturing)
        level = (np.abs(gain - score) <= TIE) & (taker < source)
        sources: Ints = np.where((gain > score + TIE) | level, taker, source).astype(np.int32)
        return sources


def _best_by_mask(
    scores: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float64]]:
    """Return for every roll and mask of sources: the first best source, and its score.

    The masks with a bit as their highest are those below it with the bit added, in order.
    """
    rolls, squares = scores.shape
    source = np.zeros((rolls, 1 << squares), np.int8)
    best = np.full((rolls, 1 << squares), _NONE)
    for bit in range(squares):
        below_it, with_it = slice(0, 1 << bit), slice(1 << bit, 2 << bit)
        score = scores[:, bit, None]
        better = score > best[:, below_it] + TIE
        source[:, with_it] = np.where(better, bit, source[:, below_it])
        best[:, with_it] = np.where(better, score, best[:, below_it])
    return source, best


class ValuePolicy:
    """The move whose position is best by a function of many positions at once.

    `values(own, other) -> float64` are the win probabilities (or scores that are 1 minus
    themselves for the other side) of sides to roll that have not lost; winning counts `won`.
    """

    def __init__(
        self,
        values: Callable[[Ints, Ints], npt.NDArray[np.float64]],
        pieces: int,
        rules: RuleSet,
        ties: float,
        won: float = 1.0,
    ) -> None:
        self._values, self._pieces, self._rules = values, pieces, rules
        self._ties, self._won = ties, won

    def __call__(self, own: Ints, other: Ints, rolls: Ints, legal: Ints, words: Words) -> Ints:
        """Return the squares that pieces leave."""
        source = _lowest(legal)
        open_ = np.flatnonzero(legal & (legal - 1))
        if len(open_):
            source[open_] = self._compare(own[open_], other[open_], rolls[open_], legal[open_])
        return source

    def _compare(self, own: Ints, other: Ints, rolls: Ints, legal: Ints) -> Ints:
        game, sources, ahead, behind, again = moves_of(own, other, rolls, legal, self._rules)
        won = behind >> self._rules.off == self._pieces
        scores = np.full(len(game), self._won)
        on = np.flatnonzero(~won)
        value = self._values(ahead[on], behind[on])
        scores[on] = np.where(again[on], value, 1.0 - value)
        first = np.flatnonzero(np.diff(game, prepend=-1))
        best = np.maximum.reduceat(scores, first)
        good = np.flatnonzero(scores >= best[game] - self._ties)
        chosen = good[np.flatnonzero(np.diff(game[good], prepend=-1))]
        return sources[chosen]


class TableValues:
    """The values of a solved table for many positions at once: `values` of a `ValuePolicy`."""

    def __init__(self, table: WinTable, pieces: int) -> None:
        self._pieces = pieces
        self._scale = table.scale
        self._rules, self._shape = table.rule_set, table.shape
        pairs = [(n, m) for n in range(1, pieces + 1) for m in range(1, pieces + 1)]
        layers = [layer(*pair, table.shape) for pair in pairs]
        sizes = np.array([each.size for each in layers])
        self._starts = np.cumsum(sizes) - sizes
        self._offsets = np.concatenate([each.offsets.ravel() for each in layers])
        self._values = np.concatenate([np.asarray(table.values(*pair)) for pair in pairs])

    def index(self, own: Ints, other: Ints) -> npt.NDArray[np.int64]:
        """Return the places of positions of the sides `own` and other in the joined layers."""
        off, (digits, squares) = self._rules.off, self._shape
        last, ends = FIRST_SHARED + digits, 1 << squares
        own_left, other_left = self._pieces - (own >> off), self._pieces - (other >> off)
        number = ((own_left - 1) * self._pieces + other_left - 1).astype(np.int64)
        shared, end = own >> FIRST_SHARED & (1 << digits) - 1, own >> last & ends - 1
        ternary = TERNARIES[shared] + 2 * TERNARIES[facing(other, self._rules) >> FIRST_SHARED]
        block = (number * ends + end) * ends + (other >> last & ends - 1)
        rows = ROWS_OF[own_left - np.bitwise_count(shared) - np.bitwise_count(end)]
        base = self._starts[number] + self._offsets[block * 3**digits + ternary]
        places: npt.NDArray[np.int64] = base + RANKS[other >> 1 & 15] * rows + RANKS[own >> 1 & 15]
        return places

    def __call__(self, own: Ints, other: Ints) -> npt.NDArray[np.float64]:
        """Return the win probabilities of the sides `own`, which are to roll."""
        return self._values[self.index(own, other)] * self._scale


def perfect_policy(table: WinTable, pieces: int) -> ValuePolicy:
    """Play as `ai.ur.table.Perfect` does from this table of `pieces` pieces."""
    return ValuePolicy(TableValues(table, pieces), pieces, table.rule_set, table.ties)


def _lowest(masks: Ints) -> Ints:
    """Return the position of the lowest bit of each mask."""
    lowest: Ints = np.bitwise_count((masks & -masks) - 1).astype(np.int32)
    return lowest


def greedy_scores(
    values: Values, rules: RuleSet
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the gains of `Greedy` under `rules` by (roll, source), without and with a capture."""
    plain = np.zeros((5, rules.off))
    capturing = np.zeros((5, rules.off))
    for roll in range(5):
        for source in range(min(rules.off, rules.off + 1 - roll)):
            plain[roll, source] = values[source + roll] - values[source]
            capturing[roll, source] = plain[roll, source] + values[rules.across[source + roll]]
    return plain, capturing


def policy_of(agent: Agent, rules: RuleSet, pieces: int) -> Policy | None:
    """Return the policy that plays exactly as this agent, or None where there is none."""
    if type(agent) is RandomMover:
        return RandomPolicy()
    numbers = np.arange(rules.off)
    squares = np.tile(numbers.astype(float), (5, 1))
    if type(agent) is FirstMover:
        return RankedPolicy(-squares, -squares, rules)
    if type(agent) is LastMover:
        return RankedPolicy(squares, squares, rules)
    if type(agent) is CaptureFirst:
        targets = numbers[None, :] + np.arange(5)[:, None]
        rosette = (rules.rosette_mask >> targets & 1) * 100.0
        return RankedPolicy(squares + rosette, squares + 200.0, rules)
    if isinstance(agent, Greedy) and not isinstance(agent, Lookahead):
        plain, capturing = greedy_scores(stretch(agent.given, rules), rules)
        return RankedPolicy(plain, capturing, rules)
    if type(agent) is Perfect:
        return perfect_policy(find_table(rules.id, pieces, agent.tables), pieces)
    return None


def play(first: Policy, second: Policy, seeds: Sequence[int], params: dict[str, Any]) -> Results:
    """Return the results of matches with these seeds; `first` has seat 0."""
    parts = []
    for start in range(0, len(seeds), CHUNK):
        chunk = seeds[start : start + CHUNK]
        parts.append(GameBatch(params["rules"], params["pieces"], chunk, first, second).play())
    winners = np.concatenate([part.winners for part in parts])
    return Results(winners, np.concatenate([part.turns for part in parts]))


def win_share(
    first: Policy, second: Policy, games: int, seed: int, params: dict[str, Any]
) -> float:
    """Return the share of games that the first policy wins, sides alternating."""
    half = games // 2
    going_first = play(first, second, range(seed, seed + half), params).winners == 0
    going_second = play(second, first, range(seed + half, seed + 2 * half), params).winners == 1
    return float(going_first.mean() + going_second.mean()) / 2.0
