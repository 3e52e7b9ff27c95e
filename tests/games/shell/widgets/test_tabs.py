"""Tabs: however many there are, the open one and its neighbours can be read and reached."""

from __future__ import annotations

from typing import Any

import pytest

from games.shell.draw.canvas import Canvas
from games.shell.input import Pointer
from games.shell.widgets.form import Look
from games.shell.widgets.tabs import Tabs
from tests.support.hands import Rig

TITLES = (
    *("Virtual Karate", "Numbers", "Royal Game of Ur", "Belief Tracker", "Jaipur", "Set"),
    *("Ra", "Capture the Flag", "Two Thirds"),
)


def drawn(rig: Rig, tabs: Tabs, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[float, float]]:
    """The middle of each title in the row, and its size."""
    found: dict[str, tuple[float, float]] = {}

    def note(canvas: Canvas, text: str, place: tuple[float, float], size: float, *_: Any) -> float:
        found[text] = (place[0], size)
        return 0.0

    with monkeypatch.context() as patched:
        patched.setattr(Canvas, "text", note)
        tabs.draw(rig.app.canvas, Look())
    return found


@pytest.mark.parametrize("larger", [False, True])
def test_nine_titles_are_read_and_reached_in_a_narrow_window(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, larger: bool
) -> None:
    rig.app.change_settings(save=False, larger_text=larger)
    heard: list[int] = []
    tabs = Tabs(TITLES, 0, heard.append)
    tabs.box = (32, 100, 896, 48)
    for number, title in enumerate(TITLES):
        tabs.index = number
        places = drawn(rig, tabs, monkeypatch)
        middle, size = places[title]
        half = rig.app.canvas.text_width(title, size, "bold") / 2
        assert size >= 16
        assert middle - half >= 32
        assert middle + half <= 928
    assert heard == []
    assert (tabs.shift > 0) is larger, "with larger letters they run on under the end"
    shown = sorted(places.items(), key=lambda item: item[1])
    assert [title for title, _ in shown] == list(TITLES)


def test_the_mouse_opens_what_is_under_it_where_the_row_runs_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    tabs = Tabs(TITLES, 8, heard.append)
    tabs.box = (32, 100, 500, 48)
    places = drawn(rig, tabs, monkeypatch)
    assert tabs.shift > 0
    x = places["Ra"][0]
    tabs.pointer(Pointer("down", x, 120, 1))
    assert heard == [6]


def test_few_titles_are_as_wide_as_each_other(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    tabs = Tabs(["One", "Two", "Three"], 0, lambda index: None)
    tabs.box = (0, 100, 900, 48)
    places = drawn(rig, tabs, monkeypatch)
    assert [places[title][0] for title in tabs.labels] == [100.0, 300.0, 500.0], "200 each"
    assert tabs.shift == 0.0
