"""A class's sequences as pasted text: plain lines, or a table with a column a person.

There are two shapes. *A person a line*: an optional name with a colon, then the choices, in a row
("Ada: 3141 2213") or apart ("3 1 4 1"). *A person a column*: lines with the same separator (comma,
semicolon or tab), the first line perhaps the names. Such a table with names at the left alone, or
without names and wider than it is high, has a person a line. The table that the studies of this
arcade come in (with columns `player` and `moves`) is read too.

The choices of all together are one alphabet of 2 to 10 symbols: whole numbers that lie within ten
of each other keep their distances, other symbols are taken in the order of the alphabet.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.sequence.predictor import MAX_SYMBOLS

MOST_CHARACTERS: Final = 100_000
"""More is not read: at 140 microseconds a choice these take a quarter of a minute."""
MOST_PEOPLE: Final = 300
FEWEST_CHOICES: Final = 5
"""With fewer choices there is nothing to say of a person."""
LONGEST_NAME: Final = 30
LONGEST_SYMBOL: Final = 12
MISSED: Final = ("-", "")
"""What stands in a table where somebody made no choice."""
_SEPARATORS: Final = ("\t", ";", ",")


class BadPapers(ValueError):
    """Raised for pasted text that cannot be read; the sentence gives the reason and a remedy."""


class Papers(NamedTuple):
    """The people of a class: `names` and `moves` (places in `symbols`) alike long.

    `left_out` counts those with fewer than `FEWEST_CHOICES`.
    """

    names: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    symbols: tuple[str, ...]
    left_out: int


_Named = list[tuple[str, list[str]]]


def read_papers(text: str) -> Papers:
    """Return the people in a `text`; raises `BadPapers`."""
    if len(text) > MOST_CHARACTERS:
        size = f"{len(text) / 1e6:.1f} million" if len(text) > 1e6 else f"{len(text):,}"
        raise BadPapers(
            f"That is {size} characters; at most {MOST_CHARACTERS:,} are read, so give a part."
        )
    if any(c < " " and c not in "\t\r\n" for c in text):
        raise BadPapers("That is no text; save the sequences as plain text or CSV and try again.")
    lines = [line.strip() for line in text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        raise BadPapers("There is nothing to read; copy the sequences first, a person a line.")
    people = _of_table(lines)
    if len(people) > MOST_PEOPLE:
        raise BadPapers(f"There are {len(people)} people; at most {MOST_PEOPLE} are read at once.")
    enough = [(name, moves) for name, moves in people if len(moves) >= FEWEST_CHOICES]
    if not enough:
        raise BadPapers(f"Nobody has {FEWEST_CHOICES} choices there; a person a line, as 3141221.")
    symbols = _alphabet([symbol for _, moves in enough for symbol in moves])
    place = {symbol: number for number, symbol in enumerate(symbols)}
    return Papers(
        tuple(name for name, _ in enough),
        tuple(tuple(place[symbol] for symbol in moves) for _, moves in enough),
        symbols,
        len(people) - len(enough),
    )


def _of_table(lines: Sequence[str]) -> _Named:
    """Return the people of a table, or of lines where there is none."""
    for separator in _SEPARATORS:
        if len(lines) > 1 and lines[0].count(separator):
            try:
                reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=separator)
                rows = [[cell.strip() for cell in row] for row in reader]
            except csv.Error:
                raise BadPapers("That table is damaged; save it as CSV again.") from None
            if {"player", "moves"} <= set(rows[0]):
                return _of_study(rows)
            if _lies(rows):
                return _of_rows(rows)
            if max(len(row) for row in rows) <= len(rows[0]):
                return _of_columns(rows)
            raise BadPapers(
                f"Line {next(n for n, r in enumerate(rows, 1) if len(r) > len(rows[0]))} has more "
                "columns than the first; give each person one column."
            )
    return [_of_line(line, number) for number, line in enumerate(lines, start=1)]


def _lies(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a table has a person a line: names at the left alone, or more columns than
    lines.

    Names above, or more lines than columns, say that it has a person a column.
    """
    left, above = {row[0] for row in rows}, set(rows[0])
    rest = {cell for row in rows[1:] for cell in row[1:]} - set(MISSED)
    if len(left) == len(rows) and not left & (rest | set(rows[0][1:])):
        return bool(set(rows[0][1:]) & rest)
    return bool(above & rest) and len(rows) < len(rows[0])


def _of_rows(rows: Sequence[Sequence[str]]) -> _Named:
    """Return a row a person, with names at the left where these are not choices."""
    named = not {row[0] for row in rows} & {cell for row in rows for cell in row[1:]}
    return [
        (
            (row[0][:LONGEST_NAME] if named else "") or f"Person {number}",
            [cell for cell in row[named:] if cell not in MISSED],
        )
        for number, row in enumerate(rows, start=1)
    ]


def _of_study(rows: Sequence[Sequence[str]]) -> _Named:
    """Return a row a person, as in the files of the studies."""
    name, moves = rows[0].index("player"), rows[0].index("moves")
    wide = [row for row in rows[1:] if len(row) > max(name, moves)]
    return [
        (f"Person {row[name]}"[:LONGEST_NAME], [s for s in row[moves] if s not in MISSED])
        for row in wide
    ]


def _of_columns(rows: Sequence[Sequence[str]]) -> _Named:
    """Return a column a person, with names above where the first row is not made of choices."""
    width, below = len(rows[0]), {cell for row in rows[1:] for cell in row}
    named = not set(rows[0]) & (below - set(MISSED))
    heads = rows[0] if named else [""] * width
    columns = [
        [row[place] for row in rows[named:] if place < len(row) and row[place] not in MISSED]
        for place in range(width)
    ]
    return [
        (head[:LONGEST_NAME] or f"Person {place}", column)
        for place, (head, column) in enumerate(zip(heads, columns, strict=True), start=1)
        if head or column
    ]


def _of_line(line: str, number: int) -> tuple[str, list[str]]:
    """Return a person of one line: perhaps a name and a colon, then choices, together or apart."""
    name, colon, rest = line.partition(":")
    if not colon:
        name, rest = "", line
    parts = [part for part in re.split(r"[\s,;]+", rest.strip()) if part]
    long = [part for part in parts if len(part) > 2]
    if long or len(parts) == 1:
        parts = [symbol for part in parts for symbol in part]
    return name.strip()[:LONGEST_NAME] or f"Person {number}", [p for p in parts if p not in MISSED]


def _alphabet(choices: Sequence[str]) -> tuple[str, ...]:
    """Return the symbols in order; raises `BadPapers` unless they are 2 to 10."""
    found = set(choices)
    whole = {int(symbol) for symbol in found if re.fullmatch(r"-?[0-9]{1,6}", symbol)}
    named = {str(number) for number in whole}
    if whole and named == found and max(whole) - min(whole) < MAX_SYMBOLS:
        low, high = min(whole), max(*whole, min(whole) + 1)
        return tuple(str(symbol) for symbol in range(low, high + 1))
    if not 2 <= len(found) <= MAX_SYMBOLS:
        shown = ", ".join(sorted(symbol[:LONGEST_SYMBOL] for symbol in found)[:4])
        raise BadPapers(
            f"There {'is' if len(found) == 1 else 'are'} {len(found)} different "
            f"symbol{'s' * (len(found) != 1)} ({shown}{', ...' * (len(found) > 4)}); "
            f"2 to {MAX_SYMBOLS} can be read."
        )
    return tuple(sorted(found, key=lambda symbol: (len(symbol), symbol)))
