"""The numbers of a match in the help of capture-the-flag."""

from __future__ import annotations

import numpy as np
import pytest

from games.ctf.help_values import workings
from games.ctf.lens import TeamFrame
from tests.support.hands import Rig, at_table, until


def test_a_belief_is_told_by_its_likeliest_cell_and_by_its_doubt() -> None:
    beliefs = (np.array([0.5, 0.5], np.float32), np.array([1.0, 0.0], np.float32))
    told = workings([(0, TeamFrame(beliefs, (1.0, 0.0)))])
    assert told["now_belief"].splitlines() == [
        "now, the triangle on its likeliest cell: 0.500",
        "now, the diamond on its likeliest cell: 1.000",
    ]
    assert told["now_doubt"].startswith("now, the triangle: H = 1.00, 2^1.00 = 2.0 cells")
    assert workings([]) == {}


def test_in_the_fog_only_the_own_beliefs_are_told(rig: Rig) -> None:
    scene = at_table(
        *(rig.app, "ctf", ["human", "random", "random", "random"], {"maze": "loops-16x8"}),
        practice=True,
    )
    until(rig.app, lambda: "now_doubt" in scene.help_text()[0])
    doubts = scene.help_text()[0]["now_doubt"]
    assert "triangle" in doubts
    assert "disc" not in doubts
    (first, _) = doubts.splitlines()
    bits = float(first.split("H = ")[1].split(",")[0])
    assert float(first.split(" = ")[2].split(" ")[0]) == pytest.approx(2**bits, abs=0.1)
