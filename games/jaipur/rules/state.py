"""The state of a round of Jaipur: the open cards, each trader's, and a seat's view of them.

The deck and the piles of bonus tokens are counts, and cards and tokens are drawn from them by
chance when they are turned up: there is no order to peek at. Cards and bonus tokens are packed
numbers (`games.jaipur.rules.goods`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.jaipur.rules.goods import (
    ALL_BONUS,
    BONUS,
    CAMEL_TOKEN,
    DECK,
    FULL_DECK,
    FULL_TOKENS,
    PILE_MASK,
    PILE_SHIFTS,
    bonus_points,
    pile_sizes,
)

REFILL: Final = -1
"""What chance owes (`State.due`): a card for the market; above 0, cards of the set-up."""
DEPLETED: Final = "three_types_depleted"
CANNOT_REFILL: Final = "cannot_refill"


class Trader(NamedTuple):
    """The possessions of a trader: goods in hand, camels, and tokens.

    `known` are goods of the hand that the other saw it take from the market. `points` and `tokens`
    are the worth and the number of its goods tokens, `bonus` its bonus tokens.
    """

    hand: int = 0
    herd: int = 0
    known: int = 0
    points: int = 0
    tokens: int = 0
    bonus: int = 0


class MatchSoFar(NamedTuple):
    """The match that a round belongs to: its options, the starter of the round, the seals won."""

    length: str = "match"
    tie: str = "replay"
    starter: int = 0
    seals: tuple[int, int] = (0, 0)
    round: int = 1


class State(NamedTuple):
    """A round, and the match around it.

    `left` is the size of the deck, `turn` the seat to move, `due` the cards for chance to turn up:
    cards of the set-up still to be dealt (above 0), `REFILL`, minus the pile of a bonus token, or
    0. `end` is the reason why the round is over, "" before, `winner` its winner, -1 for none.
    """

    market: int
    deck: int
    left: int
    tokens: int
    piles: int
    discards: int
    traders: tuple[Trader, Trader]
    turn: int
    due: int
    acting: tuple[int, ...]
    series: MatchSoFar
    end: str = ""
    winner: int = -1


class Rival(NamedTuple):
    """A seat's knowledge of the other trader: the size of its hand, and the goods it was seen to
    take.

    `bonus` is the number of its bonus tokens of each pile.
    """

    cards: int
    herd: int
    known: int
    points: int
    tokens: int
    bonus: tuple[int, int, int]


class View(NamedTuple):
    """All knowledge of a seat; `piles` are the sizes of the bonus piles, `left` the size of the
    deck.

    Once the round is over, `revealed` has the other's cards.
    """

    seat: int
    market: int
    left: int
    tokens: int
    piles: tuple[int, int, int]
    discards: int
    own: Trader
    rival: Rival
    turn: int
    due: int
    acting: tuple[int, ...]
    series: MatchSoFar
    end: str = ""
    winner: int = -1
    revealed: Trader | None = None


def new_round(series: MatchSoFar) -> State:
    """Return a round before the deal: three camels in the market, the rest in the deck."""
    return State(
        3,
        FULL_DECK,
        DECK,
        FULL_TOKENS,
        ALL_BONUS,
        0,
        (Trader(), Trader()),
        series.starter,
        12,
        (-1,),
        series,
    )


def view_of(state: State, seat: int) -> View:
    """Return the view of a seat."""
    other = state.traders[1 - seat]
    rival = Rival(
        other.hand % 15,
        other.herd,
        other.known,
        other.points,
        other.tokens,
        pile_sizes(other.bonus),
    )
    return View(
        seat,
        state.market,
        state.left,
        state.tokens,
        pile_sizes(state.piles),
        state.discards,
        state.traders[seat],
        rival,
        state.turn,
        state.due,
        state.acting,
        state.series,
        state.end,
        state.winner,
        other if state.end else None,
    )


class RoundScore(NamedTuple):
    """The result of a round: rupees of the camel token and in all, the winner, and the decision.

    `bonus_tokens` and `goods_tokens` are numbers of tokens. After a full tie `winner` is -1 and
    `decided_by` is "".
    """

    camel: tuple[int, int]
    total: tuple[int, int]
    bonus_tokens: tuple[int, int]
    goods_tokens: tuple[int, int]
    winner: int
    decided_by: str


def score_of(traders: tuple[Trader, Trader]) -> RoundScore:
    """Return the score of a round with these traders."""
    return score(
        (traders[0].herd, traders[1].herd),
        (traders[0].points, traders[1].points),
        (bonus_points(traders[0].bonus), bonus_points(traders[1].bonus)),
        (sum(pile_sizes(traders[0].bonus)), sum(pile_sizes(traders[1].bonus))),
        (traders[0].tokens, traders[1].tokens),
    )


Pair = tuple[int, int]


def score(
    herds: Pair, goods_points: Pair, bonus: Pair, bonus_tokens: Pair, tokens: Pair
) -> RoundScore:
    """Return the score by herds, rupees of goods and of bonus tokens, and the numbers of both."""
    ahead = herds[0] - herds[1]
    camel = (CAMEL_TOKEN * (ahead > 0), CAMEL_TOKEN * (ahead < 0))
    total = (goods_points[0] + bonus[0] + camel[0], goods_points[1] + bonus[1] + camel[1])
    for name, (west, east) in (
        ("rupees", total),
        ("bonus_tokens", bonus_tokens),
        ("goods_tokens", tokens),
    ):
        if west != east:
            return RoundScore(camel, total, bonus_tokens, tokens, int(east > west), name)
    return RoundScore(camel, total, bonus_tokens, tokens, -1, "")


def starter_after(series: MatchSoFar, winner: int) -> int:
    """Return the starter of the next round: the loser of this one, after a tie the other seat."""
    return 1 - (series.starter if winner < 0 else winner)


def settled(series: MatchSoFar, winner: int) -> int:
    """Return the seat that seals a round with this winner by tokens (-1: a full tie), or -1."""
    if winner < 0 and series.tie == "non-starter":
        return 1 - series.starter
    return winner


def seals_after(series: MatchSoFar, winner: int) -> tuple[int, int]:
    """Return the seals when the seal of a round goes to `winner` (-1: to neither)."""
    west, east = series.seals
    return west + (winner == 0), east + (winner == 1)


def unseen_bonus(own: int, pile: int) -> dict[int, int]:
    """Return the number of bonus tokens of each value in a pile that are not among the packed `own`
    ones.
    """
    mine = own >> PILE_SHIFTS[pile] & PILE_MASK
    values = sorted(set(BONUS[pile]))
    return {
        value: BONUS[pile].count(value) - (mine >> 4 * place & 15)
        for place, value in enumerate(values)
    }
