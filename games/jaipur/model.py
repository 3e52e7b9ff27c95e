"""The knowledge of the table of Jaipur beside the state itself.

It is the place of each card of the market, the proceeds of the last sales, the agents' thoughts,
which are opened only when their round is over, and through whose eyes the table is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from games.core import WATCHERS, Event
from games.jaipur.marks import MarkTable
from games.jaipur.sight import Sight, sight_of, sight_of_nobody
from games.jaipur.stall import NEW_ROUND, Gain, Stall, stall_after, stall_of
from games.match import seen_by
from games.mind import Mind
from games.session.reveal import Reveal
from games.session.session import Session


def events_for(events: Sequence[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return the events of a turn as the seat `viewer` may see them, WATCHERS for the public ones.

    For None, who sees all, return the version of the seat that each event is about: a dealt card
    has two events, one for its owner with its face.
    """
    if viewer is not None:
        return seen_by(tuple(events), (viewer,))
    return tuple(e for e in events if e.audience is None or e.data.get("seat") in e.audience)


class Model:
    """The market by places (`stall`), the `gains` of both seats, and who sees what.

    `minds` has what was thought at each turn, by the number of turns before it, with the seat.
    Where a match is looked at again, `through` returns the seat through whose eyes; None for all
    cards open.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.stall: Stall = NEW_ROUND
        self.gains: list[Gain | None] = [None, None]
        self.minds: dict[int, tuple[int, Mind]] = {}
        self.through: Callable[[], int | None] | None = None

    # -- who sees what -----------------------------------------------------------------

    @property
    def eyes(self) -> int | None:
        """The seat through whose eyes a match is looked at again; None for all cards open."""
        return None if self.through is None else self.through()

    @property
    def nobody_looks(self) -> bool:
        """True while two people play and neither was let look yet."""
        nobody = self.through is None and self.session.looking is None
        return nobody and self.session.secret

    @property
    def looker(self) -> int | None:
        """The seat through whose eyes the table is seen, None for all of it."""
        return self.session.viewer if self.through is None else self.eyes

    @property
    def sight(self) -> Sight:
        """The visible part of the round; no hand before one of two people is let look."""
        if self.nobody_looks:
            return sight_of_nobody(*(self.session.seen_by(seat) for seat in (0, 1)))
        return sight_of(self.session.seen_by(self.looker))

    @property
    def below(self) -> int:
        """The seat whose cards lie below: the viewer's."""
        if self.through is None:
            return 0 if self.nobody_looks else self.session.viewer or 0
        return min(self.session.people, default=0) if self.eyes is None else self.eyes

    @property
    def before(self) -> MarkTable:
        """The table before the person who marks."""
        side = self.sight.sides[self.below]
        return MarkTable(self.stall, side.hand or 0, side.herd)

    def events_of(self, reveal: Reveal) -> tuple[Event, ...]:
        """Return the events of a turn as who looks may see them."""
        return events_for(reveal.events, WATCHERS if self.nobody_looks else self.looker)

    # -- what was played ---------------------------------------------------------------

    def restore(self, events: Iterable[Event], turns: int) -> None:
        """Restore the parts after these events, `turns` turns into the match."""
        self.stall, self.gains = stall_of(events), [None, None]
        self.minds = {turn: kept for turn, kept in self.minds.items() if turn < turns}

    def keep_minds(self, reveal: Reveal, turns: int) -> None:
        """Keep the thoughts at a turn, the last of `turns`."""
        for seat, mind in reveal.minds.items():
            if mind:
                self.minds[turns - 1] = (seat, mind)

    def see(self, event: Event, first: Sequence[int] = ()) -> None:
        """Follow an event; cards at the places in `first` are taken before others."""
        self.stall = stall_after(self.stall, event, first)
        data = event.data
        if event.kind in ("take", "camels", "swap", "sell"):
            self.gains[data["seat"]] = None
        if event.kind == "sell":
            self.gains[data["seat"]] = Gain(data["good"], tuple(data["tokens"]), data["pile"])
        elif event.kind == "round":
            self.gains = [None, None]
