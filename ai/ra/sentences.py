"""The sentence on a move of Ra by thresholds: what the lot is worth, and what would be enough.

Its figures are those that the mind shows below it: the lot counts without the sun in the centre.
"""

from __future__ import annotations

from ai.ra.plain import Row, block_size, highest_up
from ai.ra.words import in_words, seat_word, tile_word
from ai.sentences import first_note, plural
from games.mind import Note
from games.ra.rules.moves import CALL, parse
from games.ra.rules.state import DISCARD, State


def about(points: float) -> str:
    """Return points as "about 8 points"; "nothing" and "less than nothing" are words."""
    whole = round(points)
    if whole <= 0:
        return "nothing" if points > -0.5 else "less than nothing"
    return f"about {plural(whole, 'point')}"


def bid_note(move: str, lot: float, sun: int, least: float, must: bool) -> Note:
    """Return the sentence on a bid or a pass, where the tiles of the lot bring `lot`, as the mind
    shows it, and the lowest `sun` that can win should bring the `least`; 0 for no such sun.

    Where the two do not explain the move, the sun in the centre does.
    """
    does = f"I {in_words(move)}"
    if not sun:
        return Note(f"{does}: none of my suns beats the bid.")
    if must:
        return Note(f"{does}: I called Ra and got no bid, so I must.")
    if round(lot) == round(least) or max(lot, least) < 0.5:
        return Note(f"{does}: this lot and my sun {sun} are worth nearly the same.")
    bids = move.startswith("bid")
    if bids and lot < least:
        return Note(f"{does}: I want the better sun in the centre more than this lot.")
    if not bids and lot > least:
        return Note(f"{does}: this lot is worth {about(lot)}, but its sun is too low.")
    mine = "my sun only" if bids else f"my sun {sun} is worth"
    return Note(f"{does}: this lot is worth {about(lot)}, {mine} {max(0, round(least))}.")


def turn_note(
    view: State, t: Row, move: str, gain: float, needed: float, *, alone: float, envied: int
) -> Note:
    """Return the sentence on a turn's move, where the lot brings `gain` and a call wants what is
    `needed`.

    A tile that a god takes is worth `alone`. `envied` is the seat to which the lot already suits
    better where that is the reason for a call, else -1.
    """
    seat, does = view.actor, f"I {in_words(move)}"
    if view.phase == DISCARD:
        return Note(f"{does}: that costs me the least.")
    if move.startswith("god"):
        found = parse(move)
        assert found is not None
        tiles = " and ".join(map(tile_word, found.tiles))
        return first_note(f"I use a god: {tiles} is worth {about(alone)} to me.", f"{does}.")
    if move == CALL:
        if gain >= needed:
            return first_note(f"I call Ra: this lot brings me {about(gain)}, and that is enough.")
        if envied >= 0:
            return Note(f"I call Ra before this lot grows: it already suits {seat_word(envied)}.")
        return Note("I call Ra: the block is full, so I cannot draw.")
    if not block_size(t):
        return Note("I draw a tile: there is no lot to call for yet.")
    if not highest_up(t, seat):
        return Note("I draw a tile: I have no sun left to bid.")
    if round(gain) >= round(needed):
        return Note(f"I draw a tile: this lot is nearly worth a call, {about(gain)}.")
    return Note(f"I draw a tile: this lot brings me {about(gain)}, I call at {round(needed)}.")
