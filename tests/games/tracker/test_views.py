"""What the tracker's page says can be read, at every size of window and of text."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.counting import places_of
from games.mind import Series
from games.shell.app import App
from games.tracker.controls import COMPARE, PAST, SETUP, TABS, TOUR, WATCH
from games.tracker.guide_steps import STOPS
from games.tracker.moment import shown_frame
from games.tracker.scene import Scene
from games.tracker.views import FEW
from tests.support.hands import Rig, touch, wait
from tests.support.tracker_page import hide, opened, settle
from tests.support.words import Words


def page(path: Path, size: tuple[int, int], larger: bool, mind: bool = True) -> tuple[App, Scene]:
    app = Rig(path, size).app
    app.change_settings(larger_text=larger, mind_open=mind, reduced_motion=True)
    scene = opened(app, maze="loops")
    for _ in range(4):
        scene.act("step")
        wait(app, 1.0)
    settle(app, scene)
    return app, scene


@pytest.mark.parametrize(
    ("size", "larger"),
    [
        ((800, 600), True),
        ((1280, 720), False),
        pytest.param((800, 600), False, marks=pytest.mark.sweep),
        pytest.param((1280, 720), True, marks=pytest.mark.sweep),
        pytest.param((1280, 800), False, marks=pytest.mark.sweep),
        pytest.param((1280, 800), True, marks=pytest.mark.sweep),
    ],
)
def test_no_words_of_a_tab_run_into_others(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, scene = page(tmp_path, size, larger)
    words = Words(app, monkeypatch)
    for tab in (WATCH, COMPARE, PAST, SETUP):
        scene.open_tab(tab)
        for step in range(2):  # while the belief spreads, and after the reading
            if tab != PAST:
                scene.act("step")
                wait(app, 1.0)
            words.look()
            assert words.overlaps() == [], (TABS[tab], step)
    app.close()


@pytest.mark.parametrize(
    ("size", "larger"),
    [((800, 600), True), pytest.param((1280, 720), True, marks=pytest.mark.sweep)],
)
def test_no_words_of_the_tour_run_into_others(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, scene = page(tmp_path, size, larger)
    scene.open_tab(TOUR)
    words = Words(app, monkeypatch)
    for number in range(len(STOPS)):
        for _ in range(2):
            scene.act("step")
            wait(app, 1.0)
        words.look()
        assert words.overlaps() == [], number
        said = " ".join(word.text for word in words.seen)
        assert all(word in said for word in scene.tour.text.words.split()), number
        scene.act("next_stop")
        wait(app, 0.5)
    app.close()


def test_no_words_of_a_walk_of_ones_own_run_into_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Rig(tmp_path, (800, 600)).app
    app.change_settings(larger_text=True, reduced_motion=True)
    hide(app)
    words = Words(app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    app.close()


def test_the_buttons_of_the_tour_are_pushed_by_mouse_where_they_stand(tmp_path: Path) -> None:
    app, scene = page(tmp_path, (800, 600), True)
    scene.open_tab(TOUR)
    back, forward = scene.controls.content
    touch(app, forward)
    touch(app, forward)
    assert scene.tour.place == 2
    touch(app, back)
    assert scene.tour.place == 1
    app.close()


def test_doubt_has_one_figure_at_a_time(tmp_path: Path) -> None:
    app, scene = page(tmp_path, (1280, 720), False)
    scene.open_tab(WATCH)
    lens, compared = scene.walk.lens, 0
    for _ in range(6):
        scene.act("step")
        wait(app, 2.0)
        doubt = next(
            item
            for item in scene.mind_view.mind
            if isinstance(item, Series) and item.title == "Places where it could be"
        )
        frame = lens.frame(scene.walk.playback.step)
        belief = frame.prior if scene.walk.playback.predicting else frame.posterior
        assert doubt.values[-1] == places_of(lens.watcher.entropy(belief))
        compared += 1
    assert compared == 6
    app.close()


def test_after_few_steps_it_is_too_early_to_say_how_sure_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, scene = page(tmp_path, (1280, 720), larger=False)
    scene.walk.lineup.replace("random")
    words, told = Words(app, monkeypatch), []
    for _ in range(16):
        scene.act("step")
        wait(app, 1.0)
        settle(app, scene)
        words.look()
        unseen = shown_frame(scene.walk, scene.walk.lens).unseen
        told.append((any("Too early to say" in word.text for word in words.seen), unseen))
    assert {early for early, _ in told} == {True, False}
    assert all(early is (unseen < FEW) for early, unseen in told)
    app.close()
