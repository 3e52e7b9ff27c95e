"""Toasts: where a few sentences stand in a strip, which go, and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.shell.app import App
from games.shell.draw.canvas import Box
from games.shell.draw.theme import NOTE
from games.shell.draw.toasts import TOAST_SECONDS, TOASTS_HIGH, Strip, Toasts
from games.shell.shell import Scene
from games.shell.widgets.form import Form
from tests.support.hands import Rig
from tests.support.ruler import Line, Ruler
from tests.support.storms import SCENES

LONG = "A sentence that is so long that it has to stand in more than a single line. " * 3
DOWN = Strip(100.0, 12.0, 600.0)
UP = Strip(100.0, 700.0, 600.0, upward=True)


def shown(*sentences: str) -> Toasts:
    toasts = Toasts()
    for sentence in sentences:
        toasts.add(sentence)
    return toasts


@pytest.mark.parametrize("strip", [DOWN, UP])
def test_two_stand_above_each_other_the_newest_below(app: App, strip: Strip) -> None:
    first, second = shown("One.", "Two.").boxes(app.canvas, strip)
    assert first[1] + first[3] < second[1]
    assert first[0] == second[0] == strip.left
    assert first[2] <= strip.width
    assert second[2] <= strip.width
    if strip.upward:
        assert second[1] + second[3] == pytest.approx(strip.top)
    else:
        assert first[1] == strip.top


@pytest.mark.parametrize("strip", [DOWN, UP])
def test_where_two_are_too_high_the_newest_stands_alone(app: App, strip: Strip) -> None:
    toasts = shown(LONG, "Two. " + LONG)
    (box,) = toasts.boxes(app.canvas, strip)
    assert len(toasts.texts) == 2
    assert box[3] <= TOASTS_HIGH
    assert (box[1] + box[3] if strip.upward else box[1]) == pytest.approx(strip.top)
    assert toasts.draw(app.canvas, strip) == [box]


def test_one_about_the_same_thing_goes(app: App) -> None:
    assert shown("Speed 1.", "Speed 2.5.").texts == ("Speed 2.5.",)
    assert shown("One.", "Two.", "Three.").texts == ("Two.", "Three.")


def test_they_go_with_time_and_with_their_scene(app: App) -> None:
    toasts = shown(LONG)
    assert toasts.update(TOAST_SECONDS - 0.1)
    assert toasts.texts
    toasts.add("Stays.", stays=True)
    toasts.update(0.2)
    assert toasts.texts == ("Stays.",)
    toasts.leave_scene()
    assert toasts.texts == ("Stays.",)
    toasts.update(TOAST_SECONDS)
    assert toasts.boxes(app.canvas, UP) == []
    assert toasts.next_frame() is None


@pytest.mark.parametrize("width", [300.0, 600.0, 1000.0])
@pytest.mark.parametrize("tall", [36.0, 64.0, 96.0])
def test_a_sentence_is_never_cut_and_as_large_as_fits(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, width: float, tall: float
) -> None:
    strip = Strip(20.0, 12.0, width, tall=tall)
    ruler, sizes = Ruler(monkeypatch), []
    ruler.canvas = rig.app.canvas
    for sentence in ("Short.", LONG[:76].strip(), LONG.strip()):
        ruler.lines.clear()
        toasts = shown(sentence)
        toasts.update(1.0)  # it has come in
        (box,) = toasts.draw(rig.app.canvas, strip)
        assert " ".join(line.text for line in ruler.lines) == sentence
        assert all(line.whole for line in ruler.lines)
        top, bottom = ruler.lines[0].top, ruler.lines[-1].bottom
        sizes.append(ruler.lines[0].bottom - top)
        assert box[2] <= strip.width
        assert bottom - top <= box[3]
        assert box[3] <= tall or sizes[-1] < rig.app.canvas.line_height(NOTE)
    assert sizes == sorted(sizes, reverse=True)


PAGES = ("launcher", "karate setup", "settings", "players", "known", "statistics", "karate help")
PAGES += ("matches", "open a match", "about", "tune", "karate result")


def letters(line: Line) -> Box:
    """Where letters are in a line: capitals are a little more than half as high as it."""
    half = 0.27 * (line.bottom - line.top)
    middle = (line.top + line.bottom) / 2
    return line.left, middle - half, line.right - line.left, 2 * half


def meet(one: Box, other: Box) -> bool:
    return all(one[i] < other[i] + other[i + 2] and other[i] < one[i] + one[i + 2] for i in (0, 1))


def buttons(scene: Scene) -> list[Box]:
    forms = [form for form in vars(scene).values() if isinstance(form, Form) and form.view is None]
    return [widget.box for form in forms for widget in form.widgets]


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_they_cover_no_title_and_no_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.library.create("Ada")
    ruler, checked = Ruler(monkeypatch), 0
    for name in PAGES:
        rig.show(SCENES[name](rig.app))
        for sentence in ("Short.", LONG[:150]):
            rig.app.toast(sentence)
            lines = ruler.draw(rig.app.top, rig.app.canvas)
            place = rig.app.top.toast_place(rig.app.canvas.width)
            (*_, box) = rig.app.toasts.boxes(rig.app.canvas, place)
            for line in lines:
                assert not meet(box, letters(line)), (name, line.text)
                checked += 1
            assert not any(meet(box, button) for button in buttons(rig.app.top)), name
            assert 0 <= box[1] <= rig.app.canvas.height - box[3]
    assert checked > 200
    rig.app.close()
