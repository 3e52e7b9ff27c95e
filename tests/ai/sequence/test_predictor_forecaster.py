"""Forecasts of several sequences abreast are those of each alone, and so is all that is learned."""

import numpy as np
import pytest

from ai.sequence.predictor import Abreast, BadSymbols, Predictor

ROUNDS = 70


def pair(k, gains):
    """Two predictors over the same rounds, each with the other side's symbols as the opponent's."""
    return Predictor(k, opponent=True, payoff=-gains.T), Predictor(k, opponent=True, payoff=gains)


def rounds(k, seed):
    """What both sides choose: never some of the symbols, and runs that come again."""
    rng = np.random.default_rng(seed)
    own = (np.cumsum(rng.integers(0, 2, ROUNDS)) % max(2, k - 1)).tolist()
    return list(zip(own, [0, 0, *own[:-2]], strict=True))


@pytest.mark.parametrize("k", [2, 4, 7])
def test_two_abreast_forecast_as_each_alone(k):
    gains = np.random.default_rng(k).normal(size=(k, k))
    alone, both = pair(k, gains), pair(k, gains)
    for first in (alone[0], both[0]):  # one of them knows its player already
        for own, other in rounds(k, 5):
            first.update(own, other)
    abreast, compared = Abreast(both), 0
    for own, other in rounds(k, 6):
        told = abreast.predict()
        for row, (one, joined) in enumerate(zip(alone, both, strict=True)):
            assert told[row] == pytest.approx(one.predict(), abs=1e-5)
            assert joined.predict().tolist() == told[row].tolist()
            compared += 1
        abreast.update((own, other), (other, own))
        alone[0].update(own, other)
        alone[1].update(other, own)
    assert compared == 2 * ROUNDS
    for one, joined in zip(alone, both, strict=True):
        for name, array in one.to_arrays().items():
            if array.dtype.kind == "f":
                assert joined.to_arrays()[name] == pytest.approx(array, abs=2e-4), name
            else:
                assert joined.to_arrays()[name].tolist() == array.tolist(), name
        assert joined.counts_after((0, 1)).tolist() == one.counts_after((0, 1)).tolist()
        assert joined.last(4) == one.last(4)
        loud = [expert.name for expert in one.experts() if expert.weight > 0.03]
        assert [expert.name for expert in joined.experts() if expert.weight > 0.03] == loud


def test_what_was_learned_abreast_goes_on_alone():
    both = pair(4, np.eye(4))
    abreast = Abreast(both)
    for own, other in rounds(4, 7):
        abreast.update((own, other), (other, own))
    alone = Predictor.from_arrays(both[1].to_arrays(), payoff=np.eye(4))
    assert alone.predict() == pytest.approx(both[1].predict(), abs=1e-6)


def test_opinions_of_a_moment_do_not_change_later():
    predictor = Predictor(4)
    for t in range(20):
        predictor.update(t % 3)
    said = predictor.opinions()
    before = [(e.sentence, e.weight, e.forecast.tolist()) for e in predictor.experts()]
    for t in range(9):
        predictor.update(3 - t % 2)
    assert [e.weight for e in predictor.experts()] != [weight for _, weight, _ in before]
    after = [(e.sentence, e.weight, e.forecast.tolist()) for e in predictor.told(said)]
    assert after == before


def test_abreast_they_take_no_symbol_that_is_none():
    abreast = Abreast(pair(3, np.eye(3)))
    with pytest.raises(BadSymbols, match="Symbol 3 is not one of 0 to 2"):
        abreast.update((0, 1), (1, 3))
