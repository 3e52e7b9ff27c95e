"""The four steps of the story, played through by a pad."""

from __future__ import annotations

import pytest

from games.set.laboratory.story import StoryPane
from games.shell.app import App
from tests.support import hands
from tests.support.set_laboratory import Near, counted, counting, entered, near

__all__ = ["near"]
pytestmark = pytest.mark.usefixtures("near")
COUNT = 1


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
    assert scene.pane is counting(scene)


def test_two_panes_that_count_wait_for_their_own_answers(app: App) -> None:
    scene = entered(app, 1)
    counting(scene).toggle()
    scene.tabs.turn(-1)
    story = scene.pane
    assert isinstance(story, StoryPane)
    for _ in range(3):
        story.next.activate()
    story.one.activate()
    assert isinstance(scene.child, Near)
    for _ in range(12):
        app.frame(1 / 30)
        assert len(scene.child.asked) <= 2
    assert counting(scene).running
    assert story.running
    assert {"random full 12", "game random", "game first"} <= set(scene.counts)
