"""The page on which a player gets a name and a sign, by keyboard, mouse or gamepad.

Typing goes into the field wherever the focus is; a board of letters does the same for those who
have no keys at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, LABEL, TEXT
from games.shell.input import InputEvent, Press, Typed
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.avatars import SignPicker, draw_sign
from games.shell.widgets.basic import Button, TextField
from games.shell.widgets.form import Look, Widget
from games.store.profiles import NAME_LENGTH, BadName

ROWS: Final = ("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-'.&", "0123456789")
PITCH: Final = 54.0  # units from key to key; chosen by eye


class Key(Widget):
    """One letter of the board."""

    def __init__(self, text: str, pressed: Callable[[str], None]) -> None:
        super().__init__()
        self.text, self.pressed = text, pressed

    def activate(self) -> None:
        """Type the letter."""
        self.pressed(self.text)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the letter; a ground only where the hand is."""
        x, y, w, h = self.box
        if look.focused or look.hovered:
            canvas.rect(self.box, "high", 8)
        canvas.text(self.text, (x + w / 2, y + h / 2), LABEL, "paper", "text", "centre")
        if look.focused:
            canvas.outline(self.box, "brass", 3, 8)


class NamePage(Page):
    """Asks for a name and a sign; `done` gets them and may raise `BadName`, which is shown.

    Without an `avatar` it asks for a name alone, and `done` gets 0 for the sign.
    """

    emblem = "profile"

    def __init__(
        self,
        shell: Shell,
        title: str,
        name: str,
        avatar: int | None,
        done: Callable[[str, int], None],
    ) -> None:
        super().__init__(shell, title)
        self.done = done
        self.capital = not name
        self.field = TextField("Name", name, self._typed, NAME_LENGTH, submitted=self._submit)
        self.signed = avatar is not None
        self.picker = SignPicker(avatar or 0, lambda avatar: None, "Sign")
        self.keys = [Key(letter, self._press_key) for row in ROWS for letter in row]
        self.case = Button("", self._turn_case, icon="up")
        self.space = Button("Space", lambda: self._insert(" "))
        self.erase = Button("Erase", self._erase, icon="back")
        self.foot.widgets[0] = Button("Cancel", self.close, icon="back")
        self.foot.widgets.insert(0, Button("Done", self._submit, "main", "check"))
        self.foot.focus_first()
        self._show_case()
        signs = (self.picker,) if self.signed else ()
        self.fill((self.field, *signs, *self.keys, self.case, self.space, self.erase))
        if shell.input.state.device == "gamepad":
            self.body.focus_on(self.keys[0])

    # -- typing ------------------------------------------------------------------------

    def _typed(self, text: str) -> None:
        if self.capital == bool(text):
            self.capital = not text
            self._show_case()

    def _press_key(self, letter: str) -> None:
        self._insert(letter)

    def _insert(self, text: str) -> None:
        self.field.typed(Typed(text))

    def _erase(self) -> None:
        self.field.typed(Typed("", "backspace"))

    def _turn_case(self) -> None:
        self.capital = not self.capital
        self._show_case()

    def _show_case(self) -> None:
        self.case.icon = "down" if self.capital else "up"
        for key in self.keys:
            key.text = key.text.upper() if self.capital else key.text.lower()

    def _submit(self) -> None:
        try:
            self.done(self.field.text, self.picker.avatar)
        except BadName as problem:
            self.shell.toast(str(problem))

    # -- the scene ---------------------------------------------------------------------

    @property
    def wants_text(self) -> bool:
        """Always: whoever types means the name."""
        return True

    def handle(self, event: InputEvent) -> bool:
        """Put typed text into the field; left and right move the focus elsewhere."""
        if isinstance(event, Typed):
            if event.key in ("left", "right") and not self._on_field:
                return super().handle(Press(event.key))
            self.field.typed(event)
            return True
        return super().handle(event)

    @property
    def _on_field(self) -> bool:
        return self.active is self.body and self.body.focused is self.field

    def place(self, box: Box) -> None:
        """Place the field above, the signs to the left, the letters to the right."""
        width, _ = self.size
        left, top = EDGE, box[1] + 8
        aside = 88 if self.signed else 0
        self.field.box = (left + aside, top, min(560.0, width - 2 * EDGE - 88), 60)
        board_top = top + 92
        self.picker.box = (left, board_top, 5 * PITCH, 5 * PITCH)
        keys_left = left + 5 * PITCH + 32 if self.signed else left
        for number, key in enumerate(self.keys):
            row, column = divmod(number, len(ROWS[0]))
            key.box = (keys_left + column * PITCH, board_top + row * PITCH, PITCH - 4, PITCH - 4)
        last = board_top + len(ROWS) * PITCH
        self.case.box = (keys_left, last, 2 * PITCH - 4, PITCH - 4)
        self.space.box = (keys_left + 2 * PITCH, last, 5 * PITCH - 4, PITCH - 4)
        self.erase.box = (keys_left + 7 * PITCH, last, 3 * PITCH - 4, PITCH - 4)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the sign, large, before the name."""
        x, y, _, h = self.field.box
        if self.signed:
            draw_sign(canvas, self.picker.avatar, (x - 52, y + h / 2), 60)
        count = f"{len(self.field.text)} / {NAME_LENGTH}"
        place = (x + self.field.box[2] + 16, y + h / 2)
        canvas.text(count, place, TEXT, "quiet")
