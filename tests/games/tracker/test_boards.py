"""The boards: in every window as large as they can be, and none over another or over a control."""

from __future__ import annotations

import pygame

from games.shell.app import App
from games.tracker import controls
from games.tracker.boards import HEAD
from games.tracker.scene import Scene
from tests.support.tracker_page import opened


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
                _check_boards(scene, count)
                checked += 1
    assert checked == 48
    scene.act("compare", "explore")
    _check_boards(scene, 3)
    app.frame(0.1)
    assert scene.walk.lineup.models == ["auto", "random", "target"]


def _check_boards(scene: Scene, count: int) -> None:
    x, y, w, h = scene.controls.area
    boxes = []
    for board in scene.boards:
        left, top, wide, tall = board.box
        assert x - 0.01 <= left <= x + w - wide + 0.01
        assert y - 0.01 <= top - HEAD <= y + h - tall - HEAD + 0.01
        boxes.append(pygame.Rect(left, top - HEAD + 1, wide, tall + HEAD - 2))
    assert len(boxes) == count
    assert all(a is b or not a.colliderect(b) for a in boxes for b in boxes)
    for widget in scene.controls.form.widgets[1:]:
        assert not any(box.colliderect(pygame.Rect(widget.box)) for box in boxes)
        assert widget.box[1] + widget.box[3] <= scene.stage[3] + 0.01
