"""The Royal Game of Ur as the tests play it."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.cases import GameCase


def worked_out() -> Mapping[str, str]:
    from games.ur.asks import JudgedStep
    from games.ur.help_values import workings

    steps = [JudgedStep(kind, 0, 0.5, 0.0, "a", "a", None) for kind in ("roll", "move")]
    return workings(steps, ("Blue", "Orange"))


CASE = GameCase(
    opponent="greedy",
    short={"pieces": 1},
    film=("greedy", {"pieces": 2}),
    lots=("random", {}),
    originals=("schultzcole", "UMN", "RoyalUr/RoyalUr-Analysis", "GPL 3", "Irving Finkel"),
    worked_out=worked_out,
)
