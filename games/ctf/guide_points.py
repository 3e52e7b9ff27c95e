"""The stops of the guide through a first match of capture-the-flag: their moments and places.

A stop reads only what the team of the person may know.
"""

from __future__ import annotations

from typing import Final, Protocol

from games.ctf.board import FieldBoard
from games.ctf.layout import MARGIN, SURE
from games.ctf.model import Play
from games.ctf.rules.state import BOTS
from games.ctf.stage import Stage
from games.shell.draw.canvas import Box
from games.shell.guide import GuidePoint

HEARD_ROUNDS: Final = 8
"""After so many rounds a belief is worth a word, once it is a doubt of so many bits."""
DOUBT: Final = 1.0
SCORE_TALL: Final = 60.0  # units of the row of points above the field; chosen by eye
AROUND: Final = 2
"""So many cells around the largest ember are pointed at; chosen by eye."""


class GuidedField(Protocol):
    """The page of a match that a person plays."""

    board: FieldBoard
    running: Play
    stage_view: Stage


# -- where things are ----------------------------------------------------------------------


def own_bot(table: GuidedField) -> Box:
    """Return the bot that the person steers."""
    return _bot(table, table.running.seat)


def _bot(table: GuidedField, bot: int) -> Box:
    running, board = table.running, table.board
    found = running.way(bot)
    if found is None:  # nobody knows: never so of the own team
        return board.box
    x, y = board.place_of(found[0])
    side = max(24.0, board.cell * 1.4)
    return (x - side / 2, y - side / 2, side, side)


def mate(table: GuidedField) -> Box:
    """Return the other bot of the team."""
    return _bot(table, (table.running.seat + 2) % len(BOTS))


def prey(table: GuidedField) -> Box:
    """Return the half with the dots that bring points."""
    x, y, w, h = table.board.box
    return (x if table.running.team else x + w / 2, y, w / 2, h)


def _doubtful(table: GuidedField) -> int | None:
    """Return the least known enemy, by its place in the frame; None while both are known."""
    frame = table.running.belief(table.running.team)
    if frame is None or max(frame.doubts) < DOUBT:
        return None
    return frame.doubts.index(max(frame.doubts))


def embers(table: GuidedField) -> Box:
    """Return the largest ember of an enemy that is not known, and the cells around it."""
    board, frame = table.board, table.running.belief(table.running.team)
    beliefs = [] if frame is None else [each for each in frame.beliefs if each.max() < SURE]
    if not beliefs:
        return board.box
    cell = int(max(beliefs, key=lambda belief: float(belief.max())).argmax())
    (x, y), reach = board.centre(board.cells[cell]), max(24.0, board.cell * (AROUND + 0.5))
    left, top, w, h = board.box
    west, north = max(left, x - reach), max(top, y - reach)
    return (west, north, min(left + w, x + reach) - west, min(top + h, y + reach) - north)


def score(table: GuidedField) -> Box:
    """Return the points of both teams above the field."""
    x, y, w, _ = table.stage_view.box
    wide, head = min(w - 2 * MARGIN, 420.0), table.stage_view.head
    return (x + (w - wide) / 2, y + head - SCORE_TALL, wide, SCORE_TALL - 4)


def foot(table: GuidedField) -> Box:
    """Return the words below the field."""
    x, y, w, h = table.stage_view.box
    tall = table.stage_view.foot
    return (x, y + h - tall + 4, w, tall - 4)


STOPS: Final = (
    GuidePoint("steer", lambda table: True, own_bot, free=True),
    GuidePoint("dots", lambda table: True, prey, free=True),
    GuidePoint("mate", lambda table: True, mate, free=True),
    GuidePoint(
        "embers",
        lambda table: (
            table.running.state.moves >= HEARD_ROUNDS * len(BOTS) and _doubtful(table) is not None
        ),
        embers,
        free=True,
    ),
)
