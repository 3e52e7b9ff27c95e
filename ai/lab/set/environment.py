"""Set for learners: the table with its clock, in steps of a tenth of a second.

A claim is the places of its cards. One that is chosen in a step is made at the end of the step.
Where no seat claims for `PATIENCE` milliseconds, and no agent will, all give the table up. An agent
in the other seat decides once a table, as in every match, and its claim counts at its own time.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ai.lab.environments.choosing import WholeMoves
from ai.lab.environments.encoding import (
    ANY,
    MISSING,
    Value,
    ViewPart,
    each,
    number,
    numbers,
    one_of,
)
from ai.lab.environments.live import Blueprint, GameShape, LiveMatch
from games import catalog
from games.core import GivesUp, Limit, Player
from games.plain import Plain
from games.set.rules.cards import NAMES
from games.set.rules.claims import LONGEST, WAIT, parse
from games.set.rules.state import MOST_GIVEN_UP
from games.spec import Params

TICK: Final = 100
"""Milliseconds of a step."""
PATIENCE: Final = 120_000
"""Milliseconds without a claim after which a table is given up; chosen by hand."""
NONE: Final = "none"
CHAIN_PLACES: Final = 27
"""Places whose cards a chain can claim; a longer table is cut. Chosen by hand: 27 cards have about
13 links to the three beside them."""
_FEATURES: Final = 4


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; both seats see the table, and `clock`, the milliseconds since it
    was laid.
    """
    options = {option.name: option for option in catalog.spec("set").options}
    words = [one_of(name, options[name].choices) for name in ("mode", "none", "penalty")]
    parts = (
        number("seat", 1),
        *words,
        number("goal"),
        number("call"),
        each(places_of(params), _card("table")),
        each(_FEATURES, _card("beside")),
        number("deck", 81),
        numbers("points", 2, low=-ANY),
        numbers("taken", 2),
        number("after", LONGEST),
        numbers("frozen", 2, LONGEST),
        number("idle"),
        number("over", 1),
        number("clock", LONGEST, unit="milliseconds since the table was laid"),
    )
    return GameShape(parts, Claims(params), at_once=True, each_round=True, live=LiveRace)


def places_of(params: Params) -> int:
    """Return the most places of a table: 21 cards hold a set, a chain can need more."""
    return CHAIN_PLACES if params["mode"] == "chain" else MOST_GIVEN_UP


def _card(path: str) -> ViewPart:
    unit = "digits of a card: colour, shape, shading, number"
    return ViewPart(path, _FEATURES, MISSING, 2, unit, _digits)


def _digits(card: Value) -> Sequence[float]:
    return (MISSING,) * _FEATURES if card is None else [float(digit) for digit in card]


class Claims(WholeMoves):
    """To wait, and all claims by places, as in "0.4.7"; in a chain "0.4+1" ends beside the table.

    With `none=call` the last move claims that there is no set.
    """

    def __init__(self, params: Params) -> None:
        places, size = range(places_of(params)), 4 if params["mode"] == "ultraset" else 3
        found = [".".join(map(str, some)) for some in itertools.combinations(places, size)]
        if params["mode"] == "chain":
            pairs = itertools.combinations(places, 2)
            found += [f"{a}.{b}+{card}" for a, b in pairs for card in range(size)]
        self._none = (NONE,) if params["none"] == "call" else ()
        super().__init__((WAIT, *found, *self._none))
        self._open: dict[tuple[int, int], tuple[str, ...]] = {}

    def open(self, table: int, beside: int) -> tuple[str, ...]:
        """Return what a seat may choose at a table of so many cards, right or wrong."""
        if (table, beside) not in self._open:
            claims = [name for name in self.names if name[0].isdigit()]
            lie = [name for name in claims if _last(name) < table and ("+" in name) == bool(beside)]
            self._open[table, beside] = (WAIT, *lie, *self._none)
        return self._open[table, beside]


def _last(name: str) -> int:
    return int(name.partition("+")[0].rpartition(".")[2])


class LiveRace(LiveMatch):
    """A match in which all seats may claim in each step; the earliest claim counts."""

    def __init__(self, plan: Blueprint, seed: int, players: Mapping[int, Player]) -> None:
        self.clock = self._quiet = 0
        self._sealed: dict[int, str] = {}
        super().__init__(plan, seed, players)

    def seen(self, view: Plain) -> Plain:
        """Return the `view` with the clock."""
        return {**view, "clock": self.clock}

    def legal(self, seat: int) -> Collection[str]:
        """Return to wait, and the claims of cards that lie, unless the seat is frozen."""
        state, choosing = self.match.state, self.plan.shape.choosing
        if self.clock + TICK < state.frozen[seat] or not isinstance(choosing, Claims):
            return (WAIT,)
        return choosing.open(len(state.table), len(state.beside))

    def go_on(self) -> None:
        """Go on to the next table, or on the same one after a wrong claim; agents decide."""
        super().go_on()
        self.clock, self._quiet = self.match.state.after, 0
        seats = [seat for seat in self.match.to_act if seat in self.match.players]
        try:
            self._sealed = {seat: self.match.decide(seat, Limit()).move for seat in seats}
        except GivesUp as fault:
            self.forfeit = str(fault)

    def all_chosen(self, moves: Mapping[int, str]) -> None:
        """Let a tenth of a second pass; a claim of it, or an agent's, ends the race."""
        now = self.clock + TICK
        claimed = any(move != WAIT for move in moves.values())
        times = [claim.ms for move in self._sealed.values() if (claim := parse(move))]
        self._quiet += TICK
        given_up = self._quiet >= PATIENCE and not times
        if claimed or given_up or any(ms <= now for ms in times):
            self.play({**self._sealed, **{s: self._claim(m, now) for s, m in moves.items()}})
            self.go_on()
        else:
            self.clock = now
            self.asked = list(self.learners)

    def _claim(self, name: str, ms: int) -> str:
        """Return the move that a choice means, made at `ms`."""
        if name in (WAIT, NONE):
            return name if name == WAIT else f"{ms}-{NONE}"
        state, (places, _, beside) = self.match.state, name.partition("+")
        cards = [state.table[int(place)] for place in places.split(".")]
        cards += [state.beside[int(beside)]] if beside else []
        return f"{ms}-{'.'.join(NAMES[card] for card in cards)}"
