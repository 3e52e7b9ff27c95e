"""Paints by the part they play: what a warning, a loss or a series of a plot is painted in.

A page names the role and this file names the paint of `games.shell.draw.theme`, so the colour of a
warning is one line. No role stands by its colour alone: an icon, a word or a shape goes with it.
Boards, cards, seats and sprites are painted by name where they are drawn.

>>> from games.shell.draw.theme import PALETTE
>>> {WARNING, WRONG, RIGHT, *SERIES} <= set(PALETTE)
True
"""

from __future__ import annotations

from typing import Final

WARNING: Final = "vermillion"
"""A fault of the settings or of what was entered, and danger that is near."""
WRONG: Final = "vermillion"
RIGHT: Final = "green"
LOSS: Final = "vermillion"
GAIN: Final = "green"
MARK: Final = "vermillion"
"""The one place of a plot or a picture that its words speak of."""
POINTER: Final = "yellow"
"""What a guide points at, and its words."""
OWN: Final = "sky"
"""The person at the screen: their choices, their figures, their victories."""
RIVAL: Final = "orange"
"""The opponent, its choices and its victories."""
SERIES: Final = ("sky", "purple", "green", "blue", "yellow", "vermillion")
"""Lines, models and minds that are told apart on one page, in this order."""
OUTCOMES: Final = {"won": OWN, "lost": RIVAL, "drawn": "paper", "played": "paper", "left": "quiet"}
"""Finished matches by how they ended for the person."""
