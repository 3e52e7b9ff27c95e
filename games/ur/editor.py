"""The position editor of Ur: set up a position, choose a roll, see every move's win probability.

The values come from the judge (`catalog.models`): exact up to 4 pieces and for games that were
solved on this machine, else estimated. A larger game can be solved from here where the lab extra
is installed; that runs in a process of its own, can be paused, and goes on where it stopped.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games import catalog
from games.beside import Made
from games.child import Child
from games.core import CHANCE, BadPosition, Seating
from games.mind import Bars, Note
from games.session.setup import HUMAN, Setup
from games.session.starting import fresh_seed
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, GAP, NOTE
from games.shell.input import Pointer
from games.shell.opening import start_table
from games.shell.pages.editor import Editor
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Choice, ProgressBar, inside
from games.shell.widgets.form import Look, Widget
from games.ur import COLOURS
from games.ur.drawing import (
    LampLitTable,
    Layout,
    draw_arrows,
    draw_board,
    draw_piece,
    draw_tray,
)
from games.ur.rules import (
    GAME,
    NOT_ROLLED,
    PASS,
    RULE_SETS,
    State,
    from_line,
    position,
    to_line,
)
from games.ur.square_names import OFF, START, draw_ends, draw_numbers, draw_way
from games.ur.watch import new_judge, preparation

HOW: Final = (
    "Each click on a square changes it: empty, blue, orange, empty. Or go there with the arrow "
    "keys and press Enter."
)
KNOWN: Final = "Solved: the values shown are exact, so there is nothing left to solve."


def tiles_of(rules: str) -> tuple[str, ...]:
    """Return the squares of the board of `rules` by name, row by row from the top."""
    names = {tile for path in RULE_SETS[rules].tiles for tile in path}
    return tuple(sorted(names, key=lambda tile: ("CBA".index(tile[0]), int(tile[1:]))))


class BoardPad(Widget):
    """The board to be changed by touch: each square goes from empty to light to dark."""

    role, label = "grid", "The board"

    def __init__(self, editor: UrEditor) -> None:
        super().__init__(HOW)
        self.editor = editor
        self.tiles = tiles_of(editor.rules)
        self.at = self.tiles.index("B4")

    def direction(self, action: str) -> bool:
        """Go to the next square that way, or leave the board."""
        columns = self.editor.board.columns
        row, column = self.tiles[self.at][0], self.tiles[self.at][1:]
        step = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}.get(action)
        if step is None:
            return False
        for distance in range(1, columns):
            down, across = "CBA".index(row) + step[0], int(column) + step[1] * distance
            if not 0 <= down < 3 or not 1 <= across <= columns:
                return False
            name = f"{'CBA'[down]}{across}"
            if name in self.tiles:
                self.at = self.tiles.index(name)
                return True
            if step[0]:
                return False
        return False

    @property
    def spoken_value(self) -> str:
        """The square under the cursor."""
        return self.tiles[self.at]

    def activate(self) -> None:
        """Change the square under the cursor."""
        self.editor.change_square(self.tiles[self.at])

    def pointer(self, event: Pointer) -> bool:
        """Change the square under the mouse."""
        if event.kind != "down" or event.button != 1:
            return False
        for number, name in enumerate(self.tiles):
            if inside(self.editor.board.tile(name), event.x, event.y):
                self.at = number
                self.editor.change_square(name)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the cursor; the board itself is drawn before."""
        if look.focused:
            canvas.outline(self.editor.board.tile(self.tiles[self.at]), "brass", 3, 8)


class UrEditor(Editor[None, None]):
    """Any position of Ur and what it is worth."""

    title = "Position editor"
    how = HOW
    refusals = (BadPosition,)

    def __init__(self, shell: Shell, state: State, rival: Seating | None = None) -> None:
        """Begin at a `state`; a game from here is played against the `rival`, if there is one."""
        super().__init__(shell)
        self.rival = rival
        self.rules, self.pieces = state.rules, state.pieces
        self.squares = [set(state.squares(seat)) for seat in (0, 1)]
        self.off = [min(state.off(seat), state.pieces - 1) for seat in (0, 1)]
        self.turn = state.turn
        self.roll = state.roll
        self.judge = new_judge()
        self.helper: Child | None = None
        self.solves = importlib.util.find_spec("numba") is not None
        self.arrived = state
        self.scores: Sequence[float] = ()
        self.problem = ""
        self.ground = LampLitTable()
        self.board = Layout(EDGE, 160, 60, self.rules)
        self.progress = ProgressBar()
        self.preparation: Made[None] | None = None
        self._begun: tuple[float, float] | None = None  # share and time of the first report
        self._build()
        self._prepare()

    # -- widgets -----------------------------------------------------------------------

    def _build(self) -> None:
        self.rolls = (NOT_ROLLED, *(roll for roll, _ in RULE_SETS[self.rules].dice))
        rolls = ["none", *(str(roll) for roll in self.rolls[1:])]
        kinds = list(RULE_SETS)
        counts = [str(n) for n in range(1, 8)]
        offs = [[str(n) for n in range(self.pieces)] for _ in COLOURS]
        names = [kind.capitalize() for kind in kinds]
        self.pad = BoardPad(self)
        self.choices = [
            Choice("Roll", rolls, self.rolls.index(self.roll), self.set_roll),
            Choice("To move", COLOURS, self.turn, self._set_turn),
            Choice("Blue off", offs[0], self.off[0], lambda n: self._set_off(0, n)),
            Choice("Orange off", offs[1], self.off[1], lambda n: self._set_off(1, n)),
            Choice("Rules", names, kinds.index(self.rules), lambda n: self.set_rules(kinds[n])),
            Choice("Pieces", counts, self.pieces - 1, self.set_pieces),
        ]
        self.solver = Button("Solve", self._solve, icon="play")
        self.buttons = [
            Button("Play", self._ask_side, "main", "play", "A game from here."),
            *self.text_buttons(),
            Button("Clear", self._clear, icon="trash"),
            *([self.solver] if self.solves else []),
            Button("Back", self.shell.pop, icon="back"),
        ]
        focus = self.form.focus
        self.form.widgets = [self.pad, *self.choices, *self.buttons]
        self.form.focus = min(max(focus, 0), len(self.form.widgets) - 1)
        self._refresh()
        self.layout(*self.shell.size)

    def set_roll(self, index: int) -> None:
        """Set another roll, by its place (`index`) among `rolls`."""
        self.roll = self.rolls[index]
        self._analyse()

    def _set_turn(self, index: int) -> None:
        self.turn = index
        self._analyse()

    def _set_off(self, seat: int, count: int) -> None:
        self.off[seat] = count
        self._analyse()

    def set_rules(self, rules: str) -> None:
        """Set other `rules`: the pieces stay on their squares as far as those are on the new
        paths.
        """
        before, after = RULE_SETS[self.rules].tiles, RULE_SETS[rules].tiles
        for seat, squares in enumerate(self.squares):
            names = {before[seat][square - 1] for square in squares}
            self.squares[seat] = {
                square for square, tile in enumerate(after[seat], start=1) if tile in names
            }
        self.rules = rules
        if str(self.roll) not in RULE_SETS[rules].rolls:
            self.roll = NOT_ROLLED
        self._build()
        self._prepare()

    def set_pieces(self, index: int) -> None:
        """Set another number of pieces, by its place (`index`) in the row of choices."""
        self.pieces = index + 1
        self.off = [min(count, index) for count in self.off]
        self._build()
        self._prepare()

    def _clear(self) -> None:
        self.squares = [set(), set()]
        self.off = [0, 0]
        self._build()
        self._analyse()

    def change_square(self, name: str) -> None:
        """Change the square `name` from empty to light to dark to empty, if it is on a path."""
        places = [self._number(seat, name) for seat in (0, 1)]
        here = [seat for seat in (0, 1) if places[seat] in self.squares[seat]]
        for seat in here:
            self.squares[seat].discard(places[seat] or 0)
        following = (here[0] + 1 if here else 0, 1)
        for seat in range(following[0], 2):
            square = places[seat]
            if square is not None and len(self.squares[seat]) + self.off[seat] < self.pieces:
                self.squares[seat].add(square)
                break
        self.shell.play_sound("press")
        self._analyse()

    def _number(self, seat: int, name: str) -> int | None:
        """Return the number that a square has on a side's path, or None."""
        tiles = RULE_SETS[self.rules].tiles[seat]
        return tiles.index(name) + 1 if name in tiles else None

    @property
    def waiting(self) -> bool:
        """True while the evaluator of these rules and pieces is looked for."""
        return self.preparation is not None

    # -- the analysis ------------------------------------------------------------------

    def _prepare(self) -> None:
        """Find the evaluator for these rules and pieces, without keeping a frame waiting."""
        self.progress.share = 0.0
        self.preparation = preparation(self.judge, self.rules, self.pieces)
        self.mind, self.scores = (Note("One moment."),), ()

    def _analyse(self) -> None:
        """Return the values of the position and of every move in it."""
        if self.waiting:
            return
        self.problem, self.scores = "", ()
        sides = [(sorted(self.squares[seat]), self.off[seat]) for seat in (0, 1)]
        try:
            state = position(self.rules, self.pieces, self.turn, sides)
        except BadPosition as problem:
            self.problem = str(problem)
            self.mind = (Note(self.problem),)
            return
        self.arrived = state
        value = self.judge.worth(state)
        value = value if self.turn == 0 else 1.0 - value
        how = "exactly" if self.judge.exact else "about"
        source = "" if self.judge.exact else f" (an estimate by {self.judge.source})"
        said = f"{COLOURS[self.turn]}, to roll, wins {how} {100 * value:.1f}%{source}."
        if self.roll == NOT_ROLLED:
            self.mind = (Note(said), self._rolls(state))
            return
        rolled, _ = GAME.apply(state, {CHANCE: str(self.roll)})
        self.arrived = rolled
        if rolled.moves == (PASS,):
            self.mind = (Note(said), Note(f"No piece can move {self.roll}: the turn passes."))
            return
        self.scores = self.judge.scores(rolled)
        moves = self.judge.candidates(rolled, "After each move")
        self.mind = (Note(said), moves, self._rolls(state))

    @property
    def best(self) -> str:
        """The best move here, "" where there is no choice."""
        scores = self.scores
        place = max(range(len(scores)), key=scores.__getitem__, default=None)
        return "" if place is None else self.arrived.moves[place]

    def _rolls(self, state: State) -> Bars:
        """Return the value of each roll, under a title that fits a narrow window."""
        found: Bars = self.judge.rolls(state)
        return replace(found, title="After each roll")

    # -- a line of text, and a game from here ------------------------------------------

    def line(self) -> str:
        """Return the position as one line; raises `BadPosition`."""
        if self.problem:
            raise BadPosition(self.problem)
        return to_line(self.arrived)

    def set_up(self, line: str) -> None:
        """Set up the position of a `line`; raises `BadPosition`."""
        state = from_line(line)
        known = (self.rules, self.pieces) == (state.rules, state.pieces)
        self._take(state)
        self._build()
        if known:
            self._analyse()
        else:
            self._prepare()

    def _take(self, state: State) -> None:
        """Take over all of a `state`."""
        self.rules, self.pieces = state.rules, state.pieces
        self.squares = [set(state.squares(seat)) for seat in (0, 1)]
        self.off = [min(state.off(seat), state.pieces - 1) for seat in (0, 1)]
        self.turn, self.roll = state.turn, state.roll

    def _ask_side(self) -> None:
        """Ask for the side of the person."""
        if self.problem or self.waiting:
            self.shell.toast(self.problem or "One moment.")
            return
        name = catalog.seated("ur", self._rival()).spec.name
        told = f"Against {name}, from before the throw. The game is not recorded."
        self.ask_side([colour.lower() for colour in COLOURS], told, self.turn)

    def _rival(self) -> Seating:
        """Return the opponent of the game the editor was opened from, else the best there is."""
        params = {"rules": self.rules, "pieces": self.pieces}
        if self.rival is not None and not catalog.seated("ur", self.rival).spec.hindrance(params):
            return self.rival
        best = ("perfect", "net", "expectimax") if self.judge.exact else ("net", "expectimax")
        able = (name for name in best if not catalog.agent("ur", name).hindrance(params))
        return Seating(next(able))

    def play(self, seat: int) -> None:
        """Begin a game from here with a person in a `seat`; it is not kept."""
        line = to_line(self.arrived._replace(roll=NOT_ROLLED))
        params = {"rules": self.rules, "pieces": self.pieces, "position": line}
        seats = (Seating(HUMAN), self._rival())
        setup = Setup(
            "ur", seats if seat == 0 else seats[::-1], params, fresh_seed(), glass_box=True
        )
        self.shell.push(start_table(self.shell, setup))

    # -- solving -----------------------------------------------------------------------

    def _solve(self) -> None:
        """Begin, pause or go on; say what is missing where it cannot be."""
        root = self.shell.library.store.root
        if self.helper is not None:
            self._close()
            self.shell.toast("Paused; it goes on from here when you like.")
        elif root is None:
            self.shell.toast("There is no folder to keep the solved game in.")
        else:
            self.helper = Child("ai.ur.school")
            folder = str(root / "tables")
            game = {"rules": self.rules, "pieces": self.pieces, "folder": folder}
            self.helper.send({"op": "solve", **game})
            self._begun = None
            self.progress.label = "Getting ready to solve"
        self._refresh()

    def _close(self) -> None:
        if self.helper is not None:
            self.helper.close()
        self.helper = None

    def _refresh(self) -> None:
        exact = self.mind != () and not self.waiting and self.judge.exact
        begun = "Go on" if self.progress.share else "Solve"
        self.solver.label = "Pause" if self.helper else "Solved" if exact else begun
        self.solver.icon = "pause" if self.helper else "check" if exact else "flask"
        self.solver.enabled = not exact or self.helper is not None

    def update(self, dt: float) -> None:
        """Take the news of the solver, and begin the analysis when the evaluator is there."""
        super().update(dt)
        if self.preparation is not None and self.preparation.done:
            self.preparation = None
            self.judge.use(self.rules, self.pieces)
            self._analyse()
            self._refresh()
        if self.helper is None:
            return
        while (told := self.helper.take()) is not None:
            self._read_solver(told)
            if self.helper is None:
                return
        if self.helper.ended:
            self._close()
            self.shell.toast("The solver stopped; start it again and it goes on from there.")
            self._refresh()

    def _read_solver(self, told: Mapping[str, Any]) -> None:
        if "share" in told:
            self._show_progress(float(told["share"]), str(told["text"]))
            return
        self._close()
        if "error" in told:
            self.shell.toast(str(told["error"]))
        else:
            self.shell.play_sound("right")
            self.shell.toast(f"Solved: who begins wins {100 * float(told['solved']):.3f}%.")
            self._prepare()
        self._refresh()

    def _show_progress(self, share: float, text: str) -> None:
        now = time.monotonic()
        if self._begun is None:
            self._begun = share, now
        first, since = self._begun
        left = (now - since) * (1.0 - share) / (share - first) if share - first > 0.01 else 0.0
        self.progress.share = share
        self.progress.label = text + (f", about {_duration(left)} left" if left else "")

    def leave(self) -> None:
        """End the solver; what it has finished is kept."""
        self._close()

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Place the board and its choices at the left, the analysis at the right."""
        right = 400.0 if width >= 1200 else 300.0
        room = width - 2 * EDGE - right - GAP
        columns = RULE_SETS[self.rules].columns
        cell = min(room / (columns + 0.4), (height - 450) / 3.5)
        left = EDGE + 0.2 * cell + (room - (columns + 0.4) * cell) / 2
        self.board = Layout(left, 166, cell, self.rules)
        self.pad.box = (left, 166, columns * cell, 3 * cell)
        top = self.board.tray(0) + 46
        wide = (room - GAP) / 2
        for number, choice in enumerate(self.choices):
            column, row = divmod(number, 3)
            choice.box = (EDGE + column * (wide + GAP), top + row * 42, wide, 38)
        self.place_foot(self.buttons, height - 68)
        self.answer_box = (width - EDGE - right, 104.0, right, height - 104 - 84)
        self.progress.box = (self.answer_box[0], height - 124, right, 40)

    def next_frame(self) -> float | None:
        """Return how soon to draw again: soon while a game is solved."""
        wait = super().next_frame()
        return 0.1 if wait is None and self.helper is not None else wait

    def draw(self, canvas: Canvas) -> None:
        """Draw the position with its best move, and the analysis."""
        self.ground.draw(canvas, (0, 0, *self.shell.size))
        self.draw_head(canvas)
        self._draw_position(canvas)
        if self.answer_box is not None:
            x, y, w, h = self.answer_box
            self.draw_answer(canvas, (x, y, w, h - (60 if self.helper is not None else 0)))
            if self.solves and not self.solver.enabled:  # why there is nothing to solve
                place = (EDGE, self.shell.size[1] - 84)
                canvas.text(KNOWN, place, NOTE, "quiet", max_width=x - EDGE)
        self.form.draw(canvas)
        if self.helper is not None:
            self.progress.draw(canvas, Look(False, False))

    def _draw_position(self, canvas: Canvas) -> None:
        board = self.board
        draw_board(canvas, board)
        for seat in (1, 0):
            home = max(0, self.pieces - len(self.squares[seat]) - self.off[seat])
            draw_tray(canvas, board, seat, COLOURS[seat], (home, self.off[seat], self.pieces))
            size = 0.82 * board.cell
            for square in sorted(self.squares[seat]):
                draw_piece(canvas, seat, board.place(seat, square), size)
            draw_ends(canvas, board, seat, (START, OFF))
        draw_way(canvas, board, self.turn)
        draw_numbers(canvas, board)
        if self.scores:
            draw_arrows(canvas, board, self.arrived, self.scores)
        y = board.tray(self.turn)
        canvas.rect((board.left - 14, y - 16, 4, 32), "brass", 2)


def _duration(seconds: float) -> str:
    """Return a time for a person, in seconds or, from a minute and a half on, in minutes."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
