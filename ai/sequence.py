"""Forecasting a person's next choice among k symbols: the predictors `seed`, `uniform` and `mind`.

`SeedPredictor` is the original: a table of counts after the last two symbols, all starting at 1.
`MindPredictor` mixes up to a hundred small experts (`ai.sequence_experts`) by weights that were
learned from people and go on learning from this one (`ai.sequence_mixing`).  All forecasts are
full distributions, and every predictor updates after each symbol.

Its weights are fitted by `ai.lab.train_numbers` into ``assets/weights/numbers/mind.npz``, with a
card beside it that gives data, seed and cross-validated figures.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np

from ai.core import LostWeights
from ai.sequence_bank import (
    CONTEXT_TREE,
    HABIT_START,
    WEIGHTS,
    ExpertBank,
    initial_history,
)
from ai.sequence_experts import (
    FAMILIES,
    HABITS,
    MATCHES,
    TABLES,
    FloatArray,
)
from ai.sequence_mixing import Blend, Mixers
from ai.sequence_state import AnyArray, pack, read_header, unpack
from ai.stored import damaged, named, read_arrays

WEIGHTS_PATH: Final = Path(__file__).parents[1] / "assets" / "weights" / "numbers" / "mind.npz"
MAX_SYMBOLS: Final = 10
TRUST: Final[dict[str, float]] = {
    "kind": 0.5,
    "study": 0.4,
    "people": 0.15,
    "broad": 0.1,
    "neutral": 0.12,
    "plain": 0.12,
    "uniform": 0.2,
}
"""First trust in each role of the blend (scaled to sum 1); roles that do not apply are left out.

``kind`` was fitted to people over this very alphabet, ``study`` to one study of them, ``people``
to people over all alphabets, ``broad`` to people and made-up players, ``neutral`` to made-up
players; ``plain`` trusts all tables alike at first and learns fast.
"""
SEED_TRUST: Final = 1.2
"""Trust in the original's model, divided by k: the fewer the symbols, the sooner it is right."""
PEOPLELESS: Final = ("neutral", "plain")
"""The roles that know nothing of people."""
MIDDLE_ALPHABET: Final = 4.5
"""The alphabet size at which ``growth`` of a starting weight counts nothing."""


class BadSymbols(ValueError):
    """A number of symbols, or a symbol, is outside what the predictor was made for."""


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


def check_payoff(payoff: FloatArray | None, k: int) -> None:
    """Raise BadSymbols unless the payoff, if any, is a finite (k, k) table."""
    if payoff is not None and (np.shape(payoff) != (k, k) or not np.isfinite(payoff).all()):
        raise BadSymbols(f"A payoff for {k} symbols is a table of {k} x {k} numbers.")


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


class Fitted(NamedTuple):
    """One fitted mixer: its role in the blend, where it applies, and its weights (WEIGHTS,).

    ``alphabet`` is the k it was fitted to, 0 for any.  The starting weight for k symbols is
    ``start + growth * log(k / MIDDLE_ALPHABET)``.
    """

    name: str
    role: str
    alphabet: int
    opponent: bool
    start: FloatArray
    growth: FloatArray
    rate: FloatArray

    def start_for(self, k: int) -> FloatArray:
        """Return the starting weights (WEIGHTS,) for k symbols."""
        return np.asarray(self.start + self.growth * np.log(k / MIDDLE_ALPHABET))


class MindWeights(NamedTuple):
    """What was learned from people: mixers, and the concentration (len(TABLES),) of each prior."""

    mixers: tuple[Fitted, ...]
    concentration: FloatArray

    def trust(self, k: int, opponent: bool, people: bool = True) -> FloatArray:
        """Return the first trust, sum 1, in each of `members`, the original and chance."""
        shares = [share for _, share in self.members(k, opponent, people)]
        trust = np.array([*shares, SEED_TRUST / k, TRUST["uniform"]])
        return np.asarray(trust / trust.sum())

    def arrays(self) -> dict[str, AnyArray]:
        """Return all as plain arrays in single precision, as they are stored."""
        columns = {
            field: np.array([getattr(mixer, field) for mixer in self.mixers])
            for field in Fitted._fields
        }
        blocks = {name: columns[name].astype(np.float32) for name in ("start", "growth", "rate")}
        return {**columns, **blocks, "concentration": self.concentration.astype(np.float32)}

    def members(self, k: int, opponent: bool, people: bool) -> tuple[tuple[Fitted, float], ...]:
        """Return the mixers that apply, each with its trust; without people only PEOPLELESS."""
        chosen = [
            mixer
            for mixer in self.mixers
            if mixer.alphabet in (0, k)
            and mixer.opponent == opponent
            and (people or mixer.role in PEOPLELESS)
        ]
        roles = [mixer.role for mixer in chosen]
        return tuple((mixer, TRUST[mixer.role] / roles.count(mixer.role)) for mixer in chosen)


@functools.lru_cache(maxsize=4)
def load_weights(path: Path = WEIGHTS_PATH) -> MindWeights:
    """Read fitted weights; raises LostWeights with what is wrong and how to mend it."""
    advice = "get it again from the release, or run `main.py train numbers` to fit it again"
    try:
        return _check_weights(read_arrays(path, advice), named(path), f"{advice}.")
    except (TypeError, IndexError, AttributeError) as error:  # arrays of another rank
        raise damaged(path, advice) from error


def _check_weights(arrays: Mapping[str, AnyArray], path: str, advice: str) -> MindWeights:
    missing = {*Fitted._fields, "concentration"} - set(arrays)
    if missing:
        raise LostWeights(f"{path} lacks {', '.join(sorted(missing))}; {advice}")
    columns = [arrays[field] for field in Fitted._fields]
    numbers = [arrays[field] for field in ("start", "growth", "rate", "concentration")]
    count = len(arrays["name"])
    if (
        any(len(column) != count for column in columns)
        or any(block.shape != (count, WEIGHTS) for block in numbers[:3])
        or numbers[3].shape != (len(TABLES),)
    ):
        raise LostWeights(f"{path} was made for other experts than these; {advice}")
    if not all(block.dtype.kind == "f" and bool(np.isfinite(block).all()) for block in numbers):
        raise LostWeights(f"{path} holds values that are not usable numbers; {advice}")
    if bool((arrays["rate"] < 0).any()) or bool((arrays["concentration"] <= 0).any()):
        raise LostWeights(f"{path} holds negative rates or priors; {advice}")
    if not set(arrays["role"].tolist()) <= set(TRUST):
        raise LostWeights(f"{path} names a role that is not known; {advice}")
    mixers = tuple(
        Fitted(str(name), str(role), int(alphabet), bool(opponent), *map(_doubles, blocks))
        for name, role, alphabet, opponent, *blocks in zip(*columns, strict=True)
    )
    weights = MindWeights(mixers, _doubles(arrays["concentration"]))
    if not all(weights.members(4, opponent, False) for opponent in (False, True)):
        raise LostWeights(f"{path} lacks the mixers that know no people; {advice}")
    return weights


def _doubles(values: AnyArray) -> FloatArray:
    doubles = np.asarray(values, dtype=np.float64)
    doubles.flags.writeable = False
    return doubles


class ExpertView(NamedTuple):
    """One expert as a player sees it: its share in the forecast and its own forecast (k,)."""

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
        check_payoff(payoff, k)
        fitted = load_weights() if weights is None else weights
        self.k, self.opponent, self.prior = k, opponent, prior
        self._bank = ExpertBank(k, opponent, fitted.concentration, payoff)
        members = fitted.members(k, opponent, prior)
        self._mixers = Mixers(
            np.stack([mixer.start_for(k) for mixer, _ in members]),
            np.stack([mixer.rate for mixer, _ in members]),
        )
        self.members = (*(mixer.name for mixer, _ in members), "seed", "uniform")
        self._blend = Blend(fitted.trust(k, opponent, prior))
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

    def counts_after(self, symbols: Sequence[int]) -> FloatArray:
        """Return what followed up to three symbols (newest last) as counts (k,): a context tree."""
        if len(symbols) >= len(CONTEXT_TREE):
            raise BadSymbols(f"At most {len(CONTEXT_TREE) - 1} symbols make a context.")
        for symbol in symbols:
            check_symbol(symbol, self.k)
        return self._bank.counts_after(symbols)

    def last(self, count: int) -> tuple[int, ...]:
        """Return the last symbols (at most eight), newest last; first of all, `initial_history`."""
        return tuple(int(symbol) for symbol in reversed(self._bank.slots[:count]))

    @property
    def observed(self) -> int:
        """The number of symbols seen so far, earlier sessions included."""
        return self._bank.length

    def to_arrays(self) -> dict[str, AnyArray]:
        """Return all that was learned as plain arrays (see `ai.sequence_state`)."""
        return pack(self._bank, self._mixers, self._blend, self.members, self.prior)

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, AnyArray],
        payoff: FloatArray | None = None,
        weights: MindWeights | None = None,
    ) -> MindPredictor:
        """Return the predictor that `to_arrays` described; raises BadState if it cannot."""
        header = read_header(arrays)
        mind = cls(header["k"], bool(header["opponent"]), bool(header["prior"]), payoff, weights)
        unpack(arrays, mind._bank, mind._mixers, mind._blend, mind.members)
        return mind

    def blend(self) -> dict[str, float]:
        """Return the present belief in each member: mixers, the original, chance."""
        return dict(zip(self.members, self._blend.belief.tolist(), strict=True))

    def experts(self) -> tuple[ExpertView, ...]:
        """Return every expert with its share in the forecast: how much it speaks for it.

        Shares sum to 1 (all 0 where nothing speaks yet); an expert that was overruled has 0.
        """
        forecast = self.predict()
        bank, mixers = self._bank, self._mixers
        belief = self._blend.belief[: len(mixers.start)]
        score = (belief @ mixers.weights(bank.index))[:, None] * bank.evidence
        views = [*self._table_views(score), *self._family_views(score)]
        opinions = np.stack([opinion for _, _, opinion in views])
        support = _support(opinions, forecast)
        shares = (support / (support.sum() or 1.0)).tolist()
        return tuple(
            ExpertView(name, sentence, share, own)
            for (name, sentence, _), share, own in zip(
                views, shares, softmax(opinions), strict=True
            )
        )

    def _table_views(self, score: FloatArray) -> list[tuple[str, str, FloatArray]]:
        names = [(TABLES[i].name, TABLES[i].sentence) for i in self._bank.tables]
        names += [(echo.name, echo.sentence) for echo in MATCHES[: len(self._bank.echoes)]]
        return [(name, sentence, score[row]) for row, (name, sentence) in enumerate(names)]

    def _family_views(self, score: FloatArray) -> list[tuple[str, str, FloatArray]]:
        first = len(self._bank.tables) + len(self._bank.echoes)
        habits = [HABITS[place - HABIT_START] for place in self._bank.index[first:]]
        names = [habit.name for habit in habits]
        views = []
        for name, family in FAMILIES.items():
            rows = [first + i for i, habit in enumerate(habits) if habit.family == name]
            if rows:
                opinion = score[rows].sum(axis=0)
                probe = self._bank.evidence[first + names.index(family.probe)]
                favoured = float((opinion - opinion.mean()) @ probe) >= 0
                sentence = family.sentence if favoured else family.opposite
                views.append((name, sentence, opinion))
        return views


def softmax(score: FloatArray) -> FloatArray:
    """Return the distributions (rows, k) proportional to exp(score), row by row."""
    raised = np.exp(score - score.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _support(opinions: FloatArray, forecast: FloatArray) -> FloatArray:
    """How much opinions (rows, k) speak for the forecast (k,); 0 for those against it."""
    return np.asarray(np.maximum(0.0, opinions @ forecast - opinions.mean(axis=1)))
