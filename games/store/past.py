"""A finished match of a player as files hold it: its row, its log, and the index of all rows.

Plain frozen values, and the `Format` of each file, which checks all it reads; `games.store.archive`
keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Final, cast, get_args

from games.fields import BadSave, Fields
from games.log import MAX_SEATS, MAX_SEED, MAX_TURNS
from games.store.bot_minds import KeptMinds, read_minds, written_minds
from games.store.formats import Format
from games.store.profiles import LEARNED_BYTES, MATCH_BYTES
from games.store.statistics import MatchResult, Outcome, SeatResult, parse_counters

MOST_PAST: Final = 500
"""So many matches of a player and a game are kept, the newest: a match a day for a year and more.
At their usual size of 3 kB they take as much room as one photograph."""
MOST_STARRED: Final = 500
"""So many older ones can be kept by a star; the index still opens in a moment."""
COUNTED: Final = ("record", "practice", "today", "glass", "again", "watched")
"""What a match counted for: the records, nothing (its seed was chosen), the day's list, nothing (a
glass box), nothing (it had ended before, in another window), nothing (agents alone played it)."""
YEARS: Final = range(1900, 9000)
"""A clock that was lost begins at 1970 or 1980; at the ends of what a date can be, one of another
zone is none."""
LONGEST_NAME: Final = 80
LONGEST_OPTIONS: Final = 1000
LONGEST_PLACE: Final = 40
_MATCH: Final = re.compile(r"[a-z0-9]{1,40}")
INDEX: Final = "index"


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A row about a finished match.

    - `key` is the name of its file, `ended` the local time of its end (ISO 8601, with the zone),
      `counted` one of `COUNTED`, `turns` the number of turns in its log.
    - `result` has opponent, options, outcome, points, counters and the seats of all players.
    - `day` is the date of today's match, else "".
    - `left_at` is the progress of a match that was ended early, such as "round 3 of 25".
    - `agents` has by seat the signs of the agents (see `games.session.archiving`).
    """

    key: str
    ended: str
    result: MatchResult
    seed: int
    turns: int
    counted: str = "record"
    starred: bool = False
    day: str = ""
    left_at: str = ""
    agents: Mapping[int, str] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.result.game


@dataclass(frozen=True, slots=True)
class PastLog:
    """A match with its log: `text` lacks what agents had learned before, which is in `starts`, and
    what bots showed of their thoughts, which is in `minds`.
    """

    row: PastMatch
    text: str
    starts: Mapping[int, str] = field(default_factory=dict)
    minds: KeptMinds = field(default_factory=dict)


# -- the files -----------------------------------------------------------------------------


def _plain_row(row: PastMatch) -> dict[str, Any]:
    result = row.result
    plain = {
        "key": row.key,
        "ended": row.ended,
        "seed": row.seed,
        "turns": row.turns,
        "counted": row.counted,
        "starred": row.starred,
        "day": row.day,
        "left_at": row.left_at,
        "agents": list(map(list, row.agents.items())),
        "game": result.game,
        "agent": result.agent,
        "outcome": result.outcome,
        "options": result.options,
        "rounds": result.rounds,
        "points": [result.points_for, result.points_against],
        "best": result.best,
        "best_text": result.best_text,
        "lower_is_better": result.lower_is_better,
        "counters": dict(result.counters),
        "seats": [list(seat) for seat in result.seats],
        "own": result.own,
    }
    usual = {
        "starred": False,
        "day": "",
        "left_at": "",
        "agents": [],
        "best": None,
        "best_text": "",
    }
    usual |= {"lower_is_better": False, "counters": {}, "own": 0}
    return {name: value for name, value in plain.items() if value != usual.get(name, plain)}


def _parse_row(fields: Fields) -> PastMatch:
    key = fields.identity("key")
    row = PastMatch(
        key,
        _parse_end(fields),
        _parse_result(fields),
        fields.integer("seed", low=-MAX_SEED, high=MAX_SEED),
        fields.integer("turns", high=MAX_TURNS),
        fields.text("counted", length=20),
        fields.flag("starred", False),
        _parse_day(fields),
        fields.text("left_at", "", LONGEST_PLACE),
        dict(fields.each("agents", _parse_agent, MAX_SEATS)),
    )
    if not is_key(key) or row.counted not in COUNTED:
        raise BadSave("It is no match that was kept.")
    return row


def _parse_result(fields: Fields) -> MatchResult:
    points = fields.values("points", Fields.number, 2)
    seats = fields.each("seats", _parse_seat, MAX_SEATS)
    outcome = fields.text("outcome", length=10)
    if outcome not in get_args(Outcome) or len(points) != 2:
        raise BadSave("It has no result that can be.")
    result = MatchResult(
        fields.identity("game"),
        fields.agent("agent"),
        cast(Outcome, outcome),
        fields.text("options", "", LONGEST_OPTIONS),
        fields.integer("rounds", 0),
        points[0],
        points[1],
        fields.optional("best", Fields.number),
        fields.text("best_text", "", 60),
        fields.flag("lower_is_better", False),
        parse_counters(fields.take("counters", {})),
        seats,
        fields.integer("own", 0, 0, MAX_SEATS - 1),
    )
    if seats and result.own >= len(seats):
        raise BadSave("It names a seat that is not there.")
    return result


def _parse_seat(plain: object) -> SeatResult:
    if not isinstance(plain, list) or len(plain) != 4:
        raise BadSave("A seat has a name, an agent, a score and a place.")
    fields = Fields(dict(zip(SeatResult._fields, plain, strict=True)))
    return SeatResult(
        fields.text("name", length=LONGEST_NAME),
        fields.agent("agent"),
        fields.number("score"),
        fields.integer("place", low=1, high=MAX_SEATS),
    )


def _parse_end(fields: Fields) -> str:
    """Return the time of an end by which matches can be ordered in every zone (see `when`)."""
    ended = fields.text("ended", length=40)
    if datetime.fromisoformat(ended).year not in YEARS:
        raise BadSave("It ended in a year that no clock shows.")
    return ended


def _parse_day(fields: Fields) -> str:
    day = fields.text("day", "", 10)
    return day and date.fromisoformat(day).isoformat()


def _parse_agent(plain: object) -> tuple[int, str]:
    seat, fields = _numbered(plain)
    return seat, fields.identity("what")


def _numbered(plain: object) -> tuple[int, Fields]:
    """Return a seat, and the entry "what" about it."""
    if not isinstance(plain, list) or len(plain) != 2:
        raise BadSave("It says something of no seat.")
    fields = Fields({"seat": plain[0], "what": plain[1]})
    return fields.integer("seat", high=MAX_SEATS - 1), fields


def past_format(game: str, key: str = "") -> Format[PastLog]:
    """Return the file of a finished match of a `game`, and where one is given under this `key`."""

    def parse(fields: Fields) -> PastLog:
        past = PastLog(_take_row(fields), fields.long_text("text", MATCH_BYTES))
        if past.row.game != game or key not in ("", past.row.key):
            raise BadSave("It is another match than its name says.")
        return past

    def plain(past: PastLog) -> dict[str, Any]:
        return {"row": _plain_row(past.row), "text": past.text}

    def written(plain: dict[str, Any]) -> int:
        return _version(plain["row"])

    most = 7 * MATCH_BYTES
    return Format("past-match", "a finished match", parse, plain, 2, most, written=written)


def _version(row: Mapping[str, Any]) -> int:
    """Return the first version in which a plain `row` can be read."""
    return 2 if "left_at" in row or row["counted"] == "watched" else 1


def _take_row(fields: Fields) -> PastMatch:
    return fields.part("row", _parse_row)


def _parse_file(fields: Fields) -> PastLog:
    starts = dict(fields.each("starts", _parse_start, MAX_SEATS))
    minds = read_minds(fields.take("minds", []))
    return PastLog(_take_row(fields), fields.long_text("text", MATCH_BYTES), starts, minds)


def _plain_file(past: PastLog) -> dict[str, Any]:
    starts, minds = list(map(list, past.starts.items())), written_minds(past.minds)
    plain = {"row": _plain_row(past.row), "text": past.text, "starts": starts}
    return {**plain, "minds": minds} if minds else plain


def _parse_start(plain: object) -> tuple[int, str]:
    seat, fields = _numbered(plain)
    return seat, fields.long_text("what", LEARNED_BYTES)


def start_format(key: str) -> Format[Mapping[int, str]]:
    """Return the file of what agents had learned before the match with this `key`, by seat."""

    def parse(fields: Fields) -> Mapping[int, str]:
        if fields.identity("key") != key:
            raise BadSave("It belongs to another match.")
        return dict(fields.each("starts", _parse_start, MAX_SEATS))

    def plain(starts: Mapping[int, str]) -> dict[str, Any]:
        return {"key": key, "starts": list(map(list, starts.items()))}

    most = 2 * MAX_SEATS * LEARNED_BYTES
    return Format("past-start", "what was learned before a match", parse, plain, max_bytes=most)


def minds_format(key: str) -> Format[KeptMinds]:
    """Return the file of what bots showed in the match with this `key`."""

    def parse(fields: Fields) -> KeptMinds:
        if fields.identity("key") != key:
            raise BadSave("It belongs to another match.")
        return read_minds(fields.take("minds", []))

    def plain(minds: KeptMinds) -> dict[str, Any]:
        return {"key": key, "minds": written_minds(minds)}

    return Format("past-minds", "what bots thought in a match", parse, plain, max_bytes=1 << 20)


Rows = tuple[PastMatch, ...]
"""Rows in the order in which the matches ended."""


def index_format(game: str) -> Format[Rows]:
    """Return the file with the rows of all finished matches of a `game`."""

    def parse(fields: Fields) -> Rows:
        rows = fields.objects("matches", _parse_row, 4 * (MOST_PAST + MOST_STARRED))
        if len({row.key for row in rows}) != len(rows):
            raise BadSave("It has one match twice.")
        if any(row.game != game for row in rows):
            raise BadSave("It has a match of another game.")
        return rows

    def plain(rows: Rows) -> dict[str, Any]:
        return {"matches": [_plain_row(row) for row in rows]}

    def written(plain: dict[str, Any]) -> int:
        return max(map(_version, plain["matches"]), default=1)

    return Format("past-index", "the list of matches", parse, plain, 2, 1 << 22, written=written)


def when(row: PastMatch) -> tuple[float, str]:
    """Return the place of a row: by its time (in UTC if it names no zone), then its key."""
    ended = datetime.fromisoformat(row.ended)
    return ended.replace(tzinfo=ended.tzinfo or UTC).timestamp(), row.key


def is_key(text: str) -> bool:
    """Return whether a match can have this `text` for its key."""
    return _MATCH.fullmatch(text) is not None and text != INDEX


MATCH_FILE: Final = Format(
    "match-file",
    "a match",
    _parse_file,
    _plain_file,
    3,
    8 * MATCH_BYTES,
    written=lambda plain: 3 if "minds" in plain else _version(plain["row"]),
)
"""A match to be taken elsewhere: its row, its log, what its agents had learned before, and what its
bots showed of their thoughts."""
