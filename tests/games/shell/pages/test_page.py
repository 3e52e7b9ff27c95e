"""What the pages say: each sentence is whole, with nothing left to be filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.pages.page import Page
from tests.support.hands import Rig
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
