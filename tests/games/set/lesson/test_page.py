"""The first lesson with hands: by keys, mouse and pad, to the end and into a first game."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from games.set.lesson.page import STEPS, Lesson
from games.set.scene import Scene
from games.shell.app import App
from games.shell.pages.setup import SetupPage
from tests.support import hands
from tests.support.words import Words


@pytest.fixture
def app(tmp_path: Path) -> App:
    return hands.Rig(tmp_path, (1280, 720)).app


def opened(app: App) -> Lesson:
    scene = Lesson(app)
    app.push(scene)
    app.frame(1 / 60)
    return scene


def right_places(scene: Lesson) -> list[int]:
    """What has to be chosen in the present step."""
    step = scene.step
    assert step is not None
    return [1, 2, 3] if step.answer is None else [step.answer]


def test_keys_lead_to_a_first_game(app: App) -> None:
    scene = opened(app)
    hands.key(app, pygame.K_1)
    assert not scene.right
    assert "breaks it" in scene.told
    hands.key(app, pygame.K_RIGHT)
    hands.key(app, pygame.K_RETURN)
    assert scene.right
    hands.key(app, pygame.K_RETURN)
    for _ in STEPS[1:]:
        for place in right_places(scene):
            hands.key(app, pygame.K_1 + place)
        assert scene.right
        hands.key(app, pygame.K_RETURN)
    assert scene.step is None
    hands.key(app, pygame.K_RETURN)
    assert isinstance(app.top, Scene)
    assert app.top.setup.params["mode"] == "junior"


def test_the_mouse_marks_unmarks_and_goes_back(app: App) -> None:
    scene = opened(app)
    for step in STEPS[:5]:
        assert scene.step == step
        hands.touch(app, scene.choices[right_places(scene)[0]])
        hands.touch(app, scene.next)
    for place in (0, 1, 1, 2, 3):  # one is marked and unmarked, so these are 0, 2 and 3
        hands.touch(app, scene.choices[place])
    assert not scene.right
    assert scene.picks == []
    for place in right_places(scene):
        hands.touch(app, scene.choices[place])
    assert scene.right
    hands.touch(app, scene.before)
    assert scene.step == STEPS[4]
    assert not scene.next.enabled


def test_a_pad_chooses_and_leaves(app: App) -> None:
    scene = opened(app)
    hands.push_hat(app, 1, 0)
    hands.press_pad(app, 0)
    assert scene.right
    hands.press_pad(app, 0)
    assert scene.step == STEPS[1]
    hands.press_pad(app, 1)
    assert app.top is not scene


def test_it_is_offered_until_a_match_was_finished_and_stays_among_the_signs(app: App) -> None:
    for _ in range(2):  # who opened it may open it again
        page = SetupPage(app, "set")
        app.push(page)
        hands.push_button(page, "Lesson")
        assert isinstance(app.top, Lesson)
        app.pop()
    table = hands.open_for_record(app, "set", "solver", 5, {"goal": 10})
    app.push(table)
    hands.until(app, lambda: table.finished, 2000)
    page = SetupPage(app, "set")
    with pytest.raises(AssertionError, match="no button Lesson"):
        hands.push_button(page, "Lesson")
    assert "First lesson: a set in six steps" in [label for label, _, _ in Scene.workshop(app)]


def test_in_the_pause_of_a_match_it_leads_back_to_it(app: App) -> None:
    table = hands.open_for_record(app, "set", "steady-1", 5, {})
    app.push(table)
    hands.until(app, lambda: table.busy is False)
    hands.key(app, pygame.K_ESCAPE)
    paused = app.top
    hands.push_entry(app, "First lesson: a set in six steps")
    scene = app.top
    assert isinstance(scene, Lesson)
    while scene.step is not None:
        for place in right_places(scene):
            scene.pick(place)
        hands.touch(app, scene.next)
    hands.touch(app, scene.next)
    assert app.top is paused


@pytest.mark.parametrize(
    "size", [(800, 600), *(pytest.param(s, marks=pytest.mark.sweep) for s in ((1280, 720),))]
)
def test_words_have_room(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = hands.Rig(tmp_path, size).app
    app.change_settings(larger_text=True, reduced_motion=True)
    scene = opened(app)
    words = Words(app, monkeypatch)
    looked = 0
    while scene.step is not None:
        for places in ([0] if scene.step.answer is not None else [0, 1, 2], right_places(scene)):
            for place in places:
                scene.pick(place)
            words.look()
            assert words.overlaps() == []
            looked += 1
        hands.touch(app, scene.next)
    words.look()
    assert words.overlaps() == []
    assert looked == 2 * len(STEPS)
    app.close()
