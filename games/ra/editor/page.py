"""The page of the position editor: a grid of tiles, a strip of suns, and the oracle's answer.

A click or confirm puts a tile from the bag where it was pressed, the other button puts it back.
The oracle's answer has the parts of a hint: actions, lot, auction, and the odds of the bag. A
position can be copied as a line, pasted, and played from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, cast

from games import catalog
from games.agents import LostWeights
from games.arrays import BadWeights
from games.core import BadPosition, Seating
from games.mind import Bars, Mind, Note
from games.ra import SEAT_NAMES, SPEC
from games.ra.asks import Oracle
from games.ra.editor.pads import GRID, SeatChoice, SunStrip, TilePad
from games.ra.editor.setting import Setting
from games.ra.playing.counsel import Answer, answer, sections_of
from games.ra.rules.lines import LONGEST, from_line, to_line
from games.ra.rules.odds import GROUPS, odds
from games.ra.rules.state import State
from games.ra.tiles import RA_LIMIT
from games.session.seat_names import short_names
from games.session.setup import HUMAN, Setup
from games.session.starting import fresh_seed
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE
from games.shell.opening import start_table
from games.shell.pages.editor import Editor
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Choice
from games.shell.widgets.form import Widget

TITLE: Final = "Position editor"
PANEL, HEAD, FOOT, STRIP = 380.0, 90.0, 78.0, 60.0
"""Units; chosen by eye."""
WIDE: Final = 1000.0
SHOW: Final = 58.0
"""The head of the answer, where its pages are turned."""
MOST_WIDE: Final = 520.0
"""Figures grow no wider than this."""
PAGES: Final = ("Action", "Auction", "Lot", "Odds")
ACTION, AUCTION, LOT, ODDS = range(4)
RIVALS: Final = ("net+", "heuristic")
"""The agents that play a position on: the first of them whose weights are there."""
HIGHEST_SCORE: Final = 100


class RaEditor(Editor[State, Answer]):
    """Any position of Ra at the start of a turn, and what it is worth.

    `called` is who sits in each seat, () where the position is of no match.
    """

    title = TITLE
    how = GRID
    refusals, known = (BadPosition,), (BadWeights,)
    longest = LONGEST + 1
    copied = "Copied as one line."

    def __init__(self, shell: Shell, setting: Setting, called: Sequence[str] = ()) -> None:
        self.oracle = cast(Oracle, catalog.watcher("ra", "oracle"))
        super().__init__(shell)
        self.setting, self.called = setting, tuple(called)
        self.page, self.opened, self.hand, self.wide = 0, False, 0, True
        self.panel: Box | None = None
        self._build()
        self.look_again()

    @classmethod
    def of(cls, shell: Shell, params: Mapping[str, Any]) -> RaEditor:
        """Return the start of a game with these options."""
        return cls(shell, Setting.fresh(int(params.get("players", 3))))

    # -- widgets -----------------------------------------------------------------------

    def _build(self) -> None:
        setting = self.setting
        players = setting.players
        scores = [str(score) for score in range(HIGHEST_SCORE + 1)]
        drawn = [str(ra) for ra in range(RA_LIMIT[players])]
        score = min(HIGHEST_SCORE, setting.scores[self.hand])
        self.grid, self.strip = TilePad(self), SunStrip(self)
        self.choices = [
            Choice("Players", ("3", "4", "5"), players - 3, self._set_players),
            Choice("Epoch", ("I", "II", "III"), setting.epoch - 1, partial(self._set, "epoch", 1)),
            Choice("Ra", drawn, setting.ra, partial(self._set, "ra", 0)),
            SeatChoice("Turn", players, self.called, setting.turn, partial(self._set, "turn", 0)),
            SeatChoice("Seat", players, self.called, self.hand, self._take_in_hand),
            Choice("Score", scores, score, self._set_score),
        ]
        self.show = Choice("Show", PAGES, self.page, self._show)
        self.turn_page = Button("Answer", self._open, icon="mind")
        self.buttons = [
            Button("Play", self._ask_seat, "main", "play", "A game from here, for practice."),
            *self.text_buttons(),
            Button("Back", self.shell.pop, icon="back"),
        ]
        self.layout(*self.shell.size)
        self.form.focus_on(self.grid)

    def _set_players(self, index: int) -> None:
        self.setting, self.hand, self.called = Setting.fresh(index + 3), 0, ()
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
        self.show_answer()

    def _open(self) -> None:
        """Show the answer over the grid, or the grid."""
        self.opened = not self.opened
        self.layout(*self.shell.size)

    # -- the answer --------------------------------------------------------------------

    def look_again(self) -> None:
        """Ask the oracle about what was changed."""
        try:
            self.ask(self.setting.state())
        except BadPosition as problem:
            self.refuse(str(problem))

    def answer(self, question: State) -> Answer:
        """Return the oracle's answer about a position."""
        return answer(self.oracle, question)

    def show_answer(self) -> None:
        """Show the page of the answer that is chosen, or why there is none."""
        state, found = self.latest.question, self.latest.answer
        if state is None or found is None:
            self.mind = (Note(self.latest.problem),) if self.latest.problem else self.mind
        elif self.page == ODDS:
            self.mind = odds_of(state)
        else:
            names = short_names(self.called or SEAT_NAMES[: state.players])
            told = sections_of(found, state, names, names[state.actor])
            nothing: Mind = (Note("The block is empty: there is no lot."),)
            pages = {ACTION: told.actions, AUCTION: told.auction, LOT: told.lot or nothing}
            self.mind = pages[self.page]

    # -- a line of text, and a game from here ------------------------------------------

    def line(self) -> str:
        """Return the position as one line; raises `BadPosition`."""
        return to_line(self.setting.state())

    def set_up(self, line: str) -> None:
        """Set up the position of a `line`; raises `BadPosition`."""
        state = from_line(line, self.setting.free)
        self.setting, self.hand, self.called = Setting(state), 0, ()
        self._build()
        self.look_again()

    def _ask_seat(self) -> None:
        """Ask for the seat of the person."""
        try:
            state = self.setting.state()
        except BadPosition as problem:
            self.shell.toast(str(problem))
            return
        name = catalog.agent("ra", RIVALS[0]).name
        told = f"{name} plays the other seats. The game is not recorded."
        self.ask_side(SEAT_NAMES[: state.players], told, state.turn)

    def play(self, seat: int) -> None:
        """Begin a game from here with a person in a `seat`; it is not recorded."""
        state = self.setting.state()
        chosen = {"players": state.players, "position": to_line(state)}
        params = SPEC.params({**chosen, "gods_on_full_block": state.free})
        for name in RIVALS:
            seats = [Seating(name)] * state.players
            seats[seat] = Seating(HUMAN)
            setup = Setup("ra", tuple(seats), params, fresh_seed(), practice=True)
            try:
                table = start_table(self.shell, setup, ())
            except LostWeights as problem:
                self.shell.toast(str(problem))
            else:
                self.shell.push(table)
                self.shell.toast("Practice: played from a position, so no record is kept.")
                return

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Place grid, suns and choices at the left, the answer at the right or in their place."""
        self.wide = width >= WIDE
        beside = (width - PANEL - EDGE / 2, HEAD, PANEL, height - HEAD - FOOT)
        over = (EDGE / 2, HEAD, width - EDGE, height - HEAD - FOOT)
        self.panel = beside if self.wide else over if self.opened else None
        self.answer_box = None
        self.turn_page.label = "Grid" if self.opened and not self.wide else "Answer"
        self.form.widgets = self._shown()
        self._place_choices(width, height)
        if self.panel is not None:
            x, y, w, h = self.panel
            self.show.box = (x + 8, y + 8, min(w - 16, PANEL - 16), 44)
            self.answer_box = (x + 14, y + SHOW, min(w - 28, MOST_WIDE), h - SHOW - 12)
        buttons = self._foot()
        self.place_foot(buttons, height - FOOT + 14, 168.0)
        _, foot, wide, tall = buttons[-1].box
        buttons[-1].box = (width - EDGE - wide, foot, wide, tall)

    def _shown(self) -> list[Widget]:
        """Return the places that can have the focus, in the order of reading."""
        grid: list[Widget] = [self.grid, self.strip, *self.choices]
        if not self.wide and self.opened:
            grid = []
        show = [] if self.panel is None else [self.show]
        return [*grid, *show, *self._foot()]

    def _foot(self) -> list[Button]:
        return self.buttons if self.wide else [self.turn_page, *self.buttons]

    def _place_choices(self, width: float, height: float) -> None:
        """The grid, the suns below it, and below them the rest."""
        right = width - PANEL - EDGE - 16 if self.wide else width - EDGE
        room, top = right - EDGE, height - FOOT - 100 - STRIP - 8
        self.grid.box = (EDGE, HEAD, room, top - HEAD - 8)
        self.strip.box = (EDGE, top, room, STRIP)
        step = (room + 12) / 3
        for number, choice in enumerate(self.choices):
            across, down = number % 3, number // 3
            at = height - FOOT - 96 + 48 * down
            choice.box = (EDGE + across * step, at, step - 12, 42)

    def draw(self, canvas: Canvas) -> None:
        """Draw everything, the answer in place of the grid where the window is narrow."""
        canvas.fill("ink")
        self.draw_head(canvas)
        if self.panel is not None and self.answer_box is not None:
            canvas.panel(self.panel, "raised", "line", 1.5)
            self.draw_answer(canvas, self.answer_box)
        self.form.draw(canvas)


def odds_of(state: State) -> Mind:
    """Return the odds of the next tile, and how soon the epoch may end."""
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
        Bars("The epoch ends, in draws", tuple(within), tuple(within.values()), whole=True),
    )
