"""`heuristic` and `easy`: a potential for what a seat holds, and least values for suns.

The numbers are in `ai.ra.potential`. `easy` misjudges each lot of its own by a fresh normal error
of 1.5 points and never calls to spoil.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ai.core import Agent
from ai.ra.holdings import LONE, Scribe
from ai.ra.plain import K, Row, block_size, highest_up, row_of
from ai.ra.potential import (
    CALL_MARGIN,
    SPOIL,
    SUN_SHARE,
    SUN_SHARE_LAST,
    least_of_god,
    lot_worth,
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
from games.ra.tiles import GOD

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
        wrong = self.rng.gauss(0.0, self.error) if self.error else 0.0
        move = heuristic_move(view, wrong, self.spoils)
        if not limit.mind:
            return Decision(move)
        return Decision(move, mind_of(view, row_of(view), move, wrong))


def heuristic_move(view: State, error: float = 0.0, spoils: bool = True) -> str:
    """Return the heuristic's move in a view; an `error` is added to lots of its own."""
    if view.phase == BID:
        return _bid(view, error)
    return best_discard(view) if view.phase == DISCARD else _turn(view, error, spoils)


def _bid(view: State, error: float) -> str:
    """Return `ai.ra.potential.choose_bid` as a move."""
    seat, auction, scribe = view.actor, view.auction, Scribe.of(view)
    assert auction is not None
    sun = next((own for own in view.up[seat] if own > auction.high), 0)
    if not sun:
        return PASS
    if not must_bid(view):
        share = SUN_SHARE_LAST if view.epoch == LAST_EPOCH else SUN_SHARE
        worth = scribe.lot(seat) + error + share * (view.center - sun)
        if worth < scribe.least(seat, sun):
            return PASS
    return BIDS[sun]


def _turn(view: State, error: float, spoils: bool) -> str:
    """Return `ai.ra.potential.choose_turn` as a move."""
    seat, scribe = view.actor, Scribe.of(view)
    if any(view.block):
        own = view.up[seat][-1]
        if scribe.lot(seat) + error >= scribe.least(seat, own) + CALL_MARGIN:
            return CALL
        kind = _god_choice(view, scribe, error) if gods_usable(view) else 0
        if kind:
            return god_move((kind,))
        if spoils and _spoiled(view, scribe):
            return CALL
    return DRAW_MOVE if can_draw(view) else CALL


def _god_choice(view: State, scribe: Scribe, error: float) -> int:
    """Return the kind that a god should take, 0 for none, as `ai.ra.potential.god_choice`."""
    best, found = least_of_god(view.limit - view.ra), 0
    for kind in range(1, K):
        if kind != GOD and view.block[kind]:
            worth = scribe.lot(view.actor, LONE[kind]) + error
            if worth >= best:
                best, found = worth + 1e-9, kind
    return found


def _spoiled(view: State, scribe: Scribe) -> bool:
    """Return whether an opponent with a higher sun would gladly take the lot."""
    own = view.up[view.actor][-1]
    for other, suns in enumerate(view.up):
        if not suns or suns[-1] <= own:
            continue
        if scribe.lot(other) >= scribe.least(other, suns[-1]) - SPOIL:
            return True
    return False


def best_discard(view: State) -> str:
    """Return the discard that leaves the highest potential."""
    held, scribe = view.tiles[view.actor], Scribe.of(view)

    def worth(tiles: Sequence[int]) -> float:
        after = bytearray(held)
        for kind in tiles:
            after[kind] -= 1
        return scribe.holding(view.actor, bytes(after))

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
