"""The measures of the table of Ur in one table: rows and shares, in units.

A share is a part of a square of the board, if no other thing is named. All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- the stage: a part's share of the height, at least and at most so many units ---------------

USUAL: Final = (0.0, 0.0, 1280.0, 720.0)
DICE: Final = (0.075, 44.0, 56.0)
RIVER: Final = (0.15, 88.0, 120.0)
AROUND: Final = 30.0  # the gaps above, between and below dice and river
LINES_BELOW: Final = 60.0  # how high the lines of text are there
LINE_ABOVE: Final = 40.0  # how much of the words above the board grows with them
MARGIN: Final = 24.0  # at both sides
HEAD: Final = 68.0  # for the buttons above the board
NAMES_ABOVE, NAMES_BELOW = 12.0, 12.0  # what the words at the trays need beside that
HEADING_AT, HEADING_BELOW = 36.0, 76.0  # the middle of its line, and where it has no room there

# -- on the board ------------------------------------------------------------------------------

TURN_AT, TURN, TURN_ROUND = 14.0, (4, 32), 2.0  # the brass line before a tray
RING, RING_START, RING_UP, RING_WIDE = 0.44, 0.3, 1.0, 3.0  # of a piece that can move; of one off
BADGE: Final = 0.72  # a number's place, as a share of the ring
DOTS, DOT = (0.25, 0.5, 0.75), 3.0  # of the way to a square, and their radius
PIECE, PIECE_OFF = 0.82, 0.5
GOAL_SEEN, GOAL_RING = 150, 0.54  # how much of 255; as a share of the piece
HOP: Final = 0.24  # how high a piece hops, as a share of its size
SHADOW, SHADOW_SEEN, SHADOW_STEP = 0.9, 90, 25
FLASH, FLASH_GROWS, FLASH_WIDE = 0.42, 0.4, 7.0
LEAD_LEAST, LEAD_EDGE, LEAD_GAP = 4.0, 3.0, 9.0  # the bar at the board's edge
LEAD_UP, LEAD_TALL = 0.2, 3.4

# -- under the board ---------------------------------------------------------------------------

TRAY_BELOW, TRAY_BELOW_WORDS = 32.0, 44.0
FOOT, RIVER_GAP, RIVER_GROWS = 14.0, 10.0, 1.35
DICE_LEFT, DICE_STEP, DICE_END = 4.0, 1.06, 1.25  # shares of a die
LINES: Final = 4  # of the sentence at most
THINKS, THINKS_AT, THINKS_WIDE, THINKS_TALL = 34.0, 6.0, 360.0, 6.0
THINKS_WORDS: Final = 14.0
