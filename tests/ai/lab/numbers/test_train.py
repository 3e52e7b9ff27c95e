"""Fitting: the lab's replay is the player's predictor, fits are reproducible, data are whole."""

import numpy as np
import pytest

from ai.lab.jobs import HERE, Jobs
from ai.lab.numbers.data import (
    STUDIES,
    BadSequences,
    habitual_players,
    invented_players,
    load_study,
)
from ai.sequence.predictor import Predictor
from ai.sequence.weights import MIND


def test_the_studies_are_whole():
    expected = {
        "rng10_towse": (53, 10_597),
        "rng10_webform": (42, 2_100),
        "bin_taps": (13, 18_789),
        "rps_adaptbots": (93, 27_832),
        "rps_fixedbots": (110, 32_918),
    }
    assert set(expected) == set(STUDIES)
    for study, (people, symbols) in expected.items():
        sequences = load_study(study)
        assert len({sequence.player for sequence in sequences}) == people
        assert sum(len(sequence.moves) for sequence in sequences) == symbols


def test_bad_sequences_are_named(tmp_path):
    bad = {"0,lab,2,0120,\n": "all below 2", "0,lab,3,012,01\n": "3 moves but 2"}
    for row, message in bad.items():
        (tmp_path / "study.csv").write_text("player,cond,k,moves,opp\n" + row, encoding="utf-8")
        with pytest.raises(BadSequences, match=message):
            load_study("study", tmp_path)
    (tmp_path / "study.csv").write_text("player,cond,k,moves,opp\n0,lab,3,0-2,012\n")
    sequence = load_study("study", tmp_path)[0]
    assert sequence.moves.tolist() == [0, 2]
    assert sequence.other is not None
    assert sequence.other.tolist() == [0, 2]


@pytest.mark.parametrize("make", [invented_players, habitual_players])
def test_made_up_players_come_from_their_seed(make):
    once, again, other = make(3, 1, True), make(3, 1, True), make(4, 1, True)
    assert len(once) == len(again) == len(other) >= 9
    assert all(np.array_equal(a.moves, b.moves) for a, b in zip(once, again, strict=True))
    assert any(a.moves.tolist() != b.moves.tolist() for a, b in zip(once, other, strict=True))
    assert all(s.moves.min() >= 0 and s.moves.max() < s.k for s in once)
    assert {s.k for s in once} == set(range(2, 11))


@pytest.mark.lab
@pytest.mark.parametrize(("study", "opponent"), [("rng10_webform", False), ("rps_adaptbots", True)])
def test_replay_is_what_the_predictor_does(study, opponent):
    from ai.lab.numbers.learning import replay_forecasts
    from ai.lab.numbers.recording import record, smooth

    weights = MIND.load()
    compared = 0
    for sequence in load_study(study)[:3]:
        recording = smooth(record(sequence, opponent), weights.concentration)
        replayed = replay_forecasts(recording, weights)
        predictor = Predictor(sequence.k, opponent)
        for t, move in enumerate(sequence.moves.tolist()):
            assert predictor.predict() == pytest.approx(replayed[t], rel=2e-3)
            other = int(sequence.other[t]) if opponent else None
            predictor.update(move, other)
            compared += 1
    assert compared >= 150


@pytest.mark.lab
def test_fits_are_reproducible_and_beat_the_original():
    from ai.lab.numbers.learning import (
        Schedule,
        fit_weights,
        log_loss,
        replay_forecasts,
        seed_losses,
    )
    from ai.lab.numbers.recording import record, smooth

    sequences = load_study("rng10_towse")
    people = [record(sequence, False) for sequence in sequences[:20]]
    held = [record(sequence, False) for sequence in sequences[40:50]]
    people += [record(sequence, True) for sequence in load_study("rps_adaptbots")[:10]]
    made_up = [record(s, o) for o in (False, True) for s in invented_players(1, 1, o)]
    schedule = Schedule(epochs=4, rounds=3)
    first, second = (fit_weights(people, made_up, 5, schedule) for _ in range(2))
    assert np.array_equal(first.concentration, second.concentration)
    assert len(first.mixers) == len(second.mixers) == 10
    assert len(first.populations) == len(second.populations) == 4
    assert all(
        np.array_equal(a.covariance, b.covariance)
        for a, b in zip(first.varieties, second.varieties, strict=True)
    )
    assert all(
        np.array_equal(a.start, b.start) and np.array_equal(a.rate, b.rate)
        for a, b in zip(first.mixers, second.mixers, strict=True)
    )
    loss = sum(
        log_loss(replay_forecasts(smooth(r, first.concentration), first), r.moves) for r in held
    )
    assert loss < 0.95 * seed_losses(held)["rng10_towse"]


@pytest.mark.lab
def test_the_gradients_of_replay_are_those_of_the_loss():
    from ai.lab.numbers.kernel import replay
    from ai.lab.numbers.learning import even_values
    from ai.lab.numbers.recording import record, smooth

    sequence = load_study("rng10_webform")[0]
    recording = smooth(record(sequence, False), MIND.load().concentration)
    start = even_values(0.04, 0.0).start

    def run(weights):
        forecast = np.zeros((len(recording.moves), recording.k))
        slope, rate_slope = np.zeros_like(weights), np.zeros_like(weights)
        replay(
            recording.evidence,
            recording.weight_index,
            recording.moves,
            weights,
            np.zeros_like(weights),
            1.0,
            forecast,
            slope,
            rate_slope,
        )
        n = np.arange(len(recording.moves))
        return np.log(forecast[n, recording.moves]).sum(), slope

    _, slope = run(start)
    used = np.unique(recording.weight_index)
    checked = 0
    for place in used[:: max(1, len(used) // 25)]:
        nudge = np.zeros_like(start)
        nudge[place] = 1e-4
        numeric = (run(start + nudge)[0] - run(start - nudge)[0]) / 2e-4
        assert slope[place] == pytest.approx(numeric, rel=1e-3, abs=1e-3)
        checked += 1
    assert checked >= 20


@pytest.mark.sweep
@pytest.mark.lab
def test_the_number_of_jobs_changes_nothing():
    from ai.lab.numbers.learning import Schedule
    from ai.lab.numbers.train import evaluate

    told = []
    one, two = (
        evaluate(1, jobs, Schedule(epochs=1, rounds=1), lambda done, text: told.append(done))
        for jobs in (HERE, Jobs(2))
    )
    assert one == two
    assert len(told) == 16


def kept_rule(sequence):
    """The share of rounds that the best rule explains: of the other's last move, or the result."""
    k, moves, other = sequence.k, sequence.moves, sequence.other
    steps = (moves[1:] - moves[:-1]) % k
    shares = []
    for seen, done in ((other[:-1], moves[1:]), ((moves[:-1] - other[:-1]) % k, steps)):
        kept = sum(np.bincount(done[seen == value], minlength=k).max() for value in range(k))
        shares.append(kept / len(done))
    return max(shares)


def test_who_reacts_follows_a_rule_but_for_its_noise():
    """Noise of 5 to 70 % leaves the least noisy nearly always at their rule."""
    kinds = [*range(7), 7, 7] * 4
    players = [s for s in invented_players(5, 4, True) if s.k >= 4 and len(s.moves) > 100]
    numbered = {int(s.player): s for s in players}
    reacting = [kept_rule(s) for n, s in numbered.items() if kinds[n % len(kinds)] == 7]
    assert len(reacting) > 20
    assert max(reacting) > 0.88
    assert min(reacting) < 0.6
    assert np.mean(np.array(reacting) > 0.6) > 0.5
