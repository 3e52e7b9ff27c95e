"""The boards: each lens on its own copy of the maze, with the truth, the readings, its score."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, cast

import numpy as np

from games.mazes import Cell, Maze
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.night_map import Board
from games.shell.draw.roles import RIVAL, WRONG
from games.shell.draw.theme import NOTE, TEXT
from games.shell.draw.tween import Springs, Timer
from games.tracker import layout as lay
from games.tracker import look_back
from games.tracker.asks import Forager
from games.tracker.drawing import IN_SIGHT, READING, draw_gauge
from games.tracker.lens import Frame, Lens, ranks, short_name
from games.tracker.model import Model
from games.tracker.moment import (
    MASSES,
    look_of,
    seeks_food,
    shown_belief,
    shown_frame,
    shown_reading,
    track_length,
)
from games.tracker.rules import WALKER

_GRIDS: Final = {
    1: ((1, 1),),
    2: ((2, 1), (1, 2)),
    3: ((2, 2), (3, 1), (1, 3)),
    4: ((2, 2), (4, 1)),
}


def arrange(count: int, maze: Maze, area: Box) -> list[Box]:
    """Return a box for each of `count` boards of a `maze` in an `area`.

    They stand in the grid that leaves the largest cells.
    """
    x, y, w, h = area
    aside, below = lay.GRID_GAP
    head = lay.HEAD if count > 1 else 0.0

    def room(columns: int, rows: int) -> tuple[float, float]:
        return (w - aside * (columns - 1)) / columns, (h - below * (rows - 1)) / rows - head

    def cell(shape: tuple[int, int]) -> float:
        wide, tall = room(*shape)
        return min(wide / maze.width, tall / maze.height)

    columns, rows = max(_GRIDS[count], key=cell)
    wide, tall = room(columns, rows)
    places = [divmod(number, columns) for number in range(count)]
    return [
        (x + column * (wide + aside), y + row * (tall + head + below) + head, wide, tall)
        for row, column in places
    ]


class Boards:
    """A board for each lens of a walk; iterates over them.

    While `racing`, its head has a bar of the points lost in place of the calibration. Where
    `alone`, there is one board, the active lens's.
    """

    def __init__(self, walk: Model, springs: Springs) -> None:
        self._walk, self._springs = walk, springs
        self._boards: list[Board] = []
        self.racing = self.alone = False
        self._pulse = Timer()
        self._pulse_cell: Cell | None = None

    def __iter__(self) -> Iterator[Board]:
        return iter(self._boards)

    def __len__(self) -> int:
        return len(self._boards)

    def __getitem__(self, number: int) -> Board:
        return self._boards[number]

    @property
    def active(self) -> Board:
        """The board of the active lens."""
        return self._boards[0 if self.alone else self._walk.lineup.active]

    @property
    def shown(self) -> list[int]:
        """The numbers of the lenses that have a board."""
        lineup = self._walk.lineup
        return [lineup.active] if self.alone else list(range(len(lineup.lenses)))

    def place(self, area: Box) -> None:
        """Place a board for each lens that is shown now, in their places in the `area`."""
        maze, count = self._walk.course.maze, len(self.shown)
        if self._boards and self._boards[0].maze is not maze:
            self._boards = []
        self._boards += [Board(maze) for _ in range(count - len(self._boards))]
        del self._boards[count:]
        for board, box in zip(self._boards, arrange(count, maze, area), strict=True):
            board.place(box)

    def find(self, x: float, y: float) -> tuple[int, Cell | None] | None:
        """Return the number of the lens whose board is at (`x`, `y`), its head included, and the
        free cell there.
        """
        for number, board in zip(self.shown, self._boards, strict=True):
            left, top, w, h = board.box
            if left <= x < left + w and top - lay.HEAD <= y < top + h:
                return number, board.at(x, y)
        return None

    # -- motion ------------------------------------------------------------------------

    def start_pulse(self, cell: Cell) -> None:
        """Start a ring that runs out from this cell."""
        self._pulse_cell = cell
        self._pulse.start(lay.PULSE_SECONDS)

    @property
    def pulsing(self) -> bool:
        """True while a ring runs out."""
        return self._pulse.running

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""
        self._pulse.update(dt)

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw every lens that is shown on its own copy of the maze."""
        walk, lenses = self._walk, self._walk.lineup.lenses
        places = ranks({n: _loss(walk, lens, self.racing) for n, lens in enumerate(lenses)})
        for number, board in zip(self.shown, self._boards, strict=True):
            lens = lenses[number]
            board.draw_map(canvas)
            if behind(walk, lens):
                _draw_veil(canvas, walk, lens, board)
            else:
                self._draw_inside(canvas, lens, board)
            if len(self._boards) > 1:
                _draw_head(canvas, walk, lens, board, places[number], self.racing)
                if self.racing:
                    self._draw_race(canvas, lens, board, places[number] == 1)
                else:
                    _draw_gauges(canvas, walk, lens, board)
                if board is self.active:
                    x, y, w, h = board.box
                    edge, wide = lay.ACTIVE, 2 * lay.ACTIVE
                    around = (x - edge, y - edge, w + wide, h + wide)
                    canvas.outline(around, "brass", 2, lay.ACTIVE_ROUND)

    def _draw_inside(self, canvas: Canvas, lens: Lens, board: Board) -> None:
        walk, active = self._walk, board is self.active
        frame = shown_frame(walk, lens)
        if seeks_food(walk):
            _draw_food(canvas, walk, board, frame)
        self._draw_diamonds(canvas, board)
        _draw_belief(canvas, walk, lens, board, active)
        if walk.visits_shown and active and not lens.busy:
            visits = lens.watcher.visits()
            if visits is not None:
                board.draw_visits(canvas, visits.tolist())
        for sensor in walk.course.sensors:
            board.draw_sensor(canvas, sensor)
        if frame.restarted and not walk.playback.predicting:
            glow = canvas.theme.mix(WRONG, "ink", min(1.0, walk.playback.share * lay.EDGE_GLOW))
            canvas.outline(board.box, glow, lay.EDGE, lay.EDGE_ROUND)
        self._draw_pulse(canvas, board)
        _draw_truth(canvas, walk, board)

    def _draw_race(self, canvas: Canvas, lens: Lens, board: Board, first: bool) -> None:
        """Draw a bar that grows with every point of surprise; the shortest is ahead."""
        walk, (x, _, w, _) = self._walk, board.frame
        if behind(walk, lens):
            return
        top, tall = board.box[1] - lay.HEAD + lay.RACE, lay.RACE_BAR
        points = shown_frame(walk, lens).loss_sum
        share = self._springs.get(("race", id(lens)), points / track_length(walk))
        canvas.rect((x, top, w, tall), "raised", tall / 2)
        if share > lay.RACE_LEAST:
            bar = (x, top, max(tall, w * share), tall)
            canvas.rect(bar, "brass" if first else RIVAL, tall / 2)

    def _draw_diamonds(self, canvas: Canvas, board: Board) -> None:
        """Draw each sensor's sight, and the band of cells that fits its reading."""
        course, springs = self._walk.course, self._springs
        event, (least, more) = shown_reading(self._walk), lay.READING_GLOW
        for number, sensor in enumerate(course.sensors):
            board.draw_diamond(canvas, sensor, course.sight, IN_SIGHT, 2)
            z = None if event is None else event.data["readings"][number].z
            if z is None:
                continue
            glow = canvas.theme.mix("ink", READING, least + more * self._walk.playback.share)
            key = ("band", number, board is self.active)
            far = springs.get((*key, 1), float(z + course.noise))
            near = springs.get((*key, 0), float(z - course.noise - 1))
            board.draw_diamond(canvas, sensor, far, glow, 2)
            if near >= course.sight:
                board.draw_diamond(canvas, sensor, near, glow, 2)

    def _draw_pulse(self, canvas: Canvas, board: Board) -> None:
        """Draw a ring that runs out from where the belief has just fallen together."""
        if not self.pulsing or canvas.theme.reduced_motion or self._pulse_cell is None:
            return
        share = self._pulse.progress
        colour = canvas.theme.mix("yellow", "ink", share)
        radius = board.cell * (lay.PULSE + lay.PULSE_GROWTH * (1.0 - (1.0 - share) ** 3))
        with canvas.clip(board.box):
            wide = lay.PULSE_WIDE * (1.0 - share) + 1
            canvas.ring(board.centre(self._pulse_cell), radius, colour, wide)


def behind(walk: Model, lens: Lens) -> bool:
    """Return whether a `lens` has not yet heard the step of a `walk` that is on show."""
    return lens.steps < walk.playback.step


def _loss(walk: Model, lens: Lens, racing: bool) -> float | None:
    """Return the figure that ranks a lens, as above its board; None for one behind."""
    if behind(walk, lens):
        return None
    frame = shown_frame(walk, lens)
    if racing:
        return round(frame.loss_sum)
    return None if frame.log_loss is None else round(frame.log_loss, 2)


def _draw_veil(canvas: Canvas, walk: Model, lens: Lens, board: Board) -> None:
    """Draw the progress of a lens that is behind over its board, without its thoughts."""
    x, y, w, h = board.box
    canvas.rect(board.box, "ink", lay.VEIL_ROUND, alpha=lay.VEIL)
    step = walk.playback.step
    told = f"Catching up: step {max(0, lens.steps)} of {step}"
    usual, least = lay.VEIL_INSET
    size = TEXT if canvas.text_width(told, TEXT, "bold") <= w - usual else NOTE
    place = (x + w / 2, y + h / 2 - lay.VEIL_WORDS)
    canvas.text(told, place, size, "paper", "bold", "centre", w - least)
    left, top, tall = x + w * lay.VEIL_SHARE, y + h / 2 + lay.VEIL_BAR, lay.VEIL_TALL
    wide = w * (1 - 2 * lay.VEIL_SHARE)
    canvas.rect((left, top, wide, tall), "line", tall / 2)
    done = wide * max(0, lens.steps) / max(1, step)
    canvas.rect((left, top, done, tall), "brass", tall / 2)


def _draw_belief(canvas: Canvas, walk: Model, lens: Lens, board: Board, active: bool) -> None:
    """Draw the belief with what is just taken away, or the trail behind the active one."""
    if active and walk.trail.is_of(lens):
        look_back.draw_trail(canvas, walk, board)
        return
    belief, lost = shown_belief(walk, lens)
    if walk.particles:
        board.draw_particles(canvas, belief)
        return
    board.draw_belief(canvas, belief)
    if lost is not None:
        board.draw_lost(canvas, lost, 1.0 - walk.playback.share)


def _draw_food(canvas: Canvas, walk: Model, board: Board, frame: Frame) -> None:
    """Draw pellets: what is left where the truth is shown, else as faint as they are surely
    eaten.
    """
    if walk.truth_visible:
        seeker = cast(Forager, walk.session.match.players[WALKER])
        board.draw_pellets(canvas, [(cell, 1.0) for cell in seeker.food])
        return
    left = 1.0 - frame.eaten.astype(float)
    shown = np.flatnonzero((board.xs < walk.course.maze.width / 2) & (left > lay.EATEN))
    board.draw_pellets(canvas, list(zip(shown.tolist(), left[shown].tolist(), strict=True)))


def _draw_truth(canvas: Canvas, walk: Model, board: Board) -> None:
    """Draw the hidden one on its way, where it may be seen."""
    playback, cells, path = walk.playback, walk.course.cells, walk.tape.path
    event = shown_reading(walk)
    seen = event is not None and event.data["readings"][0].seen is not None
    whole = walk.truth_visible or seen
    if not (whole or walk.outlined) or not path:
        return
    here = path[min(playback.step, len(path) - 1)]
    before = path[min((playback.origin + 1) // 2, len(path) - 1)]
    near = abs(playback.half - playback.origin) <= 2
    still = canvas.theme.reduced_motion or not near
    share = 1.0 if still else playback.share
    origin = cells[here] if still else cells[before]
    board.draw_walker(canvas, cells[here], origin, share, look_of(walk), outline=not whole)


def _draw_head(
    canvas: Canvas, walk: Model, lens: Lens, board: Board, rank: int, racing: bool
) -> None:
    """Draw above a board the rank and name of its model, and its log-loss: of a step, or while they
    are `racing` of all steps.
    """
    x, _, w, _ = board.frame
    top = board.box[1] - lay.HEAD + lay.HEAD_LINE
    late = behind(walk, lens)
    first = rank == 1 and not late
    disc = (x + lay.RANK, top)
    canvas.circle(disc, lay.RANK, "brass" if first else "line")
    ink = "ink" if first else "paper"
    canvas.text("" if late else str(rank), disc, NOTE, ink, "bold", "centre")
    frame = None if late else shown_frame(walk, lens)
    loss = None if frame is None else frame.log_loss
    offered = ["no score yet"]
    if loss is not None:
        offered = [f"{loss:.2f} points a step", f"{loss:.2f} a step", f"{loss:.2f}"]
    if racing and frame is not None:
        lost = f"{frame.loss_sum:.0f}"
        offered = [f"{lost} point{'' if lost == '1' else 's'}"]
    if lens.steps < len(walk.tape) - lay.BEHIND:
        offered = [f"step {max(0, lens.steps)} of {len(walk.tape)}"]
    refuted = frame is not None and frame.restarted
    colour = WRONG if refuted else "paper"
    name = short_name(lens.spec)
    name = f"{name}: refuted" if refuted else name
    sizes = itertools.product(offered, (TEXT, NOTE))
    fitting = (
        pair
        for pair in sizes
        if canvas.text_width(f"{name} {pair[0]}", pair[1], "bold") <= w - lay.NAME_ROOM
    )
    told, size = next(fitting, (offered[-1], NOTE))
    wide = canvas.text(told, (x + w, top), size, "paper", "bold", "right")
    room = w - wide - lay.NAME_GAP
    canvas.text(name, (x + lay.NAME, top), size, colour, "bold", max_width=room)


def _draw_gauges(canvas: Canvas, walk: Model, lens: Lens, board: Board) -> None:
    """Below the name of a model: how often its sets held the truth."""
    if behind(walk, lens):
        return
    frame, (x, _, w, _) = shown_frame(walk, lens), board.frame
    half = (w - lay.GAUGE_GAP) / 2
    top = board.box[1] - lay.HEAD + lay.HEAD_LINE + lay.GAUGES
    for place, held in enumerate((frame.covered50, frame.covered90)):
        box = (x + place * (half + lay.GAUGE_GAP), top, half, lay.GAUGE)
        draw_gauge(canvas, box, MASSES[place], held, frame.unseen)
