"""The counts of a player, and the tables of the best scores.

`MatchResult` is one finished match; a `Record` adds up the results of one game, agent and set of
options; `Statistics` are all records of a player; a `ScoreTable` holds the best scores of all
players. Plain frozen values, and the `Format` of each file; `games.store.library` keeps them.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, get_args

from games.fields import BadSave, Fields, is_id, is_line
from games.store.formats import Format

# Bounds of what a file holds, chosen by hand.
SCORES_KEPT: Final = 10
RECORDS_KEPT: Final = 300
FINISHED_KEPT: Final = 100
GAMES_KEPT: Final = 64
LONGEST_KEY: Final = 200
_TAKEN_KEPT: Final = 20
RECENT: Final = 16
"""Of so many matches in a row a record knows how many were won; longer series are hard to see."""

Outcome = Literal["won", "drawn", "lost", "played"]


class BadResult(ValueError):
    """The result of a match that cannot be counted."""


class SeatResult(NamedTuple):
    """The result of a seat of a match: its player's name, its agent, its score, and its place from
    1 on.
    """

    name: str
    agent: str
    score: float
    place: int


def places(scores: Sequence[float]) -> tuple[int, ...]:
    """Return the place of each seat by its score in `scores`, 1 for the highest; equal scores share
    it.
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One finished match of a player, to be recorded.

    - `outcome` is "won", "drawn", "lost", or "played" where there is no winner.
    - `options` keeps matches apart that should not be added up (see `option_key`).
    - `best` is the value for the tile in the launcher, where there is one, and `best_text` its
      words.
    - `counters` are added up.
    - `seats` has all players in the order of their seats and `own` is the player's seat; with more
      than two, `agent` is the strongest opponent and `points_against` the best of the others.
    """

    game: str
    agent: str
    outcome: Outcome
    options: str = ""
    rounds: int = 0
    points_for: float = 0.0
    points_against: float = 0.0
    best: float | None = None
    best_text: str = ""
    lower_is_better: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    seats: tuple[SeatResult, ...] = ()
    own: int = 0

    def __post_init__(self) -> None:
        if self.outcome not in get_args(Outcome):
            raise BadResult(f"A match is won, drawn, lost or played, not {self.outcome!r}.")


@dataclass(frozen=True, slots=True)
class Record:
    """All matches of a player in one game against one agent with one set of options.

    `streak` is the number of matches won in a row up to now. `recent` has the first letter of the
    outcome of each of the last `RECENT` matches, and `most` how many were won of 1, 2, ...,
    `RECENT` matches in a row where that was most (see `most_of`); () where no order was kept.
    """

    game: str
    agent: str
    options: str = ""
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rounds: int = 0
    points_for: float = 0.0
    points_against: float = 0.0
    best: float | None = None
    best_text: str = ""
    lower_is_better: bool = False
    streak: int = 0
    best_streak: int = 0
    counters: Mapping[str, int] = field(default_factory=dict)
    recent: str = ""
    most: tuple[int, ...] = ()

    def most_of(self, matches: int) -> int:
        """Return the most wins among any `matches` matches in a row.

        `matches` is 1 to `RECENT`, or fewer were played. Matches from before the order was kept add
        only certain wins: the longest streak, and all wins where no more matches were played.

        >>> Record("karate", "sensei", matches=9, won=5, best_streak=3).most_of(7)
        3
        >>> Record("karate", "sensei", matches=6, won=5, best_streak=3).most_of(7)
        5
        """
        certain = self.won if self.matches <= matches else min(self.best_streak, matches)
        return max(certain, self.most[matches - 1] if self.most else 0)

    @property
    def key(self) -> tuple[str, str, str]:
        """Game, agent and options."""
        return self.game, self.agent, self.options

    def beats(self, other: Record | None) -> bool:
        """Return whether its best result is better than the best of `other`."""
        if self.best is None or other is None or other.best is None:
            return self.best is not None
        return _better(self.best, other.best, self.lower_is_better)

    def with_result(self, result: MatchResult) -> Record:
        """Return the record with the `result` of one match more."""
        streak = self.streak + 1 if result.outcome == "won" else 0
        recent = (self.recent + result.outcome[0])[-RECENT:]
        won = [recent[-length:].count("w") for length in range(1, RECENT + 1)]
        record = dataclasses.replace(
            self,
            matches=self.matches + 1,
            won=self.won + (result.outcome == "won"),
            drawn=self.drawn + (result.outcome == "drawn"),
            lost=self.lost + (result.outcome == "lost"),
            rounds=self.rounds + result.rounds,
            points_for=self.points_for + result.points_for,
            points_against=self.points_against + result.points_against,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            counters=_sum_counters(self.counters, result.counters),
            recent=recent,
            most=tuple(map(max, won, self.most or won)),
        )
        best, text, lower = result.best, result.best_text, result.lower_is_better
        if best is None or (self.best is not None and not _better(best, self.best, lower)):
            return record
        return dataclasses.replace(record, best=best, best_text=text, lower_is_better=lower)

    def after(self, before: Record) -> Record:
        """Return both records as one; the matches of `before` came first."""
        best = self if self.beats(before) else before
        whole = len(self.recent) == self.matches  # else something between the two is not known
        recent = before.recent * whole + self.recent
        known = _most_won(recent) if recent else ()
        most = [part for part in (self.most, before.most, known) if part]
        streak = self.streak + (before.streak if self.won == self.matches else 0)
        sums = ("matches", "won", "drawn", "lost", "rounds", "points_for", "points_against")
        changes = {name: getattr(self, name) + getattr(before, name) for name in sums}
        return dataclasses.replace(
            self,
            **changes,
            best=best.best,
            best_text=best.best_text,
            lower_is_better=best.lower_is_better,
            streak=streak,
            best_streak=max(self.best_streak, before.best_streak, streak),
            counters=_sum_counters(self.counters, before.counters),
            recent=recent[-RECENT:],
            most=tuple(map(max, zip(*most, strict=True))),
        )


def _most_won(outcomes: str) -> tuple[int, ...]:
    """Return how many of 1, 2, ..., `RECENT` of the `outcomes` in a row were won at most."""
    return tuple(
        max(outcomes[at : at + length].count("w") for at in range(len(outcomes)))
        for length in range(1, RECENT + 1)
    )


def _sum_counters(counters: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    names = {**counters, **more}
    return {name: counters.get(name, 0) + more.get(name, 0) for name in names}


def _better(new: float, old: float, lower_is_better: bool) -> bool:
    return new < old if lower_is_better else new > old


class LastMatch(NamedTuple):
    """The match of a game that was counted last: against whom, and the points."""

    game: str
    agent: str
    points_for: float
    points_against: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """All counts of one player; read it with `of`, `total`, `best` and `last`.

    - `finished` are the ids of the matches counted last (`FINISHED_KEPT`), so that none counts
      twice.
    - `latest` has the last match of each game.
    - `long_counted` is False in a file of an arcade that refused results with options longer than
      `LONGEST_KEY` (see `with_lost`).
    - `taken` are the sums of files that were put aside and are counted again (see `with_aside`).
    - `practised` are the ids of the matches that became practice last; they count in no window.
    """

    records: tuple[Record, ...] = ()
    finished: tuple[str, ...] = ()
    latest: tuple[LastMatch, ...] = ()
    long_counted: bool = True
    taken: tuple[str, ...] = ()
    practised: tuple[str, ...] = ()

    def of(self, game: str, agent: str | None = None) -> tuple[Record, ...]:
        """Return the records of a game, or of one agent in it."""
        return tuple(r for r in self.records if r.game == game and agent in (None, r.agent))

    def total(self, game: str, agent: str | None = None) -> Record:
        """Return the sums over all options (and agents); its streaks are the longest of any."""
        total = Record(game, agent or "")
        for record in self.of(game, agent):
            sums = ("matches", "won", "drawn", "lost", "rounds", "points_for", "points_against")
            changes = {name: getattr(total, name) + getattr(record, name) for name in sums}
            total = dataclasses.replace(
                total,
                **changes,
                streak=max(total.streak, record.streak),
                best_streak=max(total.best_streak, record.best_streak),
                counters=_sum_counters(total.counters, record.counters),
            )
        return total

    def best(self, game: str) -> Record | None:
        """Return the record that holds the best result in a game, if any has one."""
        found: Record | None = None
        for record in self.of(game):
            if record.beats(found):
                found = record
        return found

    def last(self, game: str) -> LastMatch | None:
        """Return the last match of a game, where one was counted since such are kept."""
        return next((match for match in self.latest if match.game == game), None)

    def with_result(self, result: MatchResult, match_id: str = "") -> Statistics:
        """Return the statistics with one match more; past `RECORDS_KEPT` new sets of options are
        put together.

        A match whose `match_id` is among the `finished` is not counted again, one among the
        `practised` never.
        """
        if match_id in self.finished or match_id in self.practised:
            return self
        finished = (*self.finished, match_id)[-FINISHED_KEPT:] if match_id else self.finished
        records = {record.key: record for record in self.records}
        key = (result.game, result.agent, short_options(result.options))
        if key not in records and len(records) >= RECORDS_KEPT:
            key = (result.game, result.agent, "other")
        records[key] = records.get(key, Record(*key)).with_result(result)
        last = LastMatch(result.game, result.agent, result.points_for, result.points_against)
        others = (match for match in self.latest if match.game != result.game)
        return dataclasses.replace(
            self, records=tuple(records.values()), finished=finished, latest=(*others, last)
        )

    def with_practised(self, match_id: str) -> Statistics:
        """With the match `match_id` as one that counts no more."""
        others = (known for known in self.practised if known != match_id)
        return dataclasses.replace(self, practised=(*others, match_id)[-FINISHED_KEPT:])

    def with_lost(self, lost: Mapping[str, MatchResult]) -> Statistics:
        """Return the statistics with the `lost` results, by the ids of their matches, that were
        refused; once for all.

        They are older than the last matches, which stay the last.
        """
        if self.long_counted:
            return self
        found = dataclasses.replace(self, long_counted=True)
        new = {match_id: lost[match_id] for match_id in lost if match_id not in self.finished}
        for match_id, result in new.items():
            found = found.with_result(result, match_id)
        known = {match.game for match in self.latest}
        others = (match for match in found.latest if match.game not in known)
        finished = (*new, *self.finished)[-FINISHED_KEPT:]
        return dataclasses.replace(found, finished=finished, latest=(*self.latest, *others))

    def with_aside(self, aside: Statistics, digest: str) -> Statistics:
        """Return the statistics with what a file `aside` of this `digest` counted; itself where
        that is not sure.

        It is sure where no match is in both, and where all of these here are there too.
        """
        ours, theirs = set(self.finished), set(aside.finished)
        counts = [sum(record.matches for record in part.records) for part in (self, aside)]
        if digest in self.taken or not counts[1]:
            return self
        taken = (*self.taken, digest)[-_TAKEN_KEPT:]
        if not counts[0] or (ours and ours <= theirs and counts[0] < counts[1]):
            return dataclasses.replace(aside, taken=taken)
        if not (ours and theirs) or ours & theirs:
            return self
        records = {record.key: record for record in aside.records}
        for record in self.records:
            before = records.get(record.key)
            records[record.key] = record if before is None else record.after(before)
        known = {match.game for match in self.latest}
        return Statistics(
            tuple(records.values()),
            (*aside.finished, *self.finished)[-FINISHED_KEPT:],
            (*self.latest, *(match for match in aside.latest if match.game not in known)),
            aside.long_counted and self.long_counted,
            taken,
            tuple(dict.fromkeys((*aside.practised, *self.practised)))[-FINISHED_KEPT:],
        )


def statistics_of(identity: str) -> str:
    """Return the name of the file with the statistics of the player `identity`."""
    return f"profiles/{identity}/statistics"


def option_key(options: Mapping[str, Any]) -> str:
    """Return options as one line in a fixed order, such as "beta=0.5, length=25"."""
    return ", ".join(f"{name}={options[name]}" for name in sorted(options))


def short_options(text: str) -> str:
    """Return the options `text` of any length (see `option_key`) as a line of at most
    `LONGEST_KEY`.

    Values that are too long, or hold more than one line, become the begin of their SHA-256, the
    longest first: the names and short values stay what a page can read.
    """
    parts = text.split(", ")
    for at in sorted(range(len(parts)), key=lambda n: -len(parts[n])):
        if len(", ".join(parts)) <= LONGEST_KEY and all(map(is_line, parts)):
            break
        name, equals, value = parts[at].partition("=")
        named = equals and is_id(name)
        parts[at] = f"{name}=~{_digest(value)}" if named else f"~{_digest(parts[at])}"
    short = ", ".join(parts)
    return short if len(short) <= LONGEST_KEY else f"~{_digest(text)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def option_values(text: str) -> dict[str, str]:
    """Return the options that `option_key` wrote as `text`, each as text; none of another text."""
    parts = (part.partition("=") for part in text.split(", "))
    return {name: value for name, equals, value in parts if equals}


def _parse_record(fields: Fields) -> Record:
    record = Record(
        game=fields.identity("game"),
        agent=fields.agent("agent"),
        options=fields.text("options", "", LONGEST_KEY),
        **{name: fields.integer(name, 0) for name in _COUNTS},
        points_for=fields.number("points_for", 0.0),
        points_against=fields.number("points_against", 0.0),
        best=fields.optional("best", Fields.number),
        best_text=fields.text("best_text", "", 60),
        lower_is_better=fields.flag("lower_is_better", False),
        counters=parse_counters(fields.take("counters", {})),
        recent=fields.text("recent", "", RECENT),
        most=fields.values("most", Fields.integer, RECENT),
    )
    if record.won + record.drawn + record.lost > record.matches or not (
        record.streak <= record.best_streak <= record.won and _order_can_be(record)
    ):
        raise BadSave("Its counts contradict each other.")
    return record


def _order_can_be(record: Record) -> bool:
    """Return whether what is kept of the order of the matches can be, by itself and by the sums."""
    most, recent = record.most, record.recent
    if not set(recent) <= {outcome[0] for outcome in get_args(Outcome)}:
        return False
    if not most:
        return not recent
    steps = {after - before for before, after in itertools.pairwise((0, *most))}
    last = [recent[-length:].count("w") for length in range(1, RECENT + 1)]
    return (
        len(most) == RECENT
        and steps <= {0, 1}
        and most[-1] <= record.won
        and 0 < len(recent) <= record.matches
        and all(map(operator.le, last, most))
    )


_COUNTS: Final = ("matches", "won", "drawn", "lost", "rounds", "streak", "best_streak")


def parse_counters(plain: Any) -> dict[str, int]:
    """Return counts by name, out of the `plain` data of a file; raises `BadSave`."""
    fields = Fields(plain)
    if len(plain) > 64 or not all(is_id(name) for name in plain):
        raise BadSave("Its counters have names that cannot be.")
    return {name: fields.integer(name) for name in plain}


def _parse_latest(fields: Fields) -> LastMatch:
    return LastMatch(
        fields.identity("game"),
        fields.agent("agent"),
        fields.number("points_for"),
        fields.number("points_against"),
    )


def _plain_statistics(statistics: Statistics) -> dict[str, Any]:
    latest = [match._asdict() for match in statistics.latest]
    return {**dataclasses.asdict(statistics), "latest": latest}


def _parse_statistics(fields: Fields) -> Statistics:
    statistics = Statistics(
        fields.objects("records", _parse_record, 4 * RECORDS_KEPT),
        fields.values("finished", Fields.identity, FINISHED_KEPT),
        fields.objects("latest", _parse_latest, GAMES_KEPT),
        fields.flag("long_counted", False),
        fields.values("taken", Fields.identity, _TAKEN_KEPT),
        fields.values("practised", Fields.identity, FINISHED_KEPT),
    )
    if len({match.game for match in statistics.latest}) != len(statistics.latest):
        raise BadSave("It has two last matches of one game.")
    if len({record.key for record in statistics.records}) != len(statistics.records):
        raise BadSave("It counts the same thing twice.")
    return statistics


STATISTICS: Final = Format(
    "statistics",
    "a player's results",
    _parse_statistics,
    _plain_statistics,
    version=3,
    max_bytes=1 << 22,
)
"""Since version 2 a record has the order of its last matches, since version 3 it is known which
matches became practice.
"""


@dataclass(frozen=True, slots=True)
class Score:
    """A row of a table of scores; `profile` is the id of the player, or "" for none."""

    name: str
    score: float
    date: str
    profile: str = ""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The best `SCORES_KEPT` scores of a game under one key, best first; of equals the earlier."""

    game: str
    key: str
    rows: tuple[Score, ...] = ()
    lower_is_better: bool = False

    def with_row(self, row: Score) -> ScoreTable:
        """Return the table with one `row` more, if that is among the best."""
        sign = 1 if self.lower_is_better else -1
        rows = sorted((*self.rows, row), key=lambda r: sign * r.score)  # sorting is stable
        return dataclasses.replace(self, rows=tuple(rows[:SCORES_KEPT]))

    def without(self, profile: str) -> ScoreTable:
        """Return the table without the rows of the player `profile`."""
        return dataclasses.replace(self, rows=tuple(r for r in self.rows if r.profile != profile))


def _parse_score(fields: Fields) -> Score:
    name, score = fields.text("name", length=80), fields.number("score")
    if not name.strip():
        raise BadSave("A score has no name.")
    return Score(name, score, fields.day("date"), fields.identity("profile", ""))


def _parse_table(fields: Fields) -> ScoreTable:
    return ScoreTable(
        fields.identity("game"),
        fields.text("key", length=200),
        fields.objects("rows", _parse_score, SCORES_KEPT),
        fields.flag("lower_is_better", False),
    )


def _parse_tables(fields: Fields) -> tuple[ScoreTable, ...]:
    tables = fields.objects("tables", _parse_table, 1000)
    if len({(table.game, table.key) for table in tables}) != len(tables):
        raise BadSave("It has the same table twice.")
    return tables


def _plain_tables(tables: Iterable[ScoreTable]) -> dict[str, Any]:
    return {"tables": [dataclasses.asdict(table) for table in tables]}


SCORES: Final = Format("scores", "the best scores", _parse_tables, _plain_tables, max_bytes=1 << 22)
