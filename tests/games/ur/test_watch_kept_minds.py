"""The minds of a game of Ur that is taken back: none comes from a later turn."""

from __future__ import annotations

import dataclasses
from typing import Any

import pygame

from games import log
from games.core import Seating
from games.mind import Note
from games.shell.app import App
from games.shell.opening import continue_match
from games.ur.scene import Scene
from games.ur.watch import NOT_KEPT
from tests.games.ur.test_replay_steps import opened, play
from tests.support.hands import key

FRAME = 1 / 60


def test_a_mind_never_comes_from_a_later_turn(app: App) -> None:
    scene = opened(app, ("human", "greedy-learned"), pieces=4)
    seen: dict[int, Any] = {}
    for turns in (6, 12, 18, 24):
        play(app, scene, turns)
        seen[len(scene.match.turns)] = scene.mind_view.mind
    for count in sorted(seen, reverse=True):
        while len(scene.match.turns) > count:
            key(app, pygame.K_u)
        if len(scene.match.turns) == count:
            assert scene.mind_view.mind == seen[count]
    assert scene.mind_view.mind != seen[max(seen)]
    while scene.match.can_redo:
        key(app, pygame.K_r)
    assert scene.mind_view.mind == seen[max(seen)]


def test_a_match_that_is_continued_opens_the_mind_of_its_last_move(app: App) -> None:
    scene = opened(app, ("human", "greedy-learned"), pieces=4)
    play(app, scene, 12)
    mind, found = scene.mind_view.mind, log.decode(scene.session.as_text())
    assert mind
    app.pop()
    again = continue_match(app, found)
    assert isinstance(again, Scene)
    app.push(again)
    app.frame(FRAME)
    assert again.mind_view.mind == mind


def test_what_a_slow_thinker_thought_is_told_to_be_gone(app: App) -> None:
    scene = opened(app, ("human", "greedy"), pieces=4)
    play(app, scene, 12)
    found = log.decode(scene.session.as_text())
    seats = (Seating("human"), Seating("expectimax-6"))
    again = continue_match(app, dataclasses.replace(found, seats=seats))
    assert isinstance(again, Scene)
    assert again.mind_view.mind == (Note(NOT_KEPT),)
    again.leave()
