"""A page over the match on which an opened seal is checked: its string, hashed on the spot."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from games.core import Seal
from games.shell.pages.clipboard import to_clipboard
from games.shell.pages.overlays import Overlay
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Widget

WIDEST: Final = 800.0  # units; 64 digits stand in one line
COPIED: Final = "The string is on the clipboard. Put it into any SHA-256."
NOT_COPIED: Final = "This desktop has no clipboard; the string stands on the page of seals in help."


def opened_string(seal: Seal) -> str:
    """Return the string that was hashed before the round: the nonce and the move."""
    return f"{seal.nonce}:{seal.move}"


def digest(seal: Seal) -> str:
    """Return the SHA-256 of that string, made now."""
    return hashlib.sha256(opened_string(seal).encode()).hexdigest()


class SealPage(Overlay):
    """Checks the seals of a match that were opened, the newest first.

    `opened` has of each the number of its round, the digits that stood under it before it was
    opened, and the seal that was opened; `sealed` are those under the present seal, "" for none.
    A round is called by `noun`.
    """

    most_lines = 16

    def __init__(
        self,
        shell: Shell,
        opened: Sequence[tuple[int, str, Seal]],
        sealed: str = "",
        noun: str = "round",
    ) -> None:
        self._noun = noun
        self._opened, self._sealed, self._shown = tuple(opened), sealed, len(opened) - 1
        super().__init__(shell, "The seal")
        self._tell()

    def _digits(self, digits: str) -> str:
        """Return the 64 digits of a hash: in two halves if one line has no room."""
        half = len(digits) // 2
        return f"{digits[:half]}\n{digits[half:]}" if self.shell.theme.larger_text else digits

    def _tell(self) -> None:
        if not self._opened:
            self.title = "The seal is closed"
            under = self._digits(self._sealed)
            self.text = (
                f"SHA-256 of a long random number and its move:\n{under}\nIt opens when you "
                "have chosen. Then you can check that its move was fixed before yours."
            )
            return
        number, digits, seal = self._opened[self._shown]
        made = digest(seal)
        held = made == digits
        self.title = (
            f"{self._noun.capitalize()} {number}: the seal {'held' if held else 'does not fit'}"
        )
        verdict = "The same: its move was fixed before you chose."
        self.text = (
            f"Before you chose, this stood under the seal:\n{self._digits(digits)}\n"
            f"Opened, it says:\n{opened_string(seal)}\n"
            f"SHA-256 of that, computed just now:\n{self._digits(made)}\n"
            f"{verdict if held else 'Not the same: its move was changed after you chose.'}"
        )

    def widgets(self) -> Sequence[Widget]:
        """Copy the string, look at an earlier round, close."""
        found = [Button("Close", self.cancel, "main", "close")]
        if self._opened:
            found.insert(0, Button("Copy the string", self._copy, icon="copy"))
        if len(self._opened) > 1:
            found.insert(1, Button(f"An earlier {self._noun}", self._earlier, icon="back"))
        return found

    def _copy(self) -> None:
        text = opened_string(self._opened[self._shown][2])
        self.shell.toast(COPIED if to_clipboard(text) else NOT_COPIED)

    def _earlier(self) -> None:
        """The round before; after the first that is kept, the newest."""
        self._shown = (self._shown - 1) % len(self._opened)
        self._tell()

    def layout(self, width: float, height: float) -> None:
        """Lay the page out as wide as the digits need, where the window has the room."""
        self.width = min(WIDEST, width - 48)
        super().layout(width, height)
