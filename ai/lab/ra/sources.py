"""The points of a match of Ra by source: the epochs' breakdowns added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core import Event, Moves
from games.ra.rules.game import Ra
from games.ra.rules.scoring import SOURCES
from games.ra.rules.state import OVER, State
from games.spec import Params


class CountedRa(Ra):
    """The game, which adds up each seat's points by source as a match is played."""

    def __init__(self) -> None:
        self._epochs: list[Sequence[Mapping[str, float]]] = []

    def new(self, params: Params) -> State:
        """Forget the last match."""
        self._epochs = []
        return super().new(params)

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Note the points of an epoch that ends."""
        after, events = super().apply(state, moves)
        if after.epoch != state.epoch or after.phase == OVER:
            told = (event.data["breakdown"] for event in events if event.kind == "epoch")
            self._epochs.extend(told)
        return after, events

    def by_source(self) -> Sequence[Mapping[str, float]]:
        """Return each seat's points of the match by source, before any floor at 0."""
        return [
            {source: float(sum(points[source] for points in own)) for source in SOURCES}
            for own in zip(*self._epochs, strict=True)
        ]


def counted() -> CountedRa:
    """Return the game for matches that are to be counted, one after another."""
    return CountedRa()
