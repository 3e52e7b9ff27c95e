"""The pane of twenty cards: all 81 on a grid, and those that hold no set among them lit."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.session.starting import fresh_seed
from games.set.drawing import ASPECT, draw_card, words
from games.set.laboratory.pane import LaboratoryPane, Room
from games.set.rules.cards import CARDS, DIGITS, NUMBERS, THIRD
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.input import Pointer
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Look, Widget, inside

CAP: Final = (1, 2, 3, 6, 9, 13, 18, 26, 27, 31, 38, 42, 50, 52, 54, 62, 68, 70, 73, 75)
"""Twenty cards without a set: ten pairs, each of which card 0 would complete. Found by search."""
COLLECTIONS: Final = 682_344
"""How many there are of twenty cards (Knuth, 2001)."""
_CHANGES: Final = 16


def another(cap: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Return another collection, a feature's values shifted and features added to others."""
    digits = [list(DIGITS[card]) for card in cap]
    for _ in range(_CHANGES):
        to, source = rng.sample(range(4), 2)
        times, shift = rng.randrange(3), rng.randrange(3)
        for card in digits:
            card[to] = (card[to] + times * card[source] + shift) % 3
    return tuple(sorted(NUMBERS["".join(map(str, card))] for card in digits))


def completed_by(card: int, cap: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the pairs of a collection that another card would complete to sets."""
    held = frozenset(cap)
    pairs = ((other, THIRD[card][other]) for other in cap)
    return [(a, b) for a, b in pairs if a < b and b in held]


SIDE: Final = 9
DIM: Final = 0.62
"""So much of the cloth lies over a card that is not among the twenty; chosen by eye."""
TOLD: Final = (
    "Twenty cards can lie without a set; twenty-one never do. There are {many:,} such collections, "
    "and all are alike: rename values, mix features, and one becomes the other."
)
HOW: Final = "Arrow keys or the mouse: point at a card to see which sets it would make."


class Grid(Widget):
    """All cards; `cursor` is the one that is asked about."""

    role, label = "grid", "All cards"

    def __init__(self) -> None:
        super().__init__(HOW)
        self.cursor = 0

    @property
    def spoken_value(self) -> str:
        """The card under the cursor."""
        return words(self.cursor)

    def boxes(self) -> list[Box]:
        """Return each card's box: a row for colour and shape, a column for shading and number."""
        x, y, w, h = self.box
        gap = 4.0
        wide = min((w - 8 * gap) / SIDE, (h - 8 * gap) / SIDE * ASPECT)
        high = wide / ASPECT
        return [
            (x + card % SIDE * (wide + gap), y + card // SIDE * (high + gap), wide, high)
            for card in range(CARDS)
        ]

    def direction(self, action: str) -> bool:
        """Move the cursor on; return False at the edge, where the focus leaves."""
        row, column = divmod(self.cursor, SIDE)
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[action]
        row, column = row + down, column + right
        if not (0 <= row < SIDE and 0 <= column < SIDE):
            return False
        self.cursor = row * SIDE + column
        return True

    def pointer(self, event: Pointer) -> bool:
        """Ask about the card under the mouse."""
        hit = (n for n, box in enumerate(self.boxes()) if inside(box, event.x, event.y))
        if event.kind == "down":
            self.cursor = next(hit, self.cursor)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw a ring around the card that is asked about."""
        x, y, w, h = self.boxes()[self.cursor]
        ink = "brass" if look.focused else "quiet"
        canvas.outline((x - 3, y - 3, w + 6, h + 6), ink, 3, 6)


class TwentyPane(LaboratoryPane):
    """Shows a collection, and what any other card would do to it."""

    title = "20 cards"

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._rng = Random(fresh_seed())
        self.cap: tuple[int, ...] = CAP
        self.grid = Grid()
        self.more = Button("Another", self.other, "main", "redo")

    def other(self) -> None:
        """Show another of the collections."""
        self.cap = another(self.cap, self._rng)

    def widgets(self) -> Sequence[Widget]:
        """Return the cards, and another collection."""
        return (self.grid, self.more)

    def place(self, box: Box) -> None:
        """Place the grid on the left, words on the right."""
        self.box = (x, y, w, h) = box
        wide = min(w * 0.58, h * ASPECT)
        self.grid.box = (x, y + 6, wide, h - 6)
        self.more.box = (x + wide + 32, y + h - 52, min(240.0, w - wide - 32), 48)

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards, dim but for the twenty; what the chosen one would make."""
        pairs = completed_by(self.grid.cursor, self.cap)
        held = frozenset(self.cap)
        lit = {card for pair in pairs for card in pair} if self.grid.cursor not in held else set()
        for card, box in enumerate(self.grid.boxes()):
            mark = SERIES[1] if card in lit else ""
            draw_card(canvas, card, box, mark)
            if card not in held:
                canvas.rect(box, "ink", box[3] * 0.1, round(255 * DIM))
        self._draw_words(canvas, len(pairs), self.grid.cursor in held)

    def _draw_words(self, canvas: Canvas, pairs: int, within: bool) -> None:
        x, y, w, _ = self.box
        left = self.more.box[0]
        room = x + w - left
        canvas.text("No set among twenty", (left, y + 18), LABEL, "brass", "title", max_width=room)
        y += 40
        text = TOLD.format(many=COLLECTIONS)
        y += canvas.paragraph(text, (left, y), room, NOTE, "paper") + 14
        canvas.paragraph(words(self.grid.cursor), (left, y), room, TEXT, "paper", "bold", most=2)
        y += 2 * canvas.line_height(TEXT, "bold")
        told = f"It would complete {pairs} set{'s' * (pairs != 1)}."
        if within:
            told = "It is one of the twenty."
        canvas.paragraph(told, (left, y), room, TEXT, SERIES[1] if not within else "paper", most=2)
