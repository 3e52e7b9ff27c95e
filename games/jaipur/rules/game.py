"""The rules of Jaipur in the arcade's protocol; `games.jaipur.rules.moves` has what is legal.

Three camels begin in the market; chance deals five cards to each trader and two to the market, one
card a turn, and camels of a hand go to its herd. A turn takes one good, takes all camels, exchanges
or sells; then chance turns up what the market lacks, or the value of a bonus token. A round ends at
once when three kinds of goods tokens are gone or the market cannot be refilled; a match goes to
two seals.

Events: "deal" (seat, and card for those who may know it), "refill" (card), "take" (seat, card),
"camels" (seat, count), "swap" (seat, taken, given), "sell" (seat, good, count, tokens, pile),
"bonus" (seat, pile, and value for its owner), "score" (all of a round's end), "round" (number,
starter) and "win" (seat, None for a draw).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from games.core import CHANCE, WATCHERS, Event, Game, IllegalMove, Moves, box
from games.jaipur import SPEC
from games.jaipur.rules.goods import (
    ALL_CARDS,
    BONUS,
    CAMEL,
    DEALT,
    GONE,
    GOODS_MASK,
    INDEX,
    KINDS,
    MARKET,
    PILE_MASK,
    PILE_OF,
    PILE_SHIFTS,
    PILES,
    SHIFTS,
    TOKEN_SUMS,
    TOKENS,
    UNIT,
    VALUE_SHIFTS,
    VALUES,
    bonus_values,
    kinds_gone,
    letters_of,
    pile_for,
    support,
    to_mapping,
)
from games.jaipur.rules.moves import LegalMoves, Move, legal_move
from games.jaipur.rules.state import (
    CANNOT_REFILL,
    DEPLETED,
    REFILL,
    MatchSoFar,
    State,
    Trader,
    View,
    new_round,
    score_of,
    seals_after,
    settled,
    starter_after,
    unseen_bonus,
    view_of,
)
from games.spec import Params
from games.streams import Stream

_CHANCE: Final = (CHANCE,)
_SEATS: Final = ((0,), (1,))
_NOBODY: Final = ()
_SEALS_TO_WIN: Final = 2
_BONUS_NAMES: Final = {str(value): value for value in VALUES}


class Jaipur(Game[State]):
    """The protocol's functions over a round and its match."""

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return the first round, before the deal, with seat 0 to start."""
        return new_round(MatchSoFar(params["length"], params["tie"]))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return chance while a card or token is to be turned up, else the seat to move."""
        return state.acting

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return the moves of a seat, counted but not listed; or what chance may turn up."""
        if state.acting != (seat,):
            return ()
        if seat == CHANCE:
            return tuple(name for name, _ in self.chance(state))
        own = state.traders[seat]
        return LegalMoves(state.market, own.hand, own.herd)

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """Return the cards of the deck, or the values in a bonus pile, by their numbers."""
        due = state.due
        if due == 0:
            return ()
        if due < REFILL:
            return _values_in(state.piles >> PILE_SHIFTS[-due] & PILE_MASK, -due)
        return _cards_in(state.deck)

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Turn up a card or a token, or let the trader whose turn it is move."""
        acting = state.acting
        if len(moves) != 1 or tuple(moves) != acting:
            raise IllegalMove(f"Seats {acting} are to act, not {tuple(moves)}.")
        if state.due == 0:
            turn = state.turn
            own = state.traders[turn]
            move = legal_move(moves[turn], state.market, own.hand, own.herd)
            return play(state, move)
        if state.due < REFILL:
            return _draw_bonus(state, moves[CHANCE])
        return _draw_card(state, moves[CHANCE])

    def view(self, state: State, seat: int) -> View:
        """Return the market, the own things, and what is open of the other's."""
        return view_of(state, seat)

    def imagine(self, view: View, seat: int, rng: Stream) -> State:
        """Return a deal that agrees with a view, each as likely as it is by counting cards."""
        return imagine(view, rng)

    def place(self, state: State, choices: int) -> str:
        """Return its round, and the turns that were no deals."""
        return f"round {state.series.round}, turn {choices + 1}"

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and 0 for the loser, 1/2 each for a drawn round; 0 before the
        end.
        """
        if state.acting:
            return (0.0, 0.0)
        return ((0.5, 0.5), (1.0, 0.0), (0.0, 1.0))[1 + state.winner]

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return a letter for each round."""
        rounds = (event.data["total"] for event in events if event.kind == "score")
        return "".join(box(total[seat], total[1 - seat]) for total in rounds)


@lru_cache(maxsize=1 << 12)
def _values_in(pile: int, number: int) -> tuple[tuple[str, int], ...]:
    values = sorted(set(BONUS[number]))
    return tuple(
        (str(value), pile >> 4 * place & 15)
        for place, value in enumerate(values)
        if pile >> 4 * place & 15
    )


_PLACES: Final = tuple(zip(KINDS, SHIFTS, strict=True))


def _cards_in(deck: int) -> list[tuple[str, int]]:
    return [(kind, count) for kind, shift in _PLACES if (count := deck >> shift & 15)]


# -- what chance turns up ------------------------------------------------------------------

_REFILLED: Final = {kind: (Event("refill", {"card": kind}),) for kind in KINDS}
_DEALT: Final = tuple(
    {
        kind: (Event("deal", {"seat": seat, "card": kind}),)
        if kind == CAMEL
        else (
            Event("deal", {"seat": seat, "card": kind}, (seat,)),
            Event("deal", {"seat": seat}, (1 - seat, WATCHERS)),
        )
        for kind in KINDS
    }
    for seat in (0, 1)
)


def _draw_card(state: State, card: str) -> tuple[State, tuple[Event, ...]]:
    """Turn up a card: for a hand or the market at the set-up, else for the market."""
    unit = UNIT.get(card, 0)
    if not state.deck & unit * 15:
        raise IllegalMove(f"The deck cannot show {str(card)[:20]!r}.")
    due, market, traders, left = state.due, state.market, state.traders, state.left - 1
    if due > 2:
        seat = 0 if due > 2 + DEALT else 1
        trader = traders[seat]
        if card == CAMEL:
            dealt = trader._replace(herd=trader.herd + 1)
        else:
            dealt = trader._replace(hand=trader.hand + unit)
        traders = (traders[0], dealt) if seat else (dealt, traders[1])
        due -= 1
        events: tuple[Event, ...] = _DEALT[seat][card]
    else:
        market += unit
        due = due - 1 if due > 0 else (REFILL if market % 15 < MARKET else 0)
        events = _REFILLED[card]
    after = state._replace(
        market=market,
        deck=state.deck - unit,
        left=left,
        traders=traders,
        due=due,
        acting=_CHANCE if due else _SEATS[state.turn],
    )
    if due and not left:  # what is left was laid down, and is not enough
        after, ending = _end(after, CANNOT_REFILL)
        events += ending
    return after, events


def _draw_bonus(state: State, outcome: str) -> tuple[State, tuple[Event, ...]]:
    """Tell the seller, whose turn is over already, the value of its bonus token."""
    pile, seat = -state.due, 1 - state.turn
    value = _BONUS_NAMES.get(outcome, 0)
    if PILE_OF.get(value) != pile or not state.piles >> VALUE_SHIFTS[value] & 15:
        raise IllegalMove(f"The pile of {pile} cannot show {str(outcome)[:20]!r}.")
    token = 1 << VALUE_SHIFTS[value]
    seller = state.traders[seat]
    paid = seller._replace(bonus=seller.bonus + token)
    traders = (state.traders[0], paid) if seat else (paid, state.traders[1])
    told = {"seat": seat, "pile": pile}
    events: tuple[Event, ...] = (
        Event("bonus", {**told, "value": value}, (seat,)),
        Event("bonus", told, (1 - seat, WATCHERS)),
    )
    after = state._replace(
        piles=state.piles - token, traders=traders, due=0, acting=_SEATS[state.turn]
    )
    if kinds_gone(after.tokens) >= GONE:
        after, ending = _end(after, DEPLETED)
        events += ending
    return after, events


# -- moves ---------------------------------------------------------------------------------


def play(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Return the state after a legal `move` of the seat whose turn it is, and what happened."""
    if move.kind == "sell":
        return _sell(state, move)
    market, turn = state.market, state.turn
    trader = state.traders[turn]
    if move.kind == "take":
        market -= move.take
        own = trader._replace(hand=trader.hand + move.take, known=trader.known + move.take)
        event = Event("take", {"seat": turn, "card": move.good})
    elif move.kind == "camels":
        camels = market & 15
        market -= camels
        own = trader._replace(herd=trader.herd + camels)
        event = Event("camels", {"seat": turn, "count": camels})
    else:
        market += move.give - move.take
        given = move.give & GOODS_MASK
        own = trader._replace(
            hand=trader.hand + move.take - given,
            herd=trader.herd - (move.give & 15),
            known=less(trader.known, given) + move.take,
        )
        event = Event(
            "swap",
            {"seat": turn, "taken": letters_of(move.take), "given": letters_of(move.give)},
        )
    due = REFILL if market % 15 < MARKET else 0
    after = state._replace(
        market=market,
        traders=(state.traders[0], own) if turn else (own, state.traders[1]),
        turn=1 - turn,
        due=due,
        acting=_CHANCE if due else _SEATS[1 - turn],
    )
    if due and not state.left:
        after, ending = _end(after, CANNOT_REFILL)
        return after, (event, *ending)
    return after, (event,)


def less(known: int, gone: int) -> int:
    """Return the packed cards `known` without those that are `gone`, of no kind fewer than none."""
    if not known & support(gone):
        return known
    for shift in SHIFTS:
        known -= min(known >> shift & 15, gone >> shift & 15) << shift
    return known


def _sell(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    seat, kind, count = state.turn, INDEX[move.good], move.number
    trader = state.traders[seat]
    left = state.tokens >> SHIFTS[kind] & 15
    paid = min(left, count)
    own = trader._replace(
        hand=trader.hand - move.give,
        known=less(trader.known, move.give),
        points=trader.points + TOKEN_SUMS[kind][left][paid],
        tokens=trader.tokens + paid,
    )
    pile = pile_for(count)
    if pile and not state.piles >> PILE_SHIFTS[pile] & PILE_MASK:
        pile = 0
    tokens = state.tokens - (paid << SHIFTS[kind])
    traders = (state.traders[0], own) if seat else (own, state.traders[1])
    told = {
        "seat": seat,
        "good": move.good,
        "count": count,
        "tokens": list(TOKENS[kind][len(TOKENS[kind]) - left :][:paid]),
        "pile": pile,
    }
    after = state._replace(
        tokens=tokens,
        discards=state.discards + move.give,
        traders=traders,
        turn=1 - seat,
        due=-pile,
        acting=_CHANCE if pile else _SEATS[1 - seat],
    )
    event = Event("sell", told)
    if not pile and kinds_gone(tokens) >= GONE:
        after, ending = _end(after, DEPLETED)
        return after, (event, *ending)
    return after, (event,)


# -- the end of a round --------------------------------------------------------------------


def _end(state: State, reason: str) -> tuple[State, tuple[Event, ...]]:
    """Return the round is over: hands and bonus tokens are turned up, and the next one begins."""
    found = score_of(state.traders)
    series = state.series
    winner = settled(series, found.winner)
    seals = seals_after(series, winner)
    told: dict[str, Any] = {
        "reason": reason,
        "hands": [letters_of(trader.hand) for trader in state.traders],
        "herds": [trader.herd for trader in state.traders],
        "goods": [trader.points for trader in state.traders],
        "bonus": [list(bonus_values(trader.bonus)) for trader in state.traders],
        "camel": list(found.camel),
        "total": list(found.total),
        "winner": None if winner < 0 else winner,
        "decided_by": found.decided_by or None,
        "seals": list(seals),
    }
    over = state._replace(
        due=0, acting=_NOBODY, end=reason, winner=winner, series=series._replace(seals=seals)
    )
    scored = Event("score", told)
    if series.length == "round" or max(seals) >= _SEALS_TO_WIN:
        return over, (scored, Event("win", {"seat": told["winner"]}))
    starter = starter_after(series, winner)
    following = new_round(series._replace(starter=starter, seals=seals, round=series.round + 1))
    begun = Event("round", {"number": following.series.round, "starter": starter})
    return following, (scored, begun)


# -- imagining what is hidden --------------------------------------------------------------


def unseen(view: View) -> int:
    """Return the packed cards that a seat has not seen: the deck and the hidden part of the other's
    hand.
    """
    own, rival = view.own, view.rival
    seen = own.hand + view.market + view.discards + rival.known + own.herd + rival.herd
    return ALL_CARDS - seen


def imagine(view: View, rng: Stream) -> State:
    """Return a state that agrees with a `view`; hidden cards and tokens are drawn by `rng`."""
    rival = view.rival
    if view.revealed is not None:
        other = view.revealed
        hidden = 0
    else:
        hidden, bonus = _deal_hidden(view, rng), _deal_bonus(view, rng)
        other = Trader(
            rival.known + hidden, rival.herd, rival.known, rival.points, rival.tokens, bonus
        )
    pool = ALL_CARDS - view.own.hand - other.hand - view.market - view.discards
    deck = pool - view.own.herd - other.herd
    traders = (view.own, other) if view.seat == 0 else (other, view.own)
    piles = _piles_left(view, other.bonus, rng)
    return State(
        *(view.market, deck, view.left, view.tokens, piles, view.discards, traders),
        *(view.turn, view.due, view.acting, view.series, view.end, view.winner),
    )


def _deal_hidden(view: View, rng: Stream) -> int:
    """Return goods for the other's hand, from those that are unseen, without replacement."""
    pool, dealt = list(to_mapping(unseen(view) & GOODS_MASK).items()), 0
    for _ in range(view.rival.cards - view.rival.known % 15):
        at = rng.weighted([count for _, count in pool])
        kind, count = pool[at]
        pool[at] = (kind, count - 1)
        dealt += UNIT[kind]
    return dealt


def _draw_values(own: int, pile: int, number: int, rng: Stream) -> int:
    """Return `number` packed bonus tokens of a pile, drawn from all but the `own`."""
    pool, drawn = unseen_bonus(own, pile), 0
    for _ in range(number):
        at = rng.weighted(list(pool.values()))
        value = tuple(pool)[at]
        pool[value] -= 1
        drawn += 1 << VALUE_SHIFTS[value]
    return drawn


def _deal_bonus(view: View, rng: Stream) -> int:
    """Return bonus tokens for the other, as many of each pile as it has."""
    return sum(
        _draw_values(view.own.bonus, pile, number, rng)
        for pile, number in zip(PILES, view.rival.bonus, strict=True)
    )


def _piles_left(view: View, other: int, rng: Stream) -> int:
    """Return the tokens of the bonus piles, from those that neither trader has."""
    return sum(
        _draw_values(view.own.bonus + other, pile, size, rng)
        for pile, size in zip(PILES, view.piles, strict=True)
    )


GAME: Final = Jaipur()
