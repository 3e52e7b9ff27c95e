"""Samples of every kind of saved file, a reader independent of the store, and faults to inject."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from games.core import Person
from games.mind import Note
from games.store.answers import ANSWERS
from games.store.days import DAYS, DayMatch, DayTries
from games.store.disk import Files
from games.store.exercises import EXERCISES, Practised
from games.store.formats import Format
from games.store.judged import JUDGED, JudgedMatch, JudgedTurn
from games.store.past import PastLog, PastMatch, index_format, past_format
from games.store.profiles import (
    SETTINGS,
    Profile,
    SavedMatch,
    Settings,
    learned_format,
    match_format,
    profile_format,
)
from games.store.statistics import (
    SCORES,
    STATISTICS,
    MatchResult,
    Score,
    ScoreTable,
    SeatResult,
    Statistics,
)


class Sample(NamedTuple):
    """A format with two different values of it, the older and the newer."""

    name: str
    form: Format[Any]
    older: Any
    newer: Any


def _statistics(matches: int) -> Statistics:
    statistics = Statistics()
    for number in range(matches):
        result = MatchResult(
            game="karate",
            agent=("nash", "seed-argmax")[number % 2],
            outcome=("won", "lost", "drawn")[number % 3],  # type: ignore[arg-type]
            options="length=25",
            rounds=25,
            points_for=100.5,
            points_against=90.0,
            best=float(number),
            best_text=f"+{number}",
            counters={"foreseen": number, "parries": 3},
        )
        statistics = statistics.with_result(result)
    return statistics


def _tables(count: int) -> tuple[ScoreTable, ...]:
    rows = tuple(Score(f"Ada {n}", 10.0 - n, "2025-01-31", "3f2a") for n in range(count))
    return (
        ScoreTable("numbers", "100 keys", rows),
        ScoreTable("ur", "", rows[:1], lower_is_better=True),
    )


def _days(count: int) -> DayTries:
    days = DayTries()
    for number in range(count):
        line = f"won {number} : 3 against Zoë 🦊" if number % 2 else ""
        boxes = ("won", "wwl") if line and count > 2 else ()
        days = days.having(DayMatch("ur", f"2025-01-{10 + number}", f"m{number}", line, *boxes))
    return days


def _rows(count: int) -> tuple[PastMatch, ...]:
    seats = (SeatResult("Zoë 🦊", "human", 4.0, 1), SeatResult("Greedy", "greedy", 2.5, 2))
    result = MatchResult("ur", "greedy", "won", "pieces=4", 90, 4.0, 2.5, seats=seats)
    ended = "2025-01-31T10:00:00+00:00"
    rows = (PastMatch(f"m{n}", ended, result, 7, 90, agents={1: "ab"}) for n in range(count))
    starred = (replace(row, starred=row.key == "m1") for row in rows)
    left = {"m4": "round 3 of 25"}
    return tuple(replace(row, left_at=left.get(row.key, "")) for row in starred)


def _past(turns: int) -> PastLog:
    row = replace(_rows(2)[1], left_at="round 3 of 25" if turns == 2 else "")
    return PastLog(row, "ur 1\n" + "0:2 é\n" * turns)


def _judged(count: int) -> tuple[JudgedMatch, ...]:
    turns = (JudgedTurn(21, "take-D", 0.11, 0.02, "Turn 9", "11%"),)
    return tuple(JudgedMatch(f"m{number}", 30, 0.5, turns) for number in range(count))


def _exercises(count: int) -> tuple[Practised, ...]:
    return tuple(Practised("ra", f"m{n}", 7 * n, n + 1, n % 2, "2025-02-01") for n in range(count))


def samples() -> tuple[Sample, ...]:
    """One sample of every kind of file that the arcade keeps."""
    settings = Settings(last_profile="3f2a", bindings={"left": ("key:a", "pad:left")})
    match = match_format("ur")
    learned = learned_format("karate")
    return (
        Sample(
            "settings",
            SETTINGS,
            settings,
            replace(settings, mute=True, music_volume=0.25, closed_minds="ra", asked=False),
        ),
        Sample(
            "profiles/3f2a/profile",
            profile_format("3f2a"),
            Profile("3f2a", "Ada", "2025-01-31"),
            Profile("3f2a", "Zoë 🦊 שלום", "2025-01-31", 7, True, ("ra.bag", "ra.bag")),
        ),
        Sample("profiles/3f2a/statistics", STATISTICS, _statistics(4), _statistics(9)),
        Sample(
            "profiles/3f2a/match-ur",
            match,
            SavedMatch("ur", "ur 1\n0:2\n", "2025-01-31T10:00:00+00:00"),
            SavedMatch(
                "ur",
                "ur 1\n0:2\n1:3 é\n",
                "2025-01-31T11:00:00+00:00",
                people=(Person("Ada", "3f2a"), Person("Zoë 🦊")),
                secret="00112233445566778899aabbccddeeff",
                minds={(1, 0): (Note("Hm."),)},
            ),
        ),
        Sample("profiles/3f2a/learned-karate", learned, '{"a": 1}', '{"a": 12}'),
        Sample("profiles/3f2a/past-ur/m1", past_format("ur", "m1"), _past(1), _past(2)),
        Sample("profiles/3f2a/past-ur/index", index_format("ur"), _rows(2), _rows(5)),
        Sample("profiles/3f2a/days", DAYS, _days(2), _days(5)),
        Sample("profiles/3f2a/judged-jaipur", JUDGED, _judged(1), _judged(3)),
        Sample("profiles/3f2a/answers", ANSWERS, {"person-theory": 1}, {"person-plain": 3}),
        Sample("profiles/3f2a/exercises", EXERCISES, _exercises(2), _exercises(4)),
        Sample("scores", SCORES, _tables(2), _tables(5)),
    )


def path_of(root: Path, name: str) -> Path:
    return root / f"{name}.json"


def raw_data(path: Path) -> Any:
    """The data of a file, read without the store; raises unless it is whole."""
    envelope = json.loads(path.read_bytes().decode("utf-8"))
    text = json.dumps(envelope["data"], sort_keys=True, separators=(",", ":"))
    assert envelope["sha256"] == hashlib.sha256(text.encode()).hexdigest()
    return envelope["data"]


def as_data(sample: Sample, value: Any) -> Any:
    """What `raw_data` gives for a file that holds this value."""
    return json.loads(json.dumps(sample.form.plain(value)))


def envelope(kind: str, data: Any, version: int = 1) -> bytes:
    """A file with any data under a checksum that fits, written without the store."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    head = {"format": f"open-mind-arcade/{kind}", "version": version}
    digest = hashlib.sha256(text.encode()).hexdigest()
    return json.dumps({**head, "sha256": digest, "data": data}).encode()


def temporary_files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.name.endswith(".tmp")]


OPERATIONS = ("open", "write", "flush", "fsync", "close", "replace", "fsync_folder", "mkdir")


class FaultyFiles(Files):
    """Real file operations of which `decide` makes some fail.

    `decide(operation, number of the call)` gives an errno or 0. A close that fails closes first
    and a write that fails writes half, as on a disk that is full.
    """

    def __init__(self, decide: Callable[[str, int], int] = lambda operation, number: 0) -> None:
        self.decide = decide
        self.calls: dict[str, int] = {}
        self.failed = 0


def _failing(operation: str) -> Callable[..., Any]:
    real = getattr(Files, operation)

    def method(self: FaultyFiles, *arguments: Any) -> Any:
        number = self.calls[operation] = self.calls.get(operation, 0) + 1
        error = self.decide(operation, number)
        if not error:
            return real(self, *arguments)
        self.failed += 1
        if operation == "write":
            arguments[0].write(arguments[1][: len(arguments[1]) // 2])
        if operation == "close":
            arguments[0].close()
        raise OSError(error, "injected")

    return method


for _operation in (*OPERATIONS, "read", "link", "unlink"):
    setattr(FaultyFiles, _operation, _failing(_operation))


class Killed(BaseException):
    """What a process that is killed would be; it is no `Exception` that anybody could handle."""


class DyingFiles(FaultyFiles):
    """Real file operations of which `left` more that change the disk are done, and none after that.

    So the disk is left as by a kill: nobody tidies up.
    """

    def __init__(self) -> None:
        self.left = math.inf
        super().__init__(self._die)

    def _die(self, operation: str, number: int) -> int:
        self.left -= operation in ("open", "write", "replace", "link", "unlink", "mkdir")
        if self.left < 0:
            raise Killed
        return 0


@contextmanager
def failing_once(files: FaultyFiles, operation: str, number: int, error: int) -> Iterator[None]:
    """From here on, the so-manieth call of one operation fails."""
    files.calls.clear()
    files.failed = 0
    files.decide = lambda op, n: error if (op, n) == (operation, number) else 0
    yield
    files.decide = lambda op, n: 0


def mutated_bytes(blob: bytes, rng: random.Random) -> bytes:
    """The file with one to three accidents of a disk or an editor."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(blob) + 1)
        end = min(len(blob), at + rng.choice((1, 1, 2, 8, 64)))
        blob = rng.choice(
            (
                blob[:at],
                blob[:at] + blob[end:],
                blob[:at] + rng.randbytes(end - at) + blob[end:],
                blob[:at] + bytes(end - at) + blob[end:],
                blob[:at] + blob[at:end] * 2 + blob[end:],
                blob[:at] + rng.choice(_WORDS) + blob[end:],
                blob[end:] + blob[:at],
                b"\xef\xbb\xbf" + blob,
            )
        )
    return blob


_WORDS = (b"NaN", b"-Infinity", b"1e999", b"-1", b"[" * 5000, b'{"a":' * 2000, b"null", b'"')
_WORDS += (b"\xff\xfe", b"\\ud800", b"9" * 5000, b"true", b"}", b",", b"0")


def mutated_data(data: Any, rng: random.Random) -> Any:
    """JSON data with one value, part or entry changed for something unfitting."""
    strange: list[Any] = [None, True, -1, 10**30, 1.5, -0.0, "", "x" * 300, "\u202e", "\ud800"]
    strange += [[], {}, [[]], {"a": 1}, "con", "../x", "2025-13-01", 17, 1e300]
    if isinstance(data, dict) and data and rng.random() < 0.85:
        key = rng.choice(sorted(data))
        changed = {k: v for k, v in data.items() if k != key or rng.random() < 0.9}
        if rng.random() < 0.1:
            changed[rng.choice(("extra", "Extra part", ""))] = rng.choice(strange)
        elif key in changed:
            changed[key] = mutated_data(data[key], rng)
        return changed
    if isinstance(data, list) and data and rng.random() < 0.85:
        at = rng.randrange(len(data))
        entry = data[at] if rng.random() < 0.2 else mutated_data(data[at], rng)
        return [*data[:at], entry, *data[at + rng.randint(0, 1) :]]
    return rng.choice(strange)
