"""The predictors: forecasts are distributions, the seed's model is the original's, habits show."""

import itertools
import math
import time

import numpy as np
import pytest

from ai.files import write_arrays
from ai.sequence.ensemble import opinion_trust
from ai.sequence.experts import FAMILIES, HABITS, TABLES
from ai.sequence.markov import seed_table
from ai.sequence.mixing import SHARE
from ai.sequence.predictor import BadSymbols, Predictor
from ai.sequence.weights import MIND, read_weights
from games.arrays import BadWeights


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
    for k, opponent, prior in itertools.product(range(2, 11), (False, True), (False, True)):
        predictor = Predictor(k, opponent, prior)
        for _ in range(10):
            forecast = predictor.predict()
            assert forecast.shape == (k,)
            assert forecast.min() > 0
            assert forecast.sum() == pytest.approx(1)
            predictor.update(int(rng.integers(k)), int(rng.integers(k)) if opponent else None)
            checked += 1
    assert checked == 9 * 2 * 2 * 10


def test_predicting_twice_changes_nothing_and_the_answer_is_a_copy():
    once, twice = Predictor(4), Predictor(4)
    for symbol in [0, 1, 1, 3, 2, 0] * 5:  # observed counts the rounds
        twice.predict()[:] = 0.0
        assert np.array_equal(once.predict(), twice.predict())
        once.update(symbol)
        twice.update(symbol)
    assert once.observed == 30


@pytest.mark.parametrize("k", [2, 4, 6, 10])
def test_a_constant_player_is_soon_known(k):
    given = play(Predictor(k), [k - 1] * 30)
    assert given[12:].min() > 0.9


def test_a_cycle_is_soon_known():
    given = play(Predictor(4), [0, 2, 1, 3] * 15)
    assert given[30:].min() > 0.85


def test_a_pattern_of_order_two_is_learned():
    moves = [0, 0, 1, 0, 2, 1, 1, 2, 2] * 12
    given = play(Predictor(3), moves)
    assert given[60:].mean() > 0.9


def test_a_player_who_changes_is_followed():
    given = play(Predictor(4), [1] * 60 + [2] * 30)
    assert given[60] < 0.1
    assert given[72:].min() > 0.85


def test_a_player_who_beats_the_last_move_is_seen_through():
    rng = np.random.default_rng(3)
    others = rng.integers(0, 3, 120)
    moves = np.concatenate([[0], (others[:-1] + 1) % 3])
    seen = play(Predictor(3, opponent=True), moves, others)
    unseen = play(Predictor(3), moves)
    assert seen[60:].mean() > 0.9
    assert unseen[60:].mean() < 0.5


@pytest.mark.parametrize("k", [2, 4, 7, 10])
@pytest.mark.parametrize("kind", ["random", "constant", "sticky", "cycle"])
def test_the_blend_never_costs_more_than_it_promises(k, kind):
    rng = np.random.default_rng(4)
    n = 120
    moves = {
        "random": rng.integers(0, k, n),
        "constant": np.zeros(n, dtype=int),
        "sticky": np.repeat(rng.integers(0, k, n // 6), 6),
        "cycle": np.arange(n) % k,
    }[kind]
    trust = opinion_trust(k, people=True)
    table, seed = seed_table(k), 0.0
    for move in moves.tolist():
        seed -= math.log2(table.forecast()[move])
        table.observe(move)
    predictor = float(-np.log2(play(Predictor(k), moves)).sum())
    sharing = -n * math.log2(1 - SHARE)
    for name, bits in (("seed", seed), ("uniform", n * math.log2(k))):
        assert predictor <= bits - math.log2(trust[name]) + sharing + 1e-6


@pytest.mark.sweep
def test_truly_random_keys_cost_at_most_2_04_bits():
    rng = np.random.default_rng(5)
    players = 12
    moves = rng.integers(0, 4, (players, 300))
    given = np.concatenate([play(Predictor(4), row) for row in moves])
    assert len(given) == players * 300
    assert -np.log2(given).mean() <= 2.04


def test_bad_symbols_and_alphabets_are_named():
    with pytest.raises(BadSymbols, match="2 to 10"):
        Predictor(11)
    with pytest.raises(BadSymbols, match="0 to 3"):
        Predictor(4).update(4)
    with pytest.raises(BadSymbols, match="0 to 3"):
        Predictor(4, opponent=True).update(0, 7)


def test_a_payoff_must_fit_the_alphabet():
    with pytest.raises(BadSymbols, match="4 x 4"):
        Predictor(4, opponent=True, payoff=np.zeros((3, 3)))
    karate = np.array([[0, -10, 0, 10], [10, 0, 10, -5], [5, -10, 0, 0], [-10, 5, 0, 0.0]])
    predictor = Predictor(4, opponent=True, payoff=karate)
    given = play(predictor, [1, 3] * 20, [0, 1] * 20)
    assert given[20:].min() > 0.8


def test_rounds_without_the_opponents_symbol_are_learned_from():
    predictor = Predictor(3, opponent=True)
    given = play(predictor, [0, 1, 1] * 20)
    assert given[30:].mean() > 0.8


def test_the_context_tree_counts_what_followed():
    predictor = Predictor(4)
    play(predictor, [0, 1, 2, 0, 1, 3, 0, 1, 2])
    assert predictor.counts_after([0, 1]).tolist() == [0, 0, 2, 1]
    assert predictor.counts_after([1]).tolist() == [0, 0, 2, 1]
    assert predictor.counts_after([3, 0, 1]).tolist() == [0, 0, 1, 0]
    assert np.argmax(predictor.counts_after([])) in (0, 1)
    with pytest.raises(BadSymbols, match="At most 3"):
        predictor.counts_after([0, 1, 2, 3])
    for symbols in ([], [1], [0, 1]):
        rows = [predictor.counts_after([first, *symbols]).tolist() for first in range(4)]
        assert predictor.counts_before(symbols).tolist() == rows
    with pytest.raises(BadSymbols, match="At most 2"):
        predictor.counts_before([0, 1, 2])


def test_missing_and_broken_weights_are_named(tmp_path):
    with pytest.raises(BadWeights, match="missing"):
        read_weights(tmp_path / "none.npz")
    broken = tmp_path / "broken.npz"
    for content in (b"", b"PK not really", b"\x93NUMPY"):
        broken.write_bytes(content)
        with pytest.raises(BadWeights, match="is damaged"):
            read_weights(broken)
    np.savez(tmp_path / "short.npz", name=np.array(["neutral"]), start=np.zeros((1, 3)))
    with pytest.raises(BadWeights, match="lacks"):
        read_weights(tmp_path / "short.npz")


def test_weights_that_do_not_fit_are_named(tmp_path):
    good = MIND.load()
    path = tmp_path / "mind.npz"
    write_arrays(path, good._replace(concentration=good.concentration[:-1]).arrays(), {})
    with pytest.raises(BadWeights, match="other experts"):
        read_weights(path)
    spoiled = good.mixers[0]._replace(start=np.full_like(good.mixers[0].start, np.nan))
    spoiled_mind = good._replace(mixers=(spoiled, *good.mixers[1:]))
    write_arrays(tmp_path / "nan.npz", spoiled_mind.arrays(), {})
    with pytest.raises(BadWeights, match="damaged"):
        read_weights(tmp_path / "nan.npz")
    people = tuple(mixer for mixer in good.mixers if mixer.role not in ("neutral", "plain"))
    write_arrays(tmp_path / "people.npz", good._replace(mixers=people).arrays(), {})
    with pytest.raises(BadWeights, match="know no people"):
        read_weights(tmp_path / "people.npz")
    here = tuple(origin for origin in good.populations if origin.alphabet)
    write_arrays(tmp_path / "here.npz", good._replace(populations=here).arrays(), {})
    with pytest.raises(BadWeights, match="people of all alphabets"):
        read_weights(tmp_path / "here.npz")


def test_weights_survive_a_round_trip(tmp_path):
    good = MIND.load()
    write_arrays(tmp_path / "again.npz", good.arrays(), {})
    again = read_weights(tmp_path / "again.npz")
    assert [mixer.name for mixer in again.mixers] == [mixer.name for mixer in good.mixers]
    assert all(
        np.array_equal(a.start, b.start) and np.array_equal(a.rate, b.rate)
        for a, b in zip(again.mixers, good.mixers, strict=True)
    )
    assert [origin.name for origin in again.populations] == [o.name for o in good.populations]
    assert all(
        np.array_equal(a.covariance, b.covariance)
        for a, b in zip(again.varieties, good.varieties, strict=True)
    )


def test_expert_shares_sum_to_one_and_speak_plainly():
    predictor = Predictor(4, opponent=True)
    play(predictor, [1, 2] * 10, [0, 3] * 10)
    experts = predictor.experts()
    assert sum(expert.weight for expert in experts) == pytest.approx(1)
    assert all(expert.forecast.sum() == pytest.approx(1) for expert in experts)
    assert all(expert.sentence.split()[0] in ("you", "your", "lately") for expert in experts)
    assert len({expert.name for expert in experts}) == len(experts) > 40
    assert sum(predictor.blend().values()) == pytest.approx(1)
    assert len(set(predictor.members)) == len(predictor.members)


def test_habit_sentences_follow_the_player():
    climbing, avoiding = Predictor(5), Predictor(5)
    play(climbing, list(range(5)) * 8)
    rng = np.random.default_rng(7)
    play(avoiding, np.cumsum(rng.integers(1, 5, 60)) % 5)
    said = {expert.sentence: expert.weight for expert in climbing.experts()}
    assert said["you climb"] > 0
    assert said["you avoid repeats"] > 0
    said = {expert.sentence: expert.weight for expert in avoiding.experts()}
    assert said["you avoid repeats"] > 0.02


def test_an_overruled_habit_has_no_share():
    predictor = Predictor(5)
    play(predictor, [3] * 40)
    experts = predictor.experts()
    assert all(e.weight == 0 for e in experts if e.sentence == "you avoid repeats")
    assert all(e.forecast[3] > 0.2 for e in experts if e.weight > 0)
    assert max(e.weight for e in experts) > 0.02


def test_names_are_unique_and_every_habit_has_a_family():
    assert len({table.name for table in TABLES} | set(FAMILIES)) == len(TABLES) + len(FAMILIES)
    assert {habit.family for habit in HABITS} == set(FAMILIES)
    assert {family.probe for family in FAMILIES.values()} <= {habit.name for habit in HABITS}


@pytest.mark.sweep
@pytest.mark.parametrize(("k", "limit"), [(4, 0.0005), (10, 0.001)])
def test_predicting_and_learning_take_less_than_a_millisecond(k, limit):
    rng = np.random.default_rng(6)
    predictor = Predictor(k)
    seconds = []
    for symbol in rng.integers(0, k, 2000).tolist():
        begun = time.process_time()  # what others do to the machine is not measured
        predictor.predict()
        predictor.update(symbol)
        seconds.append(time.process_time() - begun)
    assert len(seconds) == 2000
    assert np.percentile(seconds, 99) < limit
