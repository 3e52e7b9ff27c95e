"""The plain form of Virtual Karate."""

from __future__ import annotations

from games.karate.rules import LONGEST, State
from games.plain import Plain, PlainForm


class Form(PlainForm):
    """Both fighters see all that has happened, and nothing of the round to come."""

    def seen(self, view: State, seat: int) -> Plain:
        """Return the table of points, how far the match is, and the points."""
        return {
            "table": view.table,
            "rounds": view.rounds or LONGEST,
            "played": view.played,
            "points": [view.player_points, view.opponent_points],
        }
