"""What was chosen before a match, as plain data: what a table and its host begin from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import catalog
from games.core import Match, Seating

HUMAN = "human"


@dataclass(frozen=True)
class Setup:
    """What was chosen before a match: who sits where, the options, the seed, the mode.

    `glass_box` shows the mind before the choice and records nothing; `demo` is attract mode;
    `match_id` is that of a match to continue, as it was kept.
    """

    game: str
    seats: tuple[Seating, ...]
    params: Mapping[str, Any]
    seed: int
    glass_box: bool = False
    demo: bool = False
    match_id: str = ""

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people fill."""
        return tuple(i for i, seating in enumerate(self.seats) if seating.agent == HUMAN)


def build_player(setup: Setup, seat: int) -> Any:
    """The agent of a seat, from the catalogue; in attract mode a person's seat has a stand-in."""
    seating = setup.seats[seat]
    if setup.demo and seating.agent == "demo":
        return catalog.demo_player(setup.game)
    spec = catalog.agent(setup.game, seating.agent)
    return spec.make(seating.options, seating.start)


def new_match(setup: Setup) -> Match[Any]:
    """The match of a setup at its start, with an agent in every seat that no person fills."""
    seats = (seat for seat in range(len(setup.seats)) if seat not in setup.humans)
    players = {seat: build_player(setup, seat) for seat in seats}
    return Match(catalog.rules(setup.game), setup.params, setup.seed, players)
