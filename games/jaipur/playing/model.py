"""The parts of the table of Jaipur beside the state itself.

They are the place of each card of the market, the proceeds of the last sales, the sum of a round
that has just ended, and the agents' thoughts, which are opened only when their round is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core import Event
from games.jaipur.board import Gain
from games.jaipur.playing.reckoning import Reckoning
from games.jaipur.stall import NEW_ROUND, Stall, stall_after, stall_of
from games.match import seen_by
from games.mind import Mind
from games.session.reveal import Reveal


def events_for(events: Sequence[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return the events of a turn as the seat `viewer` may see them, WATCHERS for the public ones.

    For None, who sees all, return the version of the seat that each event is about: a dealt card
    has two events, one for its owner with its face.
    """
    if viewer is not None:
        return seen_by(tuple(events), (viewer,))
    return tuple(e for e in events if e.audience is None or e.data.get("seat") in e.audience)


class Showing:
    """The market by places (`stall`), the `gains` of both seats, and the `reckoning` if one is on.

    `minds` has what was thought at each turn, by the number of turns before it, with the seat.
    """

    def __init__(self) -> None:
        self.stall: Stall = NEW_ROUND
        self.gains: list[Gain | None] = [None, None]
        self.reckoning: Reckoning | None = None
        self.minds: dict[int, tuple[int, Mind]] = {}

    def restore(self, events: Iterable[Event], turns: int) -> None:
        """Restore the parts after these events, `turns` turns into the match."""
        self.stall, self.gains, self.reckoning = stall_of(events), [None, None], None
        self.minds = {turn: kept for turn, kept in self.minds.items() if turn < turns}

    def keep_minds(self, reveal: Reveal, turns: int) -> None:
        """Keep the thoughts at a turn, the last of `turns`."""
        for seat, mind in reveal.minds.items():
            if mind:
                self.minds[turns - 1] = (seat, mind)

    def see(
        self,
        event: Event,
        first: Sequence[int],
        sum_of: tuple[Sequence[str], int, bool],
    ) -> None:
        """Follow an event; cards at the places in `first` are taken before others.

        `sum_of` has for a reckoning the names, the seat that lies below, and whether a person is
        asked to go on.
        """
        self.stall = stall_after(self.stall, event, first)
        data = event.data
        if event.kind in ("take", "camels", "swap", "sell"):
            self.gains[data["seat"]] = None
        if event.kind == "sell":
            self.gains[data["seat"]] = Gain(data["good"], tuple(data["tokens"]), data["pile"])
        elif event.kind == "score":
            self.reckoning = Reckoning(data, *sum_of)
        elif event.kind == "round":
            self.gains = [None, None]
