"""The points of a match of Ra by source: the epochs' breakdowns added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ai.core import Agent
from games.core import Event, Game
from games.ra.rules.scoring import SOURCES
from games.spec import Params
from games.streams import Stream


class SourceCounter(Agent):
    """Watches a match and adds up each seat's points by source, before any floor at 0."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last match."""
        super().begin(seats, game, params, rng)
        self._epochs: list[Sequence[Mapping[str, float]]] = []

    def observe(self, events: Sequence[Event]) -> None:
        """Note the points of an epoch that ended."""
        for event in events:
            if event.kind == "epoch":
                self._epochs.append(event.data["breakdown"])

    def by_source(self) -> Sequence[Mapping[str, float]]:
        """Return each seat's points of the match by source."""
        return [
            {source: float(sum(points[source] for points in own)) for source in SOURCES}
            for own in zip(*self._epochs, strict=True)
        ]


def counter() -> SourceCounter:
    """Return a watcher that adds up points by source."""
    return SourceCounter()
