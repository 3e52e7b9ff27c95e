"""The tour: every step can be done, and the walk in hand is given back."""

from __future__ import annotations

import pygame
import pytest

from games.shell.app import App
from games.shell.guide_text import guide_section
from games.shell.opening import saved_match
from games.shell.pages.setup import SetupPage
from games.tracker import controls
from games.tracker.controls import POINTED
from games.tracker.guide_steps import SHOW_AFTER, STOPS
from games.tracker.rules import WALKER
from games.tracker.scene import Scene
from tests.support.hands import key, push_button, touch, wait
from tests.support.tracker_page import opened, settle


def test_every_stop_of_the_tour_can_be_done(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    actions = {
        "truth": lambda: key(app, pygame.K_t),
        "step": lambda: key(app, pygame.K_PERIOD),
        "noise": lambda: scene.act("noise", 2),
        "faster": lambda: key(app, pygame.K_EQUALS),
        "walker": lambda: scene.act("walker", "evader"),
        "hide": lambda: touch(app, scene.controls.transport[6]),
    }
    done = 0
    for stop in STOPS:
        assert scene.tour.stop is stop
        settle(app, scene)
        assert not scene.tour.done
        for _ in range(stop.times):
            actions[stop.action]()
            scene.walk.playback.playing = scene.walk.hiding
            settle(app, scene)
        assert scene.tour.done, stop.id
        done += 1
        touch(app, scene.controls.content[1])
    assert done == 8
    assert scene.tour.place == 0


def walked(scene: Scene, steps: int) -> list[int]:
    """The cells of the walk, at least `steps` steps long."""
    tape = scene.walk.tape
    while len(tape) < steps:
        tape.extend()
    return list(tape.path)


def test_the_tour_gives_the_walk_in_hand_back(app: App) -> None:
    alone = opened(app, "explorer", noise=4)
    expected = walked(alone, 40)
    app.pop()
    scene = opened(app, "explorer", noise=4)
    scene.act("compare", "reading")
    walked(scene, 12)
    settle(app, scene)
    walk = scene.walk
    walk.playback.jump(9)
    lenses, setup, path = list(walk.lineup.lenses), scene.setup, list(walk.tape.path)
    left = 0
    for tab in (controls.WATCH, controls.SETUP, controls.COMPARE, controls.PAST):
        scene.open_tab(controls.TOUR)
        settle(app, scene)
        assert walk.lineup.lenses != lenses
        assert walk.tape.path != path
        scene.act("next_stop")
        scene.open_tab(tab)
        assert (walk.lineup.lenses, scene.setup, walk.tape.path) == (lenses, setup, path)
        assert walk.lineup.models == ["auto", "reading"]
        assert walk.playback.half == (9 if tab != controls.PAST else 2 * len(walk.tape))
        left += 1
    assert left == 4
    assert scene.tour.place == 4
    scene.open_tab(controls.TOUR)  # the tour goes on where it was, on ground of its own
    assert scene.walk.lineup.models == ["random", "explore"]
    scene.open_tab(controls.WATCH)
    assert walked(scene, 40) == expected


def test_the_tour_lets_one_change_the_world_where_it_says_so(app: App) -> None:
    scene = opened(app)
    path = walked(scene, 5)
    scene.open_tab(controls.TOUR)
    for _ in range(3):
        scene.act("next_stop")
    assert scene.tour.stop.action == "noise"
    scene.open_tab(controls.SETUP)
    assert scene.walk.lineup.models == ["random"]
    scene.act("noise", 2)
    scene.open_tab(controls.TOUR)
    assert scene.tour.done
    assert scene.setup.params["noise"] == 2
    scene.open_tab(controls.SETUP)
    scene.act("hide")
    assert (scene.walk.hiding, scene.controls.tab) == (True, controls.TOUR)
    scene.open_tab(controls.WATCH)
    assert (scene.walk.hiding, scene.walk.tape.path) == (False, path)


def test_leaving_in_the_tour_keeps_the_own_walk(app: App) -> None:
    scene = opened(app, "human")
    for _ in range(3):
        scene.act("steer", scene.match.legal(WALKER)[0])
        settle(app, scene)
    turns = list(scene.match.turns)
    assert len(turns) >= 6
    scene.open_tab(controls.TOUR)
    assert scene.walk.hiding, "it asks first"
    key(app, pygame.K_UP)
    key(app, pygame.K_RETURN)
    assert not scene.walk.hiding
    scene.act("hide")
    scene.act("steer", scene.match.legal(WALKER)[0])
    app.pop()
    found = saved_match(app, "tracker")
    assert found is not None
    assert list(found.turns) == turns


def test_only_the_action_that_is_asked_for_counts(app: App) -> None:
    scene = opened(app)
    scene.act("truth")
    assert (scene.tour.stop.action, scene.tour.count) == ("truth", 0), "not before the tour"
    scene.open_tab(controls.TOUR)
    scene.act("faster")
    assert scene.tour.count == 0
    scene.act("truth")
    assert scene.tour.count == 1
    scene.act("next_stop")
    assert (scene.tour.stop.action, scene.tour.count) == ("step", 0)
    while not scene.session.over:
        scene.walk.tape.extend()
    scene.walk.jump_to_end()
    scene.act("step")
    assert scene.tour.count == 0, "there was no step to take"
    scene.act("previous_stop")
    assert scene.tour.place == 0


def test_the_words_of_the_tour_fit(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    scene.layout(960, 720)
    fitting = 0
    for stop in STOPS:
        lines = app.canvas.wrap(guide_section("tracker", stop.id).words, 896, 18)
        assert len(lines) <= 5, stop.id
        fitting += 1
    assert fitting == 8


def test_the_last_stop_says_that_it_is_the_last(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    labels = []
    for _ in range(len(STOPS)):
        app.draw()
        labels.append(scene.controls.content[1].label)  # type: ignore[attr-defined]
        scene.act("next_stop")
    assert labels == [*(["Next"] * (len(STOPS) - 1)), "Done"]
    assert (scene.controls.tab, scene.tour.kept) == (controls.WATCH, None)
    assert scene.walk.outlined
    scene.open_tab(controls.TOUR)
    assert scene.tour.place == 0


def test_the_tour_shows_the_task_itself_where_nothing_is_pressed(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    assert not scene.walk.outlined, "what the tour asks to look for"
    assert scene.tour.waiting
    assert scene.next_frame() is not None
    scene.update(SHOW_AFTER - 1.0)
    scene.act("faster")  # a press: it begins to wait anew
    scene.update(SHOW_AFTER - 1.0)
    assert (scene.walk.truth, scene.tour.count) == (False, 0)
    scene.update(2.0)
    assert (scene.walk.truth, scene.tour.count) == (True, 1)
    scene.update(SHOW_AFTER + 1.0)
    assert (scene.walk.truth, scene.tour.done) == (False, True)
    scene.update(SHOW_AFTER + 1.0)
    assert not scene.walk.truth


def test_every_task_but_to_be_the_ghost_is_shown(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    for stop in STOPS:
        for _ in range(stop.times):
            scene.update(SHOW_AFTER + 1.0)
        assert scene.tour.done == (stop.action != "hide"), stop.id
        scene.act("next_stop")


def test_the_tour_points_at_the_button_or_the_tab_it_means(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    for stop in STOPS:
        meant = scene.controls.meant(stop.action, stop.tab)
        assert meant is not None
        if stop.action in POINTED:
            assert meant == scene.controls.transport[POINTED[stop.action]].box
        else:
            left, _, wide, _ = scene.controls.tabs.box
            assert left <= meant[0] < left + wide
        app.draw()
        scene.act("next_stop")


def test_a_first_visit_shows_the_ghost_that_was_chosen(app: App) -> None:
    """It opened the tour, which has a ghost of its own."""
    app.change_settings(toured=False)
    page = SetupPage(app, "tracker", None)
    app.push(page)
    push_button(page, "Laboratory")
    assert page.choices.seats == ["explorer"]
    push_button(page, "Watch")
    wait(app, 1.0)
    scene = app.top
    assert isinstance(scene, Scene)
    assert scene.controls.tab == controls.WATCH
    assert scene.setup.seats[0].agent == scene.walk.session.setup.seats[0].agent == "explorer"
    assert scene.walk.playback.playing


@pytest.mark.parametrize("action", [("next_walk",), ("noise", 2), ("walker", "food")])
def test_who_hides_is_asked_before_the_walk_is_left(app: App, action: tuple[str, ...]) -> None:
    scene = opened(app, "human")
    scene.act("steer", scene.match.legal(WALKER)[0])
    settle(app, scene)
    match = scene.match
    scene.act(*action)
    assert app.top is not scene
    key(app, pygame.K_RETURN)  # cancel has the focus
    assert (app.top, scene.match) == (scene, match)
    scene.act(*action)
    key(app, pygame.K_UP)
    key(app, pygame.K_RETURN)
    assert app.top is scene
    assert scene.match is not match
