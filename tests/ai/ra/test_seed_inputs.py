"""The inputs of the program of 2006 on a position that was worked out by hand."""

from __future__ import annotations

import pytest

from ai.ra.plain import row_of
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS, fill_lot, fill_sun
from games.ra.rules.lines import from_line

LINE = (
    "epoch 2 ra 5 centre 7 turn 0: 2 pharaoh nile flood art unrest temple"
    " | 20 2-9 5-13 pharaoh 3 nile art temple | 12 8 3-6-12 4 pharaoh flood"
    " | 15 - 1-4-10-11 writing | gone 8 ra"
)
BAG = 180 - 7 - 6 - 5 - 1 - 8 - 5
TO_COME = 3 * (BAG + 1) / (17 + 1) - 3
"""Three more Ra end the epoch, and 17 are in the bag: the other tiles to be expected till then."""


def test_what_a_lot_is_to_a_seat() -> None:
    x = [0.0] * LOT_INPUTS
    fill_lot(row_of(from_line(LINE)), 0, x)
    in_the_lot = [2 / 2, 1 / 3, 1 / 2, 0, 0, 0 / 3, 1 / 2, 0, 0.5, 0, 0, 1, 0, 0, 0]
    pharaohs, river, gods = [1 / 6, -3 / 5, 1 / 5], [3 / 8, 0, 0], [0]
    civilizations, monuments = [0, 1, 0, 0, 0, 0], [1 / 4, 0, 0]
    time = [0, 1, 0, 5 / 8, 1]
    rivals = [1 / 3, 1 / 2, 1 / 8]
    bag = [5 * 18 / BAG, 5 * 10 / BAG, 5 * 22 / BAG, 5 * 17 / BAG]
    woken, left = [(3 + 1) / 5], [BAG / 90]
    now = [(5 - 5) / 10]  # four niles and a flood; unrest takes both of its art
    parts = (in_the_lot, pharaohs, river, gods, civilizations, monuments, time, rivals)
    assert x == pytest.approx([each for part in (*parts, bag, woken, left, now) for each in part])


def test_what_a_sun_is_to_a_seat() -> None:
    x = [0.0] * SUN_INPUTS
    fill_sun(row_of(from_line(LINE)), 0, 9, x)
    track = [5 / 8, 3 / 10, 0]
    sun = [9 / 13, 0, 2 / 8, 0, 1 / 8, 3 / 12, 1, 2 / 4, 0]
    rivals = [1 / 4, 0, 0, 0, 1 / 4]
    centre, block = [7 / 13, -2 / 13], [7 / 8, 5 * 17 / BAG, BAG / 90]
    coming = TO_COME / 15
    wants = [1 / 5, 3 / 8, 0, -3 / 5, 1 / 4]
    products = [1, coming / 8, 3 / 10, coming * 9 / 13, 0]
    parts = (track, sun, rivals, centre, block, [coming], wants, products)
    assert x == pytest.approx([each for part in parts for each in part])
