"""The measures of the table of Numbers in one table: columns, rows and shares, in units.

A pair is a place from a corner or middle, or a size, across and down. All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- rows of the stage: from its top, and the share of the height beyond `USUAL` that lies above ---

USUAL: Final = 720.0
WIDE: Final = 700.0  # width from which the edges and the scale are wide
CARDS, KEYS, DARE = (96.0, 0.2), (336.0, 0.4), (410.0, 0.55)
PLOT, PLOT_LARGER = (500.0, 0.75), (508.0, 0.75)
DARE_TALL, PLOT_TALL = 72.0, 104
TAPE: Final = (84.0, 56.0)  # from the foot of the stage, and its height
FIGURES: Final = (184, 200)  # their width, and the plot from their left end
SCALE_WIDE, SCALE_NARROW = 148.0, 116.0  # what the plot leaves at its right
HEADING: Final = 40.0
TOASTS_AT, TOASTS_BESIDE_GLASS, TOASTS, TOASTS_TOP = 280.0, 430.0, 760.0, 8.0
BEFORE_BUTTONS: Final = 16.0

# -- the two cards, the letter that waits between them, the keys -----------------------------------

BETWEEN: Final = 132.0
CARD, CARD_LARGER = 276.0, 252.0  # larger text: a notice of two lines covers no caption
CARDS_LOWER: Final = 10.0  # with larger text
CARDS_EDGE: Final = 64.0  # of both sides together
CARD_LEAST, CARDS_ROW = 168.0, 184.0  # heights
WAITING: Final = 96.0
MARK_ABOVE, MARK, MARK_WORD = 64.8, 26.0, 44.0  # over the letter that waits; radius; word below
KEY, KEY_GAP = (96.0, 64.0), 16.0
KEY_LABEL: Final = 12.0  # below a key
ROUND: Final = 16.0  # the corners of a card
CAPTION: Final = 22.0  # above a card
CAPTION_MARK, CAPTION_MARK_SIZE, CAPTION_AT = 12.0, 18.0, 30.0
SEAL, SEAL_SHARE, SEAL_AT = 72.0, 0.26, (10.0, 8.0)  # at most, of the card, from its corner
RISE: Final = 12.0  # of a digit that comes
FACE: Final = 0.6  # a digit is drawn once more of its card is turned to the front
NOTES: Final = (18.0, 22.0)  # below the cards, and from line to line

# -- heading and figures ---------------------------------------------------------------------------

GLASS_GAP, GLASS_EYE, GLASS_WORDS, EYE = 24.0, 12.0, 32.0, 24.0
OWN_MARK, OWN_MARK_SIZE, OWN_WORDS = 9.0, 16.0, 24.0
SHARE, COUNT, VERDICT = 40.0, 82.0, 104.0  # lines below the first
FIRST_LINES: Final = 4  # of the question before the first key
