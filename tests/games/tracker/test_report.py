"""What is said first of a walk: how it was seen through, how hard it was to follow."""

from __future__ import annotations

import random

import pygame

from games.shell.app import App
from games.shell.hooks import AWAY, STRENGTH, TRY
from games.tracker import FOLLOWED, GRADES
from games.tracker.report import BACK, DO, ON, STAYED, report
from games.tracker.rules import WALKER
from tests.support.hands import key
from tests.support.tracker_page import hide, opened, settle

KEYS = {"up": pygame.K_UP, "down": pygame.K_DOWN, "left": pygame.K_LEFT, "right": pygame.K_RIGHT}


def test_a_hider_hears_what_gave_it_away_and_how_hard_it_was_to_follow(app: App) -> None:
    scene = hide(app)
    rng = random.Random(2)
    for _ in range(40):
        legal = [move for move in scene.match.legal(WALKER) if move in KEYS]
        key(app, KEYS[rng.choice(legal)])
        settle(app, scene)
    away, strength, advice = report(scene.walk).brief
    assert (away.title, strength.title, advice.title) == (AWAY, STRENGTH, TRY)
    loss = scene.walk.lineup.lenses[0].frame(scene.walk.lineup.lenses[0].steps).log_loss
    assert loss is not None
    grade = sum(loss >= least for least in GRADES)
    assert strength.text == f"{FOLLOWED[grade]} to follow: {grade + 1} of 5."
    kinds = (ON, BACK, STAYED)
    least, most = away.text.split(":")[0], advice.text.split(" more often")[0]
    assert least in kinds
    assert most in {DO[kind] for kind in kinds if kind != least}


def test_who_watches_hears_which_model_followed_best(app: App) -> None:
    scene = opened(app)
    for _ in range(20):
        key(app, pygame.K_PERIOD)
        settle(app, scene)
    best, hard = report(scene.walk).brief
    assert best.text.startswith("Auto, which lost ")
    assert hard.text.endswith("of 5.")
