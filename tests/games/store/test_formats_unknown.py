"""Parts that only a newer arcade knows stay in a file that this one writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.store.days import DAYS, DayMatch, DayTries
from games.store.disk import backup
from games.store.files import Store
from games.store.formats import with_unknown
from games.store.statistics import STATISTICS, MatchResult, Statistics
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import Sample, envelope, path_of, samples

NAMED_BY_PLAYERS = ("bindings", "counters")
TOMORROW = {"tomorrow": [1, {"of": "another day"}]}
each_sample = pytest.mark.parametrize("sample", samples(), ids=lambda s: s.form.kind)


def grown(plain: Any, number: int = 0, name: str = "") -> Any:
    """Return plain data with a part more in every object whose parts have fixed names."""
    if isinstance(plain, list):
        return [grown(entry, place) for place, entry in enumerate(plain)]
    if not isinstance(plain, dict):
        return plain
    inner = {part: grown(value, number, part) for part, value in plain.items()}
    return inner if name in NAMED_BY_PLAYERS else inner | TOMORROW | {"place": number}


def plain_of(sample: Sample, value: Any) -> Any:
    return json.loads(json.dumps(sample.form.plain(value)))


def newer_file(sample: Sample, data: Any) -> bytes:
    whole = json.loads(envelope(sample.form.kind, data, sample.form.version + 3))
    return json.dumps(whole | {"signed": "by tomorrow"}).encode()


def opened(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


@each_sample
@pytest.mark.parametrize("how", ["saved", "changed"])
def test_what_a_newer_arcade_wrote_stays(tmp_path: Path, sample: Sample, how: str) -> None:
    store, path = Store(tmp_path, QuickFiles()), path_of(tmp_path, sample.name)
    assert store.save(sample.name, sample.form, sample.older)
    path.write_bytes(newer_file(sample, grown(plain_of(sample, sample.older))))

    store = Store(tmp_path, QuickFiles())
    assert store.load(sample.name, sample.form, None) == sample.older
    if how == "saved":
        assert store.save(sample.name, sample.form, sample.newer)
    else:
        assert store.update(sample.name, sample.form, sample.older, lambda _: sample.newer)
    assert store.take_notices() == ()
    after = opened(path)
    assert (after["version"], after["signed"]) == (sample.form.version + 3, "by tomorrow")
    assert after["data"]["tomorrow"] == TOMORROW["tomorrow"]
    assert Store(tmp_path).read(sample.name, sample.form) == sample.newer
    assert Store(tmp_path).save(sample.name, sample.form, sample.older)
    assert Store(tmp_path).read(sample.name, sample.form) == sample.older
    assert opened(path)["data"]["tomorrow"] == TOMORROW["tomorrow"]
    assert opened(path)["version"] == sample.form.version + 3


@each_sample
def test_nothing_is_lost_where_nothing_is_changed(tmp_path: Path, sample: Sample) -> None:
    store, path = Store(tmp_path, QuickFiles()), path_of(tmp_path, sample.name)
    assert store.save(sample.name, sample.form, sample.newer)
    path.write_bytes(newer_file(sample, grown(plain_of(sample, sample.newer))))
    before = opened(path)
    assert store.update(sample.name, sample.form, sample.older, lambda kept: kept)
    assert opened(path) == before


def test_an_older_and_a_newer_arcade_write_in_turn_and_lose_nothing(tmp_path: Path) -> None:
    ours, theirs = Store(tmp_path, QuickFiles()), Store(tmp_path, QuickFiles())
    name, path = "profiles/ada/statistics", tmp_path / "profiles/ada/statistics.json"

    def count(number: int) -> None:
        result = MatchResult("karate", f"agent{number % 3}", "won", rounds=number)
        assert ours.update(name, STATISTICS, Statistics(), lambda kept: kept.with_result(result))

    count(0)
    for number in range(1, 12):
        file = opened(path)  # the newer arcade notes how hard each opponent was
        for record in file["data"]["records"]:
            record.setdefault("hard", {"first": number, "agent": record["agent"]})
        path.write_bytes(envelope("statistics", file["data"], 9))
        count(number)
    records = opened(path)["data"]["records"]
    assert {record["agent"]: record["matches"] for record in records} == {
        f"agent{number}": 4 for number in range(3)
    }
    assert all(record["hard"]["agent"] == record["agent"] for record in records)
    assert theirs.read(name, STATISTICS) == ours.read(name, STATISTICS)


def test_what_goes_takes_its_unknown_parts_along(tmp_path: Path) -> None:
    tries = [DayMatch("ur", f"2026-01-0{day}", f"m{day}") for day in range(1, 5)]
    store, path = Store(tmp_path, QuickFiles()), tmp_path / "days.json"
    assert store.save("days", DAYS, DayTries(tuple(tries)))
    data = {"matches": [{**match._asdict(), "mood": match.day} for match in tries]}
    path.write_bytes(envelope("days", data, 3))
    scored = tries[2]._replace(line="won")
    new = DayMatch("ra", "2026-01-03", "m9")
    assert store.save("days", DAYS, DayTries((new, scored, tries[0])))
    found = opened(path)["data"]["matches"]
    assert [(m["game"], m["match_id"], m["line"], m.get("mood")) for m in found] == [
        ("ra", "m9", "", None),
        ("ur", "m3", "won", "2026-01-03"),
        ("ur", "m1", "", "2026-01-01"),
    ]


def test_the_copy_of_a_newer_file_gives_its_unknown_parts_back(tmp_path: Path) -> None:
    sample = samples()[0]
    store, path = Store(tmp_path, QuickFiles()), path_of(tmp_path, sample.name)
    assert store.save(sample.name, sample.form, sample.older)
    backup(path).write_bytes(newer_file(sample, grown(plain_of(sample, sample.older))))
    path.unlink()
    store = Store(tmp_path, QuickFiles())
    assert store.load(sample.name, sample.form, None) == sample.older
    assert opened(path)["data"]["tomorrow"] == TOMORROW["tomorrow"]


def test_parts_that_would_make_the_file_too_large_refuse_what_is_saved(tmp_path: Path) -> None:
    sample = samples()[0]
    store, path = Store(tmp_path, QuickFiles()), path_of(tmp_path, sample.name)
    plain = plain_of(sample, sample.older)
    room = sample.form.max_bytes - len(newer_file(sample, {**plain, "long": ""}))
    newer = newer_file(sample, {**plain, "long": "x" * room})
    path.write_bytes(newer)
    bindings = {f"action-{n}": ("key:a",) for n in range(50)}
    larger = sample.older.__class__(bindings=bindings)
    assert not store.save(sample.name, sample.form, larger)
    assert "larger than" in store.take_notices()[0]
    assert path.read_bytes() == newer


@pytest.mark.parametrize(
    ("new", "known", "kept", "expected"),
    [
        ({"a": 1}, {"a": 0}, {"a": 0, "b": 2}, {"a": 1, "b": 2}),
        ({}, {"a": 0}, {"a": 0, "b": 2}, {"b": 2}),
        ({"a": {"x": 1}}, {"a": {"x": 0}}, {"a": {"x": 0, "y": 1}}, {"a": {"x": 1, "y": 1}}),
        ({"a": 1}, {"a": [0]}, {"a": [0]}, {"a": 1}),
        ({"a": 1, "b": 2}, {"a": 0, "b": 0}, {"a": 0, "c": 3}, {"a": 1, "b": 2, "c": 3}),
        ({"a": 1, "b": 2}, {"a": 0}, {"a": 0, "b": 3}, {"a": 1, "b": 2}),
        ([1, 2], [1], [1], [1, 2]),
        (3, 4, 5, 3),
        ([{"x": 1}, {"x": 2}], [{"x": 2}], [{"x": 2, "y": 1}], [{"x": 1}, {"x": 2, "y": 1}]),
        ([{"x": 2}], [{"x": 2}], [{"x": 2, "y": 1}, {"x": 2, "y": 3}], [{"x": 2}]),
    ],
)
def test_parts_by_place(new: Any, known: Any, kept: Any, expected: Any) -> None:
    assert with_unknown(new, known, kept) == expected
