"""The questions of Numbers to a watcher: a finding for each row of choices."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from games.core import Player


class ClosedRow(NamedTuple):
    """A row of choices that is full: its number from 1, and how many of them were foreseen.

    `finding` is one true sentence about the striking pattern, `dare` asks for the opposite, up to
    the next row. `taken` is True if the dare of the row before was taken; None where it set none.
    """

    number: int
    hits: int
    finding: str
    dare: str
    taken: bool | None = None


class RowReader(Player, Protocol):
    """A watcher of choices in rows of one length, with a finding for each row."""

    rows: list[ClosedRow]
