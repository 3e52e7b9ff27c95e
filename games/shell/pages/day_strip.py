"""The days of a player in pictures: the games of today in a row of boxes, the last two weeks, the
days in a row, and the time to the next match.

A box says by its mark how a game went, so no colour is needed: a tick is a match won, a bar one
that is over, dots one that has begun.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final, NamedTuple

from games import catalog
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.theme import NOTE, TEXT
from games.store.days import DayBook, DayTries
from games.store.library import Library
from games.store.profiles import Profile

DAYS: Final = 14
# Units, chosen by eye.
TALL: Final = 150.0  # of the whole strip
BOX: Final = 30.0  # the mark of a game
DAY: Final = 24.0  # the square of a day
SMALL: Final = (18.0, 6.0)  # a mark in the hall, and the gap behind it


class DayGame(NamedTuple):
    """A game on a day: its short name, and how its match went: "won", "over", "begun" or ""."""

    name: str
    state: str


def games_of(days: DayTries, day: str) -> tuple[DayGame, ...]:
    """Return all games with how their match of a `day` went, in the order of the hall."""
    found = []
    for game in catalog.GAMES:
        tried = days.of(game, day)
        state = "" if tried is None else "begun" if not tried.line else "over"
        won = tried is not None and tried.outcome == "won"
        found.append(DayGame(_short(game), "won" if won else state))
    return tuple(found)


def _short(game: str) -> str:
    """Return the last word of a game's title; its id where the game cannot be loaded."""
    try:
        return catalog.spec(game).title.split()[-1]
    except Exception:  # a broken game of a player's own must not take the page along
        return game


def row_words(days: int) -> str:
    """Return how many `days` in a row have a match, "" for none."""
    return "" if not days else "1 day in a row" if days == 1 else f"{days} days in a row"


def day_left(now: datetime) -> float:
    """Return the seconds until the date of `now` is another."""
    return (datetime.combine(now.date() + timedelta(1), time(), now.tzinfo) - now).total_seconds()


def next_words(seconds: float) -> str:
    """Return the time until the next match, in whole minutes that are begun.

    >>> next_words(3 * 3600 + 11 * 60 + 5), next_words(59)
    ('Next in 3 h 12 min', 'Next in 1 min')
    """
    hours, minutes = divmod(max(1, int(-(-seconds // 60))), 60)
    return f"Next in {hours} h {minutes} min" if hours else f"Next in {minutes} min"


def draw_days(canvas: Canvas, box: Box, days: DayTries, day: str, seconds: float) -> None:
    """Draw the games of a `day` that ends in `seconds`, and the last two weeks, in a `box`."""
    x, y, w, _ = box
    games = games_of(days, day)
    step = w / len(games)
    line = canvas.line_height(NOTE)
    canvas.text("Today", (x, y + line / 2), NOTE, "paper", "bold")
    told = next_words(seconds)
    canvas.text(told, (x + w, y + line / 2), NOTE, "quiet", align="right")
    top = y + line + 6
    for number, game in enumerate(games):
        middle = x + step * (number + 0.5)
        draw_state(canvas, (middle - BOX / 2, top, BOX, BOX), game.state)
        place = (middle, top + BOX + line / 2 + 2)
        canvas.text(game.name, place, NOTE, "quiet", align="centre", max_width=step - 4)
    _draw_weeks(canvas, (x, top + BOX + line + 14, w, DAY), days, day)


def _draw_weeks(canvas: Canvas, box: Box, days: DayTries, day: str) -> None:
    """Draw a square for each of the last days with the number of its matches, today's ringed."""
    x, y, w, h = box
    words = row_words(days.streak(day))
    room = canvas.text_width(words, TEXT, "bold") + 24 if words else 0.0
    step = min(h + 10, (w - room) / DAYS)
    side = min(h, step - 3)
    for number, (at, over, _) in enumerate(days.last(day, DAYS)):
        left = x + number * step
        middle = (left + side / 2, y + h / 2)
        square = (left, y + (h - side) / 2, side, side)
        edge = "brass" if at == day else "line"
        canvas.panel(square, OWN if over else "raised", edge, 2 if at == day else 1.5, 5)
        if over:
            canvas.text(str(over), middle, NOTE, "ink", "bold", "centre")
    canvas.text(words, (x + w, y + h / 2), TEXT, "brass", "bold", "right")


def draw_state(canvas: Canvas, box: Box, state: str) -> None:
    """Draw the box of a game, with the mark of its `state`."""
    x, y, w, h = box
    middle = (x + w / 2, y + h / 2)
    edge, fill = {"won": (OWN, OWN), "over": ("quiet", "high"), "begun": ("brass", "ink")}.get(
        state, ("line", "ink")
    )
    canvas.panel(box, fill, edge, 2 if w > SMALL[0] else 1.5, w / 5)
    if state == "won":
        canvas.icon("check", middle, w * 0.72, "ink")
    elif state == "over":
        canvas.rect((x + w * 0.25, middle[1] - h * 0.07, w * 0.5, h * 0.14), "paper", 2)
    elif state == "begun":
        for number in (-1, 0, 1):
            canvas.circle((middle[0] + number * w * 0.22, middle[1]), w * 0.07, "brass")


class DayRow:
    """The row of small boxes in the hall: the games of today, once there was any day."""

    def __init__(self, library: Library, profile: Profile | None) -> None:
        """Read the days of a player from the `library`."""
        days = DayTries() if profile is None else DayBook(library.store, profile.id).read()
        self.day = library.today
        self.games = games_of(days, self.day) if days.matches else ()
        self.words = row_words(days.streak(self.day))

    def draw(self, canvas: Canvas, left: float, right: float, middle: float) -> bool:
        """Draw the boxes up to `right`, where they have room; returns whether there are any."""
        side, gap = SMALL
        x = right - len(self.games) * (side + gap) + gap
        if not self.games or x < left:
            return False
        for number, game in enumerate(self.games):
            box = (x + number * (side + gap), middle - side / 2, side, side)
            draw_state(canvas, box, game.state)
        return True
