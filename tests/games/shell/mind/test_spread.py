"""A report in pages of two columns: nothing is lost, nothing is cut, rows are chosen."""

from __future__ import annotations

import pytest

from games.mind import Bars, HeatMap, Lines, Mind, Note, Series
from games.shell.draw.canvas import Canvas
from games.shell.draw.tween import Springs
from games.shell.mind.items import REPORT_STYLE, lay_out
from games.shell.mind.spread import ZOOM, ReportPages, columns_of

BARS = Bars("Moves", ("a", "b", "c", "d"), (0.1, 0.2, 0.3, 0.4))
ROWS = Lines("Rows", (("first", 0.5), ("second", 0.25)), "%")
ITEMS: Mind = (Note("A sentence."), BARS, ROWS, BARS, ROWS, BARS, BARS, ROWS)
TALL = HeatMap("Table", tuple(f"r{n}" for n in range(20)), ("a", "b"), ((0.2, 0.8),) * 20, 3)


@pytest.mark.parametrize("height", [330.0, 524.0, 5000.0])
def test_columns_hold_all_items_in_order_and_none_is_higher(canvas: Canvas, height: float) -> None:
    items = (*ITEMS[:3], TALL, *ITEMS[3:])
    columns = columns_of(canvas, items, 500, height)
    assert [item for column in columns for item in column.items] == list(items)
    assert [column.first for column in columns] == [
        sum(len(c.items) for c in columns[:n]) for n in range(len(columns))
    ]
    for column in columns:
        with canvas.zoomed(column.zoom):
            high = lay_out(canvas, column.items, 500 / column.zoom, REPORT_STYLE)[1]
        assert high * column.zoom <= height + 0.5
        assert column.zoom == ZOOM or len(column.items) == 1


def test_pages_turn_as_far_as_there_are_any_and_rows_are_chosen_on_the_way(
    canvas: Canvas,
) -> None:
    turns = tuple((4, 9) if item is ROWS else () for item in ITEMS)
    figures = ReportPages(("A line.",), ITEMS, turns)
    assert not figures.turn(-1)
    seen = []
    for number in range(20):
        figures.draw(canvas, (48, 104, 1184, 330), Springs())
        assert figures.page == number
        seen += [turn for _, turn in figures.rows]
        if figures.rows:
            x, y, w, h = figures.rows[-1][0]
            assert figures.row_under(x + w / 2, y + h / 2) == len(figures.rows) - 1
            assert figures.move("up")
            assert figures.row == len(figures.rows) - 1
            assert figures.move("up")
            assert figures.row == len(figures.rows) - 2
            assert figures.move("down")
            assert figures.move("down")
            assert figures.row is None
        assert not figures.move("left")
        assert not figures.move("select"), "it is left to the buttons"
        if not figures.turn(1):
            break
    assert figures.pages == number + 1 > 1
    assert seen == [4, 9] * 3
    assert figures.turn(-1)


def test_what_stands_in_two_columns_comes_to_rest(canvas: Canvas) -> None:
    """Two plots that pulled at one spring would never let their ends be where they belong."""
    rising, falling = Series("Up", (0.0, 0.9)), Series("Down", (0.9, 0.1))
    figures, springs = ReportPages((), (rising, falling)), Springs()
    for _ in range(80):
        figures.draw(canvas, (48, 104, 1184, 220), springs)
        springs.update(0.1)
    assert len(columns_of(canvas, (rising, falling), 568, 220)) == 2
    figures.draw(canvas, (48, 104, 1184, 220), springs)
    assert not springs.moving


def test_up_without_rows_goes_a_page_back(canvas: Canvas) -> None:
    figures = ReportPages((), (BARS,) * 8)
    figures.draw(canvas, (48, 104, 1184, 330), Springs())
    assert figures.turn(1)
    figures.draw(canvas, (48, 104, 1184, 330), Springs())
    assert figures.move("up")
    assert figures.page == 0
    assert not figures.move("up")
