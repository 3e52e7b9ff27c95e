"""Jaipur in words: the market, both hands and the tokens as lists, and each turn as a line."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from typing import Final

from games.core import Event
from games.jaipur.rules.goods import (
    CAMEL,
    CAMEL_TOKEN,
    DEALT,
    DECK,
    GOODS,
    INDEX,
    NAMES,
    PILES,
    SHIFTS,
    counts_of,
)
from games.jaipur.rules.moves import CAMELS, Move, in_words, parse, sell, take
from games.jaipur.sight import Side, Sight, sight_of
from games.jaipur.words import (
    cards_in_words,
    fetches,
    tokens_left,
    told_decision,
    told_event,
    told_move,
    told_reason,
)
from games.shell.access.node import Node, group
from games.shell.access.speech import (
    LINE_WORDS,
    MOST_CHOICES,
    SpokenChoice,
    TableSight,
    TableSpeech,
)

MOST_READ: Final = 3000
"""The most legal moves that are read to find the exchanges worth most; there are seldom more."""


class JaipurSpeech(TableSpeech):
    """The words of a match of Jaipur."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return market, own hand, the opponent, and the tokens and cards that are left.

        A press takes a good or all camels of the market, or sells all cards of a kind.
        """
        sight, own = sight_of(at.state), _own(at)
        rival = [_line(text) for text in _possessions(at, sight, 1 - own)]
        return [
            group("Market", list(_market(at, sight)), "market"),
            group(f"{_whose(at, own)} cards", list(_hand(at, sight, own)), "hand"),
            group(at.names[1 - own], rival, "rival"),
            group("Tokens and deck", [_line(text) for text in _left(sight)], "left"),
        ]

    def events(self, at: TableSight) -> list[str]:
        """Return a trader's move, what chance turned up, and the end of a round."""
        return [line for event in at.last for line in _spoken(at, event) if line]

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return takes, camels and sales, then the exchanges that gain most at today's prices."""
        if not at.legal:
            return []
        sight = sight_of(at.state)
        plain: list[Move] = []
        swaps: list[Move] = []
        for move in map(parse, itertools.islice(at.legal, MOST_READ)):
            assert move is not None
            (swaps if move.kind == "swap" else plain).append(move)
        hand = sight.sides[_own(at)].hand or 0
        best = heapq.nlargest(
            MOST_CHOICES - len(plain), swaps, lambda move: _gain(sight, hand, move)
        )
        return [_choice(at, sight, move) for move in (*plain, *best)]

    def standing(self, at: TableSight) -> str:
        """Return round and turn, rupees, seals, and the size of the deck."""
        if at.over:
            return _end(at)
        sight, own = sight_of(at.state), _own(at)
        series = sight.series
        if at.closed:
            return f"Round {series.round}. {at.names[sight.turn]} is to look next."
        due = f"{_whose(at, sight.turn)} turn."
        due = due if series.length == "round" else f"Round {series.round}. {due}"
        riches = [f"{at.who(seat)}: {_rupees(sight.sides[seat])}" for seat in (own, 1 - own)]
        seals = ""
        if series.length != "round":
            seals = f" Seals {series.seals[own]} to {series.seals[1 - own]}."
        return f"{due} {'. '.join(riches)}.{seals} Deck: {_cards(sight.left)}."


def _own(at: TableSight) -> int:
    """Return the seat whose hand is read first."""
    return at.seat or 0 if at.own is None else at.own


def _whose(at: TableSight, seat: int) -> str:
    """Return the possessive of a seat's player."""
    return "Your" if seat == at.own else f"{at.names[seat]}'s"


def _line(text: str) -> Node:
    return Node("item", text)


# -- the table -------------------------------------------------------------------------------


def _market(at: TableSight, sight: Sight) -> Iterator[Node]:
    """Yield the kinds of the market, each with its number."""
    for kind, count in zip(NAMES, counts_of(sight.market), strict=True):
        if count:
            move = CAMELS if kind == CAMEL else take(kind)
            yield _stop(at, sight, cards_in_words(kind, count), move)


def _hand(at: TableSight, sight: Sight, seat: int) -> Iterator[Node]:
    """Yield a seat's open hand by kinds, then what else the seat has."""
    hand = sight.sides[seat].hand
    for kind, count in zip(GOODS, counts_of(hand or 0), strict=False):
        if count:
            yield _stop(at, sight, cards_in_words(kind, count), sell(kind, count))
    yield from (_line(text) for text in _possessions(at, sight, seat))


def _stop(at: TableSight, sight: Sight, name: str, move: Move) -> Node:
    """Return cards with this `name`; a press makes the `move` where it is legal."""
    if move.notation not in at.legal:
        return Node("item", name, key=name)
    choice = _choice(at, sight, move)
    return Node(
        "button", name, "", f"{choice.name}: {choice.brings}.", key=name, press=move.notation
    )


def _possessions(at: TableSight, sight: Sight, seat: int) -> Iterator[str]:
    """Yield hand, herd and rupees of a seat; of a closed hand the cards that were seen."""
    side = sight.sides[seat]
    if side.hand is None:
        yield f"Hand: {_cards(side.cards)}"
        yield from (f"Seen: {cards_in_words(kind, n)}" for kind, n in _kinds(side.known))
    elif seat != _own(at):
        yield from (f"Hand: {cards_in_words(kind, n)}" for kind, n in _kinds(side.hand))
    ahead = " (the larger herd)" if side.herd > sight.sides[1 - seat].herd else ""
    yield f"Herd: {cards_in_words(CAMEL, side.herd)}{ahead}"
    yield f"Earned: {_rupees(side)}"


def _kinds(packed: int) -> Iterator[tuple[str, int]]:
    """Yield the goods among packed cards with their numbers."""
    return ((kind, n) for kind, n in zip(GOODS, counts_of(packed), strict=False) if n)


def _left(sight: Sight) -> Iterator[str]:
    """Yield the tokens of each good, the bonus tokens, and the deck."""
    for good in GOODS:
        values = tokens_left(sight, good)
        shown = f"{len(values)} left, next {values[0]}" if values else "none left"
        yield f"{NAMES[good].capitalize()} tokens: {shown}"
    for pile, size in zip(PILES, sight.piles, strict=True):
        yield f"Bonus for {pile}{' or more' if pile == PILES[-1] else ''} cards: {size} left"
    yield f"Deck: {_cards(sight.left)}"


def _cards(count: int) -> str:
    """Return a number of cards in words."""
    return f"{count} card{'s' * (count != 1)}"


def _rupees(side: Side) -> str:
    """Return the known rupees of a trader, and the number of bonus tokens that are hidden."""
    told = f"{side.rupees} rupee{'s' * (side.rupees != 1)}"
    hidden = sum(side.piles) if side.bonus is None else 0
    return f"{told} and {hidden} hidden bonus token{'s' * (hidden != 1)}" if hidden else told


# -- moves -----------------------------------------------------------------------------------


def _choice(at: TableSight, sight: Sight, move: Move) -> SpokenChoice:
    """Return a legal move, and what the move would bring."""
    name, brings = told_move(move, sight, _own(at))
    return SpokenChoice(move.notation, name.rstrip("."), brings.rstrip("."))


def _gain(sight: Sight, hand: int, move: Move) -> int:
    """Return what a hand gains by an exchange if all its goods were sold at today's prices."""
    after = hand + move.take - (move.give & ~15)
    return sum(
        fetches(sight, good, after >> SHIFTS[INDEX[good]] & 15)
        - fetches(sight, good, hand >> SHIFTS[INDEX[good]] & 15)
        for good in GOODS
    )


# -- events ----------------------------------------------------------------------------------


def _spoken(at: TableSight, event: Event) -> Iterator[str]:
    """Yield the lines of an event."""
    data = event.data
    if event.kind == "refill":
        yield from _filled(at, data["card"])
    elif event.kind == "bonus":
        value = data.get("value")
        which = f"a bonus token of {value}" if value else "a bonus token, face down"
        yield f"{at.who(data['seat'])} drew {which}."
    elif event.kind == "score":
        yield told_reason(data)
        for seat, camels in enumerate(data["camel"]):
            if camels:
                yield f"{at.who(seat)} had the larger herd: {CAMEL_TOKEN} rupees."
        yield told_decision(data)
        yield _round_end(at, data["winner"], data["total"])
    elif event.kind == "round":
        begins = "begin" if data["starter"] == at.own else "begins"
        yield f"Round {data['number']}: {at.who(data['starter'])} {begins}."
    elif event.kind == "win":
        yield _end(at) if at.state.series.length != "round" else ""
    else:
        yield from _did(at, event)


def _did(at: TableSight, event: Event) -> Iterator[str]:
    """Yield a trader's move; a long exchange in two lines."""
    line = told_event(event, [at.who(seat) for seat in (0, 1)])
    if len(line.split()) <= LINE_WORDS:
        yield line
        return
    taken, _, given = line.partition(" for ")
    yield f"{taken}."
    yield f"{at.who(event.data['seat'])} gave {given}"


def _filled(at: TableSight, card: str) -> Iterator[str]:
    """Yield a card that came into the market; after the deal both market and own hand."""
    sight = sight_of(at.state)
    if sight.left < DECK - 2 * DEALT - 2:
        yield f"New in the market: {cards_in_words(card, 1)}."
    elif not sight.due:
        if not at.closed:
            own = _own(at)
            side = sight.sides[own]
            holds = f"{'hold' if own == at.own else 'holds'} {_row(side.hand or 0)}"
            yield f"{at.who(own)} {holds}; herd: {cards_in_words(CAMEL, side.herd)}."
        yield f"In the market: {_row(sight.market)}."


def _row(packed: int) -> str:
    """Return packed cards in words."""
    return in_words(Move("take", packed)).removeprefix("take ")


def _round_end(at: TableSight, winner: int | None, total: tuple[int, int]) -> str:
    """Return who won a round, by rupees."""
    if winner is None:
        return f"A full tie at {total[0]} rupees."
    return f"{at.who(winner)} won the round, {total[winner]} rupees to {total[1 - winner]}."


def _end(at: TableSight) -> str:
    """Return who won the match."""
    state = at.state
    seals, winner = state.series.seals, state.winner
    if winner < 0:
        return "The match is a draw."
    if state.series.length == "round":
        return f"{at.who(winner)} won the match."
    return f"{at.who(winner)} won the match, {seals[winner]} seals to {seals[1 - winner]}."


SPEECH: Final = JaipurSpeech()
