"""What a saved file says, and how it is checked.

A file is a JSON object {"format", "version", "sha256", "data"}: its kind, the version of its
layout, the SHA-256 of its data (as compact JSON with sorted keys), and the data. The version is
higher with each new part: an older arcade then knows that there are parts to keep. `Format` turns
typed values into a file and back, and trusts nothing that it reads: damaged text, repeated keys,
numbers that are none, data that differ from what was written, values out of range.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, NoReturn, TypeVar

from games.store.unknown import with_unknown

T = TypeVar("T")

# Counts and numbers lie below this in size: whole doubles are exact up to 9e15.
_LIMIT = 10**15
_JOINERS = "\u200c\u200d"
_PARTS = {"format", "version", "sha256", "data"}
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_AGENT = re.compile(r"[a-z0-9][a-z0-9_.+-]{0,39}")


class BadSave(ValueError):
    """Saved data that cannot be used; the message says why."""


class NewerSave(BadSave):
    """Saved data that a newer arcade wrote."""


def canonical(data: Any) -> str:
    """The plain `data` as compact ASCII JSON with sorted keys; raises `ValueError` for NaN and
    infinities.
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Format(Generic[T]):
    """One kind of file: its name, version, size limit in bytes, and its two translations.

    `plain` gives JSON data for a value; `parse` takes the value out of their parts, or raises
    `BadSave`. `label` is what a person calls it ("the settings"), `file` what they call its file,
    where that is not "The file of ..." and the label. Files of all versions up to `version` are
    read; `written` gives that of some plain data where an older arcade can read it, too.
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
        """What a person calls the file, as a sentence begins."""
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
        envelope = json.loads(
            blob.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_refuse
        )
        if not isinstance(envelope, dict):
            raise BadSave("It is not a file of the arcade.")
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


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys are all different; raises `BadSave` else."""
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise BadSave("It says the same thing twice.")
    return plain


def _refuse(word: str) -> Any:
    raise BadSave(f"It holds {word}, which is not a number.")


def is_id(text: str) -> bool:
    """Whether `text` is an id: up to 40 of a-z, 0-9, - and _."""
    return _ID.fullmatch(text) is not None


def is_agent(text: str) -> bool:
    """Whether `text` is an agent's id, which may also have .

    and + ("greedy-pow1.5", "learner+").
    """
    return _AGENT.fullmatch(text) is not None


def printable(letter: str) -> bool:
    """Whether a `letter` can stand in a line of text without changing how others are shown."""
    category = unicodedata.category(letter)
    if category == "Cf":
        return letter in _JOINERS
    return category not in ("Cc", "Cs", "Co", "Zl", "Zp")


def is_line(text: str) -> bool:
    """Whether every letter of a `text` is `printable`."""
    return (text.isascii() and text.isprintable()) or all(map(printable, text))


class Fields:
    """The parts of a JSON object, taken out one by one by `name`; raises `BadSave` for what is
    wrong.

    A part that is missing takes its `default`; without a default it must be there. Parts that are
    not taken may be there only in a file of a `newer` version.
    """

    def __init__(self, plain: object, newer: bool = False) -> None:
        if not isinstance(plain, dict):
            raise BadSave("It holds something else than named parts.")
        self._left, self._newer = dict(plain), newer

    def take(self, name: str, default: Any = None) -> Any:
        """A part as it is."""
        if name not in self._left and default is None:
            raise BadSave(f"Its part {name!r} is missing.")
        return self._left.pop(name, default)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self.take(name, default)
        return value if isinstance(value, bool) else _wrong(name, value)

    def integer(
        self, name: str, default: int | None = None, low: int = 0, high: int = _LIMIT
    ) -> int:
        """A whole number in `low`..`high`."""
        value = self.take(name, default)
        return value if type(value) is int and low <= value <= high else _wrong(name, value)

    def number(
        self, name: str, default: float | None = None, low: float = -_LIMIT, high: float = _LIMIT
    ) -> float:
        """A finite number in `low`..`high`."""
        value = self.take(name, default)
        if type(value) not in (int, float) or not low <= value <= high:
            _wrong(name, value)
        return float(value)

    def optional_number(self, name: str) -> float | None:
        """A finite number, or None where it is null or missing."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return self.number(name)

    def text(self, name: str, default: str | None = None, length: int = 80) -> str:
        """Printable text of at most `length` characters."""
        value = self.take(name, default)
        fine = isinstance(value, str) and len(value) <= length and is_line(value)
        return str(value) if fine else _wrong(name, value)

    def long_text(self, name: str, length: int) -> str:
        """Text of one or many lines; its length counts bytes."""
        value = self.take(name)
        if not isinstance(value, str) or "\0" in value:
            _wrong(name, value)
        if len(value) > length or len(value.encode("utf-8")) > length:
            raise BadSave(f"Its part {name!r} is longer than {length // 1000} kB.")
        return str(value)

    def identity(self, name: str, default: str | None = None) -> str:
        """An id (a-z, 0-9, - and _), or the default itself."""
        value = self.take(name, default)
        fine = isinstance(value, str) and (value == default or is_id(value))
        return str(value) if fine else _wrong(name, value)

    def agent(self, name: str) -> str:
        """An agent's id."""
        value = self.take(name)
        return value if isinstance(value, str) and is_agent(value) else _wrong(name, value)

    def objects(self, name: str, read: Callable[[Fields], T], most: int) -> tuple[T, ...]:
        """A list of at most `most` JSON objects, each of them read whole by `read`."""
        return self.each(name, lambda entry: read_whole(entry, read, self._newer), most)

    def part(self, name: str, read: Callable[[Fields], T]) -> T:
        """A JSON object, read whole by `read`."""
        return read_whole(self.take(name), read, self._newer)

    def values(self, name: str, take: Callable[[Fields, str], T], most: int) -> tuple[T, ...]:
        """A list of at most `most` values, each as `take`, a method of this class, takes a part."""
        return self.each(name, lambda entry: take(Fields({name: entry}), name), most)

    def each(self, name: str, parse: Callable[[object], T], most: int) -> tuple[T, ...]:
        """A list of at most `most` entries, each read by `parse`."""
        value = self.take(name, [])
        if not isinstance(value, list) or len(value) > most:
            _wrong(name, value)
        return tuple(parse(entry) for entry in value)

    def day(self, name: str) -> str:
        """A date such as 2025-01-31."""
        value = self.text(name, length=10)
        return date.fromisoformat(value).isoformat()

    def refuse_rest(self) -> None:
        """Raise `BadSave` if a part was not read, but for the parts of a newer version."""
        for name in () if self._newer else self._left:
            raise BadSave(f"Its part {name[:40]!r} is unknown.")


def read_whole(plain: object, read: Callable[[Fields], T], newer: bool = False) -> T:
    """Return what `read` takes out of the JSON object `plain`.

    Raises `BadSave` where it leaves a part, unless the object is of a `newer` version.
    """
    fields = Fields(plain, newer)
    found = read(fields)
    fields.refuse_rest()
    return found


def _wrong(name: str, value: Any) -> NoReturn:
    raise BadSave(f"Its part {name!r} cannot be {str(value)[:40]!r}.")
