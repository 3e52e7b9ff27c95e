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
    highest_up,
    row_of,
)
from ai.ra.potential import (
    CALL_MARGIN,
    choose_bid,
    choose_turn,
    lot_worth,
    potential,
    spoiled_for,
    sun_worth,
    tile_worth,
)
from ai.ra.sentences import about, bid_note, turn_note
from ai.ra.words import seat_word
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
    parse,
)
from games.ra.rules.state import BID, DISCARD, State

EASY_ERROR: Final = 1.5
"""Points; with this error the program of the description won about a fifth against two others."""
LAST_EPOCH: Final = 3
MISJUDGES: Final = "I am a beginner: my estimates are off by a point or two."


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
    """Return the reason for the move, the value of the lot to every seat, and of the own suns.

    With an `error`, in points, the lot's value to its own seat is the misjudged one: the same
    figure in the sentence and in the bar.
    """
    seat = view.actor
    worths = [lot_worth(t, other) + error * (other == seat) for other in range(view.players)]
    items: list[Note | Bars | Lines] = [_note(view, t, move, worths[seat], error)]
    if view.phase == DISCARD:
        return tuple(items)
    if block_size(t):
        names, told = tuple(map(seat_word, range(view.players))), MISJUDGES if error else ""
        words = tuple(map(about, worths))
        title = "What the lot would add"
        items.append(Bars(title, names, tuple(worths), "points", seat, words=words, help=told))
    suns = [(f"sun {sun}", float(sun_worth(t, seat, sun))) for sun in view.up[seat]]
    if suns:
        words = tuple(about(worth) for _, worth in suns)
        items.append(Lines("What each sun is worth to me", tuple(suns), "points", words=words))
    return tuple(items)


def _note(view: State, t: Row, move: str, worth: float, error: float) -> Note:
    """Return the sentence with the comparison that decided."""
    seat = view.actor
    if view.phase == BID:
        assert view.auction is not None
        sun = next((s for s in view.up[seat] if s > view.auction.high), 0)
        least = float(sun_worth(t, seat, sun)) if sun else 0.0
        return bid_note(move, worth, sun, least, must_bid(view))
    if view.phase == DISCARD:
        return turn_note(view, t, move, worth, 0.0, alone=0.0, envied=-1)
    needed = float(sun_worth(t, seat, highest_up(t, seat))) + CALL_MARGIN
    alone, found = 0.0, parse(move)
    if move.startswith("god") and found is not None:
        alone = tile_worth(t, seat, found.tiles[0]) + error
    return turn_note(view, t, move, worth, needed, alone=alone, envied=spoiled_for(t))
