"""The seals of a room: the forecast of `mind` for each round, fixed before the round begins.

A seal is drawn at random and stands in a file before its digits stand on the wall, so that they are
the same when the window comes back. Lines are only ever added, and the first of a round counts,
from any window. Where the file cannot be kept, a later window seals anew and reports that.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from games.core import Seal
from games.fields import BadSave, Fields, json_object, read_whole
from games.paths import plain_file, read_plain

_LARGEST: Final = 4_000_000
"""Bytes of the file of a room, far above a thousand rounds."""
_CODE: Final = re.compile(r"[0-9A-Z]{1,8}")
_NONCE: Final = re.compile(r"[0-9a-f]{32}")
_FORECAST: Final = re.compile(r"[0-9]{1,10}\.[0-9]{2}")


class Sealed(NamedTuple):
    """A seal, and whether it was made `late`, when its round had begun already."""

    seal: Seal
    late: bool


class Seals:
    """The seals of the room with a `code`, kept in a `folder` (None: for as long as it runs)."""

    def __init__(self, folder: Path | None, code: str) -> None:
        named = folder is not None and _CODE.fullmatch(code) is not None
        self._path = folder / f"guess-class-{code}.seals" if folder and named else None
        self._known: dict[int, Sealed] = {}
        self._read()

    def get(self, number: int) -> Sealed | None:
        """Return the seal of round `number`; None if it has none."""
        return self._known.get(number)

    def make(self, number: int, forecast: float, late: bool) -> Sealed:
        """Return the seal of round `number`, made now unless another window made one before."""
        made = Sealed(Seal(secrets.token_hex(16), f"{forecast:.2f}"), late)
        if self._path is not None:
            with contextlib.suppress(OSError):
                _add(self._path, number, made)
        self._read()
        return self._known.setdefault(number, made)

    def _read(self) -> None:
        """Take in the lines of the file; damaged ones are left alone and seal no round."""
        if self._path is None:
            return
        try:
            lines = read_plain(self._path, _LARGEST).decode("utf-8", "replace").splitlines()
        except OSError:
            return
        for line in lines:
            with contextlib.suppress(BadSave):
                number, found = read_whole(json_object(line), _parsed, newer=True)
                self._known.setdefault(number, found)


def _add(path: Path, number: int, made: Sealed) -> None:
    """Add a line that is on the disk when this returns; raises `OSError`."""
    plain = {"round": number, **made.seal._asdict(), "late": made.late}
    with plain_file(path, append=True) as file:
        file.write(f"\n{json.dumps(plain)}\n".encode())  # whatever half a line stands before it
        file.flush()
        os.fsync(file.fileno())


def _parsed(fields: Fields) -> tuple[int, Sealed]:
    """Return the round and its seal in a line; raises `BadSave`."""
    nonce, move = fields.text("nonce"), fields.text("move")
    if not (_NONCE.fullmatch(nonce) and _FORECAST.fullmatch(move)):
        raise BadSave("It is no seal.")
    return fields.integer("round"), Sealed(Seal(nonce, move), fields.flag("late"))
