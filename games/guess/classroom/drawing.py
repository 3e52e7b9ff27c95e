"""The wall of a class: the poster to join by, the count, the close, and the class's thinking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.guess import HIGH, LOW
from games.guess.classroom.follower import Now
from games.guess.classroom.foresight import Expected
from games.guess.classroom.replies import ClosedRound, Code, LeaderRow, RoomNow
from games.guess.layout import MARKS_BELOW
from games.guess.line import TAKEN, Closed, NumberLine, draw_close, draw_line
from games.guess.rules.scoring import question
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import GAP, HEADING, HUGE, LABEL, NOTE, TEXT, TITLE

QUIET_ZONE: Final = 4
"""Modules of white around a QR code, as its standard asks for."""
WHITE: Final = (255, 255, 255)
BLACK: Final = (0, 0, 0)
"""A code is dark on white in every theme: cameras want it so."""
STEPS: Final = ("0 steps", "1 step", "2 steps", "3 steps", "4 steps", "no pattern")
SOON: Final = 5.0
"""Seconds before the close at which the time takes the colour of a warning."""
NO_MIND: Final = "Mind reads rooms from 0 to 100 with 1/2, 2/3 or 3/4; this room has other terms."
_THOUGHT: Final = (
    "named about the last average",
    "thought one step ahead",
    "thought two steps ahead",
    "thought three steps ahead",
    "thought four steps ahead",
    "fit no pattern",
)
SEALED: Final = "Mind has sealed its forecast. Photograph these digits to check it after the close:"
SEALED_LATE: Final = (
    "Mind sealed its forecast after this round began. Digits shown before are void; these count:"
)
BAND_COLOURS: Final = ("quiet", "sky", "green", "yellow", "purple", "vermillion")
OPENED: Final = 52.0
"""Units below a result, for the seal that was opened."""
_SHOWN_ROUNDS: Final = 20
_NAMES: Final = 5
"""So many winners are named; the others are counted. Chosen."""


def fitted(canvas: Canvas, words: str, most: float, width: float, face: str = "bold") -> float:
    """Return the size at which words are as wide as `width` at most, `most` or smaller."""
    size = most
    while size > NOTE and canvas.text_width(words, size, face) > width:
        size -= 2
    return size


# -- the poster ----------------------------------------------------------------------------


def draw_code(canvas: Canvas, code: Code, box: Box) -> None:
    """Draw a QR code in a square box, each of its modules the same number of whole pixels."""
    x, y, w, _ = box
    count = len(code.rows) + 2 * QUIET_ZONE
    module = max(1, int(w * canvas.scale / count)) / canvas.scale
    side = module * count
    x, y = x + (w - side) / 2, y + (w - side) / 2
    canvas.rect((x, y, side, side), WHITE)
    for number, row in enumerate(code.rows):
        top = y + (number + QUIET_ZONE) * module
        for start, end in _runs(row):
            left = x + (start + QUIET_ZONE) * module
            canvas.rect((left, top, (end - start) * module, module), BLACK)


def _runs(row: str) -> list[tuple[int, int]]:
    """Return the beginnings and ends of dark modules in a row."""
    edges = [
        at for at in range(len(row) + 1) if (row[at - 1 : at] == "1") != (row[at : at + 1] == "1")
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))


def draw_poster(canvas: Canvas, box: Box, now: Now, tall: bool = False) -> None:
    """Draw how to join: the code to scan, the address and the room to type, the players.

    A `tall` one has the words below the code to scan, else they stand beside it.
    """
    x, y, w, h = box
    room, code = now.room, now.code
    if room is None or code is None:
        _draw_middle(canvas, box, "Looking for the room …")
        return
    address = code.url.removeprefix("http://").partition("/")[0]
    rows: tuple[tuple[str, float, str, str, float], ...]
    if tall:
        left, wide = x, w
        large = fitted(canvas, room.code, HUGE * 0.7, wide, "title")
        rows = (
            (address, fitted(canvas, address, HEADING, wide), "paper", "bold", 46.0),
            (room.code, large, "brass", "title", 78.0),
            (_joined(room), LABEL, "quiet", "bold", 34.0),
        )
        below = sum(row[4] for row in rows)
        side = min(w, h - below)
        draw_code(canvas, code, (x + (w - side) / 2, y, side, side))
        top = y + side + (h - side - below) / 2
    else:
        side = min(h, w * 0.44)
        draw_code(canvas, code, (x, y + (h - side) / 2, side, side))
        left, wide = x + side + GAP * 1.5, w - side - GAP * 1.5
        rows = (
            ("Scan the code, or open", LABEL, "quiet", "text", 44.0),
            (address, fitted(canvas, address, TITLE, wide), "paper", "bold", 78.0),
            ("and type the code of the room", LABEL, "quiet", "text", 60.0),
            (room.code, fitted(canvas, room.code, HUGE, wide, "title"), "brass", "title", 120.0),
            (_joined(room), HEADING, "paper", "bold", 76.0),
        )
        top = y + (h - sum(row[4] for row in rows)) / 2
    for words, size, colour, face, high in rows:
        canvas.text(words, (left, top + high / 2), size, colour, face, max_width=wide)
        top += high


def _joined(room: RoomNow) -> str:
    return "Nobody has joined yet" if not room.players else f"{room.players} joined"


def _draw_middle(canvas: Canvas, box: Box, words: str) -> None:
    x, y, w, h = box
    canvas.text(words, (x + w / 2, y + h / 2), LABEL, "quiet", align="centre", max_width=w)


# -- a round -------------------------------------------------------------------------------


def draw_before(canvas: Canvas, box: Box, now: Now) -> None:
    """Draw the rule in large words, before the first round."""
    x, y, w, h = box
    room = now.room
    if room is None:
        _draw_middle(canvas, box, "Looking for the room …")
        return
    low = _draw_question(canvas, (x, y + h * 0.2, w, h), room)
    canvas.text(_joined(room), (x + w / 2, low + 40), LABEL, "quiet", align="centre")
    _draw_seal(canvas, box, now)


def _draw_question(canvas: Canvas, box: Box, room: RoomNow) -> float:
    """Draw what the class is asked, as large as it fits; returns where it ends."""
    x, top, w, _ = box
    asked = question(room.multiplier, room.low, room.high)
    for words in asked:
        size = fitted(canvas, words, TITLE, w)
        canvas.text(words, (x + w / 2, top + size * 0.6), size, "paper", "bold", "centre")
        top += size * 1.3
    return top


def draw_open(canvas: Canvas, box: Box, now: Now, left: float | None) -> None:
    """Draw the question and the number of guesses; `left` are the seconds left, if limited."""
    x, y, w, h = box
    room = now.room
    assert room is not None
    assert room.round is not None
    last = room.round
    most = max(room.players, last.guessed, 1)
    low = _draw_question(canvas, (x, y, w, h), room)
    foot = y + h - 76
    top = low + (foot - low) * 0.42
    middle = x + w * (0.5 if left is None else 0.27)
    canvas.text(str(last.guessed), (middle, top), HUGE * 1.2, "brass", "title", "centre")
    told = f"of {room.players} have guessed"
    if left is not None:
        ink = WARNING if left <= SOON else "paper"
        timed = x + w * 0.73
        canvas.text(time_words(left), (timed, top), HUGE * 1.2, ink, "title", "centre")
        canvas.text("left", (timed, top + 92), HEADING, "paper", "bold", "centre")
    elif last.closes_after is not None:
        told = f"{told}; it closes with guess {last.closes_after}"
    size = fitted(canvas, told, HEADING, w * (0.5 if left is not None else 1.0))
    canvas.text(told, (middle, top + 92), size, "paper", "bold", "centre")
    bar = (x + w * 0.1, foot - 20, w * 0.8, 14.0)
    canvas.rect(bar, "line", 7)
    if last.guessed:
        share = min(1.0, last.guessed / most)
        canvas.rect((bar[0], bar[1], max(14.0, bar[2] * share), bar[3]), "brass", 7)
    _draw_seal(canvas, box, now)


def time_words(left: float) -> str:
    """Return the seconds that are left: "18 s", "1:05"."""
    minutes, seconds = divmod(int(left + 0.999), 60)
    return f"{minutes}:{seconds:02d}" if minutes else f"{seconds} s"


def _draw_seal(canvas: Canvas, box: Box, now: Now) -> None:
    """Draw the commitment of the forecast of this round, whole: half of it could be found again."""
    x, y, w, h = box
    expected = now.forecasts[-1] if now.forecasts else None
    if expected is None or expected.sealed is None:
        told = NO_MIND if now.forecasts else ""
        canvas.text(told, (x + w / 2, y + h - 20), TEXT, "quiet", "text", "centre", w)
        return
    told = SEALED_LATE if expected.sealed.late else SEALED
    size = fitted(canvas, told, TEXT + 2, w - 40, "text")
    wide = canvas.text_width(told, size)
    canvas.icon("lock", (x + (w - wide) / 2 - 18, y + h - 46), 20, "orange")
    canvas.text(told, (x + w / 2, y + h - 46), size, "paper", "text", "centre", w)
    _draw_line(canvas, expected.sealed.seal.commitment, (x + w / 2, y + h - 18), w)


def _draw_line(canvas: Canvas, words: str, place: tuple[float, float], width: float) -> None:
    """Draw a line to be copied, as large as it fits."""
    size = fitted(canvas, words, TEXT, width)
    canvas.text(words, place, size, "orange", "bold", "centre", width)


# -- the close -----------------------------------------------------------------------------


def closed_of(room: RoomNow, outcome: ClosedRound) -> Closed:
    """Return a closed round as the line draws it, without marks of players."""
    return Closed(outcome.number, outcome.guesses, room.multiplier, 0)


def draw_result(
    canvas: Canvas, box: Box, now: Now, number: int, progress: float, still: bool
) -> None:
    """Draw round `number` as far as its close has been shown (`progress`, 0 to 1)."""
    x, y, w, h = box
    assert now.room is not None
    outcome = now.outcomes[number - 1]
    expected = now.forecasts[number - 1] if number <= len(now.forecasts) else None
    if outcome.target is None:
        _draw_middle(canvas, box, f"Round {number} closed, and nobody had guessed.")
        _draw_opened(canvas, box, expected)
        return
    line = NumberLine(x + 20, x + w - 20, y + h - 150 - OPENED, h - 150 - OPENED, True)
    if (now.room.low, now.room.high) != (LOW, HIGH):
        told = f"Average {outcome.mean:.2f}, target {outcome.target:.2f}."
        canvas.text(told, (x + w / 2, y + h * 0.4), HEADING, "brass", "bold", "centre", w)
    else:
        draw_line(canvas, line)
        draw_close(canvas, line, closed_of(now.room, outcome), progress, still)
    if progress >= TAKEN:
        if expected is not None:
            _draw_forecast(canvas, line, expected)
        words = winners_words(outcome)
        place = (x + w / 2, y + h - 62 - OPENED)
        size = fitted(canvas, words, HEADING - 6, w)
        canvas.text(words, place, size, "paper", "bold", "centre", w)
        told = mind_words(outcome, expected)
        place = (x + w / 2, y + h - 24 - OPENED)
        canvas.text(told, place, TEXT + 2, "orange", "text", "centre", w)
        _draw_opened(canvas, box, expected)


def _draw_opened(canvas: Canvas, box: Box, expected: Expected | None) -> None:
    """Draw how to check the seal of a closed round, and the right result."""
    if expected is None or expected.sealed is None:
        return
    x, y, w, h = box
    seal = expected.sealed.seal
    told = f"Check: printf '%s' {seal.nonce}:{seal.move} | sha256sum"
    size = fitted(canvas, told, TEXT, w, "text")
    canvas.text(told, (x + w / 2, y + h - OPENED + 12), size, "paper", "text", "centre", w)
    _draw_line(canvas, seal.commitment, (x + w / 2, y + h - 14), w)


def _draw_forecast(canvas: Canvas, line: NumberLine, expected: Expected) -> None:
    """Draw the sealed forecast under the line: the band for 8 of 10 targets, and a mark."""
    left, right = line.x(expected.low), line.x(expected.high)
    y = line.y + MARKS_BELOW
    canvas.rect((left, y - 4, max(8.0, right - left), 8), "orange", 4, 110)
    canvas.icon("seat-triangle", (line.x(expected.shown), y), 22, "orange")


def winners_words(outcome: ClosedRound) -> str:
    """Return the nearest players, and their number."""
    names = [name for name, _ in outcome.winners[:_NAMES]]
    more = len(outcome.winners) - len(names)
    if more:
        names.append(f"{more} more")
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    numbers = " or ".join(map(str, sorted({guess for _, guess in outcome.winners})))
    return f"Nearest with {numbers}: {who}"


def mind_words(outcome: ClosedRound, expected: Expected | None) -> str:
    """Return the error of the sealed forecast."""
    if expected is None or outcome.target is None:
        return ""
    off = abs(expected.shown - outcome.target)
    if expected.sealed is None:
        begun = f"Mind would have said {expected.shown:.2f}, which nobody had sealed"
    elif expected.sealed.late:
        begun = f"Mind had sealed {expected.shown:.2f} after the round began"
    else:
        begun = f"Mind had sealed {expected.shown:.2f}"
    return f"{begun}: {off:.2f} off, and expected {expected.low:.0f} to {expected.high:.0f}."


# -- how far the class thought ---------------------------------------------------------------


def reading_words(reading: Sequence[int]) -> str:
    """Return the level that most of a class stood at: "14 of 28 thought one step ahead"."""
    most = max(range(len(reading)), key=reading.__getitem__)
    return f"{reading[most]} of {sum(reading)} {_THOUGHT[most]}"


def draw_thinking(canvas: Canvas, box: Box, now: Now, number: int) -> None:
    """Draw how far the class thought in a round, as `mind` reads it, and in all rounds."""
    x, y, w, h = box
    reading = now.readings[number - 1] if 0 < number <= len(now.readings) else ()
    if not reading:
        told = "After a round you see here how far ahead the class thought."
        _draw_middle(canvas, box, told if not now.readings else NO_MIND)
        return
    words = f"Round {number}: {reading_words(reading)}"
    canvas.text(words, (x, y + 18), fitted(canvas, words, HEADING, w), "brass", "bold")
    tops = y + 64
    half = (w - GAP * 1.5) / 2
    steps = example(now, number)
    _draw_levels(canvas, (x, tops, half, h - 100), reading, steps)
    _draw_rounds(canvas, (x + half + GAP * 1.5, tops, half, h - 100), now, number)
    begun = "the middle" if number == 1 else "the last average"
    told = (
        f"From {begun}, each step takes {_times(now)} of the number before: {', '.join(steps[:4])}."
    )
    canvas.text(told, (x, y + h - 14), fitted(canvas, told, LABEL - 2, w), "paper", max_width=w)


def example(now: Now, number: int) -> list[str]:
    """Return the numbers that the steps of a round lead to: 50, 33, 22, 15, 10 by two thirds."""
    assert now.room is not None
    num, den = now.room.multiplier
    return [
        f"{_last_mean(now, number) * (num / den) ** step:.0f}" for step in range(len(STEPS) - 1)
    ]


def _last_mean(now: Now, number: int) -> float:
    means = [one.mean for one in now.outcomes[: number - 1] if one.mean is not None]
    return means[-1] if means else (LOW + HIGH) / 2


def _times(now: Now) -> str:
    assert now.room is not None
    return f"{now.room.multiplier[0]}/{now.room.multiplier[1]}"


def _draw_levels(canvas: Canvas, box: Box, reading: Sequence[int], steps: Sequence[str]) -> None:
    """A row a level: its name with the number that it leads to, and how many stood there."""
    x, y, w, h = box
    pitch, most = h / len(reading), max(reading)
    names = 164.0
    for level, many in enumerate(reading):
        middle = y + (level + 0.5) * pitch
        canvas.text(STEPS[level], (x, middle), LABEL - 2, "paper", max_width=names)
        if level < len(steps):
            place = (x + names - 14, middle)
            canvas.text(steps[level], place, LABEL - 2, BAND_COLOURS[level], "bold", "right")
        room = w - names - 56
        wide = max(3.0, room * many / most)
        tall = min(34.0, pitch * 0.6)
        canvas.rect((x + names, middle - tall / 2, wide, tall), BAND_COLOURS[level], 4)
        canvas.text(str(many), (x + names + wide + 12, middle), LABEL, "paper", "bold")


def _draw_rounds(canvas: Canvas, box: Box, now: Now, number: int) -> None:
    """Draw a column a round, its parts the levels from below; the one on show is framed."""
    x, y, w, h = box
    first = max(0, len(now.readings) - _SHOWN_ROUNDS)
    rows = now.readings[first:]
    pitch = min(84.0, w / len(rows))
    foot = y + h - 30
    for place, reading in enumerate(rows):
        left, low, wide = x + place * pitch, foot, pitch * 0.78
        for level, many in enumerate(reading):
            tall = (h - 38) * many / max(1, sum(reading))
            canvas.rect((left, low - tall, wide, tall), BAND_COLOURS[level])
            if tall > 22 and wide > 22:
                sign = "?" if level == len(reading) - 1 else str(level)
                canvas.text(sign, (left + wide / 2, low - tall / 2), TEXT, "ink", "bold", "centre")
            low -= tall
        at = first + place + 1
        ink = "brass" if at == number else "quiet"
        canvas.text(str(at), (left + wide / 2, foot + 16), TEXT, ink, "bold", "centre")
        if at == number:
            canvas.outline((left - 3, y + 5, wide + 6, foot - y - 2), "brass", 2, 4)


# -- the leaderboard -----------------------------------------------------------------------


def draw_board(canvas: Canvas, box: Box, board: Sequence[LeaderRow]) -> None:
    """Draw the first of the leaderboard, as many as fit."""
    x, y, w, h = box
    if not board:
        _draw_middle(canvas, box, "After the first round you see here who is ahead.")
        return
    pitch = 44.0
    ends = (x + 56, x + 80, x + w - 320, x + w - 170, x + w - 12)
    heads = ("", "", "rounds", "nearest", "off by")
    for head, end in zip(heads, ends, strict=True):
        canvas.text(head, (end, y + 14), TEXT, "quiet", align="right")
    shown = max(1, int((h - 60) / pitch))
    for number, row in enumerate(board[:shown]):
        middle = y + 36 + (number + 0.5) * pitch
        if row.rank == 1:
            canvas.rect((x, middle - pitch / 2 + 2, w, pitch - 4), "raised", 8)
        canvas.text(f"{row.rank}", (ends[0], middle), LABEL, "brass", "bold", "right")
        room = ends[2] - ends[1] - 90
        canvas.text(row.name, (ends[1], middle), LABEL, "paper", "bold", max_width=room)
        for words, end in zip((row.rounds, row.wins, f"{row.mean:.2f}"), ends[2:], strict=True):
            canvas.text(str(words), (end, middle), LABEL, "paper", "text", "right")
    if len(board) > shown:
        told = f"and {len(board) - shown} more; the export has them all"
        canvas.text(told, (x + w, y + h - 8), NOTE, "quiet", align="right")
