"""The parts of every kind of file by its version: a new part needs a higher version.

An older arcade leaves a file of a higher version alone; one with a part that it does not know, and
no higher version, it takes for damaged.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.core import Person
from games.mind import Note
from games.store.chosen import CHOSEN, Chosen
from games.store.files import Store
from games.store.formats import Format
from games.store.past import (
    COUNTED,
    MATCH_FILE,
    index_format,
    minds_format,
    past_format,
    start_format,
)
from games.store.profiles import SETTINGS, Settings
from games.store.statistics import STATISTICS, Statistics
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import Sample, envelope, samples

NAMED_BY_PLAYERS = ("bindings", "counters", "minds")
"""Parts whose own parts have names that a game or a player gives."""
ROW = {
    *("key", "ended", "seed", "turns", "counted", "starred", "day", "agents", "game", "agent"),
    *("outcome", "options", "rounds", "points", "best", "best_text", "lower_is_better"),
    *("counters", "seats", "own"),
}
RECORD = {
    *("game", "agent", "options", "matches", "won", "drawn", "lost", "rounds", "points_for"),
    *("points_against", "best", "best_text", "lower_is_better", "streak", "best_streak"),
    "counters",
}
PARTS: dict[str, dict[int, set[str]]] = {
    "settings": {
        1: {
            *("fullscreen", "window_width", "window_height", "larger_text", "high_contrast"),
            *("reduced_motion", "show_frame_rate", "effects_volume", "music_volume", "mute"),
            *("bindings", "last_profile"),
        },
        2: {
            *("mind_open", "local_prior", "welcomed", "coach", "own_throw", "toured", "guided"),
            *("cards", "ra_speed"),
        },
        3: {"closed_minds"},
        4: {"asked"},
    },
    "profile": {1: {"name", "avatar", "created"}, 2: {"numbers"}, 3: {"uses"}},
    "statistics": {
        1: {"records", *(f"records.{part}" for part in RECORD), "finished"},
        2: {
            *("latest", "latest.game", "latest.agent", "latest.points_for"),
            *("latest.points_against", "long_counted", "taken"),
            *("records.recent", "records.most"),
        },
        3: {"practised"},
    },
    "match": {
        1: {"game", "text", "saved", "match_id"},
        2: {"people", "people.name", "people.profile", "secret"},
        3: {"minds"},
    },
    "learned": {1: {"game", "arrays"}},
    "past-match": {1: {"row", "text", *(f"row.{part}" for part in ROW)}, 2: {"row.left_at"}},
    "past-index": {
        1: {"matches", *(f"matches.{part}" for part in ROW)},
        2: {"matches.left_at"},
    },
    "match-file": {
        1: {"row", "text", "starts", *(f"row.{part}" for part in ROW)},
        2: {"row.left_at"},
        3: {"minds"},
    },
    "past-start": {1: {"key", "starts"}},
    "past-minds": {1: {"key", "minds"}},
    "days": {
        1: {
            *("matches", "matches.game", "matches.day", "matches.match_id", "matches.line"),
        },
        2: {"matches.outcome", "matches.boxes"},
    },
    "judged": {
        1: {
            *("matches", "matches.key", "matches.choices", "matches.lost", "matches.turns"),
            *("matches.turns.turn", "matches.turns.best", "matches.turns.lost"),
            "matches.turns.error",
        },
        2: {"matches.turns.where", "matches.turns.cost"},
    },
    "answers": {1: {"answers", "answers.name", "answers.count"}},
    "exercises": {
        1: {
            *("exercises", "exercises.game", "exercises.key", "exercises.turn"),
            *("exercises.asked", "exercises.solved", "exercises.due"),
        }
    },
    "setup": {1: {"text", "people", "people.name", "people.profile"}},
    "scores": {
        1: {
            *("tables", "tables.game", "tables.key", "tables.rows", "tables.lower_is_better"),
            *("tables.rows.name", "tables.rows.score", "tables.rows.date"),
            "tables.rows.profile",
        }
    },
}
"""The parts that came with each version of each kind of file. What stands here stays: a part that
is new needs a version of its own, in its `Format` and here."""
WORDS = {"record": 1, "practice": 1, "today": 1, "glass": 1, "again": 1, "watched": 2}
"""The version of a match with each word for what it counted."""


def parts(plain: Any, above: str = "") -> Iterator[str]:
    """The paths of all named parts of plain data."""
    if isinstance(plain, dict):
        for name, value in plain.items():
            yield above + name
            if name not in NAMED_BY_PLAYERS:
                yield from parts(value, f"{above}{name}.")
    elif isinstance(plain, (list, tuple)):
        for entry in plain:
            yield from parts(entry, above)


def full() -> tuple[Sample, ...]:
    """A sample of every kind of file, the newer one with every part that it can have."""
    known = {sample.form.kind: sample for sample in samples()}
    past = known["past-match"].newer
    result = dataclasses.replace(
        past.row.result, best=1.0, best_text="1", lower_is_better=True, counters={"a": 1}, own=1
    )
    row = dataclasses.replace(past.row, result=result, day="2025-01-31", starred=True)
    past = dataclasses.replace(past, row=row)
    chosen = Chosen("ur 1", (Person("Ada", "3f2a"),))
    minds = {(1, 0): (Note("Hm."),)}
    return (
        *(s for s in samples() if s.form.kind not in ("past-match", "past-index")),
        Sample("", past_format("ur"), past, past),
        Sample("", index_format("ur"), (row,), (row,)),
        Sample("", MATCH_FILE, past, dataclasses.replace(past, starts={0: "a"}, minds=minds)),
        Sample("", minds_format("m1"), minds, minds),
        Sample("", start_format("m1"), {0: "a"}, {0: "a"}),
        Sample("", CHOSEN, chosen, chosen),
    )


@pytest.mark.parametrize("sample", full(), ids=lambda sample: sample.form.kind)
def test_every_part_has_its_version(sample: Sample) -> None:
    known = PARTS[sample.form.kind]
    assert set(parts(sample.form.plain(sample.newer))) == set().union(*known.values())
    assert sample.form.version == max(known)
    for value in (sample.older, sample.newer):
        plain = json.loads(sample.form.encode(value))
        found = set(parts(plain["data"]))
        needed = max(version for version in known if found & known[version])
        assert needed <= plain["version"] <= sample.form.version


def test_every_kind_of_file_is_pinned() -> None:
    assert {sample.form.kind for sample in full()} == set(PARTS)


@pytest.mark.parametrize("counted", COUNTED)
def test_a_new_word_for_what_counted_has_its_version(counted: str) -> None:
    sample = next(s for s in full() if s.form.kind == "past-match")
    row = dataclasses.replace(sample.newer.row, counted=counted, left_at="")
    blob = sample.form.encode(dataclasses.replace(sample.newer, row=row))
    assert json.loads(blob)["version"] == WORDS[counted]


@pytest.mark.parametrize("sample", full(), ids=lambda sample: sample.form.kind)
def test_files_of_every_version_before_are_read(sample: Sample) -> None:
    plain = json.loads(json.dumps(sample.form.plain(sample.newer)))
    for version in range(sample.form.version - 1, 0, -1):
        for part in PARTS[sample.form.kind][version + 1]:
            remove(plain, part.split("."))
        sample.form.decode(envelope(sample.form.kind, plain, version))


def remove(plain: Any, path: list[str]) -> None:
    for entry in plain if isinstance(plain, list) else [plain]:
        if len(path) == 1:
            entry.pop(path[0], None)
        elif path[0] in entry:
            remove(entry[path[0]], path[1:])


def test_settings_and_results_of_the_first_version_keep_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(envelope("settings", {"mute": True}))
    assert Store(tmp_path, QuickFiles()).load("settings", SETTINGS, None) == Settings(mute=True)
    older: Format[Statistics] = STATISTICS
    assert not older.decode(envelope("statistics", {"finished": ["a"]})).long_counted
