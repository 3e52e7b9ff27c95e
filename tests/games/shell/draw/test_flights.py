"""Things that travel hide where they land until they are there, and are heard as they land."""

from __future__ import annotations

import pygame
import pytest

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.flights import Flight, Flights, one_after_the_other
from games.shell.draw.theme import Theme

START, END = (0.0, 0.0, 40.0, 56.0), (100.0, 100.0, 80.0, 112.0)


class Seen:
    """A sprite that notes where it was drawn."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Box, float, float]] = []

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        self.drawn.append((box, progress, widest))


def sent(count: int, together: bool = False) -> tuple[Flights, Seen, list[str]]:
    """A queue with flights that set out 0.1 s apart, their sprite, and what is heard."""
    heard: list[str] = []
    motion, sprite = Flights(heard.append, together), Seen()
    flight = Flight(sprite, START, END, "market:1", seconds=0.4, sound="move")
    motion.send(one_after_the_other([flight] * count, 0.1))
    return motion, sprite, heard


def test_what_is_on_its_way_is_hidden_until_it_lands() -> None:
    motion, _, heard = sent(2)
    assert motion.hidden == {"market:1": 2}
    motion.update(0.45)
    assert motion.hidden == {"market:1": 1}
    assert motion.busy
    motion.update(0.1)
    assert not motion.busy
    assert not motion.hidden
    assert heard == ["move", "move"]


def test_what_lands_together_is_hidden_and_seen_until_the_last_has_landed() -> None:
    motion, sprite, _ = sent(2, together=True)
    motion.update(0.45)
    assert motion.hidden == {"market:1": 2}
    motion.draw(Canvas(pygame.Surface((64, 64)), Theme()))
    later, earlier = sprite.drawn
    assert later[1] == pytest.approx(0.35 / 0.4)
    assert (earlier[0], earlier[1]) == (END, 1.0)
    motion.update(0.1)
    assert not motion.busy
    assert not motion.hidden


def test_a_flight_goes_from_box_to_box_in_a_low_arc() -> None:
    motion, sprite, _ = sent(1)
    for dt in (0.0, 0.2, 0.19999):
        motion.update(dt)
        motion.draw(Canvas(pygame.Surface((64, 64)), Theme()))
    (first, begun, widest), (middle, half, _), (last, done, _) = sprite.drawn
    assert (first, begun, widest) == (START, 0.0, 80.0)
    assert half == pytest.approx(0.5)
    x, y, w, h = middle
    assert (x, w, h) == pytest.approx((50.0, 60.0, 84.0))
    straight = 50.0
    assert y < straight, "it rises on its way"
    assert last == pytest.approx(END, abs=0.1)
    assert done == pytest.approx(1.0, abs=1e-3)


def test_all_land_at_once_where_nothing_shall_move() -> None:
    heard: list[str] = []
    motion = Flights(heard.append)
    motion.send([Flight(Seen(), START, END, "market:1", sound="move")], still=True)
    assert not motion.busy
    assert heard == ["move"]
    motion.end()
    motion.update(1.0)
    assert heard == ["move"]


def test_what_is_cleared_is_not_heard() -> None:
    motion, _, heard = sent(2)
    motion.clear()
    assert (motion.busy, heard) == (False, [])
