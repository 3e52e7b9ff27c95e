"""The page of the position editor: a grid of tiles, a strip of suns, and the oracle's answer.

A click or confirm puts a tile from the bag where it was pressed, the other button or the wheel puts
it back. What the oracle says is what a hint says: actions, lot, auction, and the odds of the bag.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, cast

from games import catalog
from games.agents import Oracle
from games.arrays import BadWeights
from games.mind import Bars, Mind, Note
from games.ra import SEAT_NAMES
from games.ra.drawing import SHAPE, draw_sun, draw_tile
from games.ra.editor.setting import BLOCK, CENTRE, Setting
from games.ra.playing.counsel import Answer, answer, mind_of
from games.ra.rules.odds import GROUPS, odds
from games.ra.rules.positions import BadPosition
from games.ra.rules.state import State
from games.ra.tiles import KINDS, RA_LIMIT
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, HEADING, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.mind.items import draw_items
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Choice, Form, inside
from games.shell.widgets.form import Look, Widget

TITLE: Final = "Position editor"
PANEL, HEAD, FOOT, NAMES, STRIP = 380.0, 84.0, 78.0, 74.0, 60.0
"""Units; chosen by eye."""
STEP: Final = 40.0
"""How far one turn of the wheel moves the answer."""
WIDE: Final = 1000.0
PAGES: Final = ("Action", "Auction", "Lot", "Odds")
ACTION, AUCTION, LOT, ODDS = range(4)
HOW: Final = "Click puts a tile there, the other button takes it back. Suns go from seat to seat."
GRID: Final = "Arrows go through the grid; confirm puts a tile there, and after the last takes all."
SUNS: Final = "Each press gives the sun on: a seat face up, face down, the next seat, the centre."
HIGHEST_SCORE: Final = 100


class Grid(Widget):
    """The tiles by place and kind, each number to be changed."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(GRID)
        self.editor, self.row, self.column = editor, 0, 1

    def cell(self, row: int, column: int) -> Box:
        """The box of a place and a kind."""
        x, y, w, h = self.box
        wide, tall = (w - NAMES) / len(KINDS), h / (len(self.editor.setting.places) + 1)
        return (x + NAMES + column * wide, y + (row + 1) * tall, wide, tall)

    def direction(self, action: str) -> bool:
        """Go to the next cell that way, or leave the grid."""
        across = {"left": -1, "right": 1}.get(action, 0)
        down = {"up": -1, "down": 1}.get(action, 0)
        row, column = self.row + down, self.column + across
        inside = 0 <= row < len(self.editor.setting.places) and 0 <= column < len(KINDS)
        if inside:
            self.row, self.column = row, column
        return inside

    def change(self, by: int) -> None:
        """Change the cell that is stood on; at its most one more press takes all back."""
        setting, kind = self.editor.setting, self.column
        place = setting.places[min(self.row, len(setting.places) - 1)]
        if not setting.change(place, kind, by) and by > 0:
            setting.change(place, kind, -setting.tiles[place][kind])
        self.editor.look_again()

    def activate(self) -> None:
        """One more."""
        self.change(1)

    def pointer(self, event: Pointer) -> bool:
        """One more by the first button, one less by another."""
        if event.kind != "down":
            return False
        for row in range(len(self.editor.setting.places)):
            for column in range(len(KINDS)):
                x, y, w, h = self.cell(row, column)
                if x <= event.x < x + w and y <= event.y < y + h:
                    self.row, self.column = row, column
                    self.change(1 if event.button == 1 else -1)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The kinds above, a row for each place."""
        setting = self.editor.setting
        for column in range(len(KINDS)):
            x, y, w, h = self.cell(-1, column)
            tall = min(h - 4, (w - 3) * SHAPE)
            draw_tile(canvas, column, (x + (w - tall / SHAPE) / 2, y, tall / SHAPE, tall))
        for row, place in enumerate(setting.places):
            x, y, w, h = self.cell(row, 0)
            self._draw_name(canvas, place, (self.box[0], y + h / 2))
            canvas.line((self.box[0], y), (self.box[0] + self.box[2], y), "line", 1)
            for column in range(len(KINDS)):
                self._draw_count(canvas, place, row, column)
        if look.focused:
            canvas.outline(self.cell(self.row, self.column), "brass", 3, 6)

    def _draw_name(self, canvas: Canvas, place: int, at: tuple[float, float]) -> None:
        if place >= 0:
            canvas.icon(SEAT_MARKS[place], (at[0] + 8, at[1]), 14, SEAT_COLOURS[place])
            canvas.text(SEAT_NAMES[place], (at[0] + 20, at[1]), NOTE, "paper", max_width=NAMES - 24)
        else:
            name = "Block" if place == BLOCK else "Gone"
            canvas.text(name, at, NOTE, "brass" if place == BLOCK else "quiet", "bold")

    def _draw_count(self, canvas: Canvas, place: int, row: int, column: int) -> None:
        x, y, w, h = self.cell(row, column)
        if not self.editor.setting.can_lie(place, column):
            return
        count = self.editor.setting.tiles[place][column]
        ink, face = ("paper", "bold") if count else ("line", "text")
        canvas.text(str(count), (x + w / 2, y + h / 2), TEXT, ink, face, "centre")


class Strip(Widget):
    """All suns with whose they are."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(SUNS)
        self.editor, self.at = editor, 1

    def coin(self, sun: int) -> Box:
        """The box of a sun."""
        x, y, w, h = self.box
        wide = w / self.editor.setting.highest
        return (x + (sun - 1) * wide, y, wide, h)

    def direction(self, action: str) -> bool:
        """To the next sun."""
        at = self.at + {"left": -1, "right": 1}.get(action, 0)
        moved = at != self.at and 1 <= at <= self.editor.setting.highest
        self.at = at if moved else self.at
        return moved

    def activate(self) -> None:
        """Give it on."""
        self.editor.setting.move_sun(min(self.at, self.editor.setting.highest), 1)
        self.editor.look_again()

    def pointer(self, event: Pointer) -> bool:
        """Give it on by the first button, back by another."""
        if event.kind != "down":
            return False
        for sun in range(1, self.editor.setting.highest + 1):
            x, _, w, _ = self.coin(sun)
            if x <= event.x < x + w:
                self.at = sun
                self.editor.setting.move_sun(sun, 1 if event.button == 1 else -1)
                self.editor.look_again()
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The coins, each with its owner's mark below."""
        for sun in range(1, self.editor.setting.highest + 1):
            x, y, w, h = self.coin(sun)
            owner = self.editor.setting.suns.get(sun)
            up = owner is not None and owner[1]
            draw_sun(canvas, sun, (x + w / 2, y + 20), min(17.0, w / 2 - 2), up)
            below = (x + w / 2, y + h - 8)
            if owner == CENTRE:
                canvas.text("C", below, NOTE, "brass", "bold", "centre")
            elif owner is not None:
                canvas.icon(SEAT_MARKS[owner[0]], below, 13, SEAT_COLOURS[owner[0]])
        if look.focused:
            canvas.outline(self.coin(self.at), "brass", 3, 8)


class Editor(Scene):
    """Any position of Ra at the start of a turn, and what it is worth."""

    title = TITLE

    def __init__(self, shell: Shell, setting: Setting) -> None:
        super().__init__(shell)
        self.setting = setting
        self.springs = Springs(0.3)
        self.mind: Mind = ()
        self.page, self.opened, self.hand = 0, False, 0
        self.scrolled, self.tall = 0.0, 0.0
        self.panel: Box | None = None
        self.oracle = cast(Oracle, catalog.watcher("ra", "oracle"))
        self._found: tuple[State, Answer] | str | None = None
        self._asked: State | None = None
        self._thread: threading.Thread | None = None
        self.form = Form((), shell.play_sound)
        self._build()
        self.look_again()

    @classmethod
    def of(cls, shell: Shell, params: Mapping[str, Any]) -> Editor:
        """The start of a game with these options."""
        return cls(shell, Setting.fresh(int(params.get("players", 3))))

    # -- widgets -----------------------------------------------------------------------

    def _build(self) -> None:
        setting = self.setting
        seats = SEAT_NAMES[: setting.players]
        scores = [str(score) for score in range(HIGHEST_SCORE + 1)]
        drawn = [str(ra) for ra in range(RA_LIMIT[setting.players])]
        score = min(HIGHEST_SCORE, setting.scores[self.hand])
        self.grid, self.strip = Grid(self), Strip(self)
        self.choices = [
            Choice("Players", ("3", "4", "5"), setting.players - 3, self._set_players),
            Choice("Epoch", ("I", "II", "III"), setting.epoch - 1, partial(self._set, "epoch", 1)),
            Choice("Ra", drawn, setting.ra, partial(self._set, "ra", 0)),
            Choice("Turn", seats, setting.turn, partial(self._set, "turn", 0)),
            Choice("Seat", seats, self.hand, self._take_in_hand),
            Choice("Score", scores, score, self._set_score),
        ]
        self.show = Choice("Show", PAGES, self.page, self._show)
        self.turn_page = Button("Answer", self._open, "main", "mind")
        self.back = Button("Back", self.shell.pop, icon="back")
        self.widgets: list[Widget] = [
            *(self.grid, self.strip, *self.choices, self.show, self.turn_page, self.back)
        ]
        self.layout(*self.shell.size)
        self.form.focus_on(self.grid)

    def _set_players(self, index: int) -> None:
        self.setting, self.hand = Setting.fresh(index + 3), 0
        self._build()
        self.form.focus_on(self.choices[0])
        self.look_again()

    def _set(self, name: str, least: int, index: int) -> None:
        setattr(self.setting, name, index + least)
        self.look_again()

    def _take_in_hand(self, index: int) -> None:
        self.hand = index
        self.choices[-1].index = min(HIGHEST_SCORE, self.setting.scores[index])

    def _set_score(self, index: int) -> None:
        self.setting.scores[self.hand] = index
        self.look_again()

    def _show(self, index: int) -> None:
        self.page, self.scrolled = index, 0.0
        self._tell()

    def _open(self) -> None:
        """Show the answer over the grid, or the grid."""
        self.opened = not self.opened
        self.layout(*self.shell.size)

    # -- the answer --------------------------------------------------------------------

    def look_again(self) -> None:
        """Something was changed: ask the oracle about it."""
        try:
            state = self.setting.state()
        except BadPosition as problem:
            self._asked, self._found = None, str(problem)
        else:
            self._asked, self._found = state, None
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._think, daemon=True)
                self._thread.start()
        self._tell()

    def _think(self) -> None:
        """Answer what was asked last, until nothing newer was asked meanwhile."""
        while (state := self._asked) is not None and self._found is None:
            try:
                found: tuple[State, Answer] | str = (state, answer(self.oracle, state))
            except BadWeights as problem:
                found = str(problem)
            if state is self._asked:
                self._found = found

    def wait(self) -> None:
        """Come back when the answer is there."""
        if self._thread is not None:
            self._thread.join()
        self._tell()

    def _tell(self) -> None:
        """The answer as figures, or why there is none."""
        found = self._found
        if found is None:
            self.mind = (Note("One moment."),)
        elif isinstance(found, str):
            self.mind = (Note(found),)
        elif self.page == ODDS:
            self.mind = odds_of(found[0])
        else:
            told = mind_of(found[1], found[0], SEAT_NAMES[: found[0].players])
            lots = told[2 : 3 + len(found[1].worths)] if found[1].worths else ()
            nothing: Mind = (Note("The block is empty: there is no lot."),)
            pages = {ACTION: told[:2], AUCTION: told[2 + len(lots) :], LOT: lots or nothing}
            self.mind = pages[self.page]

    # -- the scene ---------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Show an answer that has come."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        if self.mind == (Note("One moment."),):
            self._tell()

    def next_frame(self) -> float | None:
        """While an answer is on its way."""
        if self.mind == (Note("One moment."),):
            return 0.05
        return 0.0 if self.springs.moving else None

    def layout(self, width: float, height: float) -> None:
        """Grid, suns and choices at the left, the answer at the right or over them."""
        wide = width >= WIDE
        self.form.widgets = [w for w in self.widgets if not wide or w is not self.turn_page]
        self.panel = None
        if wide or self.opened:
            self.panel = (width - PANEL - EDGE / 2, HEAD, PANEL, height - HEAD - FOOT)
        self.turn_page.label = "Grid" if self.opened and not wide else "Answer"
        right = width - PANEL - EDGE - 16 if wide else width - EDGE
        room = right - EDGE
        top = height - FOOT - 100 - STRIP - 8
        self.grid.box = (EDGE, HEAD, room, top - HEAD - 8)
        self.strip.box = (EDGE, top, room, STRIP)
        step = (room + 12) / 3
        for number, choice in enumerate(self.choices):
            across, down = number % 3, number // 3
            at = height - FOOT - 96 + 48 * down
            choice.box = (EDGE + across * step, at, step - 12, 42)
        foot = height - FOOT + 14
        self.show.box = (EDGE, foot, 300, 44)
        self.turn_page.box = (width - EDGE - 324, foot, 156, 44)
        self.back.box = (width - EDGE - 156, foot, 156, 44)

    def handle(self, event: InputEvent) -> bool:
        """The form; back leaves."""
        if isinstance(event, Press) and event.action in ("back", "pause"):
            self.shell.pop()
            return True
        if isinstance(event, Wheel) and self.panel and inside(self.panel, event.x, event.y):
            most = max(0.0, self.tall + 24 - self.panel[3])
            self.scrolled = min(most, max(0.0, self.scrolled - STEP * event.turn))
            return True
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        """Everything, the answer over the grid where the window is narrow."""
        canvas.fill("ink")
        canvas.icon("edit", (EDGE + 18, 44), 32, "brass")
        used = canvas.text(TITLE, (EDGE + 48, 44), HEADING, "paper", "title")
        left = EDGE + 48 + used + 20
        canvas.paragraph(HOW, (left, 28), canvas.width - EDGE - left, NOTE, "quiet", most=2)
        self.form.draw(canvas)
        if self.panel is not None:
            canvas.panel(self.panel, "raised", "line", 1.5)
            x, y, w, h = self.panel
            with canvas.clip(self.panel):
                room = (x + 14, y + 12, w - 28, h - 24)
                self.tall = draw_items(canvas, self.mind, room, self.springs, self.scrolled)


def odds_of(state: State) -> Mind:
    """The odds of the next tile, and how soon the epoch may end."""
    found = odds(state)
    if not found["bag"]:
        return (Note("The bag is empty."),)
    shares = {"Ra": found["next"].get("ra", 0.0)}
    shares |= {name.capitalize(): found["groups"][name] for name in GROUPS}
    for name in ("pharaoh", "nile", "flood", "god", "gold"):
        shares[name.capitalize()] = found["next"].get(name, 0.0)
    within = {f"within {n}": found["ends_within"][n - 1] for n in (1, 2, 3, 4, 6, 8, 10, 12)}
    return (
        Bars(f"The next of {found['bag']} tiles", tuple(shares), tuple(shares.values())),
        Bars("The epoch ends, in draws", tuple(within), tuple(within.values())),
    )
