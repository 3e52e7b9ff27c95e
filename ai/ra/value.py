"""The value of a lot to a seat: the points it would lose at the end without the lot.

A network of `seed-net`'s inputs estimates them by source, with the 10th and the 90th percentile;
the change by the lot now is counted. The sun that it costs is left out.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.ra.plain import BLOCK, EPOCH, K, net_total, receive_block, row_of
from ai.ra.seed_inputs import touched
from ai.ra.seed_net import PROGRAMS, SOURCES, lot_inputs
from games.ra.asks import LotWorth
from games.ra.rules.state import State
from games.ra.tiles import GOLD, Counts

NAMES: Final = ("pharaohs", "nile", "civilizations", "gods", "gold", "monuments")


GOLD_SOURCE: Final = NAMES.index("gold")
NOTHING: Final = LotWorth(0.0, 0.0, 0.0, dict.fromkeys(NAMES, 0.0), 0)


def lot_worth(state: State, seat: int, lot: Counts | None = None) -> LotWorth:
    """Return the value of a lot to a seat in a view; without a lot, of the block."""
    tiles = state.block if lot is None else lot
    if not any(tiles):
        return NOTHING
    t = row_of(state)
    t[EPOCH] = min(3, t[EPOCH])
    t[BLOCK : BLOCK + K] = list(tiles)
    x = lot_inputs(t, seat)
    ends = PROGRAMS[state.players].load().teller.ends(np.array([x]))[0]
    sources = [float(ends[n]) if touched(x, n) else 0.0 for n in range(SOURCES)]
    sources[GOLD_SOURCE] = 3.0 * tiles[GOLD]  # nobody ever loses a gold
    points = sum(sources)
    after = t.copy()
    receive_block(after, seat)
    now = net_total(after, seat, t[EPOCH]) - net_total(t, seat, t[EPOCH])
    low, high = min(points, float(ends[SOURCES])), max(points, float(ends[SOURCES + 1]))
    return LotWorth(points, low, high, dict(zip(NAMES, sources, strict=True)), now)
