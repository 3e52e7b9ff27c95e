"""The living pictures in the help of Guess 2/3: a close, points, steps of thinking, 0, a class.

Each is 320 x 180 units and shows one thing over and over; under reduced motion its end stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from games.guess import HIGH, LOW
from games.guess.line import Closed
from games.guess.rules.crowds import gather, guesses
from games.guess.rules.scoring import TWO_THIRDS
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import MARK
from games.shell.draw.story import Loop
from games.shell.draw.theme import Theme
from games.shell.draw.tween import ease_in_out, ease_out
from games.shell.miniature import Miniature
from games.streams import Stream

LEFT, WIDE, FOOT = 18.0, 284.0, 136.0
TICKS: Final = (0, 25, 50, 75, 100)
REST: Final = 2.6
"""Seconds that the end of a picture stands; chosen by eye."""


def place(number: float) -> float:
    """Return the place of a number on the line."""
    return LEFT + WIDE * (number - LOW) / (HIGH - LOW)


def crowd(kind: str, count: int, seed: int) -> tuple[int, ...]:
    """Return the first guesses of a simulated crowd."""
    rng = Stream.named(seed, "pictures")
    return guesses(kind, gather(kind, count, rng), None, TWO_THIRDS[0] / TWO_THIRDS[1], rng)


class TimedPicture(Loop):
    """A picture that is `done` after some seconds, then a rest; `draw_at` draws a share of it."""

    done = 3.0

    def __init__(self, theme: Theme) -> None:
        self.seconds, self.still = self.done + REST, self.done
        super().__init__(theme)

    def draw(self, canvas: Canvas) -> None:
        """Draw the line, and the picture as far as it is."""
        canvas.rect((0, 0, *self.units), "ink")
        self.draw_at(canvas, min(1.0, self.age / self.done))

    def draw_at(self, canvas: Canvas, share: float) -> None:
        """Draw the picture at a `share` of its time."""
        raise NotImplementedError


def draw_axis(canvas: Canvas) -> None:
    """Draw the line with a few numbers."""
    canvas.rect((LEFT - 4, FOOT, WIDE + 8, 2), "quiet")
    for number in TICKS:
        canvas.text(str(number), (place(number), FOOT + 13), 10, "quiet", align="centre")


def draw_columns(canvas: Canvas, values: Sequence[int], down: float, lit: Sequence[int]) -> None:
    """Draw a histogram that has grown `down` (0 to 1); the columns of the `lit` numbers shine."""
    counts = Counter(values)
    unit = min(15.0, 78.0 / max(counts.values()))
    for number, many in counts.items():
        tall = many * unit * down
        colour = "brass" if number in lit else "quiet"
        canvas.rect((place(number) - 1.6, FOOT - tall, 3.2, tall), colour)


def draw_mark(
    canvas: Canvas, number: float, words: str, y: float, colour: str, side: str = "centre"
) -> None:
    """Draw a line over the axis at a number, with its words at the height `y` over or beside it."""
    x = place(number)
    top = y + 8 if side == "centre" else y - 6
    canvas.rect((x - 0.8, top, 1.6, FOOT - top), colour)
    wide = canvas.text_width(words, 13, "bold")
    left = {"centre": x - wide / 2, "left": x - wide - 6, "right": x + 6}[side]
    left = min(max(4.0, left), 316.0 - wide)
    canvas.text(words, (left, y), 13, colour, "bold")


def phase(share: float, start: float, end: float) -> float:
    """Return how much of a part from `start` to `end` is over, 0 to 1."""
    return min(1.0, max(0.0, (share - start) / (end - start)))


class Close(TimedPicture):
    """A round closes: guesses, their mean, two thirds of it, and the nearest."""

    done = 4.0

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.closed = Closed(1, crowd("levels", 24, 3), TWO_THIRDS)

    def draw_at(self, canvas: Canvas, share: float) -> None:
        """Draw guesses that grow, the mean that stands up, the target that leaves it."""
        closed, gone = self.closed, ease_in_out(phase(share, 0.5, 0.8))
        won = [closed.guesses[at] for at in closed.winners] if share >= 0.85 else []
        draw_axis(canvas)
        draw_columns(canvas, closed.guesses, ease_out(phase(share, 0.0, 0.3)), won)
        if share >= 0.35:
            draw_mark(canvas, closed.mean, f"average {closed.mean:.1f}", 24, "sky", "right")
        if share >= 0.5:
            target = closed.mean + (closed.target - closed.mean) * gone
            words = f"target {closed.target:.1f}" if gone >= 1 else "2/3 of it"
            draw_mark(canvas, target, words, 24, "brass", "left")
        if won:
            words = f"The nearest said {won[0]}."
            canvas.text(words, (160, 166), 12, "paper", "bold", "centre")


class Points(TimedPicture):
    """A picture of a point for each player farther off: they are counted one by one."""

    done = 4.5
    own = 30

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.closed = Closed(1, (self.own, *crowd("levels", 15, 8)), TWO_THIRDS)

    def draw_at(self, canvas: Canvas, share: float) -> None:
        """Draw each guess as a dot at its distance; the ones beyond the own ring are counted."""
        closed = self.closed
        own = closed.off[0]
        farther = sorted((off, at) for at, off in enumerate(closed.off) if off > own)
        told = round(phase(share, 0.3, 0.9) * len(farther))
        lit = {at for _, at in farther[:told]}
        draw_axis(canvas)
        target = place(closed.target)
        canvas.rect((place(closed.target - own), 40, 2 * own * WIDE / 100, FOOT - 40), "high")
        draw_mark(canvas, closed.target, "target", 30, "brass")
        under: Counter[int] = Counter()
        for at, number in enumerate(closed.guesses):
            y = FOOT - 10 - 13 * under[number]
            under[number] += 1
            colour = "sky" if at == 0 else "brass" if at in lit else "quiet"
            canvas.circle((place(number), y), 6 if at == 0 else 4.5, colour)
        canvas.text("you", (place(self.own), FOOT - 27), 12, "sky", "bold", "centre")
        words = f"{told} farther off: {told} points"
        canvas.text(words, (160, 166), 12, "paper", "bold", "centre")
        canvas.circle((target, FOOT), 2.5, "brass")


class Steps(TimedPicture):
    """Each step of thinking takes two thirds of the one before."""

    done = 6.0
    words: ClassVar = ("no step", "one step", "two steps", "three steps", "four steps")

    def draw_at(self, canvas: Canvas, share: float) -> None:
        """Draw a ball that jumps down the line."""
        draw_axis(canvas)
        values = [(LOW + HIGH) / 2 * (2 / 3) ** level for level in range(len(self.words))]
        along = share * len(values)
        here = min(len(values) - 1, int(along))
        for level in range(here + 1):
            x, y = place(values[level]), 28 + 20 * level
            canvas.rect((x - 0.8, y - 6, 1.6, FOOT - y + 6), "line")
            ink = "paper" if level == here else "quiet"
            canvas.text(f"{values[level]:.1f}", (x - 5, y), 13, ink, "bold", "right")
        gone = ease_in_out(phase(along - here, 0.55, 1.0))
        after = values[here + 1] if here + 1 < len(values) else values[here]
        x = place(values[here] + (after - values[here]) * gone)
        canvas.circle((x, FOOT - 6 - 60 * gone * (1 - gone)), 6, "sky")
        canvas.text(self.words[here], (312, 40), 22, "sky", "bold", "right")
        canvas.text("times 2/3, again and again", (160, 166), 12, "quiet", align="centre")


class Zero(TimedPicture):
    """A picture of 0: right once all name it, and wrong among people who do not."""

    done = 4.0

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.closed = Closed(1, (0, *crowd("newspaper", 400, 2)), TWO_THIRDS)

    def draw_at(self, canvas: Canvas, share: float) -> None:
        """Draw the readers of a newspaper, and how far off 0 is."""
        closed = self.closed
        draw_axis(canvas)
        draw_columns(canvas, closed.guesses, ease_out(phase(share, 0.0, 0.4)), ())
        if share >= 0.45:
            draw_mark(canvas, closed.target, f"target {closed.target:.1f}", 22, "brass")
        if share >= 0.6:
            end = place(LOW) + (place(closed.target) - place(LOW)) * phase(share, 0.6, 0.8)
            canvas.rect((place(LOW), 48, end - place(LOW), 2.5), MARK)
        if share >= 0.8:
            words = f"0 is {closed.target:.1f} off"
            canvas.text(words, (place(closed.target) + 8, 48), 13, MARK, "bold")
            told = "401 simulated readers, one of them says 0"
            canvas.text(told, (160, 166), 12, "quiet", align="centre")


class Class(TimedPicture):
    """Phones guess, the wall counts, the round closes."""

    done = 5.0
    people = 28

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.closed = Closed(1, crowd("levels", self.people, 11), TWO_THIRDS)

    def draw_at(self, canvas: Canvas, share: float) -> None:
        """Draw phones that light up below, the count above them, then the curve."""
        count = round(phase(share, 0.05, 0.6) * self.people)
        if share < 0.7:
            canvas.text(str(count), (160, 52), 64, "brass", "title", "centre")
            words = f"of {self.people} have guessed"
            canvas.text(words, (160, 98), 15, "paper", "bold", "centre")
            for phone in range(self.people):
                x = 26 + (phone % 14) * 20
                y = 122 + 28 * (phone // 14)
                lit = (phone * 11) % self.people < count
                canvas.rect((x, y, 10, 18), "sky" if lit else "line", 2)
            return
        closed, down = self.closed, ease_out(phase(share, 0.7, 0.85))
        draw_axis(canvas)
        draw_columns(canvas, closed.guesses, down, [closed.guesses[at] for at in closed.winners])
        if share >= 0.88:
            draw_mark(canvas, closed.target, f"target {closed.target:.1f}", 24, "brass")


PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {"close": Close, "points": Points, "steps": Steps, "zero": Zero, "class": Class}
)
