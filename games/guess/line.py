"""The line of numbers: guesses that fall onto it as a histogram, the mean, the target, the winners.

A close is shown in parts: the guesses fall, the mean stands up, two thirds of it are taken, and the
nearest are named. Colours are never alone: the target is a dashed line with its word, the nearest
wear an outline and a star, the seats have their marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.guess import HIGH, LOW
from games.guess.rules.scoring import Multiplier, distances, target_of
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import LABEL, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.draw.tween import ease_in_out, ease_out

# Shares of the time of a close at which its parts are over; chosen by eye.
FALLEN: Final = 0.45
STOOD: Final = 0.60
TAKEN: Final = 0.85
TICKS: Final = range(LOW, HIGH + 1, 10)
_HIGHEST: Final = 34.0
"""Units of one guess in the histogram, at most."""
_WORD_UP: Final = 30.0
MARKS_BELOW: Final = 19.0
"""Units from the line to the marks of the seats and to the pointer, above the numbers."""
LABELS_BELOW: Final = 45.0


class Closed(NamedTuple):
    """A closed round as it is drawn: its number, and all guesses with the seats' first.

    `seats` is the number of seats with marks of their own.
    """

    number: int
    guesses: tuple[int, ...]
    multiplier: Multiplier
    seats: int = 2

    @property
    def mean(self) -> float:
        """The mean of all."""
        return sum(self.guesses) / len(self.guesses)

    @property
    def target(self) -> float:
        """The target."""
        return float(target_of(sum(self.guesses), len(self.guesses), self.multiplier))

    @property
    def off(self) -> list[float]:
        """The distance of each guess from the target."""
        return distances(self.guesses, self.multiplier).scores()

    @property
    def winners(self) -> tuple[int, ...]:
        """The places of the guesses that are the nearest."""
        keys = distances(self.guesses, self.multiplier).keys
        return tuple(place for place, key in enumerate(keys) if key == min(keys))


class Line(NamedTuple):
    """The place of the line: its left and right end, its height on the stage, room above it.

    On a projector its words are `large`.
    """

    left: float
    right: float
    y: float
    room: float
    large: bool = False

    @property
    def notes(self) -> float:
        """The size of the numbers below it."""
        return LABEL if self.large else TEXT

    @property
    def words(self) -> float:
        """The size of the words above it."""
        return LABEL + 4 if self.large else TEXT

    def x(self, number: float) -> float:
        """Return the x of a number."""
        return self.left + (self.right - self.left) * (number - LOW) / (HIGH - LOW)

    def number(self, x: float) -> int:
        """Return the number that is nearest to a place."""
        share = (x - self.left) / (self.right - self.left)
        return max(LOW, min(HIGH, round(LOW + share * (HIGH - LOW))))

    @property
    def box(self) -> Box:
        """The box in which the pointer takes hold of the line."""
        return (self.left - 16, self.y - self.room, self.right - self.left + 32, self.room + 60)


def draw_line(canvas: Canvas, line: Line) -> None:
    """The line with its tens."""
    canvas.rect((line.left - 8, line.y, line.right - line.left + 16, 3), "paper")
    pitch = line.x(TICKS.step) - line.x(LOW)
    every = 1 if canvas.text_width(str(HIGH), line.notes) + 12 <= pitch else 2
    for number in TICKS:
        x = line.x(number)
        canvas.rect((x - 1, line.y, 2, 10), "paper")
        if number % (every * TICKS.step):
            continue  # too near to its neighbours
        canvas.text(str(number), (x, line.y + LABELS_BELOW), line.notes, "quiet", align="centre")


def draw_close(canvas: Canvas, line: Line, closed: Closed, progress: float, still: bool) -> None:
    """A round as far as its close has been shown: `progress` is 0 to 1; `still` falls no guess."""
    fallen = 1.0 if still else min(1.0, progress / FALLEN)
    _draw_guesses(canvas, line, closed, fallen, progress >= TAKEN)
    if progress >= FALLEN:
        _draw_mean(canvas, line, closed, progress, still)
    if progress >= TAKEN:
        _draw_winners(canvas, line, closed)
    if fallen >= 1.0 and closed.seats:
        _draw_seats(canvas, line, closed)


def _unit(line: Line, closed: Closed) -> float:
    """Return the height of one guess, so that the highest column has room."""
    most = max(Counter(closed.guesses).values())
    highest = _HIGHEST * (1.6 if line.large else 1.0)
    return min(highest, (line.room - _WORD_UP - 3.4 * line.words) / most)


def _draw_guesses(canvas: Canvas, line: Line, closed: Closed, fallen: float, told: bool) -> None:
    wide = max(4.0, (line.right - line.left) / (HIGH - LOW + 1) - 1.5)
    unit = _unit(line, closed)
    won = {closed.guesses[place] for place in closed.winners} if told else set()
    if fallen >= 1.0:
        for number, many in Counter(closed.guesses).items():
            box = (line.x(number) - wide / 2, line.y - many * unit, wide, many * unit)
            canvas.rect(box, "brass" if number in won else "quiet", 1)
        return
    under: Counter[int] = Counter()
    for place, number in enumerate(closed.guesses):
        height = under[number] * unit
        under[number] += 1
        late = 0.45 * ((place * 7919) % 97) / 97
        down = ease_out(max(0.0, (fallen - late) / 0.55))
        if down:
            y = line.y - height - unit - (1 - down) * (line.room - height)
            canvas.rect((line.x(number) - wide / 2, y, wide, unit - 0.5), "quiet", 1)


def _draw_mean(canvas: Canvas, line: Line, closed: Closed, progress: float, still: bool) -> None:
    """The mean, and what becomes of it: a mark goes from there to the target."""
    top, pitch = line.y - line.room + _WORD_UP, line.words * 1.5
    mean, target = line.x(closed.mean), line.x(closed.target)
    first, second = top - 4, top - 4 + pitch
    under = second + pitch * 0.45
    canvas.rect((mean - 1, under, 2, line.y - under), "sky")
    words = f"mean {closed.mean:.2f}"
    left, wide = _beside(canvas, line, mean, words)
    canvas.text(words, (left, second), line.words, "sky", "bold")
    if progress < STOOD:
        return
    gone = 1.0 if still else ease_in_out(min(1.0, (progress - STOOD) / (TAKEN - STOOD)))
    x = mean + (target - mean) * gone
    crossed = left - 6 < x < left + wide + 6  # a dashed line goes round the word of the mean
    for start, end in ((first + pitch * 0.4, second - pitch * 0.4), (under, line.y)):
        _dashed(canvas, x, start, end)
    if not crossed:
        _dashed(canvas, x, second - pitch * 0.4, under)
    if gone >= 1.0:
        words = f"target {closed.target:.2f}"
        left, _ = _beside(canvas, line, x, words)
        canvas.text(words, (left, first), line.words, "brass", "bold")


def _beside(canvas: Canvas, line: Line, x: float, words: str) -> tuple[float, float]:
    """Return the left end of words over a place of the line, within its ends, and their width."""
    wide = canvas.text_width(words, line.words, "bold")
    return max(line.left, min(line.right - wide, x - wide / 2)), wide


def _dashed(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    y = top
    while y < bottom:
        canvas.rect((x - 1.5, y, 3, min(8.0, bottom - y)), "brass")
        y += 13


def _draw_winners(canvas: Canvas, line: Line, closed: Closed) -> None:
    unit, counts = _unit(line, closed), Counter(closed.guesses)
    for number in {closed.guesses[place] for place in closed.winners}:
        x, high = line.x(number), counts[number] * unit
        canvas.outline((x - 8, line.y - high - 4, 16, high + 6), "paper", 2, 4)
        canvas.icon("star", (x, line.y - high - 16), 18, "brass")


def _draw_seats(canvas: Canvas, line: Line, closed: Closed) -> None:
    """The marks of the seats under their guesses."""
    same = closed.guesses[0] == closed.guesses[1]
    for seat in (0, 1):
        x = line.x(closed.guesses[seat]) + (9 * (2 * seat - 1) if same else 0)
        canvas.icon(SEAT_MARKS[seat], (x, line.y + MARKS_BELOW), 18, SEAT_COLOURS[seat])


def draw_pointer(canvas: Canvas, line: Line, number: int) -> None:
    """Draw the person's number, before it is given."""
    x = line.x(number)
    shape = [(x, line.y + 4), (x - 12, line.y + 28), (x + 12, line.y + 28)]
    canvas.polygon(shape, "ink")
    canvas.polygon([(x, line.y + 6), (x - 10, line.y + 26), (x + 10, line.y + 26)], "sky")


def words_of(closed: Closed, names: Sequence[str]) -> list[str]:
    """Return the words on a closed round: the nearest, and the error of the first seat."""
    seats = [names[place] for place in closed.winners if place < len(names)]
    others = len(closed.winners) - len(seats)
    crowd = "" if not others else f"{others} of the crowd" if others > 1 else "one of the crowd"
    near = " and ".join(part for part in (*seats, crowd) if part)
    guess = closed.guesses[closed.winners[0]]
    own = closed.off[0]
    farther = sum(apart > own for apart in closed.off)
    points = f"{farther} point{'' if farther == 1 else 's'}"
    return [
        f"Nearest with {guess}: {near}.",
        f"{names[0]} said {closed.guesses[0]}, {own:.2f} off; {farther} of {len(closed.off) - 1} "
        f"others were farther off: {points}.",
    ]
