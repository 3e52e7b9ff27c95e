"""Marks on the board of every game in the maze: sight, readings, a ring of light."""

from __future__ import annotations

from games.shell.draw.canvas import Canvas
from games.shell.draw.night_map import Board
from games.shell.draw.tween import Timer
from games.tracker.drawing import IN_SIGHT, READING
from games.tracker.rules.ground import MOVES, MatchGround, SensorReading


def draw_sight(
    canvas: Canvas, board: Board, course: MatchGround, cell: int, sensor: bool = True
) -> None:
    """Draw the sight of a walker on a `cell`, and its `sensor` where it has one."""
    place = course.cells[cell]
    board.draw_diamond(canvas, place, course.sight, IN_SIGHT, 2)
    if sensor:
        board.draw_sensor(canvas, place)


def draw_band(
    canvas: Canvas, board: Board, course: MatchGround, reading: SensorReading, glow: float = 1.0
) -> None:
    """Draw the cells that agree with a `reading`: between two diamonds, that `glow` from 0 to 1."""
    if reading.z is None:
        return
    colour = canvas.theme.mix("ink", READING, 0.25 + 0.75 * glow)
    board.draw_diamond(canvas, reading.observer, reading.z + course.noise, colour, 2)
    near = reading.z - course.noise - 1
    if near >= course.sight:
        board.draw_diamond(canvas, reading.observer, near, colour, 2)


def draw_choice(
    canvas: Canvas, board: Board, course: MatchGround, here: int | None, best: str, made: str = ""
) -> None:
    """Mark the cells of the `best` move and of the one `made` (`Board.mark_choice`).

    A step is taken from the cell `here`; a move without a cell, such as "slip", is not drawn.
    """
    found = (_cell_of(course, here, move) for move in (made, best))
    board.mark_choice(canvas, *(None if cell is None else course.cells[cell] for cell in found))


def _cell_of(course: MatchGround, here: int | None, move: str) -> int | None:
    """Return the cell that a move marks or leads to, None where it names none."""
    if move.startswith("cell"):
        return int(move.removeprefix("cell"))
    if here is None or move not in MOVES:
        return None
    to = course.ways[here][MOVES.index(move)]
    return to if to >= 0 else here


def draw_pulse(
    canvas: Canvas, board: Board, course: MatchGround, cell: int, pulse: Timer, colour: str
) -> None:
    """Draw a ring that runs out from a `cell` while a `pulse` runs; none under reduced motion."""
    if not pulse.running or canvas.theme.reduced_motion:
        return
    share = pulse.progress
    radius = board.cell * (0.8 + 4.0 * (1.0 - (1.0 - share) ** 3))
    glow = canvas.theme.mix(colour, "ink", share)
    with canvas.clip(board.box):
        canvas.ring(board.centre(course.cells[cell]), radius, glow, 4 - 3 * share)
