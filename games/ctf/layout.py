"""The measures of the stage of capture-the-flag in one table: rows, marks and shares, in units.

A pair is a size or a distance across and down. All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- the stage ---------------------------------------------------------------------------------

HEAD, FOOT, MARGIN = 116.0, 108.0, 24.0
BUTTON, PITCH, BUTTON_FOOT = 40.0, 52.0, 14.0
GAP: Final = 16.0  # between words and what follows in their row
CATCH_SECONDS: Final = 0.9

# -- the head: rows from its top, and the teams from the middle outward ------------------------

TITLE, NOTES, NOTES_GAP = 34.0, 36.0, 20.0
SCORE, NAME, TO_EAT = 86.0, 77.0, 98.0
SCORE_AT, SCORE_LARGER, MARKS_GAP = 16.0, 4, 28.0
MARK, MARK_AT, MARK_PITCH, NAME_AT = 18, 10.0, 22.0, 52.0

# -- the foot ----------------------------------------------------------------------------------

DOUBTS, HINT, SURPRISE, WORDS = 18.0, 24.0, 22.0, 34.0  # from its top; words from its foot
DOUBTS_GAP, DOUBTS_TITLED = 12.0, 420.0  # between teams; the width from which names stand there
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
CATCH: Final = (0.5, 2.2, 4.0)  # the radius at first and its growth, and how wide it begins
BETWEEN: Final = 6.0  # units between two numbers at least
PITCHES: Final = (1, 2, 5, 10, 20, 50, 100)  # every how many columns and rows may be numbered
WALL_INK, BORDER_INK, READING_INK, SIGHT_INK, DOT_INK = 0.42, 0.8, 0.85, 0.6, 0.6
TRIANGLE: Final = ((0.0, -1.2), (1.1, 0.8), (-1.1, 0.8))
DIAMOND: Final = ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0))
DOT_REACH: Final = 0.32
