"""Forecasting a person's next choice among k symbols: the predictors `seed`, `uniform` and `mind`.

`SeedPredictor` is the original: a table of counts after the last two symbols, all starting at 1.
`MindPredictor` mixes some sixty small experts (`ai.sequence_experts`) by weights that were learned
from people and go on learning from this one (`ai.sequence_mixing`).  All forecasts are full
distributions, and every predictor updates after each symbol.

Its weights are fitted by `ai.lab.train_numbers` into ``assets/weights/numbers/mind.npz``, with a
card beside it that gives data, seed and cross-validated figures.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np

from ai.sequence_bank import HABIT_START, WEIGHTS, ExpertBank, initial_history
from ai.sequence_experts import (
    FAMILIES,
    HABITS,
    MATCHES,
    TABLES,
    FloatArray,
)
from ai.sequence_mixing import Blend, Mixers

WEIGHTS_PATH: Final = Path(__file__).parents[1] / "assets" / "weights" / "numbers" / "mind.npz"
MAX_SYMBOLS: Final = 10
STATE_FORMAT: Final = 1
TRUST: Final[dict[str, float]] = {
    "kind": 0.5,
    "people": 0.25,
    "neutral": 0.15,
    "seed": 0.07,
    "uniform": 0.03,
}
"""First trust in each member of the blend; a member that does not apply is left out."""


class BadWeights(ValueError):
    """The file of fitted weights is missing or not what this program can use."""


class BadSymbols(ValueError):
    """A number of symbols, or a symbol, is outside what the predictor was made for."""


class BadState(ValueError):
    """Saved knowledge about a player does not fit this predictor."""


class Predictor(Protocol):
    """What every predictor can do; ``k`` is the number of symbols."""

    k: int

    def predict(self) -> FloatArray:
        """Return the forecast (k,) for the next symbol: positive, with sum 1."""
        ...

    def update(self, symbol: int, opponent_symbol: int | None = None) -> None:
        """Learn what came; raises BadSymbols if it is not below k."""
        ...


def check_alphabet(k: int) -> None:
    """Raise BadSymbols unless 2 <= k <= 10."""
    if not 2 <= k <= MAX_SYMBOLS:
        raise BadSymbols(f"A predictor needs 2 to {MAX_SYMBOLS} symbols, not {k}.")


def check_symbol(symbol: int, k: int) -> None:
    """Raise BadSymbols unless 0 <= symbol < k."""
    if not 0 <= symbol < k:
        raise BadSymbols(f"Symbol {symbol} is not one of 0 to {k - 1}.")


class UniformPredictor:
    """Chance: every symbol is as probable as any other."""

    def __init__(self, k: int) -> None:
        check_alphabet(k)
        self.k = k

    def predict(self) -> FloatArray:
        """Return 1/k for each symbol."""
        return np.full(self.k, 1.0 / self.k)

    def update(self, symbol: int, opponent_symbol: int | None = None) -> None:
        """Check the symbol; there is nothing to learn."""
        check_symbol(symbol, self.k)


class SeedPredictor:
    """The original: counts after the last two symbols, each starting at 1.

    Before the first symbol stands `initial_history`: for four symbols the original's 1, 3, 2
    (keys 2, 4, 3), for other alphabets 1, k - 1, k // 2.
    """

    def __init__(self, k: int) -> None:
        check_alphabet(k)
        self.k = k
        self.counts = np.ones((k, k, k))
        self._before, self._last = initial_history(k)[1:]

    def predict(self) -> FloatArray:
        """Return the counts after the last two symbols, as probabilities."""
        row = self.counts[self._before, self._last]
        return np.asarray(row / row.sum())

    def update(self, symbol: int, opponent_symbol: int | None = None) -> None:
        """Count the symbol; the opponent's is ignored."""
        check_symbol(symbol, self.k)
        self.counts[self._before, self._last, symbol] += 1.0
        self._before, self._last = self._last, symbol


class MindWeights(NamedTuple):
    """What was learned from people: mixers by name, and the concentration of each table's prior.

    ``start`` and ``rate`` are (mixers, WEIGHTS); ``concentration`` is (len(TABLES),).
    """

    names: tuple[str, ...]
    start: FloatArray
    rate: FloatArray
    concentration: FloatArray


def mixer_names(k: int, opponent: bool, people: bool) -> tuple[tuple[str, str], ...]:
    """Return (member of the blend, name of its mixer) that apply, whether fitted or not."""
    tail = " opponent" if opponent else ""
    if not people:
        return (("neutral", "neutral" + tail),)
    return (
        ("kind", f"people {k}{tail}"),
        ("people", "people" + tail),
        ("neutral", "neutral" + tail),
    )


@functools.lru_cache(maxsize=4)
def load_weights(path: Path = WEIGHTS_PATH) -> MindWeights:
    """Read fitted weights; raises BadWeights with what is wrong and how to mend it."""
    advice = "run `main.py train numbers` to fit it again."
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name]) for name in file.files}
    except FileNotFoundError:
        raise BadWeights(f"{path} is missing; {advice}") from None
    except (OSError, ValueError, EOFError, KeyError) as error:
        raise BadWeights(f"{path} cannot be read ({error}); {advice}") from None
    return _check_weights(arrays, path, advice)


def _check_weights(arrays: Mapping[str, FloatArray], path: Path, advice: str) -> MindWeights:
    missing = {"names", "start", "rate", "concentration"} - set(arrays)
    if missing:
        raise BadWeights(f"{path} lacks {', '.join(sorted(missing))}; {advice}")
    names = tuple(str(name) for name in arrays["names"])
    start, rate, concentration = (arrays[n] for n in ("start", "rate", "concentration"))
    shape = (len(names), WEIGHTS)
    if start.shape != shape or rate.shape != shape or concentration.shape != (len(TABLES),):
        raise BadWeights(f"{path} was made for other experts than these; {advice}")
    finite = all(bool(np.all(np.isfinite(a))) for a in (start, rate, concentration))
    if not finite or bool(np.any(rate < 0)) or bool(np.any(concentration <= 0)):
        raise BadWeights(f"{path} holds values that are not usable numbers; {advice}")
    if not {"neutral", "neutral opponent"} <= set(names):
        raise BadWeights(f"{path} lacks the neutral mixers; {advice}")
    floats = (np.asarray(a, dtype=np.float64) for a in (start, rate, concentration))
    return MindWeights(names, *floats)


class ExpertView(NamedTuple):
    """One expert as a player sees it: its share of the forecast and its own forecast (k,)."""

    name: str
    sentence: str
    weight: float
    forecast: FloatArray


class MindPredictor:
    """The predictor `mind` over k symbols (2 to 10).

    ``opponent`` says that the opponent's symbol comes with each update; ``payoff`` (k, k) is then
    what the player gains (own symbol by row), by default rock-paper-scissors for k = 3 and nothing
    otherwise.  ``prior`` False starts without what was learned from people.
    """

    def __init__(
        self,
        k: int,
        opponent: bool = False,
        prior: bool = True,
        payoff: FloatArray | None = None,
        weights: MindWeights | None = None,
    ) -> None:
        check_alphabet(k)
        fitted = load_weights() if weights is None else weights
        self.k, self.opponent = k, opponent
        self._bank = ExpertBank(k, opponent, fitted.concentration, payoff)
        members = [
            (role, fitted.names.index(name))
            for role, name in mixer_names(k, opponent, prior)
            if name in fitted.names
        ]
        chosen = [place for _, place in members]
        self._mixers = Mixers(fitted.start[chosen], fitted.rate[chosen])
        self.members = (*(role for role, _ in members), "seed", "uniform")
        self._blend = Blend(np.array([TRUST[role] for role in self.members]))
        self._forecasts = np.full((len(self.members), k), 1.0 / k)
        self._forecast: FloatArray | None = None

    def predict(self) -> FloatArray:
        """Return the forecast (k,) for the next symbol: positive, with sum 1."""
        if self._forecast is None:
            bank = self._bank
            bank.read()
            self._forecasts[:-2] = self._mixers.predict(bank.evidence, bank.index)
            self._forecasts[-2] = (bank.counts[0] + 1.0) / (bank.totals[0] + self.k)
            self._forecast = self._blend.predict(self._forecasts)
        return self._forecast.copy()

    def update(self, symbol: int, opponent_symbol: int | None = None) -> None:
        """Learn the symbol that came, and the opponent's of the same round if it was seen."""
        check_symbol(symbol, self.k)
        if opponent_symbol is not None:
            check_symbol(opponent_symbol, self.k)
        self.predict()
        self._blend.learn(symbol)
        self._mixers.learn(symbol)
        self._bank.observe(symbol, opponent_symbol if self.opponent else None)
        self._forecast = None

    def blend(self) -> dict[str, float]:
        """Return the present belief in each member: mixers, the original, chance."""
        return dict(zip(self.members, self._blend.belief.tolist(), strict=True))

    def experts(self) -> tuple[ExpertView, ...]:
        """Return every expert with its present share of the forecast (shares sum to 1)."""
        self.predict()
        bank, mixers = self._bank, self._mixers
        belief = self._blend.belief[: len(mixers.start)]
        score = (belief @ mixers.weights(bank.index))[:, None] * bank.evidence
        views = [*self._table_views(score), *self._family_views(score)]
        total = sum(view[2] for view in views) or 1.0
        return tuple(
            ExpertView(name, sentence, influence / total, softmax(opinion))
            for name, sentence, influence, opinion in views
        )

    def _table_views(self, score: FloatArray) -> list[tuple[str, str, float, FloatArray]]:
        names = [(TABLES[i].name, TABLES[i].sentence) for i in self._bank.tables]
        names += [(echo.name, echo.sentence) for echo in MATCHES[: len(self._bank.echoes)]]
        return [
            (name, sentence, _influence(score[row]), score[row])
            for row, (name, sentence) in enumerate(names)
        ]

    def _family_views(self, score: FloatArray) -> list[tuple[str, str, float, FloatArray]]:
        first = len(self._bank.tables) + len(self._bank.echoes)
        habits = [HABITS[place - HABIT_START] for place in self._bank.index[first:]]
        views = []
        for family, sentence in FAMILIES.items():
            rows = [first + i for i, habit in enumerate(habits) if habit.family == family]
            if rows:
                opinion = score[rows].sum(axis=0)
                views.append((family, sentence, _influence(opinion), opinion))
        return views


def softmax(score: FloatArray) -> FloatArray:
    """Return the distribution (k,) proportional to exp(score)."""
    raised = np.exp(score - score.max())
    return np.asarray(raised / raised.sum())


def _influence(opinion: FloatArray) -> float:
    return float(np.std(opinion))
