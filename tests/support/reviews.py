"""Matches that were played to their end, with the review open on them."""

from __future__ import annotations

import functools
from typing import Any

from games import catalog
from games.core import Limit, Log, Seating, Turn
from games.judging import Judging
from games.match import Match
from games.session.setup import Shown
from games.shell.app import App
from games.shell.pages.review.page import ReviewPage, judging_of

PLAYED = {
    "ur": ({"rules": "schultz", "pieces": 3}, ("first-move", "greedy"), 11),
    "jaipur": ({"length": "round"}, ("seed-utility", "seed-utility"), 4),
    "ra": ({"players": 3}, ("random", "random", "random"), 7),
    "karate": ({"rounds": 25}, ("habits", "sensei"), 1),
    "numbers": ({"keys": 60}, ("demo", "mind"), 5),
    "guess": ({}, ("level1", "level2"), 5),
    "set": ({}, ("steady-2", "steady-5"), 7),
    "ctf": (
        {"maze": "loops-16x8", "map": 2, "moves": 160, "rules": "pelita"},
        ("gatherer", "belief", "gatherer", "belief"),
        3,
    ),
    "tracker": ({"play": "seek"}, ("blinker", "explorer", "hound"), 7),
}
"""The options, agents and seed of a match of each game; the first agent stands for a person."""


@functools.cache
def turns_of(game: str) -> tuple[Turn, ...]:
    """The turns of the match, played once."""
    params, agents, seed = PLAYED[game]
    players = {
        n: catalog.demo_player(game) if name == "demo" else catalog.agent(game, name).make({}, None)
        for n, name in enumerate(agents)
    }
    spec = catalog.spec(game)
    match: Match[Any] = Match(catalog.rules(game), spec.params(params), seed, players)
    match.run(Limit(nodes=50))
    return tuple(match.turns)


def shown_match(game: str) -> Shown:
    """The match with a person in the first seat."""
    params, agents, seed = PLAYED[game]
    seats = (Seating("human"), *(Seating(agent) for agent in agents[1:]))
    options = catalog.spec(game).params(params)
    log = Log(game, options, seed, seats, list(turns_of(game)))
    return Shown(log, ["You", *(f"Rival {n}" for n in range(1, len(agents)))])


@functools.cache
def judged_match(game: str) -> Judging:
    """All choices of the match, judged once: nothing in them changes afterwards."""
    judging = judging_of(shown_match(game))
    judging.wait()
    return judging


def open_review(app: App, game: str) -> ReviewPage:
    """The review of the match, all of its choices judged."""
    page = ReviewPage(app, shown_match(game), judged_match(game))
    app.push(page)
    for _ in range(3):
        app.frame(0.1)
    return page
