"""What the map is drawn with: guesses in proportion, and floor that is lit up to its walls."""

from __future__ import annotations

import numpy as np
import pytest

from games.mazes import parse_layout
from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.draw.night_map import PARTICLES, Board

HALL = parse_layout("#######\n#     #\n# # # #\n#     #\n#######\n")


@pytest.fixture
def board() -> Board:
    made = Board(HALL)
    made.place((0.0, 0.0, 700.0, 500.0))
    return made


def test_guesses_are_as_many_on_a_cell_as_it_is_believed(
    app: App, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    dots: list[tuple[float, float]] = []
    monkeypatch.setattr(Canvas, "circle", lambda self, centre, *rest: dots.append(centre))
    belief = np.zeros(len(board.cells))
    belief[[0, 3, 7]] = 0.5, 0.3, 0.2
    board.draw_particles(app.canvas, belief)
    assert len(dots) == PARTICLES
    on = [board.at(x, y) for x, y in dots]
    counts = {cell: on.count(cell) for cell in set(on)}
    assert counts == {
        board.cells[0]: PARTICLES / 2,
        board.cells[3]: PARTICLES * 0.3,
        board.cells[7]: PARTICLES * 0.2,
    }
    assert len(set(dots)) == PARTICLES, "none lies on another"
    dots.clear()
    board.draw_particles(app.canvas, np.zeros(len(board.cells)))
    assert dots == []


def test_the_floor_of_some_cells_is_lit_and_of_no_others(app: App, board: Board) -> None:
    app.canvas.fill("ink")
    dark = app.window.copy()
    lit = frozenset((0, 1))
    board.draw_floor(app.canvas, lit, "blue")
    for number, cell in enumerate(board.cells):
        pixel = tuple(app.canvas.box((*board.centre(cell), 1, 1)).topleft)
        changed = app.window.get_at(pixel) != dark.get_at(pixel)
        assert changed == (number in lit), cell


def test_a_belief_is_drawn_within_the_box_of_its_cells_and_none_in_no_box(board: Board) -> None:
    nowhere = np.zeros(len(board.cells))
    look, box = board.believed(nowhere)
    assert (look, box[2:]) == (b"", (0.0, 0.0))
    belief = nowhere.copy()
    belief[[0, 3]] = 0.75, 0.25
    found, (left, top, wide, tall) = board.believed(belief)
    assert found != look
    for cell in (board.cells[0], board.cells[3]):
        x, y = board.centre(cell)
        assert left < x < left + wide
        assert top < y < top + tall
