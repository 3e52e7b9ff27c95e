"""The formulas of karate's help with the numbers of a match: the same as in the open mind."""

from __future__ import annotations

import pytest

from games.karate.workings import workings
from games.mind import Bars, Note

MOVES = ("Punch", "Kick", "Parry punch", "Parry kick")
FORECAST = Bars("What it expects", MOVES, (0.62, 0.21, 0.1, 0.07), forecast_of=0)


def drawn(move: int) -> Bars:
    return Bars("The mix", MOVES, (0.25,) * 4, chosen=move)


def test_the_gain_of_the_move_that_was_made_is_added_up() -> None:
    found = workings(
        (Note("Why"), FORECAST, drawn(1)), "classic", "The sensei, before round 3", None
    )
    assert found == {
        "now_gain": "The sensei, before round 3:\n"
        "E[gain of kick] = 0.620 · 10 + 0.210 · 0 + 0.100 · 10 + 0.070 · −5 = 6.9"
    }
    without = workings((FORECAST,), "classic", "", None)["now_gain"]
    assert without.startswith("E[gain of kick] = 0.620"), "the best move where none was drawn"


@pytest.mark.parametrize(("move", "told"), [(0, "0.00"), (1, "1.00")])
def test_a_soft_draw_is_worked_out_with_its_sharpness(move: int, told: str) -> None:
    draw = workings((FORECAST, drawn(move)), "classic", "", 2.0)["now_draw"]
    assert "exp(2 · 6.9)" in draw
    assert draw.endswith(f" = {told}")
    gentle = workings((FORECAST, drawn(1)), "classic", "", 0.1)["now_draw"]
    assert gentle.endswith(" = 0.44")
    huge = workings((FORECAST, drawn(1)), "classic", "", 1e4)["now_draw"]
    assert huge.endswith(" = 1.00")


def test_a_mind_without_a_forecast_has_no_numbers() -> None:
    other = Bars("Cells", ("a", "b"), (0.5, 0.5), forecast_of=0)
    for mind in ((), (Note("It goes on"),), (drawn(1),), (other,)):
        assert workings(mind, "classic", "", 1.0) == {}
