"""The laboratory with hands: counting by keys, mouse and pad, what is kept, words in every size."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest

from games import catalog
from games.arrays import arrays_to_text
from games.set.laboratory.plots import PUBLISHED
from games.set.laboratory.room import USUAL, Laboratory, learned_weights
from games.set.laboratory.story import StoryPane
from games.shell.app import App
from games.shell.opening import ensure_profile
from tests.support import hands
from tests.support.set_laboratory import Near, entered, near
from tests.support.words import Words

__all__ = ["near"]
pytestmark = pytest.mark.usefixtures("near")
COUNT = 1


@pytest.fixture
def app(tmp_path: Path) -> App:
    return hands.Rig(tmp_path, (1280, 720)).app


def counted(app: App, scene: Laboratory, frames: int = 6) -> None:
    for _ in range(frames):
        app.frame(1 / 30)
    assert scene.child is not None


def test_the_page_before_a_game_leads_there(app: App) -> None:
    found = catalog.scene("set").Scene.workshop(app)
    labels = [label for label, _, _ in found]
    assert "Why is there no set so often?" in labels
    assert isinstance(found[labels.index("Why is there no set so often?")][2]({}), Laboratory)


def test_counting_starts_stops_and_goes_on_by_mouse(app: App) -> None:
    ensure_profile(app)
    scene = entered(app, COUNT)
    hands.touch(app, scene.counting.go)
    counted(app, scene)
    figures = scene.counting.figures
    assert figures is not None
    assert figures["boards"] >= 400
    hands.touch(app, scene.counting.go)
    counted(app, scene)
    seen = scene.counting.figures
    counted(app, scene)
    assert scene.counting.figures == seen
    app.pop()
    again = entered(app, COUNT)
    assert again.counting.figures == seen
    hands.touch(app, again.counting.forget)
    assert again.counting.figures is None
    counted(app, again, 2)
    app.pop()
    assert entered(app, COUNT).counting.figures is None


def test_games_are_counted_by_keys_in_four_ways(app: App) -> None:
    scene = entered(app, COUNT)
    scene.form.focus_on(scene.counting.what)
    hands.key(app, pygame.K_RIGHT)
    assert scene.counting.games
    assert scene.counting.key == "game random"
    scene.counting.policy.direction("left")
    assert scene.counting.key == "game yours 100 70 50 35"
    scene.form.focus_on(scene.counting.go)
    hands.key(app, pygame.K_RETURN)
    counted(app, scene)
    figures = scene.counting.figures
    assert figures is not None
    assert figures["games"] >= 8
    assert len(figures["course"]) == 70


def test_the_story_is_told_step_by_step_by_a_pad(app: App) -> None:
    scene = entered(app)
    story = scene.pane
    assert isinstance(story, StoryPane)
    titles = []
    for _ in range(4):
        titles.append(story.step.title)
        scene.form.focus_on(story.widgets()[0])
        hands.press_pad(app, 0)
        counted(app, scene, 3)
        scene.form.focus_on(story.next)
        hands.press_pad(app, 0)
    assert [title[0] for title in titles] == ["1", "2", "3", "4"]
    assert story.tables.count.tables == 2
    counted(app, scene, 12)
    assert {"game random", "game first", "game easiest"} <= set(scene.counts)
    hands.press_pad(app, 5)
    assert scene.pane is scene.counting


def test_a_process_that_ends_is_told_of(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = entered(app, COUNT)
    said: list[str] = []
    monkeypatch.setattr(app, "toast", said.append)
    scene.counting.toggle()
    assert isinstance(scene.child, Near)
    scene.child.ended = True
    app.frame(0.1)
    assert said == ["The counting stopped; what was counted is kept."]
    assert not scene.counting.running


def test_weights_are_those_that_the_mirror_has_learned(app: App) -> None:
    assert learned_weights(app) == USUAL
    profile = ensure_profile(app)
    assert profile is not None
    text = arrays_to_text({"shape": np.array([4.0, 3, 2, 1]), "rate": np.array([40.0, 40, 40, 40])})
    app.library.save_learned(profile.id, "set", text)
    assert learned_weights(app) == pytest.approx((0.1, 0.075, 0.05, 0.025))


def test_what_others_published_is_of_ten_million_games() -> None:
    assert [cards for cards, _, _ in PUBLISHED] == list(range(69, -1, -3))
    assert PUBLISHED[0][1] + PUBLISHED[0][2] == 10_000_000


@pytest.mark.parametrize(
    ("size", "larger"),
    [
        ((800, 600), True),
        pytest.param((800, 600), False, marks=pytest.mark.sweep),
        pytest.param((1280, 720), True, marks=pytest.mark.sweep),
        pytest.param((1280, 720), False, marks=pytest.mark.sweep),
        pytest.param((2560, 1440), False, marks=pytest.mark.sweep),
    ],
)
def test_words_have_room_in_every_pane(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = hands.Rig(tmp_path, size).app
    app.change_settings(larger_text=larger, reduced_motion=True)
    scene = entered(app)
    words = Words(app, monkeypatch)
    seen, problems = 0, []
    for number, pane in enumerate(scene.panes):
        scene.tabs.turn(number - scene.tabs.index)
        for moment in range(4):
            words.look()
            seen += len(words.seen)
            problems += [f"{pane.title} {moment}: {told}" for told in words.overlaps()]
            pane.widgets()[0].activate()
            if isinstance(pane, StoryPane):
                pane.next.activate()
            app.frame(0.05)
    assert problems == []
    assert seen > 60
    app.close()
