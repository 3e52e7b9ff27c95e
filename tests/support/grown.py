"""Games that have more than the least, and are held to all of it.

A game as README's "Adding a game" makes it has rules, agents, a scene, a small picture and one page
of help. One with living pictures in its help (`games/<id>/pictures.py`) is grown: it has portraits,
a ladder with figures, a page on its originals, formulas with the numbers of the match, and a result
that tells a person three things.
"""

from __future__ import annotations

from typing import Final

from games import catalog
from games.paths import ROOT

GROWN: Final = tuple(
    game for game in catalog.GAMES if (ROOT / "games" / game / "pictures.py").exists()
)
