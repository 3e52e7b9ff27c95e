"""The places of all parts of the table of Ra, in units, for a stage of any size and three to five.

From above: the sun's course, the block beside the centre sun, a row for every player, and the
choices with the line about the present event. Where the stage is wide, the content of the bag
stands beside the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.ra.drawing import SHAPE
from games.ra.tiles import BLOCK_PLACES, CIV, FLOOD, GOD, GOLD, MONUMENT, NILE, PHARAOH, Counts
from games.shell.draw.canvas import Box

# -- the measures of the table: columns, rows and shares, in units; chosen by eye ---------------

WIDE: Final = 1150.0  # width from which the bag stands beside the table
NARROW: Final = 640.0  # width up to which the words of an auction stand below the block
EDGE, TOP = 20.0, 12.0
BAG: Final = 236.0
BAG_ABOVE, BAG_BELOW = 76.0, 16.0  # the corner buttons lie above it
COURSE, COURSE_END, COURSE_BELOW = 86.0, 14.0, 4.0  # height; before the buttons; above the block
GAP: Final = 8.0
BAR, BAR_BELOW = 62.0, 4.0
LINE, LINE_BELOW = 30.0, 8.0
TWO_LINES: Final = (1000.0, 44.0)
"""Up to this width the last line has room for two, so high."""
LARGEST: Final = 92.0  # width of a tile of the block
TILE_STEP: Final = 1.07  # from a tile to the next, as a share of its width
CENTRE_GAP, AUCTION_GAP = 22.0, 10.0
BLOCK_WIDE: Final = (250.0, 8.9)
"""The room beside the block for the words of an auction, and the tiles that share the rest."""
BLOCK_NARROW: Final = (34.0, SHAPE + BLOCK_PLACES * TILE_STEP)
"""The same where the words stand below: the gaps, and the sun with eight tiles."""
AUCTION_LINE, AUCTION_ABOVE = 22.0, 4.0
ROW, ROW_LARGEST, ROW_GAP = 72.0, 128.0, 6.0
INFO: Final = (196.0, 236.0)
"""The room for a seat's name and suns; up to the second for the four suns of three players."""
INFO_SHARE: Final = 0.24
INFO_EDGE, HAND_GAP, HAND_END = 8.0, 20.0, 8.0
LARGEST_TILE: Final = 76.0

# -- within the parts: the course, the row of a seat ---------------------------------------------

WORDS, COURSE_RIGHT = 128.0, 12.0  # of the epoch, before the sun's way; behind it
COURSE_TILE, COURSE_FILL = 40.0, 0.86  # the largest place, and its share of the way
CORNER: Final = 0.16  # of a tile, as a share of its width
CENTRE_NAME, CENTRE_UP, CENTRE_AROUND = 3.0, 7.0, 8.0  # its name below; the sun above the middle
AUCTION_LEAST, AUCTION_BETWEEN = 90.0, 18.0  # no words where it is narrower; between two of a line
STRIPE: Final = (4.0, 8.0)  # the colour of a seat: how wide, and less than the row on each side
EXPECTED: Final = (9.0, 0.8, 1.5)  # the sign on a sun: its radius, how far out, and its line
NAME: Final = 15.0  # the middle of the line with a seat's name, below the top of its row
MARK_AT, MARK_SIZE = 12.0, 17.0
NAME_AT, NAME_END = 26.0, 40.0
FACE, FACE_AT, FACE_LINE = 34.0, (20.0, 19.0), 2.0
FACE_NAME, FACE_LEAST = 45.0, 96.0  # the name beside a face; the least row with room for one
BADGE, BADGE_OUT = (12.0, 8.4), 12.2  # a mark on a face and its ground; how far out
SCORE_END, GAINED_AT, GAINED_END = 4.0, (10.0, 16.0), 6.0
SAID, SAID_END = 13.0, 12.0  # the middle of a seat's last act; before its chance

GROUPS: Final = ((PHARAOH, NILE, FLOOD), (GOD, GOLD), tuple(CIV), tuple(MONUMENT))
"""The kinds of a hand in the order in which they lie, with a gap between the groups."""
GROUP_GAP: Final = 0.26
"""As a share of a tile's width."""
STEPS: Final = (0.3, 0.16, 0.0)
"""How much of a tile is seen beside the next of its kind, as a share of its width: the first that
leaves the tiles `ALMOST` as tall as they could be."""
ALMOST: Final = 0.86
KIND_GAP: Final = 0.1
"""Between the kinds of a group, and at each end of a hand, as a share of a tile's width."""
SMALL: Final = 24.0
"""Units of width in which the shape on a tile is still seen; narrower hands lie in two lines."""
LINE_GAP: Final = 4.0
FLATTEST: Final = 1.6
LEAST_TALL: Final = 20.0
"""Units of height that a shape needs; a hand without room for two such lines lies in one."""


@dataclass(frozen=True)
class Places:
    """The boxes of a stage.

    `rows` has each seat's whole row, `infos` who it is with its suns, `hands` its tiles, by seat.
    """

    stage: Box
    course: Box
    centre: Box
    block: tuple[Box, ...]
    auction: Box
    rows: tuple[Box, ...]
    infos: tuple[Box, ...]
    hands: tuple[Box, ...]
    bar: Box
    line: Box
    bag: Box | None


def places_for(stage: Box, players: int, corner: float, first: int = 0, bag: bool = True) -> Places:
    """Return the places on a `stage` for these players; the row of the seat `first` lies lowest.

    `corner` is the left end of the corner buttons, in units.
    """
    x, y, w, h = stage
    beside = None
    if w >= WIDE and bag:
        beside = (x + w - BAG - EDGE, y + BAG_ABOVE, BAG, h - BAG_ABOVE - BAG_BELOW)
        w -= BAG + EDGE
        corner = min(corner, x + w)  # the sun's course ends beside it
    left, wide = x + EDGE, w - 2 * EDGE
    course = (left, y + TOP, corner - COURSE_END - left, COURSE)
    said = TWO_LINES[1] if wide < TWO_LINES[0] else LINE
    line = (left, y + h - said - LINE_BELOW, wide, said)
    bar = (left, line[1] - BAR - BAR_BELOW, wide, BAR)
    top = y + TOP + COURSE + COURSE_BELOW
    spare = bar[1] - GAP - top
    narrow = wide < NARROW
    taken, tiles = BLOCK_NARROW if narrow else BLOCK_WIDE
    below = AUCTION_LINE if narrow else 0.0
    tile = min(LARGEST, (wide - taken) / tiles, (spare - players * ROW - GAP - below) / SHAPE)
    tall = tile * SHAPE
    centre, block, auction = _block(left, top, wide, tile)
    if narrow:
        auction = (left, top + tall + AUCTION_ABOVE, wide, AUCTION_LINE)
        tall += AUCTION_LINE
    rows = _rows((left, top + tall + GAP, wide, spare - tall - GAP), players, first)
    info = min(INFO[1], max(INFO[0], wide * INFO_SHARE)) if players == 3 else INFO[0]
    infos = tuple((row[0] + INFO_EDGE, row[1], info, row[3]) for row in rows)
    taken = info + HAND_GAP
    hands = tuple((row[0] + taken, row[1], row[2] - taken - HAND_END, row[3]) for row in rows)
    return Places(stage, course, centre, block, auction, rows, infos, hands, bar, line, beside)


def _block(left: float, top: float, wide: float, tile: float) -> tuple[Box, tuple[Box, ...], Box]:
    """Return the boxes of the centre sun, the eight places beside it, and an auction's words."""
    tall = tile * SHAPE
    centre = (left, top, tall, tall)
    start = left + tall + CENTRE_GAP
    step = tile * TILE_STEP
    block = tuple((start + place * step, top, tile, tall) for place in range(BLOCK_PLACES))
    end = start + BLOCK_PLACES * step + AUCTION_GAP
    return centre, block, (end, top, left + wide - end, tall)


def _rows(room: Box, players: int, first: int) -> tuple[Box, ...]:
    """Return a row for each seat, the row of `first` lowest and its left neighbour's at the top."""
    x, y, w, h = room
    tall = min((h - ROW_GAP * (players - 1)) / players, ROW_LARGEST)
    tops = {(first + 1 + place) % players: y + place * (tall + ROW_GAP) for place in range(players)}
    return tuple((x, tops[seat], w, tall) for seat in range(players))


@dataclass(frozen=True)
class Stack:
    """The tiles of a kind in a hand: how many, the box of the foremost, and how far each of those
    behind it is shifted to the left of the one before it.
    """

    kind: int
    count: int
    box: Box
    step: float

    @property
    def whole(self) -> Box:
        """The box of all."""
        x, y, w, h = self.box
        back = self.step * (self.count - 1)
        return (x - back, y, w + back, h)

    @property
    def flat(self) -> bool:
        """True if it has only room for its shape and its number, side by side."""
        return self.box[2] > self.box[3]


def stacks_of(tiles: Counts, room: Box) -> list[Stack]:
    """Return the stacks of a hand in a room: seen to grow where there is room, else only counted.

    Where their shapes could not be seen in one line they lie in two, and flat if need be.
    """
    x, y, w, h = room
    groups = [[kind for kind in group if tiles[kind]] for group in GROUPS]
    groups = [group for group in groups if group]
    if not groups:
        return []
    tall = min(h, LARGEST_TILE * SHAPE)
    for step in STEPS:
        wide = min(tall / SHAPE, w / _units(tiles, groups, step))
        if wide * SHAPE >= ALMOST * tall:
            break
    if wide < SMALL and wide * SHAPE < ALMOST * tall and h >= 2 * LEAST_TALL + LINE_GAP:
        return _in_two_lines(tiles, groups, room)
    return _laid(tiles, groups, (x, y + h - wide * SHAPE, wide, wide * SHAPE), step * wide)


def _units(tiles: Counts, groups: list[list[int]], step: float) -> float:
    """Return the width of a hand, in widths of a tile."""
    kinds = [kind for group in groups for kind in group]
    apart = KIND_GAP * (len(kinds) + 2) + GROUP_GAP * (len(groups) - 1)
    return sum(1 + step * (tiles[kind] - 1) for kind in kinds) + apart


def _in_two_lines(tiles: Counts, groups: list[list[int]], room: Box) -> list[Stack]:
    """Return the same, the groups in two lines that are about as long."""
    x, y, w, h = room
    cuts = [(groups[:n], groups[n:]) for n in range(1, len(groups))] or [(groups, [])]
    upper, lower = min(cuts, key=lambda cut: max(_units(tiles, part, 0.0) for part in cut))
    across = w / max(_units(tiles, part, 0.0) for part in (upper, lower))
    tall = min((h - LINE_GAP) / 2, LARGEST_TILE * SHAPE)
    wide = min(across, tall / SHAPE)
    if wide < SMALL:
        wide = min(across, FLATTEST * tall)
    else:
        tall = wide * SHAPE
    second = y + h - tall
    above = _laid(tiles, upper, (x, second - LINE_GAP - tall, wide, tall), 0.0)
    return above + _laid(tiles, lower, (x, second, wide, tall), 0.0)


def _laid(tiles: Counts, groups: list[list[int]], first: Box, step: float) -> list[Stack]:
    at, y, wide, tall = first
    found = []
    for group in groups:
        for kind in group:
            at += step * (tiles[kind] - 1)
            found.append(Stack(kind, tiles[kind], (at, y, wide, tall), step))
            at += wide * (1 + KIND_GAP)
        at += wide * GROUP_GAP
    return found
