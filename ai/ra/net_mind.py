"""The open mind of `net` and `net+`: candidates, the auction as a ladder, odds, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.ra.auction_ladder import last_high, owner_of, reachable, rungs_of
from ai.ra.net import Candidate, NetThought, Opened
from ai.ra.network import MARGIN_SCALE
from ai.ra.words import in_words, seat_word, tile_word
from ai.sentences import first_note, share_words
from games.mind import Bars, Lines, Mind, MindItem, Note, percent
from games.ra.asks import ladder_of
from games.ra.rules.state import BID, State

SHOWN: Final = 8
NEAR: Final = 0.01
"""Chances to win that differ by less are nearly equal."""
HARDLY: Final = 0.005
"""With a smaller chance the game is hardly ever won."""


def chance_of(row: Candidate, seat: int) -> float:
    """Return the chance to win of a seat after a candidate."""
    return float(row.values[seat, 0])


def margin_of(row: Candidate, seat: int) -> float:
    """Return the points that a seat is ahead of the mean of the others after a candidate."""
    return float(row.values[seat, 1] * MARGIN_SCALE)


def mind_of(view: State, thought: NetThought) -> Mind:
    """Return the items of a decision, the reason first."""
    seat, best = view.actor, thought.candidates[0]
    rows = thought.candidates[:SHOWN]
    items: list[MindItem] = [Note(reason(view, thought))]
    items.append(
        Lines(
            "My chance to win after each action",
            tuple((in_words(row.move), chance_of(row, seat)) for row in rows),
            unit="%",
            chosen=0,
        )
    )
    items.append(
        Lines(
            "Points more than the others on average",
            tuple((in_words(row.move), margin_of(row, seat)) for row in rows),
            unit="points",
            chosen=0,
        )
    )
    names = tuple(seat_word(other) for other in range(view.players))
    chances = tuple(float(chance) for chance in np.clip(best.values[:, 0], 0.0, 1.0))
    items.append(Bars("Who wins, as I see it", names, chances, chosen=seat))
    if thought.auction is not None:
        items += ladder(thought.auction, view, names)
    if thought.draws:
        items.append(_next_tiles(thought))
    return tuple(items)


def ladder(auction: Opened, view: State, names: Sequence[str]) -> tuple[MindItem, ...]:
    """Return the possible bids, and the ends with my chance to win then; the expected end
    chosen.
    """
    runs, seat = view.phase == BID, view.actor
    rungs, ends = rungs_of(auction, view), reachable(auction, view)
    rows = []
    for sun in ends:
        who = seat_word(owner_of(auction, sun)) if sun else ""
        value = auction.values[auction.suns.index(sun)][seat, 0]
        rows.append((f"{who} with {sun}" if sun else "nobody", float(value)))
    title = "My chance, by who gets the lot" if runs else "My chance, if Ra were called now"
    chosen = ends.index(last_high(rungs, view))
    told = ladder_of("Who bids what" if runs else "Who would bid what now", rungs, names)
    return told, Lines(title, tuple(rows), unit="%", chosen=chosen)


def _next_tiles(thought: NetThought) -> Bars:
    """My chance to win after the kinds that may be drawn, the likeliest first."""
    found = sorted(thought.draws, key=lambda row: -row[1])[:SHOWN]
    labels = tuple(f"{tile_word(kind)} ({percent(share)})" for kind, share, _ in found)
    chances = tuple(chance for _, _, chance in found)
    return Bars("My chance after the next tile", labels, chances, whole=True)


def reason(view: State, thought: NetThought) -> str:
    """Return the reason for the best action in a sentence, with the chance to win after it and
    after the next best.
    """
    seat, best = view.actor, thought.candidates[0]
    does, chance = f"I {in_words(best.move)}", chance_of(best, seat)
    wins = f"I then win {share_words(chance)}"
    alone = (f"{does}: {wins} of the time.", f"{does}: {wins}.")
    if chance < HARDLY:
        return first_note(f"{does}: I hardly ever win from here, whatever I do.", *alone).text
    if len(thought.candidates) == 1:
        return first_note(*alone).text
    other = thought.candidates[1]
    to, theirs = f"to {in_words(other.move)}", chance_of(other, seat)
    told: tuple[str, ...]
    if theirs > chance + NEAR:
        told = (f"{does}: {wins}, not most often, but with more points.",)
    elif theirs > chance - NEAR:
        near = "is nearly as good."
        told = (f"{does}: {wins}; {to} {near}", f"{does}: {wins}; another action {near}")
    else:
        fewer = f"wins {share_words(theirs)}."
        told = (f"{does}: {wins} of the time; {to} {fewer}", f"{does}: {wins}; {to} {fewer}")
    return first_note(*told, *alone).text
