"""The mazes of an arena."""

from __future__ import annotations

from ai.lab.ctf.deals import dealt
from games.ctf import SPEC


def test_each_deal_has_a_maze_of_its_own_unless_one_is_chosen() -> None:
    usual = SPEC.params()
    numbers = {dealt(usual, seed)["map"] for seed in range(20)}
    assert len(numbers) == 20
    assert dealt(usual, 3) == dealt(usual, 3)
    chosen = SPEC.params({"map": 7})
    assert dealt(chosen, 3) == chosen
