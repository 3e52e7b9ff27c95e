"""The classic pool with hands: by keys, mouse and pad, to the end and into a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.guess.classic.drawing import line_in
from games.guess.classic.page import ClassicPage
from games.guess.classic.pool import BEFORE, FULL
from games.guess.classic.steps import STEPS, TRIALS
from games.guess.rules.scoring import MOST, nearest_whole
from games.guess.scene import CLASSIC, Scene
from games.shell.pages.setup import SetupPage
from tests.support.hands import Rig, push_entry
from tests.support.words import Words

pytestmark = pytest.mark.rig(size=(1280, 720))


@pytest.fixture
def page(rig: Rig) -> ClassicPage:
    return rig.show(ClassicPage(rig.app))


def through(rig: Rig, page: ClassicPage, until: int = len(STEPS)) -> None:
    """Do every step by keys, up to this one."""
    answers = (
        lambda: 33,
        lambda: 33,
        lambda: 0,
        lambda: nearest_whole(page.pool.target),
        lambda: page.pool.best().guess,
        None,
        lambda: MOST,
        lambda: TRIALS,
    )
    for answer in answers[page.number : until]:
        if answer is None:
            rig.key(*["return"] * 5)
        else:
            rig.type(str(answer()))
            rig.key("return")
        assert page.right
        rig.key("return")


def test_keys_lead_through_every_step_into_a_match(rig: Rig, page: ClassicPage) -> None:
    rig.type("3x3")
    assert page.field.number == 33
    rig.key("backspace", "right", "page up", "left", "left")
    assert page.field.number == 12
    through(rig, page)
    assert page.step is None
    rig.key("return")
    assert isinstance(rig.app.top, Scene)


def test_a_wrong_answer_keeps_the_step_and_going_back_keeps_the_pool(
    rig: Rig, page: ClassicPage
) -> None:
    through(rig, page, 2)
    rig.type("30")
    rig.key("return")
    assert not page.right
    assert not page.next.enabled
    assert page.pool.count == BEFORE + 2
    rig.click_on(page.before)
    assert page.number == 1
    rig.click_on(page.next)
    assert page.number == 2
    rig.click_on(page.again)
    assert (page.number, page.pool.count) == (1, BEFORE)


def test_the_mouse_drags_steps_and_sends(rig: Rig, page: ClassicPage) -> None:
    through(rig, page, 1)
    _, y, _, h = page.line_box
    line = line_in(page.line_box)
    rig.press(line.x(80), line.y)
    rig.move(line.x(20), y + h / 2)
    assert page.field.number == 20
    rig.let_go(line.x(21), y + h / 2)
    rig.move(line.x(90), line.y)
    assert page.field.number == 21
    left, top, wide, tall = page.field.box
    rig.click(left + wide - 10, top + tall / 2)
    rig.wheel(left + wide / 2, top + tall / 2, 1)
    assert page.field.number == 23
    rig.click_on(page.send)
    assert page.right
    assert page.pool.entries[-1].guess == 23
    rig.click_on(page.largest)
    assert page.field.number == MOST


def test_a_pad_steps_sends_and_leaves(rig: Rig, page: ClassicPage) -> None:
    through(rig, page, 1)
    page.field.set(50)
    rig.hat("left", "left", "right", "left")
    assert page.field.number == 48
    rig.pad(0)
    assert page.right
    rig.pad(0)
    assert page.number == 2
    rig.pad(5, 5, 5, 0)  # to the visitor
    assert page.pool.count == BEFORE + 2
    rig.pad(1)
    assert rig.app.top is not page


def test_a_full_pool_takes_nothing_more(rig: Rig, page: ClassicPage) -> None:
    through(rig, page, 2)
    while not page.pool.full:
        page.visit()
    rig.key("return")
    rig.click_on(page.send)
    assert page.pool.count == FULL
    rig.click_on(page.again)
    assert page.pool.count == BEFORE
    assert page.send.enabled


def test_the_page_before_a_match_leads_here(rig: Rig) -> None:
    rig.show(SetupPage(rig.app, "guess"))
    push_entry(rig.app, CLASSIC)
    assert isinstance(rig.app.top, ClassicPage)


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_words_have_room(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(larger_text=True, reduced_motion=True)
    page = rig.show(ClassicPage(rig.app))
    words = Words(rig.app, monkeypatch)
    for number in range(len(STEPS) + 1):
        through(rig, page, number)
        words.look()
        assert words.overlaps() == []
        assert [word.text for word in words.seen if word.cut] == []
    page.give()
    words.look()
    assert words.overlaps() == []
    rig.app.close()
