"""The bubble: signs as large as what was expected, one ringed, over the right head."""

from __future__ import annotations

import math
from typing import Any

import pygame
import pytest

from games.karate.thought import HEIGHT, WIDTH, Thought, bubble_box, draw_thought, sign_size
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme


def test_the_area_of_a_sign_is_its_probability() -> None:
    sizes = [sign_size(share / 100) for share in range(101)]
    assert sizes == sorted(sizes)
    for share in (0.1, 0.25, 0.5, 0.97, 1.0):
        assert sign_size(share) == pytest.approx(48 * math.sqrt(share), abs=2.1)
    assert sign_size(0.0) == sign_size(-0.1) > 8
    assert len(set(sizes)) < 14  # each is rasterised once


@pytest.mark.parametrize("stage", [(0, 0, 1280, 720), (0, 0, 880, 720), (0, 0, 560, 720)])
def test_the_bubble_stays_clear_of_the_points_in_the_corners(
    stage: tuple[float, float, float, float],
) -> None:
    for seat, x in ((0, stage[2] * 0.36), (1, stage[2] * 0.64)):
        box = bubble_box(stage, (x, 200.0), seat)
        assert box[0] >= 100
        assert box[0] + WIDTH <= stage[2] - 100
        assert box[1] + HEIGHT < 200
        assert abs(box[0] + WIDTH / 2 - x) < WIDTH / 2 + 20


def drawn(thought: Thought, grown: float) -> bytes:
    canvas = Canvas(pygame.Surface((1280, 720)), Theme())
    canvas.fill("raised")
    head = (800.0, 210.0)
    draw_thought(canvas, bubble_box((0, 0, 1280, 720), head, 1), head, thought, grown)
    return pygame.image.tobytes(canvas.surface, "RGB")


def test_it_opens_step_by_step_and_rings_what_was_played() -> None:
    pygame.display.set_mode((1280, 720))
    shares = (0.1, 0.7, 0.1, 0.1)
    steps = [drawn(Thought(1, shares, 1), grown) for grown in (0.0, 0.1, 0.3, 1.0)]
    assert len(set(steps)) == 4
    rings = {drawn(Thought(1, shares, played), 1.0) for played in (None, 0, 1, 2, 3)}
    assert len(rings) == 5


def test_the_ring_has_the_colour_of_who_played(monkeypatch: pytest.MonkeyPatch) -> None:
    ringed: list[tuple[float, str]] = []

    def noted(self: Canvas, centre: tuple[float, float], *more: Any) -> None:
        ringed.append((centre[0], more[1]))

    monkeypatch.setattr(Canvas, "ring", noted)
    for seat in (0, 1):
        for played in (None, 0, 3):
            canvas = Canvas(pygame.Surface((1280, 720)), Theme())
            box = bubble_box((0, 0, 1280, 720), (640.0, 210.0), seat)
            thought = Thought(seat, (0.25,) * 4, played)
            draw_thought(canvas, box, (640.0, 210.0), thought, 1.0)
    assert [colour for _, colour in ringed] == ["orange"] * 2 + ["sky"] * 2
    assert ringed[1][0] - ringed[0][0] == ringed[3][0] - ringed[2][0] > 100
