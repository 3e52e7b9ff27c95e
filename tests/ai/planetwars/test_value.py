"""The chance to win: mirror images add up to 1, and more ships are better."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.files import write_arrays
from ai.planetwars.outlook import PlanetsAhead
from ai.planetwars.value import INPUTS, VALUE, inputs, read_value
from games.agents import LostWeights
from games.planetwars.engine.state import turned
from tests.ai.planetwars.test_outlook import position_of


@pytest.mark.parametrize("seed", range(5))
def test_the_seats_turned_over_turn_the_chance_over(seed: int) -> None:
    state = position_of(seed, 12 * seed)
    value = VALUE.load()
    one, two = (
        value(PlanetsAhead(state), state.turn),
        value(PlanetsAhead(turned(state)), state.turn),
    )
    assert one + two == pytest.approx(1, abs=1e-9)
    assert np.allclose(inputs(PlanetsAhead(state)), -inputs(PlanetsAhead(turned(state))))
    assert np.abs(inputs(PlanetsAhead(state))).max() <= 1.001


def test_a_match_of_any_length_has_a_chance() -> None:
    state = position_of(2, 10)._replace(max_turns=10**400)
    value = VALUE.load()
    one, two = (value(PlanetsAhead(each), 10**390) for each in (state, turned(state)))
    assert one + two == pytest.approx(1, abs=1e-9)
    long = value(PlanetsAhead(state._replace(max_turns=10**8)), 10**7)
    assert one == pytest.approx(long, abs=1e-9)


def test_more_ships_at_home_are_a_better_chance() -> None:
    state = position_of(3, 15)
    home = state.owners.index(1)
    ships = tuple(n + 60 * (p == home) for p, n in enumerate(state.ships))
    value = VALUE.load()
    richer = state._replace(ships=ships)
    assert value(PlanetsAhead(richer), state.turn) > value(PlanetsAhead(state), state.turn) + 0.02


@pytest.mark.parametrize(
    "arrays",
    [{"weights": np.zeros(INPUTS)}, {"other": np.zeros(2 * INPUTS)}],
    ids=["short", "none"],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, arrays: dict[str, object]) -> None:
    path = tmp_path / "value.npz"
    write_arrays(path, arrays, {})  # type: ignore[arg-type]
    with pytest.raises(LostWeights):
        read_value(path)
