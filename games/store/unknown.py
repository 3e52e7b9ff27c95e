"""Parts of a file that only a newer arcade knows, kept where an older one writes the file anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
