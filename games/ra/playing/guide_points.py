"""The stops of the guide through a first game of Ra: their moments and places, in their order.

A stop reads only what every player sees at the table.
"""

from __future__ import annotations

from typing import Final, Protocol

from games.match import Match
from games.ra.board import Board
from games.ra.model import TableParts
from games.ra.rules.state import BID, TURN, State
from games.shell.draw.canvas import Box
from games.shell.guide import WIDTH, GuidePoint

FIRST_SEED: Final = 63
"""The seed of the guided match: at the usual table the player begins, and at least four tiles are
drawn before the first Ra, whichever of the first turns calls one. Found by trying seeds from 1 on.
"""


class GuidedStage(Protocol):
    """The table of Ra."""

    board: Board
    showing: TableParts

    @property
    def seen(self) -> State:
        """The table as all see it."""

    @property
    def match(self) -> Match[State]:
        """The match."""

    @property
    def human(self) -> int | None:
        """The seat of the person at the machine."""

    @property
    def waiting_for_person(self) -> int | None:
        """The seat that is to act."""


# -- when a stop's moment has come -----------------------------------------------------------


def _in_turn(table: GuidedStage) -> bool:
    return table.waiting_for_person is not None and table.seen.phase == TURN


def _in_auction(table: GuidedStage) -> bool:
    return table.waiting_for_person is not None and table.seen.phase == BID


def _own_moves(table: GuidedStage) -> int:
    own = table.human
    return sum(seat == own for turn in table.match.turns for seat, _ in turn)


def _own_bid(table: GuidedStage) -> bool:
    """Return whether the person has bid or passed once."""
    moves = (move for turn in table.match.turns for seat, move in turn if seat == table.human)
    return any(move.startswith(("bid", "pass")) for move in moves)


def _bought(table: GuidedStage) -> bool:
    """Return whether a player has won a lot."""
    return any(table.seen.down)


# -- what a stop points at ---------------------------------------------------------------------


def _course(table: GuidedStage) -> Box:
    return table.board.places.course


def _bar(table: GuidedStage) -> Box:
    x, y, w, h = table.board.places.bar  # its words begin at its edge
    return (x - 6, y, w + 12, h)


def _block(table: GuidedStage) -> Box:
    first, last = table.board.places.block[0], table.board.places.block[-1]
    return (first[0], first[1], last[0] + last[2] - first[0], first[3])


def _own_row(table: GuidedStage) -> Box:
    return table.board.places.infos[table.human or 0]


def _centre(table: GuidedStage) -> Box:
    """Return the sun with its name below."""
    x, y, w, h = table.board.places.centre
    return (x, y, w, h + NAMED)


# -- where its words stand: over what is still empty in a first game ---------------------------


NAMED: Final = 6.0  # units, of the name below the sun in the centre; by eye
TALL: Final = 128.0  # units, of the longest words; measured at the usual size of text


def _own_hand(table: GuidedStage) -> Box:
    """Return the box beside the own suns; a taller one goes on below, if there is no choice yet."""
    places = table.board.places
    x, y, w, h = places.hands[table.human or 0]
    return (x, y, min(w, WIDTH + 24), max(h, places.line[1] - 4 - y))


def _hands(table: GuidedStage) -> Box:
    """Return at the right end of the rows, which hands reach last."""
    places = table.board.places
    x, y, w, _ = min(places.hands, key=lambda hand: hand[1])
    return (x, y + 8, w, places.bar[1] - 20 - y)  # its tip stays above the choices' keys


def _empty_block(table: GuidedStage) -> Box:
    """Return the box over the block, which was just taken, and below it; never over the course."""
    hands, (_, y, _, _) = table.board.places.hands, _block(table)
    return (hands[0][0], y, WIDTH, 2 * TALL)


STOPS: Final[tuple[GuidePoint, ...]] = (
    GuidePoint(
        "suns", lambda table: table.waiting_for_person is not None, _own_row, room=_own_hand
    ),
    GuidePoint("block", lambda table: table.waiting_for_person is not None, _block, room=_hands),
    GuidePoint("draw", _in_turn, _bar, lambda table: _own_moves(table) > 0, room=_hands),
    GuidePoint("bid", _in_auction, _bar, _own_bid, room=_hands),
    GuidePoint("centre", _bought, _centre, room=_empty_block),
    GuidePoint("course", lambda table: table.seen.ra >= 2, _course, room=_hands),
    GuidePoint("hint", lambda table: table.waiting_for_person is not None, _bar, room=_hands),
)
