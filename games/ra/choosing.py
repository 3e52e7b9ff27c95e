"""The choosing of a person at the table of Ra: one press of a key, a button or the mouse for a
choice.

All that can be pressed is a spot with a name: `do:draw`, `do:call`, `do:pass`, `do:gods`, `bid:8`,
`block:3` (a tile that a god may take), `give:art` (a tile that an unrest takes). `Choosing` knows
the cursor, the marks, and the move to be pressed twice; it does not play itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.ra.model import Lying
from games.ra.rules.moves import (
    CALL,
    DRAW_MOVE,
    PASS,
    can_draw,
    discard_move,
    discards,
    god_move,
    gods_usable,
    must_bid,
)
from games.ra.rules.state import BID, DISCARD, TURN, State
from games.ra.tiles import GOD, KINDS, NUMBER
from games.shell.widgets.cursor import Spots, nearest

ASKED: Final = {"draw": "confirm_draws", "god": "confirm_gods", "bid": "confirm_bids"}
"""The options that let a move of a kind be pressed twice."""
FOR_NOTHING: Final = "No tile lies there: you would only change your sun for the one in the centre."
"""The warning before a bid that wins no tile."""


class Offer(NamedTuple):
    """A choice: its spot, its move, its label, and why it is impossible, if so."""

    spot: str
    move: str
    label: str
    why: str = ""


def offers(state: State, block: Sequence[Lying], marks: Sequence[int]) -> tuple[Offer, ...]:
    """Return the buttons of a choice, in the order of their numbers; `marks`: places or kinds."""
    if state.phase == TURN:
        return _turn_offers(state, block, marks)
    if state.phase == BID:
        return _bid_offers(state)
    return _discard_offers(state) if state.phase == DISCARD else ()


def _turn_offers(state: State, block: Sequence[Lying], marks: Sequence[int]) -> tuple[Offer, ...]:
    full = "" if can_draw(state) else "All eight places are taken: call Ra."
    found = [Offer("do:draw", DRAW_MOVE, "Draw", full), Offer("do:call", CALL, "Call Ra")]
    if marks:
        taken = [block[place].kind for place in marks]
        gods = "a god" if len(marks) == 1 else f"{len(marks)} gods"
        found.append(Offer("do:gods", god_move(taken), f"Take with {gods}"))
    return tuple(found)


def _bid_offers(state: State) -> tuple[Offer, ...]:
    assert state.auction is not None
    high = state.auction.high
    suns = [
        Offer(
            f"bid:{sun}", f"bid {sun}", str(sun), "" if sun > high else f"It does not beat {high}."
        )
        for sun in state.up[state.actor]
    ]
    forced = "You called and nobody bid: you have to." if must_bid(state) else ""
    return (*suns, Offer("do:pass", PASS, "Pass", forced))


def _discard_offers(state: State) -> tuple[Offer, ...]:
    kinds = sorted({kind for choice in discards(state) for kind in choice})
    return tuple(Offer(f"give:{KINDS[kind]}", "", KINDS[kind]) for kind in kinds)


def why_no_god(state: State, kind: int) -> str:
    """Return why no god can take a tile of this kind now; "" where one can."""
    if state.phase != TURN:
        return "Gods take tiles in your own turn."
    if not state.tiles[state.turn][GOD]:
        return "Only a god takes a single tile, and you have none."
    if kind == GOD:
        return "A god cannot take a god."
    return "" if gods_usable(state) else "With a full block you can only call Ra."


def pad_spot(button: int, choosing: Choosing, state: State) -> str:
    """Return the spot of a gamepad's face button: the cursor's, call or pass, or gods.

    "" for the button that takes a mark back.
    """
    call = "do:pass" if state.phase == BID else "do:call"
    return {1: choosing.cursor, 2: call, 3: "do:gods"}.get(button, "")


def pad_button(spot: str, choosing: Choosing) -> int:
    """Return the face button of a gamepad that presses an offered spot, 0 for none (`pad_spot`)."""
    if spot in ("do:call", "do:pass"):
        return 2
    return 3 if spot == "do:gods" else int(spot == choosing.cursor)


class Choosing:
    """The choosing: `cursor` is the spot of the arrows, `hover` the spot of the mouse.

    `marks` are places of the block for gods, or kinds to give up; `asked` is the move that waits to
    be pressed again, `why` the sentence about the last press without effect.
    """

    def __init__(self) -> None:
        self.cursor, self.hover = "", ""
        self.forget()

    def forget(self) -> None:
        """Remove all marks."""
        self.marks: list[int] = []
        self.asked, self.why = "", ""

    def start(self, state: State) -> None:
        """Begin another choice: stand on what does the least."""
        self.forget()
        if state.phase == BID:
            self.cursor = f"bid:{min(state.up[state.actor])}" if must_bid(state) else "do:pass"
        elif state.phase == DISCARD:
            self.cursor = _discard_offers(state)[0].spot
        else:
            self.cursor = "do:draw" if can_draw(state) else "do:call"

    @property
    def pointed(self) -> str:
        """The spot that is pointed at, by the mouse or the arrows."""
        return self.hover or self.cursor

    def press_spot(
        self, spot: str, state: State, block: Sequence[Lying], asks: Mapping[str, bool]
    ) -> str:
        """Press a spot; returns the move that it plays, or "".

        `asks` are the options by which a move has to be pressed twice.
        """
        self.why = ""
        name, _, rest = spot.partition(":")
        if name == "block":
            return self._press_block(int(rest), state, block, asks)
        if name == "give":
            return self._press_gift(NUMBER[rest], state)
        found = next((o for o in offers(state, block, self.marks) if o.spot == spot), None)
        if found is None:
            return ""
        self.why = found.why
        if found.why:
            return ""
        empty = state.phase == BID and not block and name == "bid" and not must_bid(state)
        move = self._sure(found.move, {ASKED["bid"]: True} if empty else asks)
        self.why = FOR_NOTHING if empty and not move else ""
        return move

    def _press_block(
        self, place: int, state: State, block: Sequence[Lying], asks: Mapping[str, bool]
    ) -> str:
        """Return a tile for a god: taken at once where one god can be used, else marked."""
        if place >= len(block):
            return ""
        self.why = why_no_god(state, block[place].kind)
        if self.why:
            return ""
        usable = gods_usable(state)
        if usable == 1:
            return self._sure(god_move([block[place].kind]), asks)
        if place in self.marks:
            self.marks.remove(place)
        elif len(self.marks) < usable:
            self.marks.append(place)
        else:
            self.why = f"You can use {usable} gods."
        return ""

    def _press_gift(self, kind: int, state: State) -> str:
        """Return one more tile of this kind to give up; the last of them gives all up."""
        if state.phase != DISCARD:
            return ""
        loss = state.losses[0]
        if self.marks.count(kind) >= state.tiles[loss.seat][kind]:
            self.why = "You hold no more of them."
            return ""
        self.marks.append(kind)
        return discard_move(self.marks) if len(self.marks) == loss.number else ""

    def _sure(self, move: str, asks: Mapping[str, bool]) -> str:
        """Return the move, if it need not be pressed again."""
        if asks.get(ASKED.get(move.split(" ")[0], ""), False) and self.asked != move:
            self.asked = move
            return ""
        return move

    def unmark(self) -> None:
        """Take the last mark back."""
        if self.marks:
            self.marks.pop()
        self.asked = ""

    def move_cursor(self, way: str, spots: Spots) -> None:
        """Go to the nearest spot that way."""
        self.hover, self.asked = "", ""
        self.cursor = nearest(self.cursor, way, spots)
