"""The rules for a position of Ra: `check` refuses impossible tables, in one sentence."""

from __future__ import annotations

from games.core import BadPosition
from games.ra.rules.moves import group_of
from games.ra.rules.state import BID, DISCARD, OVER, TURN, State, all_suns
from games.ra.tiles import (
    ALL,
    BLOCK_PLACES,
    EARTHQUAKE,
    EPOCHS,
    GOD,
    HIGHEST_SUN,
    KINDS,
    RA,
    SUN_SETS,
    UNREST,
    Counts,
)


def check(state: State) -> None:
    """Raise `BadPosition` for a state that no table can come to."""
    for reason in (
        _why_no_table(state),
        _why_no_tiles(state),
        _why_no_suns(state),
        _why_nobody_acts(state),
    ):
        if reason:
            raise BadPosition(reason)


def _why_no_table(state: State) -> str:
    if not 1 <= state.epoch <= EPOCHS:
        return f"The epoch is {state.epoch}; there are epochs 1 to {EPOCHS}."
    if state.ra < 0:
        return f"{state.ra} Ra are drawn; give 0 or more."
    if state.phase != OVER and state.ra >= state.limit:
        return f"{state.ra} Ra are drawn, and the epoch ends at the {state.limit}th."
    if min(state.scores) < 0:
        return "A score lies below 0; the least is 0."
    return ""


def why_no_hand(held: Counts) -> str:
    """Return why no seat can hold these tiles, as a sentence, or ""."""
    wrong = next((k for k in (RA, *range(UNREST, len(KINDS))) if held[k]), None)
    if wrong is not None:
        return f"A hand holds {KINDS[wrong]}, which nobody can keep."
    return why_too_many(held)


def why_too_many(counts: Counts | list[int]) -> str:
    """Return why there cannot be this number of tiles of a kind, as a sentence, or ""."""
    wrong = next((k for k, most in enumerate(ALL) if counts[k] > most), None)
    if wrong is None:
        return ""
    return f"There are {counts[wrong]} of {KINDS[wrong]}; the game has {ALL[wrong]}."


def _why_no_tiles(state: State) -> str:
    if sum(state.block) > BLOCK_PLACES:
        return f"{sum(state.block)} tiles lie on the block, which has {BLOCK_PLACES} places."
    if state.block[RA]:
        return "A Ra lies on the block; Ra go to the track."
    for held in state.tiles:
        if reason := why_no_hand(held):
            return reason
    every = [sum(counts) for counts in zip(state.block, state.left, *state.tiles, strict=True)]
    every[RA] += state.ra
    return why_too_many(every)


def _why_no_suns(state: State) -> str:
    most, start = HIGHEST_SUN[state.players], len(SUN_SETS[state.players][0])
    every = [state.center, *(sun for own in all_suns(state) for sun in own)]
    if min(every) < 1 or max(every) > most:
        return f"With {state.players} players suns are numbered 1 to {most}."
    if len(set(every)) < len(every):
        twice = next(sun for sun in every if every.count(sun) > 1)
        return f"Sun {twice} is there twice; there is one of each."
    if any(len(own) > start for own in all_suns(state)):
        return f"A seat has more than the {start} suns of a hand."
    return ""


def _why_nobody_acts(state: State) -> str:
    if state.phase == TURN:
        if not state.up[state.turn]:
            return f"It is the turn of seat {state.turn}, which has no face-up sun."
        return "" if state.actor == state.turn else "In a turn the seat whose turn it is acts."
    if state.phase == BID:
        return _why_no_auction(state)
    return _why_no_loss(state) if state.phase == DISCARD else ""


def _why_no_auction(state: State) -> str:
    auction = state.auction
    assert auction is not None
    if not state.up[state.turn] or not state.up[state.actor]:
        return "Whoever called, drew or bids has a face-up sun."
    if auction.caller != state.turn:
        return "An auction is that of the seat whose turn it is."
    if (auction.by is None) != (auction.high == 0):
        return "A high bid has a seat, and without a bid it is 0."
    if auction.by is None:
        return ""
    if auction.high not in state.up[auction.by]:
        return f"The high bid {auction.high} is no face-up sun of seat {auction.by}."
    order = [(auction.caller + step) % state.players for step in range(1, state.players + 1)]
    if order.index(auction.by) >= order.index(state.actor):
        return f"Seat {auction.by} has not bid before seat {state.actor}."
    return ""


def _why_no_loss(state: State) -> str:
    if not state.losses:
        return "Nothing is to be discarded."
    kinds = [loss.kind for loss in state.losses]
    if kinds not in ([UNREST], [EARTHQUAKE], [UNREST, EARTHQUAKE]):
        return "Unrest is settled before earthquake, and each once."
    if {loss.seat for loss in state.losses} != {state.actor}:
        return "Whoever got the lot discards, and is to act."
    for loss in state.losses:
        group = group_of(loss.kind)
        held = state.tiles[loss.seat][group.start : group.stop]
        if not 0 < loss.number < sum(held) or sum(map(bool, held)) < 2 or loss.number % 2:
            return f"There is no choice among {loss.number} tiles for {KINDS[loss.kind]}."
    if GOD in state.takes or any(
        state.takes.count(kind) > state.block[kind] for kind in state.takes
    ):
        return "Gods are still to take tiles that the block does not hold."
    return ""
