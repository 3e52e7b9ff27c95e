"""The plain form of the Belief Tracker's four games.

Cells are numbers: the free cells of the layout, row by row, from 0. A reading is written as in
requests to `main.py analyse tracker`, with places [x, y].
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

from games.core import Event
from games.plain import Plain, PlainForm, as_plain
from games.tracker.rules import GHOSTS, HideState, HuntState, MazeState, SeekState, SensorReading
from games.tracker.rules.hide import Answers
from games.tracker.rules.unseen import MOST_STEPS, UnseenState

_COMMON = tuple(field.name for field in dataclasses.fields(UnseenState))
_PLAYS = {HideState: "hide", SeekState: "seek", HuntState: "hunt"}
_GHOSTS_OWN = ("lanterns", "due", "held", "taken", "gathered", "points", "slips")
"""Fields of hiding that the ghost alone may know."""


class Form(PlainForm):
    """The ghost sees its maze, the others their readings; the laboratory has the ghost alone."""

    def seen(self, view: MazeState, seat: int) -> Plain:
        """Return the maze, how far the match is, and what the play adds to that."""
        course, play = view.course, _PLAYS.get(type(view), "watch")
        hidden = _GHOSTS_OWN if play == "hide" and seat != GHOSTS[play] else ()
        own = (field.name for field in dataclasses.fields(view))
        return {
            "play": play,
            "layout": list(course.maze.rows),
            "sensors": [] if play == "hunt" else list(course.eyes),
            "start": course.start,
            "noise": course.noise,
            "sight": course.sight,
            "stay": course.stay,
            "steps": course.steps or MOST_STEPS,
            "step": view.step,
            "phase": view.phase,
            "cell": None if view.cell < 0 else view.cell,
            "over": view.over,
            **{
                name: as_plain(getattr(view, name))
                for name in own
                if name not in _COMMON and name not in hidden
            },
        }

    def data(self, event: Event) -> Plain:
        """Return the fields of an event, its readings as in a request."""
        if event.kind == "reading":
            return {**event.data, "readings": _readings(event.data["readings"])}
        return super().data(event)

    def legal(self, moves: Collection[str]) -> list[str] | None:
        """Return the moves; None for the answers of a tracker, a million at least."""
        return None if isinstance(moves, Answers) else list(moves)


def _readings(readings: Sequence[SensorReading]) -> list[Plain]:
    return [
        {"obs": list(observer), "z": z, "seen": None if seen is None else list(seen)}
        for observer, z, seen in readings
    ]
