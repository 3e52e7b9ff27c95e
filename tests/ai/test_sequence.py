"""The predictors: forecasts are distributions, the seed's model is the original's, habits show."""

import itertools

import numpy as np
import pytest

from ai.sequence import (
    BadSymbols,
    BadWeights,
    MindPredictor,
    SeedPredictor,
    UniformPredictor,
    load_weights,
)


def play(predictor, moves, others=None):
    """Return the probability given to each move (n,)."""
    given = []
    for t, move in enumerate(moves):
        given.append(float(predictor.predict()[move]))
        predictor.update(int(move), None if others is None else int(others[t]))
    return np.array(given)


def test_every_forecast_is_a_distribution():
    rng = np.random.default_rng(1)
    checked = 0
    for k, opponent in itertools.product(range(2, 11), (False, True)):
        mind = MindPredictor(k, opponent)
        for _ in range(40):
            forecast = mind.predict()
            assert forecast.shape == (k,)
            assert forecast.min() > 0
            assert forecast.sum() == pytest.approx(1)
            mind.update(int(rng.integers(k)), int(rng.integers(k)) if opponent else None)
            checked += 1
    assert checked == 9 * 2 * 40


def test_seed_follows_the_original_from_keys_2_4_3():
    seed = SeedPredictor(4)
    after: dict[tuple[int, int], list[int]] = {}
    history = [1, 3, 2]
    rng = np.random.default_rng(2)
    for _ in range(200):
        counts = after.setdefault((history[-2], history[-1]), [1, 1, 1, 1])
        assert seed.predict() == pytest.approx(np.array(counts) / sum(counts))
        key = int(rng.integers(4)) if rng.random() < 0.5 else 0
        counts[key] += 1
        history.append(key)
        seed.update(key)
    assert len(history) == 203


def test_uniform_is_chance():
    assert UniformPredictor(5).predict() == pytest.approx(np.full(5, 0.2))


@pytest.mark.parametrize("k", [2, 4, 6, 10])
def test_a_constant_player_is_soon_known(k):
    given = play(MindPredictor(k), [k - 1] * 30)
    assert given[12:].min() > 0.9


def test_a_cycle_is_soon_known():
    given = play(MindPredictor(4), [0, 2, 1, 3] * 15)
    assert given[30:].min() > 0.85


def test_a_player_who_beats_the_last_move_is_seen_through():
    rng = np.random.default_rng(3)
    others = rng.integers(0, 3, 80)
    moves = np.concatenate([[0], (others[:-1] + 1) % 3])
    given = play(MindPredictor(3, opponent=True), moves, others)
    assert given[40:].mean() > 0.9


def test_bad_symbols_and_alphabets_are_named():
    with pytest.raises(BadSymbols, match="2 to 10"):
        MindPredictor(11)
    for predictor in (MindPredictor(4), SeedPredictor(4), UniformPredictor(4)):
        with pytest.raises(BadSymbols, match="0 to 3"):
            predictor.update(4)


def test_missing_and_broken_weights_are_named(tmp_path):
    with pytest.raises(BadWeights, match="missing"):
        load_weights(tmp_path / "none.npz")
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"PK not really")
    with pytest.raises(BadWeights, match="cannot be read"):
        load_weights(broken)
    np.savez(tmp_path / "short.npz", names=np.array(["neutral"]), start=np.zeros((1, 3)))
    with pytest.raises(BadWeights, match="lacks"):
        load_weights(tmp_path / "short.npz")


def test_expert_shares_sum_to_one_and_speak_plainly():
    mind = MindPredictor(4)
    play(mind, [1] * 20)
    experts = mind.experts()
    assert sum(expert.weight for expert in experts) == pytest.approx(1)
    assert all(expert.sentence.split()[0] in ("you", "your", "lately") for expert in experts)
    assert len({expert.name for expert in experts}) == len(experts) > 20
