"""The look of the cards of Set for a player: their colours, their size, and help to read them.

Kept in the settings as words, such as "large letters inks:green,red,amber".
"""

from __future__ import annotations

from typing import Final, NamedTuple

INKS: Final = {
    "indigo": (0x2E, 0x2A, 0x80),
    "red": (0xC8, 0x4A, 0x18),
    "amber": (0xDB, 0x9A, 0x0B),
    "green": (0x0B, 0x7A, 0x4B),
    "black": (0x22, 0x22, 0x26),
    "violet": (0x8E, 0x2A, 0x8C),
    "sky": (0x2F, 0x86, 0xD0),
    "pink": (0xDC, 0x6A, 0xA8),
}
"""The colours that symbols can have. The first three differ in lightness too: 22, 48 and 69 of 100
in CIELAB."""
USUAL_INKS: Final = ("indigo", "red", "amber")
_FLAGS: Final = ("large", "letters", "upright", "bare", "stay")


class CardStyle(NamedTuple):
    """The look of cards: the `inks` of the three colours; `large` on the whole window; with
    `letters` for the colours; `upright`, not lying; `bare` of keys. Claims `stay` until a press.
    """

    inks: tuple[str, ...] = USUAL_INKS
    large: bool = False
    letters: bool = False
    upright: bool = False
    bare: bool = False
    stay: bool = False

    def text(self) -> str:
        """Return the look as it is kept in the settings; "" for the usual one."""
        flags = [name for name in _FLAGS if getattr(self, name)]
        return " ".join([*flags, *([_inks_text(self.inks)] if self.inks != USUAL_INKS else [])])

    def with_next_ink(self, place: int) -> CardStyle:
        """Return the next colour that none of the others has, for the colour at a `place`."""
        names = list(INKS)
        start = names.index(self.inks[place])
        turned = (*names[start + 1 :], *names[: start + 1])
        others = [ink for number, ink in enumerate(self.inks) if number != place]
        ink = next(name for name in turned if name not in others)
        inks = tuple(ink if number == place else old for number, old in enumerate(self.inks))
        return self._replace(inks=inks)


USUAL: Final = CardStyle()


def _inks_text(inks: tuple[str, ...]) -> str:
    return "inks:" + ",".join(inks)


def style_of(text: str) -> CardStyle:
    """Return the style that `CardStyle.text` wrote; whatever else stands there is passed over."""
    words = text.split()
    inks = next((word[5:].split(",") for word in words if word.startswith("inks:")), [])
    sound = len(inks) == len(set(inks)) == len(USUAL_INKS) and set(inks) <= set(INKS)
    flags = {name: name in words for name in _FLAGS}
    return CardStyle(tuple(inks) if sound else USUAL_INKS, **flags)
