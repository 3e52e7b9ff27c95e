"""The formulas of karate's help with the numbers of a match: the same as in the open mind."""

from __future__ import annotations

import pytest

from games.karate.help_values import wall, workings
from games.mind import Bars, Gauge, Meter, Note

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


def test_the_sensei_s_trust_draw_and_budget_are_those_of_its_mind() -> None:
    mix = Bars("The mix", MOVES, (0.2, 0.4, 0.2, 0.2), chosen=1)
    trust = Gauge("Ladder", ("habits", "and that", "and that"), (0.9, 0.04, 0.06), 0)
    budget = Meter("Stake", 111.08, 0.0, 300.0)
    told = workings((FORECAST, mix, trust, budget), "classic", "", 0.1)
    assert told["now_trust"] == "trust, of 1: habits 0.90, and that 0.04, and that (rung 3) 0.06"
    assert told["now_budget"] == (
        "your kick costs it most: 0.20 · −10 + 0.40 · 0 + 0.20 · −10 + 0.20 · 5 = −3.0\nB = 111.1"
    )
    assert told["now_drawn"].endswith(" = 0.44; with the budget's share of the wall: 0.40")
    assert "now_draw" not in told
    free = workings((FORECAST, mix, trust), "classic", "", 0.1)
    assert "now_budget" not in free
    assert free["now_draw"].endswith(" = 0.44")


def test_the_wall_gains_nothing_by_nobody_and_no_other_mix_is_called_so() -> None:
    wall_mix = Bars("The mix", MOVES, (0.2, 0.4, 0.0, 0.4), chosen=1)
    lines = wall((wall_mix,), "classic", "The wall")["now_wall"].splitlines()
    assert lines[0] == "The wall:"
    assert lines[2] == "against kick: 0.20 · −10 + 0.40 · 0 + 0.00 · −10 + 0.40 · 5 = 0.0"
    assert lines[3].endswith(" = 3.0")
    assert len(lines) == 5
    assert wall((drawn(1),), "classic", "") == {}
    assert wall((Note("Why"),), "classic", "") == {}
