"""The running state from the rows of a database, each looked at first.

A person's own hand, or another program, may have changed them: rows that the service could not have
written are a `ValueError`, and the service does not start on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from games.guess.rules.scoring import MOST
from games.guess.service.book import Book, Entry, Given, Room, Round

Check = Callable[[object], bool]
Rows = Callable[[str], Iterable[Sequence[Any]]]
"""The rows that a statement finds."""
MODES: Final = ("rounds", "classic")


def _whole(low: int, high: int = 2**63 - 1) -> Check:
    def check(value: object) -> bool:
        return isinstance(value, int) and low <= value <= high

    return check


def _text(value: object) -> bool:
    return isinstance(value, str)


def _time(value: object) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


_ID, _GUESS = _whole(1), _whole(0, MOST)
_TABLES: Final[dict[str, tuple[str, dict[str, Check]]]] = {
    "guess_rooms": (
        "ORDER BY id",
        {"id": _ID, "code": _text, "title": _text, "mode": lambda value: value in MODES}
        | {"num": _ID, "den": _ID, "low": _GUESS, "high": _GUESS},
    ),
    "guess_players": (
        "ORDER BY room, number",
        {"room": _ID, "number": _ID, "name": _text, "removed_at": _or_none(_time)},
    ),
    "guess_rounds": (
        "ORDER BY room, number",
        {"room": _ID, "number": _ID, "closes_after": _or_none(_ID), "opened_at": _time}
        | {"closes_at": _or_none(_time), "closed": _whole(0, 1)},
    ),
    "guess_guesses": (
        "ORDER BY room, round, player",
        {"room": _ID, "round": _ID, "player": _ID, "guess": _GUESS, "revision": _ID, "at": _time},
    ),
    "guess_pool": (
        "ORDER BY room, place",
        {"room": _ID, "place": _whole(0), "name": _text, "guess": _GUESS},
    ),
    "guess_replies": ("LIMIT 1", {"scope": _text, "key": _text, "digest": _text, "body": _text}),
}
"""Of each table the order of its rows, and what the columns that are read may hold."""


def book_of(rows: Rows) -> Book:
    """Return the rows as the running state.

    Raises `ValueError` and `LookupError` for impossible rows, or rows that do not fit each other.
    """
    book = Book()
    for number, code, title, mode, num, den, low, high in _checked(rows, "guess_rooms"):
        book.add(Room(number, code, title, mode, (num, den), low, high))
    for room, number, name, removed_at in _checked(rows, "guess_players"):
        _next(number, len(book.by_id[room].players) + 1)
        book.by_id[room].join(name, removed=removed_at is not None)
    for room, number, after, opened, closes_at, closed in _checked(rows, "guess_rounds"):
        _next(number, len(book.by_id[room].rounds) + 1)
        book.by_id[room].rounds.append(Round(number, after, opened, closes_at, bool(closed)))
    for room, number, player, guess, revision, at in _checked(rows, "guess_guesses"):
        _next(player, min(player, len(book.by_id[room].players)))
        book.by_id[room].rounds[number - 1].take(player, Given(guess, revision, at))
    for room, place, name, guess in _checked(rows, "guess_pool"):
        _next(place, len(book.by_id[room].pool_names))
        _pool(book.by_id[room], name, guess)
    list(_checked(rows, "guess_replies"))
    for found in book.rooms.values():
        found.pool.sort()
        for closed_round in found.rounds:
            if closed_round.closed:
                found.close(closed_round)
    return book


def _checked(rows: Rows, table: str) -> Iterable[Sequence[Any]]:
    """Return the rows of a table; raises `ValueError` for other content."""
    order, columns = _TABLES[table]
    for row in rows(f"SELECT {', '.join(columns)} FROM {table} {order}"):
        for (name, check), value in zip(columns.items(), row, strict=True):
            if not check(value):
                raise ValueError(f"{name} of {table}")
        yield row


def _next(number: int, wanted: int) -> None:
    """Numbers count from 1 without a gap, places of a pool from 0; raises `ValueError`."""
    if number != wanted:
        raise ValueError(f"{number} is not {wanted}")


def _pool(room: Room, name: str, guess: int) -> None:
    """A submission that is sorted in later, with all others."""
    room.pool.append(Entry(guess, len(room.pool_names)))
    room.pool_names.append(name)
    room.pool_total += guess
