"""The measures of the table of Guess 2/3 in one table: the stage and the line, in units.

All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- the stage ---------------------------------------------------------------------------------

HEAD, FOOT = 176.0, 246.0  # above the highest guess, and below the line
LARGE: Final = 800.0  # width from which words are large
LINE_EDGE: Final = 12.0
BUTTON, BUTTON_UP = (300, 52), 68.0
BUTTON_KEY, BUTTON_KEY_EDGE = 14.0, 20.0
ROUND, CROWD, BEFORE_BUTTONS = 36.0, 62.0, 16.0
TAG, TAG_TALL = 20.0, 6.0  # round the words over a person
AUDIENCE, AUDIENCE_STEP, AUDIENCE_ROWS = 44.0, 50.0, 4  # people who have not guessed yet
WORDS_BELOW, WORDS_ROW = 76.0, 26.0  # from the line
ASKS_UP, ASKS_ROW = 20.0, 24.0  # over the button

# -- the key to the crowd, between the two seats -------------------------------------------------

GALLERY_TOP, GALLERY_TALL, GALLERY_EDGE = 92.0, 84.0, 24.0  # the edge is beside the points
POINTS: Final = 44.0  # the size in which the table writes them
KEY_APART, KEY_DOWN = 14.0, 2.0

# -- the line ----------------------------------------------------------------------------------

HOLD, HOLD_BELOW = 16.0, 60.0  # where the pointer takes hold of the line, beyond it
LINE, LINE_BEYOND = 3.0, 8.0
TICK, TICK_APART = (2.0, 10.0), 12.0
MARKS_BELOW, MARK, MARKS_APART = 19.0, 18.0, 9.0  # the seats and the pointer, above the numbers
LABELS_BELOW: Final = 45.0

# -- a close: guesses, the mean, the target, the nearest ---------------------------------------

GUESS, GUESS_LARGE = 34.0, 1.6  # how high one guess is at most, and how much more on a projector
PERSON, PERSON_LEAST, RING = 32.0, 13.0, 2.0  # a face on the line: the largest, the least
GUESS_LEAST, GUESS_GAP, GUESS_EDGE = 4.0, 1.5, 0.5
WORDS_UP, WORDS_LINES = 30.0, 3.4  # over the highest column, and lines of words there
LATEST, FALLS = 0.45, 0.55  # the last sets out after this share, and each falls for the other
LOTS, LOT_STEP = 97, 7919  # guesses set out in an order that looks like chance
MEAN_WIDE, PITCH, FIRST_UP = 2.0, 1.5, 4.0
UNDER, CLEAR = 0.45, 0.4  # of a line of words, which the dashes leave free
AROUND_WORD: Final = 6.0
DASH, DASH_WIDE, DASH_STEP = 8.0, 3.0, 13.0
NEAREST, NEAREST_TALL, NEAREST_ROUND = 16.0, 6.0, 4.0
NEAREST_UP, STAR_UP, STAR = 4.0, 16.0, 18.0
POINTER, POINTER_EDGE = (10.0, 6.0, 26.0), 2.0  # half its width, its tip and its foot below
