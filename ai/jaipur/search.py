"""`search`: the moves that `greedy` likes best, tried in many worlds that could be the real one.

Worlds are drawn from the counting belief: the other's hidden cards, the order of the deck, the
bonus tokens. All candidates are tried in the same worlds, and in each both sides play on to the end
of the round, the own side as `greedy`, the other in one of several ways to trade. Candidates are
halved as the worlds add up (sequential halving: Karnin, Koren and Somekh, 2013), so that the best
ones are tried most. `greedy`'s opinion counts like a few worlds more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.jaipur.belief import Belief, counting_belief
from ai.jaipur.ending import SolvedEnd
from ai.jaipur.greedy import Learned, Options, in_use, lost_note, open_world, options
from ai.jaipur.leaf import Leaf
from ai.jaipur.onlooker import card_bars, hand_map
from ai.jaipur.playing import RoundResults, Traders, play_out
from ai.jaipur.reasons import i_do, spoken_reason
from ai.jaipur.values import WayTables
from ai.jaipur.ways import USUAL, draw_ways, tables_of_ways
from ai.jaipur.worlds import CAMEL, CAMELS, SELL, SWAP, TAKE, WorldMoves, Worlds
from ai.sentences import first_note, share_words
from games.arrays import FloatArray, IntArray
from games.core import Decision, Limit
from games.jaipur.rules.goods import PILES, counts_of
from games.jaipur.rules.moves import Move, in_short, in_words
from games.jaipur.rules.state import View, unseen_bonus
from games.mind import Bars, Lines, Mind, Note
from games.streams import Stream

CANDIDATES: Final = 8
NODES: Final = 600
"""Roll-outs for a move where no limit is given."""
PRIOR: Final = 24.0
"""`greedy`'s opinion counts like so many roll-outs; chosen by playing."""
OPINION: Final = 0.02
"""By how much a candidate's chance to win is lower for each rupee that `greedy` values it less."""
MARGIN: Final = 10.0
"""Rupees: the logistic of the margin over this smooths who won."""
SMOOTH: Final = 0.4
"""How far the margin, and not the win alone, counts as the result of a roll-out."""
NEAR: Final = 0.015
"""Chances to win that differ by less are nearly equal."""
FEW: Final = 160
"""Fewer roll-outs than these are spent on all candidates at once."""
LONGEST: Final = 56
"""Turns of a roll-out; what goes on longer, one in a hundred from the first move, is weighed as it
stands."""
_KINDS: Final = {"take": TAKE, "camels": CAMELS, "sell": SELL, "swap": SWAP}


def imagined(
    view: View, count: int, rng: np.random.Generator, hidden: IntArray | None = None
) -> Worlds:
    """Return `count` worlds that agree with a `view`, each as likely as by counting cards.

    `hidden` are the goods of the other's hand that were never shown, drawn by a better belief than
    counting, shape (6, count); None to draw them by counting.
    """
    seat, rival = view.seat, view.rival
    worlds = open_world(view).only(np.zeros(count, dtype=np.int64))
    belief = counting_belief(view)
    if hidden is None:
        hidden = _hidden_goods(view, belief, count, rng)
    worlds.hands[1 - seat] += hidden
    left = belief.unseen[:CAMEL, None] - hidden
    goods = np.arange(int(left[:, :1].sum()))[:, None]
    pool = np.zeros((len(goods), count), dtype=np.int8)
    for edge in np.cumsum(left, axis=0)[:-1]:
        pool += goods >= edge
    camels = np.full((view.left - len(goods), count), CAMEL, dtype=np.int8)
    worlds.deck = rng.permuted(np.concatenate([pool, camels]), axis=0)
    worlds.number = np.arange(count)
    for place, pile in enumerate(PILES):
        values = [v for v, n in unseen_bonus(view.own.bonus, pile).items() for _ in range(n)]
        column = np.array(values, dtype=np.int64)[:, None]
        order = rng.permuted(np.broadcast_to(column, (len(values), count)), axis=0)
        theirs = rival.bonus[place]
        worlds.bonus[1 - seat] += order[:theirs].sum(axis=0)
        stock = order[theirs : theirs + view.piles[place]]
        worlds.piles[place, : len(stock)] = stock
    return worlds


def _hidden_goods(view: View, belief: Belief, count: int, rng: np.random.Generator) -> IntArray:
    """Return goods for the other's hand by counting cards, shape (6, count)."""
    goods = np.repeat(np.arange(CAMEL), belief.unseen[:CAMEL])
    number = view.rival.cards - int(belief.known.sum())
    pool = rng.permuted(np.broadcast_to(goods[:, None], (len(goods), count)), axis=0)[:number]
    return np.asarray((pool[None] == np.arange(CAMEL)[:, None, None]).sum(axis=1))


def choices_of(moves: Sequence[Move], count: int) -> WorldMoves:
    """Return each of these moves in `count` worlds, one move after the other."""
    kind = np.array([_KINDS[move.kind] for move in moves])
    taken = np.array([counts_of(move.take)[:CAMEL] for move in moves]).T
    given = np.array([counts_of(move.give)[:CAMEL] for move in moves]).T
    paid = np.array([move.give & 15 for move in moves])
    parts = (kind, taken, given, paid)
    return WorldMoves(*(np.repeat(part, count, axis=-1) for part in parts))


class Trials(NamedTuple):
    """The results of roll-outs for some moves, each an array over the moves.

    `tried` roll-outs, `won` the mean share of rounds won, `score` the smoothed one, `rupees` the
    mean margin, and `squares` the mean of the squares of each roll-out's gain.
    """

    tried: FloatArray
    won: FloatArray
    score: FloatArray
    rupees: FloatArray
    squares: FloatArray

    @property
    def error(self) -> FloatArray:
        """The standard error of `won`, as if one more roll-out had been half won and half lost."""
        share = (self.won * self.tried + 0.5) / (self.tried + 1)
        squares = (self.squares * self.tried + 0.5) / (self.tried + 1)
        return np.asarray(np.sqrt((squares - share**2) / (self.tried + 1)))


class Sums:
    """The sums that `Trials` come from."""

    def __init__(self, moves: int) -> None:
        self.sums = np.zeros((5, moves))

    def add(self, which: Sequence[int], found: RoundResults) -> None:
        """Add roll-outs of the moves `which`, arrays of shape (moves, worlds)."""
        won, margin, smooth = found
        score = (1 - SMOOTH) * won + SMOOTH * smooth
        rows = (np.ones_like(won), won, score, margin, won**2)
        self.sums[:, which] += np.stack([row.sum(axis=1) for row in rows])

    def trials(self) -> Trials:
        """Return the means up to now."""
        count = self.sums[0]
        won, score, rupees, squares = self.sums[1:] / np.maximum(count, 1)
        return Trials(count, won, score, rupees, squares)


def roll_out(
    view: View,
    moves: Sequence[Move],
    worlds: Worlds,
    tables: WayTables,
    rivals: FloatArray,
    rng: np.random.Generator,
    depth: Depth | None = None,
) -> RoundResults:
    """Play on after each move in each world; returns the outcomes for the seat of the `view`.

    They have shape (moves, worlds). `rivals` are the chances of the other's ways to trade.
    """
    return rolled_out(view, moves, worlds, tables, draw_ways(rivals, len(worlds), rng), depth)


TIED: Final = 0.5
"""What a full tie counts: as much as a replay of it, where no option says who wins it."""


class Depth(NamedTuple):
    """The number of turns of a roll-out, and the network for rounds that are not over then."""

    turns: int
    leaf: Leaf


def rolled_out(
    view: View,
    moves: Sequence[Move],
    worlds: Worlds,
    tables: WayTables,
    rivals: IntArray,
    depth: Depth | None = None,
) -> RoundResults:
    """Return the same with the other's way to trade in each world, `rivals`, shape (worlds,)."""
    count, seat = len(worlds), view.seat
    whole = worlds.only(np.tile(np.arange(count), len(moves)))
    whole.number = np.arange(count * len(moves))
    ways = np.zeros((2, len(whole)), dtype=np.int64)
    ways[1 - seat] = np.tile(rivals, len(moves))
    whole.play(seat, choices_of(moves, count))
    turns, leaf = (LONGEST, None) if depth is None else depth
    won, margin, smooth = play_out(whole, 1 - seat, Traders(tables, ways), turns, leaf)
    if seat == 1:
        won, margin, smooth = 1 - won, -margin, 1 - smooth
    if view.series.tie == "non-starter":
        won = np.where(won == TIED, float(view.series.starter != seat), won)
    return RoundResults(*(part.reshape(len(moves), count) for part in (won, margin, smooth)))


@lru_cache(maxsize=4)
def _ways_of(weights: tuple[float, ...]) -> WayTables:
    return tables_of_ways(np.array(weights).reshape(-1, 2))


def ways_tables(learned: Learned) -> WayTables:
    """Return the tables of all ways to trade, made once."""
    return _ways_of(tuple(learned.weights.ravel().tolist()))


class Estimate(NamedTuple):
    """A move, its chance to win the round with its standard error, and the expected margin."""

    move: Move
    win_prob: float
    error: float
    rupees: float


class Search(Agent):
    """Tries the likeliest moves in worlds that could be the real one."""

    def __init__(self, candidates: int = CANDIDATES, nodes: int = NODES) -> None:
        self.candidates, self.nodes = candidates, nodes
        self.win_prob: float | None = None

    def rivals(self) -> FloatArray:
        """Return the chances of the other's ways to trade."""
        return USUAL

    def depth(self) -> Depth | None:
        """Return the depth of roll-outs; None to play to the end."""
        return None

    def told(self, won: FloatArray) -> FloatArray:
        """Return the chances to show for the shares of roll-outs `won`."""
        return won

    def held(self, view: View) -> Mind:
        """Return its belief about the other's hand, and about the next card."""
        belief = counting_belief(view)
        told = "Full colour: I saw you take it. Pale: likely, by counting what I cannot see."
        counted = hand_map("What you may hold", belief.hand, told, belief.known)
        return (counted, card_bars(belief.next))

    def worlds(self, view: View, count: int, rng: np.random.Generator) -> Worlds:
        """Return worlds that could be the real one."""
        return imagined(view, count, rng)

    def solved(self, view: View, moves: Sequence[Move]) -> SolvedEnd | None:
        """Return the end of the round with these legal `moves`, if it can be solved; never here."""
        return None

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return the candidate that does best."""
        learned = in_use()
        found = options(view, learned.tables)
        order = np.argsort(-found.values, kind="stable")[: self.candidates]
        moves = [found.moves[n] for n in order]
        nodes = self.nodes if limit.nodes is None else limit.nodes
        if len(moves) == 1 and not limit.mind:
            self.win_prob = None
            return Decision(moves[0].notation)
        ended = self.solved(view, moves) if nodes else None
        if ended is not None and ended.chances[0] > 0:  # one that is lost may still be won
            return self._ended(view, ended, learned, limit)
        sums, value = self._halve(view, moves, found.values[order], nodes, ways_tables(learned))
        best = int(value.argmax())
        trials = sums.trials()
        chances = self.told(trials.won)
        self.win_prob = float(chances[best]) if trials.tried[best] else None
        mind = None
        if limit.mind:
            others = [moves[n] for n in np.argsort(-value, kind="stable")]
            reason = spoken_reason(view, moves[best], others, learned)
            *first, rupees = _mind(moves, trials, value, best, self.told, reason)
            mind = (*first, *self.held(view), rupees, *lost_note(learned))
        return Decision(moves[best].notation, mind)

    def _ended(self, view: View, ended: SolvedEnd, learned: Learned, limit: Limit) -> Decision:
        """Return the best move of an end that was solved."""
        self.win_prob = ended.chances[0]
        if not limit.mind:
            return Decision(ended.moves[0].notation)
        mind = (*_mind_of_end(ended), *self.held(view), *lost_note(learned))
        return Decision(ended.moves[0].notation, mind)

    def evaluate(self, view: View, nodes: int) -> list[Estimate]:
        """Return every legal move with its chance to win the round, best first.

        Half of the `nodes` roll-outs go to all moves alike, at least two each, the rest to the
        likeliest few. `greedy`'s opinion counts as for a choice. Chances of an end that can be
        solved are exact.
        """
        learned = in_use()
        found = options(view, learned.tables)
        tables, rng = ways_tables(learned), generator(self.rng)
        sums, count = Sums(len(found.moves)), len(found.moves)
        everything, few = list(range(count)), min(count, self.candidates)
        for left, share in ((everything, nodes // 2), (None, nodes - nodes // 2)):
            if left is None:
                value = _value(sums.trials(), found.values)
                left = sorted(np.argsort(-value, kind="stable")[:few].tolist())
            worlds = self.worlds(view, max(2, share // len(left)), rng)
            rivals = draw_ways(self.rivals(), len(worlds), rng)
            for at in range(0, len(left), self.candidates):
                part = left[at : at + self.candidates]
                moves = [found.moves[n] for n in part]
                sums.add(part, rolled_out(view, moves, worlds, tables, rivals, self.depth()))
        estimates = _estimates(found, sums.trials(), self.told)
        return _exact(estimates, self.solved(view, found.moves))

    def _halve(
        self, view: View, moves: Sequence[Move], opinion: FloatArray, nodes: int, tables: WayTables
    ) -> tuple[Sums, FloatArray]:
        """Try the moves in `nodes` roll-outs, half of those that are left at a time."""
        rng = generator(self.rng)
        sums, left = Sums(len(moves)), list(range(len(moves)))
        stages = max(1, int(np.ceil(np.log2(len(moves))))) if nodes >= FEW else 1
        value = _value(sums.trials(), opinion)
        for _ in range(stages):
            count = nodes // (stages * len(left))
            if count:
                worlds = self.worlds(view, count, rng)
                chosen = [moves[n] for n in left]
                found = roll_out(view, chosen, worlds, tables, self.rivals(), rng, self.depth())
                sums.add(left, found)
            value = _value(sums.trials(), opinion)
            kept = sorted(left, key=lambda n: -value[n])[: max(1, len(left) // 2)]
            left = sorted(kept)
        dropped = np.ones(len(moves), dtype=np.bool_)
        dropped[left] = False
        return sums, np.where(dropped, value - 1.0, value)


def generator(rng: Stream) -> np.random.Generator:
    """Return random numbers for arrays from the place that the match gave."""
    return np.random.default_rng([rng.getrandbits(32), rng.getrandbits(32)])


def _estimates(
    found: Options, trials: Trials, told: Callable[[FloatArray], FloatArray]
) -> list[Estimate]:
    """Return the moves by their chances to win, `greedy`'s opinion counted like roll-outs."""
    level = float((trials.won * trials.tried).sum() / trials.tried.sum())
    drop = np.minimum(0.3, OPINION * (found.values.max() - found.values))
    prior = np.clip(level - drop, 0.0, 1.0)
    won = (trials.won * trials.tried + PRIOR * prior) / (trials.tried + PRIOR)
    rows = zip(found.moves, told(won), trials.error, trials.rupees, strict=True)
    every = [Estimate(move, float(w), float(e), float(r)) for move, w, e, r in rows]
    return sorted(every, key=lambda row: -row.win_prob)


def _exact(estimates: list[Estimate], ended: SolvedEnd | None) -> list[Estimate]:
    """Return the estimates with the chances of an end that was solved; equal ones as they were."""
    if ended is None:
        return estimates
    chances = dict(zip(ended.moves, ended.chances, strict=True))
    exact = [row._replace(win_prob=chances[row.move], error=0.0) for row in estimates]
    return sorted(exact, key=lambda row: -round(row.win_prob, 9))


def _value(trials: Trials, opinion: FloatArray) -> FloatArray:
    """Return the mean score of each move, with `greedy`'s `opinion` (in rupees) as some extra
    roll-outs.
    """
    level = float((trials.score * trials.tried).sum() / max(1.0, trials.tried.sum()))
    level = level if trials.tried.any() else 0.5
    prior = level - np.minimum(0.3, OPINION * (opinion.max() - opinion))
    return np.asarray((trials.score * trials.tried + PRIOR * prior) / (trials.tried + PRIOR))


def _mind_of_end(ended: SolvedEnd) -> Mind:
    """Return the moves of an end that was solved, with their chances to win the round."""
    best, *_ = ended.moves
    rows = tuple(zip(ended.moves, ended.chances, strict=True))[:CANDIDATES]
    return (
        _after(best, f"I followed every ending, and win {share_words(ended.chances[0])}"),
        Bars(
            "Chance to win the round",
            tuple(in_short(move) for move, _ in rows),
            tuple(chance for _, chance in rows),
            chosen=0,
            help=f"The deck is nearly empty: I followed every way in which the round can still "
            f"end, {ended.positions:,} positions.",
        ),
    )


def _after(move: Move, *told: str) -> Note:
    """Return the sentence on a move with what was `told` of it, the fullest first."""
    return first_note(*(f"{start}: {words}." for words in told for start in i_do(move)))


def _why(move: Move, chances: FloatArray, tried: FloatArray, reason: str) -> Note:
    """Return the sentence on the best move: its `reason`, or where there is none the `chances` to
    win of all moves, best first, by the number of roll-outs of each.
    """
    if reason:
        return _after(move, reason)
    if not tried[0]:
        return _after(move, "it looks best to me at a glance")
    chance = float(chances[0])
    if len(chances) > 1 and chances[1] > chance - NEAR:
        return _after(move, f"I win {share_words(chance)}; another move is nearly as good")
    return _after(move, f"I win {share_words(chance)} of the rounds that I imagine then")


def _mind(
    moves: Sequence[Move],
    trials: Trials,
    value: FloatArray,
    best: int,
    told: Callable[[FloatArray], FloatArray],
    reason: str,
) -> Mind:
    """Return the candidates with their chances to win the round, and how often each was tried."""
    order = np.argsort(-value, kind="stable")
    labels = tuple(in_words(moves[n]) for n in order)
    won, error = trials.won[order], trials.error[order]
    total = int(trials.tried.sum())
    rupees = tuple(
        (f"{label}, tried {int(trials.tried[n])} times", round(float(trials.rupees[n]), 2))
        for label, n in zip(labels, order, strict=True)
    )
    return (
        _why(moves[best], told(won), trials.tried[order], reason),
        Bars(
            "Chance to win the round",
            tuple(in_short(moves[n]) for n in order),
            tuple(float(share) for share in told(won)),
            chosen=0,
            low=tuple(float(x) for x in told(np.clip(won - 1.96 * error, 0, 1))),
            high=tuple(float(x) for x in told(np.clip(won + 1.96 * error, 0, 1))),
            help=f"By {total} rounds that I imagined.",
        ),
        Lines("Rupees ahead at the end, on average", rupees, unit="", chosen=0),
    )
