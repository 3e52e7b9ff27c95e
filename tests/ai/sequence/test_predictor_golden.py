"""`mind` forecasts as it did: made-up weights, fixed sequences, every forecast to four places.

The file tests/fixtures/mind_forecasts.txt changes only when the experts, the mixing or the filter
change on purpose; then `python tests/ai/sequence/test_predictor_golden.py` writes it anew.  The
weights are waves, so that neither a new fit nor another version of numpy's generator changes them;
the last bits of linear algebra may differ between machines, so forecasts are compared to 2e-4.
"""

import numpy as np
import pytest

from ai.sequence.bank import HABIT_START, ROWS, WEIGHTS
from ai.sequence.experts import TABLES
from ai.sequence.logit import Population, Variety
from ai.sequence.predictor import Predictor
from ai.sequence.weights import Fitted, PredictorWeights
from games.paths import ROOT

GOLDEN = ROOT / "tests" / "fixtures" / "mind_forecasts.txt"
KEYS = 60
CASES = ((4, False, True), (4, False, False), (3, True, True), (10, False, True), (2, False, True))
"""Symbols, whether the opponent is seen, and whether people are known."""


def wave(size, pace, height):
    return height * np.sin(pace * np.arange(1, size + 1))


def made_up_weights():
    mixers, populations, varieties = [], [], []
    for opponent in (False, True):
        for number, role in enumerate(("people", "broad", "neutral", "plain")):
            start = wave(WEIGHTS, 0.7 + number, 0.05) + 0.03 * (np.arange(WEIGHTS) < HABIT_START)
            growth, rate = wave(WEIGHTS, 1.3 + number, 0.01), 0.01 + wave(WEIGHTS, 2.1, 0.009)
            mixers.append(Fitted(f"{role}{opponent}", role, 0, opponent, start, growth, rate))
        for number, trust in enumerate((0.5, 1.0)):
            start, growth = wave(ROWS, 0.9 + number, 0.1), wave(ROWS, 1.7 + number, 0.02)
            populations.append(
                Population(f"p{number}{opponent}", 0, opponent, trust, start, growth)
            )
        root = wave(ROWS * ROWS, 0.37, 0.02).reshape(ROWS, ROWS)
        varieties.append(Variety(0, opponent, root @ root.T + 0.02 * np.eye(ROWS)))
    concentration = 0.5 + 0.4 * np.abs(wave(len(TABLES), 0.8, 1.0))
    return PredictorWeights(tuple(mixers), concentration, tuple(populations), tuple(varieties))


def sequence(k):
    """A player who climbs, repeats itself and jumps, and an opponent who follows; no chance."""
    moves = [(t * t // 7 + 3 * (t % 5) + t // 11) % k for t in range(KEYS)]
    return moves, [0, *((m + 1) % k for m in moves[:-1])]


def forecasts():
    """Return a line for each forecast: the case, the place, and the probabilities."""
    lines, weights = [], made_up_weights()
    for k, opponent, people in CASES:
        predictor = Predictor(k, opponent, people, weights=weights)
        for t, (move, other) in enumerate(zip(*sequence(k), strict=True)):
            told = " ".join(f"{p:.6f}" for p in predictor.predict())
            lines.append(f"{k} {'round' if opponent else 'key'} {int(people)} {t}: {told}")
            predictor.update(move, other if opponent else None)
    return lines


def test_forecasts_are_what_they_were():
    now, then = forecasts(), GOLDEN.read_text(encoding="ascii").splitlines()
    assert len(now) == len(then) == KEYS * len(CASES)
    for new, old in zip(now, then, strict=True):
        (case, values), (old_case, old_values) = new.split(": "), old.split(": ")
        assert case == old_case
        numbers = [[float(v) for v in text.split()] for text in (values, old_values)]
        assert numbers[0] == pytest.approx(numbers[1], abs=2e-4), case


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(forecasts()) + "\n", encoding="ascii")
