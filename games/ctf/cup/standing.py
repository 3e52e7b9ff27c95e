"""The pane with the crosstable of a tournament: who won how much against whom, each game to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.ctf.cup.choose import team_name
from games.ctf.cup.pane import CupDesk
from games.ctf.tournament import Cell, Outcome, Row
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import GAIN, LOSS
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.input import Pointer
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Look, Widget, inside
from games.shell.workroom import Pane

# Units; chosen by eye.
HEAD: Final = 34.0
ROW: Final = 46.0
RANK: Final = 30.0
CELL: Final = 74.0
SHARES: Final = (190.0, 96.0)
"""What the share of wins takes: with its interval, and at least."""
NAME: Final = 150.0
MOST_OF_NAMES: Final = 0.34


class Crosstable(Widget):
    """The table; the cursor stands on a cell, and confirm shows a game of it."""

    def __init__(self, pane: StandingPane) -> None:
        super().__init__("Arrows choose a cell, confirm shows its next game.")
        self.pane, self.row, self.column = pane, 0, 1
        self._name, self._needed, self._brief = NAME, CELL, False

    @property
    def rows(self) -> list[Row]:
        """The teams, the best first."""
        return self.pane.rows

    def numbers(self) -> tuple[int, ...]:
        """Return the games of the cell under the cursor."""
        rows = self.rows
        if not rows or self.row == self.column:
            return ()
        here, other = rows[self.row], rows[self.column].team
        return here.cells[other].numbers

    def activate(self) -> None:
        """Show the next game of the cell."""
        self.pane.watch()

    def direction(self, action: str) -> bool:
        """Move the cursor on; return False at the edge, where the focus leaves."""
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[action]
        row, column, last = self.row + down, self.column + right, len(self.rows)
        if not (0 <= row < last and 0 <= column < last):
            return False
        self.row, self.column = row, column
        return True

    def cell(self, row: int, column: int) -> Box:
        """Return the box of a cell."""
        x, y, w, h = self.box
        count = max(1, len(self.rows))
        high = min(ROW, (h - HEAD) / count)
        rooms = [(w - RANK - self._name - share) / count for share in SHARES]
        wide = min(CELL, next((room for room in rooms if room >= self._needed), rooms[-1]))
        return (x + RANK + self._name + column * wide, y + HEAD + row * high, wide, high)

    def _measure(self, canvas: Canvas) -> None:
        """Names have the room that they need; cells tell of how many games where they can."""
        size = TEXT if self.cell(0, 0)[3] >= 30 else NOTE
        names = [canvas.text_width(team_name(row.team), size, "bold") for row in self.rows]
        self._name = min(max([*names, 0.0]) + 24, self.box[2] * MOST_OF_NAMES)
        cells = [cell for row in self.rows for cell in row.cells.values()]
        for self._brief in (False, True):
            told = [cell_words(cell, self._brief) for cell in cells]
            wide = max((canvas.text_width(words, size, "bold") for words in told), default=0.0)
            self._needed = wide + 8
            if self.cell(0, 0)[2] >= self._needed:
                return

    def pointer(self, event: Pointer) -> bool:
        """Mark the cell under the mouse; pressed again it shows a game."""
        if event.kind != "down":
            return True
        for row in range(len(self.rows)):
            for column in range(len(self.rows)):
                if inside(self.cell(row, column), event.x, event.y):
                    again = (row, column) == (self.row, self.column)
                    self.row, self.column = row, column
                    if again:
                        self.activate()
                    return True
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Names, cells, and shares with their intervals."""
        self._measure(canvas)
        for column in range(len(self.rows)):
            x, _, w, _ = self.cell(0, column)
            at = (x + w / 2, self.box[1] + HEAD / 2)
            canvas.text(str(column + 1), at, NOTE, "quiet", "bold", "centre")
        for number, row in enumerate(self.rows):
            self._draw_row(canvas, number, row)
        if self.rows:
            ink = "brass" if look.focused else "quiet"
            x, y, w, h = self.cell(self.row, self.column)
            canvas.outline((x + 1, y + 1, w - 2, h - 2), ink, 3, 6)

    def _draw_row(self, canvas: Canvas, number: int, row: Row) -> None:
        first = self.cell(number, 0)
        middle, left = first[1] + first[3] / 2, self.box[0]
        size = TEXT if first[3] >= 30 else NOTE
        if number % 2 == 0:
            canvas.rect((left, first[1], self.box[2], first[3]), "raised", 6, alpha=150)
        canvas.text(str(number + 1), (left + 8, middle), NOTE, "quiet", "bold")
        room = first[0] - left - RANK - 8
        canvas.text(team_name(row.team), (left + RANK, middle), size, "paper", "bold", "left", room)
        for column, other in enumerate(self.rows):
            x, y, w, h = self.cell(number, column)
            centre = (x + w / 2, y + h / 2)
            if column == number:
                canvas.rect((x + 4, y + 4, w - 8, h - 8), "line", 4, alpha=120)
                continue
            cell = row.cells[other.team]
            told = cell_words(cell, self._brief)
            won = cell.won * 2 - cell.games
            ink = GAIN if won > 0 else LOSS if won < 0 else "quiet"
            canvas.text(told, centre, size, ink, "bold", "centre", w - 4)
        self._draw_share(canvas, row, middle)

    def _draw_share(self, canvas: Canvas, row: Row, middle: float) -> None:
        """The share of wins, with its interval where there is room."""
        last = self.cell(0, len(self.rows) - 1)
        x, right = last[0] + last[2] + 16, self.box[0] + self.box[2] - 8
        share = f"{row.won / row.games:.0%}" if row.games else "-"
        canvas.text(share, (right, middle), TEXT, "paper", "bold", "right")
        wide = right - 60 - x
        if wide < 40 or not row.games:
            return
        low, high = row.interval
        canvas.rect((x, middle - 2, wide, 4), "line", 2)
        canvas.rect((x + wide * low, middle - 3, max(3.0, wide * (high - low)), 6), "quiet", 3)
        canvas.circle((x + wide * row.won / row.games, middle), 6, "brass")


def cell_words(cell: Cell, brief: bool = False) -> str:
    """Return a team's wins against another; `brief` leaves out the number of games."""
    if not cell.games:
        return "-"
    return f"{cell.won:g}" if brief else f"{cell.won:g} of {cell.games}"


class StandingPane(Pane[CupDesk]):
    """The crosstable, what is being played, and the games of a cell."""

    title = "Table"
    hint = "A row against a column: games won, a draw as half."

    def __init__(self, room: CupDesk) -> None:
        super().__init__(room)
        self.rows: list[Row] = []
        self.table = Crosstable(self)
        self._next = 0
        self._go = Button("Go on", self._toggle, "main", "play")
        self._see = Button("Watch", self.watch, icon="eye", hint="Watch a game of this cell")

    def begin(self) -> None:
        """Take the table anew."""
        self._take_rows()

    def _take_rows(self) -> None:
        cup = self.room.cup
        self.rows = [] if cup is None else cup.table()
        last = max(0, len(self.rows) - 1)
        table = self.table
        table.row, table.column = min(table.row, last), min(table.column, last)
        if table.row == table.column:
            table.column = 0 if table.row else last

    def take(self, reply: object) -> None:
        """A game more."""
        self._take_rows()

    def _toggle(self) -> None:
        """Go on with the tournament, or stop after the game at hand."""
        if self.room.running:
            self.room.stop()
        else:
            self.room.go_on()
        self.room.refresh()

    def watch(self) -> None:
        """Show the next game of the cell."""
        numbers = self.table.numbers()
        if not numbers:
            self.room.shell.toast("No game of these two was played yet; choose another cell.")
            return
        self._next = self._next % len(numbers)
        self.room.watch(numbers[self._next])
        self._next += 1

    def widgets(self) -> Sequence[Widget]:
        """Return the table and what can be done."""
        cup = self.room.cup
        if cup is None:
            return ()
        self._go.label = "Stop" if self.room.running else "Go on"
        self._go.icon = "pause" if self.room.running else "play"
        going = () if cup.over else (self._go,)
        return (self.table, *going, self._see)

    @property
    def moving(self) -> bool:
        """While a game is being played."""
        return False

    def place(self, box: Box) -> None:
        """The table above, buttons and the games of a cell below."""
        super().place(box)
        x, y, w, h = box
        self.table.box = (x, y + 4, w, h - 116)
        self._see.box = (x + w - 150, y + h - 52, 150, 46)
        self._go.box = (x + w - 316, y + h - 52, 150, 46)

    def draw(self, canvas: Canvas) -> None:
        """Draw the present game, and the games of the cell."""
        x, y, w, h = self.box
        cup = self.room.cup
        if cup is None:
            told = "No tournament was played yet. Choose teams, and begin."
            canvas.text(told, (x, y + 40), LABEL, "paper", max_width=w)
            return
        room = w - 340
        canvas.text(self._standing(), (x, y + h - 86), TEXT, "brass", max_width=w)
        games = [cup.outcomes[number] for number in self.table.numbers()]
        told = "   ".join(game_words(game) for game in games[:6]) or "No game in this cell yet."
        canvas.paragraph(told, (x, y + h - 58), room, NOTE, "paper", most=3)

    def _standing(self) -> str:
        """Return the progress of the tournament."""
        cup = self.room.cup
        assert cup is not None
        done, all_ = len(cup.outcomes), len(cup.fixtures)
        if cup.over:
            return f"All {all_} games were played."
        coming = cup.fixtures[done]
        pair = f"{team_name(coming.left)} against {team_name(coming.right)}"
        told = "now" if self.room.running else "next"
        return f"{done} of {all_} games; {told} {pair}"


def game_words(game: Outcome) -> str:
    """Return a game in a few words."""
    told = f"{team_name(game.left)} {game.points[0]}:{game.points[1]} {team_name(game.right)}"
    return told if game.fault is None else f"{told} ({team_name(game.fault.team)} failed)"
