"""The stops of the guide through a first match of Jaipur: their moments and places, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from games.core import CHANCE
from games.jaipur.board import BELOW, Board
from games.match import Match
from games.shell.draw.canvas import Box
from games.shell.guide import GuidePoint

AROUND: Final = 6.0  # units around several parts that are pointed at; by eye


class GuidedStall(Protocol):
    """The table of Jaipur."""

    board: Board

    @property
    def match(self) -> Match[object]:
        """The match."""

    @property
    def human(self) -> int | None:
        """The seat of the person at the machine."""

    @property
    def waiting_for_person(self) -> int | None:
        """The seat that is to act."""

    def corner_left(self) -> float:
        """Return the left end of the corner buttons, in units."""


def _in_turn(table: GuidedStall) -> bool:
    return table.waiting_for_person is not None


def _moved(table: GuidedStall) -> bool:
    own = table.human
    return any(seat == own for turn in table.match.turns for seat, _ in turn if seat != CHANCE)


def _around(boxes: Sequence[Box]) -> Box:
    """Return the box around some boxes."""
    left, top = min(box[0] for box in boxes) - AROUND, min(box[1] for box in boxes) - AROUND
    right, low = (max(box[n] + box[n + 2] for box in boxes) + AROUND for n in (0, 1))
    return (left, top, right - left, low - top)


def _over(table: GuidedStall) -> Box:
    """Return the room above the tokens, beside the buttons: what is explained lies below it."""
    top = min(box[1] for box in table.board.places.tokens) - AROUND
    left = table.board.places.line[0]
    return (left, 0.0, table.corner_left() - AROUND - left, top - AROUND)


STOPS: Final[tuple[GuidePoint, ...]] = (
    GuidePoint(
        "market", _in_turn, lambda table: _around(table.board.places.market), room=_over, free=True
    ),
    GuidePoint(
        "hand", _in_turn, lambda table: table.board.places.hands[BELOW], room=_over, free=True
    ),
    GuidePoint(
        "tokens", _in_turn, lambda table: _around(table.board.places.tokens), room=_over, free=True
    ),
    GuidePoint("move", _in_turn, lambda table: table.board.places.line, _moved, room=_over),
    GuidePoint("hint", _in_turn, lambda table: table.board.places.line, room=_over, free=True),
)
