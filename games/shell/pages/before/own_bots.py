"""The player's own bots on the page before a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games import bots
from games.agents import AgentSpec
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Label
from games.shell.widgets.form import Look, Widget
from games.shell.widgets.ladder import PortraitLadder, places
from games.store.place import printable_path

OWN: str = "Your own"
TRUST: str = "A bot is a program that can do here whatever you can do: run only what you trust."


class ModeButton(Button):
    """One of the games that can be played in this one; `on` marks the chosen one."""

    def __init__(self, label: str, action: Callable[[], None], on: bool) -> None:
        super().__init__(label, action)
        self.on = on

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw its name, with a brass edge where it is chosen."""
        x, y, w, h = self.box
        ground = "high" if look.hovered or self.on else "raised"
        canvas.panel(self.box, ground, "brass" if self.on else "line", 2 if self.on else 1.5, 10)
        ink = "paper" if self.on else "quiet"
        size = LABEL - 4 if canvas.text_width(self.label, LABEL - 4, "bold") <= w - 12 else TEXT - 2
        canvas.text(self.label, (x + w / 2, y + h / 2), size, ink, "bold", "centre", w - 8)
        self.ring(canvas, look)


def own_room(members: Sequence[str]) -> float:
    """Return the room above the ladder for the words over own bots among its `members`."""
    return 22.0 if any(member.startswith(bots.PREFIX) for member in members) else 0.0


def draw_own(canvas: Canvas, ladder: PortraitLadder, members: Sequence[str]) -> None:
    """Draw the words over the player's own bots, the last `members` of a `ladder`."""
    if own_room(members):
        (_, y), size = places(len(members), ladder.box)[-1]
        x, _, w, _ = ladder.box
        canvas.text(OWN, (x + w / 2, y - size / 2 - 18), NOTE, "brass", "bold", "centre", w)


def open_own(shell: Shell, choices: MatchChoices) -> None:
    """Show the player's own bots; one that is chosen takes the seat in hand."""
    sit = partial(choices.sit, choices.hand)
    shell.push(OwnBotsPage(shell, choices.spec.id, choices.bots, sit))


class OwnBotsPage(Page):
    """The files among the player's own bots: those that can play, and why others cannot."""

    emblem = "keyboard"

    def __init__(
        self, shell: Shell, game: str, own: list[AgentSpec], chosen: Callable[[str], None]
    ) -> None:
        """Show the bots that are known as `own`; `chosen` gets the id of one to be met."""
        super().__init__(shell, f"{OWN} bots")
        self.game, self.chosen = game, chosen
        rows: list[Widget] = [Button("Write an example", self._write, "main", "plus")]
        rows += [Label(sentence, TEXT, "brass") for sentence in bots.refused()]
        rows += [Button(bot.name, partial(self._meet, bot.id), icon="play") for bot in own]
        place = bots.folder()
        where = "" if place is None else f"Your bots are the files in {printable_path(place)}. "
        rows.append(Label(f"{where}Drop a .py on this window to copy it there.", TEXT))
        rows.append(Label(TRUST, TEXT, "quiet"))
        self.fill(rows)

    def place(self, box: Box) -> None:
        """Place the rows in a column, apart enough for sentences of two lines."""
        self.body.column(box, 52, 16)

    def _meet(self, kept: str) -> None:
        self.chosen(kept)
        self.shell.pop()

    def _write(self) -> None:
        """Write the example of this game, say where, and have it met; no file is written over."""
        try:
            file = bots.write_example(self.game)
        except (bots.LostBot, OSError) as problem:
            self.shell.toast(f"The example was not written: {problem}")
            return
        self.shell.toast(f"The example is in {printable_path(file)}.")
        for kept in bots.own():
            if bots.name_of(kept) == file.name:
                self.chosen(kept)
        self.shell.pop()
