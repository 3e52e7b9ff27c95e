"""The arcade in six sentences: help in the hall."""

from __future__ import annotations

from typing import Final

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import LABEL
from games.shell.input import InputEvent, Press
from games.shell.pages.page import Page
from games.shell.shell import Shell

SENTENCES: Final = (
    (
        "mind",
        "These are small games against machines that show you what they think; many learn how "
        "you play.",
    ),
    (
        "lock",
        "Where both sides choose at once, the machine seals its move before you make yours, and "
        "the seal can be checked afterwards.",
    ),
    (
        "eye",
        "Press {mind} in a game to see its mind: what it expects of you, how sure it is, and why.",
    ),
    (
        "profile",
        "What it learns about you stays on this machine, where you can look at it and delete it.",
    ),
    (
        "play",
        "Choose a game with the arrow keys, the mouse or a gamepad, and press {confirm} to play; "
        "{help} there explains its rules.",
    ),
    (
        "dice",
        "{today} opens today's match, one try a day that is the same for everybody.",
    ),
)
"""An icon and a sentence each; actions in braces stand as the keys that they have now."""
SIZE: Final = LABEL - 4  # of the text; chosen by eye
GAP: Final = 14.0  # units between sentences; chosen by eye


class AboutPage(Page):
    """Six sentences with an icon each."""

    emblem = "help"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, "What this is")
        self.foot.focus_first()

    def sentences(self) -> list[tuple[str, str]]:
        """Return icons and sentences, with the keys or buttons that lead there now."""
        actions = ("mind", "confirm", "help", "today")
        labels = {action: self.shell.input.label(action) for action in actions}
        return [(icon, text.format_map(labels)) for icon, text in SENTENCES]

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the sentences, one under the other."""
        x, y, w, _ = self.body_box
        line = canvas.line_height(SIZE)
        for icon, text in self.sentences():
            canvas.icon(icon, (x + 16, y + line / 2), 28, "brass")
            y += max(line, canvas.paragraph(text, (x + 52, y), w - 52, SIZE)) + GAP

    def handle(self, event: InputEvent) -> bool:
        """Help closes what it opened."""
        if isinstance(event, Press) and event.action == "help" and not event.repeat:
            self.close()
            return True
        return super().handle(event)
