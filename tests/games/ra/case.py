"""Ra as the tests play it."""

from __future__ import annotations

from tests.support.cases import GameCase

CASE = GameCase(
    opponent="easy",
    short={"players": 3},
    quick="random",
    told=("random", {}),
    lots=("random", {}),
    originals=(
        *("Reiner Knizia", "Gabriel Rocklin", "27 October 2006", "Mat Buckland", "Grace Peng"),
    ),
)
