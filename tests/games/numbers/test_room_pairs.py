"""Person or machine?: two rows, an answer beside each, and what is told of them."""

from __future__ import annotations

from typing import Any

import pytest

from games.shell.app import App
from tests.support import hands
from tests.support.reading_room import entered, texts
from tests.support.reading_room import near as near
from tests.support.words import Words


@pytest.mark.usefixtures("near")
def test_a_pair_is_asked_answered_and_counted(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = entered(app, 2)
    pane: Any = scene.pane
    person = pane.pair["person"]
    hands.touch(app, pane.choices[person])
    assert (pane.right, pane.asked) == (1, 1)
    assert pane.verdict().startswith("Right")
    assert "So far 1 of 1." in " ".join(texts(app, monkeypatch))
    pane.choose(1 - person)  # once is enough
    assert pane.asked == 1
    hands.touch(app, pane.next)
    app.frame(0.1)
    hands.touch(app, pane.choices[1 - pane.pair["person"]])
    assert (pane.right, pane.asked) == (1, 2)
    assert pane.verdict().startswith("No")


@pytest.mark.usefixtures("near")
def test_an_answer_stands_beside_its_row(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pane: Any = entered(app, 2).pane
    words = Words(app, monkeypatch)
    words.look()
    for row, button in zip(pane.pair["rows"], pane.choices, strict=True):
        start = "  ".join(row)[:24]
        (strip,) = (word.place for word in words.seen if word.text.startswith(start))
        beside = app.canvas.box(button.box)
        assert strip.left > beside.right
        assert beside.top <= strip.top < beside.bottom
