"""Over the table: how the cards look, and how the keyboard lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.set import SPEC
from games.set.looks import CardStyle, style_of
from games.shell.pages.overlays import Overlay
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Toggle, Widget

_QWERTY: Final = "qwertyuiopasdfghjkl;zxcvbnm,./0123456789-="
KEYBOARDS: Final[Mapping[str, str]] = {
    "QWERTY": _QWERTY,
    "QWERTZ": "qwertzuiopasdfghjklöyxcvbnm,.-0123456789ß´",
    "AZERTY": "azertyuiopqsdfghjklmwxcvbn,;:!à&é\"'(-è_ç)=",
    "Dvorak": "',.pyfgcrlaoeuidhtns;qjkxbmwvz0123456789[]",
    "Colemak": "qwfpgjluy;arstdhneiozxcvbkm,./0123456789-=",
}
"""What each key writes, in the order of QWERTY's. A key is bound by its sign, and on each of these
keyboards the keys of the cards lie in the same places.
"""
OWN: Final = "own"
_CARDS: Final = {
    action.id: action.bindings
    for action in SPEC.actions
    if len(action.bindings) == 1 and action.bindings[0].removeprefix("key:") in _QWERTY
}
"""The actions that have a key with a sign, those of the cards above all, with their usual keys."""


def bindings_for(name: str, bindings: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the changes to the usual `bindings` with the cards' keys as on the keyboard `name`."""
    found = {action: keys for action, keys in bindings.items() if action not in _CARDS}
    written = dict(zip(_QWERTY, KEYBOARDS[name], strict=True))
    for action, (key,) in _CARDS.items():
        there = f"key:{written[key.removeprefix('key:')]}"
        if there != key:
            found[action] = (there,)
    return found


def keyboard_of(bindings: Mapping[str, tuple[str, ...]]) -> str:
    """Return the keyboard whose keys the cards have by these changes, "own" for none."""
    own = {action: tuple(keys) for action, keys in bindings.items() if action in _CARDS}
    for name in KEYBOARDS:
        if bindings_for(name, {}) == own:
            return name
    return OWN


COLOURS = ("First colour", "Second colour", "Third colour")


class LooksPage(Overlay):
    """Switches for the looks of the cards, each used at once."""

    def __init__(self, shell: Shell, changed: Callable[[], None]) -> None:
        """`changed` is called after each change."""
        self._changed = changed
        self._inks: list[Button] = []
        super().__init__(shell, "Cards and keys")

    @property
    def style(self) -> CardStyle:
        """The present look of the cards."""
        return style_of(self.shell.settings.cards)

    def widgets(self) -> Sequence[Widget]:
        """Return a switch for each thing, the three colours, the keyboard, and the way back."""
        style = self.style
        self._inks = [
            Button("", lambda place=place: self._use(self.style.with_next_ink(place)))  # type: ignore[misc]
            for place in range(len(COLOURS))
        ]
        self._keyboard = Button("", self._next_keyboard)
        self._name()
        return (
            Toggle("Larger cards", style.large, lambda on: self._flag(large=on)),
            Toggle("Upright cards", style.upright, lambda on: self._flag(upright=on)),
            Toggle("Letters for the colours", style.letters, lambda on: self._flag(letters=on)),
            Toggle("Keys on the cards", not style.bare, lambda on: self._flag(bare=not on)),
            Toggle("Claims stay until I go on", style.stay, lambda on: self._flag(stay=on)),
            *self._inks,
            self._keyboard,
            Button("Done", self.cancel, "main"),
        )

    def _flag(self, **flags: bool) -> None:
        self._use(self.style._replace(**flags))  # type: ignore[arg-type]

    def _use(self, style: CardStyle) -> None:
        self.shell.change_settings(cards=style.text())
        self._name()
        self._changed()

    def _next_keyboard(self) -> None:
        """Bind the keys of the next kind of keyboard; other games' keys stay."""
        names = list(KEYBOARDS)
        now = keyboard_of(self.shell.settings.bindings)
        name = names[(names.index(now) + 1) % len(names)] if now in names else names[0]
        self.shell.change_settings(bindings=bindings_for(name, self.shell.settings.bindings))
        self._name()
        self._changed()

    def _name(self) -> None:
        for button, title, ink in zip(self._inks, COLOURS, self.style.inks, strict=True):
            button.label = f"{title}: {ink}"
        self._keyboard.label = f"Keyboard: {keyboard_of(self.shell.settings.bindings)}"
