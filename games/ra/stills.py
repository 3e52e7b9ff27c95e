"""A table of Ra that stands still: a position as it is drawn where nothing is played.

Positions of a review and of the editor are shown so; what happened before them may be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core import Event
from games.ra.bar import Words
from games.ra.board import Look
from games.ra.rules.state import State
from games.ra.showing import Showing


def still_look(
    state: State,
    names: Sequence[str],
    words: Words,
    before: Iterable[Event] = (),
    hover: str = "",
) -> Look:
    """What is to be seen of a `state` that all know; `before` it these events happened."""
    showing = Showing()
    showing.follow(before)
    epoch = showing.epochs[-1]["epoch"] if showing.epochs else 0
    seats = range(state.players)
    return Look(
        state=state,
        block=showing.tiles_of(state.block),
        names=tuple(names),
        called=tuple(name.split(" (")[0] for name in names),  # their marks tell them apart
        scores=tuple(state.scores),
        gained=tuple(showing.points(epoch, seat) for seat in seats),
        dark=frozenset(),
        said=showing.said,
        newest=showing.newest,
        bids=showing.bids,
        held=showing.held,
        offers=(),
        marks=(),
        cursor="",
        hover=hover,
        asked="",
        words=words,
        hidden=frozenset(),
        counting=True,
    )
