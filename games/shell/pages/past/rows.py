"""The matches of a player in a game as rows: those that wait, those that are over, and those that
were put aside because they cannot be continued.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games import catalog
from games.core import Log
from games.session.archiving import time_words
from games.session.resuming import standing
from games.session.setup import HUMAN
from games.session.sitting import free_guest
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import OUTCOMES as PAINTS
from games.shell.draw.theme import NOTE, SEAT_MARKS, TEXT
from games.shell.opening import put_back, saved_match, why_aside
from games.shell.pages.before.sentences import (
    inline,
    listed,
    params_words,
    place_words,
    sides,
    told_option,
)
from games.shell.shell import Shell
from games.shell.widgets.basic import ListBox
from games.spec import Option
from games.store.past import PastMatch
from games.store.statistics import option_values

ROW: Final = 52.0  # units; by eye
AT_FIRST: Final = 8
"""So many unfinished matches are read before somebody asks for all of them."""
KINDS: Final = {
    "practice": "practice, counted for nothing",
    "today": "today's match",
    "glass": "its mind first, counted for nothing",
    "again": "ended before in another window, counted once",
    "watched": "watched",
}
"""What is said of a match that is not in the records (`games.store.past.COUNTED`)."""
OUTCOMES: Final = {"won": "Won", "lost": "Lost", "drawn": "Drew", "played": "Played"}
LEFT: Final = "Ended early"
PUT_ASIDE: Final = "Cannot be continued"
WHOLE: Final = "Put aside: its file is kept."


@dataclass(frozen=True)
class Waiting:
    """An unfinished match, the time of its keeping (ISO 8601), its file, and all scores, where
    there are any.
    """

    found: Log
    saved: str
    file: str
    scores: tuple[float, ...] = ()

    @property
    def key(self) -> str:
        """The key of its file."""
        return "" if self.found.kept is None else self.found.kept.key


@dataclass(frozen=True)
class Aside:
    """A file that was put aside."""

    file: str


@dataclass(frozen=True)
class More:
    """A row for `count` further unfinished matches, which are not read yet."""

    count: int


Entry = PastMatch | Waiting | Aside | More


def waiting_rows(shell: Shell, game: str, every: bool) -> list[Entry]:
    """Return the present player's unfinished matches of a `game`, the one played last first, and
    the ones put aside; without `every` the first `AT_FIRST` and the number of the rest.
    """
    profile, matches = shell.profile, shell.library.matches
    if profile is None:
        return []
    put_back(shell, game)
    keys = matches.keys(profile.id, game)
    shown = keys if every else keys[:AT_FIRST]
    rows: list[Entry] = []
    for key in shown:
        found, kept = saved_match(shell, game, key), matches.read(profile.id, game, key)
        if found is not None and kept is not None:
            file = f"match-{game}-{key}.json" if key else f"match-{game}.json"
            match = standing(found)
            scores = () if match is None else match.returns
            rows.append(Waiting(found, kept.saved, file, scores if any(scores) else ()))
    if len(keys) > len(shown):
        rows.append(More(len(keys) - len(shown)))
    return [*rows, *(Aside(file) for file in matches.aside(profile.id, game))]


# -- what is said of one -------------------------------------------------------------------


def title_of(row: PastMatch) -> str:
    """Return the result of a match in a line: "Won 155 : 115 against The sensei"."""
    result = row.result
    if row.counted == "watched":
        return " v ".join(seat.name for seat in result.seats)
    told = LEFT if row.left_at else OUTCOMES[result.outcome]
    others = [result.seats[n] for n in _rivals(row)]
    if len(others) > 1 and any(seat.score for seat in result.seats):
        own = f"{result.seats[result.own].score:,.5g}"
        *more, last = (f"{seat.name} {seat.score:,.5g}" for seat in others)
        return f"{told} with {own} against {', '.join(more)} and {last}"
    if others and (result.points_for or result.points_against):
        told = f"{told} {result.points_for:,.5g} : {result.points_against:,.5g}"
    if others:
        return f"{told} against {listed([seat.name for seat in others])}"
    return f"{told}: {result.best_text}" if result.best_text else told


def _rivals(row: PastMatch) -> list[int]:
    """Return the seats of the other teams, each name once."""
    result, seats = row.result, catalog.spec(row.result.game).seats
    numbers = [n for n in range(len(result.seats)) if n != result.own]
    if callable(seats) or seats[result.own].team is None:
        return numbers
    rivals = [n for n in numbers if seats[n].team != seats[result.own].team]
    alike = len({result.seats[n] for n in rivals}) == 1  # one mind in all of their seats
    return rivals[:1] if alike else rivals


def second_of(row: PastMatch) -> str:
    """Return how far a match was that ended early, its time, and its kind of record."""
    place = row.left_at[:1].upper() + row.left_at[1:]
    return ", ".join(
        part for part in (place, time_words(row.ended), KINDS.get(row.counted, "")) if part
    )


def match_words(found: Log) -> str:
    """Return a match in words: its sides, and how far it is."""
    first, *others = _names(found)
    names = [first, *map(inline, others)]
    return f"{sides(catalog.spec(found.game), found.params, names)}, {place_words(found)}"


def _names(found: Log) -> list[str]:
    """Return the name of each seat: the first person is "You", others have names of their own."""
    names: list[str] = []
    for seat in found.seats:
        if seat.agent != HUMAN:
            names.append(catalog.seated(found.game, seat).spec.name)
        elif "You" not in names:
            names.append("You")
        else:
            names.append(free_guest(names) if seat.person is None else seat.person.name)
    return names


class Words(NamedTuple):
    """A row: its title, its second line, the title's colour, and its sign, "" for a dot."""

    title: str
    second: str
    ink: str = "paper"
    icon: str = ""


def words_of(entry: Entry) -> Words:
    """Return the words in the row of an `entry`."""
    if isinstance(entry, PastMatch):
        ink = PAINTS[entry.result.outcome]
        return Words(title_of(entry), second_of(entry), ink, "star" if entry.starred else "")
    if isinstance(entry, Waiting):
        when = time_words(entry.saved)
        score = " : ".join(f"{points:,.5g}" for points in entry.scores)
        second = ", ".join(part for part in (score, "unfinished", when) if part)
        second = second[:1].upper() + second[1:]
        return Words(match_words(entry.found), second, "brass", "pause")
    if isinstance(entry, More):
        return Words(f"{entry.count} more unfinished", "Show them all", "quiet", "down")
    return Words(PUT_ASIDE, WHOLE, "quiet", "warning")


class SeatRow(NamedTuple):
    """A player of a match: name, score, and the colour and the mark of the seat."""

    name: str
    score: str
    ink: str
    mark: str


class Details(NamedTuple):
    """More about a match: all its players, and a text below."""

    seats: Sequence[SeatRow]
    text: str


def details_of(shell: Shell, game: str, entry: Entry) -> Details:
    """Return all scores and the options, or an unfinished match's place and its reason."""
    if isinstance(entry, PastMatch):
        seats = _everybody(game, entry)
        return Details(seats, f"{_turns_words(game, entry)}{result_options(game, entry)}".strip())
    if isinstance(entry, More):
        return Details((), "")
    if isinstance(entry, Aside):
        return Details((), why_aside(shell, game, entry.file))
    found, spec = entry.found, catalog.spec(game)
    scores = [f"{points:,.5g}" for points in entry.scores] or [""] * len(found.seats)
    seats = _seat_rows(game, _names(found), scores)
    return Details(seats, f"{params_words(spec, found.params)}.")


def _turns_words(game: str, row: PastMatch) -> str:
    """Return the number of turns of a match, or of the game's counter, where its options do not
    show it.
    """
    spec, rounds = catalog.spec(game), row.result.rounds
    if spec.told.counted and 0 < rounds < row.turns:
        return f"{rounds:,} {spec.told.counted}{'' if rounds == 1 else 's'}. "
    length = spec.told.length
    most = option_values(row.result.options).get(length, "")
    if most.isdecimal() and 0 < int(most) <= row.turns:
        return ""
    turns = catalog.scene(game).Scene.turn_due(row.turns - 1)  # as play and replay count them
    return "1 turn. " if turns == 1 else f"{turns:,} turns. "


def _everybody(game: str, row: PastMatch) -> list[SeatRow]:
    """Return the rows of all players of a match, the first place first.

    The points are the ones shown with the match; a lone player has none to compare, and a match
    that ended before the first of them has none.
    """
    result = row.result
    seats = result.seats
    points = [seat.score for seat in seats]
    if len(seats) == 2 and (result.points_for or result.points_against):
        points[result.own], points[1 - result.own] = result.points_for, result.points_against
    shown = len(seats) > 1 and (any(points) or not row.left_at)
    told = [f"{each:,.5g}" if shown else "" for each in points]
    rows = _seat_rows(game, [seat.name for seat in seats], told)
    return [rows[number] for number in sorted(range(len(seats)), key=lambda n: seats[n].place)]


def _seat_rows(game: str, names: Sequence[str], scores: Sequence[str]) -> list[SeatRow]:
    """Return rows for the seats of a game in their order, with the colours that the game itself
    has.
    """
    colours: Sequence[str] = catalog.scene(game).Scene.seat_colours
    return [
        SeatRow(name, score, colours[n % len(colours)], SEAT_MARKS[n % len(SEAT_MARKS)])
        for n, (name, score) in enumerate(zip(names, scores, strict=True))
    ]


def result_options(game: str, row: PastMatch) -> str:
    """Return the options of a match in words, such as "25 rounds, strength gentle (0.1)".

    What was as usual goes unsaid, but for how long it was and what was played.
    """
    spec = catalog.spec(game)
    agents = (agent for agent in catalog.agents(game) if agent.id == row.result.agent)
    known = [*(option for agent in agents for option in agent.options)]
    options: dict[str, Option] = {o.name: o for o in (*known, *spec.options)}
    parts = []
    for name, text in option_values(row.result.options).items():
        try:
            option, value = options[name], options[name].parse(text)
            if value != option.default or name in (spec.told.length, spec.modes.option):
                parts.append(told_option(option, value))
        except (KeyError, ValueError):  # of an arcade that had other options
            parts.append(f"{name} {text}")
    words = ", ".join(parts)
    return words[:1].upper() + words[1:]


# -- the rows ------------------------------------------------------------------------------


class MatchList(ListBox):
    """Rows of matches: a sign, and how each went in the colour of its outcome."""

    row_height = ROW

    def __init__(
        self,
        entries: Sequence[Entry],
        index: int,
        chosen: Callable[[int], None],
        confirmed: Callable[[], None],
    ) -> None:
        self.words = [words_of(entry) for entry in entries]
        rows = [(words.title, words.second) for words in self.words]
        super().__init__(rows, index, chosen, confirmed=confirmed)

    def _draw_row(self, canvas: Canvas, index: int, top: float) -> None:
        x, _, w, _ = self.box
        words = self.words[index]
        if index == self.index:
            canvas.rect((x, top, w - 8, ROW - 4), "high", 8)
            canvas.rect((x, top + 8, 4, ROW - 20), "brass", 2)
        middle, room = top + (ROW - 4) / 2, w - 72
        if words.icon:
            ink = "quiet" if words.icon == "warning" else "brass"
            canvas.icon(words.icon, (x + 24, middle), 20, ink)
        else:
            canvas.circle((x + 24, middle), 5, words.ink)
        wide = canvas.text_width(words.title, TEXT, "bold")
        size = TEXT if wide <= room else NOTE  # the scores of a whole table stand there
        canvas.text(words.title, (x + 48, middle - 10), size, words.ink, "bold", max_width=room)
        canvas.text(words.second, (x + 48, middle + 12), NOTE, "quiet", max_width=room)
