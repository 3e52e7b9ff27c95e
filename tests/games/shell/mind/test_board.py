"""Fields of a mind: areas, names in the panel, and squares on the board."""

from __future__ import annotations

import pygame
import pytest

from games.mind import Field, HeatMap, mind_from_plain, mind_to_plain
from games.shell.app import App
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.tween import Springs
from games.shell.mind.board import draw_fields, draw_letters, shares
from games.shell.mind.items import draw_items, top_cells
from tests.support.ruler import listen

BELIEF = Field("Where it is", (("a", 0.64), ("b", 0.36), ("c", 0.0)))


def box_of(cell: str) -> Box | None:
    return {"a": (100.0, 100.0, 100.0, 100.0), "b": (300.0, 100.0, 100.0, 100.0)}.get(cell)


def test_a_probability_is_its_area() -> None:
    assert shares(BELIEF) == [0.64, 0.36, 0.0]
    assert shares(Field("Worth", (("a", -2.0), ("b", 2.0), ("c", 0.0)), "points")) == [0, 1, 0.5]


def test_the_likeliest_cells_stand_in_the_panel() -> None:
    many = Field("Where", tuple((str(n), n / 100) for n in range(10)), help="Why.")
    assert top_cells(many).rows == tuple((str(n), n / 100) for n in (9, 8, 7, 6, 5))
    assert top_cells(many).help == "Why."


def test_a_field_is_plain_data() -> None:
    assert mind_from_plain(mind_to_plain((BELIEF,))) == (BELIEF,)


def test_squares_lie_on_their_cells(app: App) -> None:
    app.canvas.fill("ink")
    before = app.window.copy()
    assert draw_fields(app.canvas, (BELIEF,), box_of, "sky") == 2
    scale = app.canvas.box((0, 0, 1, 1)).width
    assert scale == pytest.approx(1, abs=1)
    changed = pygame.mask.from_threshold(
        app.window, app.window.get_at(app.canvas.box((150, 150, 1, 1)).topleft), (40, 40, 40, 255)
    )
    areas = sorted(rect.width * rect.height for rect in changed.get_bounding_rects())
    assert len(areas) == 2
    assert areas[0] / areas[1] == pytest.approx(0.36 / 0.64, rel=0.1)
    assert before.get_at((0, 0)) == app.window.get_at((0, 0))


@pytest.mark.parametrize("ground", ["paper", "brass", "ink"])
def test_a_letter_on_the_board_can_be_read_on_any_ground(app: App, ground: str) -> None:
    """It is light on a dark disc of its own, whatever lies below."""
    app.canvas.fill(ground)
    field = Field("Where it is", (("a", 0.64), ("b", 0.36)), lettered=True)
    assert draw_letters(app.canvas, field, box_of) == 2
    box = app.canvas.box((136.0, 136.0, 28.0, 28.0))
    lights = [
        sum(app.window.get_at((x, y))[:3]) / 765
        for x in range(box.left, box.right)
        for y in range(box.top, box.bottom)
    ]
    dark, light = sum(each < 0.3 for each in lights), sum(each > 0.6 for each in lights)
    assert light > 5, "the letter"
    assert dark > 0.3 * len(lights), "and what it lies on"


def test_the_figures_of_the_row_in_use_are_the_bright_ones(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    inks: dict[str, object] = {}
    listen(monkeypatch, lambda line: inks.update({line["text"]: line["colour"]}))
    table = HeatMap("After", ("kick", "punch"), ("up", "down"), ((0.1, 0.9), (0.3, 0.7)), 1)
    draw_items(canvas, (table,), (0, 0, 400, 200), Springs())
    assert [inks[figure] for figure in ("10", "90", "30", "70")] == ["quiet"] * 2 + ["paper"] * 2
