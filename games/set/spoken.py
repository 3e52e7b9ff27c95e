"""Set in words: the cards by row and column with their four features, and each race as lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core import Event
from games.set import KEYS
from games.set.drawing import words
from games.set.places import ROWS
from games.set.rules.cards import NUMBERS, split
from games.set.rules.claims import WAIT
from games.set.rules.state import FREE, State
from games.set.words import give_up_words, outcome, seconds, why_right
from games.shell.access.node import Node, group
from games.shell.access.speech import SpokenChoice, TableSight, TableSpeech


class SetSpeech(TableSpeech):
    """The words of a match of Set. No line has a set that was not claimed."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the cards of the table in the order of their places; in a chain also those
        beside it.
        """
        state: State = at.state
        dead = frozenset[str]() if at.legal else frozenset({"disabled"})
        table = [
            _card(state, place, card, dead)
            for place, card in enumerate(state.table)
            if card != FREE
        ]
        if not state.beside:
            return table
        lying = [
            Node("button", f"Beside: {words(c)}", "", _key(n), dead, key=c, press=spot(n))
            for n, c in enumerate(state.beside, len(state.table))
        ]
        return [group("Table", table, "table"), group("The last set", lying, "beside")]

    def events(self, at: TableSight) -> list[str]:
        """Return the cards that were dealt, or how the race ended and the score."""
        lines: list[str] = []
        for event in at.last:
            lines += _lines(at, event)
        return [*lines, _end(at)] if lines and at.over else lines

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the wait; cards are claimed by a press of each, at a time of the player's own."""
        if WAIT not in at.legal:
            return []
        state: State = at.state
        many = "four" if state.size == 4 else "three"
        claim = f"press {many} cards of a set instead: 1 point"
        called = state.terms.none == "call"
        name = "Wait" if called else give_up_words(state, agreed=False)[0]
        return [SpokenChoice(WAIT, name, claim)]

    def standing(self, at: TableSight) -> str:
        """Return the score, the cards that are left, and the time from which a claim counts."""
        state: State = at.state
        if at.over:
            return _end(at)
        cards = sum(card != FREE for card in state.table)
        goal = f" of {state.terms.goal} sets" if state.terms.goal else ""
        told = f"{_score(at)}{goal}. {cards} cards lie, {state.left} are in the deck."
        own = 0 if at.own is None else at.own
        if state.frozen[own] > state.after:
            return f"{told} You may claim again at {seconds(state.frozen[own])}."
        return f"{told} The race goes on from {seconds(state.after)}." if state.after else told


def spot(place: int) -> str:
    """Return the action that marks a place; those beside the table come after it.

    >>> spot(3)
    'card_3'
    """
    return f"card_{place}"


def where(place: int) -> str:
    """Return a place by row and column.

    >>> where(4)
    'row 2, column 2'
    """
    return f"row {place % ROWS + 1}, column {place // ROWS + 1}"


def _card(state: State, place: int, card: int, states: frozenset[str]) -> Node:
    """Return a card of the table, with its key."""
    told = "New." if place in state.fresh and len(state.fresh) < len(state.table) else ""
    name = f"{where(place).capitalize()}: {words(card)}"
    described = " ".join(filter(None, (told, _key(place))))
    return Node("button", name, "", described, states, key=card, press=spot(place))


def _key(place: int) -> str:
    """Return the key of a place, in a sentence."""
    row = KEYS[place % ROWS]
    return f"Key {row[place // ROWS].upper()}." if place // ROWS < len(row) else ""


def _lines(at: TableSight, event: Event) -> list[str]:
    """Return an event of the last turn in lines."""
    if event.kind == "card":
        return _dealt(at.state, event.data)
    if event.kind == "again":
        return ["No set is among them: these cards are dealt again."]
    return _raced(at, event.data) if event.kind == "race" else []


def _dealt(state: State, data: Mapping[str, Any]) -> list[str]:
    """Return a card that fills a gap; a whole table by columns once its last card lies."""
    place, lines = int(data["place"]), list[str]()
    whole = place in state.fresh and len(state.fresh) == len(state.table)
    more = place not in state.fresh
    first = state.taken == (0, 0) and not state.idle and place < state.base
    if not whole and not first:
        lines = [f"New in {where(place)}: {words(NUMBERS[data['card']])}."]
    elif place == (len(state.table) if whole else state.base) - 1:
        laid = state.table[: place + 1]
        lines = [_column(laid, start) for start in range(0, len(laid), ROWS)]
    return [*lines, "There is no set, so more cards come."] if more else lines


def _column(cards: Sequence[int], first: int) -> str:
    """Return a column of the table, from the top."""
    told = ", ".join(words(card) for card in cards[first : first + ROWS] if card != FREE)
    return f"Column {first // ROWS + 1}: {told}."


def _raced(at: TableSight, data: Mapping[str, Any]) -> list[str]:
    """Return the end of a race: the claim, the reason for it, and the score."""
    if data["result"] != "set":
        names = [at.who(seat) for seat in range(len(at.names))]
        told = outcome(data, names)
        return [f"{part.rstrip('.')}." for part in told.split(". ")] + (
            [f"{_score(at)}."] if data["seat"] is not None else []
        )
    cards = [NUMBERS[name] for name in data["cards"]]
    who, when = at.who(data["seat"]), seconds(data["ms"])
    if len(cards) == 3:
        shown = ", ".join(map(words, cards))
        why = why_right(cards).replace(" · ", "; ").capitalize()
        return [f"{who} took a set at {when}: {shown}.", f"{why}. {_score(at)}."]
    pairs = split(cards) or ((cards[0], cards[1]), (cards[2], cards[3]))
    each = [f"{words(a)} with {words(b)}." for a, b in pairs]
    first = f"{who} took four cards at {when}. {_score(at)}."
    return [first, *(told[:1].upper() + told[1:] for told in each)]


def _end(at: TableSight) -> str:
    """Return who won."""
    state: State = at.state
    if state.points[0] == state.points[1]:
        return f"A draw: {_score(at)}."
    winner = 0 if state.points[0] > state.points[1] else 1
    return f"{at.who(winner)} won: {_score(at)}."


def _score(at: TableSight) -> str:
    """Return the points of both, the viewer's first."""
    points = at.state.points
    own = 0 if at.own is None else at.own
    return f"{points[own]} to {points[1 - own]}"


SPEECH: Final = SetSpeech()
