"""The names of a match's agents for people: two of one kind are told apart by given names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games import catalog
from games.session.setup import Setup, agent_seats

GIVEN: Final = ("Ani", "Mina", "Teo", "Suri", "Kai")
"""The given names of agents of one kind, in the order of their seats."""


def agent_names(setup: Setup) -> dict[int, str]:
    """Return the name of the agent in each seat that no person fills.

    Where players or teams of one kind meet, each has a given name, too: "Scribe Ani" and "Scribe
    Mina". Seats of one team share theirs.
    """
    seats = [seat for seat in agent_seats(setup) if setup.seats[seat].agent != "demo"]
    teams = catalog.spec(setup.game).teams_for(setup.params)
    kinds = {seat: catalog.seated(setup.game, setup.seats[seat]).spec.name for seat in seats}
    bearers: dict[str, list[int]] = {}
    for seat, kind in kinds.items():
        found = bearers.setdefault(kind, [])
        if teams[seat] not in found:
            found.append(teams[seat])
    return {
        seat: f"{kind} {GIVEN[bearers[kind].index(teams[seat]) % len(GIVEN)]}"
        if len(bearers[kind]) > 1
        else kind
        for seat, kind in kinds.items()
    }


def kind_and_given(name: str) -> tuple[str, str]:
    """Return the kind and the given name of an agent called `name`; "" for one without.

    >>> kind_and_given("Scribe Mina"), kind_and_given("Old oracle")
    (('Scribe', 'Mina'), ('Old oracle', ''))
    """
    kind, _, given = name.rpartition(" ")
    return (kind, given) if kind and given in GIVEN else (name, "")


def short_names(names: Sequence[str]) -> list[str]:
    """Return names for figures: of several agents of one kind the given names alone.

    >>> short_names(["You", "Scribe Ani", "Scribe Mina"])
    ['You', 'Ani', 'Mina']
    """
    return [kind_and_given(name)[1] or name for name in names]
