"""Capture the Flag as the tests play it."""

from __future__ import annotations

from tests.support.cases import GameCase

CASE = GameCase(
    opponent="gatherer,gatherer",
    short={"maze": "loops-16x8", "moves": 40},
    quick="random",
    told=("gatherer", {"maze": "loops-16x8", "moves": 200}),
    lots=("random,random", {"moves": 40}),
    originals=(
        *("Master Baboon", "github.com/pberkes/masterbaboon", "Pietro Berkes"),
        *("12 September 2009", "John DeNero", "Hal Daume III", "github.com/ASPP/pelita"),
    ),
)
