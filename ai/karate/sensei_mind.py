"""What `sensei` shows of its mind, in plain words: why it expects what it expects, and how far.

The experts of the predictor (`ai.sequence.predictor`) and the theories of mind
(`ai.zerosum.theories`) are told apart by what they say about the player. A *band* is one such
saying ("you avoid repeats", "you counter my moves"), an *idea* the longer sentence of one expert or
theory. Shares of bands and ideas are those in the present forecast: a theory's weight in the
mixture, and the predictor's own weight divided among its experts by how much each speaks for the
forecast. They sum to 1 or, where nothing speaks yet, to less.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from ai.karate.fighter import SHORT
from ai.sequence.experts import FAMILIES
from ai.sequence.predictor import ExpertView
from ai.sequence.telling import Shares, context_nodes
from ai.zerosum.budget import SafetyBudget
from ai.zerosum.sensei import HabitForecaster, TheoryForecaster
from ai.zerosum.theories import Theory
from games.arrays import FloatArray
from games.mind import ContextTree, Gauge, Lines, Meter, Ribbon

LADDER: Final = (
    ("you have habits", "It thinks that you follow your habits and do not think about it."),
    ("you counter me", "It thinks that you think that it has habits, and that you counter them."),
    ("you foresee me", "It thinks that you think that it reads you, and counter its answer."),
    ("one step on", "It thinks that you think that it sees your counter coming."),
    ("two steps on", "It thinks that you think that it thinks that you see through it."),
    ("three steps on", "It thinks that you think it thinks you think: three steps further."),
)
"""The levels of `ai.zerosum.theories` as a player reads them: a label and a sentence."""
TOLD: Final = (
    "I took it that you followed your habits and did not think about it.",
    "I took it that you thought of my habits, and countered them.",
    "I took it that you knew that I read you, and countered my answer.",
    "I took it that you expected me to see your counter coming.",
    "I took it that you expected me to think that you see through me.",
    "I took it that you thought three steps further than your habits, or more.",
)
"""The same at the end of a match, when the opponent speaks itself."""
FEWEST_SEEN: Final = 3
"""Of a player of whom it has seen fewer moves it says that it knows nothing yet; chosen: one pair
of moves and what followed it."""
UNSEEN: Final = "It knows nothing of you yet."
BY_OTHERS: Final = "It knows nothing of you yet and goes by what other people do."
UNSEEN_LADDER: Final = "It cannot know yet; this is what it begins with."
TOLD_HELP: Final = (
    "Each rung answers the one above it: your habits, your answer to mine, your answer to my "
    "answer, and so on. The shares are what I believed when the match ended."
)
RIBBON_HELP: Final = "How much each idea about you carried the forecasts, from the first round on."
LAST_ROUNDS: Final = (
    "How much each idea about you carried my forecasts; the figures are those of the last rounds."
)
BANDS: Final = (
    "you favour some moves",
    "you repeat orders of moves",
    "you repeat moves",
    "you go back to old moves",
    "you react to my moves",
    "you counter my moves",
    "you counter my answer to you",
    "you think further",
)
"""The bands of the ribbon; two of them also have an opposite, such as "you avoid repeats"."""
FAVOUR, ORDER, REPEAT, OLD, REACT, COUNTER, ANSWER, FURTHER = range(len(BANDS))
_BAND_OF_FAMILY: Final[Mapping[str, int]] = MappingProxyType(
    {
        "repeating": REPEAT,
        "old keys": OLD,
        "staying": REACT,
        "copying": REACT,
        "place": FAVOUR,
    }
)
_BAND_OF_BASE: Final[Mapping[str, int]] = MappingProxyType(
    {
        "frequency": FAVOUR,
        "lately": FAVOUR,
        "just now": FAVOUR,
        "same again": REPEAT,
        "reply": REACT,
        "reply to two": REACT,
        "round": REACT,
        "two rounds": REACT,
        "match of my moves": REACT,
        "match of both sides' moves": REACT,
    }
)
"""Habits of the player by the base they go by; all others repeat orders of moves."""
_REACTIONS: Final = ("other", "both", "result", "answer", "round", "own 1 other", "own 2 other")
_OPPOSITES: Final[Mapping[str, str]] = MappingProxyType(
    {"repeating": "you avoid repeats", "old keys": "you avoid old moves"}
)
IDEAS_SHOWN: Final = 4
"""The most ideas in a list; chosen to fit into the panel."""
REFRESHED: Final = 4
"""The experts are asked once in this many rounds; chosen, as asking costs as much as a forecast."""
SMOOTHED: Final = 4
"""How many rounds a row of the ribbon is the mean of; chosen by eye."""
PATH: Final = 3
"""How many moves the context tree looks back: as far as `Counts.after` goes."""


def band_of_expert(name: str) -> int:
    """The band of one of the predictor's experts, by its `name`."""
    if name in FAMILIES:
        return _BAND_OF_FAMILY.get(name, ORDER)
    if name.startswith("foresight"):
        return COUNTER
    if name.startswith(_REACTIONS):
        return REACT
    return FAVOUR if name.endswith("favourites") else ORDER


def band_of_theory(theory: Theory) -> int:
    """The band of a `theory` that is not the predictor itself."""
    if theory.level:
        return (COUNTER, ANSWER, FURTHER)[min(theory.level, 3) - 1]
    return _BAND_OF_BASE.get(theory.base.removesuffix(", all"), ORDER)


_IN_KARATE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "you repeat": "you repeat the same move",
        "you climb": "you go on to the next tile",
        "you descend or jump": "you go back, or leave out tiles",
        "you keep your direction": "you go on along the tiles",
        "you turn back": "you turn back along the tiles",
        "you jump far": "you jump far along the tiles",
        "you stay near": "you stay near the last tile",
        "you like the ends of the row": "you like the tiles at the ends",
        "you like the middle of the row": "you like the tiles in the middle",
        "you stay after a win": "you keep a move that won",
        "you change after a win": "you change a move that won",
    }
)
"""Sentences of `FAMILIES` that say something else of four moves on tiles."""


@functools.lru_cache(maxsize=256)
def in_karate_words(sentence: str) -> str:
    """A sentence about keys and symbols as one about moves; the opponent is who speaks."""
    if sentence in _IN_KARATE:
        return _IN_KARATE[sentence]
    for before, after in (
        ("the opponent moves on", "I move on"),
        ("what habit would", "what my habit would"),
        ("you move on by the same step", "you change in the same way"),
        ("last step", "last change"),
        (" steps after", " changes after"),
        ("two steps", "two changes"),
        ("three steps", "three changes"),
        ("five steps", "five changes"),
        ("your pauses follow", "you come back to moves after pauses that follow"),
        ("the opponent's", "my"),
        ("the opponent", "me"),
        ("its last", "my last"),
        ("its rhythm", "my rhythm"),
        ("from key to key", "from move to move"),
        ("old keys", "old moves"),
        ("one key", "one move"),
        ("one symbol by the same next one", "a move by the same next one"),
        ("symbols", "moves"),
        ("symbol", "move"),
        ("you like certain steps from move to move", "you go from move to move in the same way"),
        ("you like certain steps", "you go from move to move in the same way"),
    ):
        sentence = sentence.replace(before, after)
    return sentence


class Bands:
    """How much each of `BANDS` carries the forecasts of a `forecaster`; `shares` over the match."""

    def __init__(self, forecaster: HabitForecaster) -> None:
        self.shares = Shares(BANDS)
        self._forecaster = forecaster
        self._theory = forecaster if isinstance(forecaster, TheoryForecaster) else None
        self._split: FloatArray = np.zeros(len(BANDS))
        if self._theory is not None:
            about = self._theory.bank.about
            self._bands = _band_matrix(about)
            self._habits = np.array([_is_predictor(theory) for theory in about], dtype=np.float64)

    def record(self) -> None:
        """Keep the shares in the present forecast, which must have been made."""
        shares = self.shares
        if shares.seen % max(REFRESHED, shares.stride) == 0:
            experts = self._forecaster.predictor.experts()
            self._split, shares.names = _split(experts), _band_labels(experts)
        if shares.tick():
            shares.keep(self._now().tolist())

    def _now(self) -> FloatArray:
        if self._theory is None:
            return self._split
        weights = self._theory.mixture.weights()
        return np.asarray(weights @ self._bands + (weights @ self._habits) * self._split)

    def ribbon(self, title: str, text: str = RIBBON_HELP) -> Ribbon:
        """A ribbon called `title` of the shares over time; `text` is the help."""
        return self.shares.ribbon(title, text, SMOOTHED)

    def gauge(self, title: str, experts: Sequence[ExpertView] | None = None) -> Gauge:
        """A gauge called `title`: belief in each rung of `LADDER`, how far the player thinks.

        `experts` are those of the predictor as they are now; without them, as they were last asked.
        """
        theory, levels = self._theory, np.zeros(len(LADDER))
        assert theory is not None, "a gauge needs theories of mind"
        weights = theory.mixture.weights()
        np.add.at(levels, [about.level for about in theory.bank.about], weights)
        split = self._split if experts is None else _split(experts)
        countering = float(weights @ self._habits) * float(split[COUNTER])
        levels[:2] += (-countering, countering)
        index = int(levels.argmax())
        return Gauge(
            title,
            tuple(label for label, _ in LADDER),
            tuple(levels.tolist()),
            index,
            LADDER[index][1],
            help="Each rung answers the one above it: habits, the answer to its habits, the answer "
            "to its answer, and so on. The shares say how much each explains of what you did.",
        )


def _split(experts: Sequence[ExpertView]) -> FloatArray:
    """How much of the predictor's forecast each band carries, (bands,), by its `experts`."""
    split = np.zeros(len(BANDS))
    for expert in experts:
        split[band_of_expert(expert.name)] += expert.weight
    return split


def _band_labels(experts: Sequence[ExpertView]) -> tuple[str, ...]:
    """Band labels; a band whose `experts` now argue the opposite gets the opposite's label."""
    names = list(BANDS)
    for expert in experts:
        if expert.name in _OPPOSITES:
            band, opposite = _BAND_OF_FAMILY[expert.name], _OPPOSITES[expert.name]
            if expert.sentence == FAMILIES[expert.name].opposite:
                names[band] = opposite
    return tuple(names)


def _is_predictor(theory: Theory) -> bool:
    """Whether a `theory` is what the predictor expects by itself."""
    return not theory.level and theory.base == "predictor"


def _band_matrix(about: Sequence[Theory]) -> FloatArray:
    """Which band each theory of `about` belongs to, (theories, bands); the predictor has none."""
    bands = np.zeros((len(about), len(BANDS)))
    for row, theory in enumerate(about):
        if not _is_predictor(theory):
            bands[row, band_of_theory(theory)] = 1.0
    return bands


def ideas(
    forecaster: HabitForecaster, experts: Sequence[ExpertView], rung: int | None = None
) -> list[tuple[str, float]]:
    """Every idea with its share in the forecast that `forecaster` makes now, the largest first.

    `experts` are those of its predictor as they are now. With a `rung` of `LADDER` only the ideas
    on it.
    """
    shares: dict[str, float] = {}
    own = 1.0
    if isinstance(forecaster, TheoryForecaster):
        own = 0.0
        weights = forecaster.mixture.weights().tolist()
        for about, weight in zip(forecaster.bank.about, weights, strict=True):
            if _is_predictor(about):
                own += weight
            elif rung in (None, about.level):
                shares[about.sentence] = shares.get(about.sentence, 0.0) + weight
    for expert in experts:
        if rung in (None, _rung_of_expert(expert.name)):
            sentence = in_karate_words(expert.sentence)
            shares[sentence] = shares.get(sentence, 0.0) + own * expert.weight
    return sorted(shares.items(), key=lambda item: (-item[1], item[0]))


def _rung_of_expert(name: str) -> int:
    """The rung of `LADDER` that one of the predictor's experts, by its `name`, speaks for."""
    return int(band_of_expert(name) == COUNTER)


def idea_lines(title: str, told: Sequence[tuple[str, float]]) -> Lines:
    """Lines called `title` with the largest of the ideas `told`, which are in that order."""
    rows = tuple(row for row in told[:IDEAS_SHOWN] if row[1] > 0.0)
    return Lines(title, rows, "%", help="How much each speaks for what it expects of you now.")


def meter(budget: SafetyBudget) -> Meter:
    """What it may still lose, and what is guaranteed, by the `budget`."""
    return Meter(
        "What it may still lose",
        budget.left,
        0.0,
        budget.ceiling,
        budget.start,
        "",
        help="Won bets fill it, lost ones empty it; empty, it plays the mix that nobody beats. "
        + _guaranteed(budget.floor),
    )


def _guaranteed(floor: float) -> str:
    """What `SafetyBudget.floor` means, in words."""
    if floor > 0.0:
        return f"{floor:.4g} points are its own by now, on average over its draws, come what may."
    return (
        f"Even to someone who sees its mix it cannot lose more than {-floor:.4g} points, on "
        "average over its draws."
    )


def tree(forecaster: HabitForecaster, recent: tuple[int, ...]) -> ContextTree:
    """What followed the player's last moves in the counts of `forecaster`.

    They are `recent`, the newest last, at most `PATH`.
    """
    return ContextTree(
        "What followed your last moves",
        context_nodes(forecaster.predictor.counts_after, recent, _label),
        help="P punch, K kick, pp parry punch, pk parry kick. Each branch looks one move further "
        "back; the thick path is in use. Disc: how often it came. Bar: how sure the count is of "
        "the move it names.",
    )


def _label(context: tuple[int, ...], best: int) -> str:
    """A `context` of moves in a tree, with the move that followed it most: `best`, or -1."""
    after = " ".join(SHORT[move] for move in context) if context else "in all"
    if len(context) == 1:
        after = f"after {after}"
    return f"{after}: {SHORT[best] if best >= 0 else 'new'}"
