"""The places where a person's team has seen its enemies, and their memory."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import BOTS
from games.ctf.tape import Moment, Way

REMEMBERED: Final = 3 * len(BOTS)
"""So many moves an enemy that was seen stays on the map as a memory; chosen by eye."""


class Sighting(NamedTuple):
    """An enemy on a cell, where it was seen before, and at which moment it was seen last."""

    before: int
    cell: int
    moment: int


class Sightings:
    """The enemies that a `team` has seen; `latest` is the moment of its last readings."""

    def __init__(self, team: int) -> None:
        self.team, self.latest = team, 0
        self._seen: dict[int, Sighting] = {}

    def follow(self, number: int, moment: Moment) -> None:
        """Take in the moment of this number, as far as the team may know it."""
        for event in moment.events:
            if event.kind == "catch":
                self._seen.pop(event.data["pacman"], None)
        state = moment.state
        if state.over or state.turn % 2 != self.team:
            return
        self.latest = number
        for enemy, reading in zip(enemies_of(self.team), state.readings, strict=True):
            if reading.kind == "seen":
                last = self._seen.get(enemy)
                near = last is not None and state.field.apart(last.cell, reading.value) <= 1
                before = last.cell if near and last is not None else reading.value
                self._seen[enemy] = Sighting(before, reading.value, number)

    def way(self, enemy: int, time: float) -> tuple[Way, bool] | None:
        """Return the way to draw an enemy on at a `time` in moves, and whether it is in sight; or
        None.
        """
        found = self._seen.get(enemy)
        if found is None or time - found.moment > REMEMBERED:
            return None
        share = min(1.0, max(0.0, (time - found.moment) / 2))
        return Way(found.before, found.cell, share), found.moment == self.latest
