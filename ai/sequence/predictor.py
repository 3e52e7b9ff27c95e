"""Forecasting a person's next choice among k symbols.

`Predictor` weighs up to a hundred small experts (`ai.sequence.experts`) by weights that were
learned from people and go on learning from this one, in two ways: by mixers, which follow each
weight by itself (`ai.sequence.mixing`), and by a filter that knows how people's weights hang
together (`ai.sequence.logit`). Its forecast is a blend of the geometric mean of both, each of
them, the original (`ai.sequence.markov`) and chance. All forecasts are full distributions, and it
learns after each symbol.

Where the weights come from stands in `ai.sequence.weights`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.sequence.bank import CONTEXT_TREE, HABIT_START, ExpertBank
from ai.sequence.ensemble import Ensemble
from ai.sequence.experts import FAMILIES, HABITS, MATCHES, TABLES
from ai.sequence.mixing import Mixers
from ai.sequence.state import AnyArray, local_prior, pack, read_header, settled, unpack
from ai.sequence.weights import MIND, PredictorWeights
from games.arrays import FloatArray, IntArray

MAX_SYMBOLS: Final = 10
"""The largest alphabet that it was fitted to: people who said digits."""
_EQUAL: Final = 1e-9
"""Probabilities that differ by less are equal: sums in another order round otherwise."""


class BadSymbols(ValueError):
    """A number of symbols, or a symbol, is outside what the predictor was made for."""


def check_alphabet(k: int) -> None:
    """Raise BadSymbols unless 2 <= `k` <= 10."""
    if not 2 <= k <= MAX_SYMBOLS:
        raise BadSymbols(f"A predictor needs 2 to {MAX_SYMBOLS} symbols, not {k}.")


def check_payoff(payoff: FloatArray | None, k: int) -> None:
    """Raise BadSymbols unless the `payoff`, if any, is a finite (k, k) table."""
    if payoff is not None and (np.shape(payoff) != (k, k) or not np.isfinite(payoff).all()):
        raise BadSymbols(f"A payoff for {k} symbols is a table of {k} x {k} numbers.")


def check_symbol(symbol: int, k: int) -> None:
    """Raise BadSymbols unless 0 <= `symbol` < `k`."""
    if not 0 <= symbol < k:
        raise BadSymbols(f"Symbol {symbol} is not one of 0 to {k - 1}.")


class ExpertView(NamedTuple):
    """One expert as a player sees it: its share in the forecast and its own forecast (k,)."""

    name: str
    sentence: str
    weight: float
    forecast: FloatArray


class Predictor:
    """Forecasts choices among `k` symbols (2 to 10).

    `opponent` says that the opponent's symbol comes with each update; `payoff` (k, k) is then
    what the player gains (own symbol by row), by default rock-paper-scissors for k = 3 and nothing
    otherwise. `prior` False starts without what was learned from people.
    """

    def __init__(
        self,
        k: int,
        opponent: bool = False,
        prior: bool = True,
        payoff: FloatArray | None = None,
        weights: PredictorWeights | None = None,
    ) -> None:
        check_alphabet(k)
        check_payoff(payoff, k)
        fitted = MIND.load() if weights is None else weights
        self.k, self.opponent, self.prior = k, opponent, prior
        self.bank = ExpertBank(k, opponent, fitted.concentration, payoff)
        members = fitted.members(k, opponent, prior)
        self._mixers = Mixers(
            np.stack([mixer.start_for(k) for mixer, _ in members]),
            np.stack([mixer.rate for mixer, _ in members]),
        )
        self._ensemble = Ensemble(fitted, k, opponent, prior, self.bank.evidence.rows)
        self.members = self._ensemble.members
        self._forecast: FloatArray | None = None

    def predict(self) -> FloatArray:
        """The forecast (k,) for the next symbol: positive, with sum 1."""
        return self._foreseen().copy()

    def _foreseen(self) -> FloatArray:
        if self._forecast is None:
            bank = self.bank
            bank.read()
            evidence, counts = bank.evidence, bank.counts
            scores = self._mixers.score(evidence.matrix, evidence.index)
            seed = (counts.now[0] + 1.0) / (counts.totals[0] + self.k)
            forecast = self._ensemble.predict(scores, seed, evidence.matrix)
            self._mixers.forecast = self._ensemble.mixed
            # counts are added up in single precision
            self._forecast = np.asarray(forecast / np.add.reduce(forecast))
        return self._forecast

    def update(self, symbol: int, opponent_symbol: int | None = None) -> None:
        """Learn the `symbol` that came, and the `opponent_symbol` of that round if it was seen."""
        check_symbol(symbol, self.k)
        if opponent_symbol is not None:
            check_symbol(opponent_symbol, self.k)
        self._foreseen()
        self._mixers.learn(symbol)
        self._ensemble.learn(symbol)
        self.bank.observe(symbol, opponent_symbol if self.opponent else None)
        self._forecast = None

    def counts_after(self, symbols: Sequence[int]) -> FloatArray:
        """What followed up to three `symbols` (newest last) as counts (k,): a context tree."""
        if len(symbols) >= len(CONTEXT_TREE):
            raise BadSymbols(f"At most {len(CONTEXT_TREE) - 1} symbols make a context.")
        for symbol in symbols:
            check_symbol(symbol, self.k)
        return self.bank.counts.after(symbols)

    def last(self, count: int) -> tuple[int, ...]:
        """The last `count` symbols (at most eight), newest last, after `initial_history`."""
        return tuple(int(symbol) for symbol in reversed(self.bank.history.slots[:count]))

    @property
    def observed(self) -> int:
        """The number of symbols seen so far, earlier sessions included."""
        return self.bank.history.length

    def to_arrays(self) -> dict[str, AnyArray]:
        """All that was learned as plain arrays (see `ai.sequence.state`)."""
        return pack(self.bank, self._mixers, self._ensemble, self.prior)

    def settled(self) -> dict[str, AnyArray]:
        """What outlasts a match: `to_arrays` in less room (see `ai.sequence.state`)."""
        return settled(self.to_arrays(), self.bank)

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, AnyArray],
        payoff: FloatArray | None = None,
        weights: PredictorWeights | None = None,
    ) -> Predictor:
        """The predictor that `arrays`, from `to_arrays` or `settled`, describe; raises BadState.

        `payoff` and `weights` are no part of them.
        """
        header = read_header(arrays)
        predictor = cls(
            header["k"], bool(header["opponent"]), bool(header["prior"]), payoff, weights
        )
        unpack(arrays, predictor.bank, predictor._mixers, predictor._ensemble)
        return predictor

    def blend(self) -> dict[str, float]:
        """The present belief in each opinion of the last blend; the sum is 1."""
        opinions = self._ensemble.opinions.belief
        return dict(zip(self.members[-len(opinions) :], opinions.tolist(), strict=True))

    def experts(self, expected: int | None = None) -> tuple[ExpertView, ...]:
        """Every expert with its share of the evidence for the `expected` symbol.

        By default that is the likeliest. Shares sum to 1 (all 0 where nothing speaks yet). An
        expert has 0 whose own forecast gives it no more than chance, and one of counts that is
        believed the other way round, for its sentence would be wrong.
        """
        forecast = self.predict()
        symbol = int(forecast.argmax()) if expected is None else expected
        evidence, mixers = self.bank.evidence, self._mixers
        crowds, logit = self._ensemble.crowds, self._ensemble.logit
        share = self._ensemble.share_of_people()
        weights = (1.0 - share) * (crowds[0].belief @ mixers.weights(evidence.index))
        if logit is not None:
            weights += share * (crowds[1].belief @ logit.weights)
        score = weights[:, None] * evidence.matrix
        families = self._family_views(score)
        views = [*self._table_views(score), *families]
        opinions = np.stack([opinion for _, _, opinion in views])
        forecasts = softmax(opinions)
        support = np.maximum(0.0, opinions[:, symbol] - opinions.mean(axis=1))
        support[forecasts[:, symbol] * self.k <= 1.0 + _EQUAL] = 0.0
        support[: len(views) - len(families)][weights[: len(views) - len(families)] <= 0.0] = 0.0
        shares = (support / (support.sum() or 1.0)).tolist()
        return tuple(
            ExpertView(name, sentence, share, own)
            for (name, sentence, _), share, own in zip(views, shares, forecasts, strict=True)
        )

    def _table_views(self, score: FloatArray) -> list[tuple[str, str, FloatArray]]:
        names = [(TABLES[i].name, TABLES[i].sentence) for i in self.bank.layout.tables]
        names += [(echo.name, echo.sentence) for echo in MATCHES[: len(self.bank.echoes)]]
        return [(name, sentence, score[row]) for row, (name, sentence) in enumerate(names)]

    def _family_views(self, score: FloatArray) -> list[tuple[str, str, FloatArray]]:
        evidence = self.bank.evidence
        first, views = evidence.habit_row, []
        for name, rows, probe in _family_rows(tuple(int(p) for p in evidence.index[first:])):
            family, opinion = FAMILIES[name], score[first + rows].sum(axis=0)
            leaning = (opinion - opinion.sum() / self.k) @ evidence.matrix[first + probe]
            sentence = family.sentence if leaning >= 0 else family.opposite
            views.append((name, sentence, opinion))
        return views


@functools.lru_cache(maxsize=32)
def _family_rows(places: tuple[int, ...]) -> tuple[tuple[str, IntArray, int], ...]:
    """The families that have habits at these `places` among the members.

    Of each its name, where its habits are among them, and where its probe is.
    """
    habits = [HABITS[place - HABIT_START] for place in places]
    names, found = [habit.name for habit in habits], []
    for name, family in FAMILIES.items():
        rows = [row for row, habit in enumerate(habits) if habit.family == name]
        if rows:
            found.append((name, np.array(rows), names.index(family.probe)))
    return tuple(found)


def merged(states: Sequence[Mapping[str, AnyArray]]) -> dict[str, AnyArray]:
    """The local prior of the `states` of several players (see `local_prior`), settled."""
    return Predictor.from_arrays(local_prior(states)).settled()


def softmax(score: FloatArray) -> FloatArray:
    """The distributions (rows, k) proportional to exp(`score`), row by row."""
    raised = np.exp(score - score.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
