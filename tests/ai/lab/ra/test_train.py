"""Training of Ra: engine, learning and net_fit with its gate, seed_engine and seed_fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.ra.inputs_one import input_count
from ai.ra.network import NETS, Network, evaluate
from ai.ra.plain import DOWN, SIZE, SUNS, UP, row_of
from games.ra.rules.state import TURN
from games.weights import choosing
from tests.support.ra_tables import choices

pytestmark = pytest.mark.lab
pytest.importorskip("numba")


def some_network(players: int, units: int = 64) -> Network:
    """A network with weights by lot."""
    rng = np.random.default_rng(players)

    def lots(*shape: int) -> Any:
        return rng.normal(0.0, 0.1, shape).astype(np.float32)

    ends = 2 * players
    count = input_count(players)
    return Network(players, lots(count, units), lots(units), lots(3, units, ends), lots(3, ends))


def stacked(network: Network) -> Any:
    return tuple(part[None].copy() for part in network[1:5])


@pytest.mark.parametrize("players", [3, 5])
def test_training_and_play_hold_the_same_of_a_state(players: int) -> None:
    from ai.lab.ra import engine

    network = some_network(players)
    states = [state for state in choices(players, 3, 9) if state.phase == TURN]
    rows = [row_of(state) for state in states]
    found = evaluate(network, rows)
    x = np.zeros(input_count(players), np.float32)
    hidden, out = np.zeros(64, np.float32), np.zeros((5, 2))
    for number, row in enumerate(rows):
        engine.evaluate(np.array(row), stacked(network), 0, x, hidden, out)
        assert out[:players] == pytest.approx(found[number], abs=2e-3)


def test_games_of_the_engine_end_with_a_winner_and_tiles_that_add_up() -> None:
    from ai.lab.ra.tables import HEURISTIC, PROGRAM, play_games, programs_of, words

    rng = np.random.default_rng(1)
    kinds = np.full((30, 4), HEURISTIC, np.int64)
    kinds[::2, 1] = PROGRAM
    scores, states, worth = play_games(
        *(4, kinds, stacked(some_network(4)), programs_of(4), -1, words(rng, 30), 0.05, 3, 3000)
    )
    assert (np.floor(scores[:, 4]) == 0).all()
    assert (np.sort(scores[:, :4] % 1.0, axis=1)[:, -1] == 0.5).all()
    assert worth[:, :4, 0].sum(axis=1) == pytest.approx(1.0)
    assert worth[:, :4, 1].sum(axis=1) == pytest.approx(0.0, abs=1e-4)
    assert (states[:, 138:161].sum(axis=1) > 0).all()


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ai.lab.ra import net_fit, seed_fit

    for name, value in (("FIRST_GAMES", 60), ("ROUND_GAMES", 40), ("GATE_DEALS", 6)):
        monkeypatch.setattr(net_fit, name, value)
    for name, value in (("RIVAL_GAMES", 400), ("RIVAL_SEEDS", 1), ("VARIANTS", 2)):
        monkeypatch.setattr(seed_fit, name, value)
    whole, first = net_fit.RaTraining(3, 140, 5, 2), net_fit.RaTraining(3, 140, 5)
    while not whole.done:
        whole.step()
    first.step()
    again = net_fit.RaTraining(3, 140, 5)
    again.restore(first.arrays())
    while not again.done:
        again.step()
    assert np.array_equal(again.learner.theta, whole.learner.theta)
    assert again.gates == whole.gates
    assert again.round == whole.round == len(whole.gates) == 3
    assert np.array_equal(again.accepted[-1], whole.accepted[-1])


def test_rivals_come_again_and_no_two_play_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    from ai.lab.ra import seed_fit

    for name, value in (("RIVAL_GAMES", 400), ("RIVAL_SEEDS", 1), ("VARIANTS", 2)):
        monkeypatch.setattr(seed_fit, name, value)
    found, again = seed_fit.rivals(3, 7), seed_fit.rivals(3, 7)
    margins = found[2]
    low, high = np.array(seed_fit.MARGINS).T
    assert len({tuple(own) for own in margins.tolist()}) == len(margins) == 4
    assert ((low <= margins) & (margins <= high)).all()
    assert np.array_equal(found[0][0], again[0][0])
    assert not np.array_equal(found[0][0][0], found[0][0][-1]), "generations differ"


def test_learning_lowers_the_loss() -> None:
    from ai.lab.ra.learning import NetLearner
    from ai.lab.ra.tables import HEURISTIC, play_games, programs_of, words

    rng = np.random.default_rng(2)
    learner = NetLearner(3, rng)
    kinds = np.full((60, 3), HEURISTIC, np.int64)
    _, states, worth = play_games(
        *(3, kinds, stacked(some_network(3)), programs_of(3), -1, words(rng, 60), 0.05, 2, 6000)
    )
    before = learner.learn(states, worth, 20, 1e-3, 1)
    assert learner.learn(states, worth, 60, 1e-3, 2) < before


def test_the_program_of_2006_is_trained_and_written_and_read(tmp_path: Path) -> None:
    from ai.lab.ra.seed_fit import fit
    from ai.ra.seed_net import _read

    card = fit({"players": 3, "games": 500}, 1, tmp_path, lambda share, text: None)
    assert card["value"]["lots"] > 100
    program = _read(tmp_path / "seed-net-3.npz", 3)
    assert len(program.suns) == 3
    assert not list(tmp_path.glob("*.part.npz"))


def test_a_lot_is_worth_what_its_buyer_would_have_lost() -> None:
    """The shadows' count adds up over sources, and a gold in a lot is 3 points for sure."""
    from ai.lab.ra import seed_engine
    from ai.lab.ra.seed_fit import FittedProgram
    from ai.lab.ra.tables import words

    inputs, worth = seed_engine.lots_of_games(
        3, False, FittedProgram(3, 500, 1).nets, words(np.random.default_rng(3), 60), 0.0
    )
    gold = inputs[:, 4] * 2.0
    assert worth[:, 4] == pytest.approx(3.0 * gold)
    gods = inputs[:, 3] * 2.0
    assert (worth[:, 3] <= 2.0 * gods + 1e-6).all()


def test_suns_are_fed_by_all_games() -> None:
    """Two games more bring what they bring, and change nothing of the first ones."""
    from ai.lab.ra import seed_engine
    from ai.lab.ra.seed_fit import FittedProgram
    from ai.lab.ra.tables import words

    nets, seeds = FittedProgram(3, 500, 1).nets, words(np.random.default_rng(3), 6)
    few = seed_engine.suns_of_games(3, nets, False, seeds[:4])
    many = seed_engine.suns_of_games(3, nets, False, seeds)
    lone = [len(seed_engine.suns_of_games(3, nets, False, seeds[n : n + 1])[0]) for n in range(6)]
    assert min(lone) > 3
    assert (len(few[0]), len(many[0])) == (sum(lone[:4]), sum(lone))
    for first, all_of_them in zip(few, many, strict=True):
        assert np.array_equal(first, all_of_them[: len(first)])


def test_the_training_of_an_agent_ends_with_the_report_of_its_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ai.lab.jobs import HERE
    from ai.lab.ra import seed_fit
    from ai.lab.ra import train as training

    asked: list[Any] = []

    def fit(given: Any, seed: int, out_dir: Path, progress: Any) -> dict[str, Any]:
        asked.append((given["players"], given["games"], seed, out_dir))
        return {"fitted": seed}

    monkeypatch.setattr(seed_fit, "fit", fit)
    options = {"agent": "seed-net", "players": 4, "games": 600}
    found = training.train(options, 5, HERE, tmp_path, lambda share, text: None)
    assert found == {"fitted": 5}
    assert asked == [(4, 600, 5, tmp_path)]


def test_the_training_of_the_network_is_taken_to_its_end_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ai.lab.jobs import HERE
    from ai.lab.ra import net_fit, seed_fit
    from ai.lab.ra import train as training

    small = [
        (net_fit, "FIRST_GAMES", 300),
        (net_fit, "ROUND_GAMES", 200),
        (seed_fit, "VARIANTS", 2),
    ]
    small += [(net_fit, "GATE_DEALS", 6), (seed_fit, "RIVAL_GAMES", 400)]
    small += [(seed_fit, "RIVAL_SEEDS", 1), (training, "CALIBRATION_DEALS", 8)]
    for module, name, value in [*small, (training, "MEASURED_DEALS", 8)]:
        monkeypatch.setattr(module, name, value)
    given = {"agent": "net", "players": 3, "games": 500}
    card = training.train(given, 5, HERE, tmp_path / "ra", lambda share, text: None)
    assert (card["rounds"], len(card["gates"])) == (2, 2)
    assert card["loss"] > 0
    with choosing(tmp_path):
        assert NETS[3].trained
        written = NETS[3].load()
    states = [row_of(state) for state in choices(3, 3, 9) if state.phase == TURN]
    chances = evaluate(written, states)[:, :, 0]
    assert chances.sum(axis=1) == pytest.approx(1.0, abs=1e-3)
    assert not list(tmp_path.glob("ra/*.part.npz"))


def test_a_sun_is_the_last_while_no_other_lies_face_up() -> None:
    from ai.lab.ra.seed_engine import last_sun

    row = np.zeros(SIZE, np.int64)
    row[SUNS + 3] = UP
    assert last_sun(row, 0, 3)
    row[SUNS + 7] = DOWN + 2
    assert last_sun(row, 0, 3)
    row[SUNS + 9] = UP + 2
    assert not last_sun(row, 0, 3)
