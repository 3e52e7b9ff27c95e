"""`mind` in Numbers: `ai.sequence.predictor.MindPredictor` over four keys, its open mind and its
findings.

It predicts the most probable key, of several the lowest. What it has learned about a player is
its start in that player's next match; new players can start from what all players of a machine
have in common (`local_start`). Surprise is measured in bits: a key that had probability p costs
-log2 p, so that knowing nothing costs 2 bits a key. The mean over a match, the code length of the
keys under this model, is an upper bound of their entropy rate (Cover and Thomas, "Elements of
Information Theory", 2006, sections 4.2 and 5.4).
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from ai.core import Agent
from ai.numbers.machine import DECISIONS, K, NumbersAgent, key_bars, running
from ai.sequence.accuracy import Accuracy
from ai.sequence.experts import FAMILIES
from ai.sequence.predictor import ExpertView, MindPredictor
from ai.sequence.state import AnyArray, BadState, read_header
from ai.sequence.surprise import Surprise
from ai.sequence.weights import WEIGHTS_PATH
from games.agents import AgentSpec
from games.arrays import arrays_from_text
from games.core import Decision, Game, Limit, Params
from games.mind import (
    ContextNode,
    ContextTree,
    HeatMap,
    Lines,
    Meter,
    Mind,
    MindItem,
    Note,
    Ribbon,
)
from games.numbers.rules import CHANCE_OF_HIT, KEYS, PERSON
from games.streams import Stream

CHANCE_BITS: Final = math.log2(K)
FEWEST_FOR_RANK: Final = 50
"""With fewer keys than this the surprise says too little to be compared with other people's."""
NAMES_SHOWN: Final = 6
SMOOTHED: Final = 6
_ROWS: Final = 120
_DEPTH: Final = 3
_PLAIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "favourites": "you favour some keys",
        "patterns": "you repeat patterns of keys",
        "steps": "you repeat your steps",
        "rhythm": "you keep to a rhythm",
    }
)
"""What experts that count contexts say, taken together; habits have sentences of their own."""
GROUPS: Final = (*_PLAIN, *(name for name in FAMILIES if name not in ("staying", "copying")))
PEOPLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rng10_towse": "people who said digits from 1 to 10 at random",
        "rng10_webform": "people who typed digits at random",
        "bin_taps": "people who tapped two keys at a given pace",
        "rps_adaptbots": "people who played rock-paper-scissors against adaptive programs",
        "rps_fixedbots": "people who played rock-paper-scissors against fixed programs",
    }
)
"""The people of the training data, by the names of their sets in the card."""


def group_of(expert: str) -> str:
    """Which of GROUPS an expert (by its name) is shown in."""
    if expert in FAMILIES:
        return expert
    if expert.endswith("favourites"):
        return "favourites"
    if expert.startswith("step"):
        return "steps"
    return "rhythm" if expert.startswith(("age", "run")) else "patterns"


class Shares:
    """How much each of GROUPS counted over a match, thinned evenly to at most `_ROWS` rows."""

    def __init__(self) -> None:
        self.stride, self.seen = 1, 0
        self.rows: list[tuple[float, ...]] = []
        self.sentences = plain_sentences(())

    @property
    def due(self) -> bool:
        """Whether the experts are to be asked at this key; counts the key."""
        self.seen += 1
        return (self.seen - 1) % self.stride == 0

    def record(self, experts: Sequence[ExpertView]) -> None:
        """Keep the shares of this moment."""
        self.rows.append(group_shares(experts))
        self.sentences = plain_sentences(experts)
        if len(self.rows) > _ROWS:
            self.rows, self.stride = self.rows[::2], 2 * self.stride

    def means(self) -> tuple[float, ...]:
        """The mean share of each of GROUPS."""
        count = max(1, len(self.rows))
        columns = zip(*self.rows, strict=True) if self.rows else ((0.0,),) * len(GROUPS)
        return tuple(sum(column) / count for column in columns)

    def ribbon(self, title: str) -> Ribbon:
        """The largest groups over time in plain words, and all others together."""
        means = self.means()
        order = sorted(range(len(GROUPS)), key=lambda group: (-means[group], group))
        shown = sorted(order[:NAMES_SHOWN])
        names = (*(self.sentences[GROUPS[group]] for group in shown), "everything else")
        rows = []
        for row in _smooth(self.rows):
            kept = tuple(row[group] for group in shown)
            rows.append((*kept, max(0.0, sum(row) - sum(kept))))
        return Ribbon(
            title,
            names,
            tuple(rows),
            help="How much each kind of habit spoke for what it expected, from the first key to "
            f"the last, as means of {SMOOTHED}. It learns which of them hold for you.",
        )


def _smooth(rows: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Each row as the mean of itself and those before it, `SMOOTHED` together."""
    means = []
    for end in range(1, len(rows) + 1):
        window = rows[max(0, end - SMOOTHED) : end]
        means.append(tuple(sum(column) / len(window) for column in zip(*window, strict=True)))
    return means


def group_shares(experts: Sequence[ExpertView]) -> tuple[float, ...]:
    """The weight of each of GROUPS: the sum of its experts'."""
    shares = dict.fromkeys(GROUPS, 0.0)
    for expert in experts:
        shares[group_of(expert.name)] += expert.weight
    return tuple(shares.values())


def plain_sentences(experts: Sequence[ExpertView]) -> dict[str, str]:
    """What each of GROUPS says; habits as these experts have them now."""
    sentences = {name: _PLAIN.get(name) or FAMILIES[name].sentence for name in GROUPS}
    return sentences | {e.name: e.sentence for e in experts if e.name in FAMILIES}


class MindReader(NumbersAgent):
    """The predictor `mind`; `start` is what it learned about this player before, as text.

    Raises BadWeights or BadState (both `ValueError`) for a start that cannot be used.
    """

    def __init__(self, start: str | None = None) -> None:
        self._start = None if start is None else arrays_from_text(start)
        self.predictor = started(self._start)

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Back to the start."""
        super().begin(seats, game, params, rng)
        self.predictor = started(self._start)
        self.accuracy = Accuracy(CHANCE_OF_HIT)
        self.surprise = Surprise(K)
        self.shares = Shares()

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Predict the most probable key."""
        forecast = self.predictor.predict()
        guess = int(np.argmax(forecast))
        if not limit.mind:
            return DECISIONS[guess]
        return Decision(KEYS[guess], self._open(guess), self.forecasts())

    def forecasts(self) -> dict[int, tuple[float, ...]]:
        """The probability of each key of the person."""
        return {PERSON: tuple(self.predictor.predict().tolist())}

    def learn(self, key: int, guess: int) -> None:
        """Count what the key cost, then learn it."""
        predictor = self.predictor
        self.surprise.record(key, float(predictor.predict()[key]))
        if self.shares.due:
            self.shares.record(predictor.experts())
        predictor.update(key)
        self.accuracy.record(key == guess)

    def learned_arrays(self) -> dict[str, AnyArray]:
        """All that it has learned about the player, earlier matches included."""
        return self.predictor.settled()

    # -- the open mind -----------------------------------------------------------------

    def mind(self) -> Mind:
        """What it thinks before a key; the prediction follows from it."""
        return self._open(None)

    def _open(self, guess: int | None) -> Mind:
        forecast = self.predictor.predict()
        return (
            self._note(),
            key_bars(tuple(forecast.tolist()), guess),
            self.shares.ribbon("What it goes by"),
            *self.surprise.series("key"),
            context_tree(self.predictor),
            _contexts(self.predictor),
            running(self.accuracy),
        )

    def _note(self) -> Note:
        forecast = self.predictor.predict()
        best = int(np.argmax(forecast))
        start = f"It thinks {KEYS[best]} is most likely ({forecast[best]:.0%})"
        experts = self.predictor.experts()
        shares = group_shares(experts)
        largest = shares.index(max(shares))
        if not shares[largest]:
            return Note(start + ".")
        sentence = plain_sentences(experts)[GROUPS[largest]]
        return Note(f"{start}, mostly because {sentence}.")

    # -- findings ----------------------------------------------------------------------

    def findings(self) -> Mind:
        """Habits, the most guessable moment, the entropy rate, and other people beside it."""
        if not self.surprise.trials:
            return ()
        items: list[MindItem] = [*self._words(), _rate_meter(self.surprise)]
        if self.surprise.trials >= FEWEST_FOR_RANK:
            items.extend(rank_lines(self.surprise.rate / CHANCE_BITS))
        return (*items, self.shares.ribbon("What I went by"), self.surprise.told("key"))

    def _words(self) -> list[Note]:
        words = []
        surprise, surest = self.surprise, self.surprise.surest
        found = habit_words(self.shares) if surprise.rate < CHANCE_BITS else ""
        if found:
            words.append(Note(f"What I read you by, over the whole match: {found}."))
        else:
            words.append(Note("No habit helped me: I would have done as well by blind guessing."))
        if surest is not None and surest.probability > CHANCE_OF_HIT:
            words.append(
                Note(
                    f"Your most guessable moment was key {surest.place}: I gave your "
                    f"{KEYS[surest.symbol]} a probability of {surest.probability:.0%}."
                )
            )
        return words


def started(start: Mapping[str, AnyArray] | None) -> MindPredictor:
    """A predictor as it starts; raises BadState for a start of another game."""
    if start is None:
        return MindPredictor(K)
    header = read_header(start)
    if header["k"] != K or header["opponent"]:
        raise BadState("What was learned belongs to another game; forget it and start afresh.")
    return MindPredictor.from_arrays(start)


# -- pictures --------------------------------------------------------------------------------


def _smoothed(predictor: MindPredictor, context: Sequence[int]) -> tuple[list[float], float]:
    """What followed a context, one observation of each key added, as shares; and the count."""
    counts = predictor.counts_after(context)
    return ((counts + 1.0) / (counts.sum() + K)).tolist(), float(counts.sum())


def context_tree(predictor: MindPredictor) -> ContextTree:
    """What followed no, one, two and three keys, opened along the keys pressed last."""
    last = predictor.last(_DEPTH)
    nodes = [_node(predictor, (), 1.0, True)]
    _branch(predictor, last, (), nodes)
    return ContextTree(
        "What follows what",
        tuple(nodes),
        help="Each branch looks one key further back. The thick path is in use: your last keys. "
        "A disc's area is how often the keys came, the bar how sure it is of the key after them "
        "by these counts alone, with one imagined observation of each key. Old counts fade.",
    )


def _branch(
    predictor: MindPredictor,
    last: tuple[int, ...],
    context: tuple[int, ...],
    nodes: list[ContextNode],
) -> None:
    """Add the contexts one key longer than `context`, and below them those of the path."""
    longer = [(key, *context) for key in range(K)]
    counts = [_smoothed(predictor, symbols)[1] for symbols in longer]
    total = sum(counts) or 1.0
    for symbols, count in zip(longer, counts, strict=True):
        on_path = symbols == last[len(last) - len(symbols) :]
        nodes.append(_node(predictor, symbols, count / total, on_path))
        if on_path and len(symbols) < _DEPTH:
            _branch(predictor, last, symbols, nodes)


def _node(
    predictor: MindPredictor, context: tuple[int, ...], share: float, on_path: bool
) -> ContextNode:
    forecast, count = _smoothed(predictor, context)
    best = forecast.index(max(forecast))
    after = f"after {' '.join(KEYS[symbol] for symbol in context)}" if context else "in all"
    label = f"{after}: {KEYS[best]}" if count else f"{after}: not yet"
    return ContextNode(label, len(context), share, forecast[best], on_path)


def _contexts(predictor: MindPredictor) -> HeatMap:
    """The table of pairs of keys, as the original shows it."""
    pairs = [(before, last) for before in range(K) for last in range(K)]
    now = predictor.last(2)
    return HeatMap(
        "What followed each pair of keys",
        tuple(f"{KEYS[before]} {KEYS[last]}" for before, last in pairs),
        KEYS,
        tuple(tuple(_smoothed(predictor, pair)[0]) for pair in pairs),
        pairs.index((now[0], now[1])),
        help="One row for each pair of keys, one column for the key after it. The outlined row "
        "is in use now. This is one of its many experts.",
    )


def habit_words(shares: Shares, most: int = 3, least: float = 0.08) -> str:
    """The groups that counted most over a match, with their shares."""
    means = shares.means()
    order = sorted(range(len(GROUPS)), key=lambda group: (-means[group], group))
    told = [
        f"{shares.sentences[GROUPS[group]]} ({means[group]:.0%})"
        for group in order[:most]
        if means[group] >= least
    ]
    return ", ".join(told)


def _rate_meter(surprise: Surprise) -> Meter:
    return Meter(
        "Entropy rate: bits a key",
        surprise.rate,
        0.0,
        3.0,
        CHANCE_BITS,
        "bits",
        help="What a key of yours cost me on average. Your true rate is not above this but for "
        "the luck of a short game; pure chance has 2 bits (the mark).",
    )


# -- the card --------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1)
def card() -> Mapping[str, Any]:
    """The card of the fitted weights, or an empty one where it cannot be read."""
    try:
        found = json.loads(WEIGHTS_PATH.with_suffix(".json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return MappingProxyType({})
    return MappingProxyType(found if isinstance(found, dict) else {})


def rank_lines(share: float) -> tuple[Lines, ...]:
    """How many people of each set of the training data were easier to foresee than this.

    `share` is bits a key over log2 k, as in the card's percentiles.
    """
    help_text = (
        "Your bits a key beside those of people whose choices it was fitted to and "
        "tested on, each measured by a fit that had not seen that person; both as shares of "
        "pure chance. They had other keys and other tasks: no more than a rough comparison."
    )
    return ranked(share, PEOPLE, help_text)


def ranked(
    share: float, people: Mapping[str, str], help_text: str, suffix: str = ""
) -> tuple[Lines, ...]:
    """The share of the people of each set (key of `people` with `suffix`) who are below `share`."""
    known = card().get("surprise", {})
    rows = []
    for name, words in people.items():
        points = known.get("of_chance", {}).get(name + suffix)
        if points is not None:
            percent = float(np.interp(share, points, known["percents"]))
            count = card()["data"][name]["people"]
            rows.append((f"of {count} {words}", percent / 100))
    if not rows:
        return ()
    return (Lines("Harder to foresee than", tuple(rows), "%", help=help_text),)


def strength() -> str:
    """The measured sentence of the card, or nothing where there is no card."""
    try:
        tested = card()["people_left_out"]
        aloud, typed, taps = (
            -tested[name]["percent"] for name in ("rng10_towse", "rng10_webform", "bin_taps")
        )
        blind = card()["uniform_4"]["bits"]
    except (KeyError, TypeError):
        return ""
    return (
        f"On people it had not seen, their choices surprised it less than they surprised the "
        f"Pair counter: by {aloud:.1f}% for digits said aloud, {typed:.1f}% for typed digits and "
        f"{taps:.1f}% for taps on two keys. Keys of pure chance cost it {blind:.2f} bits each; "
        "2 would be perfect."
    )


def _make(options: Mapping[str, Any], start: str | None) -> Agent:
    return MindReader(start)


MIND: Final = AgentSpec(
    "mind",
    "Mind reader",
    "Mixes some sixty small experts, each with one idea about you, and learns which of them hold. "
    "It comes knowing what people do who try to be random, and remembers you.",
    _make,
    level=5,
    strength=strength(),
    learns=True,
)
