"""Ra for learners: all that lies open. Moves of gods and losses are put together tile by tile."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ai.lab.environments.choosing import PartsOfMoves
from ai.lab.environments.encoding import (
    MISSING,
    Value,
    ViewPart,
    counts,
    each,
    marks,
    number,
    numbers,
    one_of,
)
from ai.lab.environments.live import GameShape
from games.plain import Plain
from games.ra.rules.moves import CALL, DRAW_MOVE, PASS
from games.ra.rules.state import BID, DEAL, DISCARD, DRAW, OVER, TURN
from games.ra.tiles import BLOCK_PLACES, CATASTROPHES, EPOCHS, HIGHEST_SUN, KINDS
from games.spec import Params

_MOST_LOSSES = 10
_GOD, _DISCARD = "god", "discard"


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; every seat sees the same."""
    players = view["players"]
    seats, suns = players - 1, HIGHEST_SUN[players]
    parts = (
        number("seat", seats),
        number("players", 5),
        number("epoch", EPOCHS),
        number("ra", 10),
        number("center", suns),
        counts("block", KINDS, BLOCK_PLACES),
        number("turn", seats),
        one_of("phase", (DEAL, TURN, DRAW, BID, DISCARD, OVER)),
        number("actor", seats),
        numbers("scores", players, low=-1000),
        each(players, marks("up", suns + 1)),
        each(players, marks("down", suns + 1)),
        each(players, counts("tiles", KINDS, 30)),
        counts("left", KINDS, 30),
        number("auction.caller", seats),
        number("auction.called", 1),
        number("auction.high", suns),
        number("auction.by", seats),
        each(_MOST_LOSSES, _LOSS),
        counts("takes", KINDS, BLOCK_PLACES),
    )
    bids = (f"bid {sun}" for sun in range(1, suns + 1))
    names = (DRAW_MOVE, CALL, PASS, *bids, _GOD, _DISCARD, *KINDS)
    return GameShape(parts, PartsOfMoves(names, BLOCK_PLACES + 2, follow))


def _loss(loss: Value) -> Sequence[float]:
    if loss is None:
        return (MISSING,) * 3
    return (loss["seat"], CATASTROPHES.index(loss["catastrophe"]), loss["number"])


_LOSS = ViewPart(
    "discards", 3, MISSING, 30, f"seat, index in {', '.join(CATASTROPHES)}, tiles to lose", _loss
)


def follow(legal: Collection[str], chosen: Sequence[str]) -> tuple[Collection[str], str | None]:
    """Return the parts that may follow those `chosen`, and the move that these make, if any.

    Gods take any tiles in any order; the tiles of a loss are chosen in the order of their names.
    """
    text = " ".join(chosen)
    if chosen and chosen[0] == _GOD:
        parts = [kind for kind in KINDS if f"{text} {kind}" in legal]
        return parts, text if len(chosen) > 1 else None
    if chosen and chosen[0] != _DISCARD:
        return (), text
    if not chosen:
        plain = [move for move in _short(legal) if not move.startswith((_GOD, _DISCARD))]
        longer = {move.split(" ")[0] for move in _short(legal)} & {_GOD, _DISCARD}
        return [*plain, *sorted(longer)], None
    begun = [move.split(" ") for move in legal if f"{move} ".startswith(f"{text} ")]
    parts = sorted({words[len(chosen)] for words in begun if len(words) > len(chosen)})
    return parts, text if text in legal else None


def _short(legal: Collection[str]) -> list[str]:
    """Return the legal moves up to the first of gods or losses: the others are of their kind."""
    found = []
    for move in legal:
        found.append(move)
        if move.startswith((_GOD, _DISCARD)):
            break
    return found
