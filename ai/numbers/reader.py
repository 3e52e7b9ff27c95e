"""`mind` in Numbers: `ai.sequence.predictor.Predictor` over four keys, its open mind and its
findings.

It predicts the most probable key, of several the lowest.

The data learned about a player are its start in that player's next match; new players can start
from the common part of all players of a machine (`local_start`). Surprise is measured in bits: a
key that had probability p costs -log2 p, so that blind guessing costs 2 bits a key. The mean over a
match, the code length of the keys under this model, is an upper bound of their entropy rate (Cover
and Thomas, "Elements of Information Theory", 2006, sections 4.2 and 5.4).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from ai.core import Agent
from ai.numbers.machine import DECISIONS, K, NumbersAgent, guessed, key_bars, running
from ai.sequence.accuracy import Accuracy
from ai.sequence.crowd import bell
from ai.sequence.experts import FAMILIES
from ai.sequence.mind_items import (
    FEWEST_FOR_RANK,
    KEEP,
    PEOPLE,
    Shares,
    Told,
    clear_habit,
    context_nodes,
    given_away,
    pair_counts,
    pairs_map,
    ranked,
    rate_meter,
    read_start,
    surest_moment,
)
from ai.sequence.predictor import ExpertView, Opinions, Predictor
from ai.sequence.reasons import NEAR_CHANCE, WHOLE, Seen, Words, contradicted, reason
from ai.sequence.sentences import BY_OTHERS, GUESSED, IDEA, REMEMBERED, expecting
from ai.sequence.state import AnyArray
from ai.sequence.surprise import Surprise
from ai.sequence.weights import MIND as FITTED
from games.agents import NOT_MEASURED, AgentSpec
from games.core import Decision, Event, Game, Limit
from games.mind import ContextTree, HeatMap, Mind, MindItem, Note, Ribbon
from games.numbers.rules import CHANCE_OF_HIT, KEYS, PERSON
from games.spec import Option, Params
from games.streams import Stream

CHANCE_BITS: Final = math.log2(K)
NAMES_SHOWN: Final = 6
"""How many kinds of habits the ribbon names; chosen so that they fit beside it."""
READ: Final = "Yet I read you: now and then, choose against your first thought."
"""The advice to a player who lost without a plain habit."""
SMOOTHED: Final = 6
"""How many keys a row of the ribbon is the mean of; chosen by eye."""
ATTENTION: Final = MappingProxyType({"easy": 0.42, "normal": 0.65, "hard": 0.8, "merciless": 1.0})
"""The share of keys that it reads at each level; it guesses the others blindly. By trial: at easy
the imitated person of attract mode gets through 100 keys unread in two matches of three."""
_DEPTH: Final = 3
"""How many keys the context tree looks back: as far as `Counts.after` goes."""
_PLAIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "favourites": "you favour some keys",
        "patterns": "your keys come in patterns",
        "steps": "you take the same steps",
        "rhythm": "you keep to a rhythm",
    }
)
"""What experts that count contexts say, taken together; habits have sentences of their own."""
GROUPS: Final = (*_PLAIN, *(name for name in FAMILIES if name not in ("staying", "copying")))
_RATE_HELP: Final = (
    "What a key of yours cost me on average. Your true rate is not above this but for "
    "the luck of a short game; pure chance has 2 bits (the mark)."
)
_BELL_HELP: Final = (
    "Where the curve is high, many people were that easy to read. At the left end every key is "
    "known beforehand, as of clockwork; at the right end it can only be guessed, as of dice. "
    "You are the pin. A rough comparison: they had other keys and other tasks."
)
_RANK_HELP: Final = (
    "Your bits a key beside those of people whose choices it was fitted to and "
    "tested on, each measured by a fit that had not seen that person. A rough comparison: they "
    "had other keys and other tasks."
)


def group_of(expert: str) -> str:
    """Return the one of GROUPS in which an expert (by its name) is shown."""
    if expert in FAMILIES:
        return expert
    if expert.endswith("favourites"):
        return "favourites"
    if expert.startswith("step"):
        return "steps"
    return "rhythm" if expert.startswith(("age", "run")) else "patterns"


def group_shares(experts: Iterable[ExpertView]) -> tuple[float, ...]:
    """Return the weight of each of GROUPS: the sum of its experts'."""
    shares = dict.fromkeys(GROUPS, 0.0)
    for expert in experts:
        shares[group_of(expert.name)] += expert.weight
    return tuple(shares.values())


def _group_shares_told(predictor: Predictor, said: Opinions) -> Told:
    """Return the sentence of each of GROUPS with its share; `said` were the `predictor`'s opinions
    then.
    """
    experts = predictor.told(said)
    return plain_sentences(experts), group_shares(experts)


def plain_sentences(experts: Iterable[ExpertView]) -> tuple[str, ...]:
    """Return the sentence of each of GROUPS; habits as these `experts` have them now."""
    now = {expert.name: expert.sentence for expert in experts}
    return tuple(_PLAIN.get(name) or now.get(name) or FAMILIES[name].sentence for name in GROUPS)


class Reader(NumbersAgent):
    """The predictor `mind`; `start` is what it learned about this player before, as text.

    Raises BadWeights or BadState (both `ValueError`) for a start that cannot be used.
    """

    restorable = True

    def __init__(self, start: str | None = None, level: str = "merciless") -> None:
        self.attention = ATTENTION[level]
        self._start = None if start is None else read_start(start, K, opponent=False)
        self.predictor = self._started()

    def _started(self) -> Predictor:
        return Predictor(K) if self._start is None else Predictor.from_arrays(self._start)

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Go back to the start."""
        super().begin(seats, game, params, rng)
        self.predictor = self._started()
        self.accuracy = Accuracy(CHANCE_OF_HIT)
        self.surprise = Surprise(K)
        self.shares = Shares(plain_sentences(()))
        self._seen, self._keys = Seen(K), Seen(K, kept=WHOLE)

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Predict the most probable key."""
        if self.attention < 1.0 and self.rng.below(100) >= round(100 * self.attention):
            return self._look_away(limit)
        forecast = self.predictor.predict()
        guess = int(np.argmax(forecast))
        if not limit.mind:
            return DECISIONS[guess]
        return Decision(KEYS[guess], self._open(guess), self.forecasts())

    def _look_away(self, limit: Limit) -> Decision:
        """Guess blindly."""
        guess = self.rng.below(K)
        if not limit.mind:
            return DECISIONS[guess]
        opened = (*guessed(KEYS, guess), *self._open(None)[2:])
        return Decision(KEYS[guess], opened, {PERSON: (CHANCE_OF_HIT,) * K})

    def forecasts(self) -> dict[int, tuple[float, ...]]:
        """Return the probability of each key of the person."""
        return {PERSON: tuple(self.predictor.predict().tolist())}

    def learn(self, key: int, guess: int) -> None:
        """Count what the key cost, then learn it."""
        predictor = self.predictor
        self.surprise.record(key, float(predictor.predict()[key]))
        if self.shares.tick():
            self.shares.keep(partial(_group_shares_told, predictor, predictor.opinions()))
        predictor.update(key)
        self._seen.add(key)
        self._keys.add(key)
        self.accuracy.record(key == guess)

    def learned_arrays(self) -> dict[str, AnyArray]:
        """Return all that it has learned about the player, earlier matches included."""
        return self.predictor.settled()

    # -- the open mind -----------------------------------------------------------------

    def mind(self) -> Mind:
        """Return the mind before a key; the prediction follows from it."""
        return self._open(None)

    def _open(self, guess: int | None) -> Mind:
        forecast = self.predictor.predict()
        return (
            note(self.predictor, self._seen, KEYS),
            key_bars(tuple(forecast.tolist()), guess),
            self._ribbon("What my forecasts rest on"),
            *self.surprise.series("key", spoken=True),
            _context_tree(self.predictor, KEYS),
            _contexts(self.predictor, KEYS),
            running(self.accuracy),
        )

    def _ribbon(self, title: str) -> Ribbon:
        text = (
            "How much each kind of habit spoke for what I expected, from the first key to "
            f"the last, as means of {SMOOTHED}. I learn which of them hold for you."
        )
        predictor = self.predictor
        known = None
        if predictor.observed:  # earlier matches speak before the first key of this one
            known = partial(_group_shares_told, predictor, predictor.opinions())
        return self.shares.ribbon(title, text, SMOOTHED, NAMES_SHOWN, known)

    # -- findings ----------------------------------------------------------------------

    def findings(self) -> Mind:
        """Return habits, the most guessable moment, the entropy rate, and other people beside
        it.
        """
        if not self.surprise.trials:
            return ()
        items: list[MindItem] = [*self._words(), rate_meter(self.surprise, "key", _RATE_HELP)]
        if self.surprise.trials >= FEWEST_FOR_RANK:
            share = self.surprise.rate / CHANCE_BITS
            items += [*bell(share, PEOPLE, _BELL_HELP, PERSON), *ranked(share, PEOPLE, _RANK_HELP)]
        return (*items, self._ribbon("How I read you"), self.surprise.closing_series("key"))

    def _words(self) -> list[Note]:
        helped = self.surprise.rate < CHANCE_BITS and self.accuracy.beats_chance
        idea = self.shares.largest() if helped else ""
        advice = READ if self.accuracy.beats_chance else KEEP
        words = [*given_away(self._keys, _fact_words(KEYS), idea, advice=advice)]
        surprise, surest = self.surprise, self.surprise.surest
        found = self.shares.in_words() if surprise.rate < CHANCE_BITS else ""
        if found:
            words.append(Note(f"How I read you, over the whole match: {found}."))
        else:
            words.append(Note("No habit helped me: I would have done as well by blind guessing."))
        if surest is not None and surest.probability > CHANCE_OF_HIT:
            words.append(Note(surest_moment(surest, "key", KEYS[surest.symbol])))
        return words


# -- what one forecast goes by -------------------------------------------------------------


def noticed(events: Sequence[Event], seat: int, text: str) -> str:
    """Return the clear habit of the player in a `seat` in the keys of `events`, as a clause."""
    seen = Seen(K, kept=WHOLE)
    for event in events:
        if event.kind == "key":
            seen.add(KEYS.index(event.data["key"]))
    return clear_habit(seen, _fact_words(KEYS))


@cache
def _fact_words(names: tuple[str, ...]) -> Words:
    """Return the words for facts about a player whose keys have these `names`."""
    round_about, back = "you go up the keys one by one", "you go down the keys one by one"
    return Words(names, "key", "pressed", "press", round_about, back, "go up one", "go down one")


def note(predictor: Predictor, seen: Seen, names: tuple[str, ...]) -> Note:
    """Return the expectation of `predictor` and its reason, in a sentence, from the rounds `seen`.

    `names` are the names of the keys.
    """
    forecast = predictor.predict()
    best = int(np.argmax(forecast))
    name = names[best]
    if forecast[best] <= NEAR_CHANCE / predictor.k:
        return Note(GUESSED.format(name))
    if not seen.own:
        return Note((REMEMBERED if predictor.observed else BY_OTHERS).format(name))
    fact = reason(seen, _fact_words(names), best)
    if fact is not None:  # counted from the keys: no part of what the ribbon weighs
        return Note(expecting(name, fact.forms), fact.sentence)
    told = _idea(predictor, seen, best)
    return Note(expecting(name, [IDEA.format(told)] if told else []), told)


def _idea(predictor: Predictor, seen: Seen, expected: int) -> str:
    """Return the largest idea for the `expected` key that the last keys do not contradict, ""
    without one.

    Ideas are kinds of habits, or, where there is an opponent, each expert's own.
    """
    experts = predictor.experts()
    said = [(expert.name, expert.sentence, expert.weight) for expert in experts]
    if not predictor.opponent:
        said = list(zip(GROUPS, plain_sentences(experts), group_shares(experts), strict=True))
    for name, sentence, share in sorted(said, key=lambda idea: -idea[2]):
        family = FAMILIES.get(name)
        favoured = family is not None and sentence == family.sentence
        if share > 0.0 and not (family and contradicted(seen, name, favoured, expected)):
            return sentence
    return ""


def open_mind(predictor: Predictor, seen: Seen, names: tuple[str, ...]) -> Mind:
    """Return the mind of `predictor` before a key, for any number of keys with these `names`.

    `seen` are the player's last keys.
    """
    forecast = predictor.predict().tolist()
    bars = key_bars(forecast, None, names)
    tree, contexts = _context_tree(predictor, names), _contexts(predictor, names)
    return (note(predictor, seen, names), bars, tree, contexts)


# -- pictures --------------------------------------------------------------------------------


def _context_tree(predictor: Predictor, names: tuple[str, ...]) -> ContextTree:
    """Return the counts of `predictor` after no, one, two and three keys, with these `names`, as a
    tree.
    """

    def label(context: tuple[int, ...], best: int) -> str:
        """Return a `context` of keys with the key that followed it most: `best`, or -1."""
        after = f"after {' '.join(names[symbol] for symbol in context)}" if context else "in all"
        return f"{after}: {names[best] if best >= 0 else 'not yet'}"

    return ContextTree(
        "What follows what",
        context_nodes(predictor, predictor.last(_DEPTH), label),
        help="Each branch looks one key further back. The thick path is in use: your last keys. "
        "A disc's area is how often the keys came, the bar how sure I am of the key after them "
        "by these counts alone, with one imagined observation of each key. Old counts fade.",
    )


def _contexts(predictor: Predictor, names: tuple[str, ...]) -> HeatMap:
    """Return the table of pairs of keys as the original shows it, from the counts of `predictor`.

    One imagined observation of each key is added.
    """
    k = predictor.k
    pairs = pair_counts(predictor).reshape(k * k, k) + 1.0
    before, last = predictor.last(2)
    text = (
        "One row for each pair of keys, one column for the key after it. The outlined row "
        "is in use now. This is one of my many experts."
    )
    values = (pairs / pairs.sum(axis=1, keepdims=True)).tolist()
    return pairs_map("What followed each pair of keys", names, values, k * before + last, text)


# -- the catalogue ---------------------------------------------------------------------------


def strength(card: Mapping[str, Any]) -> str:
    """Return the measured sentence of a card of weights, or the one for unmeasured weights."""
    try:
        tested = card["people_left_out"]
        aloud, typed, taps = (
            -tested[name]["percent"] for name in ("rng10_towse", "rng10_webform", "bin_taps")
        )
        blind = card["uniform_4"]["bits"]
    except (KeyError, TypeError):
        return NOT_MEASURED
    return (
        f"On people it had not seen, their choices surprised it less than they surprised the "
        f"Pair counter: by {aloud:.1f}% for digits said aloud, {typed:.1f}% for typed digits and "
        f"{taps:.1f}% for taps on two keys. Keys of pure chance cost it {blind:.2f} bits each; "
        "2 would be perfect."
    )


def measure(card: Mapping[str, Any]) -> float | None:
    """Return how often it foresaw digits that people spoke, as a multiple of chance, 1 in 10.

    It had not seen these people. None where the `card` has no figure.
    """
    try:
        return float(card["people_left_out"]["rng10_towse"]["accuracy"]) / 10.0
    except (KeyError, TypeError, ValueError):
        return None


def _make(options: Mapping[str, Any], start: str | None) -> Agent:
    return Reader(start, options.get("level", LEVEL.default))


LEVEL: Final = Option(
    *("level", "Level", "choice", "merciless"),
    hidden=True,  # the row of levels sets it
    choices=tuple(ATTENTION),
    help="How many of your keys it reads: fewer than half at easy, all at merciless. It guesses "
    "the others.",
)
MIND: Final = AgentSpec(
    "mind",
    "Mind reader",
    "Mixes some sixty small experts, each with one idea about you, and learns which of them hold. "
    "It comes knowing what people do who try to be random, and remembers you.",
    _make,
    level=5,
    options=(LEVEL,),
    learns=True,
    weights=(FITTED,),
    retold=lambda spec: replace(spec, strength=strength(FITTED.card), measure=measure(FITTED.card)),
    rank="student of habits",
    line="Has met people who tried to be random.",
)
