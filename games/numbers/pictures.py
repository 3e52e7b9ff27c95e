"""The living pictures in the help of Numbers: a key that was known, one that was not, chance.

Each is 320 x 180 units, drawn as on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from games.numbers import drawing
from games.numbers.drawing import Letter, band_points, draw_share
from games.numbers.rules import CHANCE_OF_HIT, MACHINE, PERSON
from games.numbers.tally import Tally
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.story import Loop
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS, Theme
from games.shell.draw.tween import ease_in_out
from games.shell.miniature import Miniature
from games.streams import Stream

# Seconds of the parts of a key, and units; chosen by eye.
SEALED: Final = 0.9
PRESSED: Final = 0.5
TURN: Final = 0.3
HELD: Final = 1.6
SPAN: Final = SEALED + PRESSED + TURN + HELD
KEY: Final[Box] = (24.0, 40.0, 112.0, 112.0)
LETTER: Final[Box] = (184.0, 40.0, 112.0, 112.0)
MARK_AT: Final = (160.0, 96.0)
PLOT: Final[Box] = (20.0, 20.0, 280.0, 136.0)
KEYS: Final = 100
KEYS_A_SECOND: Final = 14.0
SEED: Final = 6  # by which the line of pure chance wanders far and comes back; chosen by eye


class KeyPicture(Loop):
    """A picture of a key: the letter is sealed, a key is pressed, the letter opens; `pairs` of key
    and guess in turn.

    In a `glass` box the letter is open before the key comes. `begun` are the seconds since its
    start.
    """

    still = SEALED + PRESSED + TURN

    def __init__(
        self,
        theme: Theme,
        pairs: tuple[tuple[str, str], ...],
        glass: bool = False,
        begun: float = 0.0,
    ) -> None:
        self.pairs, self.glass, self.seconds = pairs, glass, SPAN * len(pairs)
        super().__init__(theme, begun)
        self.letter = Letter()

    @property
    def number(self) -> int:
        """The pair that is shown, by its number."""
        return int(self.age / SPAN)

    def draw(self, canvas: Canvas) -> None:
        """Draw the names, the key, the letter, and the result."""
        canvas.fill("ink")
        (key, guess), age = self.pairs[self.number], self.age % SPAN
        pressed = age >= SEALED
        turned = 1.0 if self.glass else (age - SEALED - PRESSED) / TURN
        known = pressed and turned >= 1.0
        hit = key == guess
        edge = (drawing.HIT if hit else drawing.MISS) if known else "line"
        for seat, box in ((PERSON, KEY), (MACHINE, LETTER)):
            middle = (box[0] + box[2] / 2, 22.0)
            canvas.icon(SEAT_MARKS[seat], middle, 16, SEAT_COLOURS[seat])
        canvas.panel(KEY, "raised", edge, 3, 10)
        if pressed:
            _digit(canvas, KEY, key, OWN)
        self._draw_letter(canvas, guess, turned, edge)
        if known:
            drawing.draw_mark(canvas, MARK_AT, 14, hit)

    def _draw_letter(self, canvas: Canvas, guess: str, turned: float, edge: str) -> None:
        if turned <= 0.5:
            turn = ease_in_out(max(0.0, 2 * turned))
            self.letter.draw(canvas, LETTER, LETTER, turn, turned > 0)
            return
        x, y, w, h = LETTER
        wide = ease_in_out(min(1.0, 2 * turned - 1))
        canvas.panel((x + w * (1 - wide) / 2, y, w * wide, h), "paper", edge, 3, 10 * wide)
        if wide > 0.7:
            _digit(canvas, LETTER, guess, "ink")


def _digit(canvas: Canvas, box: Box, digit: str, ink: str) -> None:
    x, y, w, h = box
    canvas.text(digit, (x + w / 2, y + h / 2), 80, ink, "title", "centre")


class ChanceBand(Miniature):
    """The band of chance over the keys, and a guesser that is right as often as chance in it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.band = band_points(KEYS)
        self._begin()
        if theme.reduced_motion:
            self._press(KEYS)

    def _begin(self) -> None:
        self.tally, self.keys, self.seconds = Tally(), 0.0, 0.0
        self.rng = Stream.named(SEED, "chance")

    def _press(self, count: int) -> None:
        for _ in range(count):
            self.tally.add("1", str(1 + self.rng.below(4)))

    def update(self, age: float) -> None:
        """Press keys; when all are pressed, hold, and begin again."""
        if self.theme.reduced_motion:
            return
        self.keys += KEYS_A_SECOND * min(age, 0.2)
        if self.tally.pressed < KEYS:
            self._press(min(int(self.keys), KEYS) - self.tally.pressed)
            return
        self.seconds += age
        if self.seconds > HELD:
            self._begin()

    def draw(self, canvas: Canvas) -> None:
        """Draw the band, the line in it, and what the ends of the scale are."""
        canvas.fill("ink")
        draw_share(canvas, PLOT, self.tally, self.band)
        right = PLOT[0] + PLOT[2]
        level = PLOT[1] + PLOT[3] * (1 - CHANCE_OF_HIT)
        canvas.text("chance", (right, level - 46), 12, "quiet", align="right")
        canvas.text(f"{KEYS} keys", (right, 168), 12, "quiet", align="right")


PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {
        "known": partial(KeyPicture, pairs=(("3", "3"), ("1", "1"))),
        "free": partial(KeyPicture, pairs=(("2", "4"), ("4", "1")), begun=SEALED),
        "glass": partial(KeyPicture, pairs=(("1", "2"), ("3", "4")), glass=True),
        "chance": ChanceBand,
    }
)
"""What shows each rule, by the name that the help has for it."""
