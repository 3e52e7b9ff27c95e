"""Weights of strangers: bombs, objects, lies about sizes, and what is no file at all."""

from __future__ import annotations

import functools
import hashlib
import io
import json
import os
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.files import read_arrays, read_card, write_arrays
from ai.ur import FITTED
from games import weights
from games.agents import LostWeights
from games.paths import plain_file
from games.shell.app import App
from tests.support.by_hand import in_time
from tests.support.trained import give

VALUES = np.arange(16.0)
ROOM = 140 << 20
"""What reading may take at most: the file, its arrays, and a copy of one."""


def member(array: Any, pickle: bool = False) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.asanyarray(array), allow_pickle=pickle)
    return file.getvalue()


def archive(*members: tuple[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", way, compresslevel=1) as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name that is there twice
        for name, content in members:
            packed.writestr(name, content)
    return file.getvalue()


def values(array: Any, pickle: bool = False) -> bytes:
    return archive(("values.npy", member(array, pickle)))


def head(text: str, data: bytes = bytes(128)) -> bytes:
    """An array with a head of our own."""
    padded = text + " " * (63 - (len(text) + 10) % 64) + "\n"
    plain = b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded.encode() + data
    return archive(("values.npy", plain))


def lying(content: bytes) -> bytes:
    """An archive whose lists say that its first member is small."""
    told = bytearray(archive(("values.npy", content)))
    for sign, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = told.rfind(sign) + place
        told[start : start + 4] = (256).to_bytes(4, "little")
    return bytes(told)


class Harmful:
    """Makes a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return (Path.touch, (self.path,))


GIGABYTE = 1 << 30
GOOD = ("values.npy", member(VALUES))
FILES: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda path: b"",
    "no archive": lambda path: b"zzz" * 99,
    "an array alone": lambda path: member(VALUES),
    "17 MB": lambda path: archive(("values.npy", bytes(17 << 20)), way=zipfile.ZIP_STORED),
    "a bomb": lambda path: archive(GOOD, ("more.npy", bytes(66 << 20))),
    "many small bombs": lambda path: archive(*((f"a{n}.npy", bytes(1 << 20)) for n in range(66))),
    "a bomb that lies": lambda path: lying(bytes(66 << 20)),
    "many members": lambda path: archive(*((f"a{n}.npy", member(1.0)) for n in range(3000))),
    "twice": lambda path: archive(GOOD, GOOD),
    "a way up": lambda path: archive(GOOD, ("../up.npy", member(1.0))),
    "a path": lambda path: archive(GOOD, ("/etc/up.npy", member(1.0))),
    "no array": lambda path: archive(GOOD, ("run.py", b"print()")),
    "packed otherwise": lambda path: archive(GOOD, way=zipfile.ZIP_BZIP2),
    "a pickle": lambda path: values(np.array([Harmful(path.parent / "made")]), True),
    "an object": lambda path: values(np.array([None, {}]), True),
    "void": lambda path: values(np.zeros(16, "V8")),
    "a record": lambda path: values(np.zeros(16, "i4,f8")),
    "complex": lambda path: values(np.zeros(16, complex)),
    "dates": lambda path: values(np.zeros(16, "M8[s]")),
    "big-endian": lambda path: values(VALUES.astype(">f8")),
    "long names": lambda path: values(np.array(["x" * 999])),
    "NaN": lambda path: values(np.full(16, np.nan)),
    "infinity": lambda path: values(np.full(16, -np.inf)),
    "a huge shape": lambda path: head(
        f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({2**62}, 4), }}"
    ),
    "a gigabyte by its head": lambda path: head(
        f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({GIGABYTE},), }}"
    ),
    "a negative shape": lambda path: head(
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-16,), }"
    ),
    "a deep head": lambda path: head("(" * 9000),
    "a head with a call": lambda path: head(
        "{'descr': exit(), 'fortran_order': False, 'shape': (16,), }"
    ),
    "more than its shape": lambda path: archive(("values.npy", member(VALUES) + b"12345678")),
    "a later format": lambda path: archive(
        ("values.npy", member(VALUES).replace(b"Y\x01", b"Y\x03"))
    ),
}


def hostile(name: str, path: Path) -> bytes:
    """What stands in the file; only the pickle knows where it stands, the others are made once."""
    return FILES[name](path) if name == "a pickle" else anywhere(name)


@functools.cache
def anywhere(name: str) -> bytes:
    return FILES[name](Path("anywhere"))


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_refused_in_little_room_and_runs_nothing(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "learner+.npz"
    path.write_bytes(hostile(name, path))
    tracemalloc.start()
    try:
        with pytest.raises(LostWeights, match=r"learner\+\.npz is damaged"):
            in_time(lambda: read_arrays(path))
        assert tracemalloc.get_traced_memory()[1] < ROOM
    finally:
        tracemalloc.stop()
    assert [file.name for file in tmp_path.iterdir()] == ["learner+.npz"]


@pytest.mark.parametrize("name", FILES)
def test_trained_by_anybody_it_is_put_aside_though_its_card_fits(name: str, tmp_path: Path) -> None:
    folder = give(tmp_path, "ur/learner+")
    path = folder / "ur" / "learner+.npz"
    content = hostile(name, path)
    path.write_bytes(content)
    card = {weights.SUM: hashlib.sha256(content).hexdigest()}
    path.with_suffix(".json").write_text(json.dumps(card))
    with weights.choosing(folder):
        assert len(FITTED.load()) == 16
        assert weights.in_use("ur/learner+") == weights.shipped("ur/learner+")
        (told,) = weights.take_notices()
    assert told.endswith("what ships is used.")
    assert path.with_name("learner+.npz.bad-1").read_bytes() == content
    assert not (path.parent / "made").exists()


@pytest.mark.parametrize(
    "array",
    [
        VALUES,
        VALUES.astype("<f4"),
        np.arange(5),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.zeros((0, 3)),
        np.array(0.5),
        np.array(["people"]),
        np.array([True]),
        np.arange(9, dtype=np.uint8),
    ],
)
def test_what_an_agent_learns_is_read(array: Any, tmp_path: Path) -> None:
    write_arrays(tmp_path / "a.npz", {"values": array}, {})
    found = read_arrays(tmp_path / "a.npz")["values"]
    assert (found.dtype, found.shape) == (array.dtype, array.shape)
    assert (found == array).all()
    found.flags.writeable = True


def pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def device(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/zero")


THINGS = pytest.mark.parametrize("thing", [pipe, folder, device])
POSIX = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are of POSIX")


@POSIX
@THINGS
def test_what_is_no_file_is_no_weights(thing: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "learner+.npz"
    thing(path)
    thing(path.with_suffix(".json"))
    with pytest.raises(LostWeights):
        in_time(lambda: read_arrays(path))
    with pytest.raises(LostWeights):
        in_time(lambda: read_card(path))
    assert in_time(lambda: weights.card_at(path)) == {}
    assert in_time(lambda: weights.sum_of(path)) == ""


@POSIX
@THINGS
@pytest.mark.parametrize("suffix", [".npz", ".json"])
def test_what_is_no_file_in_the_place_of_trained_weights_is_put_aside(
    suffix: str, thing: Callable[[Path], None], tmp_path: Path
) -> None:
    path = give(tmp_path, "ur/learner+") / "ur" / f"learner+{suffix}"
    thing(path)
    with weights.choosing(tmp_path / "weights"):
        assert len(in_time(FITTED.load)) == 16
        assert len(weights.take_notices()) == 1
    assert os.path.lexists(path.with_name(f"learner+{suffix}.bad-1"))


@POSIX
@THINGS
def test_what_is_no_file_in_the_place_of_the_log_is_not_waited_for(
    thing: Callable[[Path], None], app: App
) -> None:
    root = app.library.store.root
    assert root is not None
    thing(root / "log.txt")
    in_time(lambda: app.log_fault(ValueError("a fault")))


@POSIX
def test_the_log_is_for_its_owner_alone(app: App) -> None:
    root = app.library.store.root
    assert root is not None
    for word in ("first", "second"):
        app.log_fault(ValueError(word))
    text = (root / "log.txt").read_text()
    assert text.index("first") < text.index("second")
    assert (root / "log.txt").stat().st_mode & 0o777 == 0o600


@POSIX
def test_a_pipe_with_a_reader_is_no_file_either(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        for append in (False, True):
            with pytest.raises(OSError, match="not a plain file"):
                in_time(lambda append=append: plain_file(tmp_path / "pipe", append))
    finally:
        os.close(reader)
