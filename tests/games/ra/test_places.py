"""Everything has its room on every stage, with three to five hands full."""

from __future__ import annotations

import itertools

import pytest

from games.ra.places import places_for, stacks_of
from games.ra.tiles import CATASTROPHE, KINDS, RA
from games.shell.draw.canvas import Box

FULL = bytes(0 if kind == RA or kind in CATASTROPHE else 3 for kind in range(len(KINDS)))


def inside(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another."""
    return (
        inner[0] >= outer[0] - 0.1
        and inner[1] >= outer[1] - 0.1
        and inner[0] + inner[2] <= outer[0] + outer[2] + 0.1
        and inner[1] + inner[3] <= outer[1] + outer[3] + 0.1
    )


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("size", [(880, 720), (960, 720), (1280, 720), (1440, 720), (960, 800)])
def test_boxes_stay_on_the_stage_and_rows_apart(players: int, size: tuple[int, int]) -> None:
    stage = (0.0, 0.0, float(size[0]), float(size[1]))
    places = places_for(stage, players, size[0] - 160.0)
    boxes = [places.course, places.centre, *places.block, *places.rows, places.bar, places.line]
    assert all(inside(box, stage) for box in boxes)
    tops = sorted(row[1] for row in places.rows)
    assert all(b - a >= places.rows[0][3] for a, b in itertools.pairwise(tops))
    assert max(row[1] + row[3] for row in places.rows) <= places.bar[1]
    assert min(tops) >= places.block[0][1] + places.block[0][3]
    assert places.rows[0][1] == max(tops), "the first seat lies lowest"
    beside = [places.course, places.centre, *places.block, *places.rows, places.bar, places.line]
    if places.bag is not None:
        assert inside(places.bag, stage)
        assert all(box[0] + box[2] < places.bag[0] for box in beside), "and so is the bag's head"
        assert places.bag[1] > 56, "under the corner buttons"
    assert (places.bag is not None) == (size[0] >= 1150)
    assert places.rows[1][1] == min(tops), "its left neighbour at the top"


@pytest.mark.parametrize("players", [3, 5])
def test_a_full_hand_fits_its_row_and_can_be_told_apart(players: int) -> None:
    places = places_for((0.0, 0.0, 880.0, 720.0), players, 700.0)
    room = places.hands[0]
    stacks = stacks_of(FULL, room)
    assert len(stacks) == 18
    assert all(inside(stack.whole, room) for stack in stacks)
    assert stacks[0].box[2] >= 28, "units of width, with which a shape is still seen"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_beside_a_drawer_a_full_hand_lies_in_two_lines_of_legible_letters(players: int) -> None:
    places = places_for((0.0, 0.0, 616.0, 720.0), players, 440.0)
    x, y, w, h = places.hands[0]
    room = (x, y + 22, w, h - 27)
    stacks = stacks_of(FULL, room)
    assert len(stacks) == 18
    assert all(inside(stack.whole, room) for stack in stacks)
    assert all(stack.box[2] >= 24 and stack.box[3] >= 20 for stack in stacks)
    assert all(stack.flat for stack in stacks) == (players == 5)
    assert len({stack.box[1] for stack in stacks}) == 2
    boxes = [stack.whole for stack in stacks]
    pairs = itertools.combinations(boxes, 2)
    assert not any(
        a[0] < b[0] + b[2] - 0.1
        and b[0] < a[0] + a[2] - 0.1
        and a[1] < b[1] + b[3]
        and b[1] < a[1] + a[3]
        for a, b in pairs
    )


def test_sets_are_seen_to_grow_where_there_is_room() -> None:
    hand = bytes(4 if kind == 2 else 0 for kind in range(len(KINDS)))
    stack = stacks_of(hand, (0, 0, 500, 60))[0]
    assert stack.count == 4
    assert stack.whole[2] > 1.5 * stack.box[2]


def test_in_a_narrow_stage_an_auction_is_told_below_the_block_which_keeps_its_size() -> None:
    narrow = places_for((0.0, 0.0, 616.0, 720.0), 5, 440.0)
    assert narrow.block[0][2] > 50
    assert narrow.block[0][1] + narrow.block[0][3] <= narrow.auction[1]
    assert narrow.auction[1] + narrow.auction[3] <= min(row[1] for row in narrow.rows)


def test_the_bag_stands_beside_a_wide_table_only() -> None:
    assert places_for((0, 0, 1280, 720), 3, 1100).bag is not None
    assert places_for((0, 0, 1280, 720), 3, 1100, bag=False).bag is None
    assert places_for((0, 0, 960, 720), 3, 800).bag is None
