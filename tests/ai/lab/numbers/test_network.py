"""Measuring a recurrent network beside `mind`: what it sees, how it is joined, what is told."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from ai.lab.numbers import network
from ai.lab.numbers.data import load_study
from ai.lab.numbers.learning import Schedule
from ai.lab.numbers.network import (
    Plan,
    Task,
    as_player,
    centred,
    gain,
    joined,
    spread,
    table,
    train_network,
    verdict,
)
from ai.lab.numbers.recording import Recording, record, smooth
from ai.lab.numbers.recurrent import forecast
from ai.lab.numbers.train import Lesson
from ai.sequence.experts import TABLES
from ai.sequence.weights import MIND

pytestmark = pytest.mark.lab


def some_recordings(count: int = 3) -> list[Recording]:
    people = [record(sequence, False) for sequence in load_study("rng10_webform")[:count]]
    return [smooth(recording, np.ones(len(TABLES))) for recording in people]


def test_a_network_reads_nothing_of_the_choice_that_it_forecasts() -> None:
    recording = some_recordings(1)[0]
    used = recording.rows
    scale = spread([recording], used)
    player = as_player(recording, used, scale, 1.0)
    assert player.evidence.mean(axis=2) == pytest.approx(
        np.zeros(player.evidence.shape[:2]), abs=1e-5
    )
    moves = recording.moves.copy()
    moves[20:] = (moves[20:] + 3) % 10
    other = as_player(recording._replace(moves=moves), used, scale, 1.0)
    assert np.array_equal(player.inputs[:21], other.inputs[:21])
    assert not np.array_equal(player.inputs[21], other.inputs[21])
    assert centred(recording, used)[5] == pytest.approx(
        scale[:, None] * player.evidence[5], abs=1e-5
    )


def test_training_comes_from_its_seed_and_gets_better() -> None:
    people = some_recordings(6)
    used = people[0].rows
    scale = spread(people, used)
    players = [as_player(r, used, scale, 1.0) for r in people]
    plan = Plan(state=6, hidden=4, epochs=12, batch=3, size=0.01, drop=0.1)
    once, again = (train_network(players, plan, 5) for _ in range(2))
    assert all(np.array_equal(once[name], again[name]) for name in once)
    bits = 0.0
    for player in players:
        chance = forecast(once, player.evidence, player.inputs)
        bits -= float(np.log2(chance[np.arange(len(player.moves)), player.moves]).sum())
    assert bits / sum(len(p.moves) for p in players) < np.log2(10) - 0.15


def test_the_mixture_follows_whoever_foresees_better() -> None:
    moves = np.zeros(200, np.int64)
    sure, wrong = np.tile([0.9, 0.1], (200, 1)), np.tile([0.1, 0.9], (200, 1))
    for mind, other in ((sure, wrong), (wrong, sure)):
        both = joined(mind, other, moves)
        assert both.sum(axis=1) == pytest.approx(np.ones(200))
        assert -np.log2(both[:, 0]).sum() < -np.log2(0.9) * 200 + 12


def test_gains_are_points_of_the_originals_bits() -> None:
    better, worse = (100, (200.0, 180.0, 190.0, 179.0)), (100, (200.0, 180.0, 170.0, 180.6))
    assert gain(better) == pytest.approx(0.5)
    assert gain(worse) == pytest.approx(-0.3)
    assert "gain +0.50 points" in table({"a": better})[0]
    assert "not enough" in verdict([better, worse])
    assert ": enough" in verdict([better, better])
    assert "not enough" in verdict([(100, (200.0, 180.0, 190.0, 179.8))])


@pytest.mark.sweep
def test_a_part_is_measured_on_those_left_out_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    people = tuple(record(s, False) for s in load_study("rng10_webform")[:10])
    monkeypatch.setattr(network, "record_all", lambda seed: (people, ()))
    monkeypatch.setattr(network, "fit_weights", lambda *given: MIND.load())
    plan = Plan(nets=1, state=4, hidden=2, epochs=1)
    task = Task(Lesson(1, None, 1, Schedule()), plan)
    found = network.measure(task)
    left = [r for r in people if int(r.player) % 5 == 1]
    assert {study: count for study, (count, _) in found.items()} == {
        "rng10_webform": sum(len(r.moves) for r in left)
    }
