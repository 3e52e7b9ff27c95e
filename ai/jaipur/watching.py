"""A seat's view, kept up from the events that the seat may see.

An agent that wants to learn from the other's moves has to know the open cards at each of them. It
is asked only at its own turns, so it keeps its view itself. Tests compare these views with the
rules'.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core import Event
from games.jaipur.rules.game import GAME, less
from games.jaipur.rules.goods import (
    CAMEL,
    GOODS_MASK,
    INDEX,
    PILES,
    SHIFTS,
    UNIT,
    VALUE_SHIFTS,
    pack,
)
from games.jaipur.rules.state import MatchSoFar, Rival, Trader, View, new_round

Data = Mapping[str, Any]


def first_view(series: MatchSoFar, seat: int) -> View:
    """Return a seat's view before a round is dealt."""
    return GAME.view(new_round(series), seat)


def view_after(view: View, event: Event) -> View:
    """Return the view after an event that its seat may see; `due`, `acting` and the end are left.

    From public events alone, only the knowledge of the other's side is right. `turn` is the seat to
    move once all cards have been turned up.
    """
    data = event.data
    if event.kind == "round":
        series = view.series._replace(
            starter=int(data["starter"]), round=int(data["number"]), seals=view.series.seals
        )
        return first_view(series, view.seat)
    if event.kind == "score":
        west, east = data["seals"]
        return view._replace(series=view.series._replace(seals=(west, east)))
    if event.kind == "refill":
        return view._replace(market=view.market + UNIT[data["card"]], left=view.left - 1)
    if event.kind == "deal":
        return _dealt(view, data)
    if event.kind == "bonus":
        return _rewarded(view, data)
    if event.kind in ("take", "camels", "swap", "sell"):
        after = _sold(view, data) if event.kind == "sell" else _traded(view, event.kind, data)
        return after._replace(turn=1 - int(data["seat"]))
    return view


def _dealt(view: View, data: Data) -> View:
    view = view._replace(left=view.left - 1)
    own, rival, card = view.own, view.rival, data.get("card", "")
    if data["seat"] == view.seat:
        if card == CAMEL:
            return view._replace(own=own._replace(herd=own.herd + 1))
        return view._replace(own=own._replace(hand=own.hand + UNIT.get(card, 0)))
    if card == CAMEL:
        return view._replace(rival=rival._replace(herd=rival.herd + 1))
    return view._replace(rival=rival._replace(cards=rival.cards + 1))


def _rewarded(view: View, data: Data) -> View:
    pile = PILES.index(data["pile"])
    sizes = list(view.piles)
    sizes[pile] -= 1
    view = view._replace(piles=(sizes[0], sizes[1], sizes[2]))
    if data["seat"] == view.seat:
        token = 1 << VALUE_SHIFTS[data["value"]] if "value" in data else 0
        return view._replace(own=view.own._replace(bonus=view.own.bonus + token))
    theirs = list(view.rival.bonus)
    theirs[pile] += 1
    return view._replace(rival=view.rival._replace(bonus=(theirs[0], theirs[1], theirs[2])))


def _traded(view: View, kind: str, data: Data) -> View:
    """After a take, the camels, or an exchange."""
    if kind == "camels":
        camels = int(data["count"])
        return _moved(view, int(data["seat"]), 0, 0, -camels)._replace(market=view.market - camels)
    taken = pack(data["card"] if kind == "take" else data["taken"])
    given = 0 if kind == "take" else pack(data["given"])
    after = _moved(view, int(data["seat"]), taken, given & GOODS_MASK, given & 15)
    return after._replace(market=view.market + given - taken)


def _moved(view: View, seat: int, taken: int, given: int, camels: int) -> View:
    """After cards came into a hand, and goods and camels left it."""
    if seat == view.seat:
        own = view.own
        known = less(own.known, given) + taken
        own = own._replace(hand=own.hand + taken - given, herd=own.herd - camels, known=known)
        return view._replace(own=own)
    rival = view.rival
    return view._replace(
        rival=rival._replace(
            cards=rival.cards + taken % 15 - given % 15,
            herd=rival.herd - camels,
            known=less(rival.known, given) + taken,
        )
    )


def _sold(view: View, data: Data) -> View:
    seat, values = int(data["seat"]), data["tokens"]
    given = int(data["count"]) * UNIT[data["good"]]
    view = _moved(view, seat, 0, given, 0)
    who: Trader | Rival = view.own if seat == view.seat else view.rival
    points, tokens = who.points + sum(values), who.tokens + len(values)
    view = view._replace(
        discards=view.discards + given,
        tokens=view.tokens - (len(values) << SHIFTS[INDEX[data["good"]]]),
    )
    if seat == view.seat:
        return view._replace(own=view.own._replace(points=points, tokens=tokens))
    return view._replace(rival=view.rival._replace(points=points, tokens=tokens))
