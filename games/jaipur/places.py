"""The places of all parts of the table of Jaipur, in units, for a stage of any size.

From above: the other trader, the tokens still to come, the market between the bonus piles and the
deck, the own cards, and the line with the meaning of the marks. Where the stage is wide, the past
moves stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.jaipur import layout as at
from games.jaipur.drawing import SHAPE
from games.jaipur.rules.goods import GOODS, HAND_LIMIT, MARKET, SHIFTS
from games.shell.draw.canvas import Box


@dataclass(frozen=True)
class StallPlaces:
    """The boxes of a stage; `market` has the boxes of the five places, `herds` one for each row.

    Rows are numbered by place: 0 above (the other trader), 1 below.
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
    """Return the box of a mind view beside a table on a page, None where there is no room; and what
    is left of the `width`.
    """
    if width < at.ROOM_FOR_PANEL:
        return None, width
    return (width - at.PANEL, 0.0, at.PANEL, height), width - at.PANEL


def places_for(stage: Box, larger: bool = False) -> StallPlaces:
    """Return the places on a free `stage`; `larger` text needs more room below."""
    x, y, w, h = stage
    edge = at.EDGE_WIDE if w > at.NARROW else at.EDGE_NARROW
    log = None
    if w >= at.LOG_FROM:
        log = (x + w - at.LOG - edge, y + at.LOG_ABOVE, at.LOG, h - at.LOG_ABOVE - at.LOG_BELOW)
        w -= at.LOG + edge
    left, wide = x + edge, w - 2 * edge
    one_row = wide > at.ONE_ROW
    token_rows = 1 if one_row and (wide > at.LEGIBLE or h < at.TALL) else 2
    band = at.TOKENS_ONE_ROW if token_rows == 1 else at.TOKENS_TWO_ROWS
    line = at.LINE_LARGER if larger else at.LINE
    own = at.OWN_ONE_ROW if one_row else at.OWN_TWO_ROWS
    spare = h - at.HEAD - at.OTHER - band - line - own - at.APART
    side = at.SIDE_WIDE if one_row else at.SIDE_NARROW
    across = (wide - 2 * side - 2 * at.BESIDE - (MARKET - 1) * at.GAP) / MARKET
    card = min(across, spare / SHAPE, at.LARGEST_CARD)
    tall = card * SHAPE
    gap = max(at.BETWEEN_ROWS, (spare - tall) / 5 + at.BETWEEN_ROWS)
    top = y + at.HEAD
    above = _row(left, wide, top, at.OTHER)
    top += at.OTHER + gap
    tokens = _token_boxes(left, top, wide, band, token_rows)
    top += band + gap
    market, bonus, deck = _market(left, top, wide, card, side)
    top += tall + max(gap, at.NUMBERS)
    line_box = (left, y + h - line - at.LINE_BELOW, wide, line)
    below = _row(left, wide, top, own)
    if not one_row:
        hand = min(own - at.HAND_ABOVE, at.HAND_SHARE * tall)
        below = _stacked(left, wide, top, own, hand)
    infos, hands, herds = zip(above, below, strict=True)
    return StallPlaces(stage, infos, hands, herds, tokens, market, bonus, deck, line_box, log, card)


def _row(left: float, wide: float, top: float, tall: float) -> tuple[Box, Box, Box]:
    """Return the boxes of name, hand and herd, in a row from left to right."""
    info = min(at.INFO, wide * at.INFO_SHARE)
    herd = min(at.HERD, wide * at.HERD_SHARE)
    hand = (left + info + at.HAND_GAP, top, wide - info - herd - 2 * at.HAND_GAP, tall)
    return (left, top, info, tall), hand, (left + wide - herd, top, herd, tall)


def _stacked(
    left: float, wide: float, top: float, tall: float, hand: float
) -> tuple[Box, Box, Box]:
    """Return the same where there is no room beside: the hand, so high, above the others."""
    low, half, deep = top + tall - at.STACKED, wide / 2, at.STACKED
    return (left, low, half, deep), (left, top, wide, hand), (left + half, low, half, deep)


def _token_boxes(left: float, top: float, wide: float, tall: float, rows: int) -> tuple[Box, ...]:
    """Return a box for the tokens of each good, in one or two rows."""
    columns = len(GOODS) // rows
    across, down = wide / columns, tall / rows
    w, h = across - at.TOKEN_GAP[0], down - at.TOKEN_GAP[1]
    return tuple(
        (left + across * (place % columns), top + down * (place // columns), w, h)
        for place in range(len(GOODS))
    )


def _market(
    left: float, top: float, wide: float, card: float, side: float
) -> tuple[tuple[Box, ...], tuple[Box, ...], Box]:
    """Return the five cards in the middle, the bonus piles at the left, the deck at the right."""
    tall, step = card * SHAPE, card * SHAPE / 3
    row = MARKET * card + (MARKET - 1) * at.GAP
    start = left + (wide - row) / 2
    market = tuple((start + place * (card + at.GAP), top, card, tall) for place in range(MARKET))
    before, deep = start - at.BESIDE - side, side * SHAPE
    bonus = tuple((before, top + step * n, side, step - at.PILE_GAP) for n in range(3))
    deck = (start + row + at.BESIDE, top + (tall - deep) / 2, side, deep)
    return market, bonus, deck


def hand_boxes(packed: int, room: Box) -> list[tuple[str, int, Box]]:
    """Return the cards of a hand in a room, sorted by kind: kind, number within it, box.

    Cards of a kind overlap, so that their kind is one pile; all shrink where there is no room.
    """
    counts = [packed >> shift & 15 for shift in SHIFTS[:-1]]
    x, y, w, h = room
    units = _units(counts)
    if not units:
        return []
    wide = min(h / SHAPE, w / max(units, at.SMALLEST_HAND))
    left = x + (w - units * wide) / 2
    found = []
    for kind, count in zip(GOODS, counts, strict=True):
        for number in range(count):
            found.append((kind, number, (left, y + (h - wide * SHAPE) / 2, wide, wide * SHAPE)))
            left += wide * (at.OVERLAP if number < count - 1 else 1 + at.KIND_GAP)
    return found


def _units(counts: Sequence[int]) -> float:
    """Return the width of a hand, in widths of a card."""
    kinds = [count for count in counts if count]
    apart = at.KIND_GAP * max(0, len(kinds) - 1)
    return sum(1 + at.OVERLAP * (n - 1) for n in kinds) + apart


def closed_boxes(cards: int, room: Box) -> list[Box]:
    """Return the cards of a hand that is not seen, side by side in a room."""
    x, y, w, h = room
    if not cards:
        return []
    wide = min(h / SHAPE, w / (HAND_LIMIT * at.CLOSED_STEP + 1 - at.CLOSED_STEP))
    step, tall = wide * at.CLOSED_STEP, wide * SHAPE
    left = x + (w - (cards - 1) * step - wide) / 2
    return [(left + step * n, y + (h - tall) / 2, wide, tall) for n in range(cards)]
