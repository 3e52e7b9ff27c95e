"""Games of Ur that were played to their end, with the review or the quiz open."""

from __future__ import annotations

import functools
from typing import Any

from games import catalog
from games.core import Limit, Seating, Turn
from games.match import Match
from games.session.setup import Setup
from games.shell.app import App
from games.ur.coach.quiz import Quiz
from games.ur.coach.review_page import ReviewPage
from games.ur.scene import Scene
from tests.support.hands import push_button, unseen, until, wait

PARAMS = {"rules": "schultz", "pieces": 3}


@functools.cache
def played(seats: tuple[str, str], seed: int) -> tuple[Turn, ...]:
    """The turns of a game in which a person always takes the first move, played once."""
    names = ["first-move" if seat == "human" else seat for seat in seats]
    players = {seat: catalog.agent("ur", name).make({}, None) for seat, name in enumerate(names)}
    match: Match[Any] = Match(catalog.rules("ur"), PARAMS, seed, players)
    match.run(Limit())
    return tuple(match.turns)


def reviewed(app: App, seats: tuple[str, str] = ("human", "greedy"), seed: int = 11) -> Scene:
    """A game of which the review lies open; only its last move was played on the screen."""
    app.change_settings(coach="off")
    turns = played(seats, seed)
    setup = Setup("ur", (Seating(seats[0]), Seating(seats[1])), PARAMS, seed)
    scene = Scene(app, setup, turns[:-1])
    app.push(scene)
    scene.pacing.set_level(6)
    with unseen(app):
        app.frame(0.1)
        ((seat, move),) = turns[-1]
        if seats[seat] == "human":
            scene.choose(move)
        until(app, lambda: app.top is not scene)
    assert tuple(scene.match.turns) == turns
    push_button(app.top, "Review")
    assert isinstance(app.top, ReviewPage)
    wait(app, 0.5)
    return scene


def quizzed(app: App) -> Quiz:
    """The quiz of a review, opened by its button."""
    page = app.top
    assert isinstance(page, ReviewPage)
    page.form.widgets[len(page.moments)].activate()
    assert isinstance(app.top, Quiz)
    wait(app, 0.5)
    return app.top
