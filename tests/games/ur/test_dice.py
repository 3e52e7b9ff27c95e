"""Ur's dice: where they lie, how they wait to be thrown, and what a hand has carried."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.ur import dice
from games.ur.dice import Dice


@pytest.fixture
def canvas() -> Canvas:
    pygame.display.init()
    pygame.font.init()
    return Canvas(pygame.Surface((640, 360)), Theme())


def drawn(canvas: Canvas, dice: Dice) -> bytes:
    """The picture of the dice alone."""
    canvas.surface.fill((0, 0, 0))
    dice.draw(canvas, (200.0, 300.0), 50.0, False)
    return pygame.image.tobytes(canvas.surface, "RGB")


@pytest.mark.parametrize("rules", ["finkel", "masters"])
def test_the_box_holds_all_dice(canvas: Canvas, rules: str) -> None:
    dice = Dice(rules)
    empty = drawn(canvas, dice)
    dice.lie(0, 2, 3)
    assert drawn(canvas, dice) != empty
    x, y, w, h = dice.box
    assert (x, y, h) == (200.0, 275.0, 50.0)
    assert w == pytest.approx(dice.count * 53.0)


def test_ready_dice_show_no_number_and_follow_the_hand(canvas: Canvas) -> None:
    dice = Dice()
    dice.lie(0, 3, 5)
    number = drawn(canvas, dice)
    dice.offer(1)
    assert (dice.ready, dice.roll, dice.seat) == (True, None, 1)
    waiting = drawn(canvas, dice)
    dice.shift = (80.0, -60.0)
    carried = drawn(canvas, dice)
    assert len({number, waiting, carried}) == 3
    dice.shift = (80.0, 0.0)
    dice.throw(1, 2, 6, 1.0, still=False)
    assert (dice.ready, dice.rolling) == (False, True)
    dice.timer.update(0.1)
    from_hand = drawn(canvas, dice)
    dice.shift = (0.0, 0.0)
    assert drawn(canvas, dice) != from_hand  # they roll from where they were let go
    dice.shift = (80.0, 0.0)
    dice.timer.stop()
    assert dice.marked_up().count(True) == 2


def test_lying_down_lets_go(canvas: Canvas) -> None:
    dice = Dice()
    dice.offer(0)
    dice.shift = (10.0, 10.0)
    dice.lie(0, None, 0)
    assert not dice.ready
    assert dice.shift == (0.0, 0.0)


def test_the_next_throw_comes_from_its_own_place() -> None:
    dice = Dice()
    dice.offer(0)
    dice.shift = (50.0, 5.0)
    dice.throw(0, 1, 1, 1.0, still=False)
    assert dice.shift == (50.0, 5.0)
    dice.throw(1, 1, 3, 1.0, still=False)
    assert dice.shift == (0.0, 0.0)


def test_large_dice_that_tumble_coarsely_look_as_they_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pygame.display.init()
    canvas = Canvas(pygame.Surface((2560, 1440)), Theme())
    thrown = Dice()
    thrown.throw(0, 2, 4, 1.0, still=False)
    compared = 0
    for _ in range(4):
        thrown.timer.update(0.1)
        pictures = []
        for coarse in (dice.COARSE, 10_000):
            monkeypatch.setattr(dice, "COARSE", coarse)
            canvas.surface.fill((0, 0, 0))
            thrown.draw(canvas, (200.0, 300.0), 50.0, False)
            pictures.append(pygame.transform.smoothscale(canvas.surface, (640, 360)))
        one, other = (pygame.image.tobytes(picture, "RGB") for picture in pictures)
        lit = sum(map(bool, other))
        assert lit > 3_000
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) / lit < 16
        compared += one != other
        monkeypatch.undo()
    assert compared == 4
