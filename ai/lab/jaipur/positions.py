"""Positions, views and moves of Jaipur as the analysis protocol writes them, checked when read.

A position knows the order of the deck and of the bonus piles, which the rules do not:
`OrderedState` keeps it, and turns up from it what chance owes. A position that cannot be is refused
in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ai.lab.errors import BadRequest
from ai.lab.rooms import Plain, Request
from games.core import CHANCE, BadPosition
from games.jaipur.plain import plain_tokens
from games.jaipur.rules.game import GAME, play, unseen
from games.jaipur.rules.goods import (
    BONUS,
    CARDS,
    GOODS,
    HAND_LIMIT,
    KINDS,
    MARKET,
    NAMES,
    PILE_OF,
    PILES,
    TOKENS,
    bonus_values,
    counts_of,
    from_mapping,
    pack,
    pack_bonus,
    pack_counts,
    to_mapping,
)
from games.jaipur.rules.moves import CAMELS as ALL_CAMELS
from games.jaipur.rules.moves import Move, covers, parse, sell, swap, take
from games.jaipur.rules.state import (
    CANNOT_REFILL,
    DEPLETED,
    REFILL,
    MatchSoFar,
    Rival,
    State,
    Trader,
    View,
)

ROUND: Final = MatchSoFar("round", "replay")
_MOST_POINTS: Final = 10_000
"""No round pays as much; a position may say what it likes below."""


@dataclass(frozen=True)
class OrderedState:
    """A state with the order of what is hidden in it.

    `deck` and the lists of `piles` begin with what is next; `taken` are the bonus tokens of both
    in the order in which they were taken.
    """

    state: State
    deck: str
    piles: Mapping[int, tuple[int, ...]]
    taken: tuple[tuple[int, ...], tuple[int, ...]]

    def after(self, move: Move) -> OrderedState:
        """Return the table after a legal move, with everything turned up that it brings."""
        state, _ = play(self.state, move)
        return replace(self, state=state).turned_up()

    def turned_up(self) -> OrderedState:
        """Return the table when chance owes nothing any more."""
        found = self
        while found.state.due:
            found = found.one_more()
        return found

    def one_more(self) -> OrderedState:
        """Return the table with the next card or the next bonus token turned up."""
        due = self.state.due
        if due >= REFILL:
            state, _ = GAME.apply(self.state, {CHANCE: self.deck[0]})
            return replace(self, state=state, deck=self.deck[1:])
        value, *rest = self.piles[-due]
        seat = 1 - self.state.turn
        state, _ = GAME.apply(self.state, {CHANCE: str(value)})
        taken = [*self.taken]
        taken[seat] = (*taken[seat], value)
        piles = {**self.piles, -due: tuple(rest)}
        return OrderedState(state, self.deck, piles, (taken[0], taken[1]))

    def plain(self) -> Plain:
        """Return the POSITION."""
        state = self.state
        west, east = state.traders
        return {
            "market": to_mapping(state.market),
            "hands": [to_mapping(west.hand), to_mapping(east.hand)],
            "herds": [west.herd, east.herd],
            "deck": self.deck,
            "tokens": plain_tokens(state.tokens),
            "bonus": {str(pile): list(self.piles[pile]) for pile in PILES},
            "goods_points": [west.points, east.points],
            "goods_tokens": [west.tokens, east.tokens],
            "bonus_taken": [list(values) for values in self.taken],
            "to_move": state.turn,
            "discards": to_mapping(state.discards),
            "over": bool(state.end),
            "end_reason": state.end or None,
            "known": [to_mapping(west.known), to_mapping(east.known)],
        }


def plain_move(move: Move) -> Plain:
    """Return the MOVE with its notation."""
    if move.kind == "take":
        found: Plain = {"type": "take", "good": move.good}
    elif move.kind == "sell":
        found = {"type": "sell", "good": move.good, "count": move.number}
    elif move.kind == "swap":
        found = {
            "type": "exchange",
            "take": to_mapping(move.take),
            "give": to_mapping(move.give),
        }
    else:
        found = {"type": "camels"}
    return {**found, "notation": move.notation}


# -- reading -------------------------------------------------------------------------------


def _wrong(name: str, wanted: str) -> BadRequest:
    return BadRequest(f'"{name}" must be {wanted}.')


def _object(plain: object, name: str) -> Mapping[str, Any]:
    if not isinstance(plain, Mapping):
        raise _wrong(name, "an object")
    return plain


def _integer(value: object, name: str, most: int, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _wrong(name, f"a whole number from {least} to {most}")
    return value


def _pair(plain: object, name: str) -> list[Any]:
    if not isinstance(plain, list) or len(plain) != 2:
        raise _wrong(name, "a list of two, seat 0 first")
    return plain


def _numbers(plain: object, name: str, most: int) -> tuple[int, int]:
    first, second = _pair(plain, name)
    return _integer(first, name, most), _integer(second, name, most)


def _cards(plain: object, name: str, kinds: str = KINDS) -> int:
    """Return counts by letter as one number."""
    counts = _object(plain, name)
    for kind, count in counts.items():
        if kind not in kinds or len(kind) != 1:
            raise _wrong(name, f"an object of counts by the letters {', '.join(kinds)}")
        _integer(count, f"{name}.{kind}", CARDS[KINDS.index(kind)])
    return from_mapping(counts)


def _values(plain: object, name: str) -> tuple[int, ...]:
    """Return values of bonus tokens."""
    if not isinstance(plain, list) or any(
        type(value) is not int or value not in PILE_OF for value in plain
    ):
        raise _wrong(name, "a list of values of bonus tokens")
    return tuple(plain)


def _seat(plain: Request, name: str) -> int:
    return _integer(plain.get(name), name, 1)


def read_move(plain: object) -> Move:
    """Return the move that an object or a notation writes, legal or not; raises `BadRequest`."""
    if isinstance(plain, str):
        found = parse(plain)
        if found is None:
            raise BadRequest(f"{plain[:30]!r} is no move; write it as take-D, camels or sell-L4.")
        return found
    if not isinstance(plain, Mapping):
        raise BadRequest("A move is an object with a type, or its notation.")
    kind = plain.get("type")
    if kind == "camels":
        return ALL_CAMELS
    if kind == "exchange":
        return swap(_cards(plain.get("take"), "take"), _cards(plain.get("give"), "give"))
    if kind not in ("take", "sell"):
        raise _wrong("type", "one of take, camels, sell, exchange")
    good = plain.get("good")
    if not isinstance(good, str) or good not in KINDS or len(good) != 1:
        raise _wrong("good", f"one of {', '.join(KINDS)}")
    if kind == "take":
        return take(good)
    return sell(good, _integer(plain.get("count"), "count", 15))


def read_position(plain: object) -> OrderedState:
    """Return the table of a POSITION; raises `BadRequest` and `BadPosition`."""
    found = _object(plain, "position")
    hands = [_cards(hand, "hands", GOODS) for hand in _pair(found.get("hands"), "hands")]
    known = [_cards(part, "known", GOODS) for part in _pair(found.get("known", [{}, {}]), "known")]
    herds = _numbers(found.get("herds"), "herds", CARDS[-1])
    points = _numbers(found.get("goods_points"), "goods_points", _MOST_POINTS)
    numbers = _numbers(found.get("goods_tokens"), "goods_tokens", _MOST_POINTS)
    first, second = _pair(found.get("bonus_taken"), "bonus_taken")
    taken = (_values(first, "bonus_taken"), _values(second, "bonus_taken"))
    market, discards = (
        _cards(found.get("market"), "market"),
        _cards(found.get("discards"), "discards", GOODS),
    )
    deck, end = _deck(found.get("deck")), _end(found)
    piles = _piles(found.get("bonus"))
    traders = tuple(
        Trader(hand, herd, seen, worth, number, pack_bonus(values))
        for hand, herd, seen, worth, number, values in zip(
            *(hands, herds, known, points, numbers, taken), strict=True
        )
    )
    turn = _seat(found, "to_move")
    state = State(
        *(market, pack(deck), len(deck), _tokens(found.get("tokens"))),
        pack_bonus(value for values in piles.values() for value in values),
        *(discards, (traders[0], traders[1]), turn, 0),
        *(() if end else (turn,), ROUND, end),
    )
    _check_bonus([*taken[0], *taken[1], *(value for values in piles.values() for value in values)])
    _check_position(state)
    return OrderedState(state, deck, piles, taken)


def _deck(plain: object) -> str:
    if not isinstance(plain, str) or any(card not in KINDS for card in plain) or len(plain) > 52:
        raise _wrong("deck", f"a text of at most 52 of the letters {KINDS}")
    if any(plain.count(kind) > most for kind, most in zip(KINDS, CARDS, strict=True)):
        raise BadPosition("The deck has more cards of a kind than there are.")
    return plain


def _end(found: Mapping[str, Any]) -> str:
    over, reason = found.get("over", False), found.get("end_reason")
    if not isinstance(over, bool):
        raise _wrong("over", "true or false")
    if reason not in (None, DEPLETED, CANNOT_REFILL):
        raise _wrong("end_reason", f"null, {DEPLETED} or {CANNOT_REFILL}")
    if over != (reason is not None):
        raise BadPosition("A round that is over has an end_reason, and no other has one.")
    return str(reason or "")


def _tokens(plain: object) -> int:
    """Return the numbers of goods tokens that are left; each list is a tail of the printed one."""
    found = _object(plain, "tokens")
    if set(found) != set(GOODS):
        raise _wrong("tokens", "an object with a list for each of D, G, S, C, P, L")
    for good, printed in zip(GOODS, TOKENS, strict=True):
        values = found[good]
        if not isinstance(values, list) or list(printed[len(printed) - len(values) :]) != values:
            raise BadPosition(
                f"The tokens of {NAMES[good]} must be the last of {', '.join(map(str, printed))}."
            )
        if len(values) > len(printed):
            raise BadPosition(f"There are {len(printed)} tokens of {NAMES[good]}.")
    return pack_counts(len(found[good]) for good in GOODS)


def _piles(plain: object) -> dict[int, tuple[int, ...]]:
    found = _object(plain, "bonus")
    if set(found) != {str(pile) for pile in PILES}:
        raise _wrong("bonus", "an object with a list for each of 3, 4, 5")
    piles = {pile: _values(found[str(pile)], "bonus") for pile in PILES}
    for pile, values in piles.items():
        if any(PILE_OF[value] != pile for value in values):
            raise BadPosition(f"The pile of {pile} holds the value of another.")
    return piles


def _check_bonus(values: Sequence[int]) -> None:
    for pile, printed in BONUS.items():
        for value in set(printed):
            if values.count(value) > printed.count(value):
                raise BadPosition(
                    f"There are more bonus tokens of {value} than were printed in pile {pile}."
                )


def _check_position(state: State) -> None:
    west, east = state.traders
    for hand in (west.hand, east.hand):
        if sum(counts_of(hand)) > HAND_LIMIT:
            raise BadPosition(f"A hand holds at most {HAND_LIMIT} goods.")
    for trader in state.traders:
        if not covers(trader.hand, trader.known):
            raise BadPosition("What is known of a hand must be in it.")
    if sum(counts_of(state.market)) != MARKET and not state.end:
        raise BadPosition(f"The market has {MARKET} cards while the round goes on.")
    if sum(counts_of(state.market)) > MARKET:
        raise BadPosition(f"The market has at most {MARKET} cards.")
    parts = (state.market, west.hand, east.hand, state.deck, state.discards)
    counts = [sum(counts_of(part)[kind] for part in parts) for kind in range(len(KINDS))]
    counts[-1] += west.herd + east.herd
    _check_cards(counts)


def _check_cards(counts: Sequence[int]) -> None:
    for kind, count, printed in zip(KINDS, counts, CARDS, strict=True):
        if count != printed:
            raise BadPosition(
                f"There are {count} cards of {NAMES[kind]}; with the discards it must be {printed}."
            )


def read_view(plain: object) -> View:
    """Return the view of a VIEW; raises `BadRequest` and `BadPosition`."""
    found = _object(plain, "view")
    seat, turn = _seat(found, "seat"), _seat(found, "to_move")
    rival = _object(found.get("opponent"), "opponent")
    herds = _numbers(found.get("herds"), "herds", CARDS[-1])
    points = _numbers(found.get("goods_points"), "goods_points", _MOST_POINTS)
    numbers = _numbers(found.get("goods_tokens"), "goods_tokens", _MOST_POINTS)
    taken = _pair(found.get("bonus_taken"), "bonus_taken")
    own = _values(taken[seat], "bonus_taken")
    end = _end(found)
    view = View(
        seat,
        _cards(found.get("market"), "market"),
        _integer(found.get("deck"), "deck", 52),
        _tokens(found.get("tokens")),
        _sizes(found.get("bonus"), "bonus"),
        _cards(found.get("discards"), "discards", GOODS),
        Trader(
            _cards(found.get("hand"), "hand", GOODS),
            herds[seat],
            _cards(found.get("shown", {}), "shown", GOODS),
            points[seat],
            numbers[seat],
            pack_bonus(own),
        ),
        Rival(
            _integer(rival.get("cards"), "opponent.cards", HAND_LIMIT),
            herds[1 - seat],
            _cards(rival.get("known", {}), "opponent.known", GOODS),
            points[1 - seat],
            numbers[1 - seat],
            _sizes(taken[1 - seat], "bonus_taken"),
        ),
        *(turn, 0, () if end else (turn,), ROUND, end),
    )
    _check_bonus(own)
    _check_view(view)
    return view


def _sizes(plain: object, name: str) -> tuple[int, int, int]:
    found = _object(plain, name)
    if set(found) != {str(pile) for pile in PILES}:
        raise _wrong(name, "an object with a number for each of 3, 4, 5")
    three, four, five = (_integer(found[str(pile)], name, len(BONUS[pile])) for pile in PILES)
    return three, four, five


def _check_view(view: View) -> None:
    own, rival = view.own, view.rival
    if sum(counts_of(own.hand)) > HAND_LIMIT:
        raise BadPosition(f"A hand holds at most {HAND_LIMIT} goods.")
    if not covers(own.hand, own.known):
        raise BadPosition("What is shown of a hand must be in it.")
    if sum(counts_of(rival.known)) > rival.cards:
        raise BadPosition("The opponent holds fewer cards than are known of its hand.")
    size = sum(counts_of(view.market))
    if size > MARKET or (size < MARKET and not view.end):
        raise BadPosition(f"The market has {MARKET} cards while the round goes on.")
    seen = [
        sum(counts)
        for counts in zip(
            *map(counts_of, (own.hand, rival.known, view.market, view.discards)), strict=True
        )
    ]
    seen[-1] += own.herd + rival.herd
    if any(count > printed for count, printed in zip(seen, CARDS, strict=True)):
        raise BadPosition("More cards of a kind are in sight than there are.")
    hidden = rival.cards - sum(counts_of(rival.known))
    rest = counts_of(unseen(view))
    if sum(rest) != view.left + hidden or rest[-1] > view.left:
        raise BadPosition("The cards in sight, the deck and the opponent's hand must be 55.")
    for pile, size, theirs in zip(PILES, view.piles, rival.bonus, strict=True):
        mine = sum(PILE_OF[value] == pile for value in bonus_values(own.bonus))
        if size + theirs + mine > len(BONUS[pile]):
            raise BadPosition(f"There are {len(BONUS[pile])} bonus tokens for {pile} cards.")
