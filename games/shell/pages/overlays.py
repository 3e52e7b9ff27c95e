"""Overlays on a scene: cards and dialogs, and the curtain between two people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import HEADING, TEXT
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, Widget
from games.store.profiles import Profile

Entry = tuple[str, str, Callable[[], None]]
"""Label, icon and action of a button."""
MORE: Final = "More"


class Overlay(Scene):
    """A panel in the middle with a title, some text and buttons, over the scene below."""

    overlay = True
    width = 560.0
    most_lines = 8  # of text; chosen by eye
    room = 0.0
    """The units between text and buttons for what a page draws there itself."""

    def __init__(self, shell: Shell, title: str, text: str = "") -> None:
        super().__init__(shell)
        self.title, self.text = title, text
        self.form = Form((), shell.play_sound)
        self.form.widgets = list(self.widgets())
        self.form.wraps = True
        self.form.focus_first()
        self._size = (0.0, 0.0)
        self.box = (0.0, 0.0, 0.0, 0.0)

    def widgets(self) -> Sequence[Widget]:
        """Return the buttons, from top to bottom."""
        return ()

    def layout(self, width: float, height: float) -> None:
        """Centre the panel; its height follows from the text, once a canvas can measure it."""
        self._size = (width, height)
        self._place(30.0 * min(self.most_lines, len(self.text) // 48 + 1))

    def _place(self, body: float) -> None:
        width, height = self._size
        buttons = self.form.widgets
        body = (body + 16 if self.text else 0.0) + self.room
        pitch = min(64.0, (height - 136 - body) / max(1, len(buttons)))
        tall = 104 + body + pitch * len(buttons) + 16
        left, top = (width - self.width) / 2, (height - tall) / 2
        self.box = (left, top, self.width, tall)
        for number, widget in enumerate(buttons):
            place = top + 104 + body + pitch * number
            widget.box = (left + 32, place, self.width - 64, pitch - 12)

    def draw(self, canvas: Canvas) -> None:
        """Darken what is below and draw the panel."""
        lines = canvas.wrap(self.text, self.width - 64, TEXT) if self.text else ()
        self._place(canvas.line_height(TEXT) * min(self.most_lines, len(lines)))
        canvas.rect((-400, -400, canvas.width + 800, canvas.height + 800), "ink", alpha=190)
        canvas.panel(self.box, "raised", "line", 2, 16)
        x, y, w, _ = self.box
        canvas.text(self.title, (x + w / 2, y + 56), HEADING, "paper", "title", "centre", w - 48)
        if self.text:
            place = (x + 32, y + 96)
            canvas.paragraph(self.text, place, w - 64, TEXT, "quiet", most=self.most_lines)
        self.form.draw(canvas)

    def handle(self, event: InputEvent) -> bool:
        """Ask the buttons first; close with back."""
        if self.form.handle(event):
            return True
        if isinstance(event, Press) and event.action in ("back", "pause"):
            self.cancel()
            return True
        return False

    def cancel(self) -> None:
        """Close, as back does."""
        self.shell.pop()

    @property
    def wants_text(self) -> bool:
        """True if a text field has the focus."""
        return self.form.wants_text


class Rest(Overlay):
    """The entries behind More of a page below.

    The pause page `before` comes back before an entry is done; a page that is still there needs
    none.
    """

    def __init__(self, shell: Shell, entries: Sequence[Entry], before: Scene | None = None) -> None:
        self._entries, self._before = list(entries), before
        super().__init__(shell, MORE)

    def cancel(self) -> None:
        """Go back to the page below."""
        if self._before is None:
            self.shell.pop()
        else:
            self.shell.replace(self._before)

    def widgets(self) -> Sequence[Widget]:
        """Return a button for each entry, and the way back."""
        found = [Button(label, self._then(act), icon=icon) for label, icon, act in self._entries]
        return (*found, Button("Back", self.cancel, icon="back"))

    def _then(self, act: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            self.cancel()
            act()

        return run


class Card(Overlay):
    """A message with one button, as after a fault."""

    width = 680.0

    def __init__(self, shell: Shell, title: str, text: str, note: str = "") -> None:
        super().__init__(shell, title, f"{text}\n{note}" if note else text)

    def widgets(self) -> Sequence[Widget]:
        """Return one button that closes."""
        return (Button("Go on", self.cancel, "main"),)


class Dialog(Overlay):
    """A question with answers; each answer closes the dialog and runs its action.

    The focus begins on the one that cancels, as what is asked about would be lost, or else on the
    `main` one, by its place.
    """

    def __init__(
        self,
        shell: Shell,
        title: str,
        text: str,
        answers: Sequence[tuple[str, Callable[[], None]]],
        main: int = -1,
    ) -> None:
        self._answers, self._main = list(answers), main
        super().__init__(shell, title, text)
        self.form.focus_on(self.form.widgets[main])

    def widgets(self) -> Sequence[Widget]:
        """Return a button for each answer, and one to cancel."""
        buttons = [Button(label, self._answer(action)) for label, action in self._answers]
        buttons.append(Button("Cancel", self.cancel))
        buttons[self._main].kind = "main"
        return buttons

    def _answer(self, action: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            self.shell.pop()
            action()

        return run


def ask_to_forget(shell: Shell, profile: Profile, game: str, done: Callable[[], None]) -> None:
    """Ask before what a `game` learned about a player is erased; `done` is called afterwards."""

    def forget() -> None:
        if shell.library.forget_learned(profile.id, game):
            shell.toast("Erased.")
        done()

    title = catalog.spec(game).title
    text = f"Your opponents in {title} will forget all about {profile.name}."
    shell.push(Dialog(shell, "Erase it all?", text, [("Erase", forget)]))


OPENS = ("confirm", "skip", "choice_1")
"""The actions that open the curtain."""


class Curtain(Scene):
    """A curtain over the whole table until the person to move confirms that no other looks."""

    title = "Curtain"
    contexts = ("menu", "choice", "play", "all")

    def __init__(
        self, shell: Shell, name: str, rise: Callable[[], None], pause: Callable[[], None]
    ) -> None:
        """`name` is who looks next, from `rise` on; `pause` opens the pause page, over it."""
        super().__init__(shell)
        self.name = name
        self._rise, self._pause = rise, pause

    def handle(self, event: InputEvent) -> bool:
        """Confirm, a click or the first button of a pad opens; back pauses behind it."""
        pressed = isinstance(event, Press) and event.action in OPENS and not event.repeat
        clicked = isinstance(event, Pointer) and event.kind == "down" and event.button == 1
        if pressed or clicked:
            self._rise()
            self.shell.pop()
            return True
        if isinstance(event, Press) and event.action in ("back", "pause") and not event.repeat:
            self._pause()
            return True
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draw a covered table, and the name of the person whose turn it is to look."""
        canvas.fill("ink")
        x, y = canvas.width / 2, canvas.height / 2
        canvas.icon("eye-off", (x, y - 96), 72, "brass")
        canvas.text(f"{self.name} plays next.", (x, y), HEADING, "paper", "title", "centre")
        key = self.shell.input.label("confirm")
        told = f"Only {self.name} looks at the screen now. Press {key} to go on."
        room = min(560.0, canvas.width - 48)
        canvas.paragraph(told, (x, y + 40), room, TEXT, "quiet", align="centre")
