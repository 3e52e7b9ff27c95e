"""The measures of the table of Set in one table: rows, cards and signs, in units.

A pair that names large cards has the usual measure first. All were chosen by eye.
"""

from __future__ import annotations

from typing import Final

# -- the stage ---------------------------------------------------------------------------------

PANEL_NARROW: Final = 264.0  # a mind view beside a narrow table, which needs the room for cards
WIDE_ENOUGH: Final = 700.0  # the room for a mind view is kept where as much is left
HEAD, FOOT = (168.0, 116.0), (136.0, 110.0)  # usual, and with large cards
FOOT_AT, FOOT_TAKEN = 8.0, 20.0
LARGEST: Final = 330.0  # a large card
BESIDE, BESIDE_GAP = 96.0, 12.0  # the row of cards that were laid beside the table

# -- the head ----------------------------------------------------------------------------------

TOLD: Final = 40.0  # the line with what is left
CLOCK, CLOCK_AT, CALL_UP = 40, (116.0, 80.0), 34.0
RING, RING_WIDE, RING_STEPS = 15.0, 2.5, 48  # the ring of a race, of so many short lines
RING_SECONDS: Final = 60.0  # the time that fills it
SEAT_AT: Final = (92.0, 84.0)
MARK_AT, MARK, NAME_AT = 12.0, 24.0, 34.0
NAME_END: Final = (64, 200)  # what a name leaves of its half
POINTS_AT, POINTS_BESIDE = 134.0, 50.0
SEAL, SEAL_AT = (42, 32), 34.0

# -- a card ------------------------------------------------------------------------------------

FRAME, FRAME_ROUND = 5.0, 0.1  # how wide; its corners as a share of the card
BADGE, BADGE_SHARE, SIGN = 12.0, 0.14, 1.5  # the sign at a corner stays within the frame
KEYS_OF_TWO: Final = (0.25, 0.75)  # the places of their keys across a card
KEY_SHARE, KEY_WIDE = 0.85, 0.9

# -- the foot ----------------------------------------------------------------------------------

BUTTON, BUTTON_GAP, BUTTON_EDGE, BUTTON_ROUND = 34.0, 8, 12, 10.0
LETTER, LETTERS = 9.5, 4  # the room of a letter, and for so many more on each button
