"""The minds of bots: what a stranger's program shows of its thoughts, as data and as a `Mind`.

They are kept with a match, since a bot is not asked again: of a long match the last part,
`MOST_KEPT` characters. A file of a match may come from a stranger and may hold anything in their
place: what cannot be read is left out, and what is too much is cut.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from games.child import plain
from games.log import MAX_SEATS, MAX_TURNS
from games.mind import Bars, Lines, Mind, MindItem, Note

MOST_ITEMS: Final = 12
MOST_ROWS: Final = 24
MOST_LETTERS: Final = 200
MOST_KEPT: Final = 1 << 17
"""Characters of minds that are kept with a match, of its last choices; chosen by hand: hundreds of
choices that all differ in a chart and a sentence, and no more room than a picture takes."""
_LARGEST: Final = 1e12
_encode: Final = json.JSONEncoder(separators=(",", ":")).encode

KeptMinds = Mapping[tuple[int, int], Mind]
"""The minds of bots in a match by turn, counted from 1, and seat."""


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


def told_of(mind: Mind) -> list[dict[str, Any]]:
    """Return what `mind_of` reads as this `mind`; figures have six digits.

    >>> told_of((Note("I copy you."), Bars("Next", ("kick",), (1 / 3,))))
    [{'text': 'I copy you.'}, {'title': 'Next', 'shares': {'kick': 0.333333}}]
    """
    told: list[dict[str, Any]] = []
    for item in mind:
        if isinstance(item, Note):
            told.append({"text": item.text})
        elif isinstance(item, Bars):
            pairs = zip(item.labels, item.values, strict=True)
            told.append({"title": item.title, "shares": {k: float(f"{v:.6g}") for k, v in pairs}})
        elif isinstance(item, Lines):
            values = {label: float(f"{value:.6g}") for label, value in item.rows}
            told.append({"title": item.title, "values": values})
    return told


def size_of(mind: Mind) -> int:
    """Return how many characters a `mind` takes where it is kept."""
    return len(_encode(told_of(mind)))


def _item(item: Mapping[str, Any]) -> MindItem | None:
    if isinstance(item.get("text"), str):
        return Note(_words(item["text"]))
    title = item.get("title")
    title = _words(title) if isinstance(title, str) else ""
    if isinstance(item.get("shares"), dict):
        rows = _rows(item["shares"], 0.0, 1.0)
        return Bars(title, tuple(rows), tuple(rows.values())) if rows else None
    if isinstance(item.get("values"), dict):
        rows = _rows(item["values"], -_LARGEST, _LARGEST)
        return Lines(title, tuple(rows.items())) if rows else None
    return None


def _rows(told: Mapping[str, object], low: float, high: float) -> dict[str, float]:
    """Return the first rows whose values are numbers from `low` to `high`."""
    found = dict[str, float]()
    for label, value in told.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and low <= value <= high and math.isfinite(value):  # type: ignore[operator, arg-type]
            found.setdefault(_words(label), float(value))  # type: ignore[arg-type]
        if len(found) == MOST_ROWS:
            break
    return found


def _words(text: str) -> str:
    return " ".join(plain(text[: 8 * MOST_LETTERS]).split())[:MOST_LETTERS].rstrip()


# -- kept with a match ---------------------------------------------------------------------


def written_minds(minds: KeptMinds) -> list[list[Any]]:
    """Return the `minds` as a list for JSON of [seat, turns, items], of the last turns as many as
    `MOST_KEPT` characters hold; alike ones of a seat stand there once.

    >>> written_minds({(1, 0): (Note("Hm."),), (3, 0): (Note("Hm."),)})
    [[0, [1, 3], [{'text': 'Hm.'}]]]
    """
    found = dict[tuple[int, str], tuple[list[int], list[Any]]]()
    room = MOST_KEPT
    for (turn, seat), mind in sorted(minds.items(), reverse=True):
        told = told_of(mind)
        key = seat, _encode(told)
        room -= len(str(turn)) + 1 + (0 if key in found else len(key[1]) + 9)
        if room < 0:
            break
        if told:
            found.setdefault(key, ([], told))[0].append(turn)
    rows = [[seat, turns[::-1], told] for (seat, _), (turns, told) in found.items()]
    return sorted(rows, key=lambda row: (row[1], row[0]))


def read_minds(told: object) -> dict[tuple[int, int], Mind]:
    """Return the minds that `written_minds` has written, as far as they can be read; no more than
    `MOST_KEPT` characters.

    >>> read_minds([[0, [1, "x", -3], [{"text": "Hm."}]], [0, 4, []], "?"])
    {(1, 0): (Note(text='Hm.', why=''),)}
    """
    found, room = dict[tuple[int, int], Mind](), MOST_KEPT
    for row in told if isinstance(told, list) else []:
        if not isinstance(row, list) or len(row) != 3 or not isinstance(row[1], list):
            continue
        seat, turns, items = row
        mind = mind_of(items)
        room -= size_of(mind) + len(_encode(turns))
        if room < 0:
            break
        if mind and _within(seat, 0, MAX_SEATS - 1):
            found |= {(turn, seat): mind for turn in turns if _within(turn, 1, MAX_TURNS)}
    return found


def _within(number: object, low: int, high: int) -> bool:
    return type(number) is int and low <= number <= high
