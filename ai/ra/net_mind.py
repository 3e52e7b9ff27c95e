"""What `net` and `net+` show of a decision: candidates, the auction as a ladder, odds, reasons."""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.ra.net import Candidate, Opened, Thought
from ai.ra.network import MARGIN_SCALE
from ai.ra.plain import SUNS, UP
from ai.ra.words import in_words, points, seat_word, tile_word
from games.mind import Bars, Lines, Mind, MindItem, Note
from games.ra.rules.state import BID, State

SHOWN: Final = 8


def chance_of(row: Candidate, seat: int) -> float:
    """The chance to win of a seat after a candidate."""
    return float(row.values[seat, 0])


def margin_of(row: Candidate, seat: int) -> float:
    """The points that a seat is ahead of the mean of the others after a candidate."""
    return float(row.values[seat, 1] * MARGIN_SCALE)


def mind_of(view: State, thought: Thought) -> Mind:
    """The items of a decision, the reason first."""
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
            "Points ahead of the mean of the others",
            tuple((in_words(row.move), margin_of(row, seat)) for row in rows),
            unit="points",
            chosen=0,
        )
    )
    names = tuple(seat_word(other) for other in range(view.players))
    chances = tuple(float(chance) for chance in np.clip(best.values[:, 0], 0.0, 1.0))
    items.append(Bars("Who wins, as I see it", names, chances, chosen=seat))
    if thought.auction is not None:
        items.append(ladder(thought.auction, seat, view.phase == BID))
    if thought.draws:
        items.append(_next_tiles(thought))
    return tuple(items)


def ladder(auction: Opened, seat: int, running: bool) -> Lines:
    """The auction's outcomes with a seat's chance to win after each; the expected one chosen."""
    rows = []
    for sun, values in zip(auction.suns, auction.values, strict=True):
        who = seat_word(owner_of(auction, sun)) if sun else ""
        rows.append((f"{who} with {sun}" if sun else "nobody", float(values[seat, 0])))
    title = "Who may get the lot" if running else "Who would get the lot now"
    chosen = auction.suns.index(auction.solved.sun)
    return Lines(title, tuple(rows), unit="%", chosen=chosen)


def owner_of(auction: Opened, sun: int) -> int:
    """The seat that bids with a sun."""
    return int(auction.row[SUNS + sun] - UP)


def _next_tiles(thought: Thought) -> Bars:
    """My chance to win after the kinds that may be drawn, the likeliest first."""
    found = sorted(thought.draws, key=lambda row: -row[1])[:SHOWN]
    labels = tuple(f"{tile_word(kind)} ({share:.0%})" for kind, share, _ in found)
    return Bars("My chance after the next tile", labels, tuple(chance for _, _, chance in found))


def reason(view: State, thought: Thought) -> str:
    """Why it does what it does, in a sentence with its numbers."""
    seat, best = view.actor, thought.candidates[0]
    told = (
        f"I {in_words(best.move)}: I then win {chance_of(best, seat):.0%} of the time, "
        f"{points(margin_of(best, seat))} points ahead"
    )
    if len(thought.candidates) > 1:
        other = thought.candidates[1]
        told += f"; to {in_words(other.move)} comes to {chance_of(other, seat):.0%}"
    if thought.auction is not None and best.move == "call":
        sun = thought.auction.solved.sun
        who = "nobody takes it" if not sun else f"{_who(thought.auction, sun, seat)} with {sun}"
        told += f" (I expect {who})"
    return told + "."


def _who(auction: Opened, sun: int, seat: int) -> str:
    owner = owner_of(auction, sun)
    return "to get it" if owner == seat else f"{seat_word(owner)} to get it"
