"""The open mind of `sensei` in plain words: the reasons for its forecast, and their shares.

The experts of the predictor (`ai.sequence.predictor`) and the theories of mind
(`ai.zerosum.theories`) differ in their sentence about the player. A *band* is one such sentence
("you avoid repeats", "you counter my moves"), an *idea* the longer sentence of one expert or
theory. Shares of bands and ideas are parts of the probability of the expected move: for a theory
its contribution, if it gives the move more than chance. The predictor's own share is divided among
its experts by how much each speaks for that move. They sum to 1 or, where no expert speaks yet, to
less. A plain fact about the player (`ai.sequence.reasons`) needs no thought: where one explains the
move, theories of a higher rung count on the fact's rung for that move.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from ai.karate.fighter import in_full
from ai.sequence.experts import FAMILIES
from ai.sequence.mind_items import Shares, Told, context_nodes
from ai.sequence.predictor import Experts, Opinions
from ai.sequence.reasons import Seen, contradicted
from ai.zerosum.budget import SafetyBudget
from ai.zerosum.mixing import TheoryBelief
from ai.zerosum.sensei import HabitForecaster, TheoryForecaster
from ai.zerosum.theories import Theory
from games.arrays import FloatArray, IntArray
from games.mind import ContextTree, Gauge, Lines, Meter, Ribbon

LADDER: Final = (
    ("1: you have habits", "I think you follow your habits."),
    ("2: you answer mine", "I think you have seen my habits and counter them."),
    ("3: you expect my answer", "I think you know that I read you, and counter my answer."),
    ("4: one step further", "I think you expect me to see your counter coming."),
    ("5: two steps further", "I think you expect me to see that you see through me."),
    ("6: three steps or more", "I think you think three steps further than your habits, or more."),
)
"""The levels of `ai.zerosum.theories` as a player reads them: a label and a sentence."""
LABELS: Final = tuple(label for label, _ in LADDER)
SENTENCES: Final = tuple(sentence for _, sentence in LADDER)
LADDER_HELP: Final = (
    "Each line beats the one above: your habits, your answer to my reading of them, your answer "
    "to mine, and so on. The shares say how much each counts in what I expect."
)
TOLD: Final = (
    "Mostly I thought you followed your habits.",
    "Mostly I thought you had seen my habits and countered them.",
    "Mostly I thought you knew that I read you, and countered my answer.",
    "Mostly I thought you expected me to see your counter coming.",
    "Mostly I thought you expected me to see that you see through me.",
    "Mostly I thought you were three steps ahead of your habits, or more.",
)
"""The same at the end of a match, when the opponent speaks itself."""
FEWEST_SEEN: Final = 3
"""Of a player of whom it has seen fewer moves it says that it knows too little; chosen: one pair
of moves and what followed it."""
UNSEEN_LADDER: Final = "I cannot know yet; this is what I begin with."
UNSEEN_LABELS: Final = (
    "1: most have habits",
    "2: some answer mine",
    "3: some expect my answer",
    "4: one step further",
    "5: two steps further",
    "6: three steps or more",
)
"""The rungs of an unknown player: what is expected of all people, not of this player."""
TOLD_HELP: Final = (
    "Each line beats the one above: your habits, your answer to my reading of them, your answer "
    "to mine, and so on. The shares are averages over the match."
)
RIBBON_HELP: Final = "How much each idea about you carried the forecasts, from the first round on."
LAST_ROUNDS: Final = (
    "How much each idea about you carried my forecasts; the figures are those of the last rounds."
)
BANDS: Final = (
    "you favour some moves",
    "you repeat orders of moves",
    "you repeat moves",
    "you return to earlier moves",
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
    {"repeating": "you avoid repeats", "old keys": "you stay with recent moves"}
)
IDEAS_SHOWN: Final = 4
"""The most ideas in a list; chosen to fit into the panel."""
REFRESHED: Final = 4
"""The experts are asked once in this many rounds; chosen, as asking costs as much as a forecast."""
SMOOTHED: Final = 4
"""How many rounds a row of the ribbon is the mean of; chosen by eye."""
_EQUAL: Final = 1e-9
"""Probabilities that differ by less are equal: sums in another order round otherwise."""
PATH: Final = 3
"""How many moves the context tree looks back: as far as `Counts.after` goes."""


@functools.cache
def band_of_expert(name: str) -> int:
    """Return the band of one of the predictor's experts, by its `name`."""
    if name in FAMILIES:
        return _BAND_OF_FAMILY.get(name, ORDER)
    if name.startswith("foresight"):
        return COUNTER
    if name.startswith(_REACTIONS):
        return REACT
    return FAVOUR if name.endswith("favourites") else ORDER


def band_of_theory(theory: Theory) -> int:
    """Return the band of a `theory` that is not the predictor itself."""
    if theory.level:
        return (COUNTER, ANSWER, FURTHER)[min(theory.level, 3) - 1]
    return _BAND_OF_BASE.get(theory.base.removesuffix(", all"), ORDER)


_IN_KARATE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "you repeat": "you repeat the same move",
        "you climb": "you take the next button",
        "you descend or jump": "you go back, or skip buttons",
        "you keep your direction": "you go on along the buttons",
        "you turn back": "you turn back along the buttons",
        "you jump far": "you jump far along the buttons",
        "you stay near": "you stay near the last button",
        "you like the end keys": "you like the buttons at the ends",
        "you like the middle keys": "you like the buttons in the middle",
        "you stay after a win": "you keep a move that won",
        "you change after a win": "you change a move that won",
    }
)
"""Sentences of `FAMILIES` that say something else of four moves on buttons."""


@functools.lru_cache(maxsize=256)
def in_karate_words(sentence: str) -> str:
    """Return a sentence about keys and symbols as one about moves; the opponent is who speaks."""
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
        ("earlier keys", "earlier moves"),
        ("recent keys", "recent moves"),
        ("one key", "one move"),
        ("one symbol by the same next one", "a move by the same next one"),
        ("symbols", "moves"),
        ("symbol", "move"),
        ("you like certain steps from move to move", "you go from move to move in the same way"),
        ("you like certain steps", "you go from move to move in the same way"),
    ):
        sentence = sentence.replace(before, after)
    return sentence


class Sayings:
    """The sentences met about a player, in the order in which they came.

    `near` (sentences,) has the group of each: sentences of a group differ only in how many rounds
    they look back.
    """

    def __init__(self) -> None:
        self.near: IntArray = np.zeros(0, dtype=np.int64)
        self.groups: list[list[int]] = []
        self._known: dict[str, int] = {}
        self._all: list[str] = []
        self._nearest: dict[str, int] = {}

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self._all)

    def place(self, sentence: str) -> int:
        """Return the place of a `sentence`, which is met now if it was not before."""
        found = self._known.get(sentence)
        if found is None:
            found = self._known[sentence] = len(self._all)
            self._all.append(sentence)
            group = self._nearest.setdefault(_near(sentence), len(self.groups))
            if group == len(self.groups):
                self.groups.append([])
            self.groups[group].append(found)
            self.near = np.append(self.near, group)
        return found

    def largest(self, group: int, shares: Sequence[float]) -> str:
        """Return the sentence of a `group` with the largest of the `shares`, as all have."""
        return min((-shares[place], self._all[place]) for place in self.groups[group])[1]


class Voices(NamedTuple):
    """Ideas as they speak for a move: of each its sentence, by its place among `sayings`, its rung
    of `LADDER` and its share, (ideas,) each."""

    sayings: Sayings
    places: IntArray
    rungs: IntArray
    shares: FloatArray


class Bands:
    """The share of each of `BANDS` in the forecasts of a `forecaster`; `shares` over the match."""

    def __init__(self, forecaster: HabitForecaster) -> None:
        self.shares = Shares(BANDS)
        self._forecaster = forecaster
        self._theory = forecaster if isinstance(forecaster, TheoryForecaster) else None
        self._split: FloatArray = np.zeros(len(BANDS))
        self._labels: tuple[str, ...] = BANDS
        self._levels: FloatArray = np.zeros(len(LADDER))
        self._carried: tuple[int, FloatArray] | None = None
        self._sayings, self._in_karate = Sayings(), dict[str, int]()
        self._theory_places: list[int] = []
        self._theory_rungs: list[int] = []
        if self._theory is not None:
            self._places = _places(self._theory.bank.about)
            (_, *said), self._theory_ideas = _sayings(self._theory.bank.about)
            self._theory_places = [self._sayings.place(sentence) for _, sentence in said]
            self._theory_rungs = [level for level, _ in said]

    def record(self, expected: int) -> None:
        """Keep the shares in the present forecast of the `expected` move, which must be made."""
        shares, carried = self.shares, self._carried
        self._carried = None
        due = shares.seen % max(REFRESHED, shares.stride) == 0
        if not shares.tick():
            return
        said = self._forecaster.predictor.opinions(expected) if due else None
        believed: Believed | FloatArray | None = None
        if self._theory is not None:
            known = carried is not None and carried[0] == expected
            believed = carried[1] if known and carried else believed_of(self._theory, expected)
        shares.keep(partial(self._told, said, believed))

    def _told(self, said: Opinions | None, believed: Believed | FloatArray | None) -> Told:
        """Return the shares of a moment.

        `said` are the experts' opinions (None: as before), `believed` the belief in theories, or
        each theory's contribution where that is known already.
        """
        if said is not None:
            experts = self._forecaster.predictor.told(said)
            self._split, self._labels = _split(experts), _band_labels(experts)
        now = self._split
        if believed is not None:
            weights = brought(believed) if isinstance(believed, Believed) else believed
            self._levels += self._rungs(weights, self._split)
            places = self._places
            now = weights @ places.bands + (weights @ places.habits) * self._split
        return self._labels, now.tolist()

    def _rungs(self, weights: FloatArray, split: FloatArray) -> FloatArray:
        """Return the contribution of each rung of `LADDER` to a move, (rungs,), by `weights` and
        `split`.
        """
        levels = np.bincount(self._places.levels, weights, len(LADDER)).astype(np.float64)
        countering = float(weights @ self._places.habits) * float(split[COUNTER])
        levels[0] -= countering
        levels[1] += countering
        return np.asarray(levels)

    def carried(self, expected: int) -> FloatArray:
        """Return each theory's contribution to the `expected` move, as `brought`, once a round."""
        assert self._theory is not None, "only a mind with theories has any"
        if self._carried is None or self._carried[0] != expected:
            self._carried = expected, brought(believed_of(self._theory, expected))
        return self._carried[1]

    def voices(self, expected: int, experts: Experts) -> Voices:
        """Return the ideas for the `expected` move, with their shares in the probability of that
        move.

        `experts` are the predictor's, for that move.
        """
        sayings, known = self._sayings, self._in_karate
        own, places, rungs = 1.0, [], list[int]()
        shares: FloatArray = np.zeros(0)
        if self._theory is not None:
            count = len(self._theory_places) + 1
            summed = np.bincount(self._theory_ideas, self.carried(expected), count)
            own, shares = float(summed[0]), summed[1:].astype(np.float64)
            places, rungs = self._theory_places, self._theory_rungs
        for sentence in experts.sentences:
            if sentence not in known:
                known[sentence] = sayings.place(in_karate_words(sentence))
        places = [*places, *map(known.__getitem__, experts.sentences)]
        countering = (_bands_of(experts.names) == COUNTER).astype(np.int64)
        return Voices(
            sayings,
            np.array(places),
            np.concatenate([rungs, countering]),
            np.concatenate([shares, own * np.array(experts.weights)]),
        )

    def ribbon(self, title: str, text: str = RIBBON_HELP) -> Ribbon:
        """Return a ribbon called `title` of the shares over time; `text` is the help."""
        return self.shares.ribbon(title, text, SMOOTHED)

    def gauge(self, title: str, expected: int, experts: Experts, rung: int | None = None) -> Gauge:
        """Return a gauge called `title`: the depth of the player's thinking as believed now.

        `expected` is the likeliest move, `experts` are the predictor's as they are now, and `rung`
        is the rung of the plain fact that explains the move, if any.
        """
        levels = self._rungs(self.carried(expected), _split(experts))
        if rung is not None:
            levels[rung] += levels[rung + 1 :].sum()
            levels[rung + 1 :] = 0.0
        return _gauge(title, levels, SENTENCES, LADDER_HELP)

    def closing_gauge(self, title: str, told: int, turned: str = "") -> Gauge:
        """Return the same gauge for the whole match under this `title`, for its end.

        The rungs above `told` count on it; `turned` are words for a player who changed.
        """
        self.shares.work_out()
        levels = self._levels / (self._levels.sum() or 1.0)
        levels[told] += levels[told + 1 :].sum()
        levels[told + 1 :] = 0.0
        gauge = _gauge(title, levels, TOLD, TOLD_HELP)
        return replace(gauge, sentence=turned) if turned else gauge


def _gauge(title: str, levels: FloatArray, sentences: Sequence[str], text: str) -> Gauge:
    """Return a gauge called `title` of the shares of the rungs, `levels`, with the help `text`."""
    index = int(levels.argmax())
    return Gauge(title, LABELS, tuple(levels.tolist()), index, sentences[index], help=text)


class Believed(NamedTuple):
    """The belief in theories at one moment, and the `chance` (theories,) that each gave the
    expected one of `k` moves.
    """

    standing: TheoryBelief
    chance: FloatArray
    k: int


def believed_of(forecaster: TheoryForecaster, expected: int) -> Believed:
    """Return the theories of `forecaster` and their chances for the `expected` move, copied."""
    theories = forecaster.bank.theories
    chance = theories[:, expected].copy()
    return Believed(forecaster.mixture.standing(), chance, theories.shape[1])


def brought(believed: Believed) -> FloatArray:
    """Return the contribution of each theory in `believed` to the expected move, (theories,), sum
    1.

    A theory that gave the move no more than chance contributed 0; if all did, all is 0.
    """
    chance = believed.chance
    favoured = chance * believed.k > 1.0 + _EQUAL
    shares = np.where(favoured, believed.standing.weights() * chance, 0.0)
    return np.asarray(shares / (shares.sum() or 1.0))


def _split(experts: Experts) -> FloatArray:
    """Return the share of each band in the predictor's forecast, (bands,), by its `experts`."""
    bands = _bands_of(experts.names)
    return np.bincount(bands, experts.weights, len(BANDS)).astype(np.float64)


@functools.lru_cache(maxsize=32)
def _bands_of(names: tuple[str, ...]) -> IntArray:
    """Return the band of each of the predictor's experts, by their `names`."""
    return np.array([band_of_expert(name) for name in names])


def _band_labels(experts: Experts) -> tuple[str, ...]:
    """Return band labels; a band whose `experts` now argue the opposite gets the opposite's
    label.
    """
    names = list(BANDS)
    for name, sentence in zip(experts.names, experts.sentences, strict=True):
        if name in _OPPOSITES and sentence == FAMILIES[name].opposite:
            names[_BAND_OF_FAMILY[name]] = _OPPOSITES[name]
    return tuple(names)


def _is_predictor(theory: Theory) -> bool:
    """Return whether a `theory` is what the predictor expects by itself."""
    return not theory.level and theory.base == "predictor"


class _Places(NamedTuple):
    """The place of theories: their bands (theories, bands), whether they are the predictor itself
    (theories,), which has none, and their rungs (theories,).
    """

    bands: FloatArray
    habits: FloatArray
    levels: IntArray


@functools.lru_cache(maxsize=9)
def _places(about: tuple[Theory, ...]) -> _Places:
    """Return the places of the theories of `about`."""
    habits = np.array([_is_predictor(theory) for theory in about])
    bands = np.zeros((len(about), len(BANDS)))
    for row in np.flatnonzero(~habits).tolist():
        bands[row, band_of_theory(about[row])] = 1.0
    return _Places(bands, habits.astype(float), np.array([theory.level for theory in about]))


def ideas(told: Voices, rung: int | None = None) -> Iterator[tuple[str, float]]:
    """Yield every idea in `told` with its share, the largest first.

    Ideas that differ only in how many rounds they look back count as one, in the words of the
    largest. With a `rung` of `LADDER` only the ideas on it.
    """
    sayings = told.sayings
    shares = told.shares if rung is None else told.shares * (told.rungs == rung)
    single = np.bincount(told.places, shares, len(sayings))
    # Versions of Python add floats differently in the last bits: equal shares have to stay equal.
    summed = np.bincount(sayings.near, single, len(sayings.groups)).round(12)
    order, each = np.argsort(-summed, kind="stable").tolist(), single.tolist()
    for share, alike in itertools.groupby(order, summed.tolist().__getitem__):
        if share <= 0.0:
            return
        for sentence in sorted(sayings.largest(group, each) for group in alike):
            yield sentence, share


@functools.lru_cache(maxsize=9)
def _sayings(about: tuple[Theory, ...]) -> tuple[list[tuple[int, str]], IntArray]:
    """Return the sentences of theories, each with its level, and the place of each of `about` in
    them.

    The first is the predictor's own.
    """
    said, places = {(0, ""): 0}, []
    for theory in about:
        key = (0, "") if _is_predictor(theory) else (theory.level, theory.sentence)
        places.append(said.setdefault(key, len(said)))
    return list(said), np.array(places)


_FAR: Final = re.compile(r"\b(lately|last|two|three|four|five|six|eight|moves?|changes?) ?")
"""Words that say how far back an idea looks."""


@functools.cache
def _near(sentence: str) -> str:
    """Return a `sentence` without how far back it looks."""
    return _FAR.sub("", sentence)


@functools.cache
def _families() -> Mapping[str, tuple[str, bool]]:
    """Return the family behind each sentence about habits, and whether the sentence favours it."""
    said = {"you repeat the same move": ("repeating", True)}
    for name, family in FAMILIES.items():
        said[in_karate_words(family.sentence)] = name, True
        said[in_karate_words(family.opposite)] = name, False
    return MappingProxyType(said)


_REACHES: Final = re.compile(r"\b(?:last(?: (two|three|four|five|six|eight))?|lately|before)\b")
"""Words that speak of rounds before this one."""
LONGEST_TOLD: Final = 9
"""No sentence speaks of more rounds than this: the last eight changes."""
_ROUNDS: Final[Mapping[str, int]] = MappingProxyType(
    {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8}
)


@functools.cache
def rounds_told(sentence: str) -> int:
    """Return how many rounds back a `sentence` about a player goes; a change takes two."""
    found = [_ROUNDS.get(number, 1) for number in _REACHES.findall(sentence)]
    return max(found, default=0) + (1 if found and "change" in sentence else 0)


def likeliest_idea(
    told: Iterable[tuple[str, float]], seen: Seen, expected: int, known: bool = False
) -> str:
    """Return the first of the ideas `told` that can be the reason for the `expected` move, or "".

    An idea cannot be the reason where the rounds last `seen` contradict it, nor where it speaks of
    more rounds than there were. For a player who is `known` from another match, no other idea
    replaces it.
    """
    for sentence, share in told:
        family = _families().get(sentence)
        if share <= 0.0 or (family is not None and contradicted(seen, *family, expected)):
            continue
        if rounds_told(sentence) <= len(seen):
            return sentence
        if known:
            return ""
    return ""


def idea_lines(title: str, told: Iterable[tuple[str, float]]) -> Lines:
    """Return lines called `title` with the largest of the ideas `told`, which are in that order."""
    rows = tuple(itertools.islice(told, IDEAS_SHOWN))
    return Lines(title, rows, "%", help="How much each speaks for what I expect of you now.")


def meter(budget: SafetyBudget) -> Meter:
    """Return a meter of the sum that may still be lost, and the one guaranteed, by the `budget`."""
    return Meter(
        "What I still dare to stake",
        budget.left,
        0.0,
        budget.ceiling,
        budget.start,
        "",
        help="Winning refills it; at zero I fall back on the unbeatable mix. "
        + _guaranteed(budget.floor),
    )


def _guaranteed(floor: float) -> str:
    """Return the meaning of `SafetyBudget.floor` in words."""
    if floor > 0.0:
        return f"{floor:.4g} points are mine by now, on average over my draws, come what may."
    return (
        f"Even to someone who sees my mix I cannot lose more than {-floor:.4g} points, on "
        "average over my draws."
    )


@functools.lru_cache(maxsize=1024)
def _followed(short: tuple[str, ...], context: tuple[int, ...], best: int) -> str:
    """Return a `context` of moves, called `short`, with what followed most: `best`, or -1."""
    after = " ".join(short[move] for move in context) if context else "in all"
    if len(context) == 1:
        after = f"after {after}"
    return f"{after}: {short[best] if best >= 0 else 'new'}"


def tree(
    forecaster: HabitForecaster, recent: tuple[int, ...], short: tuple[str, ...]
) -> ContextTree:
    """Return the moves that followed the player's last moves in the counts of `forecaster`.

    The last moves are `recent`, the newest last, at most `PATH`; `short` are the names of the
    moves.
    """

    return ContextTree(
        "What followed your last moves",
        context_nodes(forecaster.predictor, recent, partial(_followed, short)),
        help=f"{in_full(short)}Each branch looks one move further back; the thick path is in use. "
        "Disc: how often it came. Bar: how sure the count is of the move it names.",
    )
