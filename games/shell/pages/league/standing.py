"""The pane with the table of a league: ratings, who won how much against whom, each game to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import GAIN, LOSS
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.input import Pointer
from games.shell.pages.league.pane import LeagueTools, Plain, shown_name
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Look, Widget, inside
from games.shell.workroom import Pane

# Units; chosen by eye.
HEAD: Final = 34.0
ROW: Final = 46.0
RANK: Final = 30.0
CELL: Final = 74.0
SHARES: Final = (250.0, 96.0)
"""What a rating takes: with its interval, and at least."""
NAME: Final = 150.0
MOST_OF_NAMES: Final = 0.34


class LeagueCell(NamedTuple):
    """The points of an agent against another, a draw as half, and the number of games."""

    won: float
    games: int


class LeagueRow(NamedTuple):
    """An agent in the table: its rating with the 95 % interval, and its games by the others."""

    agent: str
    name: str
    rating: float
    low: float
    high: float
    cells: dict[str, LeagueCell]


def rows_of(game: str, found: Plain | None) -> list[LeagueRow]:
    """Return the rows of a league as it stands, the best first."""
    if found is None:
        return []
    cells: dict[str, dict[str, LeagueCell]] = {}
    for pair in found["pairs"]:
        won = pair["a_win_share"] * pair["games"]
        cells.setdefault(pair["a"], {})[pair["b"]] = LeagueCell(won, pair["games"])
        cells.setdefault(pair["b"], {})[pair["a"]] = LeagueCell(pair["games"] - won, pair["games"])
    return [
        LeagueRow(
            *(row["agent"], shown_name(game, row["agent"]), row["rating"]),
            *(row["ci95"][0], row["ci95"][1]),
            cells.get(row["agent"], {}),
        )
        for row in found["ratings"]
    ]


class Crosstable(Widget):
    """The table; the cursor stands on a cell, and confirm shows a game of it."""

    role, label = "grid", "The table of the league"

    def __init__(self, pane: StandingPane) -> None:
        super().__init__("Arrows choose a cell, confirm shows its next game.")
        self.pane, self.row, self.column = pane, 0, 1
        self._name, self._needed, self._brief = NAME, CELL, False

    @property
    def rows(self) -> list[LeagueRow]:
        """The agents, the best first."""
        return self.pane.rows

    def pair(self) -> tuple[str, str] | None:
        """Return the two agents of the cell under the cursor, None where there is one alone."""
        rows = self.rows
        if not rows or self.row == self.column:
            return None
        return rows[self.row].agent, rows[self.column].agent

    @property
    def spoken_value(self) -> str:
        """The two agents of the cell under the cursor."""
        found = self.pair()
        return "" if found is None else " against ".join(found)

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
        names = [canvas.text_width(row.name, size, "bold") for row in self.rows]
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
        """Draw names, cells, and ratings with their intervals."""
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

    def _draw_row(self, canvas: Canvas, number: int, row: LeagueRow) -> None:
        first = self.cell(number, 0)
        middle, left = first[1] + first[3] / 2, self.box[0]
        size = TEXT if first[3] >= 30 else NOTE
        if number % 2 == 0:
            canvas.rect((left, first[1], self.box[2], first[3]), "raised", 6, alpha=150)
        canvas.text(str(number + 1), (left + 8, middle), NOTE, "quiet", "bold")
        room = first[0] - left - RANK - 8
        canvas.text(row.name, (left + RANK, middle), size, "paper", "bold", "left", room)
        for column, other in enumerate(self.rows):
            x, y, w, h = self.cell(number, column)
            centre = (x + w / 2, y + h / 2)
            if column == number:
                canvas.rect((x + 4, y + 4, w - 8, h - 8), "line", 4, alpha=120)
                continue
            cell = row.cells[other.agent]
            told = cell_words(cell, self._brief)
            won = cell.won * 2 - cell.games
            ink = GAIN if won > 0 else LOSS if won < 0 else "quiet"
            canvas.text(told, centre, size, ink, "bold", "centre", w - 4)
        self._draw_rating(canvas, row, middle)

    def _draw_rating(self, canvas: Canvas, row: LeagueRow, middle: float) -> None:
        """Draw the rating, with its interval where there is room."""
        last = self.cell(0, len(self.rows) - 1)
        x, right = last[0] + last[2] + 16, self.box[0] + self.box[2] - 8
        canvas.text(f"{round(row.rating):+}", (right, middle), TEXT, "paper", "bold", "right")
        wide = right - 66 - x
        low, high = min(r.low for r in self.rows), max(r.high for r in self.rows)
        if wide < 40 or high <= low:
            return

        def at(points: float) -> float:
            return x + wide * (points - low) / (high - low)

        canvas.rect((x, middle - 2, wide, 4), "line", 2)
        canvas.rect((at(row.low), middle - 3, max(3.0, at(row.high) - at(row.low)), 6), "quiet", 3)
        canvas.circle((at(row.rating), middle), 6, "brass")


def cell_words(cell: LeagueCell, brief: bool = False) -> str:
    """Return an agent's points against another; `brief` leaves out the number of games."""
    return f"{cell.won:g}" if brief else f"{cell.won:g} of {cell.games}"


class StandingPane(Pane[LeagueTools]):
    """The table, what is being played, and a game of a cell to see."""

    title = "Table"
    hint = "A row against a column: points won, a draw as half. Ratings are Elo points."

    def __init__(self, room: LeagueTools) -> None:
        super().__init__(room)
        self.rows: list[LeagueRow] = []
        self.table = Crosstable(self)
        self._next = 0
        self._go = Button("Go on", self._toggle, "main", "play")
        self._see = Button("Watch", self.watch, icon="eye", hint="Watch a game of this cell")

    def begin(self) -> None:
        """Take the table anew."""
        self._take_rows()

    def _take_rows(self) -> None:
        self.rows = rows_of(self.room.game, self.room.stands["found"])
        last = max(0, len(self.rows) - 1)
        table = self.table
        table.row, table.column = min(table.row, last), min(table.column, last)
        if table.row == table.column:
            table.column = 0 if table.row else last

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take the table as it stands now."""
        self._take_rows()

    def _toggle(self) -> None:
        """Go on with the league, or stop after the games at hand."""
        if self.room.running:
            self.room.stop()
        else:
            self.room.go_on()
        self.room.refresh()

    def watch(self) -> None:
        """Show the next game of the cell."""
        pair = self.table.pair()
        if pair is None:
            self.room.shell.toast("No agent meets itself; choose another cell.")
            return
        cell = self.rows[self.table.row].cells[pair[1]]
        self.room.watch(*pair, self._next % cell.games)
        self._next += 1

    def widgets(self) -> Sequence[Widget]:
        """Return the table and what can be done."""
        stands = self.room.stands
        if not stands["agents"]:
            return ()
        self._go.label = "Stop" if self.room.running else "Go on"
        self._go.icon = "pause" if self.room.running else "play"
        going = () if stands["done"] == stands["all"] else (self._go,)
        return (self.table, *going, self._see) if self.rows else going

    def place(self, box: Box) -> None:
        """Place the table above, buttons below."""
        super().place(box)
        x, y, w, h = box
        self.table.box = (x, y + 4, w, h - 116)
        self._see.box = (x + w - 150, y + h - 52, 150, 46)
        self._go.box = (x + w - 316, y + h - 52, 150, 46)

    def draw(self, canvas: Canvas) -> None:
        """Draw what is played now, and what was remarkable."""
        x, y, w, h = self.box
        if not self.room.stands["agents"]:
            told = "No league was played yet. Choose agents, and begin."
            canvas.text(told, (x, y + 40), LABEL, "paper", max_width=w)
            return
        canvas.text(self._standing(), (x, y + h - 86), TEXT, "brass", max_width=w)
        found = self.room.stands["found"]
        told = " ".join(found["sentences"][:2]) if found else "Ratings come when each two have met."
        canvas.paragraph(told, (x, y + h - 58), w - 340, NOTE, "paper", most=3)

    def _standing(self) -> str:
        """Return the progress of the league."""
        stands = self.room.stands
        if stands["done"] == stands["all"]:
            return f"All {stands['all']} games were played."
        coming = " against ".join(shown_name(self.room.game, name) for name in stands["next"])
        told = "now" if self.room.running else "next"
        return f"{stands['done']} of {stands['all']} games; {told} {coming}"
