"""Games of Ur that were played to their end, with the review or the quiz open."""

from __future__ import annotations

import pygame

from games.shell.app import App
from games.ur.coach.quiz import Quiz
from games.ur.coach.review_page import ReviewPage
from games.ur.scene import Scene
from tests.support.hands import at_table, key, push_button, until, wait


def reviewed(app: App, seats: tuple[str, str] = ("human", "greedy"), seed: int = 11) -> Scene:
    """A game of which the review lies open."""
    app.change_settings(coach="off")
    scene = at_table(app, "ur", seats, {"rules": "schultz", "pieces": 3}, seed)
    scene.pacing.set_level(6)
    while app.top is scene:
        until(app, lambda: scene.waiting_for_person is not None or app.top is not scene)
        if app.top is scene:
            key(app, pygame.K_1)
    wait(app, 3.0)
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
