"""`heuristic` and `easy`: a potential for what a seat holds, and least values for suns.

The numbers are in `ai.ra.potential`. `easy` misjudges each lot of its own by a fresh normal error
of 1.5 points and never calls to spoil.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ai.core import Agent
from ai.ra.plain import (
    K,
    Row,
    block_size,
    center_sun,
    highest_up,
    row_of,
)
from ai.ra.potential import (
    CALL_MARGIN,
    choose_bid,
    choose_turn,
    lot_worth,
    potential,
    sun_worth,
)
from ai.ra.words import in_words, seat_word
from games.core import Decision, Limit
from games.mind import Bars, Lines, Mind, Note
from games.ra.rules.moves import (
    BIDS,
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
from games.ra.rules.state import BID, DISCARD, State

EASY_ERROR: Final = 1.5
"""Points; with this error the program of the description won about a fifth against two others."""
MISJUDGES: Final = "My own is what I take it for: I misjudge my lots by a point or two."


class Heuristic(Agent):
    """An agent that plays by the potential; with an `error` it misjudges its own lots by that many
    points.
    """

    def __init__(self, error: float = 0.0, spoils: bool = True) -> None:
        self.error, self.spoils = error, spoils

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Choose by the potential."""
        t = row_of(view)
        wrong = self.rng.gauss(0.0, self.error) if self.error else 0.0
        move = heuristic_move(view, t, wrong, self.spoils)
        return Decision(move, mind_of(view, t, move, wrong) if limit.mind else None)


def heuristic_move(view: State, t: Row, error: float = 0.0, spoils: bool = True) -> str:
    """Return the heuristic's move in a view with the row `t`."""
    seat = view.actor
    if view.phase == BID:
        assert view.auction is not None
        sun = int(choose_bid(t, seat, view.auction.high, must_bid(view), error))
        return BIDS[sun] if sun else PASS
    if view.phase == DISCARD:
        return best_discard(view, t)
    choice = choose_turn(t, can_draw(view), gods_usable(view), error, spoils)
    if choice > 0:
        return god_move((choice,))
    return DRAW_MOVE if choice == 0 else CALL


def best_discard(view: State, t: Row) -> str:
    """Return the discard that leaves the highest potential."""
    base = K * view.actor

    def worth(tiles: Sequence[int]) -> float:
        after = t.copy()
        for kind in tiles:
            after[base + kind] -= 1
        return float(potential(after, view.actor))

    return discard_move(max(discards(view), key=worth))


def mind_of(view: State, t: Row, move: str, error: float) -> Mind:
    """Return the value of the lot to every seat, the suns that should win, and the reason for the
    move.

    With an `error`, in points, the lot's value to its own seat is the misjudged one: the same
    figure in the sentence and in the bar.
    """
    seat = view.actor
    if view.phase == DISCARD:
        return (Note(f"I {in_words(move)}: it leaves me the most to hope for."),)
    worths = [lot_worth(t, other) + error * (other == seat) for other in range(view.players)]
    names = tuple(seat_word(other) for other in range(view.players))
    items: list[Note | Bars | Lines] = [Note(_reason(view, t, move, worths[seat]))]
    if block_size(t):
        title, told = "What the lot would add", MISJUDGES if error else ""
        items.append(Bars(title, names, tuple(worths), unit="points", chosen=seat, help=told))
    suns = [(f"sun {sun}", float(sun_worth(t, seat, sun))) for sun in view.up[seat]]
    if suns:
        items.append(Lines("The least that each sun should win", tuple(suns), unit="points"))
    return tuple(items)


def _reason(view: State, t: Row, move: str, worth: float) -> str:
    seat = view.actor
    words = in_words(move)
    if view.phase == BID:
        assert view.auction is not None
        sun = next((s for s in view.up[seat] if s > view.auction.high), 0)
        if not sun:
            return "I pass: none of my suns beats the bid."
        least = sun_worth(t, seat, sun)
        gain = 0.25 * (center_sun(t) - sun)
        return (
            f"I {words}: I take the lot to be worth {worth:.1f} to me, the sun in the centre "
            f"{gain:+.1f}, and my {sun} should win at least {least:.1f}."
        )
    if move == CALL and block_size(t):
        least = sun_worth(t, seat, highest_up(t, seat))
        if worth >= least:
            return f"I call Ra to win: I take the lot to be worth {worth:.1f}; {least:.1f} is due."
        return "I call Ra to spoil: somebody with a higher sun would gladly have let it grow."
    if move.startswith("god"):
        return f"I {words}: that tile is worth a god."
    if not view.up[seat]:
        return f"I {words}: I take the lot to be worth {worth:.1f} to me so far."
    due = sun_worth(t, seat, highest_up(t, seat)) + CALL_MARGIN
    return f"I {words}: I take the lot to be worth {worth:.1f} so far; a call wants {due:.1f}."
