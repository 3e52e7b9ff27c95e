"""Arrays in files: one reader for all weights and tables that ship, one writer for what is made.

A file of arrays is a zip archive of numpy's own format without pickled objects, its card a JSON
object beside it (NAME.npz and NAME.json). Archives carry a checksum of every array; each array is
read to its end, so that it is compared. Whatever is wrong with a file, from an archive cut short
to an array of another kind, the reader says one thing: which file it is, and how to get it again.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from games.agents import LostWeights
from games.arrays import Arrays
from games.paths import ROOT
from games.weights import stamped

_SUFFIX: Final = ".npy"


class NotWritten(ValueError):
    """A file that was made could not be put in place; says which, why, and what to do."""


def short_path(path: Path) -> str:
    """A `path` as people are told of it: from the arcade's folder on where it lies in there."""
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def damage_error(path: Path, remedy: str = "") -> LostWeights:
    """The complaint about the file `path`, which is missing or not what it should be.

    `remedy` is what to do, where that is other than getting a file again that ships.
    """
    state = "is damaged" if path.exists() else "is missing"
    again = f"get it again from the release, or in a checkout with `git restore {short_path(path)}`"
    return LostWeights(f"{short_path(path)} {state}; {remedy or again}.")


def read_arrays(path: Path, remedy: str = "") -> Arrays:
    """The arrays in the file `path`, by name; raises `LostWeights` for any damage.

    The sentence is that of `damage_error`, with its `remedy`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return {
                name.removesuffix(_SUFFIX): np.load(
                    io.BytesIO(archive.read(name)), allow_pickle=False
                )
                for name in archive.namelist()
            }
    except Exception as error:  # a flipped bit can raise nearly anything in three libraries
        raise damage_error(path, remedy) from error


def read_card(path: Path) -> dict[str, Any]:
    """The card beside the arrays in `path`; raises `LostWeights` where it is not a JSON object."""
    card = path.with_suffix(".json")
    try:
        plain = json.loads(card.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise damage_error(card) from error
    if not isinstance(plain, dict):
        raise damage_error(card)
    return plain


def pack_arrays(arrays: Mapping[str, Any]) -> bytes:
    """The `arrays` as the bytes of a file."""
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

    With them goes what tells that they belong together.
    """
    content = pack_arrays(arrays)
    text = json.dumps(stamped(card, content), indent=1, allow_nan=False) + "\n"
    put({path: content, path.with_suffix(".json"): text.encode("utf-8")})
