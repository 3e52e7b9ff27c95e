"""The table of Ra as it was when a line of the history had come true, and from there line by line.

What was hidden from who looks stays hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Event, Turn
from games.ra.bar import Words
from games.ra.playing.chronicle import Told, paragraphs
from games.ra.rules import GAME
from games.ra.rules.state import State, view_of
from games.ra.stills import FOOT, NO_VEIL, StillTable, still_look
from games.ra.visibility import Veil
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, NOTE
from games.shell.input import InputEvent, Press
from games.shell.shell import Shell
from games.shell.widgets.basic import Button
from games.spec import Params

STEPS: Final = {"up": 1, "down": -1, "step": 1, "step_back": -1}
"""What leads to the line above, which is the later one, and below, as they stand in the history."""
SAID: Final = 96.0
"""Units beside the buttons; chosen by eye."""


@dataclass(frozen=True)
class Past:
    """A match up to now: its `params`, its `turns`, and the visible events of each.

    The `veil` hides the rest from the viewer, `counting` shows odds, `first` is the viewer's seat,
    `edit` opens the editor with a table.
    """

    params: Params
    turns: Sequence[Turn]
    revealed: Sequence[Sequence[Event]]
    edit: Callable[[State], None] = lambda state: None
    veil: Veil = NO_VEIL
    counting: bool = True
    first: int = 0

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        return [event for turn in self.revealed for event in turn]

    def told(self, names: Sequence[str]) -> list[Told]:
        """Return a paragraph for every turn, in order of time."""
        return paragraphs(self.events, names)

    def played(self, told: Told) -> tuple[int, int]:
        """Return the number of turns played at a line, and the number of their events."""
        turns, events = 0, 0
        while events < told.events:
            events += len(self.revealed[turns])
            turns += 1
        return turns, events

    def stood(self, told: Told) -> int:
        """Return the number of turns played at the table that a line shows.

        After the last turn of an epoch, show the table before scoring: the tiles won by then still
        lie there.
        """
        played, count = self.played(told)
        own = self.revealed[played - 1] if played else ()
        ended = next((n for n, event in enumerate(own) if event.kind == "epoch"), None)
        early = ended is not None and told.events - (count - len(own)) <= ended + 1
        return played - early

    def moment(self, told: Told) -> tuple[State, Sequence[Event]]:
        """Return the table that a line shows, and what had happened until then."""
        played = self.stood(told)
        state = GAME.new(self.params)
        for turn in self.turns[:played]:
            state, _ = GAME.apply(state, dict(turn))
        before = [event for turn in self.revealed[:played] for event in turn]
        return view_of(state), before


class PastPage(StillTable):
    """The moment of one of the lines `told`, and of the lines before and after it.

    `went` is called with the number of each line that is shown.
    """

    title = "History"

    def __init__(
        self,
        shell: Shell,
        past: Past,
        names: Sequence[str],
        number: int,
        went: Callable[[int], None],
    ) -> None:
        self.past, self.names, self.went = past, tuple(names), went
        self.told = past.told(names)
        super().__init__(shell, len(names), past.first, lambda: past.edit(self.state))
        self.earlier = Button("Earlier", lambda: self.go(-1), icon="step-back")
        self.later = Button("Later", lambda: self.go(1), icon="step")
        self.number = number
        self.go(0)
        self.layout(*shell.size)

    def go(self, by: int) -> None:
        """Show a later line, or an earlier one."""
        self.number = min(max(0, self.number + by), len(self.told) - 1)
        told = self.told[self.number]
        self.state, before = self.past.moment(told)
        words = Words(told.text, "The table as it was then.", self._keys())
        veil, counting = self.past.veil, self.past.counting
        self.look = still_look(self.state, self.names, words, before, "", veil, counting)
        self.earlier.enabled = self.number > 0
        self.later.enabled = self.number < len(self.told) - 1
        if self.form.focused is not None and not self.form.focused.enabled:
            self.form.focus_on(self.back)
        self.went(self.number)

    def _keys(self) -> str:
        label = self.shell.input.label
        return f"{label('up')} later, {label('down')} earlier"

    def layout(self, width: float, height: float) -> None:
        """The table, and the buttons below."""
        self.place_table(width, height - FOOT)
        self.place_foot((self.earlier, self.later, self.edit, self.back), width, height, SAID)

    def handle(self, event: InputEvent) -> bool:
        """Lines as they stand in the history, the later above."""
        if isinstance(event, Press) and event.action in STEPS:
            self.go(STEPS[event.action])
            return True
        return super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        """The table as it was, and which line of how many."""
        canvas.fill("ink")
        self.board.draw(canvas, self.pointed)
        said = f"{self.number + 1} of {len(self.told)}"
        canvas.text(said, (EDGE, canvas.height - FOOT / 2), NOTE, "quiet")
        self.form.draw(canvas)
