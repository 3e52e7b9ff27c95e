"""The points of a finished match of Ra by source: the epochs' breakdowns added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.match import Match
from games.ra.rules.game import GAME
from games.ra.rules.scoring import SOURCES


def by_source(match: Match[Any]) -> Sequence[Mapping[str, float]]:
    """Return each seat's points by source over all epochs, before any floor at 0."""
    state = GAME.new(match.params)
    found = [dict.fromkeys(SOURCES, 0.0) for _ in range(state.players)]
    for turn in match.turns:
        state, events = GAME.apply(state, dict(turn))
        for event in events:
            if event.kind == "epoch":
                for seat, points in enumerate(event.data["breakdown"]):
                    for source in SOURCES:
                        found[seat][source] += points[source]
    return found
