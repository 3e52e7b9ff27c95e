"""Forecasting a person's next choice among k symbols.

`Predictor` weighs up to a hundred small experts (`ai.sequence.experts`) by weights that were
learned from people and go on learning from this one, in two ways: by mixers, which follow each
weight by itself (`ai.sequence.mixing`), and by a filter that knows how people's weights hang
together (`ai.sequence.logit`). Its forecast is a blend of the geometric mean of both, each of
them, the original (`ai.sequence.markov`) and chance. All forecasts are full distributions, and it
learns after each symbol.

Where the weights come from stands in `ai.sequence.weights`. What a forecast costs is mostly the
calls of numpy, whose arrays are small here: two sequences abreast, as a reader needs who also reads
itself with the other side's eyes, cost little more than one (`Forecaster.abreast`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.sequence.bank import CONTEXT_TREE, HABIT_START, ExpertBank
from ai.sequence.ensemble import Ensemble
from ai.sequence.experts import FAMILIES, HABITS, MATCHES, TABLES
from ai.sequence.mixing import Mixers, normalise
from ai.sequence.state import AnyArray, local_prior, pack, read_header, settled, unpack
from ai.sequence.weights import MIND, PredictorWeights
from games.arrays import FloatArray, IntArray


class Forecaster:
    """A forecaster of the next symbol of a sequence, from a `bank` of experts, `mixers`, an
    `ensemble`.

    Forecasters of several sequences (`abreast`) have an axis more in front wherever an array is
    given.
    """

    def __init__(self, bank: ExpertBank, mixers: Mixers, ensemble: Ensemble) -> None:
        self.bank, self.mixers, self.ensemble = bank, mixers, ensemble
        self.turn = 0
        self._forecast: FloatArray | None = None

    @classmethod
    def abreast(cls, parts: Sequence[Forecaster]) -> Forecaster:
        """Return one forecaster for several sequences over one alphabet; the arrays of `parts`
        follow it.
        """
        return cls(
            ExpertBank.abreast([part.bank for part in parts]),
            Mixers.abreast([part.mixers for part in parts]),
            Ensemble.abreast([part.ensemble for part in parts]),
        )

    def forecast(self) -> FloatArray:
        """Return the forecast (k,) for the next symbol: positive, with sum 1; not to be changed."""
        if self._forecast is None:
            bank = self.bank
            bank.read()
            evidence, counts = bank.evidence, bank.counts
            scores = self.mixers.score(evidence.matrix, evidence.index)
            seed = (counts.now[..., 0, :] + 1.0) / (counts.totals[..., :1] + bank.k)
            forecast = self.ensemble.predict(scores, seed, evidence.matrix)
            # counts are added up in single precision
            self._forecast = forecast / np.add.reduce(forecast, axis=-1, keepdims=True)
        return self._forecast

    def learn(self, symbols: Sequence[int], others: Sequence[int | None]) -> None:
        """Learn the symbol that came in each sequence, and the opponent's, where it was seen."""
        self.forecast()
        came = symbols[0] if len(symbols) == 1 else np.array(symbols)
        self.ensemble.learn_with(self.mixers, came, self.bank.evidence.matrix)
        self.bank.observe_all(symbols, others)
        self._forecast = None
        self.turn += 1


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


class Experts:
    """All experts of one moment in columns; one by one they are `ExpertView`."""

    __slots__ = ("forecasts", "names", "sentences", "weights")

    def __init__(
        self,
        names: tuple[str, ...],
        sentences: tuple[str, ...],
        weights: list[float],
        forecasts: FloatArray,
    ) -> None:
        self.names, self.sentences, self.weights = names, sentences, weights
        self.forecasts = forecasts

    def __len__(self) -> int:
        """Return the number of experts."""
        return len(self.names)

    def __iter__(self) -> Iterator[ExpertView]:
        """Return each expert."""
        return map(ExpertView, self.names, self.sentences, self.weights, self.forecasts)


class Opinions(NamedTuple):
    """The experts' opinions at one moment, for `Predictor.told`; never changed later.

    `symbol` is the expected one, `evidence` (rows, k) the opinion of each expert and `places`
    (rows,) the number of the weight that applied; `weights` (rows,) are the ones in force.
    """

    symbol: int
    evidence: FloatArray
    places: IntArray
    weights: FloatArray


class Predictor:
    """A forecaster of choices among `k` symbols (2 to 10).

    With `opponent` each update brings the opponent's symbol; `payoff` (k, k) is then the player's
    gain (own symbol by row), by default rock-paper-scissors for k = 3 and 0 otherwise. Without
    `prior` it starts without the weights learned from people.
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
        self._forecaster = Forecaster(self.bank, self._mixers, self._ensemble)
        self._lane: int | None = None
        self._said: tuple[int, Opinions] | None = None
        self._told: tuple[Opinions, Experts] | None = None

    def predict(self) -> FloatArray:
        """Return the forecast (k,) for the next symbol: positive, with sum 1."""
        return self._foreseen().copy()

    def _foreseen(self) -> FloatArray:
        forecast = self._forecaster.forecast()
        return forecast if self._lane is None else np.asarray(forecast[self._lane])

    def update(self, symbol: int, opponent_symbol: int | None = None) -> None:
        """Learn the `symbol` that came, and the `opponent_symbol` of that round if it was seen."""
        assert self._lane is None, "what stands abreast learns together, see `Abreast`"
        check_symbol(symbol, self.k)
        if opponent_symbol is not None:
            check_symbol(opponent_symbol, self.k)
        self._forecaster.learn((symbol,), (opponent_symbol if self.opponent else None,))

    def stand_in(self, forecaster: Forecaster, lane: int) -> None:
        """Forecast as sequence number `lane` of a `forecaster` that this one's was joined to."""
        self._forecaster, self._lane = forecaster, lane

    @property
    def forecaster(self) -> Forecaster:
        """The maker of its forecasts."""
        return self._forecaster

    def counts_after(self, symbols: Sequence[int]) -> FloatArray:
        """Return counts (k,) of the symbols that followed up to three `symbols`, newest last.

        The counts are a context tree.
        """
        if len(symbols) >= len(CONTEXT_TREE):
            raise BadSymbols(f"At most {len(CONTEXT_TREE) - 1} symbols make a context.")
        for symbol in symbols:
            check_symbol(symbol, self.k)
        return self.bank.counts.after(symbols)

    def counts_before(self, symbols: Sequence[int]) -> FloatArray:
        """Return counts (k, k) of the symbol after up to two `symbols` (newest last), by the one
        before.

        Row s is `counts_after((s, *symbols))`.
        """
        if len(symbols) + 1 >= len(CONTEXT_TREE):
            raise BadSymbols(f"At most {len(CONTEXT_TREE) - 2} symbols have one before them.")
        for symbol in symbols:
            check_symbol(symbol, self.k)
        return self.bank.counts.before(symbols)

    def last(self, count: int) -> tuple[int, ...]:
        """Return the last `count` symbols (at most eight), newest last, after `initial_history`."""
        return tuple(int(symbol) for symbol in reversed(self.bank.history.slots[:count]))

    @property
    def observed(self) -> int:
        """The number of symbols seen, earlier sessions included."""
        return self.bank.history.length

    def to_arrays(self) -> dict[str, AnyArray]:
        """Return all that was learned as plain arrays (see `ai.sequence.state`)."""
        return pack(self.bank, self._mixers, self._ensemble, self.prior)

    def settled(self) -> dict[str, AnyArray]:
        """Return the arrays that outlast a match: `to_arrays` in less room (see
        `ai.sequence.state`).
        """
        return settled(self.to_arrays(), self.bank)

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, AnyArray],
        payoff: FloatArray | None = None,
        weights: PredictorWeights | None = None,
    ) -> Predictor:
        """Return the predictor that `arrays`, from `to_arrays` or `settled`, describe; raises
        BadState.

        `payoff` and `weights` are no part of them.
        """
        header = read_header(arrays)
        predictor = cls(
            header["k"], bool(header["opponent"]), bool(header["prior"]), payoff, weights
        )
        unpack(arrays, predictor.bank, predictor._mixers, predictor._ensemble)
        return predictor

    def blend(self) -> dict[str, float]:
        """Return the present belief in each opinion of the last blend; the sum is 1."""
        opinions = self._ensemble.opinions.belief
        return dict(zip(self.members[-len(opinions) :], opinions.tolist(), strict=True))

    def experts(self, expected: int | None = None) -> Experts:
        """Return every expert with its share of the evidence for the `expected` symbol (`told`)."""
        return self.told(self.opinions(expected))

    def opinions(self, expected: int | None = None) -> Opinions:
        """Return the experts' present opinions of the `expected` symbol, by default the
        likeliest.
        """
        forecast = self._foreseen()
        symbol = int(forecast.argmax()) if expected is None else expected
        turn = self._forecaster.turn
        if self._said is not None and self._said[0] == turn and self._said[1].symbol == symbol:
            return self._said[1]
        evidence, mixers = self.bank.evidence, self._mixers
        crowds, logit = self._ensemble.crowds, self._ensemble.logit
        share = self._ensemble.share_of_people()
        weights = (1.0 - share) * mixers.mean_weights(crowds[0].belief, evidence.index)
        if logit is not None:
            weights += share * (crowds[1].belief @ logit.weights)
        said = Opinions(symbol, evidence.matrix.copy(), evidence.index.copy(), weights)
        self._said = turn, said
        return said

    def told(self, said: Opinions) -> Experts:
        """Return every expert with its share of the evidence for the symbol that was expected.

        Shares sum to 1 (all 0 where no expert spoke). An expert has 0 if its own forecast gave the
        symbol no more than chance, or if its counts were believed the other way round, because its
        sentence would be wrong. `said` are this predictor's `opinions` at the time.
        """
        if self._told is None or self._told[0] is not said:
            self._told = said, self._tell(said)
        return self._told[1]

    def _tell(self, said: Opinions) -> Experts:
        names, sentences = self._counters
        count = len(names)
        score = said.weights[:, None] * said.evidence
        families, told, family_scores = self._families(said, score)
        opinions = np.concatenate([score[:count], family_scores])
        forecasts = softmax(opinions)
        support = opinions[:, said.symbol] - np.add.reduce(opinions, axis=1) / self.k
        np.maximum(support, 0.0, out=support)
        support *= forecasts[:, said.symbol] * self.k > 1.0 + _EQUAL
        support[:count] *= said.weights[:count] > 0.0
        support /= np.add.reduce(support) or 1.0
        every = _joined(names, families)
        return Experts(every, (*sentences, *told), support.tolist(), forecasts)

    @functools.cached_property
    def _counters(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names and sentences of the experts that have a row of their own: tables and echoes."""
        rows = [(TABLES[i].name, TABLES[i].sentence) for i in self.bank.layout.tables]
        rows += [(echo.name, echo.sentence) for echo in MATCHES[: len(self.bank.echoes)]]
        return tuple(name for name, _ in rows), tuple(sentence for _, sentence in rows)

    def _families(
        self, said: Opinions, score: FloatArray
    ) -> tuple[tuple[str, ...], list[str], FloatArray]:
        """Return names and sentences of the families of habits, and what each speaks for (families,
        k).
        """
        first = self.bank.evidence.habit_row
        names, belong, probes = _family_rows(tuple(said.places[first:].tolist()))
        opinions = belong @ score[first:]
        apart = opinions - np.add.reduce(opinions, axis=1, keepdims=True) / self.k
        apart *= said.evidence[first + probes]
        told = [
            FAMILIES[name].sentence if lean >= 0 else FAMILIES[name].opposite
            for name, lean in zip(names, np.add.reduce(apart, axis=1).tolist(), strict=True)
        ]
        return names, told, opinions


class Abreast:
    """Predictors of several sequences of as many symbols, with opponents, in the same operations.

    Each goes on by itself in all but two things: they learn together, from here, and what they
    know cannot be restored any more.
    """

    def __init__(self, predictors: Sequence[Predictor]) -> None:
        self.k = predictors[0].k
        self._forecaster = Forecaster.abreast([each.forecaster for each in predictors])
        for lane, predictor in enumerate(predictors):
            predictor.stand_in(self._forecaster, lane)

    def predict(self) -> FloatArray:
        """Return the forecasts (predictors, k) for the next symbols; not to be changed."""
        return self._forecaster.forecast()

    def update(self, symbols: Sequence[int], opponent_symbols: Sequence[int]) -> None:
        """Learn the symbol that came in each sequence, and the opponent's of that round."""
        for symbol in (*symbols, *opponent_symbols):
            check_symbol(symbol, self.k)
        self._forecaster.learn(symbols, opponent_symbols)


@functools.lru_cache(maxsize=32)
def _joined(names: tuple[str, ...], families: tuple[str, ...]) -> tuple[str, ...]:
    """Return all names; the same tuple each time, so that what goes by it is quickly found."""
    return (*names, *families)


@functools.lru_cache(maxsize=32)
def _family_rows(places: tuple[int, ...]) -> tuple[tuple[str, ...], FloatArray, IntArray]:
    """Return the families that have habits at these `places` among the members.

    Their names, which habits belong to each (families, habits), and where the probe of each is.
    """
    habits = [HABITS[place - HABIT_START] for place in places]
    names = [habit.name for habit in habits]
    found = tuple(name for name in FAMILIES if any(habit.family == name for habit in habits))
    belong = np.array([[habit.family == name for habit in habits] for name in found], dtype=float)
    return found, belong, np.array([names.index(FAMILIES[name].probe) for name in found])


def merged(states: Sequence[Mapping[str, AnyArray]]) -> dict[str, AnyArray]:
    """Return the local prior of the `states` of several players (see `local_prior`), settled."""
    return Predictor.from_arrays(local_prior(states)).settled()


def softmax(score: FloatArray) -> FloatArray:
    """Return the distributions (rows, k) proportional to exp(`score`), row by row."""
    return normalise(score.copy())
