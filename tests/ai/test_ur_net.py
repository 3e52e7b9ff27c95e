"""The network of Ur: its lookups, the compiled twin that fits it, and what it learns."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.core import BadWeights, Limit
from ai.ur_index import TERNARY
from ai.ur_net import FIELDS, SCALE, TABLES, Net, Network, fields, layout, size
from ai.ur_table import shipped
from games.core import CHANCE
from games.streams import Stream
from games.ur.rules import GAME, home_of, squares_of

RULES = GAME.new({"rules": "finkel", "pieces": 7}).rule_set


def random_positions(pieces: int, count: int) -> list[tuple[int, int]]:
    rng, found = Random(2), []
    while len(found) < count:
        state = GAME.new({"rules": "finkel", "pieces": pieces})
        while state.acting:
            found.append((state.side(state.turn), state.side(1 - state.turn)))
            state, _ = GAME.apply(state, {CHANCE: rng.choice("0112223334")})
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found[:count]


def test_the_fields_describe_the_position() -> None:
    checked = 0
    for own, other in random_positions(7, 500):
        found = dict(zip(FIELDS, fields(own, other), strict=True))
        assert all(0 <= value < FIELDS[name] for name, value in found.items())
        for name, side in (("", own), ("other ", other)):
            assert found[f"{name}home"] == home_of(side, 7, RULES)
            assert found[f"{name}off"] == side >> 15
            squares = [i + 1 for i in range(4) if found[f"{name}start"] >> i & 1]
            squares += [i + 13 for i in range(2) if found[f"{name}end"] >> i & 1]
            shared = TERNARY.index(
                sum(3**i for i in range(8) if found["shared"] // 3**i % 3 == (2 if name else 1))
            )
            squares += [i + 5 for i in range(8) if shared >> i & 1]
            assert sorted(squares) == list(squares_of(side, RULES))
            squares += [15] * found[f"{name}off"]
            assert found[f"{name}progress"] == sum(squares)
        lead = found["progress"] - found["other progress"]
        assert found["lead"] == min(15, max(0, lead // 8 + 8))
        assert found["near"] + 81 * found["far"] == found["shared"]
        checked += 1
    assert checked == 500


def test_the_tables_lie_one_after_the_other() -> None:
    first = 0
    for (start, steps), names in zip(layout(), TABLES, strict=True):
        assert start == first
        sizes = [FIELDS[name] for name in names]
        largest = start + sum((n - 1) * stride for n, (_, stride) in zip(sizes, steps, strict=True))
        first += int(np.prod(sizes))
        assert largest == first - 1
    assert first == size()


def test_the_value_is_the_logistic_of_the_summed_weights() -> None:
    rng = np.random.default_rng(3)
    weights = rng.integers(-900, 900, size()).astype(np.int16)
    network = Network({"weights": weights})
    checked = 0
    for own, other in random_positions(7, 100):
        found = dict(zip(FIELDS, fields(own, other), strict=True))
        total, first = 0, 0
        for names in TABLES:
            shape = tuple(FIELDS[name] for name in reversed(names))
            table = weights[first : first + int(np.prod(shape))].reshape(shape)
            total += int(table[tuple(found[name] for name in reversed(names))])
            first += int(np.prod(shape))
        expected = 1 / (1 + np.exp(-total / SCALE))
        assert network.value(own, other, 7) == pytest.approx(expected, abs=1e-12)
        checked += 1
    assert checked == 100


def test_missing_pieces_count_as_off() -> None:
    weights = np.random.default_rng(4).integers(-900, 900, size()).astype(np.int16)
    network = Network({"weights": weights})
    for own, other in random_positions(5, 60):
        assert network.value(own, other, 5) == network.value(own + (2 << 15), other + (2 << 15), 7)


def test_weights_of_another_shape_are_refused() -> None:
    for weights in (np.zeros(5, np.int16), np.zeros(size()), None):
        with pytest.raises(BadWeights):
            Network({} if weights is None else {"weights": weights})


def test_the_shipped_network_plays_nearly_as_the_solved_game_does() -> None:
    """Games of 4 pieces are ends of games of 7, and their solution ships: what choices lose."""
    agent, table = Net(), shipped("finkel")
    agent.begin(0, GAME, {"rules": "finkel", "pieces": 4}, Stream(1))
    rng, lost = Random(5), []
    while len(lost) < 1500:
        state = GAME.new({"rules": "finkel", "pieces": 4})
        while state.acting:
            state, _ = GAME.apply(state, {CHANCE: rng.choice("0111122222233334")})
            choice = state.moves[0]
            if len(state.moves) > 1:
                own, other = state.side(state.turn), state.side(1 - state.turn)
                choice = agent.act(state, state.moves, Limit()).move
                worth = {m: table.after(own, other, int(m), state.roll, 4) for m in state.moves}
                lost.append(max(worth.values()) - worth[choice])
            state, _ = GAME.apply(state, {state.turn: choice})
    assert float(np.mean(lost)) < 0.001
    assert len(lost) >= 1500


def test_the_shipped_file_is_small_enough() -> None:
    path = Path(__file__).parents[2] / "assets" / "weights" / "ur" / "net.npz"
    assert path.stat().st_size <= 1_200_000
    card = json.loads(path.with_suffix(".json").read_text())
    assert card["strength"]["perfect, finkel, 7 pieces"] >= 0.49


# ---- fitting: needs requirements-lab.txt


@pytest.mark.lab
def test_the_compiled_lookups_are_those_of_the_network() -> None:
    from ai.lab.ur_net_fit import _places

    places, room = np.zeros(len(TABLES), np.int64), np.zeros(len(FIELDS), np.int64)
    checked = 0
    for own, other in random_positions(7, 200):
        _places.py_func(own, other, room, places)
        found = fields(own, other)
        expected = [
            first + sum(found[field] * stride for field, stride in steps)
            for first, steps in layout()
        ]
        assert places.tolist() == expected
        checked += 1
    assert checked == 200


@pytest.mark.lab
def test_fitting_goes_on_where_it_was_stopped_and_learns(tmp_path: Path) -> None:
    """On a made-up solution, in which a position's value is its share of the squares gone."""
    from ai.lab import ur_net_fit
    from ai.ur_index import layer

    n = range(1, 8)
    pairs = [(own, other) for own in n for other in n]
    sizes = np.array([layer(*pair).size for pair in pairs])
    values = np.concatenate(
        [
            np.full(
                layer(*pair).size, int((0.5 + (pair[1] - pair[0]) / 14.1) * 4294967295), np.uint32
            )
            for pair in pairs
        ]
    )
    offsets = np.concatenate([layer(*pair).offsets.ravel() for pair in pairs])
    solved = ur_net_fit.Solution(values, np.cumsum(sizes) - sizes, offsets)
    stage = ur_net_fit.Stage(0.5, 1.0, 3)
    whole, first = (ur_net_fit.NetTraining(solved, 1) for _ in range(2))
    for _ in range(3):
        whole.round(stage, 300)
    first.round(stage, 300)
    first.keep(tmp_path / "net.part.npz")
    second = ur_net_fit.NetTraining(solved, 1, tmp_path / "net.part.npz")
    assert second.rounds == 1
    second.round(stage, 300)
    second.round(stage, 300)
    assert np.array_equal(second.weights, whole.weights)
    assert ur_net_fit.NetTraining(solved, 2, tmp_path / "net.part.npz").rounds == 0
    network = Network({"weights": ur_net_fit.whole_weights(whole.weights)})
    assert network.value(0, 0, 7) == pytest.approx(0.5, abs=0.05)
    assert network.value(3 << 15, 0, 7) > 0.6 > 0.4 > network.value(0, 3 << 15, 7)
