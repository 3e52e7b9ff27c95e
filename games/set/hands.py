"""The hands of people at a table of Set: their marks, the call of Set!, and claims to be played.

One person has the whole keyboard. Of two at one keyboard each has half of it; the mouse and the
first gamepad belong to the right one, a second gamepad to the left one. It knows no window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.set import SIDES
from games.set.marking import Marking
from games.set.rules.cards import kind_of
from games.set.rules.claims import Claim, Remark, earliest, right_claims, why_not
from games.set.rules.state import State
from games.shell.input import Press

OWN: Final = ("card", *SIDES)
"""How actions begin that mark a card."""


class Hands:
    """The people at a table and their marks and calls.

    `marking` has the marks of each person's seat. `caller` is the seat that called Set! and has
    `left` seconds yet to mark its cards, None without one. `hinted` cards of a hint are shown, and
    `paused` means that the race stood still.
    """

    def __init__(self, seats: Sequence[int]) -> None:
        """For the people in these `seats`."""
        self.seats = tuple(seats)
        self.marking = {seat: Marking() for seat in seats or (0,)}
        self.caller: int | None = None
        self.left = 0.0
        self.hinted = 0
        self.paused = False
        self._claims: dict[int, Claim] = {}

    @property
    def pair(self) -> bool:
        """True if two people sit at one keyboard."""
        return len(self.seats) > 1

    @property
    def remark(self) -> Remark:
        """The remark on this race: the help beside the cards."""
        return Remark(self.hinted, self.paused)

    def forget(self) -> None:
        """Clear all marks, claims and hints for another table."""
        for marking in self.marking.values():
            marking.forget()
        self._claims.clear()
        self.caller, self.hinted, self.paused = None, 0, False

    # -- whose ------------------------------------------------------------------------------

    def seat_of(self, press: Press) -> int | None:
        """Return the seat of a press; None without people."""
        if not self.seats:
            return None
        side = press.action.partition("_")[0]
        if self.pair and side in SIDES:
            return self.seats[SIDES.index(side)]
        return self.pointing if press.source < 2 else self.seats[0]

    @property
    def pointing(self) -> int | None:
        """The seat of the mouse: the one that called Set!, else the right one of two."""
        return self.caller if self.caller is not None else self.seats[-1] if self.seats else None

    # -- Set! -------------------------------------------------------------------------------

    def call(self, seat: int, seconds: float) -> None:
        """Call Set! for a seat, which has `seconds` to mark its cards."""
        self.caller, self.left = seat, seconds
        self.marking[seat].forget()

    def run_out(self, dt: float) -> bool:
        """Let `dt` seconds of marking pass; whether the time is over now."""
        self.left -= dt
        return self.left <= 0

    # -- claims -----------------------------------------------------------------------------

    def claim(self, seat: int, ms: int, cards: tuple[int, ...], word: str = "") -> Claim:
        """Claim at a time, or a millisecond after whoever claimed before in the same frame.

        It is played with `due`.
        """
        before = [claim.ms for other, claim in self._claims.items() if other != seat]
        made = Claim(max([ms, *(when + 1 for when in before)]), cards, word, self.remark)
        self._claims[seat] = made
        self.marking[seat].forget()
        self.caller = None
        return made

    @property
    def claiming(self) -> bool:
        """True if a claim is to be played."""
        return bool(self._claims)

    def due(self, state: State) -> Iterator[tuple[int, Claim]]:
        """Yield the claims that can be played on the table of a `state`, each with its seat.

        One that came after a wrong claim of the other counts from then on.
        """
        for seat, claim in self._claims.items():
            claim = claim._replace(ms=max(claim.ms, earliest(state, seat)))
            if not why_not(state, seat, claim.text()):
                yield seat, claim

    def settle(self, seat: int | None, same_table: bool) -> None:
        """Settle a race that ended by the claim of a `seat`; on the `same_table` the other's still
        holds.
        """
        if not same_table:
            self.forget()
        elif seat is not None:
            self._claims.pop(seat, None)


def place_of(action: str) -> int | None:
    """Return the place of the table that an action marks, None for one that marks none."""
    name, _, number = action.rpartition("_")
    return int(number) if name in OWN and number.isdigit() else None


def hint_cards(state: State, shown: int) -> tuple[int, ...]:
    """Return the first cards of the set that is seen soonest, `shown` of them."""
    found = right_claims(state) if shown else []
    return min(found, key=kind_of)[:shown] if found else ()
