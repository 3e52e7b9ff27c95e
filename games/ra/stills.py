"""A still table of Ra: the drawing of a position without play.

Moments of a review and of the history use it; the events before them may be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from games.core import Event
from games.ra import SPEC
from games.ra.bar import Words
from games.ra.board import BoardView, Look
from games.ra.editor.beside import SET_UP
from games.ra.model import Showing
from games.ra.playing.prompts import told_of
from games.ra.rules.state import State
from games.ra.visibility import Veil
from games.shell.draw.theme import EDGE
from games.shell.input import InputEvent, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form
from games.shell.widgets.form import Widget
from games.shell.widgets.page import leaves

FOOT: Final = 60.0
"""Units, of the buttons below the table; chosen by eye."""
WIDEST: Final = 250.0
NO_VEIL: Final = Veil()


class StillTable(Scene):
    """The base of pages with a still table: the board, buttons below, and the editor.

    `first` is the seat whose row stands lowest; `edit` opens the editor with the table on show. The
    last line explains the spot under the mouse, in place of the line of the `look`.
    """

    look: Look

    contexts = ("menu", "play", "all")
    actions = SPEC.actions

    def __init__(self, shell: Shell, players: int, first: int, edit: Callable[[], None]) -> None:
        super().__init__(shell)
        self.board, self.players, self.first = BoardView(), players, first
        self.edit = Button(SET_UP, edit, icon="edit")
        self.back = Button("Back", shell.pop, "main", "back")
        self.form = Form((self.edit, self.back), shell.play_sound)
        self.form.focus_on(self.back)

    def place_table(self, width: float, height: float) -> None:
        """The board has this room."""
        self.board.place((0, 0, width, height), self.players, width - 8, self.first, False)

    def place_foot(
        self, widgets: Sequence[Widget], width: float, height: float, said: float
    ) -> None:
        """Place buttons side by side, the last at the right edge of a window of this size.

        `said` units at the left are left free for words.
        """
        focus, self.form.widgets = self.form.focused, list(widgets)
        self.form.focus_on(focus if focus is not None and focus in widgets else self.back)
        step = min(WIDEST, (width - 2 * EDGE - said + 12) / len(widgets))
        for number, button in enumerate(reversed(widgets)):
            button.box = (width - EDGE - (number + 1) * step + 12, height - FOOT + 4, step - 12, 48)

    @property
    def pointed(self) -> Look:
        """The look, with what the mouse points at."""
        look, at = self.look, self.shell.input.state.pointer
        spot = "" if self.covered(*at) else self.board.spot_at(look, *at)
        told = told_of(spot, look.state, look.block, look.names)
        if not told:
            return look
        return replace(look, hover=spot, words=look.words._replace(line=told))

    def covered(self, x: float, y: float) -> bool:
        """Return whether a part lies over the table at a point."""
        return False

    def handle(self, event: InputEvent) -> bool:
        """Handle the buttons, the way out, and E for the editor as at the table."""
        if leaves(event):
            self.shell.pop()
            return True
        if isinstance(event, Press) and event.action == "set_up" and not event.repeat:
            self.edit.activate()
            return True
        return self.form.handle(event)


def without_colours(names: Iterable[str]) -> list[str]:
    """Return names for places beside marks, which distinguish equal names."""
    return [name.split(" (")[0] for name in names]


def still_look(
    state: State,
    names: Sequence[str],
    words: Words,
    before: Iterable[Event] = (),
    hover: str = "",
    veil: Veil = NO_VEIL,
    counting: bool = True,
) -> Look:
    """Return the look of a `state` through a `veil`, after the events `before`.

    `counting` shows odds.
    """
    showing = Showing()
    showing.follow(before)
    epoch = showing.epochs[-1]["epoch"] if showing.epochs else 0
    seats = range(state.players)
    return Look(
        state=state,
        block=showing.tiles_of(state.block),
        names=tuple(names),
        called=tuple(without_colours(names)),
        scores=tuple(None if n in veil.scores else score for n, score in enumerate(state.scores)),
        gained=tuple(showing.points(epoch, seat) for seat in seats),
        dark=veil.suns,
        said=showing.said,
        newest=showing.newest,
        bids=showing.bids,
        held=showing.held,
        offers=(),
        marks=(),
        cursor="",
        hover=hover,
        asked="",
        words=words,
        hidden=frozenset(),
        counting=counting,
    )
