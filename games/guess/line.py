"""The line of numbers: guesses that fall onto it, the average, the target, the winners.

A guess is a bar of a histogram, or where there is room the face of a person. A close is shown in
parts: the guesses fall, the average stands up, two thirds of it are taken, and the nearest are
named. Colours are never alone: the target is a dashed line with its word, the nearest
wear an outline and a star, the seats have their marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.guess import HIGH, LOW
from games.guess import layout as at
from games.guess.rules.scoring import Multiplier, distances, target_of
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.draw.tween import ease_in_out, ease_out
from games.shell.widgets.faces import Face, draw_face

# Shares of the time of a close at which its parts are over; chosen by eye.
FALLEN: Final = 0.45
STOOD: Final = 0.60
TAKEN: Final = 0.85
TICKS: Final = range(LOW, HIGH + 1, 10)
MOST_STEPS: Final = 4
NO_PATTERN: Final = MOST_STEPS + 1
SIGNS: Final = ("0", "1", "2", "3", "4", "?")
STEPS_AHEAD: Final = "steps ahead"


class Closed(NamedTuple):
    """A closed round as it is drawn: its number, and all guesses with the seats' first.

    `seats` is the number of seats with marks of their own, `faces` are those of all people, and
    `inks` the colours of their steps of thought.
    """

    number: int
    guesses: tuple[int, ...]
    multiplier: Multiplier
    seats: int = 2
    faces: tuple[Face, ...] = ()
    inks: tuple[str, ...] = ()

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


class NumberLine(NamedTuple):
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
        left, wide = self.left - at.HOLD, self.right - self.left + 2 * at.HOLD
        return (left, self.y - self.room, wide, self.room + at.HOLD_BELOW)


def draw_line(canvas: Canvas, line: NumberLine) -> None:
    """Draw the line with its tens."""
    wide = line.right - line.left + 2 * at.LINE_BEYOND
    canvas.rect((line.left - at.LINE_BEYOND, line.y, wide, at.LINE), "paper")
    pitch = line.x(TICKS.step) - line.x(LOW)
    every = 1 if canvas.text_width(str(HIGH), line.notes) + at.TICK_APART <= pitch else 2
    for number in TICKS:
        x = line.x(number)
        canvas.rect((x - at.TICK[0] / 2, line.y, *at.TICK), "paper")
        if number % (every * TICKS.step):
            continue  # too near to its neighbours
        canvas.text(str(number), (x, line.y + at.LABELS_BELOW), line.notes, "quiet", align="centre")


def draw_close(
    canvas: Canvas, line: NumberLine, closed: Closed, progress: float, still: bool
) -> None:
    """Draw a round as far as its close has been shown: `progress` is 0 to 1; `still` falls no
    guess.
    """
    fallen = 1.0 if still else min(1.0, progress / FALLEN)
    people = people_boxes(line, closed)
    if people:
        _draw_people(canvas, line, closed, people, fallen)
    else:
        _draw_guesses(canvas, line, closed, fallen, progress >= TAKEN)
    if progress >= FALLEN:
        _draw_mean(canvas, line, closed, progress, still)
    if progress >= TAKEN and people:
        for place in closed.winners:
            x, y, w, h = people[place]
            canvas.ring((x + w / 2, y + h / 2), w / 2 + at.RING, "brass", at.RING)
            canvas.icon("star", (x + w, y), at.STAR, "brass")
    elif progress >= TAKEN:
        _draw_winners(canvas, line, closed)
    if fallen >= 1.0 and closed.seats:
        _draw_seats(canvas, line, closed)


def _unit(line: NumberLine, closed: Closed) -> float:
    """Return the height of one guess, so that the highest column has room."""
    most = max(Counter(closed.guesses).values())
    highest = at.GUESS * (at.GUESS_LARGE if line.large else 1.0)
    return min(highest, (line.room - at.WORDS_UP - at.WORDS_LINES * line.words) / most)


def _draw_guesses(
    canvas: Canvas, line: NumberLine, closed: Closed, fallen: float, told: bool
) -> None:
    wide = max(at.GUESS_LEAST, (line.right - line.left) / (HIGH - LOW + 1) - at.GUESS_GAP)
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
        down = _down(place, fallen)
        if down:
            y = line.y - height - unit - (1 - down) * (line.room - height)
            canvas.rect((line.x(number) - wide / 2, y, wide, unit - at.GUESS_EDGE), "quiet", 1)


def people_boxes(line: NumberLine, closed: Closed) -> list[Box]:
    """Return the box of each person, over the numbers they guessed; [] where they have no room.

    Who guessed nearly the same stand on each other's shoulders.
    """
    room = line.room - at.WORDS_UP - at.WORDS_LINES * line.words
    size = at.PERSON if closed.faces else 0.0
    while size >= at.PERSON_LEAST:
        columns = [round((line.x(guess) - line.left) / size) for guess in closed.guesses]
        if max(Counter(columns).values()) * size <= room:
            return _stacked(line, closed.guesses, columns, size)
        size -= 1
    return []


def _stacked(
    line: NumberLine, guesses: Sequence[int], columns: Sequence[int], size: float
) -> list[Box]:
    """Return the boxes of people in these `columns`, in each the lower guess below."""
    under: Counter[int] = Counter()
    found: dict[int, Box] = {}
    for place in sorted(range(len(guesses)), key=lambda place: guesses[place]):
        column = columns[place]
        under[column] += 1
        left = line.left + column * size - size / 2
        found[place] = (left, line.y - under[column] * size, size, size)
    return [found[place] for place in range(len(guesses))]


def _draw_people(
    canvas: Canvas, line: NumberLine, closed: Closed, boxes: Sequence[Box], fallen: float
) -> None:
    for place, (face, (x, y, w, _)) in enumerate(zip(closed.faces, boxes, strict=True)):
        down = _down(place, fallen)
        if down:
            top = y - (1 - down) * (y - (line.y - line.room))
            ink = SEAT_COLOURS[place] if place < closed.seats else closed.inks[place]
            draw_face(canvas, face, (x + w / 2, top + w / 2), w - at.GUESS_GAP)
            canvas.ring((x + w / 2, top + w / 2), w / 2 - at.RING / 2, ink, at.RING)


def _down(place: int, fallen: float) -> float:
    """Return how far a guess has fallen, 0 to 1; the order looks like chance."""
    late = at.LATEST * ((place * at.LOT_STEP) % at.LOTS) / at.LOTS
    return ease_out(max(0.0, min(1.0, (fallen - late) / at.FALLS)))


def _draw_mean(
    canvas: Canvas, line: NumberLine, closed: Closed, progress: float, still: bool
) -> None:
    """Draw the average, and what becomes of it: a mark goes from there to the target."""
    top, pitch = line.y - line.room + at.WORDS_UP, line.words * at.PITCH
    mean, target = line.x(closed.mean), line.x(closed.target)
    first, second = top - at.FIRST_UP, top - at.FIRST_UP + pitch
    under = second + pitch * at.UNDER
    canvas.rect((mean - at.MEAN_WIDE / 2, under, at.MEAN_WIDE, line.y - under), "sky")
    words = f"average {closed.mean:.2f}"
    left, wide = _beside(canvas, line, mean, words)
    canvas.text(words, (left, second), line.words, "sky", "bold")
    if progress < STOOD:
        return
    gone = 1.0 if still else ease_in_out(min(1.0, (progress - STOOD) / (TAKEN - STOOD)))
    x = mean + (target - mean) * gone
    crossed = (
        left - at.AROUND_WORD < x < left + wide + at.AROUND_WORD
    )  # a dashed line goes round the word of the average
    clear = pitch * at.CLEAR
    for start, end in ((first + clear, second - clear), (under, line.y)):
        _dashed(canvas, x, start, end)
    if not crossed:
        _dashed(canvas, x, second - clear, under)
    if gone >= 1.0:
        words = f"target {closed.target:.2f}"
        left, _ = _beside(canvas, line, x, words)
        canvas.text(words, (left, first), line.words, "brass", "bold")


def _beside(canvas: Canvas, line: NumberLine, x: float, words: str) -> tuple[float, float]:
    """Return the left end of words over a place of the line, within its ends, and their width."""
    wide = canvas.text_width(words, line.words, "bold")
    return max(line.left, min(line.right - wide, x - wide / 2)), wide


def _dashed(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    y = top
    while y < bottom:
        tall = min(at.DASH, bottom - y)
        canvas.rect((x - at.DASH_WIDE / 2, y, at.DASH_WIDE, tall), "brass")
        y += at.DASH_STEP


def _draw_winners(canvas: Canvas, line: NumberLine, closed: Closed) -> None:
    unit, counts = _unit(line, closed), Counter(closed.guesses)
    for number in {closed.guesses[place] for place in closed.winners}:
        x, high = line.x(number), counts[number] * unit
        left, top = x - at.NEAREST / 2, line.y - high - at.NEAREST_UP
        box = (left, top, at.NEAREST, high + at.NEAREST_TALL)
        canvas.outline(box, "paper", 2, at.NEAREST_ROUND)
        canvas.icon("star", (x, line.y - high - at.STAR_UP), at.STAR, "brass")


def _draw_seats(canvas: Canvas, line: NumberLine, closed: Closed) -> None:
    """Draw the marks of the seats under their guesses."""
    same = closed.guesses[0] == closed.guesses[1]
    for seat in (0, 1):
        x = line.x(closed.guesses[seat]) + (at.MARKS_APART * (2 * seat - 1) if same else 0)
        place = (x, line.y + at.MARKS_BELOW)
        canvas.icon(SEAT_MARKS[seat], place, at.MARK, SEAT_COLOURS[seat])


def draw_pointer(canvas: Canvas, line: NumberLine, number: int) -> None:
    """Draw the person's number, before it is given."""
    x, (half, tip, foot) = line.x(number), at.POINTER
    for out, ink in ((at.POINTER_EDGE, "ink"), (0.0, "sky")):
        low = line.y + foot + out
        shape = [(x, line.y + tip - out), (x - half - out, low), (x + half + out, low)]
        canvas.polygon(shape, ink)


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


# -- the crowd ---------------------------------------------------------------------------------


def steps_of(guess: float, mean: float, share: float) -> int:
    """Return how many steps a `guess` took from the `mean` before, a target being a `share` of it.

    One that lies over the mean by more than half a step fits no pattern.

    >>> [steps_of(guess, 50, 2 / 3) for guess in (50, 33, 21, 80, 1)]
    [0, 1, 2, 5, 4]
    """
    if guess > mean + mean * (1 - share) / 2 + 1:
        return NO_PATTERN
    return min(range(MOST_STEPS + 1), key=lambda steps: abs(guess - mean * share**steps))


def draw_key(canvas: Canvas, box: Box, inks: Sequence[str]) -> None:
    """Draw which of the colours `inks` stands for how many steps, where it has room."""
    x, y, w, h = box
    told = [(STEPS_AHEAD, "quiet"), *zip(SIGNS, inks, strict=True)]
    gap = at.KEY_APART * (len(told) - 1)
    wide = gap + sum(canvas.text_width(words, NOTE, "bold") for words, _ in told)
    if wide > w:
        return
    left = x + (w - wide) / 2
    for words, ink in told:
        left += (
            canvas.text(words, (left, y + h / 2 + at.KEY_DOWN), NOTE, ink, "bold") + at.KEY_APART
        )
