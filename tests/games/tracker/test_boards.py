"""The boards: in every window as large as they can be, and none over another or over a control."""

from __future__ import annotations

import math
from typing import Any

import pygame
import pytest

from games.shell.app import App
from games.shell.draw.night_map import square_side
from games.tracker import controls
from games.tracker.boards import behind
from games.tracker.layout import HEAD
from games.tracker.scene import Scene
from tests.support.ruler import texts_told
from tests.support.tracker_page import opened
from tests.support.words import Words


def test_boards_fit_every_window_and_do_not_overlap(app: App) -> None:
    scene = opened(app, maze="loops")
    checked = 0
    for count, model in enumerate(("random", "explore", "target"), start=2):
        scene.act("compare", model)
        for size in ((960, 720), (1280, 720), (1440, 720), (960, 800)):
            for tab in range(len(controls.TABS)):
                if tab == controls.TOUR:
                    continue
                scene.open_tab(tab)
                scene.layout(*size)
                _check_boards(scene, count if tab == controls.COMPARE else 1)
                checked += 1
    assert checked == 48
    scene.open_tab(controls.COMPARE)
    scene.act("compare", "explore")
    _check_boards(scene, 3)
    app.frame(0.1)
    assert scene.walk.lineup.models == ["auto", "random", "target"]


def _check_boards(scene: Scene, count: int) -> None:
    x, y, w, h = scene.controls.area
    boxes = []
    head = HEAD if count > 1 else 0.0
    for board in scene.boards:
        left, top, wide, tall = board.box
        assert x - 0.01 <= left <= x + w - wide + 0.01
        assert y - 0.01 <= top - head <= y + h - tall - head + 0.01
        boxes.append(pygame.Rect(left, top - head + 1, wide, tall + head - 2))
    assert len(boxes) == count
    assert all(a is b or not a.colliderect(b) for a in boxes for b in boxes)
    for widget in scene.controls.form.widgets[1:]:
        assert not any(box.colliderect(pygame.Rect(widget.box)) for box in boxes)
        assert widget.box[1] + widget.box[3] <= scene.stage[3] + 0.01


def test_elsewhere_than_in_compare_the_model_in_use_has_the_whole_place(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app)
    scene.open_tab(controls.COMPARE)
    scene.act("compare", "random")
    assert len(scene.boards) == 2
    small = scene.boards.active.cell
    board = scene.boards[1]
    scene.act("touch", *board.centre(scene.walk.course.cells[0]))
    assert scene.walk.lens.spec.id == "random"
    words = Words(app, monkeypatch)
    for tab in (controls.WATCH, controls.PAST, controls.SETUP):
        scene.open_tab(tab)
        assert len(scene.boards) == 1
        assert scene.boards.shown == [1]
        assert scene.boards.active.cell > small
        words.look()
        assert any("Random walk" in word.text for word in words.seen), "whose cloud it is"
    scene.open_tab(controls.COMPARE)
    assert len(scene.boards) == 2


def test_a_belief_that_is_behind_is_veiled_and_not_ranked(app: App, monkeypatch: Any) -> None:
    scene = opened(app)
    for _ in range(6):
        scene.act("step")
    scene.walk.lineup.toggle("random")
    scene.open_tab(controls.COMPARE)
    fast, late = scene.walk.lineup.lenses
    assert not behind(scene.walk, fast)
    assert behind(scene.walk, late)
    told = texts_told(monkeypatch)
    drawn: list[object] = []
    for board in scene.boards:
        monkeypatch.setattr(board, "draw_belief", lambda *a, board=board, **k: drawn.append(board))
    app.draw()
    assert drawn == [scene.boards[0]]
    assert any(words.startswith("Catching up") for words in told)
    assert "2" not in told
    scene.walk.think()
    while behind(scene.walk, late):
        scene.walk.think()
    drawn.clear()
    app.draw()
    assert drawn == list(scene.boards)


def test_squares_stay_inside_their_cells() -> None:
    sizes = [square_side(math.sqrt(share)) for share in (0.0, 0.01, 0.1, 0.2, 0.5, 1.0)]
    assert sizes == sorted(sizes)
    assert max(sizes) < 1.0
    assert square_side(math.sqrt(0.08)) ** 2 == pytest.approx(4 * square_side(math.sqrt(0.02)) ** 2)


def test_the_truth_is_an_outline_until_it_is_asked_for(app: App, monkeypatch: Any) -> None:
    scene = opened(app)
    drawn: list[bool] = []
    board = scene.boards[0]
    monkeypatch.setattr(board, "draw_walker", lambda *a, outline, **k: drawn.append(outline))
    app.draw()
    scene.act("truth")
    app.draw()
    scene.walk.truth = scene.walk.outlined = False
    app.draw()
    assert drawn == [True, False]
