"""The place of each card of the market: the rules count its cards, but on a table each has a place.

A place that is emptied is filled again, the first one first, and the given cards of an exchange lie
in the places of the taken ones, so that no other card moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.core import Event
from games.jaipur.rules.goods import CAMEL, MARKET

Stall = tuple[str, ...]
"""The letter of the card at each of the five places, "" where none lies."""
EMPTY: Final[Stall] = ("",) * MARKET
NEW_ROUND: Final[Stall] = (CAMEL, CAMEL, CAMEL, "", "")


@dataclass(frozen=True)
class Gain:
    """The proceeds of a trader's last sale: its goods tokens, and the pile of its bonus token."""

    good: str
    tokens: tuple[int, ...]
    pile: int


def places_of(stall: Stall, cards: str, first: Sequence[int] = ()) -> list[int]:
    """Return the places of these cards, all different; places in `first` go before others."""
    order = [*first, *(place for place in range(len(stall)) if place not in first)]
    found: list[int] = []
    for card in cards:
        found += [place for place in order if stall[place] == card and place not in found][:1]
    return found


def stall_after(stall: Stall, event: Event, first: Sequence[int] = ()) -> Stall:
    """Return the market after an event; if several cards would do, those in `first` are taken."""
    data: Mapping[str, Any] = event.data
    if event.kind == "round":
        return NEW_ROUND
    if event.kind == "refill":
        return _with(stall, _gaps(stall)[:1], data["card"])
    if event.kind == "take":
        return _with(stall, places_of(stall, data["card"], first), "")
    if event.kind == "camels":
        return tuple("" if card == CAMEL else card for card in stall)
    if event.kind == "swap":
        return _with(stall, places_of(stall, data["taken"], first), data["given"])
    return stall


def stall_of(events: Iterable[Event]) -> Stall:
    """Return the market after all events of a match."""
    stall = NEW_ROUND
    for event in events:
        stall = stall_after(stall, event)
    return stall


def _gaps(stall: Stall) -> list[int]:
    return [place for place, card in enumerate(stall) if not card]


def _with(stall: Stall, places: Sequence[int], cards: str) -> Stall:
    """Return the market with these cards at these places, "" where there are too few."""
    found = list(stall)
    for number, place in enumerate(places):
        found[place] = cards[number] if number < len(cards) else ""
    return tuple(found)


NOWHERE: Final[frozenset[int]] = frozenset()


def touched(before: Stall, after: Stall) -> frozenset[int]:
    """Return the places whose cards a move took away, or exchanged.

    >>> sorted(touched(("K", "K", "G", "L", "L"), ("", "", "G", "D", "L")))
    [0, 1, 3]
    """
    return frozenset(n for n, card in enumerate(before) if card and card != after[n])
