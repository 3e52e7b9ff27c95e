"""The stops of the guide through a first match of Set: their moments and places, in their order."""

from __future__ import annotations

from typing import Final, Protocol

from games.session.session import Session
from games.set.rules.state import State
from games.set.stage import Look, SetStage
from games.shell.draw.canvas import Box
from games.shell.guide import GuidePoint

AROUND: Final = 8.0  # units around several cards that are pointed at; by eye
HEAD: Final = (64.0, 90.0)  # the top and the height of a seat's name and points; by eye


class GuidedSet(Protocol):
    """The table of Set."""

    scenery: SetStage

    @property
    def seen(self) -> State:
        """The table as all see it."""

    @property
    def session(self) -> Session:
        """The match that is played."""

    @property
    def busy(self) -> bool:
        """True while the race stands still."""

    def look(self) -> Look:
        """Return the present look."""


def _laid(table: GuidedSet) -> bool:
    """Return whether a table of cards lies there, and a claim is possible."""
    session = table.session
    return not (table.busy or table.seen.waiting or session.over or session.thinking)


def _found(table: GuidedSet) -> bool:
    """Return whether a first table is over."""
    return any(e.kind == "race" for reveal in table.session.played for e in reveal.events)


def _cards(table: GuidedSet) -> Box:
    """Return all cards on the table."""
    boxes = table.scenery.boxes(table.seen)
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return (left - AROUND, top - AROUND, right - left + 2 * AROUND, low - top + 2 * AROUND)


def _below(table: GuidedSet) -> Box:
    """Return the room below the cards, where no card is hidden."""
    return table.scenery.foot


def _rival(table: GuidedSet) -> Box:
    """Return the name, the points and the sealed claim of the opponent."""
    x, _, w, _ = table.scenery.room
    top, tall = HEAD
    return (x + w - w / 4, top, w / 4, tall)


def _own(table: GuidedSet) -> Box:
    """Return the name and the points of the player."""
    x, _, w, _ = table.scenery.room
    top, tall = HEAD
    return (x + 6, top, w / 4, tall)


def _hint(table: GuidedSet) -> Box:
    """Return the button of the hint."""
    buttons = table.scenery.buttons(table.look().buttons)
    return next((box for box, _, action in buttons if action == "set_hint"), table.scenery.foot)


STOPS: Final[tuple[GuidePoint, ...]] = (
    GuidePoint("table", _laid, _cards, room=_below),
    GuidePoint("sealed", _laid, _rival),
    GuidePoint("claim", _laid, _cards, _found, room=_below),
    GuidePoint("points", _found, _own),
    GuidePoint("help", _laid, _hint),
)
