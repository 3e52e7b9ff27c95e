"""The karate opponent `sensei`: the strategy of `ai.sensei` in a seat, with its mind open.

Its mind shows what it expects, what its moves are worth, the mix it draws from, what it may still
lose, which ideas about the player carry its forecast, and how far it takes the player to think.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.accuracy import SHOWN, Accuracy
from ai.core import (
    Arrays,
    Bars,
    ContextNode,
    ContextTree,
    Gauge,
    Lines,
    Meter,
    Mind,
    MindItem,
    Note,
    Ribbon,
)
from ai.equilibrium import Payoff
from ai.karate_agent import NAMES, SHORT, KarateAgent
from ai.sensei import DEFAULT_BETA, HabitForecaster, Sensei, TheoryForecaster
from ai.sensei_profile import experts_lines, read_memory
from ai.sequence_experts import FloatArray
from games.streams import Stream

LADDER: Final = (
    ("habit", "It thinks that you follow your habits."),
    ("counters me", "It thinks that you expect its usual move and play the answer to it."),
    ("sees through me", "It thinks that you know what it expects of you, and counter its answer."),
    ("one step on", "It thinks that you expect it to see your counter, and answer that."),
    ("two steps on", "It thinks that you think that it knows that you see through it."),
    ("three steps on", "It thinks that you think it thinks ... three steps beyond a counter."),
)
"""The levels of `ai.sensei_theory` as a player reads them: a label and a sentence."""
BANDS: Final = (
    "you have habits",
    "you follow your counts",
    "you repeat passages",
    "you counter my moves",
    "you counter my answer",
    "you think further",
)
"""The bands of the ribbon."""
_THEORIES_SHOWN: Final = 5
_PATH_DEPTH: Final = 3


class SenseiFighter(KarateAgent):
    """`sensei` in a seat of a match, or in the analysis with any payoff.

    `memory` is what it learned about this player before, as text (`learned`), for karate alone.
    Raises BadWeights or BadState (both `ValueError`) for a memory that cannot be used.
    """

    def __init__(
        self, level: str = "full", beta: float = DEFAULT_BETA, memory: str | None = None
    ) -> None:
        self.level, self.beta = level, beta
        self._memory = read_memory(memory)

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Begin a match; nothing is drawn."""
        super().start(payoff, rng)
        self.sensei = Sensei(payoff, self.level, self.beta, self.prior, self._memory)
        self.accuracy = Accuracy(1.0 / self.k)
        self._bits = 0.0
        self._surest: tuple[int, int, float] | None = None
        self._ribbon: deque[tuple[float, ...]] = deque(maxlen=SHOWN)
        self._recent: tuple[int, ...] = ()
        theory = self._theory
        self._bands = None if theory is None else _band_matrix(theory)

    @property
    def _theory(self) -> TheoryForecaster | None:
        forecaster = self.sensei.forecaster
        return forecaster if isinstance(forecaster, TheoryForecaster) else None

    def strategy(self) -> Sequence[float]:
        """The restrained strategy of `ai.sensei`."""
        mix: list[float] = self.sensei.strategy().tolist()
        return mix

    def forecast(self) -> Sequence[float]:
        """What it expects of the other side."""
        expected: list[float] = self.sensei.forecast().tolist()
        return expected

    @property
    def floor(self) -> float | None:
        """The least sum of expected gains above the value that is guaranteed for the match."""
        return self.sensei.budget.floor

    def learn(self, own: int, other: int) -> None:
        """See both moves."""
        forecast = self.sensei.forecast()
        self.accuracy.record(int(forecast.argmax()) == other)
        self._bits -= math.log2(forecast[other])
        if self._surest is None or forecast[other] > self._surest[2]:
            self._surest = (self.accuracy.trials, other, float(forecast[other]))
        self.sensei.learn(own, other)
        self._recent = (*self._recent, other)[-_PATH_DEPTH:]
        if self._theory is not None and self._bands is not None:
            self._ribbon.append(tuple((self._theory.mixture.weights() @ self._bands).tolist()))

    def learned(self) -> Arrays | None:
        """What `mind` knows of the player, earlier matches included; None where it is not used."""
        forecaster = self.sensei.forecaster
        return forecaster.mind.to_arrays() if isinstance(forecaster, HabitForecaster) else None

    def findings(self) -> Mind:
        """How far it read the player, by what, and when best."""
        if self._surest is None:
            return ()
        chance = math.log2(self.k)
        items: list[MindItem] = [Note(sentence) for sentence in self._findings_in_words()]
        rate = self._bits / self.accuracy.trials
        items.append(
            Meter(
                "What a move of yours cost me",
                rate,
                0.0,
                max(chance, rate),
                chance,
                "bits",
                help="0 if I had been sure each time; the mark is what blind guessing costs.",
            )
        )
        if self._theory is not None:
            items += [self._gauge(self._theory), self._ribbon_item(), self._theories(self._theory)]
        return tuple(items)

    def _findings_in_words(self) -> list[str]:
        assert self._surest is not None
        place, move, probability = self._surest
        gained, trials = self.sensei.budget.gained, self.accuracy.trials
        return [
            f"I foresaw {self.accuracy.hits} of your {trials} moves; blind guessing would have "
            f"been right {trials / self.k:.0f} times.",
            f"Your most guessable moment was round {place}: I gave your {NAMES[move].lower()} a "
            f"probability of {probability:.0%}.",
            f"My mixes were worth {gained / trials:+.1f} points a round on average, whatever I "
            "happened to draw.",
        ]

    def _sentence(self, chosen: int | None) -> str:
        forecast = self.sensei.forecast()
        expected = int(forecast.argmax())
        told = f"It expects {NAMES[expected].lower()} ({forecast[expected]:.0%})"
        theory = self._theory
        if theory is not None:
            best = int(theory.mixture.weights().argmax())
            told += f", mostly because {theory.bank.about[best].sentence}"
        return told + "."

    def _mind_items(self, chosen: int | None) -> tuple[MindItem, ...]:
        items: list[MindItem] = [self._forecast_bars(), self._strategy_bars(chosen)]
        theory = self._theory
        if theory is not None:
            items += [self._gauge(theory), self._ribbon_item(), self._theories(theory)]
        items.append(self._meter())
        forecaster = self.sensei.forecaster
        if isinstance(forecaster, HabitForecaster):
            items.append(experts_lines(forecaster.mind, "Your habits, as it sees them"))
            items.append(self._tree(forecaster))
        items.append(
            self.accuracy.series(
                "How often its forecast was right",
                "The share of moves it foresaw so far. Inside the band, chance explains it.",
            )
        )
        return tuple(items)

    def _forecast_bars(self) -> Bars:
        return Bars(
            "What it expects next",
            NAMES,
            tuple(self.forecast()),
            "%",
            reference=1.0 / self.k,
            forecast_of=self.rival,
            help="How probable it thinks each of your moves is; the line is pure chance.",
        )

    def _gauge(self, theory: TheoryForecaster) -> Gauge:
        levels = np.zeros(len(LADDER))
        weights = theory.mixture.weights()
        np.add.at(levels, [about.level for about in theory.bank.about], weights)
        index = int(levels.argmax())
        return Gauge(
            "How far it takes you to think",
            tuple(label for label, _ in LADDER),
            tuple(levels.tolist()),
            index,
            LADDER[index][1],
            help="Each rung answers the one before: habits, the answer to its habits, the answer "
            "to its answer, and so on. The shares say how much each explains of what you did.",
        )

    def _ribbon_item(self) -> Ribbon:
        return Ribbon(
            "Why it expects what it expects",
            BANDS,
            tuple(self._ribbon),
            help="What its forecasts rested on, round after round.",
        )

    def _theories(self, theory: TheoryForecaster) -> Lines:
        shares: dict[str, float] = {}
        for about, share in zip(theory.bank.about, theory.mixture.weights(), strict=True):
            shares[about.sentence] = shares.get(about.sentence, 0.0) + float(share)
        best = sorted(shares.items(), key=lambda item: (-item[1], item[0]))[:_THEORIES_SHOWN]
        return Lines(
            "What it thinks of you",
            tuple(best),
            "%",
            help="The ideas about you that carry most of its forecast now.",
        )

    def _meter(self) -> Meter:
        budget = self.sensei.budget
        return Meter(
            "What it still dares to lose",
            budget.left,
            0.0,
            budget.ceiling,
            budget.start,
            "points",
            help="It bets no more than this, on average over its draws, whatever you know about "
            f"it; the mark is what it started with. Guaranteed for the match: {budget.floor:+.0f}.",
        )

    def _tree(self, forecaster: HabitForecaster) -> ContextTree:
        return ContextTree(
            "What followed your last moves",
            _tree_nodes(forecaster, self._recent, self.k),
            help="Each branch looks one move further back: P punch, K kick, pp parry punch, pk "
            "parry kick. The thick path is in use: your last moves. A disc's area is how often the "
            "moves came, the bar how sure these counts are of the move after them.",
        )


def _tree_nodes(
    forecaster: HabitForecaster, recent: tuple[int, ...], k: int
) -> tuple[ContextNode, ...]:
    """The nodes of a `ContextTree`: the present path, and everything beside it."""
    nodes: list[ContextNode] = []

    def grow(context: tuple[int, ...], share: float) -> None:
        on_path = context == recent[len(recent) - len(context) :]
        nodes.append(_node(forecaster, context, share, on_path, k))
        if on_path and len(context) < len(recent):
            longer = [(move, *context) for move in range(k)]
            counts = [float(forecaster.mind.counts_after(moves).sum()) for moves in longer]
            for moves, count in zip(longer, counts, strict=True):
                grow(moves, count / (sum(counts) or 1.0))

    grow((), 1.0)
    return tuple(nodes)


def _node(
    forecaster: HabitForecaster, context: tuple[int, ...], share: float, on_path: bool, k: int
) -> ContextNode:
    """A context with its likeliest next move, one imagined observation of each move added."""
    counts = forecaster.mind.counts_after(context)
    best = int(counts.argmax())
    after = f"after {' '.join(SHORT[move] for move in context)}" if context else "in all"
    follows = SHORT[best] if counts[best] else "not yet"
    sure = (float(counts[best]) + 1.0) / (float(counts.sum()) + k)
    return ContextNode(f"{after}: {follows}", len(context), share, sure, on_path)


def _band_matrix(theory: TheoryForecaster) -> FloatArray:
    """Which band each theory belongs to, (theories, bands), one 1 a row."""
    bands = np.zeros((len(theory.bank.about), len(BANDS)))
    for row, about in enumerate(theory.bank.about):
        if about.level:
            band = min(about.level, 3) + 2
        else:
            band = 0 if about.base == "mind" else 2 if about.base.startswith("match") else 1
        bands[row, band] = 1.0
    return bands
