"""Colours, type and measures of the whole arcade, in one place.

The palette is Okabe and Ito's colour-blind safe set ("Color universal design", 2008) on ink,
three of them lightened for text. No colour stands alone: a seat also has a mark (`SEAT_MARKS`),
right and wrong have a tick and a hollow ring. All measures are virtual units; see
`games.shell.draw.canvas`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

Colour = tuple[int, int, int]


def _rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


PALETTE: Final = MappingProxyType(
    {
        "ink": _rgb("#101828"),
        "raised": _rgb("#1B2538"),
        "high": _rgb("#26324A"),
        "line": _rgb("#33415C"),
        "paper": _rgb("#F4F1E8"),
        "quiet": _rgb("#A9B4C6"),
        "brass": _rgb("#D8A44A"),
        "sky": _rgb("#56B4E9"),
        "orange": _rgb("#E69F00"),
        "green": _rgb("#00A076"),
        "yellow": _rgb("#F0E442"),
        "blue": _rgb("#4292D4"),
        "vermillion": _rgb("#E8703A"),
        "purple": _rgb("#CC79A7"),
    }
)

HIGH_CONTRAST: Final = MappingProxyType(
    {
        "ink": _rgb("#04070D"),
        "raised": _rgb("#0D1420"),
        "high": _rgb("#1A2436"),
        "line": _rgb("#7C8BA6"),
        "paper": _rgb("#FFFDF5"),
        "quiet": _rgb("#D5DCE8"),
        "brass": _rgb("#F2C468"),
        "sky": _rgb("#7CC8F5"),
        "orange": _rgb("#FFB92E"),
        "green": _rgb("#2CCB9C"),
        "blue": _rgb("#6DB2EC"),
        "vermillion": _rgb("#FF8F5C"),
        "purple": _rgb("#E79CC6"),
    }
)

SEAT_COLOURS: Final = ("sky", "orange", "green", "purple", "yellow")
SEAT_MARKS: Final = ("seat-disc", "seat-triangle", "seat-square", "seat-diamond", "seat-cross")

# Sizes of text in units, chosen by eye.
NOTE: Final = 14
TEXT: Final = 18
LABEL: Final = 24
HEADING: Final = 36
TITLE: Final = 64
HUGE: Final = 120

# Measures in units, multiples of 8 but for the corners; chosen by eye.
GRID: Final = 8
GAP: Final = 24
EDGE: Final = 48
CORNER: Final = 12

# How long things move; chosen by eye.
ANSWER_SECONDS: Final = 0.12
MOVE_SECONDS: Final = 0.24
SCENE_SECONDS: Final = 0.40


@dataclass(frozen=True)
class Theme:
    """The colours in use and what the player set about how things look and move."""

    colours: MappingProxyType[str, Colour] = field(default_factory=lambda: PALETTE)
    high_contrast: bool = False
    larger_text: bool = False
    reduced_motion: bool = False

    @classmethod
    def of(cls, high_contrast: bool, larger_text: bool, reduced_motion: bool) -> Theme:
        """Return the theme for the settings `high_contrast`, `larger_text` and `reduced_motion`."""
        theme = cls(larger_text=larger_text, reduced_motion=reduced_motion)
        if not high_contrast:
            return theme
        colours = MappingProxyType({**PALETTE, **HIGH_CONTRAST})
        return replace(theme, colours=colours, high_contrast=True)

    def __getitem__(self, name: str) -> Colour:
        """Return the colour with this name."""
        return self.colours[name]

    def mix(self, first: str, second: str, share: float) -> Colour:
        """Return a colour between two named ones; `share` 0 is the first, 1 the second."""
        return blend(self.colours[first], self.colours[second], share)

    def text_size(self, size: float) -> float:
        """Return the size text is set at: the small sizes grow where larger text is wanted."""
        return size * 1.2 if self.larger_text and size <= LABEL else size


def blend(first: Colour, second: Colour, share: float) -> Colour:
    """Return a colour between two; `share` 0 is the first, 1 the second."""
    share = min(1.0, max(0.0, share))
    return (
        round(first[0] + (second[0] - first[0]) * share),
        round(first[1] + (second[1] - first[1]) * share),
        round(first[2] + (second[2] - first[2]) * share),
    )


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a `colour` as WCAG 2.2 defines it, 0 to 1."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of `first` and `second` as WCAG 2.2 defines it, 1 to 21."""
    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
