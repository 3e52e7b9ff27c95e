"""The exact end of a round, where the deck is nearly empty and no card of the other is hidden.

By then counting shows the other's hand: every unseen good lies in the deck, or the deck is empty
and all of them are in that hand. The rest of the round is searched to its end, with every legal
move of both sides and every card that may be turned up: expectimax with alpha-beta, its windows
carried through chance (Star1: Ballard, 1983). One thing stays hidden:

the values of bonus tokens, the other's and the ones still to be drawn. A round that ends is won
with the exact probability over all their possible values. Neither side acts by a token's real
value; the other thus uses less than it knows of its own.

An exchange can answer an exchange for ever, so lines have at most `LONGEST` turns. An end in which
such a line mattered, or that takes more than `POSITIONS`, is not called solved and is left to
roll-outs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Final, NamedTuple

from games.jaipur.rules.game import unseen
from games.jaipur.rules.goods import (
    CAMEL_TOKEN,
    DEAR,
    GONE,
    GOODS,
    GOODS_MASK,
    HAND_LIMIT,
    INDEX,
    MARKET,
    PILES,
    SHIFTS,
    TOKEN_SUMS,
    UNIT,
    bonus_points,
    counts_of,
    kinds_gone,
    pile_for,
    pile_sizes,
)
from games.jaipur.rules.moves import CAMELS, LegalMoves, Move, sell, swap, take
from games.jaipur.rules.state import View, unseen_bonus

DECK: Final = 4
"""Cards of the deck with which an end is searched."""
POSITIONS: Final = 12_000
"""Positions looked at before a search is given up: some 150 ms of processor time."""
LONGEST: Final = 8
"""Turns of the longest line."""
DEPTHS: Final = (2, 4, LONGEST)
"""Turns of the lines that are searched, a short search first: most ends need no longer one."""
EQUAL: Final = 1e-9
"""Chances that differ by less are the same."""
Counts = tuple[int, int, int]
"""Bonus tokens by pile."""
Sums = dict[int, float]
"""Rupees, each with its probability."""
_NONE: Final[tuple[Counts, Counts]] = ((0, 0, 0), (0, 0, 0))
_PLACE: Final = {pile: place for place, pile in enumerate(PILES)}


class EndPosition(NamedTuple):
    """An end as side 0 knows it, which searches.

    `market`, `deck` (in no order) and `hands` are packed cards, `tokens` packed numbers of goods
    tokens. `ahead` are the rupees by which side 0 leads, camels and unknown tokens left out,
    `tokens_ahead` its lead in the number of goods tokens. `drawn` are the bonus tokens by pile that
    each side took since the search began.
    """

    market: int
    deck: int
    hands: tuple[int, int]
    herds: tuple[int, int]
    tokens: int
    ahead: int
    tokens_ahead: int
    drawn: tuple[Counts, Counts]
    turn: int


def position_of(view: View) -> EndPosition | None:
    """Return the end that a `view` shows whose seat is to move; None where cards of the other are
    hidden.

    Also None for a deck of more than `DECK` cards, and where no choice is to be made.
    """
    if view.left > DECK or view.acting != (view.seat,):
        return None
    own, rival = view.own, view.rival
    theirs, deck = rival.known, unseen(view)
    if not view.left:
        theirs, deck = theirs + (deck & GOODS_MASK), 0
    if theirs % 15 != rival.cards or sum(counts_of(deck)) != view.left:
        return None
    ahead = own.points + bonus_points(own.bonus) - rival.points
    herds, more = (own.herd, rival.herd), own.tokens - rival.tokens
    return EndPosition(
        view.market, deck, (own.hand, theirs), herds, view.tokens, ahead, more, _NONE, 0
    )


# -- what tokens can be worth --------------------------------------------------------------


class TokenValues:
    """The possible values of the bonus tokens that a seat does not see."""

    def __init__(self, view: View) -> None:
        self.unseen = tuple(unseen_bonus(view.own.bonus, pile) for pile in PILES)
        self.theirs = view.rival.bonus
        self.lead = sum(pile_sizes(view.own.bonus)) - sum(view.rival.bonus)
        self._found: dict[tuple[Counts, Counts], Sums] = {}

    def ahead(self, drawn: tuple[Counts, Counts]) -> Sums:
        """Return rupees of side 0's new tokens less all of the other's, each with its
        probability.
        """
        if drawn not in self._found:
            sums: Sums = {0: 1.0}
            for place, values in enumerate(self.unseen):
                theirs = self.theirs[place] + drawn[1][place]
                sums = _convolved(sums, differences(values, drawn[0][place], theirs))
            self._found[drawn] = sums
        return self._found[drawn]

    def number_ahead(self, drawn: tuple[Counts, Counts]) -> int:
        """Return by how many bonus tokens side 0 leads."""
        return self.lead + sum(drawn[0]) - sum(drawn[1])


def _convolved(one: Sums, other: Sums) -> Sums:
    found: Sums = {}
    for a, b in product(one, other):
        found[a + b] = found.get(a + b, 0.0) + one[a] * other[b]
    return found


def differences(values: dict[int, int], mine: int, theirs: int) -> Sums:
    """Return the sum of `mine` tokens less the sum of `theirs`, drawn without replacement.

    `values` are the possible values, each with its number of tokens.
    """
    ways: dict[tuple[int, int, int], int] = {(mine, theirs, 0): 1}
    for value, number in values.items():
        before, ways = ways, {}
        for (own, other, total), count in before.items():
            for a, b in product(range(min(own, number) + 1), range(min(other, number) + 1)):
                key = (own - a, other - b, total + value * (a - b))
                more = count * comb(number, a) * comb(number - a, b)
                ways[key] = ways.get(key, 0) + more
    sums = {total: count for (own, other, total), count in ways.items() if not own and not other}
    return {total: count / sum(sums.values()) for total, count in sums.items() if count}


# -- the search ----------------------------------------------------------------------------


class TooLong(Exception):
    """More positions than may be looked at."""


class Ending:
    """The search of the end that a view shows.

    `left` is the number of positions that may still be looked at, and `cut` is True if a line was
    too long.
    """

    def __init__(self, view: View, positions: int = POSITIONS) -> None:
        self.left, self.cut = positions, False
        self.tokens, self.piles = TokenValues(view), view.piles
        series = view.series
        self.tie = 0.5 if series.tie != "non-starter" else float(series.starter != view.seat)
        self._known: dict[tuple[EndPosition, int], tuple[float, float]] = {}

    def outcome(self, at: EndPosition) -> float:
        """Return side 0's chance to have won, if the round ends so."""
        base = at.ahead + CAMEL_TOKEN * ((at.herds[0] > at.herds[1]) - (at.herds[0] < at.herds[1]))
        number = self.tokens.number_ahead(at.drawn) or at.tokens_ahead
        level = float(number > 0) if number else self.tie
        won = 0.0
        for more, chance in self.tokens.ahead(at.drawn).items():
            won += chance * (level if base + more == 0 else base + more > 0)
        return round(won, 12)

    def of_move(self, at: EndPosition, move: Move, turns: int, low: float, high: float) -> float:
        """Return side 0's chance to win after a `move`, where lines have `turns` turns.

        Exact between `low` and `high`; else a bound beyond the nearer of them.
        """
        child, over = self.after(at, move)
        if over:
            return self.outcome(child)
        if move.kind in ("sell", "swap"):
            return self.value(child, turns - 1, low, high)
        return self._turned_up(child, turns - 1, low, high)

    def after(self, at: EndPosition, move: Move) -> tuple[EndPosition, bool]:
        """Return the position after a move, the market not refilled, and if the round is over."""
        if move.kind == "sell":
            return self._sold(at, move)
        side, market = at.turn, at.market - move.take
        hand, herd = at.hands[side] + move.take, at.herds[side]
        if move.kind == "swap":
            market += move.give
            hand, herd = hand - (move.give & GOODS_MASK), herd - (move.give & 15)
        elif move.kind == "camels":
            market, herd = market & GOODS_MASK, herd + (market & 15)
        found = at._replace(
            market=market,
            hands=(at.hands[0], hand) if side else (hand, at.hands[1]),
            herds=(at.herds[0], herd) if side else (herd, at.herds[1]),
            turn=1 - side,
        )
        return found, market % 15 + at.deck % 15 < MARKET

    def _sold(self, at: EndPosition, move: Move) -> tuple[EndPosition, bool]:
        side, kind = at.turn, INDEX[move.good]
        left = at.tokens >> SHIFTS[kind] & 15
        paid, sign = min(left, move.number), -1 if side else 1
        hand, tokens = at.hands[side] - move.give, at.tokens - (paid << SHIFTS[kind])
        found = at._replace(
            hands=(at.hands[0], hand) if side else (hand, at.hands[1]),
            tokens=tokens,
            ahead=at.ahead + sign * TOKEN_SUMS[kind][left][paid],
            tokens_ahead=at.tokens_ahead + sign * paid,
            drawn=self._with_token(at.drawn, side, pile_for(move.number)),
            turn=1 - side,
        )
        return found, kinds_gone(tokens) >= GONE

    def _with_token(
        self, drawn: tuple[Counts, Counts], side: int, pile: int
    ) -> tuple[Counts, Counts]:
        """Return the drawn tokens with one more for a `side`, if the `pile` (0: none) has one."""
        place = _PLACE.get(pile, -1)
        if place < 0 or self.piles[place] <= drawn[0][place] + drawn[1][place]:
            return drawn
        a, b, c = (count + (n == place) for n, count in enumerate(drawn[side]))
        return (drawn[0], (a, b, c)) if side else ((a, b, c), drawn[1])

    def _turned_up(self, at: EndPosition, turns: int, low: float, high: float) -> float:
        """Return the mean over what chance turns up for a market that is short of cards."""
        total, rest = 0.0, 1.0
        for cards, chance in refills(at.deck, MARKET - at.market % 15):
            rest = max(0.0, rest - chance)
            child = at._replace(market=at.market + cards, deck=at.deck - cards)
            least, most = (low - total - rest) / chance, (high - total) / chance
            total += chance * self.value(child, turns, max(0.0, least), min(1.0, most))
            if total >= high + EQUAL:
                return total
            if total + rest <= low - EQUAL:
                return total + rest
        return total

    def value(self, at: EndPosition, turns: int, low: float, high: float) -> float:
        """Return side 0's chance to win, the side to move first; windows as for `of_move`."""
        self.left -= 1
        if self.left < 0:
            raise TooLong
        if not turns:
            self.cut = True
            return self.outcome(at)
        least, most = self._known.get((at, turns), (0.0, 1.0))
        if most <= low or least >= high or least == most:
            return most if most <= low else least
        best, floor, roof = (2.0 if at.turn else -1.0), low, high
        for move in moves_of(at):
            found = self.of_move(at, move, turns, floor, roof)
            if at.turn:
                best = min(best, found)
                roof = min(roof, best)
            else:
                best = max(best, found)
                floor = max(floor, best)
            if floor >= roof:
                break
        bounds = (best if best > low else 0.0, best if best < high else 1.0)
        self._known[at, turns] = bounds
        return best


def moves_of(at: EndPosition) -> Iterator[Move]:
    """Yield the moves of the side to move, those that may end the round first.

    Where the deck is empty any good that is taken ends the round alike, so that one is enough.
    """
    hand = at.hands[at.turn]
    if hand % 15 < HAND_LIMIT:
        goods = [good for good in GOODS if at.market & UNIT[good] * 15]
        yield from map(take, goods if at.deck else goods[:1])
    if at.market & 15:
        yield CAMELS
    for good in GOODS:
        for number in range(hand >> SHIFTS[INDEX[good]] & 15, good in DEAR, -1):
            yield sell(good, number)
    for taken, given in LegalMoves(at.market, hand, at.herds[at.turn]).swaps():
        yield swap(taken, given)


@lru_cache(maxsize=1 << 12)
def refills(deck: int, number: int) -> tuple[tuple[int, float], ...]:
    """Return the possible `number` cards from a packed `deck`, packed, with probabilities."""
    ways = {0: 1}
    for shift in SHIFTS:
        before, ways = ways, {}
        for cards, count in before.items():
            for more in range(min(deck >> shift & 15, number - cards % 15) + 1):
                ways[cards + (more << shift)] = count * comb(deck >> shift & 15, more)
    full = {cards: count for cards, count in ways.items() if cards % 15 == number}
    whole = sum(full.values())
    return tuple((cards, count / whole) for cards, count in full.items())


class SolvedEnd(NamedTuple):
    """An end that was searched: the `chances` to win with some `moves`, the best ones first.

    No legal move has a better chance than the first. `positions` is how many were looked at.
    """

    moves: tuple[Move, ...]
    chances: tuple[float, ...]
    positions: int


def solve(view: View, liked: Sequence[Move], positions: int = POSITIONS) -> SolvedEnd | None:
    """Return the end that a `view` shows, if it can be solved; None otherwise.

    The `liked` legal moves get their exact chances; of equal ones the first is best. Any other
    legal move joins them only where it is better.
    """
    at = position_of(view)
    if at is None:
        return None
    search = Ending(view, positions)
    try:
        for turns in DEPTHS:
            search.cut = False
            chances = {move: search.of_move(at, move, turns, 0.0, 1.0) for move in liked}
            best = max(chances.values())
            for move in moves_of(at):
                if best >= 1 - EQUAL:
                    break
                if move not in chances:
                    found = search.of_move(at, move, turns, best, 1.0)
                    if found > best + EQUAL:
                        chances[move] = best = found
            if not search.cut:
                order = sorted(chances, key=lambda move: -round(chances[move], 9))
                told = tuple(min(1.0, chances[move]) for move in order)
                return SolvedEnd(tuple(order), told, positions - search.left)
    except TooLong:
        pass
    return None
