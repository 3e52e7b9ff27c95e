"""Advice for a person: the best moves of a view, the odds of a seat, the costs of choices.

Advice and odds follow from a seat's view alone. A choice is judged after the round, in two ways: by
what its trader could know, as the chance to win that it gave away; and by the chance to win as the
cards lay. So luck, the cards that were turned up, stands apart from choices.

The reason for one move and against another is the largest part of their difference by `greedy`'s
features, which have names and weights in rupees (`ai.jaipur.values`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.jaipur.belief import Belief, counting_belief
from ai.jaipur.ending import EQUAL, SolvedEnd, solve
from ai.jaipur.greedy import Learned, in_use, options
from ai.jaipur.leaf import network
from ai.jaipur.onlooker import card_bars, hand_map
from ai.jaipur.playing import RoundResults, Traders, play_out
from ai.jaipur.reasons import reasons
from ai.jaipur.search import LONGEST, Depth, imagined, rolled_out, ways_tables
from ai.jaipur.ways import USUAL, draw_ways
from ai.jaipur.worlds import CAMEL
from games.agents import WIN_CHANCE, Advice, Judged, Weighed
from games.arrays import FloatArray
from games.jaipur.rules.goods import (
    DEAR,
    GOODS,
    INDEX,
    NAMES,
    PILES,
    SHIFTS,
    TOKEN_SUMS,
    bonus_points,
    counts_of,
)
from games.jaipur.rules.likely import hidden_sentence, likely_cards
from games.jaipur.rules.moves import Move, in_words, parse, sell
from games.jaipur.rules.state import State, View, view_of
from games.mind import Bars, Lines, Mind, Note


def why(view: View, better: Move, other: Move, learned: Learned) -> str:
    """Return the weightiest reason, after "it"; without one, that the move won more often."""
    found = reasons(view, better, other, learned)
    return found[0].words if found else "won more of the rounds that were imagined"


TURNS: Final = 4
"""Turns of an imagined round before the network weighs it."""
CANDIDATES: Final = 10
TRIED: Final = 80
"""Worlds in which every candidate is tried."""
SHOWN: Final = 3
PARTED: Final = 300
"""Worlds in which the best few are tried, to tell what parts them."""
JUDGED: Final = 60
"""Worlds that choose the best move of a judged choice; as many as that tell the chances before."""
MEASURED: Final = 240
"""Worlds that measure what was lost: others than chose, or the loss would be told too large."""


class SearchAdviser(Agent):
    """An adviser on single positions; it keeps no memory between them."""

    def hint(self, view: View, seed: int = 0) -> Advice:
        """Return the three best moves of a view whose seat is to move, with the reason."""
        learned, rng = in_use(), np.random.default_rng([seed, 1])
        found = options(view, learned.tables)
        order = np.argsort(-found.values, kind="stable")[:CANDIDATES]
        moves = [found.moves[n] for n in order]
        ended = solve(view, moves)
        if ended is not None and ended.chances[0] > 0:
            return _advice_of_end(view, ended, learned, rng)
        if len(moves) > SHOWN:
            first = tried(view, moves, TRIED, rng)
            kept = np.argsort(-score(first), kind="stable")[:SHOWN]
            moves = [moves[n] for n in sorted(kept)]
        trials = tried(view, moves, PARTED, rng)
        best_first = np.argsort(-score(trials), kind="stable")
        best = moves[best_first[0]]
        rows = tuple(_weighed(view, moves, n, best, trials, learned) for n in best_first)
        others = [*(moves[n] for n in best_first[1:]), *(found.moves[n] for n in order)]
        return Advice(_sentence(view, best, others, learned), rows)

    def odds(self, view: View) -> Mind:
        """Return the odds of a seat: the other's hand, the next card, bonus tokens, sales."""
        belief = counting_belief(view)
        told = "Full colour: you saw it taken. Pale: likely, by counting what you cannot see."
        counted = hand_map("The hidden hand", belief.hand, told, belief.known)
        count, left = view.rival.cards - int(belief.known.sum()), belief.unseen[:CAMEL]
        hidden = hidden_sentence(likely_cards(count, [int(each) for each in left]))
        cards = (Note(hidden), card_bars(belief.next), counted)
        return (*cards, *_sales(view, belief), *_tokens(belief))

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a choice: its cost by what the seat knew, its chances as the cards lay."""
        played, learned = parse(move), in_use()
        assert played is not None
        rng = np.random.default_rng([seed, 2])
        view = view_of(state, seat)
        cost = _cost(view, played, learned, rng)
        before, after = _as_the_cards_lay(state, played, rng)
        if seat:
            before, after = 1 - before, 1 - after
        best, lost = cost.best, cost.lost
        reason = why(view, best, played, learned) if best != played else ""
        rows = [Weighed(best.notation, in_words(best), cost.value, error=cost.spread)]
        if best != played:
            own = cost.value - lost
            rows.append(Weighed(move, in_words(played), own, -cost.rupees, cost.error, reason))
        return Judged(
            *(seat, move, WIN_CHANCE, before, after, best.notation, lost, cost.error, cost.rupees),
            why=reason,
            actions=tuple(rows),
        )


def _depth() -> tuple[int, Depth | None]:
    """Return the length of roll-outs: a few turns, or to the end where the network is lost."""
    leaf = network()
    return (LONGEST, None) if isinstance(leaf, str) else (TURNS, Depth(TURNS, leaf))


def tried(view: View, moves: Sequence[Move], count: int, rng: np.random.Generator) -> RoundResults:
    """Return the moves in the same `count` worlds, each array of shape (moves, count)."""
    worlds = imagined(view, count, rng)
    rivals = draw_ways(USUAL, count, rng)
    tables = ways_tables(in_use())
    return rolled_out(view, moves, worlds, tables, rivals, _depth()[1])


def score(trials: RoundResults) -> FloatArray:
    """Return the order of moves: mostly the win, a little the smoothed margin, less noisy."""
    return np.asarray((0.7 * trials.won + 0.3 * trials.smooth).mean(axis=1))


def error_of(values: FloatArray) -> float:
    """Return the standard error of a mean."""
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def _weighed(
    view: View,
    moves: Sequence[Move],
    number: int,
    best: Move,
    trials: RoundResults,
    learned: Learned,
) -> Weighed:
    """Return a move with its chance, and of one that is not the `best` what it lacks beside
    that.
    """
    move, won = moves[number], trials.won[number]
    less = "" if move == best else why(view, best, move, learned)
    return Weighed(
        move.notation,
        in_words(move),
        float(won.mean()),
        float(trials.margin[number].mean()),
        error_of(won),
        less,
    )


def _advice_of_end(
    view: View, ended: SolvedEnd, learned: Learned, rng: np.random.Generator
) -> Advice:
    """Return the best moves of an end that was solved, with their exact chances."""
    moves, chances = ended.moves[:SHOWN], ended.chances[:SHOWN]
    best, trials = moves[0], tried(view, moves, PARTED, rng)
    rows = tuple(
        _weighed(view, moves, n, best, trials, learned)._replace(value=chance, error=0.0)
        for n, chance in enumerate(chances)
    )
    worse = [n for n, chance in enumerate(chances) if chance < chances[0] - EQUAL]
    if worse:
        text = f"{_capital(best)}: in every way this round can still end, nothing wins more often."
    else:
        text = _sentence(view, best, ended.moves[1:], learned)
    return Advice(text, rows)


def _capital(move: Move) -> str:
    words = in_words(move)
    return words[0].upper() + words[1:]


def _sentence(view: View, best: Move, others: Sequence[Move], learned: Learned) -> str:
    """Return the reason for the best move, in one sentence.

    It compares the best with the first of the `others` against which there is a reason.
    """
    head = _capital(best)
    others = [move for move in others if move != best]
    if not others:
        return f"{head}: there is nothing else."
    compared = (move for move in others if reasons(view, best, move, learned))
    return f"{head}: it {why(view, best, next(compared, others[0]), learned)}."


class Cost(NamedTuple):
    """The best move with its chance to win and the `spread` of that chance, and what the move that
    was played gave away: chance with its standard error, and rupees.
    """

    best: Move
    value: float
    spread: float = 0.0
    lost: float = 0.0
    error: float = 0.0
    rupees: float = 0.0


def _cost(view: View, played: Move, learned: Learned, rng: np.random.Generator) -> Cost:
    """Find the best move, and measure what the one that was played gave away.

    The worlds that measure are others than those that choose the best.
    """
    found = options(view, learned.tables)
    order = np.argsort(-found.values, kind="stable")[:CANDIDATES]
    moves = [found.moves[n] for n in order]
    if played not in moves:
        moves.append(played)
    ended = solve(view, moves)
    if ended is not None:
        return _cost_at_end(view, played, ended, rng)
    first = tried(view, moves, JUDGED, rng)
    best = int(score(first).argmax())
    if moves[best] == played:
        return Cost(played, float(first.won[best].mean()), error_of(first.won[best]))
    trials = tried(view, [moves[best], played], MEASURED, rng)
    won, rupees = trials.won[0] - trials.won[1], trials.margin[0] - trials.margin[1]
    value, spread = float(trials.won[0].mean()), error_of(trials.won[0])
    lost, error = float(won.mean()), error_of(won)
    return Cost(moves[best], value, spread, lost, error, float(rupees.mean()))


def _cost_at_end(view: View, played: Move, ended: SolvedEnd, rng: np.random.Generator) -> Cost:
    """Return the same for an end that was solved: the chance is exact, rupees are by roll-outs."""
    best, value = ended.moves[0], ended.chances[0]
    lost = value - ended.chances[ended.moves.index(played)]
    if lost < EQUAL:
        return Cost(played, value)
    margin = tried(view, [best, played], MEASURED, rng).margin
    return Cost(best, value, lost=lost, rupees=float((margin[0] - margin[1]).mean()))


def _as_the_cards_lay(state: State, played: Move, rng: np.random.Generator) -> tuple[float, float]:
    """Seat 0's chance to win with all hands and tokens known, before and after a move.

    The order of the deck stays open, so that what was turned up then is luck. Both are taken in the
    same worlds.
    """
    seat, other = state.turn, state.traders[1 - state.turn]
    view = view_of(state, seat)
    hidden = np.array(counts_of(other.hand - other.known)[:CAMEL])
    worlds = imagined(view, JUDGED, rng, np.repeat(hidden[:, None], JUDGED, axis=1))
    worlds.bonus[1 - seat] = bonus_points(other.bonus)
    again = worlds.only(np.arange(JUDGED))
    turns, depth = _depth()
    tables, greedy = ways_tables(in_use()), np.zeros(JUDGED, dtype=np.int64)
    company = Traders(tables, np.stack([greedy, greedy]))
    leaf = None if depth is None else depth.leaf
    before = play_out(again, seat, company, turns, leaf).won.mean()
    after = rolled_out(view, [played], worlds, tables, greedy, depth).won.mean()
    return float(before), float(after if seat == 0 else 1 - after)


# -- odds ----------------------------------------------------------------------------------


def _sales(view: View, belief: Belief) -> Mind:
    """Return the price of each kind in hand now and with one card more, and that card's chance."""
    now, more = [], []
    for good in GOODS:
        held = view.own.hand >> SHIFTS[INDEX[good]] & 15
        if not held:
            continue
        if held > 1 or good not in DEAR:
            now.append((in_words(sell(good, held)), _worth(view, belief, good, held)))
        there = view.market >> SHIFTS[INDEX[good]] & 15
        chance = belief.next[INDEX[good]]
        how = "one lies in the market" if there else f"the next card is one with {chance:.0%}"
        if not there and not chance:
            how = "no more of it comes"
        more.append((f"{held + 1} {NAMES[good]}: {how}", _worth(view, belief, good, held + 1)))
    if not more:
        return (Note("You hold no goods to sell."),)
    told = "Goods tokens, and the average bonus token where there is one."
    return (
        Lines("What a sale fetches now, in rupees", tuple(now), help=told),
        Lines("With one card more", tuple(more), help=told),
    )


def _worth(view: View, belief: Belief, good: str, count: int) -> float:
    """Return the rupees of a sale: goods tokens, and the mean of a bonus token."""
    kind = INDEX[good]
    rupees = TOKEN_SUMS[kind][view.tokens >> SHIFTS[kind] & 15][count]
    bonus = belief.bonus[min(count, PILES[-1])].mean if count >= PILES[0] else 0.0
    return round(rupees + bonus, 1)


def _tokens(belief: Belief) -> Mind:
    """Return the values of the next bonus token of each pile."""
    found: list[Note | Bars] = []
    for pile, token in belief.bonus.items():
        cards = f"{pile} cards" if pile < PILES[-1] else f"{pile} cards or more"
        if not token.values:
            found.append(Note(f"No bonus token is left for {cards}."))
            continue
        title = f"Bonus for {cards}: {token.left} left, {token.mean:.1f} on average"
        labels = tuple(str(value) for value in token.values)
        found.append(Bars(title, labels, tuple(token.values.values())))
    return tuple(found)
