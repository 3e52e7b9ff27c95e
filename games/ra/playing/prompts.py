"""The prompts of the table of Ra for a person, and the explanation of the spot pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from games.ra.model import Lying
from games.ra.rules.moves import can_draw, gods_usable, must_bid
from games.ra.rules.scoring import SOURCES, Breakdown, breakdowns, monument_points
from games.ra.rules.state import BID, OVER, TURN, State
from games.ra.tiles import CIV, EPOCHS, KINDS
from games.ra.words import IN_SENTENCES, WORTH, plural, tiles_in_words, word
from games.shell.keys import STOPPED


def prompt_of(state: State, names: Sequence[str], due: bool, held: bool, marked: int) -> str:
    """Return the present task, and the seat that has it."""
    if state.phase == OVER:
        return "The game is over."
    if held:
        return STOPPED
    if not due:
        seat = state.actor if state.actor >= 0 else state.turn
        verb = "are" if names[seat] == "You" else "is"
        return f"{names[seat]} {verb} to act." if seat >= 0 else ""
    own = names[state.actor]
    lead = "" if own == "You" else f"{own}: "
    if state.phase == TURN:
        return lead + _turn_prompt(state, marked)
    if state.phase == BID:
        return lead + _bid_prompt(state)
    loss = state.losses[0]
    left = loss.number - marked
    return f"{lead}{word(KINDS[loss.kind]).capitalize()}: give up {left} more."


def again(move: str) -> str:
    """Return the question where a move has to be pressed twice."""
    kind, _, rest = move.partition(" ")
    words = {"bid": f"bid {rest}", "god": f"use {'gods' if ' ' in rest else 'a god'}"}
    return f"Press again to {words.get(kind, kind)}."


def _turn_prompt(state: State, marked: int) -> str:
    gods = gods_usable(state)
    if not can_draw(state):
        return "The block is full: call Ra" + (" or use a god." if gods else ".")
    if marked:
        return f"{marked} of {gods} gods: mark more tiles, or take these."
    if gods == 1:
        return "Draw, call Ra, or mark a tile for a god."
    return "Draw, call Ra, or mark tiles for gods." if gods else "Draw a tile, or call Ra."


def _bid_prompt(state: State) -> str:
    assert state.auction is not None
    auction = state.auction
    if must_bid(state):
        return "Nobody bid: you called, so choose a sun."
    if auction.by is None:
        return "Bid a sun, or pass."
    if not any(sun > auction.high for sun in state.up[state.actor]):
        return f"None of your suns beats the {auction.high}."
    return f"Bid more than {auction.high}, or pass."


def told_of(spot: str, state: State, block: Sequence[Lying], dark: bool = False) -> str:
    """Return the explanation of a spot; "" without one.

    What is named stands before a colon. In the `dark` not all suns are known.
    """
    name, _, rest = spot.partition(":")
    if name == "block" and rest and int(rest) < len(block):
        return _tile(block[int(rest)].kind)
    if name == "hand":
        seat, kind = (int(part) for part in rest.split(":"))
        count = state.tiles[seat][kind]
        tile = KINDS[kind]
        head = f"{count} {plural(tile)}" if count > 1 else word(tile).capitalize()
        return f"{head}: {WORTH[tile]}"
    if name == "bag":
        return _in_the_bag(state, int(rest))
    if name == "give":
        return f"Give up {word(rest)}."
    if name == "centre":
        return f"Whoever wins the auction gets the {state.center} for the next epoch."
    if name == "course":
        more = state.limit - state.ra
        ends = f"{more} more Ra end{'s' if more == 1 else ''} the epoch."
        return f"{ends} The bag holds {tiles_in_words(sum(state.left))}."
    if name == "row":
        return _worth_now(state, int(rest), dark)
    if name == "bid":
        return f"Bid {rest}: you would get the {state.center} for it, for the next epoch."
    return _SPOTS.get(spot, "")


def so_far(state: State, seat: int, dark: bool = False) -> Breakdown:
    """Return the points that a seat would get if the epoch ended now, by source.

    In the `dark`, where a viewer may not know all suns, those count nothing.
    """
    suns = [(*up, *down) for up, down in zip(state.up, state.down, strict=True)]
    found = breakdowns(state.epoch, state.tiles, suns)[seat]
    return found._replace(suns=0) if dark else found


def _worth_now(state: State, seat: int, dark: bool) -> str:
    """Return the worth of a seat's tiles if the epoch ended now, by part."""
    found, held = so_far(state, seat, dark), state.tiles[seat]
    parts = [
        f"{IN_SENTENCES[source]} {points:+d}"
        for source, points in zip(SOURCES, found, strict=True)
        if points
    ]
    if not any(held[kind] for kind in CIV):
        parts = [part.replace("civilizations", "no civilization") for part in parts]
    later = monument_points(held) if state.epoch < EPOCHS else 0
    listed = ", ".join(parts) or "nothing counts yet"
    told = f"{found.total:+d} so far: {listed[0].upper()}{listed[1:]}."
    return f"{told} Monuments: {later:+d} after epoch {EPOCHS}." if later else told


def _in_the_bag(state: State, kind: int) -> str:
    """Return the number of tiles of a kind left, and the odds that the next one is of it."""
    left, bag, name = state.left[kind], sum(state.left), word(KINDS[kind]).capitalize()
    if not left:
        return f"{name}: none left in the bag."
    tiles = f"{left} of the {bag} tiles" if bag > 1 else "the last tile"
    return f"{name}: {tiles} in the bag, {left / bag:.1%} for the next one."


def _tile(kind: int) -> str:
    tile = KINDS[kind]
    return f"{word(tile).capitalize()}: {WORTH[tile]}"


_SPOTS = {
    "do:draw": "",
    "do:call": "Auction the block now. You bid last; if nobody bids, you must.",
    "do:gods": "The gods leave the game and the tiles are yours, in the order of your marks.",
    "do:pass": "You keep your suns.",
}
