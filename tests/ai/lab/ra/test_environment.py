"""Ra for learners: its losses as numbers."""

from __future__ import annotations

from ai.lab.environments.encoding import MISSING
from ai.lab.ra.environment import shape
from games.ra.tiles import CATASTROPHES


def test_losses_that_are_due_stand_before_the_places_of_those_that_are_not() -> None:
    (part,) = (part for part in shape({}, {"players": 3}).parts if part.path == "discards")
    assert list(part.read([])) == [MISSING] * part.size
    due = [{"seat": 2, "catastrophe": CATASTROPHES[1], "number": 4}]
    assert list(part.read(due)) == [2, 1, 4, *[MISSING] * (part.size - 3)]
