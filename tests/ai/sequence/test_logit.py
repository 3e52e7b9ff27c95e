"""The filter against the same update in information form, and what populations are made of."""

import numpy as np
import pytest

from ai.sequence import logit
from ai.sequence.ensemble import Ensemble, opinion_trust
from ai.sequence.logit import DRIFT, LogitFilter, Population
from ai.sequence.mixing import Blend
from ai.sequence.weights import MIND


def some_covariance(rng, rows):
    root = rng.normal(size=(rows, rows)) / rows**0.5
    return 0.2 * (root @ root.T + 0.1 * np.eye(rows))


def softmax(score):
    raised = np.exp(score - score.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize(("populations", "rows", "k"), [(1, 5, 2), (3, 12, 4), (2, 20, 10)])
def test_the_filter_is_the_textbook_update(populations, rows, k):
    rng = np.random.default_rng(rows)
    mean, covariance = rng.normal(size=(populations, rows)), some_covariance(rng, rows)
    person = LogitFilter(mean, covariance)
    weights, left, steps = mean.copy(), covariance.copy(), 0
    for _ in range(40):
        evidence, symbol = rng.normal(size=(rows, k)), int(rng.integers(k))
        belief = rng.dirichlet(np.ones(populations))
        expected = softmax(weights @ evidence)
        assert person.predict(evidence) == pytest.approx(expected, abs=1e-4)
        person.learn(symbol, belief)
        mixed = belief @ expected
        curvature = evidence @ (np.diag(mixed) - np.outer(mixed, mixed)) @ evidence.T
        left = np.linalg.inv(np.linalg.inv(left) + curvature)
        weights = weights + (evidence[:, symbol] - expected @ evidence.T) @ left
        left = left + DRIFT * covariance
        assert person.covariance == pytest.approx(left, abs=2e-5)
        steps += 1
    assert steps == 40


@pytest.mark.parametrize("rounds", [1000, pytest.param(6000, marks=pytest.mark.sweep)])
def test_a_covariance_stays_one_however_long_the_game(rounds):
    rng = np.random.default_rng(1)
    rows, k = 30, 4
    person = LogitFilter(np.zeros((2, rows)), some_covariance(rng, rows))
    least = []
    for t in range(rounds):
        person.predict(rng.normal(size=(rows, k)) * (5.0 if t % 7 == 0 else 1.0))
        person.learn(int(rng.integers(k)), np.array([0.3, 0.7]))
        if t % 250 == 0:
            least.append(np.linalg.eigvalsh(person.covariance.astype(float))[0])
    assert len(least) == rounds / 250
    assert min(least) > 0
    assert np.array_equal(person.covariance, person.covariance.T)
    assert np.isfinite(person.shift).all()


@pytest.mark.parametrize(
    ("begun", "rounds"),
    [
        ((0.5, 1.27, 0.635), 1500),
        pytest.param((0.5, 0.2, 0.1), 12_000, marks=pytest.mark.sweep),
    ],
)
def test_what_is_never_told_does_not_seem_ever_more_open(begun, rounds):
    """It comes to rest; everyday it begins where 12,000 rounds lead to."""
    covariance = np.diag([0.5, 0.2, 0.1])
    person = LogitFilter(np.zeros((1, 3)), covariance)
    person.covariance[:] = np.diag(begun)
    evidence = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    for _ in range(rounds):
        person.predict(evidence)
        person.learn(0, np.ones(1))
    assert 2.9 < np.trace(person.covariance) / np.trace(covariance) < 3.1
    assert person.covariance[0, 0] < person.covariance[1, 1] + person.covariance[2, 2]


def test_what_goes_together_is_learned_together():
    covariance = np.array([[1.0, 0.9, 0.0], [0.9, 1.0, 0.0], [0.0, 0.0, 1.0]])
    person = LogitFilter(np.zeros((1, 3)), covariance)
    evidence = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]])  # only the first row speaks
    for _ in range(10):
        person.predict(evidence)
        person.learn(0, np.ones(1))
    assert person.shift[0, 0] > 0.5
    assert person.shift[0, 1] == pytest.approx(0.9 * person.shift[0, 0], rel=0.02)
    assert person.shift[0, 2] == 0


def test_a_mean_grows_with_the_alphabet():
    people = Population("people", 0, False, 1.0, np.array([1.0, -1.0]), np.array([0.5, 0.0]))
    assert people.mean(9) - people.mean(3) == pytest.approx([0.5 * np.log(3), 0.0])


def test_first_trust_sums_to_one_and_the_original_counts_more_with_few_symbols():
    checked = 0
    for people in (False, True):
        trusts = [opinion_trust(k, people) for k in range(2, 11)]
        assert all(sum(trust.values()) == pytest.approx(1) for trust in trusts)
        assert all(list(trust)[-2:] == ["seed", "uniform"] for trust in trusts)
        seeds = [trust["seed"] for trust in trusts]
        assert seeds == sorted(seeds, reverse=True)
        checked += len(trusts)
    assert checked == 18


def test_two_crowds_that_agree_speak_louder_than_either_alone():
    weights = MIND.load()
    rows = np.arange(4)
    ensemble = Ensemble(weights, 4, False, True, rows)
    mixed = np.full((len(ensemble.crowds[0].trust), 4), [0.1, 0.2, 0.3, 0.4])
    forecast = ensemble.predict(np.log(mixed), np.full(4, 0.25), np.zeros((4, 4)))
    assert ensemble.mixed == pytest.approx(mixed)
    assert forecast.sum() == pytest.approx(1)
    assert 0.25 < forecast[3] < 0.4  # the people know nothing here: they draw it to the middle
    assert np.argsort(forecast).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("people", [False, True])
def test_all_blends_learn_at_once_what_each_would_learn(people):
    rng = np.random.default_rng(3)
    ensemble = Ensemble(MIND.load(), 3, False, people, np.arange(4))
    alone = [Blend(blend.trust) for blend in ensemble.blends]
    compared = 0
    for symbol in rng.integers(3, size=30).tolist():
        scores, evidence = rng.normal(size=ensemble.mixed.shape), rng.normal(size=(4, 3))
        forecast = ensemble.predict(scores, rng.dirichlet(np.ones(3)), evidence)
        told = [ensemble.mixed.copy(), ensemble.opinion_forecasts.copy()]
        if ensemble.logit is not None:
            told.insert(1, ensemble.logit.forecasts.copy())
        assert forecast == pytest.approx(ensemble.opinions.belief @ told[-1])
        ensemble.learn(symbol)
        for one, blend, forecasts in zip(alone, ensemble.blends, told, strict=True):
            one.predict(forecasts)
            one.learn(symbol)
            assert blend.belief == pytest.approx(one.belief, rel=1e-12)
            compared += 1
    assert compared == 30 * len(alone)
    assert len(alone) == 2 + people


@pytest.mark.parametrize("lanes", [1, 2])
def test_the_quicker_product_changes_no_bit(lanes, monkeypatch):
    rows, k = 107, 4
    rng = np.random.default_rng(3)
    covariance = some_covariance(rng, rows)
    moments = [(rng.normal(size=(lanes, rows, k)), rng.integers(k, size=lanes)) for _ in range(20)]

    def followed():
        people = [LogitFilter(np.zeros((1, rows)), covariance) for _ in range(lanes)]
        joined = LogitFilter.abreast(people)
        for evidence, symbols in moments:
            joined.predict(evidence)
            joined.learn(symbols, np.ones((lanes, 1)))
        assert np.array_equal(joined.covariance, joined.covariance.swapaxes(-1, -2))
        return joined.covariance.tobytes(), joined.shift.tobytes()

    quick = followed()
    monkeypatch.setattr(logit, "same_both_ways", lambda rows, k: False)
    assert followed() == quick
