"""Draw a maze while a ghost walks in it: the cloud floods into a passage as it is opened.

With the mouse one draws by dragging (the first square decides between opening and closing); with
keys or pad a cursor goes over the squares and confirm changes the one under it. A maze is shared as
text, saved as a file, and played in the laboratory.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from games.mazes import BadLayout, Cell, Maze
from games.session.starting import fresh_seed, make_setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.night_map import Board
from games.shell.draw.theme import EDGE
from games.shell.draw.tween import Timer
from games.shell.input import Pointer
from games.shell.opening import ensure_profile, start_table
from games.shell.pages.editor import Editor
from games.shell.pages.text_files import (
    export_folder,
    newest_files,
    read_text,
    save_blob,
    short_name,
)
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Slider, Toggle
from games.shell.widgets.form import Look, Widget
from games.shell.widgets.picker import Picker, PickRow
from games.tracker import PLAYS, SPEC, WATCH
from games.tracker.drawing import IN_SIGHT
from games.tracker.maze import LARGEST, SMALLEST
from games.tracker.workshop.live import SIGHT, LiveMaze

STEP_SECONDS: Final = 0.28  # of a step of the ghost; chosen by eye
PANEL, HEAD = 264.0, 96.0  # units of the buttons on the right, and above the maze; by eye
MOST_TEXT: Final = 20_000  # characters of the clipboard or a file that are looked at
SUFFIX: Final = ".maze.txt"
MOST_LISTED: Final = 40
HOW: Final = (
    "Drag to open and close ways: the cloud floods where you open one. Or use the arrow keys and "
    "Enter."
)
USUAL_SIZE: Final = (33, 15)


class Sheet(Widget):
    """The maze as a sheet to draw on; `cursor` is the square of keys and pad."""

    role, label = "grid", "The maze"

    def __init__(self, page: MazeEditor) -> None:
        super().__init__(HOW)
        self.page = page
        self.cursor: Cell = (1, 1)
        self._opening: bool | None = None

    def direction(self, action: str) -> bool:
        """Move the cursor a square on; return False at the edge, where the focus leaves."""
        dx, dy = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}[action]
        x, y = self.cursor[0] + dx, self.cursor[1] + dy
        width, height = self.page.live.size
        if not (0 < x < width - 1 and 0 < y < height - 1):
            return False
        self.cursor = (x, y)
        return True

    @property
    def spoken_value(self) -> str:
        """The square under the cursor, and whether it is free."""
        x, y = self.cursor
        state = "free" if self.page.live.free[y, x] else "wall"
        return f"column {x}, row {y}: {state}"

    def activate(self) -> None:
        """Change the square under the cursor."""
        x, y = self.cursor
        self.page.paint(self.cursor, not self.page.live.free[y, x])

    @property
    def dragging(self) -> bool:
        """True if what the mouse does is drawn."""
        return self._opening is not None

    def pointer(self, event: Pointer) -> bool:
        """Draw from the press to the release."""
        cell = self.page.cell_at(event.x, event.y)
        if event.kind == "down" and event.button == 1 and cell is not None:
            self.cursor = cell
            self._opening = not self.page.live.free[cell[1], cell[0]]
        if event.kind == "up":
            self._opening = None
        if self._opening is not None and cell is not None:
            self.page.paint(cell, self._opening)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the cursor, where keys have the focus."""
        if look.focused:
            board = self.page.board
            x, y = board.centre(self.cursor)
            side = board.cell
            canvas.outline((x - side / 2, y - side / 2, side, side), "brass", 2.5, 4)


class MazeEditor(Editor[None, None]):
    """The page on which a maze is drawn."""

    title = "Draw a maze"
    contexts = ("menu", "play", "all")
    thing, how = "maze", HOW
    refusals, longest = (BadLayout,), MOST_TEXT
    copied = "The maze is on the clipboard."
    uncopied = "There is no clipboard here; save it."
    pasted = ""

    def __init__(self, shell: Shell, params: Mapping[str, Any]) -> None:
        """Begin with a maze of usual size, or with the own one of the options."""
        super().__init__(shell)
        self._params = dict(params)
        self.live = LiveMaze(*USUAL_SIZE, fresh_seed())
        if params.get("layout"):
            self.live.read(str(params["layout"]))
        self.particles = False
        self._clock = Timer(STEP_SECONDS)
        self._clock.start()
        self.sheet = Sheet(self)
        self.size = shell.size
        self._remake()
        self._build()

    # -- what can be done --------------------------------------------------------------

    @property
    def _mode(self) -> str:
        """The game that is played in the maze, as a person calls it."""
        return dict(PLAYS)[self._params.get("play", WATCH)]

    def _build(self) -> None:
        width, height = self.live.size
        self.form.widgets = [
            self.sheet,
            Button("Play here", self._play, "main", "play", f"Play {self._mode} in this maze"),
            Button("Carry it off", self.carry, icon="carry", hint="Put the ghost elsewhere"),
            Toggle("Particles", self.particles, self._show_particles, "Guesses, not squares"),
            self._slider("Width", width, 0),
            self._slider("Height", height, 1),
            Button("Loops", lambda: self._generate("loops"), icon="redo"),
            Button("Rooms", lambda: self._generate("chambers"), icon="redo"),
            Button("Empty hall", lambda: self._resize(*self.live.size), icon="trash"),
            *self.text_buttons("Copy as text", "Paste text"),
            Button("Save", self._save, icon="export"),
            Button("Open", self._open, icon="up"),
            Button("Back", self.shell.pop, icon="back"),
        ]
        self.layout(*self.size)

    def _slider(self, label: str, value: int, axis: int) -> Slider:
        def released(value: float) -> None:
            size = list(self.live.size)
            size[axis] = int(value)
            self._resize(*size)

        low, high = SMALLEST[axis], LARGEST[axis]
        slider = Slider(label, value, low, high, 2, lambda v: None, "{:.0f}".format, released)
        slider.label_share = 0.42
        return slider

    def paint(self, cell: Cell, free: bool) -> None:
        """Open or close a square."""
        if self.live.set_free(cell, free):
            self.shell.play_sound("move")
            self._remake()

    def carry(self) -> None:
        """Put the ghost elsewhere."""
        self.live.carry()
        self.shell.play_sound("opened")

    def _show_particles(self, on: bool) -> None:
        self.particles = on

    def _generate(self, style: str) -> None:
        width, height = self.live.size
        self.live = LiveMaze(width, height, fresh_seed(), style)
        self._remake()

    def _resize(self, width: int, height: int) -> None:
        self.live.clear(width, height)
        self.sheet.cursor = (1, 1)
        self._remake()
        self.layout(*self.size)

    def line(self) -> str:
        """Return the maze as text."""
        return self.live.text

    def set_up(self, line: str) -> None:
        """Take the maze of a text; raises `BadLayout`."""
        self.live.read(line)
        self.sheet.cursor = (1, 1)
        self._remake()
        self._build()

    def warning(self) -> str:
        """Return why the maze cannot be played in yet, or ""."""
        return self.live.problem()

    def _save(self) -> None:
        folder, (width, height) = export_folder(self.shell), self.live.size
        names = (f"{width}x{height}-{n}{SUFFIX}" for n in itertools.count(1))
        path = next(folder / name for name in names if not (folder / name).exists())
        save_blob(self.shell, path, self.live.text.encode(), "the maze")

    def _open(self) -> None:
        files: Sequence[Path] = newest_files(self.shell, SUFFIX, MOST_LISTED)
        if not files:
            self.shell.toast("No maze was saved yet; save one first, or paste its text.")
            return

        def chosen(index: int) -> None:
            text = read_text(self.shell, files[index], MOST_TEXT)
            if text is not None:
                self.take(text)

        rows = [PickRow(short_name(path).removesuffix(SUFFIX), "") for path in files]
        self.shell.push(Picker(self.shell, "Open a maze", rows, 0, chosen))

    def _play(self) -> None:
        problem = self.live.problem()
        if problem:
            self.shell.toast(problem)
            return
        ensure_profile(self.shell)
        options = {**self._params, "layout": self.live.text}
        self.shell.replace(start_table(self.shell, make_setup(SPEC.id, None, None, options, False)))

    # -- the page ----------------------------------------------------------------------

    def _remake(self) -> None:
        """The picture of the maze as it is now."""
        self.board = Board(Maze("drawn", self.live.rows))
        self._place_board()

    def _place_board(self) -> None:
        width, height = self.size
        box: Box = (EDGE, HEAD, self.hint_end(width) - EDGE, height - HEAD - EDGE / 2)
        self.board.place(box)
        self.sheet.box = self.board.box

    def hint_end(self, width: float) -> float:
        """Return where the maze and the words above it end."""
        return width - PANEL - EDGE - 24

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the square under a place within the walls all round, or None."""
        left, top, _, _ = self.board.box
        cell = (int((x - left) // self.board.cell), int((y - top) // self.board.cell))
        width, height = self.live.size
        inside = 0 < cell[0] < width - 1 and 0 < cell[1] < height - 1
        return cell if inside else None

    def layout(self, width: float, height: float) -> None:
        """Place the maze to the left, the buttons in a column to the right."""
        self.size = (width, height)
        self._place_board()
        left = width - EDGE - PANEL
        rows = self.form.widgets[1:]
        pitch = min(52.0, (height - 32.0) / len(rows))
        for number, widget in enumerate(rows):
            widget.box = (left, 16.0 + number * pitch, PANEL, pitch - 6)

    def update(self, dt: float) -> None:
        """Let the ghost walk on."""
        if self._clock.update(dt):
            self.live.step()
            self._clock.start()

    def next_frame(self) -> float | None:
        """Ask for the next frame in time for the next step of the ghost."""
        return max(0.02, STEP_SECONDS - self._clock.elapsed)

    def draw(self, canvas: Canvas) -> None:
        """Draw the maze, who walks in it, and what is believed."""
        canvas.fill("ink")
        self.draw_head(canvas)
        board, live = self.board, self.live
        board.draw_map(canvas)
        eye = (1, live.size[1] - 2)
        board.draw_diamond(canvas, eye, SIGHT, IN_SIGHT, 2)
        if self.particles:
            self._draw_particles(canvas)
        else:
            belief = np.array([live.cloud[y, x] for x, y in board.cells])
            board.draw_belief(canvas, belief)
        board.draw_sensor(canvas, eye)
        if live.ghost is not None:
            look = ("tracker-ghost", "orange")
            board.draw_walker(canvas, live.ghost, live.ghost, 1.0, look, outline=not live.seen)
        self.form.draw(canvas)

    def _draw_particles(self, canvas: Canvas) -> None:
        """Draw every guess as a dot, scattered a little over its square."""
        for number, (x, y) in enumerate(self.live.particles.tolist()):
            left, top = self.board.centre((x, y))
            spread = self.board.cell * 0.3
            dx, dy = ((number * 7) % 11 / 5 - 1) * spread, ((number * 5) % 13 / 6 - 1) * spread
            canvas.circle((left + dx, top + dy), max(1.5, self.board.cell * 0.07), "yellow")
