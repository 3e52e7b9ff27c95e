"""Guess 2/3 in the launcher: round after round, guesses fall onto the line and the target drifts.

A drawing of its own, 320 x 180 units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.guess.line import Closed
from games.guess.rules.crowds import LastRound, gather, guesses
from games.guess.rules.scoring import TWO_THIRDS
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.miniature import Miniature as Base
from games.shell.miniature import Part
from games.streams import Stream

SEED: Final = 5  # chosen by eye
PEOPLE: Final = 22
ROUNDS: Final = 7
# Seconds of a round, and the shares of it after which guesses and target stand; by eye.
SECONDS: Final = 3.2
FALL, AIM = 0.3, 0.5
LEFT, WIDE, FOOT = 18.0, 284.0, 140.0
UNIT: Final = 11.0


def _rounds() -> list[Closed]:
    rng = Stream.named(SEED, "miniature")
    crowd, told = gather("levels", PEOPLE, rng), None
    found = []
    for number in range(1, ROUNDS + 1):
        made = guesses("levels", crowd, told, 2 / 3, rng)
        mean = sum(made) / len(made)
        told = LastRound(mean, mean * 2 / 3)
        found.append(Closed(number, made, TWO_THIRDS))
    return found


class Miniature(Base):
    """Plays rounds by itself."""

    units = (320, 180)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.rounds = _rounds()
        self.seconds = 0.9 * SECONDS if theme.reduced_motion else 0.0

    def update(self, age: float) -> None:
        """Let time go on, unless motion is reduced."""
        self.seconds += 0.0 if self.theme.reduced_motion else age

    @property
    def now(self) -> tuple[Closed, float]:
        """The round on show, and how much of it is over, 0 to 1."""
        number = int(self.seconds / SECONDS)
        return self.rounds[number % ROUNDS], self.seconds / SECONDS - number

    def draw(self, canvas: Canvas) -> None:
        """Draw the line, the guesses as far as they have fallen, and the target."""
        canvas.rect((0, 0, *self.units), "ink")
        canvas.rect((LEFT - 4, FOOT, WIDE + 8, 2), "quiet")
        closed, share = self.now
        under: dict[int, int] = {}
        for place, guess in enumerate(closed.guesses):
            column = guess // 3
            height = under.get(column, 0)
            under[column] = height + 1
            start = FALL * (place % 8) / 8
            down = min(1.0, max(0.0, (share - start) / (FALL / 2)))
            if down:
                y = FOOT - UNIT * (height + 1) - (1 - down) * (FOOT - 10 - UNIT * height)
                canvas.rect((LEFT + column * WIDE / 34, y, 7, UNIT - 2), "sky", 1)
        if share >= AIM:
            x = LEFT + WIDE * closed.target / 100
            for y in range(34, int(FOOT), 12):
                canvas.rect((x - 1, y, 2.5, 7), "brass")
            words = f"{closed.target:.1f}"
            canvas.text(words, (max(30.0, x), 24), 15, "brass", "bold", "centre")
        canvas.text("2/3 of the average", (LEFT, 160), 13, "quiet")

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return all above and on the line as one part."""
        closed, share = self.now
        falling = round(share, 3) if share < FALL * 1.45 else share >= AIM
        look = (closed.number, falling)
        return {"round": Part(look, (0, 0, 320, FOOT + 4))}
