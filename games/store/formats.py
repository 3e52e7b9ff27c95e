"""The layout of a saved file, and its checks.

A file is a JSON object {"format", "version", "sha256", "data"}: its kind, the version of its
layout, the SHA-256 of its data (as compact JSON with sorted keys), and the data. The version is
higher with each new part: an older arcade then knows that there are parts to keep. `Format` turns
typed values into a file and back, and checks all that it reads: damaged text, repeated keys,
numbers that are none, data that differ from the written ones, values out of range.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from games.fields import BadSave, Fields, canonical, json_object, read_whole

T = TypeVar("T")

_PARTS = {"format", "version", "sha256", "data"}


class NewerSave(BadSave):
    """Saved data that a newer arcade wrote."""


@dataclass(frozen=True)
class Format(Generic[T]):
    """One kind of file: its name, version, size limit in bytes, and its two translations.

    `plain` gives JSON data for a value; `parse` takes the value out of their parts, or raises
    `BadSave`. `label` is its name for people ("the settings"), `file` the name of its file, where
    that is not "The file of ..." and the label. Files of all versions up to `version` are read;
    `written` gives the version for some plain data where an older arcade can read it, too.
    """

    kind: str
    label: str
    parse: Callable[[Fields], T]
    plain: Callable[[T], Any]
    version: int = 1
    max_bytes: int = 1 << 20
    file: str = ""
    written: Callable[[Any], int] | None = None

    @property
    def file_words(self) -> str:
        """The name of the file for people, as a sentence begins."""
        return self.file or f"The file of {self.label}"

    def encode(self, value: T) -> bytes:
        """Return the whole file that holds `value`.

        Raises `BadSave` for a value that could not be read back.
        """
        try:
            plain = self.plain(value)
            return self._file({"version": self._written(plain)}, plain)
        except (ValueError, TypeError, RecursionError) as error:
            if isinstance(error, BadSave):
                raise
            raise BadSave(f"It holds what a file cannot hold ({error}).") from None

    def decode(self, blob: bytes) -> T:
        """Return the value in the file `blob`; raises `NewerSave` or `BadSave`.

        Of a file of a higher version the known parts count.
        """
        return self.opened(blob)[0]

    def opened(self, blob: bytes) -> tuple[T, bool]:
        """Return the value in the file `blob` and whether a newer arcade wrote it; as `decode`."""
        with _refusals():
            envelope = self._open(blob)
            return self._value(envelope), envelope["version"] > self.version

    def written_over(self, blob: bytes, kept: bytes) -> bytes:
        """Return the file `blob` with the version and unknown parts of `kept`, which is newer.

        Raises `BadSave` where a file is bad or gets too large.
        """
        with _refusals():
            old = self._open(kept)
            known = json.loads(canonical(self.plain(self._value(old))))
            return self._file(old, with_unknown(self._open(blob)["data"], known, old["data"]))

    def _written(self, plain: object) -> int:
        return self.version if self.written is None else self.written(plain)

    def _file(self, envelope: Mapping[str, Any], plain: object) -> bytes:
        """Return the file with the data `plain` and the rest of an `envelope`."""
        data = canonical(plain)
        head = {
            "format": f"open-mind-arcade/{self.kind}",
            "version": envelope["version"],
            "sha256": hashlib.sha256(data.encode("ascii")).hexdigest(),
            **{part: value for part, value in envelope.items() if part not in _PARTS},
        }
        blob = f'{json.dumps(head)[:-1]}, "data": {data}}}\n'.encode("ascii")
        if len(blob) > self.max_bytes:
            raise BadSave(f"It is larger than {self.max_bytes // 1000} kB.")
        self.decode(blob)
        return blob

    def _value(self, envelope: Mapping[str, Any]) -> T:
        """Return the value in an open envelope."""
        newer = envelope["version"] > self.version
        try:
            with _refusals():
                return read_whole(envelope["data"], self.parse, newer)
        except BadSave as error:
            if not newer:
                raise
            version = envelope["version"] % 10**6
            words = f"It has version {version}; this arcade knows {self.version}. {error}"
            raise NewerSave(words) from None

    def _open(self, blob: bytes) -> dict[str, Any]:
        """Return the JSON object of a file, if it is what it says."""
        envelope = json_object(blob.decode("utf-8-sig"))
        if envelope.get("format") != f"open-mind-arcade/{self.kind}":
            raise BadSave("It is a file of another kind.")
        version = envelope.get("version")
        if type(version) is not int or version < 1:
            raise BadSave("Its version is not one that ever was.")
        newer = version > self.version
        if not newer and set(envelope) != _PARTS:
            raise BadSave("It has other parts than it should.")
        digest = hashlib.sha256(canonical(envelope.get("data")).encode("ascii")).hexdigest()
        if envelope.get("sha256") != digest:
            unsound = "Its data are not those that were written."
            raise NewerSave(unsound) if newer else BadSave(unsound)
        return envelope


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Raise `BadSave` for whatever is wrong with a file."""
    try:
        yield
    except BadSave:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise BadSave(f"It does not hold what it should ({error}).") from None
    except RecursionError:
        raise BadSave("It is nested too deeply.") from None


SAME: Final = {
    "records": ("game", "agent", "options"),
    "latest": ("game",),
    "tables": ("game", "key"),
    "matches": ("key", "game", "day"),
    "turns": ("turn",),
    "seats": ("profile", "name"),
    "people": ("profile", "name"),
}
"""By the name of a list, the parts that stay the same while an entry changes."""


def with_unknown(new: object, known: object, kept: object, name: str = "") -> object:
    """Return the data `new` with those parts of the data `kept` that `known` lacks.

    `known` is what this arcade reads in `kept` and would write itself; all three are plain JSON.
    An entry of a list takes its unknown parts along: entries are the same if they are equal, or if
    the parts of `SAME` under the `name` of the list are. What was removed is not brought back.
    Where the type of a part has changed, the new one stands.

    >>> with_unknown({"mute": True}, {"mute": False}, {"mute": False, "hue": 3})
    {'hue': 3, 'mute': True}
    """
    if isinstance(new, dict) and isinstance(known, dict) and isinstance(kept, dict):
        rest = {part: value for part, value in kept.items() if part not in known}
        return rest | {
            part: with_unknown(value, known[part], kept[part], part)
            if part in known and part in kept
            else value
            for part, value in new.items()
        }
    if isinstance(new, list) and isinstance(known, list) and isinstance(kept, list):
        return _entries(new, known, kept, SAME.get(name, ()))
    return new


def _entries(
    new: list[object], known: list[object], kept: list[object], same: Sequence[str]
) -> list[object]:
    """Return the entries `new` with what each had in `kept`, which is read as `known` in order."""
    if new == known and len(known) == len(kept):
        pairs = list(zip(known, kept, strict=True))
        return [with_unknown(entry, *pair) for entry, pair in zip(new, pairs, strict=True)]
    if len(known) != len(kept) or not all(isinstance(entry, dict) for entry in (*new, *known)):
        return new
    before = {
        _identity(entry, same): pair
        for entry, pair in zip(known, zip(known, kept, strict=True), strict=True)
    }
    return [with_unknown(entry, *before.get(_identity(entry, same), (None, None))) for entry in new]


def _identity(entry: object, same: Sequence[str]) -> str:
    """Return what stays the same of an entry: the parts `same`, or all of it."""
    parts = entry if isinstance(entry, dict) else {}
    return repr([(part, parts.get(part)) for part in same or sorted(parts)])
