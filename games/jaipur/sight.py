"""The open part of a round for the viewer: one picture of a view, or of the whole state.

A scene draws only a `Sight`, so that the picture depends on no card that the person at the table
cannot see. Cards are packed numbers (`games.jaipur.rules.goods`).
"""

from __future__ import annotations

from typing import NamedTuple

from games.jaipur.rules.goods import ALL_CARDS, GOODS, bonus_values, counts_of, pile_sizes
from games.jaipur.rules.likely import LikelyCard, likely_cards
from games.jaipur.rules.state import MatchSoFar, Rival, State, Trader, View


class Side(NamedTuple):
    """The visible part of a trader: its `hand` and the values of its `bonus` tokens, None while
    hidden.

    `cards` are the number of goods it holds, `known` the goods it took in the open, `points` the
    rupees of its goods tokens, and `piles` its number of bonus tokens by their pile.
    """

    hand: int | None
    cards: int
    known: int
    herd: int
    points: int
    tokens: int
    bonus: tuple[int, ...] | None
    piles: tuple[int, int, int]

    @property
    def rupees(self) -> int:
        """The known earnings: goods tokens, and the bonus tokens that are seen."""
        return self.points + sum(self.bonus or ())


class Sight(NamedTuple):
    """A round as it is seen through the eyes of a `seat`, None where all lies open.

    `left` is the size of the deck, `tokens` the packed numbers of goods tokens, `piles` the sizes
    of the bonus piles.
    """

    market: int
    left: int
    tokens: int
    piles: tuple[int, int, int]
    discards: int
    sides: tuple[Side, Side]
    turn: int
    due: int
    series: MatchSoFar
    seat: int | None


def sight_of(seen: State | View) -> Sight:
    """Return the sight of a view, or of a state that lies open."""
    common = (seen.turn, seen.due, seen.series)
    if isinstance(seen, State):
        west, east = (_open(trader) for trader in seen.traders)
        found = (seen.market, seen.left, seen.tokens, pile_sizes(seen.piles), seen.discards)
        return Sight(*found, (west, east), *common, None)
    own = _open(seen.own)
    other = _closed(seen.rival) if seen.revealed is None else _open(seen.revealed)
    sides = (own, other) if seen.seat == 0 else (other, own)
    found = (seen.market, seen.left, seen.tokens, seen.piles, seen.discards)
    return Sight(*found, sides, *common, seen.seat)


def sight_of_nobody(west: View, east: View) -> Sight:
    """Return the sight common to both traders by their views: no hand, no bonus value."""
    return sight_of(west)._replace(sides=(_closed(east.rival), _closed(west.rival)), seat=None)


def _open(trader: Trader) -> Side:
    return Side(
        trader.hand,
        trader.hand % 15,
        trader.known,
        trader.herd,
        trader.points,
        trader.tokens,
        bonus_values(trader.bonus),
        pile_sizes(trader.bonus),
    )


def _closed(rival: Rival) -> Side:
    return Side(
        None, rival.cards, rival.known, rival.herd, rival.points, rival.tokens, None, rival.bonus
    )


def hidden_cards(sight: Sight, seat: int) -> tuple[LikelyCard, ...]:
    """Return the likely cards in the closed part of a seat's hand; () for an open hand."""
    side, other = sight.sides[seat], sight.sides[1 - seat]
    if side.hand is not None:
        return ()
    seen = side.known + side.herd + other.herd + sight.market + sight.discards
    left = counts_of(ALL_CARDS - seen - (other.known if other.hand is None else other.hand))
    return likely_cards(side.cards - side.known % 15, left[: len(GOODS)])
