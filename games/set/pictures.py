"""The living pictures in the help of Set: a set, a broken one, a race, and poorer tables.

Each is 320 x 180 units.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from games.set.drawing import ASPECT, draw_card
from games.set.rules.cards import NUMBERS
from games.set.words import feature_words
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import SERIES, WRONG
from games.shell.draw.story import Loop
from games.shell.draw.theme import NOTE, SEAT_COLOURS, SEAT_MARKS, Theme
from games.shell.miniature import Miniature

# Units and seconds; chosen by eye.
CARD: Final = 58.0
SHOWN: Final = 2.4
SETS: Final = (("0000", "0100", "0200"), ("0120", "1221", "2022"), ("1012", "1112", "1212"))
BROKEN: Final = (("0000", "0100", "1200"), ("0120", "1221", "2021"), ("1012", "1112", "1211"))
RACE: Final = 6.0
GROWN: Final = 3.0
FINDS: Final = ((2.9, 4.4), (5.2, 3.1), (3.6, 3.9))
"""Seconds at which you and the other find a set, in three races."""


class Three(Loop):
    """Three cards after three, each with what its features are."""

    still = 0.0

    def __init__(self, theme: Theme, triples: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(theme)
        self.triples, self.seconds = triples, SHOWN * len(triples)

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards, and a word for each feature."""
        canvas.sprite("set-backdrop", (0, 0, *self.units))
        cards = [NUMBERS[name] for name in self.triples[int(self.age / SHOWN)]]
        wide = CARD * ASPECT
        for number, card in enumerate(cards):
            draw_card(canvas, card, (14 + number * (wide + 15), 18, wide, CARD))
        for number, (name, kind, said) in enumerate(feature_words(cards)):
            y = 98 + 20 * number
            colour = WRONG if kind == "broken" else "paper"
            canvas.icon("close" if kind == "broken" else "check", (24, y), 13, colour)
            canvas.text(f"{name}: {kind}", (38, y), NOTE, colour, "bold")
            canvas.text(said, (306, y), NOTE - 2, "quiet", "text", "right", 150)


class RacePicture(Loop):
    """Two clocks run until the first finds a set; then the other's sealed time is seen too."""

    seconds, still = RACE * len(FINDS), RACE - 0.1

    def draw(self, canvas: Canvas) -> None:
        """Draw a lane each."""
        canvas.sprite("set-backdrop", (0, 0, *self.units))
        finds = FINDS[int(self.age / RACE)]
        now = self.age % RACE
        first = min(finds)
        over = now >= first
        for seat, find in enumerate(finds):
            y, long = 52 + 62 * seat, 200 * (min(now, first) if not over else find) / RACE
            canvas.icon(SEAT_MARKS[seat], (28, y), 18, SEAT_COLOURS[seat])
            canvas.rect((46, y - 9, 240, 18), "raised", 9)
            canvas.rect((46, y - 9, max(18.0, long), 18), SEAT_COLOURS[seat], 9, 255)
            if over:
                told = f"{find:.1f} s" + (" takes it" if find == first else " was sealed")
                canvas.text(told, (46, y + 24), NOTE, "paper" if find == first else "brass")


class Poorer(Loop):
    """The share of tables without a set: at random, while cards are left, and in a whole game."""

    seconds, still = 2 * GROWN, GROWN
    rows: Final = (
        ("a random table", 1 / 30.96),
        ("while cards are left", 0.0663),
        ("all tables of a game", 0.0942),
    )

    def draw(self, canvas: Canvas) -> None:
        """Draw a bar each."""
        canvas.sprite("set-backdrop", (0, 0, *self.units))
        for number, (name, share) in enumerate(self.rows):
            y = 34 + 50 * number
            canvas.text(name, (24, y), NOTE, "paper")
            canvas.text(f"1 in {1 / share:.0f}", (296, y), NOTE, "brass", "bold", "right")
            canvas.rect((24, y + 12, 272, 12), "raised", 6)
            grown = min(1.0, max(0.0, self.age - 0.8 * number))
            if grown > 0:
                canvas.rect((24, y + 12, 272 * share / 0.12 * grown, 12), SERIES[1], 6)


PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {
        "sets": partial(Three, triples=SETS),
        "broken": partial(Three, triples=BROKEN),
        "race": RacePicture,
        "poorer": Poorer,
    }
)
