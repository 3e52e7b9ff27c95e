"""Where everything lies on the table of Jaipur, in units, for a stage of any size.

From above: the other trader, the tokens still to come, the market between the bonus piles and the
deck, the own things, and the line that says what the marks mean. Where the stage is wide, what has
happened is told beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.jaipur.drawing import SHAPE
from games.jaipur.rules.goods import GOODS, HAND_LIMIT, MARKET, SHIFTS
from games.shell.draw.canvas import Box

# Units; chosen by eye.
WIDE: Final = 1150.0  # from here on the log stands beside the table
LOG: Final = 248.0
EDGE_WIDE, EDGE_NARROW = 24.0, 12.0
NARROW: Final = 700.0
SIDE_WIDE, SIDE_NARROW = 76.0, 52.0  # the bonus piles and the deck beside the market
BESIDE, GAP = 14.0, 10.0
OVERLAP: Final = 0.42
"""How much of a card is seen under the next one of its kind, as a share of its width."""
PANEL, ROOM_FOR_PANEL = 400.0, 1000.0  # a mind view on a page, as wide as at the table
LEGIBLE, TALL = 800.0, 640.0  # a narrower table has its tokens in two rows, if it is as high
NUMBERS: Final = 19.0
"""The room that the numbers below the market need; by eye."""
KIND_GAP: Final = 0.16
"""How far kinds of a hand lie apart, as a share of a card's width."""


@dataclass(frozen=True)
class Places:
    """The boxes of a stage; `market` has those of the five places, `herds` that of each row.

    Rows are by where they lie: 0 above (the other trader), 1 below.
    """

    stage: Box
    infos: tuple[Box, Box]
    hands: tuple[Box, Box]
    herds: tuple[Box, Box]
    tokens: tuple[Box, ...]
    market: tuple[Box, ...]
    bonus: tuple[Box, ...]
    deck: Box
    line: Box
    log: Box | None
    card: float


def beside(width: float, height: float) -> tuple[Box | None, float]:
    """The box of a mind view beside a table on a page, None where there is no room; and what is
    left of the `width`.
    """
    if width < ROOM_FOR_PANEL:
        return None, width
    return (width - PANEL, 0.0, PANEL, height), width - PANEL


def places_for(stage: Box, larger: bool = False) -> Places:
    """The places on a `stage` that nothing covers; `larger` text needs more room below."""
    x, y, w, h = stage
    edge = EDGE_WIDE if w > NARROW else EDGE_NARROW
    log = None
    if w >= WIDE:
        log = (x + w - LOG - edge, y + 76, LOG, h - 76 - 24)
        w -= LOG + edge
    left, wide = x + edge, w - 2 * edge
    rows = 1 if wide > 640 else 2
    token_rows = rows if wide > LEGIBLE or h < TALL else 2
    band = 58.0 if token_rows == 1 else 104.0
    line = 92.0 if larger else 80.0
    own = 132.0 if rows == 1 else 196.0
    spare = h - 72 - 84 - band - line - own - 56
    side = SIDE_WIDE if wide > 640 else SIDE_NARROW
    card = min((wide - 2 * side - 2 * BESIDE - 4 * GAP) / MARKET, spare / SHAPE, 190.0)
    tall = card * SHAPE
    gap = max(8.0, (spare - tall) / 5 + 8)
    top = y + 72
    above = (top, 84.0)
    top += 84 + gap
    tokens = _token_boxes(left, top, wide, band, token_rows)
    top += band + gap
    market, bonus, deck = _market(left, top, wide, card, side)
    top += tall + max(gap, NUMBERS)
    line_box = (left, y + h - line - 10, wide, line)
    below = _row(left, wide, top, own)
    if rows > 1:
        below = _stacked(left, wide, top, own, min(own - 92, 0.92 * tall))
    infos, hands, herds = zip(_row(left, wide, *above), below, strict=True)
    return Places(stage, infos, hands, herds, tokens, market, bonus, deck, line_box, log, card)


def _row(left: float, wide: float, top: float, tall: float) -> tuple[Box, Box, Box]:
    """Who trades, the hand and the herd, in a row from left to right."""
    info = min(216.0, wide * 0.3)
    herd = min(170.0, wide * 0.22)
    hand = (left + info + 8, top, wide - info - herd - 16, tall)
    return (left, top, info, tall), hand, (left + wide - herd, top, herd, tall)


def _stacked(
    left: float, wide: float, top: float, tall: float, hand: float
) -> tuple[Box, Box, Box]:
    """The same where there is no room beside: the hand, so high, above the others."""
    low = top + tall - 88
    half = wide / 2
    return (left, low, half, 88.0), (left, top, wide, hand), (left + half, low, half, 88.0)


def _token_boxes(left: float, top: float, wide: float, tall: float, rows: int) -> tuple[Box, ...]:
    """A box for the tokens of each good, in one or two rows."""
    columns = len(GOODS) // rows
    across, down = wide / columns, tall / rows
    return tuple(
        (left + across * (place % columns), top + down * (place // columns), across - 6, down - 4)
        for place in range(len(GOODS))
    )


def _market(
    left: float, top: float, wide: float, card: float, side: float
) -> tuple[tuple[Box, ...], tuple[Box, ...], Box]:
    """The five cards in the middle, the bonus piles to their left, the deck to their right."""
    tall, step = card * SHAPE, card * SHAPE / 3
    row = MARKET * card + (MARKET - 1) * GAP
    start = left + (wide - row) / 2
    market = tuple((start + place * (card + GAP), top, card, tall) for place in range(MARKET))
    bonus = tuple((start - BESIDE - side, top + step * n, side, step - 6) for n in range(3))
    deck = (start + row + BESIDE, top + (tall - side * SHAPE) / 2, side, side * SHAPE)
    return market, bonus, deck


def hand_boxes(packed: int, room: Box) -> list[tuple[str, int, Box]]:
    """The cards of a hand in a room, sorted by kind: kind, number within it, box.

    Cards of a kind overlap, so that their kind is one pile; all shrink where there is no room.
    """
    counts = [packed >> shift & 15 for shift in SHIFTS[:-1]]
    x, y, w, h = room
    units = _units(counts)
    if not units:
        return []
    wide = min(h / SHAPE, w / max(units, 3.0))
    at = x + (w - units * wide) / 2
    found = []
    for kind, count in zip(GOODS, counts, strict=True):
        for number in range(count):
            found.append((kind, number, (at, y + (h - wide * SHAPE) / 2, wide, wide * SHAPE)))
            at += wide * (OVERLAP if number < count - 1 else 1 + KIND_GAP)
    return found


def _units(counts: Sequence[int]) -> float:
    """How wide a hand is, in widths of a card."""
    kinds = [count for count in counts if count]
    return sum(1 + OVERLAP * (n - 1) for n in kinds) + KIND_GAP * max(0, len(kinds) - 1)


def closed_boxes(cards: int, room: Box) -> list[Box]:
    """The cards of a hand that is not seen, side by side in a room."""
    x, y, w, h = room
    if not cards:
        return []
    wide = min(h / SHAPE, w / (HAND_LIMIT * 0.72 + 0.28))
    step = wide * 0.72
    at = x + (w - (cards - 1) * step - wide) / 2
    return [(at + step * n, y + (h - wide * SHAPE) / 2, wide, wide * SHAPE) for n in range(cards)]
