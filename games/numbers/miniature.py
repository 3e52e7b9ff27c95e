"""Numbers on the launcher's wall: a stand-in types, and the letter opens beside each key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games import catalog
from games.core import Limit
from games.match import Match
from games.numbers import SPEC, drawing
from games.numbers.drawing import Letter
from games.numbers.rules import GAME, MACHINE, PERSON
from games.numbers.tally import Tally
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.theme import Theme
from games.shell.draw.tween import ease_in_out
from games.shell.miniature import Miniature as Base
from games.shell.miniature import Part

SEED: Final = 11  # chosen by hand
# Keys, seconds and units of 320 x 180; chosen by eye.
KEYS_SHOWN: Final = 100
SECONDS_A_KEY: Final = 1.1
OPEN_AFTER: Final = 0.45  # seconds for which the letter stays closed, then turns
TURN_SECONDS: Final = 0.3
FIRST_KEYS: Final = 24

KEY_CARD: Final[Box] = (22.0, 18.0, 114.0, 84.0)
LETTER: Final[Box] = (184.0, 18.0, 114.0, 84.0)
MARK_AT: Final = (160.0, 60.0)
CELLS: Final = 18
TAPE: Final[Box] = (16.0, 124.0, 288.0, 40.0)


class Miniature(Base):
    """A small game that plays itself, begun again after `KEYS_SHOWN` keys."""

    units = (320, 180)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.letter = Letter()
        self._begin()

    def _begin(self) -> None:
        players = {
            PERSON: catalog.demo_player(SPEC.id),
            MACHINE: catalog.agent(SPEC.id, "seed").make({}, None),
        }
        params = {**SPEC.params(), "keys": KEYS_SHOWN}
        self.match = Match(GAME, params, SEED, players)
        self.tally = Tally()
        self.age = SECONDS_A_KEY
        self.counted = True
        for _ in range(FIRST_KEYS):
            self._press()
            self._count()

    def _press(self) -> None:
        event = self.match.step(Limit())[0]
        self.key, self.guess = event.data["key"], event.data["guess"]
        self.counted = False

    def _count(self) -> None:
        """The letter is open: put the key on the tape."""
        if not self.counted:
            self.tally.add(self.key, self.guess)
            self.counted = True

    def update(self, age: float) -> None:
        """Move on by `age` seconds."""
        self.age += age
        if self.age >= OPEN_AFTER + TURN_SECONDS or self.theme.reduced_motion:
            self._count()
        if self.age < SECONDS_A_KEY:
            return
        self._count()
        if self.match.over:
            self._begin()
        self._press()
        self.age = min(self.age - SECONDS_A_KEY, TURN_SECONDS)

    def draw(self, canvas: Canvas) -> None:
        """Draw the key, the letter, and the tape below."""
        canvas.fill("ink")
        turned, is_open = self._turned(canvas)
        hit = self.key == self.guess
        edge = (drawing.HIT if hit else drawing.MISS) if is_open else "line"
        canvas.panel(KEY_CARD, "raised", edge, 3, 10)
        self._draw_digit(canvas, KEY_CARD, self.key, OWN)
        if is_open or turned > 0.5:
            wide = 1.0 if is_open else ease_in_out(2 * turned - 1)
            self._draw_inside(canvas, edge, wide)
        else:
            turn = ease_in_out(max(0.0, 2 * turned))
            self.letter.draw(canvas, LETTER, LETTER, turn, turned > 0)
        if is_open:
            drawing.draw_mark(canvas, MARK_AT, 13, hit)
        drawing.draw_tape(canvas, TAPE, self.tally, cells=CELLS)

    def _turned(self, canvas: Canvas) -> tuple[float, bool]:
        """Return how far the letter has turned, and whether it lies open."""
        turned = (self.age - OPEN_AFTER) / TURN_SECONDS
        return turned, canvas.theme.reduced_motion or turned >= 1.0

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return the key, the letter and the tape."""
        turned, is_open = self._turned(canvas)
        seen = (self.key, self.guess if is_open else "", is_open)
        x, y, w, h = TAPE
        marked = (LETTER[0] - 40.0, LETTER[1], LETTER[2] + 40.0, LETTER[3])
        return {
            "key": Part(seen, KEY_CARD),
            "letter": Part((*seen, 1.0 if is_open else min(1.0, max(0.0, turned))), marked),
            "tape": Part((self.match.seed, self.tally.pressed), (x - 4, y - 4, w + 8, h + 8)),
        }

    def _draw_inside(self, canvas: Canvas, edge: str, wide: float) -> None:
        x, y, w, h = LETTER
        canvas.panel((x + w * (1 - wide) / 2, y, w * wide, h), "paper", edge, 3, 10 * wide)
        if wide > 0.7:
            self._draw_digit(canvas, LETTER, self.guess, "ink")
            canvas.sprite("seal-broken", (x + w - 32, y + h - 31, 28, 28), wax="brass")

    def _draw_digit(self, canvas: Canvas, box: Box, digit: str, ink: str) -> None:
        x, y, w, h = box
        canvas.text(digit, (x + w / 2, y + h / 2), 74, ink, "title", "centre")
