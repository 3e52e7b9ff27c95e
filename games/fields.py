"""One reader of JSON objects: every part is taken by name, checked, and none is left unread.

Files, matches, requests and replies of a service all trust nothing that they read. `json_object`
reads the text, `Fields` the parts. What a wrong part raises is up to the caller (`Refuse`): saved
data raise `BadSave`, a service raises an error of its own, in words of its own.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final, NoReturn, TypeVar

from games import bots

T = TypeVar("T")

LARGEST: Final = 10**15
"""Counts and numbers lie below this in size: whole doubles are exact up to 9e15."""
_JOINERS: Final = "\u200c\u200d"
_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_AGENT: Final = re.compile(r"[a-z0-9][a-z0-9_.+-]{0,39}")


_FORMULA: Final = re.compile(r"(^|[,;\t]\"*)(?=[=+\-@\t])")
"""Where a spreadsheet would begin a formula: at the start of a text, and in it after whatever may
separate cells in the country of the reader, quotes between or not."""


class BadSave(ValueError):
    """Saved data that cannot be used; the message says why."""


# -- text ----------------------------------------------------------------------------------


def canonical(data: Any) -> str:
    """Return the plain `data` as compact ASCII JSON with sorted keys.

    Raises `ValueError` for NaN and infinities.

    >>> canonical({"b": 1, "a": [2]})
    '{"a":[2],"b":1}'
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def json_object(text: str, error: Callable[[str], Exception] = BadSave) -> dict[str, Any]:
    """Return the JSON object that `text` is.

    Raises an `error`, made from a sentence, for any other text, for a key that stands twice in an
    object, and for numbers that are none or too large.
    """
    try:
        plain = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite
        )
    except _Unfit as problem:
        raise error(str(problem)) from None
    except RecursionError:
        raise error("It is nested too deeply.") from None
    except ValueError as problem:
        raise error(f"It is not JSON ({problem}).") from None
    if not isinstance(plain, dict):
        raise error("It is not a JSON object.")
    return plain


class _Unfit(ValueError):
    """JSON that Python reads and this reader does not."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise _Unfit("It says the same thing twice.")
    return plain


def _refuse(word: str) -> NoReturn:
    raise _Unfit(f"It holds {word}, which is not a number.")


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refuse(text[:40])


# -- words ---------------------------------------------------------------------------------


def is_id(text: str) -> bool:
    """Return whether `text` is an id: up to 40 of a-z, 0-9, - and _."""
    return _ID.fullmatch(text) is not None


def is_agent(text: str) -> bool:
    """Return whether `text` is an agent's id, which may also have . and + ("learner+"), or the kept
    name of a bot.
    """
    return _AGENT.fullmatch(text) is not None or bots.is_kept(text)


def printable(letter: str) -> bool:
    """Return whether a `letter` can stand in a line without changing how others are shown."""
    category = unicodedata.category(letter)
    if category == "Cf":
        return letter in _JOINERS
    return category not in ("Cc", "Cs", "Co", "Zl", "Zp")


def is_line(text: str) -> bool:
    """Return whether every letter of a `text` is `printable`."""
    return (text.isascii() and text.isprintable()) or all(map(printable, text))


# -- parts ---------------------------------------------------------------------------------

MISSING: Final = object()
"""The value of a part that is not there."""
LEFT_OUT: Final = "left out"
"""What a part must be that nobody knows."""
Refuse = Callable[[str, object, str], Exception]
"""Makes the error for a part: its name ("" for the object itself), its value, what it must be."""


def refusals(error: Callable[[str], Exception]) -> Refuse:
    """Return a `Refuse` that tells in a sentence which part is wrong, as an `error` made of it."""

    def refuse(name: str, value: object, wanted: str) -> Exception:
        if not name:
            return error("It holds something else than named parts.")
        if wanted == LEFT_OUT:
            return error(f"Its part {name[:40]!r} is unknown.")
        if value is MISSING:
            return error(f"Its part {name!r} is missing.")
        return error(f"Its part {name!r} cannot be {str(value)[:40]!r}; it must be {wanted}.")

    return refuse


_SAVED: Final = refusals(BadSave)


class Fields:
    """The parts of a JSON object, taken out one by one by `name`.

    A part that is missing takes its `default`; without a default it must be there. Parts that are
    not taken may be there only where the object is `newer` than its reader. What is wrong raises
    what `refuse` makes of it, `BadSave` by default.

    >>> fields = Fields({"seat": 3, "name": "Ada"})
    >>> fields.integer("seat", high=4), fields.text("name"), fields.flag("muted", False)
    (3, 'Ada', False)
    >>> Fields({"seat": 9}).integer("seat", high=4)
    Traceback (most recent call last):
    games.fields.BadSave: Its part 'seat' cannot be '9'; it must be a whole number from 0 to 4.
    """

    def __init__(self, plain: object, newer: bool = False, refuse: Refuse = _SAVED) -> None:
        self._newer, self._refuse = newer, refuse
        if not isinstance(plain, dict):
            raise refuse("", plain, "an object")
        self._left = dict(plain)

    def wrong(self, name: str, value: object, wanted: str) -> NoReturn:
        """Raise the error for a part that has a `value` but must be `wanted`."""
        raise self._refuse(name, value, wanted)

    def take(self, name: str, default: Any = None, wanted: str = "there") -> Any:
        """Return a part as it is."""
        if name not in self._left and default is None:
            self.wrong(name, MISSING, wanted)
        return self._left.pop(name, default)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return true or false."""
        wanted = "true or false"
        value = self.take(name, default, wanted)
        return value if isinstance(value, bool) else self.wrong(name, value, wanted)

    def integer(
        self, name: str, default: int | None = None, low: int = 0, high: int = LARGEST
    ) -> int:
        """Return a whole number in `low`..`high`."""
        wanted = f"a whole number from {low} to {high}"
        value = self.take(name, default, wanted)
        fine = type(value) is int and low <= value <= high
        return int(value) if fine else self.wrong(name, value, wanted)

    def number(
        self, name: str, default: float | None = None, low: float = -LARGEST, high: float = LARGEST
    ) -> float:
        """Return a finite number in `low`..`high`."""
        wanted = f"a number from {low:g} to {high:g}"
        value = self.take(name, default, wanted)
        if type(value) not in (int, float) or not low <= value <= high:
            self.wrong(name, value, wanted)
        return float(value)

    def optional(self, name: str, take: Callable[[Fields, str], T]) -> T | None:
        """Return a part as `take`, a method of this class, takes it; None where it is null or
        missing.
        """
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return take(self, name)

    def choice(self, name: str, known: Sequence[str], default: str | None = None) -> str:
        """Return one of the `known` words."""
        wanted = f"one of {', '.join(known)}"
        value = self.take(name, default, wanted)
        fine = isinstance(value, str) and value in known
        return str(value) if fine else self.wrong(name, value, wanted)

    def text(self, name: str, default: str | None = None, length: int = 80) -> str:
        """Return printable text of at most `length` characters."""
        wanted = f"printable text of at most {length} characters"
        value = self.take(name, default, wanted)
        fine = isinstance(value, str) and len(value) <= length and is_line(value)
        return str(value) if fine else self.wrong(name, value, wanted)

    def long_text(self, name: str, length: int) -> str:
        """Return text of one or many lines; its length counts bytes."""
        wanted = f"text of at most {length // 1000} kB"
        value = self.take(name, None, wanted)
        fine = isinstance(value, str) and "\0" not in value and len(value) <= length
        if not fine or len(value.encode("utf-8")) > length:
            self.wrong(name, value, wanted)
        return str(value)

    def identity(self, name: str, default: str | None = None) -> str:
        """Return an id (a-z, 0-9, - and _), or the default itself."""
        value = self.take(name, default, "an id")
        fine = isinstance(value, str) and (value == default or is_id(value))
        return str(value) if fine else self.wrong(name, value, "an id")

    def agent(self, name: str) -> str:
        """Return an agent's id."""
        value = self.take(name, None, "an agent")
        fine = isinstance(value, str) and is_agent(value)
        return str(value) if fine else self.wrong(name, value, "an agent")

    def objects(self, name: str, read: Callable[[Fields], T], most: int) -> tuple[T, ...]:
        """Return a list of at most `most` JSON objects, each of them read whole by `read`."""
        return self.each(name, lambda entry: self._whole(entry, read), most)

    def part(self, name: str, read: Callable[[Fields], T]) -> T:
        """Return a JSON object, read whole by `read`."""
        return self._whole(self.take(name), read)

    def _whole(self, plain: object, read: Callable[[Fields], T]) -> T:
        return read_whole(plain, read, self._newer, self._refuse)

    def values(self, name: str, take: Callable[[Fields, str], T], most: int) -> tuple[T, ...]:
        """Return a list of at most `most` values, each as `take`, a method of this class, takes a
        part.
        """
        return self.each(
            name, lambda entry: take(Fields({name: entry}, False, self._refuse), name), most
        )

    def each(self, name: str, parse: Callable[[object], T], most: int) -> tuple[T, ...]:
        """Return a list of at most `most` entries, each read by `parse`."""
        value = self.take(name, [])
        if not isinstance(value, list) or len(value) > most:
            self.wrong(name, value, f"a list of at most {most}")
        return tuple(parse(entry) for entry in value)

    def day(self, name: str) -> str:
        """Return a date such as 2025-01-31."""
        value = self.text(name, length=10)
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError:
            self.wrong(name, value, "a date such as 2025-01-31")

    def refuse_rest(self) -> None:
        """Refuse a part that was not read, but for the parts of a newer object."""
        for name, value in () if self._newer else self._left.items():
            self.wrong(name, value, LEFT_OUT)


def read_whole(
    plain: object,
    read: Callable[[Fields], T],
    newer: bool = False,
    refuse: Refuse = _SAVED,
) -> T:
    """Return what `read` takes out of the JSON object `plain`.

    Raises what `refuse` makes of a part that is wrong or, unless the object is `newer`, not read.
    """
    fields = Fields(plain, newer, refuse)
    found = read(fields)
    fields.refuse_rest()
    return found


def unformed(text: str) -> str:
    """Return a stranger's text with an apostrophe before each sign that would begin a formula."""
    return _FORMULA.sub(r"\1'", text)
