"""The measures of the table of Karate in one table: columns, rows and shares, in units.

A pair is a place from a corner or middle, or a size, across and down. All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- the stage ---------------------------------------------------------------------------------

WIDE: Final = 800  # width from which all has room beside the fighters
SOLES: Final = 0.72  # how far down the fighters stand
FIGHTER: Final = (0.6, 0.56)  # of width and height at most
TOP: Final = 36.0  # the line with the round
REMARKS: Final = 74.0
LEGEND, BESIDE_LEGEND = 100.0, 250.0  # its line; for name and points on each side
EYE_AT, EYE, EYE_WORDS = (11.0, 44.0), 22.0, 32.0
SHADOW: Final = 70  # how dark it is before a blow, of 255
LEAN: Final = 10.0  # of who stamps a seal

# -- the seal ----------------------------------------------------------------------------------

SEAL_TOP, SEAL_TALL = (180.0, 190.0), 128.0  # of a wide and a narrow stage
SEAL_SIDE, SEAL_EDGE = (112.0, 72.0), 16.0
WAX, WAX_AT, WAX_DOWN = (64.0, 52.0), (32.0, 26.0), 38.0  # its middle from the right edge
DROP: Final = 54.0  # how far the wax falls
HANGS: Final = 0.55  # the share of the stamp's time in which it falls; then the seal is pressed
HUNG, BOUNCE = 0.62, 1.12  # of its size before it lies, and at most
SEAL_WORDS: Final = (84.0, 19.0)  # below the top; from line to line

# -- the tiles of the moves, and the ribbon of who watches -------------------------------------

TILE, TILE_TALL, TILES_UP = 200.0, 80.0, 96.0
TILE_GAP: Final = (16.0, 10.0)  # of a wide and a narrow stage
EDGE_NARROW: Final = 16.0
NAME_EDGE: Final = 12.0
SCROLL_UP: Final = 98.0
PROMPT_UP, PROMPT_EDGE = (14.0, 44.0), 24.0  # over the tiles, with a scroll and without
LIFT: Final = 4.0
CHOSEN, EDGE_LIT, EDGE_DARK = 0.45, 0.35, 0.6  # how far colours are mixed
MOVE_AT, MOVE = 30.0, 40.0
MOVE_NAME, MOVE_NAME_EDGE = 17.0, 8.0
TILE_KEY_AT, TILE_KEY_EDGE = (12.0, 16.0), 20.0
TICK_AT, TICK = (18.0, 18.0), 20.0
CELL, RIBBON_UP, RIBBON_ROW, RIBBON_ICON = 46.0, 128.0, 40.0, 28.0
NEWEST: Final = (28.0, 66.0, 3.0)  # the bar under the last round: how wide, how far down, how tall
PACE_UP: Final = 24.0

# -- what a round came to ----------------------------------------------------------------------

RESULT, RESULT_TALL, RESULT_UP = 58.0, 42.0, 8.0  # around its words; over the head
RESULT_ASIDE, RESULT_RISE = 14.0, 10.0
RESULT_ICON_AT, RESULT_ICON, RESULT_WORDS = (26.0, 13.0), 24.0, 44.0
RESULTS_EDGE: Final = 12.0

# -- the end -----------------------------------------------------------------------------------

END_FROM: Final = 0.5  # the share of the canvas that belongs to words
END_BUTTONS: Final = 76.0  # at the lower end, where the page after a match has its buttons
BESIDE: Final = 1200.0  # from this width on they end beside the fighters
FADE, STRIP, STRIP_FROM = 16, 8.0, 16.0  # strips in which the dojo comes out of the dark
END_STAND: Final = (0.74, 0.8, 0.36)  # place of the fighters, and their size by the width
END_BUBBLE: Final = 60.0  # beyond the dojo on each side
END_TITLE, END_LEGEND, TITLE_AROUND = 20.0, 28.0, (24.0, 8.0)
BELT, BELT_BELOW, BELT_WORDS, BELT_EDGE = 56.0, 6.0, 12.0, 8.0
