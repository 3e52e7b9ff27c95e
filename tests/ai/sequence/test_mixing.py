"""The mixers against the same step written out weight by weight."""

import math

import numpy as np
import pytest

from ai.sequence.mixing import FORGET, SHARE, Blend, Mixers


class SlowMixer:
    """One mixer: plain numbers, weight by weight."""

    def __init__(self, start, rate):
        self.start, self.rate = start.tolist(), rate.tolist()
        self.shift, self.curvature = [0.0] * len(start), [0.0] * len(start)

    def predict(self, evidence, index):
        weights = [self.start[place] + self.shift[place] for place in index]
        scores = [
            sum(weight * row[symbol] for weight, row in zip(weights, evidence, strict=True))
            for symbol in range(len(evidence[0]))
        ]
        raised = [math.exp(score) for score in scores]
        return [value / sum(raised) for value in raised]

    def learn(self, evidence, index, symbol):
        forecast = self.predict(evidence, index)
        for row, place in zip(evidence, index, strict=True):
            mean = sum(p * value for p, value in zip(forecast, row, strict=True))
            spread = sum(p * (value - mean) ** 2 for p, value in zip(forecast, row, strict=True))
            self.curvature[place] = FORGET * self.curvature[place] + spread
            rate = self.rate[place] / (1.0 + self.rate[place] * self.curvature[place])
            self.shift[place] += rate * (row[symbol] - mean)


@pytest.mark.parametrize("every_row", [False, True])
def test_mixers_step_as_each_weight_would(every_row):
    rng = np.random.default_rng(5)
    rows, weights, k = (9, 9, 3) if every_row else (6, 20, 4)
    start, rate = rng.normal(size=(3, weights)), rng.uniform(0.0, 0.3, size=(3, weights))
    mixers = Mixers(start, rate)
    slow = [SlowMixer(*numbers) for numbers in zip(start, rate, strict=True)]
    compared = 0
    for symbol in rng.integers(k, size=40).tolist():
        evidence = rng.normal(size=(rows, k))
        index = np.arange(rows) if every_row else rng.permutation(weights)[:rows]
        told = mixers.predict(evidence, None if every_row else index)
        expected = [one.predict(evidence.tolist(), index.tolist()) for one in slow]
        assert told == pytest.approx(np.array(expected), rel=1e-5)
        mixers.learn(symbol)
        for number, one in enumerate(slow):
            one.learn(evidence.tolist(), index.tolist(), symbol)
            assert mixers.shift[number] == pytest.approx(np.array(one.shift), abs=1e-5)
            assert mixers.curvature[number] == pytest.approx(np.array(one.curvature), rel=1e-4)
            compared += 1
    assert compared == 120


def test_a_blend_goes_on_after_a_symbol_that_all_had_ruled_out():
    blend = Blend(np.array([0.25, 0.75]))
    with np.errstate(all="raise"):
        blend.predict(np.array([[1.0, 0.0], [1.0, 0.0]]))
        blend.learn(1)
    assert blend.belief == pytest.approx([0.25, 0.75])
    belief, forecasts = blend.belief.copy(), np.array([[0.9, 0.1], [1e-270, 1.0]])
    blend.predict(forecasts)
    blend.learn(0)
    plain = belief * forecasts[:, 0]
    plain *= (1.0 - SHARE) / plain.sum()
    assert blend.belief.tolist() == (plain + SHARE * blend.trust).tolist()  # to the last bit
