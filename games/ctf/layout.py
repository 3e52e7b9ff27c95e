"""The measures of the stage of capture-the-flag in one table: rows, marks and shares, in units.

A pair is a size or a distance across and down. All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- the stage ---------------------------------------------------------------------------------

WIDE: Final = 860.0  # from this width on head and foot are one row each
HEADS, FEET, MARGIN = (116.0, 72.0), (116.0, 64.0), 24.0  # of a narrow stage, and of a wide one
BUTTON, PITCH, BUTTON_FOOT = 40.0, 48.0, 12.0
GAP: Final = 16.0  # between words and what follows in their row
CATCH_SECONDS, WORDS_SECONDS, CAUGHT_SECONDS = 0.9, 0.8, 2.2
WORDS_ABOVE: Final = 0.9  # cells from the middle of a cell to the words about it

# -- the head: rows from its top, and the teams from the middle outward ------------------------

TITLE, NOTES = 28.0, 52.0
LOWER: Final = (48.0, 0.0)  # how far below the title the score stands on a narrow stage, or a wide
SCORE, NAME, TO_EAT = 36.0, 27.0, 48.0
SCORE_AT, SCORE_LARGER, MARKS_GAP = 16.0, 4, 28.0
MARK, MARK_AT, MARK_PITCH, NAME_AT = 18, 10.0, 22.0, 52.0

# -- the foot ----------------------------------------------------------------------------------

DOUBTS, WORDS, HINT_ROW = 20.0, 44.0, 22.0  # from its top
DOUBTS_GAP, DOUBTS_TITLED = 12.0, 400.0  # between teams; the width from which names stand there
ORDER_WIDE, ORDER_PITCH, ORDER_IN, ORDER_EDGE = 92.0, 100.0, 8.0, (2, 10)
NOTE_SHARE: Final = 0.2  # of a wide stage, for the words below the clock
TITLE_SHARE, TITLE_GAP = 0.45, 14.0
OWN_MARK, OWN_AT = 6.0, 24.0
ENEMY, ENEMY_MARK, ENEMY_WORDS, ENEMY_PITCH, ENEMY_GAP = 14, 7.0, 20.0, 22.0, 14.0
COUNTDOWN, COUNTDOWN_EDGE, COUNTDOWN_SHARE = 70.0, 3, 0.7

# -- on the field: shares of a cell, opacities of 255 ------------------------------------------

SURE: Final = 0.98  # from this probability on a cell counts as known
DOT, WALL_MARK, BADGE, ASIDE = 0.5, 0.26, 0.62, 0.09
LINE, LINE_GAP, GOAL = 0.08, 0.22, 0.42
LEAST_MARK: Final = 9.0  # units of a cell from which its walls have marks
REMEMBERED: Final = 90
BORDER, DASH = 0.07, 0.3
BOT, BOT_LEAST, OWN_RING = 1.15, 14.0, 0.72
BADGE_LEAST, BADGE_AT = 8.0, 0.42
GOAL_LEAST, GOAL_ENDS = 7.0, (0.5, 1.45)
SURE_ROUND: Final = 0.2
ORDER, ORDER_AT, ORDER_INSET, ORDER_LINE = (
    18.0,
    0.95,
    7.0,
    1.5,
)
CATCH: Final = (0.5, 2.2, 4.0)  # the radius at first and its growth, and how wide it begins
BETWEEN: Final = 6.0  # units between two numbers at least
PITCHES: Final = (1, 2, 5, 10, 20, 50, 100)  # every how many columns and rows may be numbered
WALL_INK, BORDER_INK, READING_INK, SIGHT_INK, DOT_INK = 0.42, 0.8, 0.85, 0.6, 0.6
TRIANGLE: Final = ((0.0, -1.2), (1.1, 0.8), (-1.1, 0.8))
DIAMOND: Final = ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0))
DOT_REACH: Final = 0.32
