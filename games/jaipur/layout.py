"""The measures of the table of Jaipur in one table: columns, rows and shares, in units.

A pair is a place from the upper left corner of its part, or a size, across and down. All of them
were chosen by eye. `games.jaipur.places` lays the parts out on a stage with the first half,
`games.jaipur.board` draws what is in each part with the second.
"""

from __future__ import annotations

from typing import Final

# -- the stage ---------------------------------------------------------------------------------

LOG_FROM: Final = 1150.0  # width from which the log stands beside the table
LOG: Final = 248.0
LOG_ABOVE, LOG_BELOW = 76.0, 24.0
EDGE_WIDE, EDGE_NARROW = 24.0, 12.0
NARROW: Final = 700.0  # width up to which the edges are narrow
ONE_ROW: Final = 640.0  # width from which hand, herd and name stand side by side
LEGIBLE, TALL = 800.0, 640.0  # a narrower table has its tokens in two rows, if it is as high
HEAD: Final = 72.0
OTHER: Final = 84.0  # the row of the other trader
OWN_ONE_ROW, OWN_TWO_ROWS = 132.0, 196.0
TOKENS_ONE_ROW, TOKENS_TWO_ROWS = 58.0, 104.0
LINE, LINE_LARGER = 80.0, 92.0
LINE_BELOW: Final = 10.0
APART: Final = 56.0  # all that lies between the rows at least
BETWEEN_ROWS: Final = 8.0
NUMBERS: Final = 19.0  # the numbers below the market
PANEL, ROOM_FOR_PANEL = 400.0, 1000.0  # a mind view on a page, as wide as at the table

# -- the row of a trader -----------------------------------------------------------------------

INFO, INFO_SHARE = 216.0, 0.3  # at most, and as a share of the row
HERD, HERD_SHARE = 170.0, 0.22
HAND_GAP: Final = 8.0
STACKED: Final = 88.0  # name and herd where the hand lies above them
HAND_ABOVE, HAND_SHARE = 92.0, 0.92  # what the hand leaves, and its share of a card's height

# -- cards, piles and tokens -------------------------------------------------------------------

LARGEST_CARD: Final = 190.0
TOUCHED, TOUCHED_WIDE, CARD_ROUND = 4.0, 3.0, 0.11  # the line around what the other took
GAP: Final = 10.0  # between the cards of the market
BESIDE: Final = 14.0  # between the market and the piles
SIDE_WIDE, SIDE_NARROW = 76.0, 52.0  # the bonus piles and the deck beside the market
PILE_GAP: Final = 6.0
TOKEN_GAP: Final = (6.0, 4.0)
OVERLAP: Final = 0.42  # of a card under the next of its kind, as a share of its width
KIND_GAP: Final = 0.16  # between the kinds of a hand, as a share of a card's width
SMALLEST_HAND: Final = 3.0  # a hand is laid out as if it were as many cards wide at least
CLOSED_STEP: Final = 0.72  # of a card that is not seen, as a share of its width

# -- the heading -------------------------------------------------------------------------------

BLEED: Final = 40  # of the backdrop beyond the stage
HEADING_AT: Final = (24.0, 36.0)
PLATE: Final = (10.0, 32.0)  # around the words on each side, and its height

# -- the panel of a trader ---------------------------------------------------------------------

MARK_AT, MARK = (10.0, 12.0), 20.0
NAME_AT: Final = (28.0, 12.0)
NAME_END: Final = 30.0
SEAL, SEAL_END = 26.0, 14.0  # its size and pitch, and the middle of the last from the right edge
TURN_AT, TURN = (-12.0, 2.0), (4.0, 8.0)  # its bar: how wide, and how much less than the panel
RUPEES_AT: Final = (0.0, 45.0)
RUPEES_WORDS_AT: Final = (8.0, 49.0)  # behind the number
BONUS_AT, BONUS = (12.0, 78.0), 26.0  # the middle of the first token, and the size and pitch
BONUS_ROOM: Final = 92.0
TALL_PANEL: Final = 100.0  # from here on the last sale stands below the bonus tokens
GAIN_BELOW, GAIN_BESIDE = (0.0, 112.0), (100.0, 78.0)
GAIN_MOTIF, GAIN_MOTIF_AT = 22.0, 10.0
GAIN_FIRST, GAIN_STEP, GAIN_TAKEN = 23.0, 24.0, 34.0  # first token, pitch, what is no token
COIN: Final = 22.0
GAIN_BONUS_AT: Final = 12.0

# -- the herd ----------------------------------------------------------------------------------

CAMEL, CAMEL_SHARE = 44.0, 0.3  # at most, and as a share of its room
CAMEL_STEP: Final = 0.7  # as a share of a camel
HERD_TAKEN: Final = 34.0  # the number at the right end
HERD_EDGE: Final = (4.0, 8.0)
CAMEL_LIFT: Final = 10.0  # of those that pay
HERD_WORDS: Final = 24.0  # below the middle

# -- tokens, piles, deck -----------------------------------------------------------------------

GOOD, GOOD_SHARE = 34.0, 0.62  # its motif, at most, and as a share of the box's height
GOOD_AT: Final = 15.0
GOOD_NAME_AT: Final = (5.0, 10.0)
TOKENS_AT, TOKENS_TAKEN = 19.0, 21.0  # behind the motif
TOKEN, TOKENS_ACROSS = 10.5, 10.4  # the largest radius, and the radii of a whole line
TOKENS_A_LINE: Final = 5
TOKEN_PITCH: Final = (2.06, 2.2)  # in radii
LOW_PILE: Final = 46.0  # below this height the number stands beside the token
LOW_SHARE, HIGH_SHARE = 0.6, 0.72  # of a pile's width
PILE_WORDS, PILE_WORDS_EDGE = 16.0, 4.0
DECK_STEP, DECK_CARDS, DECK_LAYERS = 3.0, 10, 4  # a layer for each ten cards, at most four
UNDER: Final = (10.0, 12.0)  # numbers below the market, and below the deck

# -- cards that can be chosen, the line, the log -----------------------------------------------

LIFT, LIT = 14.0, 5.0  # how far a marked card rises, and one under the pointer
LINE_EDGE: Final = 20.0
KEY, KEY_EDGE, KEY_GAP = 28.0, 10.0, 16.0  # its height, around its word, before it
LOG_HEAD, LOG_GAP = 18.0, 8.0
LOG_EDGE, LOG_END = (8.0, 2.0), 4.0
