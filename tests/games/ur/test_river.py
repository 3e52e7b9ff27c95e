"""The course of a game of Ur as it is drawn: tints of throws, marks of choices, the bar."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import SEAT_COLOURS, Theme
from games.ur.asks import JudgedStep
from games.ur.coach.grades import GRADES
from games.ur.river import KEY, YOUNG, WinCourse, draw_bar, draw_river

BOX = (20.0, 20.0, 600.0, 120.0)
QUIET = tuple(Theme()["quiet"])[:3]


def throw(seat: int, light: float, change: float) -> JudgedStep:
    return JudgedStep("roll", seat, light, change, "2", "", None)


def choice(seat: int, light: float, lost: float) -> JudgedStep:
    class Before:
        moves = ("0", "1")

    scores = (0.9 - lost, 0.9)
    return JudgedStep("move", seat, light, -lost, "0", "1", Before(), scores)


def course(*steps: JudgedStep, **more: object) -> WinCourse:
    values = (0.5, *(step.light for step in steps))
    words = ("Luck gave you 1%. Your moves cost nothing.", "Luck")
    found = WinCourse(values, "You win", words, len(steps), (), steps)
    return found._replace(**more)  # type: ignore[arg-type]


def colours(canvas: Canvas, x: float, y: float, w: float, h: float) -> set[tuple[int, int, int]]:
    """Every colour in a box."""
    area = canvas.box((x, y, w, h))
    return {
        tuple(canvas.surface.get_at((i, j)))[:3]  # type: ignore[misc]
        for i in range(area.left, area.right)
        for j in range(area.top, area.bottom)
    }


@pytest.mark.parametrize(("seat", "change", "helped"), [(0, 0.2, 0), (0, -0.2, 1), (1, 0.2, 1)])
def test_a_throw_is_tinted_for_whom_it_helped(
    canvas: Canvas, seat: int, change: float, helped: int
) -> None:
    steps = (throw(seat, 0.5, change), throw(seat, 0.5, 0.001))
    x, y, w, _ = draw_river(canvas, BOX, course(*steps))
    red, _, blue = next(iter(colours(canvas, x + 0.25 * w, y + 20, 1, 1)))
    assert (blue > red) == (helped == 0)
    plain = next(iter(colours(canvas, x + 0.75 * w, y + 20, 1, 1)))
    assert max(plain) < max(red, blue)  # so small a change has no tint


@pytest.mark.parametrize("seat", [0, 1])
def test_a_choice_is_marked_in_the_colour_of_its_grade(canvas: Canvas, seat: int) -> None:
    steps = [choice(seat, 0.5, grade.least + 0.001) for grade in GRADES]
    x, y, w, h = draw_river(canvas, BOX, course(*steps, throw(0, 0.5, 0.0)))
    for place, grade in enumerate(GRADES, start=1):
        at = x + w * place / len([*steps, 0])
        assert canvas.theme[grade.colour] in colours(canvas, at - 6, y + h / 2 - 6, 12, 12)
    assert len({grade.colour for grade in GRADES}) == 5


def test_the_title_has_the_share_and_words_as_they_fit(canvas: Canvas) -> None:
    whole = draw_river(canvas, BOX, course(throw(0, 0.62, 0.12)))
    assert whole[0] == BOX[0]
    assert whole[2] == BOX[2]
    assert whole[1] + whole[3] == BOX[1] + BOX[3]
    draw_river(canvas, (20, 300, 90, 90), course(throw(0, 0.62, 0.12)))  # hardly any room
    draw_river(canvas, (20, 500, 90, 90), course())


def test_the_turn_that_is_looked_at_is_a_line(canvas: Canvas) -> None:
    x, y, w, h = draw_river(canvas, BOX, course(*[throw(0, 0.5, 0.0)] * 4, now=1))
    assert canvas.theme["brass"] in colours(canvas, x + w / 4 - 1, y + 4, 3, 3)
    assert canvas.theme["brass"] not in colours(canvas, x + 3 * w / 4 - 1, y + 4, 3, h - 8)


@pytest.mark.parametrize("light", [0.0, 0.25, 0.8, 1.0])
def test_the_bar_is_as_high_as_light_is_likely_to_win(canvas: Canvas, light: float) -> None:
    draw_bar(canvas, (100, 100, 9, 200), light)
    sky = canvas.theme[SEAT_COLOURS[0]]
    high = sum(sky in colours(canvas, 104, y, 1, 1) for y in range(102, 298))
    assert high == pytest.approx(200 * light, abs=6)


def test_a_young_game_has_a_key_and_a_long_one_the_room(canvas: Canvas) -> None:
    told = (QUIET, (20.0, 20.0, 560.0, 22.0))  # beside the title: nothing lies over the columns

    def has_key(graph: WinCourse) -> bool:
        canvas.surface.fill((0, 0, 0))
        draw_river(canvas, BOX, graph)
        return told[0] in colours(canvas, *told[1])

    young = course(throw(0, 0.5, 0.0), words=())
    assert has_key(young._replace(key=KEY))
    assert not has_key(young)
    assert not has_key(course(*[throw(0, 0.5, 0.0)] * YOUNG, words=(), key=KEY))
