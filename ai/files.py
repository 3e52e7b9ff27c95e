"""Arrays in files: one reader for all weights and tables that ship, one writer for what is made.

A file of arrays is a zip archive of numpy's own format without pickled objects, its card a JSON
object beside it (NAME.npz and NAME.json). Archives carry a checksum of every array;

each array is read to its end, so that it is compared. For any fault of a file, from an archive cut
short to an array of another kind, the reader's message is the same: the file's name, and how to get
it again.

A file may come from a stranger. It has to be a plain one, and its size and that of its arrays is
limited (`Room`); the sizes that an archive claims are checked. Arrays are of plain numbers, all
finite, or of short names, each there once; no part is ever written to the disk by its name, and no
part is unpickled.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.agents import LostWeights
from games.arrays import Arrays, plain_dtype
from games.paths import ROOT, read_plain
from games.weights import CARD_BYTES, WEIGHTS_BYTES, stamped

_MEMBER: Final = re.compile(r"([\w+][\w+ -]{0,63})\.npy")
"""The name of an array in its archive, and what numpy adds to it."""
_MOST_ARRAYS: Final = 256
"""The weights with the most have 17."""


class Room(NamedTuple):
    """The most bytes of a file, and the most of its arrays together."""

    file: int
    arrays: int


WEIGHTS_ROOM: Final = Room(WEIGHTS_BYTES, 64 << 20)
"""The largest that ships are the solved tables, with 4 and 5 MB."""
PARTS_ROOM: Final = Room(256 << 20, 1 << 30)
"""A part of a training holds its averages, too; the network's has about 30 MB."""


class NotWritten(ValueError):
    """Raised for a file that could not be put in place; the message names it, reason and remedy."""


def short_path(path: Path) -> str:
    """Return a `path` as people read it: from the arcade's folder on if it lies in there."""
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def damage_error(path: Path, remedy: str = "") -> LostWeights:
    """Return the complaint about the file `path`, which is missing or not what it should be.

    `remedy` is what to do, where that is other than getting a file again that ships.
    """
    state = "is damaged" if path.exists() else "is missing"
    again = f"get it again from the release, or in a checkout with `git restore {short_path(path)}`"
    return LostWeights(f"{short_path(path)} {state}; {remedy or again}.")


def read_arrays(path: Path, remedy: str = "", room: Room = WEIGHTS_ROOM) -> Arrays:
    """Return the arrays in the file `path`, by name; raises `LostWeights` for any damage.

    The message comes from `damage_error`, with its `remedy`. A file that takes more `room` is
    damaged.
    """
    try:
        return _unpacked(read_plain(path, room.file), room.arrays)
    except Exception as error:  # a flipped bit can raise nearly anything in three libraries
        raise damage_error(path, remedy) from error


def _unpacked(content: bytes, most: int) -> Arrays:
    """Return the arrays of at most `most` bytes in the `content` of a file; raises nearly any
    exception.
    """
    found: Arrays = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = archive.infolist()
        if len(members) > _MOST_ARRAYS or sum(member.file_size for member in members) > most:
            raise ValueError("larger than any that is used here")
        for member in members:
            name = _MEMBER.fullmatch(member.filename)
            if name is None or name[1] in found or member.compress_type not in _PACKED:
                raise ValueError("an archive of something else")
            with archive.open(member) as file:
                plain = file.read(most + 1)  # to its end, where its checksum is compared
            most -= len(plain)
            if most < 0:
                raise ValueError("larger than its archive says")
            found[name[1]] = _array(plain)
    return found


_PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def _array(plain: bytes) -> npt.NDArray[Any]:
    """Return the array that numpy's own format describes; raises `ValueError` for no plain one."""
    file = io.BytesIO(plain)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("a later format, for more than plain arrays")
    shape, by_columns, dtype = np.lib.format.read_array_header_1_0(file)
    kind = plain_dtype(dtype.str)
    if dtype.names or math.prod(shape) * kind.itemsize != len(plain) - file.tell():
        raise ValueError("another size than its head says")
    array = np.frombuffer(plain[file.tell() :], dtype=kind)
    if kind.kind == "f" and not bool(np.isfinite(array).all()):
        raise ValueError("no numbers")
    return array.reshape(shape, order="F" if by_columns else "C").copy()


def read_card(path: Path) -> dict[str, Any]:
    """Return the card beside the arrays in `path`; raises `LostWeights` if it is no JSON object."""
    card = path.with_suffix(".json")
    try:
        plain = json.loads(read_plain(card, CARD_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        raise damage_error(card) from error
    if not isinstance(plain, dict):
        raise damage_error(card)
    return plain


def pack_arrays(arrays: Mapping[str, Any]) -> bytes:
    """Return the `arrays` as the bytes of a file."""
    whole = io.BytesIO()
    np.savez_compressed(whole, allow_pickle=False, **arrays)
    return whole.getvalue()


def put(files: Mapping[Path, bytes]) -> None:
    """Put files in place, each whole, and none before all are on the disk.

    `files` maps paths to contents. Raises `NotWritten` where the system refuses; what was there
    before then stays.
    """
    fresh = {path: path.with_name(path.name + ".new") for path in files}
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh[path].unlink(missing_ok=True)  # it may be a pipe by now
            with fresh[path].open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        for path in files:
            os.replace(fresh[path], path)
    except OSError as error:
        for leftover in fresh.values():
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)
        raise NotWritten(
            f"{short_path(path)} could not be written ({error.strerror}); make room for it or let "
            "its folder be written to, and run the command again."
        ) from error


def write_arrays(path: Path, arrays: Mapping[str, Any], card: Mapping[str, Any]) -> None:
    """Put `arrays` in the file `path` and their `card` beside it; raises `NotWritten`.

    Both carry a stamp that shows that they belong together.
    """
    content = pack_arrays(arrays)
    text = json.dumps(stamped(card, content), indent=1, allow_nan=False) + "\n"
    put({path: content, path.with_suffix(".json"): text.encode("utf-8")})
