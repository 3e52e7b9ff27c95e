"""A match as it is spoken to a player who does not see it, played without a window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games import catalog
from games.core import Limit
from games.match import Match
from games.session.seat_names import agent_names
from games.session.setup import HUMAN
from games.session.starting import make_setup
from games.shell.access.speech import REMEMBERED, TableSight, speech_of
from tests.support.cases import case

LIMIT = Limit(nodes=60)
PLAYED: dict[str, dict[str, object]] = {
    "tracker": {"play": "seek", "maze": "loops-small"},
    "ctf": {"moves": 400},
}
"""Options of a game's spoken match beside those of the shortest one."""


def gentlest(game: str) -> str:
    """The opponent of a game with the lowest measure, or else the first."""
    agents = [agent for agent in catalog.agents(game) if agent.id != "random"]
    measured = [agent for agent in agents if agent.measure is not None]
    return min(measured, key=lambda agent: agent.measure or 0.0).id if measured else agents[0].id


def sights(
    game: str, seed: int = 1, opponent: str | None = None, **options: object
) -> Iterator[TableSight]:
    """Every moment of a match as seat 0 knows it: the start, and the table after each turn."""
    options = {**case(game).short, **PLAYED.get(game, {}), **options}
    usual = case(game).opponent if game in PLAYED else gentlest(game)
    setup = make_setup(game, opponent or usual, seed, options, False)
    players = {
        seat: catalog.demo_player(game)
        if seating.agent == HUMAN
        else catalog.seated(game, seating).make()
        for seat, seating in enumerate(setup.seats)
    }
    match: Match[Any] = Match(catalog.rules(game), setup.params, seed, players)
    agents = agent_names(setup)
    names = [
        "You" if seating.agent == HUMAN else agents[seat]
        for seat, seating in enumerate(setup.seats)
    ]
    events: tuple[Any, ...] = ()
    past: list[tuple[Any, ...]] = []
    while True:
        due = 0 if 0 in match.to_act else None
        heard = [event for turn in past[-REMEMBERED:] for event in turn]
        yield TableSight.of(match, 0, names, events, own=0, due=due, past=heard)
        if match.over:
            return
        events = match.step(LIMIT)
        past.append(events)


def story(game: str) -> list[str]:
    """The lines of a match from its start to its end."""
    speech, told = speech_of(game), [catalog.spec(game).title]
    for number, at in enumerate(sights(game)):
        lines = speech.events(at) if number else [speech.standing(at)]
        told.extend(line for line in lines if line)
    return told
