"""The measures of the tracker's page in one table: boards, heads and readouts, in units.

A pair is an inset or an offset across and down, or a factor and a summand. All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- the boards, and the head above each of several --------------------------------------------

HEAD: Final = 50.0
GRID_GAP: Final = (24.0, 6.0)
ACTIVE, ACTIVE_ROUND = 3.0, 8  # the brass edge around the board in hand
RANK, NAME, HEAD_LINE = 12.0, 32.0, 14.0  # the disc, what stands beside it, the line of both
NAME_ROOM, NAME_GAP = 44.0, 40.0
GAUGES, GAUGE_GAP, GAUGE = 15.0, 24.0, 16.0
RACE, RACE_BAR, RACE_LEAST = 32.0, 10.0, 0.01
BEHIND: Final = 3  # steps that a lens may be late before its head counts them

# -- on a board --------------------------------------------------------------------------------

EDGE, EDGE_ROUND, EDGE_GLOW = 4, 8, 0.8
READING_GLOW: Final = (0.25, 0.75)
PULSE_SECONDS: Final = 0.9
PULSE, PULSE_GROWTH, PULSE_WIDE = 0.8, 5.0, 3  # radii in cells
VEIL, VEIL_ROUND = 150, 8
VEIL_WORDS, VEIL_BAR, VEIL_TALL, VEIL_SHARE = 14.0, 10.0, 6.0, 0.2
VEIL_INSET: Final = (16.0, 8.0)
EATEN: Final = 0.03  # a pellet that is less surely left is not drawn

# -- the header --------------------------------------------------------------------------------

TITLE, TITLE_LARGER, WORLD, WORLD_LARGER, WORLD_GAP = 34.0, 4, 37.0, 2, 20.0
CAPTION_TOP: Final = 56.0  # below the title and the buttons beside it
CAPTION_WIDER: Final = 150.0

# -- the readouts below the boards -------------------------------------------------------------

ASIDE, ASIDE_SHARE, ASIDE_GAP = 300.0, 0.47, 16.0
LARGE, MEANT, THIRD = 20.0, 54.0, 82.0  # rows from their top
RIBBON, RIBBON_FOOT, RIBBON_TITLE, RIBBON_STEPS = 12.0, 46.0, 10.0, 160
LEGEND, LEGEND_MARK, LEGEND_WORDS, LEGEND_LINE = 12.0, 12, 18.0, 18.0
LEGEND_GAP, LEGEND_MOST = 36, 4
NOISE_GAP: Final = 8.0
LOSS, SURE_AT, GAUGE_ROWS = 2.0, 26.0, (40.0, 62.0)
BEST_FROM, BEST_AT, BEST_TITLE, BEST_ROWS, BEST_ROW = 420.0, 250.0, 6.0, 30.0, 24.0
BEST_MOST, BEST_POINTS = 3, 90.0
