"""The network of Ur: its lookups, its layers, how it looks ahead, and the fits that make it."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ai.files import write_arrays
from ai.lab import fitting
from ai.ur.index import TERNARY
from ai.ur.net import (
    FIELDS,
    HIDDEN_TABLES,
    MIX_SCALE,
    NET,
    OUT_SCALE,
    ROW_SCALE,
    SCALE,
    TABLES,
    UNITS,
    Net,
    NetTable,
    Tables,
    WinNetwork,
    fields,
    layout,
    shapes,
    size,
)
from ai.ur.table import roll_values, shipped
from games.agents import LostWeights
from games.arrays import Arrays, BadWeights
from games.core import CHANCE, Limit
from games.paths import ROOT
from games.streams import Stream
from games.ur.rules import GAME, State, home_of, position, squares_of

RULES = GAME.new({"rules": "finkel", "pieces": 7}).rule_set
CHOICES = ROOT / "tests" / "fixtures" / "ur_choices_finkel_7.json"


def random_states(pieces: int, count: int, rules: str = "finkel") -> list[State]:
    """Positions before their rolls."""
    rng, found = Random(2), []
    while len(found) < count:
        state = GAME.new({"rules": rules, "pieces": pieces})
        while state.acting:
            found.append(state)
            state, _ = GAME.apply(state, {CHANCE: rng.choice("0112223334")})
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found[:count]


def sides(state: State) -> tuple[int, int]:
    return state.side(state.turn), state.side(1 - state.turn)


def random_positions(pieces: int, count: int) -> list[tuple[int, int]]:
    return [sides(state) for state in random_states(pieces, count)]


def named_fields(own: int, other: int) -> dict[str, int]:
    found = fields(np.array([own]), np.array([other]))
    return dict(zip(FIELDS, found[:, 0].tolist(), strict=True))


@functools.cache
def drawn_arrays(seed: int) -> Arrays:
    rng = np.random.default_rng(seed)
    limits = {"weights": 400, "direct": 400, "rows": 60, "mix": 60, "bias": 9000, "out": 200}
    return {
        name: rng.integers(-limits[name], limits[name], shape).astype(kind)
        for name, (shape, kind) in shapes().items()
    }


def random_arrays(seed: int) -> Arrays:
    """Weights of the right shapes; whoever asks may change which are there."""
    return dict(drawn_arrays(seed))


def test_the_fields_describe_the_position() -> None:
    checked = 0
    for own, other in random_positions(7, 500):
        found = named_fields(own, other)
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
        assert found["middle"] == found["near"] // 3 + 27 * (found["far"] % 27)
        checked += 1
    assert checked == 500


@pytest.mark.parametrize("tables", [TABLES, HIDDEN_TABLES])
def test_the_tables_lie_one_after_the_other(tables: Tables) -> None:
    first = 0
    for (start, steps), names in zip(layout(tables), tables, strict=True):
        assert start == first
        sizes = [FIELDS[name] for name in names]
        largest = start + sum((n - 1) * stride for n, (_, stride) in zip(sizes, steps, strict=True))
        first += int(np.prod(sizes))
        assert largest == first - 1
    assert first == size(tables)


def slow_places(found: dict[str, int], tables: Tables) -> list[int]:
    """Where each table is looked up, by numpy's own arithmetic of shapes."""
    places, first = [], 0
    for names in tables:
        shape = [FIELDS[name] for name in reversed(names)]
        at = np.ravel_multi_index([found[name] for name in reversed(names)], shape)
        places.append(first + int(at))
        first += int(np.prod(shape))
    return places


def slow_log_odds(arrays: Arrays, own: int, other: int) -> float:
    """The sums of both parts with Python's whole numbers."""
    found = named_fields(own, other)
    total = sum(int(arrays["weights"][place]) for place in slow_places(found, TABLES))
    rows = slow_places(found, HIDDEN_TABLES)
    total += sum(int(arrays["direct"][row]) for row in rows)
    wide = [max(0, sum(int(arrays["rows"][row, unit]) for row in rows)) for unit in range(UNITS[0])]
    hidden = 0
    for unit in range(UNITS[1]):
        column = arrays["mix"][:, unit].tolist()
        fed = int(arrays["bias"][unit]) + sum(a * b for a, b in zip(wide, column, strict=True))
        hidden += max(0, fed) * int(arrays["out"][unit])
    return total / SCALE + hidden / (ROW_SCALE * MIX_SCALE * OUT_SCALE)


def test_the_value_is_the_logistic_of_both_parts() -> None:
    arrays = random_arrays(3)
    network = WinNetwork(arrays)
    positions = random_positions(7, 60)
    many, checked = network.values(positions, 7), 0
    for (own, other), value in zip(positions, many, strict=True):
        expected = 1 / (1 + np.exp(-slow_log_odds(arrays, own, other)))
        assert value == pytest.approx(expected, abs=1e-12)
        assert network.values([(own, other)], 7) == [value]
        checked += 1
    assert checked == 60
    assert len(set(many)) > 50


def test_missing_pieces_count_as_off() -> None:
    network, checked = WinNetwork(random_arrays(4)), 0
    for own, other in random_positions(5, 60):
        more = (own + (2 << 15), other + (2 << 15))
        assert network.values([(own, other)], 5) == network.values([more], 7)
        checked += 1
    assert checked == 60


@pytest.mark.parametrize("name", list(shapes()))
def test_weights_of_another_shape_are_refused(name: str) -> None:
    good = random_arrays(5)
    bad: list[Any] = [good[name].astype(np.float64), good[name][:-1], None]
    for array in bad:
        arrays = {**good, name: array}
        if array is None:
            del arrays[name]
        with pytest.raises(BadWeights, match=name):
            WinNetwork(arrays)
    WinNetwork(good)


def test_a_file_without_some_weights_is_damaged(tmp_path: Path) -> None:
    arrays = random_arrays(5)
    del arrays["bias"]
    write_arrays(tmp_path / "net.npz", arrays, {})
    with pytest.raises(LostWeights, match=r"net\.npz is damaged; .*again"):
        NET.read(tmp_path / "net.npz")


def test_ends_of_games_are_those_of_the_solved_table() -> None:
    solved, checked = shipped("finkel"), [0, 0]
    for pieces in (3, 4, 5, 6, 7):
        table = NetTable(RULES, pieces)
        for state in random_states(pieces, 150):
            own, other = sides(state)
            few = max(pieces - (own >> 15), pieces - (other >> 15)) <= 4
            checked[few] += 1
            if few:
                expected = solved.value(own, other, pieces)
                assert table.value(own, other, pieces) == expected
                assert table.expected([(own, other)], pieces) == [expected]
            else:
                assert table.solved_value(own, other, pieces) is None
    assert min(checked) > 150


def test_one_roll_on_is_the_mean_over_the_rolls_of_the_best_move() -> None:
    table, positions, expected = NetTable(RULES, 7), [], []
    for state in random_states(7, 50):
        own, other = sides(state)
        if table.solved_value(own, other, 7) is None:
            positions.append((own, other))
            expected.append(sum(chance * value for _, chance, value in roll_values(table, state)))
    assert len(positions) > 25
    assert table.expected(positions, 7) == pytest.approx(expected, abs=1e-12)
    assert table.expected(positions, 7) != table.values_of(positions, 7)


def test_schultz_ends_come_from_its_own_table() -> None:
    agent = Net()
    agent.begin((0,), GAME, {"rules": "schultz", "pieces": 4}, Stream(1))
    table, checked = shipped("schultz"), 0
    rng = Random(6)
    for state in random_states(4, 200, "schultz"):
        rolled, _ = GAME.apply(state, {CHANCE: rng.choice("1234")})
        if rolled.moves != ("pass",):
            own, other = sides(rolled)
            worth = [table.after(own, other, int(m), rolled.roll, 4) for m in rolled.moves]
            assert agent.scores(rolled, Limit()) == pytest.approx(worth, abs=1e-12)
            checked += 1
    assert checked > 100


def test_the_shipped_network_plays_nearly_as_the_solved_game_does() -> None:
    """Choices of 7 pieces as they come up in play, with the solved worth of every move."""
    agent, lost = Net(), []
    agent.begin((0,), GAME, {"rules": "finkel", "pieces": 7}, Stream(1))
    for own, other, roll, worths in json.loads(CHOICES.read_text())["choices"]:
        state = position(
            "finkel", 7, 0, [(list(squares_of(side, RULES)), side >> 15) for side in (own, other)]
        )
        state, _ = GAME.apply(state, {CHANCE: str(roll)})
        assert sorted(worths, key=int) == list(state.moves)
        lost.append(
            max(worths.values()) - worths[agent.act(state.turn, state, state.moves, Limit()).move]
        )
    assert len(lost) == 400
    assert float(np.mean(lost)) < 0.0001
    assert max(lost) < 0.01


def test_the_shipped_file_is_small_and_its_card_says_what_was_measured() -> None:
    path = ROOT / "assets" / "weights" / "ur" / "net.npz"
    assert path.stat().st_size <= 1_200_000
    card = json.loads(path.with_suffix(".json").read_text())
    assert card["strength"]["perfect, finkel, 7 pieces"] >= 0.496
    assert card["measured_games"] >= 100_000
    assert len(card["measured"]) == 3
    for found in card["measured"].values():
        assert abs(found["share"] - (0.5 - found["lost"])) < 2 * found["error"]


# ---- fitting: needs requirements-lab.txt


@pytest.mark.lab
def test_the_compiled_lookups_are_those_of_the_network() -> None:
    from ai.lab.ur.net_fit import fill_fields, fill_places, lookups

    room, checked = np.zeros(len(FIELDS), np.int64), 0
    for own, other in random_positions(7, 100):
        for tables in (TABLES, HIDDEN_TABLES):
            places = np.zeros(len(tables), np.int64)
            fill_fields.py_func(own, other, room)
            fill_places.py_func(*lookups(layout(tables)), room, places)
            assert places.tolist() == slow_places(named_fields(own, other), tables)
            checked += 1
    assert checked == 200


def made_up_solution(ends: bool = False) -> Any:
    """A position's value is its share of the squares gone; `ends` from the shipped table."""
    from ai.lab.ur.kernel import Solution
    from ai.ur.index import layer

    solved = shipped("finkel")
    parts, offsets, sizes = [], [], []
    for own in range(1, 8):
        for other in range(1, 8):
            found = layer(own, other)
            value = int((0.5 + (other - own) / 14.1) * 4294967295)
            part = np.full(found.size, value, np.uint32)
            if ends and max(own, other) <= 4:
                part = np.array(solved.values(own, other), dtype=np.uint32) * np.uint32(65537)
            parts.append(part)
            sizes.append(found.size)
            offsets.append(found.offsets.ravel())
    starts = np.cumsum(sizes) - sizes
    return Solution(np.concatenate(parts), starts, np.concatenate(offsets))


@pytest.mark.lab
def test_fitting_goes_on_where_it_was_stopped_and_learns(tmp_path: Path) -> None:
    from ai.lab.ur import net_fit, net_hidden

    solved = made_up_solution()
    stage = net_fit.RateStage(0.5, 1.0, 3)
    whole, first = (net_fit.NetTraining(solved, 1) for _ in range(2))
    for _ in range(3):
        whole.round(stage, 300)
    first.round(stage, 300)
    part = tmp_path / "net.part.npz"
    fitting.keep(part, first.arrays(), first.settings)
    second, other = net_fit.NetTraining(solved, 1), net_fit.NetTraining(solved, 2)
    for training in (second, other):
        fitting.resume(part, training.settings, training.restore)
    assert (second.rounds, other.rounds) == (1, 0)
    second.round(stage, 300)
    second.round(stage, 300)
    assert np.array_equal(second.weights, whole.weights)
    weights = net_fit.shipped_weights(whole.weights)
    network = WinNetwork(net_hidden.HiddenTraining(weights, solved, 1).shipped())
    for own, other, low, high in ((0, 0, 0.45, 0.55), (3, 0, 0.6, 1.0), (0, 3, 0.0, 0.4)):
        assert low < network.values([(own << 15, other << 15)], 7)[0] < high


@pytest.mark.lab
def test_the_hidden_layers_learn_what_the_tables_do_not_hold(tmp_path: Path) -> None:
    """With empty tables; the fit goes on from its part file as if it had not been stopped."""
    from ai.lab.ur import net_hidden

    solved, empty = made_up_solution(), np.zeros(size(), np.int16)
    stage, part = net_hidden.HiddenStage(2e-3, 1), tmp_path / "net.hidden.part.npz"
    whole, first = (net_hidden.HiddenTraining(empty, solved, 1) for _ in range(2))
    before = abs(WinNetwork(whole.shipped()).values([(3 << 15, 0)], 7)[0] - 0.5)
    assert before == 0.0
    whole.round(stage, 20)
    first.round(stage, 12)
    fitting.keep(part, first.arrays(), first.settings)
    second, other = (net_hidden.HiddenTraining(empty, solved, seed) for seed in (1, 2))
    for training in (second, other):
        fitting.resume(part, training.settings, training.restore)
    assert (second.steps, other.steps) == (12, 0)
    second.round(stage, 8)
    assert np.array_equal(second.theta, whole.theta)
    whole.round(stage, 230)
    network = WinNetwork(whole.shipped())
    ahead, behind = network.values([(3 << 15, 1 << 15), (1 << 15, 3 << 15)], 7)
    assert ahead > 0.55 > 0.45 > behind


@pytest.mark.lab
def test_the_gradient_is_the_slope_of_the_held_log_odds() -> None:
    """Against differences of both sides of a parameter, in float64."""
    from ai.lab.ur import net_hidden as fit

    rng, room = np.random.default_rng(7), fit.make_room(np.float64)
    theta = fit.start_parameters(3).astype(np.float64) + rng.normal(0, 0.1, fit.PARAMETERS)
    tables, gradient = np.zeros(size()), np.zeros(fit.PARAMETERS)
    own, other = random_positions(7, 40)[-1]
    fit.held_log_odds((tables, theta), own, other, room, 0)
    fit.backward(theta, gradient, room, 0, 1.0)
    told = np.flatnonzero(gradient)
    assert len(told) > 1000
    checked = 0
    for place in (*rng.choice(told, 60), *range(fit.PARAMETERS - 64, fit.PARAMETERS)):
        sides_of = []
        for step in (1e-6, -1e-6):
            near = theta.copy()
            near[place] += step
            sides_of.append(fit.held_log_odds((tables, near), own, other, room, 0))
        slope = (sides_of[0] - sides_of[1]) / 2e-6
        assert slope == pytest.approx(gradient[place], abs=1e-6)
        checked += 1
    assert checked == 124


@pytest.mark.lab
def test_the_compiled_player_chooses_as_the_agent_does() -> None:
    from ai.lab.ur import kernel, net_hidden, net_play
    from ai.ur.weights import load

    solution = made_up_solution(ends=True)
    network, room = net_hidden.real_parameters(load("net")), net_hidden.make_room(np.float64)
    choices, way = kernel.make_choices(), net_play.ONE_ROLL_ON
    agent, rng, checked, solved = Net(), Random(8), [0, 0], 0
    agent.begin((0,), GAME, {"rules": "finkel", "pieces": 7}, Stream(1))
    table = NetTable(RULES, 7)
    for state in random_states(7, 500):
        rolled, _ = GAME.apply(state, {CHANCE: rng.choice("1234")})
        if len(rolled.moves) > 1:
            own, other = sides(rolled)
            move = agent.act(rolled.turn, rolled, rolled.moves, Limit()).move
            free = sum(1 << int(legal) for legal in rolled.moves)
            count = kernel.look(solution, own, other, rolled.roll, free, choices)
            found = net_play.choice(network, solution, way, choices, count, room)
            assert int(move) == choices.sources[found]
            checked[min(own >> 15, other >> 15) >= 3] += 1
            for i in range(count):
                worth = table.solved_value(int(choices.ahead[i]), int(choices.behind[i]), 7)
                if worth is not None:
                    expected = worth if choices.signs[i] > 0 else 1.0 - worth
                    assert choices.held[i] == pytest.approx(expected, abs=1e-9)
                    solved += 1
    assert min(checked) > 30
    assert solved > 30


@pytest.mark.lab
def test_measuring_is_the_same_again_and_knows_a_bad_player() -> None:
    from ai.lab.ur import net_play

    solved, arrays = made_up_solution(ends=True), random_arrays(9)
    found = net_play.measure(arrays, solved, 200, 1)
    assert found == net_play.measure(arrays, solved, 200, 1)
    assert 0.0 <= found.share < 1.0
    assert found.lost > 0.0
    assert found.error == pytest.approx(1.96 * (found.share * (1 - found.share) / 200) ** 0.5)


@pytest.mark.lab
def test_weights_ship_in_steps_of_a_thousandth_then_of_their_own_scale() -> None:
    """Rounded twice, halves to even, and cut off where 16 bits end."""
    from ai.lab.ur.net_fit import shipped_weights

    weights = np.array([0.25, 3.0, -3.0, 1 / 1024, 3 / 1024, 0.4 / 1024, 40.0, -40.0])
    found = shipped_weights(weights)
    assert found.dtype == np.int16
    assert found.tolist() == [128, 1536, -1536, 0, 2, 0, 16384, -16384]
