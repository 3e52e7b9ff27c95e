"""The moves of Set: their notation, the legal ones, and the reasons against others.

A move is `wait`, `void` (deal this table anew), or a claim `T-A.B.C`: T whole milliseconds since
the table was laid, the cards in ascending order of place (in a chain the one beside the table
last). `T-none` claims that there is no set, `T-late` that the time to mark the cards ran out. A
person's help beside the cards stands behind a claim or a wait: `+hint2` (2 cards of a hint were
shown) and `+paused` (the race stood still); behind a wait also its time (`+at5230`). It has no
effect on the score.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from games.core import IllegalMove
from games.set.rules.cards import (
    NAMES,
    NUMBERS,
    is_set,
    is_ultraset,
    links_among,
    sets_among,
    ultrasets_among,
)
from games.set.rules.state import FREE, State

WAIT: Final = "wait"
VOID: Final = "void"
LONGEST: Final = 86_400_000
"""Milliseconds, a day: a claim that comes later is none."""
_BESIDE: Final = r"(?:\+hint([1-4]))?(\+paused)?"
_CLAIM: Final = re.compile(
    rf"([1-9][0-9]{{0,7}})-(none|late|[0-2]{{4}}(?:\.[0-2]{{4}}){{2,3}}){_BESIDE}"
)
_WAIT: Final = re.compile(rf"{WAIT}(?:\+at([1-9][0-9]{{0,7}}))?{_BESIDE}")


class Remark(NamedTuple):
    """A person's help beside the cards: the number of cards of a `hint`, and whether the race was
    `paused`. A wait was played `at` that many ms, 0 where it is unknown.
    """

    hint: int = 0
    paused: bool = False
    at: int = 0

    def text(self) -> str:
        """Return the text behind a move; "" without help."""
        parts = (
            f"+at{self.at}" if self.at else "",
            f"+hint{self.hint}" if self.hint else "",
            "+paused" if self.paused else "",
        )
        return "".join(parts)


NOTHING: Final = Remark()


class Claim(NamedTuple):
    """A claim at a time `ms`: `cards`, or by its `word` "none" or "late"."""

    ms: int
    cards: tuple[int, ...] = ()
    word: str = ""
    remark: Remark = NOTHING

    def text(self) -> str:
        """Return the move."""
        what = self.word or ".".join(NAMES[card] for card in self.cards)
        return f"{self.ms}-{what}{self.remark.text()}"


def parse(move: object) -> Claim | None:
    """Return the claim in a move; None for a wait, and for any other text."""
    found = _CLAIM.fullmatch(move) if isinstance(move, str) else None
    if found is None or int(found[1]) > LONGEST:
        return None
    remark = _remark(found[3], found[4])
    if found[2] in ("none", "late"):
        return Claim(int(found[1]), (), found[2], remark)
    return Claim(int(found[1]), tuple(NUMBERS[name] for name in found[2].split(".")), "", remark)


def _remark(hint: str | None, paused: str | None) -> Remark:
    return Remark(int(hint or 0), paused is not None)


def remark_of(move: str) -> Remark:
    """Return the remark behind a claim or a wait."""
    claim, found = parse(move), _WAIT.fullmatch(move)
    if claim is not None:
        return claim.remark
    return NOTHING if found is None else _remark(found[2], found[3])._replace(at=int(found[1] or 0))


def right_claims(state: State) -> list[tuple[int, ...]]:
    """Return the right claims on a table, each as its cards, in dictionary order of places.

    While cards are still to come, the claims among the cards that lie.
    """
    table, mode = [card for card in state.table if card != FREE], state.terms.mode
    if mode == "ultraset":
        return [tuple(table[place] for place in found) for found in ultrasets_among(table)]
    if state.beside:
        return list(links_among(table, state.beside))
    return [tuple(table[place] for place in found) for found in sets_among(table)]


def any_right(state: State) -> bool:
    """Return whether there is a right claim."""
    return bool(right_claims(state))


def is_right(state: State, claim: Claim) -> bool:
    """Return whether a legal claim is right."""
    if claim.word:
        return claim.word == "none" and not any_right(state)
    if state.terms.mode == "ultraset":
        return is_ultraset(claim.cards)
    return is_set(claim.cards[0], claim.cards[1], claim.cards[2])


def possible_claims(state: State) -> Iterator[tuple[int, ...]]:
    """Yield all cards that may be claimed together, right or wrong, in order of places."""
    if state.beside:
        for a, b in itertools.combinations(state.table, 2):
            yield from ((a, b, c) for c in state.beside)
    else:
        yield from itertools.combinations(state.table, state.size)


def earliest(state: State, seat: int) -> int:
    """Return the first millisecond at which a seat may claim."""
    return max(state.after + 1, state.frozen[seat])


def why_not(state: State, seat: int, move: object) -> str:
    """Return why a seat that is to act may not make a move, in a sentence; "" where it may."""
    if move in (WAIT, VOID) or (isinstance(move, str) and _WAIT.fullmatch(move)):
        return ""
    claim = parse(move)
    if claim is None:
        return f"{str(move)[:30]!r} is no move; write wait, or a claim such as 4180-0012.0120.0201."
    if claim.ms <= state.after:
        return f"A claim at {claim.ms} ms is too early; the last one came at {state.after} ms."
    if claim.ms < state.frozen[seat]:
        return f"This seat is frozen; it may claim again at {state.frozen[seat]} ms."
    if claim.word:
        return _why_no_word(state, claim.word)
    return _why_no_cards(state, claim.cards)


def _why_no_word(state: State, word: str) -> str:
    if word == "none" and state.terms.none != "call":
        return "More cards come by themselves here; nobody has to say that there is no set."
    if word == "late" and not state.terms.call:
        return "Nobody says Set! first here, so no claim can be late."
    return ""


def _why_no_cards(state: State, cards: tuple[int, ...]) -> str:
    if len(cards) != state.size:
        return f"A claim names {state.size} cards here, not {len(cards)}."
    on_table = cards[:-1] if state.beside else cards
    if state.beside and cards[-1] not in state.beside:
        return f"The last card of a claim lies beside the table; {NAMES[cards[-1]]} does not."
    places = {card: place for place, card in enumerate(state.table)}
    gone = next((card for card in on_table if card not in places), None)
    if gone is not None:
        return f"{NAMES[gone]} does not lie on the table."
    if any(places[a] >= places[b] for a, b in itertools.pairwise(on_table)):
        return "The cards of a claim are named in the order of their places, each once."
    return ""


class LegalClaims(Collection[str]):
    """The moves of a seat: to wait, to ask for a new deal, and every claim at every time, those
    that are right before the others of their time.

    They are never written down: a claim has a day's milliseconds to come in.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat

    def __contains__(self, move: object) -> bool:
        return not why_not(self._state, self._seat, move)

    def __iter__(self) -> Iterator[str]:
        yield WAIT
        yield VOID
        first = earliest(self._state, self._seat)
        if first > LONGEST:
            return
        each: list[str] = []
        for what in self._claimed():
            each.append(what)
            yield f"{first}-{what}"
        for ms in range(first + 1, LONGEST + 1):
            for what in each:
                yield f"{ms}-{what}"

    def _claimed(self) -> Iterator[str]:
        """Yield the possible claims at any time, as the text behind the time."""
        yield from self._words()
        right = right_claims(self._state)
        others = (cards for cards in possible_claims(self._state) if cards not in right)
        for cards in itertools.chain(right, others):
            yield ".".join(NAMES[card] for card in cards)

    def _words(self) -> list[str]:
        terms = self._state.terms
        return ["none"] * (terms.none == "call") + ["late"] * bool(terms.call)

    def __len__(self) -> int:
        state = self._state
        if state.beside:
            each = math.comb(len(state.table), 2) * len(state.beside)
        else:
            each = math.comb(len(state.table), state.size)
        times = LONGEST + 1 - earliest(state, self._seat)
        return 2 + max(0, times) * (each + len(self._words()))


def checked(state: State, seat: int, move: str) -> Claim | None:
    """Return the claim of a seat, None where it waits; raises `IllegalMove`."""
    reason = why_not(state, seat, move)
    if reason:
        raise IllegalMove(reason)
    return parse(move)
