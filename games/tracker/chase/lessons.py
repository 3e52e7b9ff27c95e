"""The stops of the guides through a first match of each game: their moments and places; its rules
in three lines.

A stop reads only what is public at its table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Protocol

from games.core import Event
from games.match import Match
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.night_map import Board, Vector
from games.shell.draw.roles import OWN, RIVAL
from games.shell.guide import GuidePoint
from games.shell.mind.first_rules import RuleLine, icon_rule
from games.tracker.chase.cloud import Cloud
from games.tracker.chase.unseen import Unseen
from games.tracker.rules import MazeState, hide, hunt
from games.tracker.rules.ground import MatchGround

HEARD_FIRST, HEARD_AGAIN = 1, 2
"""After so many readings of the first round the next thing is told."""


class LessonTable(Protocol):
    """A table of a game in the maze."""

    board: Board
    cloud: Cloud
    foot: Box

    @property
    def course(self) -> MatchGround:
        """The maze and its sensors."""

    @property
    def belief(self) -> Vector | None:
        """The present belief."""

    @property
    def waiting_for_person(self) -> int | None:
        """The seat that is to act."""

    def own_cell(self) -> int | None:
        """Return the cell of the person."""

    @property
    def match(self) -> Match[MazeState]:
        """The match."""

    def choose(self, move: str) -> bool:
        """Do it."""


class Seeking(LessonTable, Protocol):
    """The table where one seeks."""

    unseen: Unseen
    cursor: int
    opened: Event | None

    @property
    def marking(self) -> bool:
        """True if the person is to mark a cell now."""

    def mark(self) -> bool:
        """Mark the cell under the cursor."""


# -- where things are ----------------------------------------------------------------------


def _eye(table: LessonTable) -> Box:
    return _cell(table, table.course.eyes[0])


def _cell(table: LessonTable, cell: int) -> Box:
    column, row = table.course.cells[cell]
    return table.cloud.box_of(f"{column},{row}")


def above_board(table: LessonTable) -> Box:
    """Return the words above the board."""
    x, y, w, _ = table.board.box
    return (x, 0.0, w, y)


def _around(table: LessonTable, cells: Collection[int]) -> Box:
    """Return the box around some cells."""
    boxes = [_cell(table, cell) for cell in cells]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right = max(box[0] + box[2] for box in boxes)
    return (left, top, right - left, max(box[1] + box[3] for box in boxes) - top)


def _possible(table: Seeking) -> Box:
    return _around(table, table.unseen.cells)


def _likeliest(table: LessonTable) -> Box:
    """Return the box of the likeliest cell; of the whole board without a belief."""
    if table.belief is None:
        return table.board.box
    return _cell(table, int(table.belief.argmax()))


def own_box(table: LessonTable) -> Box:
    """Return the box around the cell where the person stands."""
    return _cell(table, table.own_cell() or 0)


def _part(table: LessonTable, first: float, last: float) -> Box:
    """Return a part of the figures below the board, from one share of the width to another."""
    x, y, w, h = table.foot
    return (x + first * w, y + 4, (last - first) * w - (16 if last < 1.0 else 0), h - 12)


def heard_last(table: Seeking) -> Box:
    """Return the box of the last readings below the board, while one marks by them; else an empty
    one.
    """
    return _part(table, 0.68, 1.0) if table.marking else (0.0, 0.0, 0.0, 0.0)


# -- seeking -------------------------------------------------------------------------------


def _mark_for(table: Seeking) -> None:
    """Mark one of the cells on which the ghost can be."""
    table.cursor = min(table.unseen.cells)
    table.mark()


SEEKING: Final = (
    GuidePoint("seek-eye", lambda table: True, _eye),
    GuidePoint("seek-floor", lambda table: len(table.heard) >= HEARD_FIRST, _possible),
    GuidePoint(
        "seek-heard",
        lambda table: len(table.heard) >= HEARD_AGAIN,
        lambda table: _part(table, 0.36, 1.0),
    ),
    GuidePoint(
        "seek-mark",
        lambda table: table.marking,
        _possible,
        lambda table: table.opened is not None,
        _mark_for,
    ),
    GuidePoint(
        "seek-shown",
        lambda table: table.opened is not None and not table.clock.running,
        lambda table: _cell(table, table.opened.data["cell"]),
    ),
    GuidePoint("seek-rounds", lambda table: True, lambda table: _part(table, 0.0, 0.36)),
)


# -- hiding --------------------------------------------------------------------------------


def _walk_for(table: LessonTable) -> None:
    """Take any step."""
    seat = table.waiting_for_person
    if seat is not None:
        table.choose(next(iter(table.match.legal(seat))))


HIDING: Final = (
    GuidePoint(
        "hide-walk",
        lambda table: table.own_cell() is not None,
        own_box,
        lambda table: table.state.step > 0,
        _walk_for,
    ),
    GuidePoint(
        "hide-cloud", lambda table: table.belief is not None and not table.clock.running, _likeliest
    ),
    GuidePoint("hide-lantern", lambda table: True, lambda table: _part(table, 1 / 3, 2 / 3)),
    GuidePoint("hide-slip", lambda table: True, lambda table: table.slip_box),
    GuidePoint("hide-grip", lambda table: True, lambda table: _part(table, 2 / 3, 1.0)),
)


# -- hunting -------------------------------------------------------------------------------

HUNTING: Final = (
    GuidePoint("hunt-ring", lambda table: table.own_cell() is not None, own_box),
    GuidePoint(
        "hunt-cloud",
        lambda table: table.belief is not None and not table.clock.running,
        _likeliest,
        lambda table: table.state.step > 1,
        _walk_for,
    ),
    GuidePoint("hunt-clock", lambda table: True, lambda table: _part(table, 0.0, 1 / 3)),
)

FLEEING: Final = (
    GuidePoint(
        "flee-walk",
        lambda table: table.own_cell() is not None,
        own_box,
        lambda table: table.state.step > 0,
        _walk_for,
    ),
    GuidePoint(
        "flee-cloud", lambda table: table.belief is not None and not table.clock.running, _likeliest
    ),
    GuidePoint("flee-clock", lambda table: True, lambda table: _part(table, 0.0, 1 / 3)),
)


# -- the rules before the first mind ---------------------------------------------------------

GHOST_SPRITE: Final = "tracker-ghost"
PICTURED: Final = 0.74  # of a picture, of its frame; by eye


def rule_lines(play: str, people: Sequence[int]) -> tuple[RuleLine, ...]:
    """Return the rules of a game, by the option `play`, for the seats of `people`."""
    fleeing = play == "hunt" and hunt.GHOST in people
    return _RULES["flee" if fleeing else play]


def _walker(text: str, name: str, ink: str) -> RuleLine:
    """Return a rule whose picture is a walker in its colour, by the `name` of its sprite."""
    return _picture(text, name, body=ink, edge="paper")


def _picture(text: str, name: str, **colours: Any) -> RuleLine:
    """Return a rule whose picture is a sprite, by its `name`."""

    def paint(canvas: Canvas, at: Point, size: float) -> None:
        side = PICTURED * size
        box = (at[0] - side / 2, at[1] - side / 2, side, side)
        canvas.sprite(name, box, **colours)

    return RuleLine(text, paint)


_RULES = {
    "seek": (
        _walker("A ghost walks, and nobody sees it.", GHOST_SPRITE, RIVAL),
        icon_rule("An ear in the corner hears about how far away it is.", "sound"),
        icon_rule("Mark its place. Closer than your rival wins the round.", "check"),
    ),
    "hide": (
        _walker(f"You are the ghost: gather {hide.LANTERNS} lanterns.", GHOST_SPRITE, OWN),
        _picture("A lantern pays more, the less they know where you are.", "karate-lantern"),
        icon_rule(f"{hide.HELD_TO_CATCH} steps sure of your place, and you are caught.", "eye"),
    ),
    "hunt": (
        _walker("A ghost walks, and nobody sees it.", GHOST_SPRITE, RIVAL),
        icon_rule("You and your partner hear about how far away it is.", "sound"),
        _walker("Step onto its cell, and it is caught.", "tracker-pac", OWN),
    ),
    "flee": (
        _walker("You are the ghost, and two hunt you.", GHOST_SPRITE, OWN),
        icon_rule("They hear about how far away you are.", "sound"),
        icon_rule("Stay away until the steps are over.", "flag"),
    ),
}
