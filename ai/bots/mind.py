"""The mind that a bot sends, as items that the arcade draws; what cannot be read is left out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from games.child import plain
from games.mind import Bars, Lines, Mind, MindItem, Note

MOST_ITEMS: Final = 12
MOST_ROWS: Final = 24
MOST_LETTERS: Final = 200
_LARGEST: Final = 1e12


def mind_of(told: object) -> Mind:
    """Return the items in a bot's "mind", cut to what can be shown.

    >>> mind_of([{"text": "I copy you."}, {"title": "?"}, 7])
    (Note(text='I copy you.', why=''),)
    """
    if not isinstance(told, list):
        return ()
    found: list[MindItem] = []
    for item in told:
        if len(found) == MOST_ITEMS:
            break
        if isinstance(item, dict) and (made := _item(item)) is not None:
            found.append(made)
    return tuple(found)


def _item(item: Mapping[str, Any]) -> MindItem | None:
    if isinstance(item.get("text"), str):
        return Note(_text(item["text"]))
    title = item.get("title")
    title = _text(title) if isinstance(title, str) else ""
    if isinstance(item.get("shares"), dict):
        rows = _rows(item["shares"], 0.0, 1.0)
        labels, shares = tuple(row[0] for row in rows), tuple(row[1] for row in rows)
        return Bars(title, labels, shares) if rows else None
    if isinstance(item.get("values"), dict):
        rows = _rows(item["values"], -_LARGEST, _LARGEST)
        return Lines(title, tuple(rows)) if rows else None
    return None


def _rows(told: Mapping[str, object], low: float, high: float) -> list[tuple[str, float]]:
    """Return the first rows whose values are numbers from `low` to `high`."""
    found: list[tuple[str, float]] = []
    for label, value in told.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and low <= value <= high and math.isfinite(value):  # type: ignore[operator, arg-type]
            found.append((_text(label), float(value)))  # type: ignore[arg-type]
        if len(found) == MOST_ROWS:
            break
    return found


def _text(text: str) -> str:
    return " ".join(plain(text).split())[:MOST_LETTERS]
