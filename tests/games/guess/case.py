"""Guess 2/3 as the tests play it."""

from __future__ import annotations

from tests.support.cases import GameCase

CASE = GameCase(
    opponent="mind",
    short={"rounds": 5, "size": 2},
    film=("mind", {"rounds": 10}),
    told=("level1", {}),
    originals=(
        *("Master Baboon", "github.com/pberkes/masterbaboon", "Pietro Berkes"),
        *("14 February 2009", "GPL 3"),
    ),
)
