"""The stops of the guide through a first match of Jaipur: their moments and places, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from games.core import CHANCE
from games.jaipur.board import ABOVE, BELOW, Board
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


def _above(table: GuidedStall) -> Box:
    """Return the room over the tokens and the cards of the other, far from the own hand."""
    return _around([*table.board.places.tokens, table.board.places.hands[ABOVE]])


STOPS: Final[tuple[GuidePoint, ...]] = (
    GuidePoint("market", _in_turn, lambda table: _around(table.board.places.market), free=True),
    GuidePoint(
        "hand", _in_turn, lambda table: table.board.places.hands[BELOW], room=_above, free=True
    ),
    GuidePoint("tokens", _in_turn, lambda table: _around(table.board.places.tokens), free=True),
    GuidePoint("move", _in_turn, lambda table: table.board.places.line, _moved, room=_above),
    GuidePoint("hint", _in_turn, lambda table: table.board.places.line, room=_above, free=True),
)
