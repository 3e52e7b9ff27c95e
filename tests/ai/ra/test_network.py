"""The networks that ship, and files that hold none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.files import read_arrays, write_arrays
from ai.ra.network import NETS, evaluate
from ai.ra.plain import EPOCH, SCORES, row_of
from ai.ra.seed_net import PROGRAMS
from games import weights
from games.arrays import BadWeights
from games.ra.rules.state import TURN
from tests.support.ra_tables import choices

MOST_BYTES = 200_000


@pytest.mark.parametrize("name", ["net", "seed-net"])
def test_what_ships_is_small_and_has_a_card(name: str) -> None:
    for players in NETS:
        path = weights.shipped(f"ra/{name}-{players}")
        if path.exists():
            assert path.stat().st_size <= MOST_BYTES
            card = weights.card_at(path)
            assert card["players"] == players
            assert f"players={players}" in card["made_by"]
            assert card[weights.SUM] == weights.sum_of(path)


@pytest.mark.parametrize("wrong", ["players", "nan", "shape", "missing", "huge"])
@pytest.mark.parametrize("name", ["net", "seed-net"])
def test_a_file_that_holds_no_network_is_refused(tmp_path: Path, name: str, wrong: str) -> None:
    read = {"net": NETS, "seed-net": PROGRAMS}[name][3].read
    arrays = read_arrays(weights.shipped(f"ra/{name}-3"))
    first = {"net": "first", "seed-net": "lot_first"}[name]
    path = tmp_path / "some.npz"
    write_arrays(path, arrays, {})
    assert read(path) is not None
    if wrong == "players":
        arrays["players"] = np.array(4, np.int64)
    elif wrong == "missing":
        del arrays[first]
    elif wrong == "shape":
        arrays[first] = arrays[first][1:]
    else:
        arrays[first][0, 0] = np.nan if wrong == "nan" else 1e9
    write_arrays(path, arrays, {})
    with pytest.raises(BadWeights, match=r"damaged|some"):
        read(path)


def test_a_game_that_is_over_is_worth_what_came_true() -> None:
    network = NETS[3].load()
    state = next(state for state in choices(3, 1, 5) if state.phase == TURN)
    t = row_of(state)
    t[EPOCH] = 4
    t[SCORES : SCORES + 3] = [30, 300, 20]
    values = evaluate(network, [t])[0]
    assert values[:, 0].tolist() == [0.0, 1.0, 0.0]
    assert values[:, 1] * 20 == pytest.approx([30 - 160, 300 - 25, 20 - 165])
