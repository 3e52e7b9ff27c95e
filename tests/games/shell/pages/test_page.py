"""What the pages say, whole, with nothing left to be filled in; and all of them by pad alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Any

import pytest

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.pages.page import Page
from games.shell.pages.statistics import LearnedScene
from games.shell.shell import Scene
from games.shell.widgets.form import Form, Widget
from games.store.statistics import MatchResult
from tests.support.careers import learned
from tests.support.hands import Rig, push_hat, unseen
from tests.support.storms import SCENES

PAGES = ("launcher", "settings", "players", "statistics", "pause", "picker", "karate result")
PAGES += tuple(f"{game} setup" for game in catalog.GAMES)
GAP = re.compile(r"[{}]|\b(None|True|False)\b|<[\w. ]+ at 0x")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn from now on: each text and each paragraph, whole."""
    texts: list[str] = []
    for name in ("text", "paragraph"):
        plain = getattr(Canvas, name)

        def record(self: Canvas, text: str, *place: Any, _plain: Any = plain, **how: Any) -> Any:
            texts.append(text)
            before = len(texts)
            result = _plain(self, text, *place, **how)
            del texts[before:]  # the lines of a paragraph
            return result

        monkeypatch.setattr(Canvas, name, record)
    return texts


def unfinished(texts: Iterable[str]) -> set[str]:
    """The texts in which something was to be filled in, or was filled in as no person writes."""
    return {text for text in texts if GAP.search(text)}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_leaves_no_sentence_unfinished(rig: Rig, drawn: list[str], name: str) -> None:
    rig.app.library.create("Ada")
    rig.app.push(rig.app.first_scene())
    del rig.app.stack[0]
    scene = SCENES[name](rig.app)
    if rig.app.top is not scene:
        rig.app.push(scene)
    tabs = len(scene.tabs.labels) if isinstance(scene, Page) and scene.tabs is not None else 1
    for _ in range(tabs):
        for _ in range(12):  # through the widgets, for their hints
            rig.key("down")
            scene.draw(rig.app.canvas)
        rig.key("tab")
    assert len(set(drawn)) >= 3
    assert not unfinished(drawn)


def test_a_sentence_with_a_gap_would_be_found(drawn: list[str], rig: Rig) -> None:
    rig.app.canvas.text("Play as {name}", (10, 10))
    rig.app.canvas.paragraph("Log: None. Played 3.", (10, 10), 200.0)
    rig.app.canvas.text("Played 3", (10, 10))
    assert unfinished(drawn) == {"Play as {name}", "Log: None. Played 3."}


# -- by the cross of a pad alone -------------------------------------------------------------

BY_CROSS = ("known", "statistics", "players", "settings", "open a match", "about", "matches")
BY_CROSS += ("karate help", "tune", "today's card", "pause", "dialog", "replay", "karate result")
MOST_PRESSES = 1500


def able(scene: Scene) -> dict[int, Widget]:
    """All that can have the focus on a scene."""
    forms = [form for form in vars(scene).values() if isinstance(form, Form)]
    widgets = (widget for form in forms for widget in form.widgets)
    return {id(widget): widget for widget in widgets if widget.focusable and widget.enabled}


def focused(scene: Scene) -> Widget | None:
    form = getattr(scene, "active", None) or getattr(scene, "form", None)
    assert isinstance(form, Form)
    return form.focused


@pytest.mark.parametrize("name", BY_CROSS)
def test_everything_on_a_page_is_reached_by_the_cross_of_a_pad(rig: Rig, name: str) -> None:
    player = rig.app.library.create("Ada")
    rig.app.library.record(player.id, MatchResult("karate", "sensei", "won", "", 10, 45.0, 35.0))
    scene, rng = SCENES[name](rig.app), random.Random(3)
    if rig.app.top is not scene:
        rig.show(scene)
    ways, reached = ((0, 1), (0, -1), (0, -1), (-1, 0), (1, 0)), set[int]()
    for presses in range(MOST_PRESSES):
        widget = focused(scene)
        reached |= set() if widget is None else {id(widget)}
        if reached >= set(able(scene)):
            break
        push_hat(rig.app, *rng.choice(ways))
        assert rig.app.top is scene
        if presses % 20 == 0:
            with unseen(rig.app):
                rig.frames(1, 0.2)
    left = [vars(w).get("label") for key, w in able(scene).items() if key not in reached]
    assert left == []
    assert reached


def test_what_is_only_read_is_scrolled_by_the_cross_and_left_by_a_button(rig: Rig) -> None:
    player = rig.app.library.create("Ada")
    rig.app.library.save_learned(player.id, "karate", learned("karate", "sensei", "habits"))
    page = LearnedScene(rig.app, player, "karate")
    rig.show(page)
    assert page.tabs is not None
    tall = max(widget.box[1] + widget.box[3] for widget in page.body.widgets)
    rig.hat(*["down"] * 40)
    assert page.body.view is not None
    assert page.body.offset == pytest.approx(tall - page.body.view[1] - page.body.view[3], abs=1)
    rig.hat(*["up"] * 40)
    assert page.body.offset == 0.0
    rig.hat("up", "right")
    assert page.tabs.index == 1, "the other tab"
    rig.pad(1)
    assert rig.app.top is rig.floor
