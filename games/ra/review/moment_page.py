"""A choice of a finished game of Ra on the table as it was: what was done, and what could be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games.core import Event
from games.mind import Bars, Mind, Note, percent
from games.ra.bar import Words
from games.ra.editor.beside import set_up
from games.ra.playing.counsel import SHOWN, to_person
from games.ra.playing.hinting import short_names
from games.ra.review.judging import Judged
from games.ra.stills import FOOT, StillTable, still_look, without_colours
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, NOTE
from games.shell.draw.tween import Springs
from games.shell.mind.items import draw_items
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, inside

PANEL, SAID = 380.0, 88.0
"""Units; chosen by eye."""
WIDE = 1000.0
"""From here on the figures stand beside the table."""


class MomentPage(StillTable):
    """The moment of a `judged` choice, after the events `before`; `go_on` plays on from it."""

    title = "Review"

    def __init__(
        self,
        shell: Shell,
        judged: Judged,
        before: Sequence[Event],
        names: Sequence[str],
        go_on: Callable[[], None],
    ) -> None:
        asked = judged.asked
        called = without_colours(names)
        edit = partial(set_up, shell, asked.state, called)
        super().__init__(shell, len(names), asked.seat, edit)
        self.judged, self.names = judged, tuple(names)
        self.springs = Springs(0.4)
        self.mind = figures_of(judged, short_names(called))
        self.opened = False
        self.panel: Box | None = None
        own = self.names[asked.seat]
        lead = "You did" if own == "You" else f"{own} did"
        prompt = f"{lead}: {judged.own.words}. Better: {judged.best.words}."
        points = f" and {judged.points:.1f} points" if judged.points >= 0.05 else ""
        line = f"It gave away {100 * judged.lost:.0f}% of the chance to win{points}."
        self.look = still_look(asked.state, self.names, Words(prompt, line), before)
        self.unfold = Button("Figures", self._unfold, icon="stats")
        self.play = Button("Play on", go_on, icon="play")
        self.form.widgets = [self.unfold, self.edit, self.play, self.back]
        self.form.focus_on(self.back)
        self.layout(*shell.size)

    def _unfold(self) -> None:
        """Show the figures over the table, or the table."""
        self.opened = not self.opened
        self.layout(*self.shell.size)

    def update(self, dt: float) -> None:
        """Let the figures grow."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)

    def next_frame(self) -> float | None:
        """While the figures grow."""
        return 0.0 if self.springs.moving else None

    def layout(self, width: float, height: float) -> None:
        """The table, the figures beside or over it, and the buttons below."""
        wide = width >= WIDE
        self.unfold.enabled = not wide
        self.unfold.label = "Table" if self.opened and not wide else "Figures"
        self.panel = None
        if wide or self.opened:
            self.panel = (width - PANEL, 0.0, PANEL, height - FOOT)
        self.place_table(width - PANEL if wide else width, height - FOOT)
        beside = [] if wide else [self.unfold]
        self.place_foot([*beside, self.edit, self.play, self.back], width, height, SAID)

    def covered(self, x: float, y: float) -> bool:
        """The figures lie over the table where the window is narrow."""
        return self.panel is not None and inside(self.panel, x, y)

    def draw(self, canvas: Canvas) -> None:
        """The table as it was, and what each choice was worth."""
        canvas.fill("ink")
        self.board.draw(canvas, self.pointed)
        if self.panel is not None:
            x, y, w, h = self.panel
            canvas.rect(self.panel, "ink")
            with canvas.clip(self.panel):
                draw_items(canvas, self.mind, (x + 16, y + 16, w - 32, h - 24), self.springs)
        canvas.text("As it was", (EDGE, canvas.height - FOOT / 2), NOTE, "quiet")
        self.form.draw(canvas)


def figures_of(judged: Judged, names: Sequence[str]) -> Mind:
    """Why the best choice is the best, and what each was worth; what was done has a tick.

    `names` are those of the seats.
    """
    rows = list(judged.actions[:SHOWN])
    if judged.own not in rows:
        rows = [*rows[: SHOWN - 1], judged.own]
    bars = Bars(
        "The chance to win, and points ahead",
        tuple(row.words.replace("use a god for ", "god: ") for row in rows),
        tuple(min(1.0, max(0.0, row.value)) for row in rows),
        chosen=0,
        truth=rows.index(judged.own),
        words=tuple(f"{percent(min(1.0, max(0.0, row.value)))}  {row.points:+.1f}" for row in rows),
        help="After each action, if all do their best from then on. The best one has a frame, what "
        "was done a tick.",
        seat=judged.asked.seat,
        whole=True,
    )
    return (Note(to_person(judged.reason, names, names[judged.asked.seat])), bars)
