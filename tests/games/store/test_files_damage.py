"""Thousands of damaged files: never an exception, bad ones set aside, the last good one used.

Two ways of damage: accidents with the bytes of a file, which the checksum must catch, and
strange data under a checksum that fits, which only the checks of each value can catch.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from games.fields import BadSave
from games.log import MAX_SEED
from games.store.disk import backup
from games.store.files import Store
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import (
    Sample,
    as_data,
    envelope,
    mutated_bytes,
    mutated_data,
    path_of,
    raw_data,
    samples,
)
from tests.support.sweep import Sweep, Try, row


@pytest.fixture
def quick_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where the system has one: thousands of files need no disk."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


each_sample = pytest.mark.parametrize("sample", samples(), ids=lambda s: s.form.kind)


@functools.cache
def written() -> dict[str, tuple[bytes, Any, bytes]]:
    """The file of each sample's older value, its data, and the file of the newer value."""
    return {
        one.name: (one.form.encode(one.older), as_data(one, one.older), one.form.encode(one.newer))
        for one in samples()
    }


def check_damaged(root: Path, sample: Sample, blob: bytes) -> str:
    """Load a damaged file and check what came of it: "harmless", "newer" or "set aside"."""
    path = path_of(root, sample.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(blob)
    copy, data, _ = written()[sample.name]
    backup(path).write_bytes(copy)
    store = Store(root, QuickFiles())
    value = store.load(sample.name, sample.form, "default")
    notices = store.take_notices()
    aside = sorted(path.parent.glob(f"{path.name}.bad-*"))
    if value == "default":
        assert path.read_bytes() == blob
        assert [("newer arcade" in notice) for notice in notices] == [True]
        assert not aside
        return "newer"
    if aside:
        assert [entry.read_bytes() for entry in aside] == [blob]
        assert value == sample.older
        assert raw_data(path) == data
        assert ["last good copy" in notice for notice in notices] == [True]
        aside[0].unlink()
        return "set aside"
    assert path.read_bytes() == blob
    assert notices == ()
    check_value(value)
    assert sample.form.decode(sample.form.encode(value)) == value
    return "harmless"


def check_value(value: Any) -> None:
    """Whatever was accepted is something that the arcade can live with."""
    for name, part in leaves(value):
        if isinstance(part, float):
            assert math.isfinite(part)
        if name.endswith("_volume"):
            assert 0 <= part <= 1
        if isinstance(part, int) and not name.startswith("points"):
            assert part >= (-MAX_SEED if name == "seed" else 0)
        if isinstance(part, str):
            part.encode("utf-8")
            assert part.isprintable() or name in ("text", "")
        if name in ("id", "game", "agent", "profile", "last_profile"):
            assert part.isascii()
            assert not set(part) & set("./\\ ")
        if name == "name":
            assert 1 <= len(part) <= 80


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from leaves(getattr(value, field.name), field.name)
    elif isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], str(key))
    elif isinstance(value, tuple):
        for entry in value:
            yield from leaves(entry, name)
    else:
        yield name, value


def damage(root: Path, sample: Sample, one: Try) -> str:
    """Damage a file, by accidents with bytes or with strange data in turn; what became of it."""
    good = written()[sample.name][2]
    if one.number % 2:
        changed = json.loads(good)["data"]
        for _ in range(one.rng.randint(1, 2)):
            changed = mutated_data(changed, one.rng)
        return "data " + check_damaged(root, sample, as_envelope(sample, changed))
    blob = mutated_bytes(good, one.rng)
    fate = check_damaged(root, sample, blob)
    if fate == "harmless":
        assert sample.form.decode(blob) == sample.newer
    return "bytes " + fate


def as_envelope(sample: Sample, data: Any) -> bytes:
    return envelope(sample.form.kind, data)


@each_sample
@row("damaged files", everyday=250, full=20_000, between=3_000)
def test_damaged_files(quick_path: Path, sample: Sample, sweep: Sweep) -> None:
    fates = sweep.run(lambda one: damage(quick_path, sample, one))
    tried = fates.total()
    if tried < 100:  # one try that is repeated tells nothing of shares
        return
    assert fates["bytes set aside"] > tried / 3
    assert fates["data set aside"] > tried / 5
    assert fates["data harmless"] > 5 or tried < 1_000  # of a profile they are one in fifty


STORED = 10
"""One damaged file in so many is met by the store, the others by the reader that it asks."""


@each_sample
def test_every_prefix_of_a_file_is_refused(quick_path: Path, sample: Sample) -> None:
    whole = written()[sample.name][2].rstrip()
    lengths = [*range(0, len(whole), max(1, len(whole) // 50)), len(whole) - 1]
    for number, length in enumerate(lengths):
        with pytest.raises(BadSave):
            sample.form.decode(whole[:length])
        if number % STORED == 0:
            assert check_damaged(quick_path, sample, whole[:length]) == "set aside"
    assert len(lengths) >= 50


@each_sample
def test_flipped_bits_of_the_data_are_noticed(quick_path: Path, sample: Sample) -> None:
    good = bytearray(written()[sample.name][2])
    start = good.index(b'"data"')
    rng = random.Random(7)
    places = [rng.randrange(start, len(good) - 1) for _ in range(60)]
    for number, place in enumerate(places):
        damaged = bytearray(good)
        damaged[place] ^= 1 << rng.randrange(8)
        same = says(bytes(damaged)) == says(bytes(good))  # "\\u05DC" is "\\u05dc"
        with nullcontext() if same else pytest.raises(BadSave):
            assert sample.form.decode(bytes(damaged)) == sample.newer
        if number % STORED == 0:
            fate = check_damaged(quick_path, sample, bytes(damaged))
            assert fate == ("harmless" if same else "set aside")
    assert len(places) == 60


def says(blob: bytes) -> Any:
    """What a file says as plain JSON, or None."""
    try:
        return json.loads(blob)
    except ValueError:
        return None
