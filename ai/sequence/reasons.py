"""Plain reasons for an expected choice: rules that a player has kept, and how surely.

A *rule* names, from the symbols before, the one symbol that comes next: the last one again, the one
two back, the other side's last one. Over the rounds in which the rule names a symbol it is right
for a share of them, and chance alone is right for 1/k. Over the last n such rounds with share s the
rule has explained

    n * (s * log2(s * k) + (1 - s) * log2((1 - s) * k / (k - 1)))

bits: n times the divergence of s from 1/k, the evidence for s against chance (Kullback and Leibler,
"On information and sufficiency", 1951). n is chosen where that is most: a habit is found for the
time that it held and no longer. A symbol that was kept away from counts alike, by a share below
1/k.

A `Fact` is a rule with at least `ENOUGH` bits, in words that are true of the rounds seen. A reader
that expects the rule's symbol can give the fact as its reason; the largest comes first.

Without a fact, ideas of a forecast are the reason (`ai.sequence.predictor.Predictor.experts`),
except those that the last rounds contradict: `contradicted`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ai.sequence.sentences import forms, simplest

WHOLE: Final = 2000
"""How many rounds of a match are looked at for a habit: no match is longer."""
WINDOW: Final = 24
"""How many rounds back a rule is looked for; chosen: about what a player remembers of a match."""
ENOUGH: Final = 6.0
"""Bits that make a rule a fact. Chosen: chance gives one rule as much in fewer than one of sixty
rounds; one symbol four times in a row has it for k = 4, two in turn three times each."""
NEAR_CHANCE: Final = 1.2
"""Up to so many times 1/k a forecast has no reason worth telling; chosen: 30% for k = 4, which is
within what the forecasts of pure chance reach (25 to 34% over keys drawn at random)."""
LONGEST_ROUND: Final = 6
"""The longest round of symbols that is looked for; chosen, as nobody sees longer ones at once."""
_ALWAYS: Final = 0.999
"""A share above which the rule was kept every time, up to rounding."""


ORDER, ANSWER, COUNTER = 1, 2, 3
"""Depths of facts beyond a choice that comes often or is repeated, which is 0."""
LAST: Final = 12
"""How many of the last rounds can contradict a sentence; chosen: half of `WINDOW`, as a sentence is
about now."""


class Words(NamedTuple):
    """A game's names for choices.

    - `names` are the names of the symbols, `noun` is one choice ("move").
    - `did` is the verb of a choice in the past ("played"), `does` in the present ("play").
    - `upwards` and `downwards` mean going on from each symbol to the next, after the last to the
      first, or the other way round; `goes_on` and `goes_back` are one such step.
    """

    names: tuple[str, ...]
    noun: str
    did: str
    does: str
    upwards: str
    downwards: str
    goes_on: str
    goes_back: str


class Fact(NamedTuple):
    """A true sentence about the player and its bits.

    `counters` marks a sentence about an answer to the other side's choices. The less `depth`, the
    simpler the idea: a choice that comes often, an order, an answer to what happened, a counter.
    `brief` is a shorter sentence, "" where there is none.
    """

    sentence: str
    bits: float
    counters: bool = False
    depth: int = 0
    brief: str = ""

    @property
    def forms(self) -> list[str]:
        """The sentence, from its fullest form to its shortest."""
        return list(forms(self.sentence, self.brief))


class Seen:
    """The last rounds of a player, oldest first.

    `own` are the player's symbols, `other` the other side's (-1 where there is none), `won` is 1, 0
    or -1 by the player's gain.
    """

    def __init__(
        self, k: int, beats: Sequence[int] | None = None, kept: int = WINDOW + LONGEST_ROUND
    ) -> None:
        """For `k` symbols; `beats`, if any, is the player's best answer to each of the other's.

        The last `kept` rounds are kept.
        """
        self.k, self.beats, self.kept = k, beats, kept
        self.own: list[int] = []
        self.other: list[int] = []
        self.won: list[int] = []
        self.run = 0
        """How often the last symbol came in a row."""
        self.trials = 0
        """How many rounds were seen, those among them that are not kept any more."""
        self._kept_by: dict[Rule, tuple[int, list[int]]] = {}

    def add(self, own: int, other: int = -1, won: int = 0) -> None:
        """See a round, and whether it was `won`; the last `kept` are remembered."""
        self.run = self.run + 1 if self.own[-1:] == [own] else 1
        self.trials += 1
        for row, value in ((self.own, own), (self.other, other), (self.won, won)):
            row.append(value)
            del row[: -self.kept]

    def part(self, first: int, end: int) -> Seen:
        """Return the kept rounds from `first` to `end` by themselves."""
        found = Seen(self.k, self.beats, self.kept)
        for place in range(first, end):
            found.add(self.own[place], self.other[place], self.won[place])
        return found

    def __len__(self) -> int:
        """Return the number of rounds that are kept."""
        return len(self.own)

    def kept_by(self, rule: Rule) -> list[int]:
        """Return, for each of the last `WINDOW` rounds at most, 1 if it kept to a `rule`, else 0;
        newest last.

        -1 stands for a round for which the rule named no symbol. A rule is asked about a round
        once. The exception looks back over all rounds, so its symbol changes when rounds are
        forgotten.
        """
        own = self.own
        if rule is _oldest:
            return [-1 if n < 0 else int(n == s) for n, s in zip(self.oldest(), own, strict=False)][
                -WINDOW:
            ]
        until, found = self._kept_by.get(rule, (0, []))
        for place in range(len(own) - min(self.trials - until, WINDOW, len(own)), len(own)):
            named = rule(self, place)
            found.append(-1 if named < 0 else int(named == own[place]))
        del found[:-WINDOW]
        self._kept_by[rule] = self.trials, found
        return found

    def oldest(self) -> list[int]:
        """Return for each round that is kept, and the one to come, the symbol left alone longest.

        -1 until each has come.
        """
        recent: list[int] = []
        found = [-1]
        for symbol in self.own:
            if symbol in recent:
                recent.remove(symbol)
            recent.append(symbol)
            found.append(recent[0] if len(recent) == self.k else -1)
        return found


Rule = Callable[[Seen, int], int]
"""Names the symbol of round `place` from those before it, or -1 for none."""


@functools.cache
def _back(rounds: int) -> Rule:
    """Return the rule that names the symbol this number of `rounds` before."""
    return lambda seen, place: seen.own[place - rounds] if place >= rounds else -1


@functools.cache
def _beside(step: int) -> Rule:
    """Return the symbol beside the last one, the first following the last."""
    return lambda seen, place: (seen.own[place - 1] + step) % seen.k if place else -1


def _copy(seen: Seen, place: int) -> int:
    return seen.other[place - 1] if place else -1


def _beat(seen: Seen, place: int) -> int:
    last = seen.other[place - 1] if place else -1
    return -1 if last < 0 or seen.beats is None else seen.beats[last]


@functools.cache
def _after(result: int, step: int) -> Rule:
    """Return the rule "`step` symbols on from the last one", after a win (1), a draw (0) or a loss
    (-1).
    """

    def rule(seen: Seen, place: int) -> int:
        applies = place and seen.won[place - 1] == result
        return (seen.own[place - 1] + step) % seen.k if applies else -1

    return rule


def _oldest(seen: Seen, place: int) -> int:
    """Return the symbol that was left alone longest, once each has come."""
    met = set[int]()
    for symbol in reversed(seen.own[:place]):
        met.add(symbol)
        if len(met) == seen.k:
            return symbol
    return -1


@functools.cache
def _constant(symbol: int) -> Rule:
    return lambda seen, place: symbol


class RuleRecord(NamedTuple):
    """The record of a rule: the last `trials` rounds it spoke for, their `hits`, and the bits."""

    trials: int
    hits: int
    bits: float


@functools.cache
def explained(hits: int, trials: int, k: int) -> float:
    """Return the bits that `hits` in `trials` explain against 1 in `k`."""
    share = hits / trials
    bits = share * math.log2(share * k) if hits else 0.0
    if hits < trials:
        bits += (1.0 - share) * math.log2((1.0 - share) * k / (k - 1))
    return trials * bits


@functools.cache
def _explained(k: int) -> Sequence[Sequence[float]]:
    """Return `explained` by trials and hits, up to `WINDOW`; one symbol alone explains nothing."""
    return [
        [explained(hits, trials, k) if trials and k > 1 else 0.0 for hits in range(trials + 1)]
        for trials in range(WINDOW + 1)
    ]


def record(seen: Seen, rule: Rule) -> RuleRecord:
    """Return the record of a `rule` over the last rounds `seen`: the number of rounds with the most
    bits.
    """
    bits = _explained(seen.k)
    best, most, hits, trials = (0, 0), 0.0, 0, 0
    for hit in reversed(seen.kept_by(rule)):
        if hit < 0:
            continue
        trials += 1
        hits += hit
        if bits[trials][hits] > most:
            most, best = bits[trials][hits], (trials, hits)
    return RuleRecord(*best, most)


class Case(NamedTuple):
    """The rounds seen, the words to describe them in, and the expected symbol."""

    seen: Seen
    words: Words
    expected: int


def facts(seen: Seen, words: Words, expected: int) -> list[Fact]:
    """Return all that makes the `expected` symbol likely next, the surest first.

    Facts are about what was `seen`, in a game's `words`.
    """
    found = [fact for fact in _all(Case(seen, words, expected)) if fact.bits >= ENOUGH]
    return sorted(found, key=lambda fact: -fact.bits)


def reason(seen: Seen, words: Words, expected: int) -> Fact | None:
    """Return the simplest of the `facts` that explains nearly as much as the surest, if there is
    one.
    """
    found = sorted(facts(seen, words, expected), key=lambda fact: (fact.depth, -fact.bits))
    rounds = min(len(seen), WINDOW)
    costs = [math.log2(seen.k) - fact.bits / rounds for fact in found]
    return simplest(found, costs)


def _all(case: Case) -> Iterator[Fact]:
    yield from _again(case)
    orders = list(_rounds(case))
    for step, told in ((1, case.words.upwards), (-1, case.words.downwards)):
        orders += _kept(case, _beside(step), told, "")
    orders = [fact._replace(depth=ORDER) for fact in orders]
    yield from orders
    # of two symbols it is the one that was not chosen last; in an order nobody would say so
    if case.seen.k > 2 and not any(fact.bits >= ENOUGH for fact in orders):
        often = f"you go back to the {case.words.noun} you left alone longest"
        yield from (fact._replace(depth=ORDER) for fact in _kept(case, _oldest, often, ""))
    yield from _answers(case)
    yield from _results(case)
    yield from _favourite(case)


def _kept(case: Case, rule: Rule, often: str, never: str) -> Iterator[Fact]:
    """Yield the fact that a `rule` is kept (`often`) or kept away from (`never`); "" for no
    sentence.

    Yields none where the rule is no evidence for the expected symbol.
    """
    seen, named = case.seen, rule(case.seen, len(case.seen))
    foreseen = named == case.expected
    if named < 0 or not (often if foreseen else never):
        return
    trials, hits, bits = record(seen, rule)
    if trials and foreseen == (hits * seen.k > trials):
        told = _counted(often, hits, trials) if foreseen else _counted(never, trials - hits, trials)
        yield Fact(told, bits)


def _counted(sentence: str, hits: int, trials: int) -> str:
    """Return a `sentence` with how often it held, where that was not every time."""
    if hits > _ALWAYS * trials:
        return sentence
    return f"{sentence} ({hits} of the last {trials} times)"


def _again(case: Case) -> Iterator[Fact]:
    """Yield one symbol in a row, or never the same twice."""
    seen, words, _ = case
    often, never = f"you repeat your last {words.noun}", f"you avoid repeating a {words.noun}"
    for fact in _kept(case, _back(1), often, never):
        if fact.sentence == often:
            name = words.names[seen.own[-1]]
            pause = "," if name[-1].isdigit() else ""  # or both would read as one number
            told = f"you have {words.did} {name}{pause} {seen.run} times in a row"
            yield fact._replace(sentence=told)
        else:
            yield fact


def _rounds(case: Case) -> Iterator[Fact]:
    """Yield two in turn, and rounds of three to `LONGEST_ROUND` symbols, the last two of them
    alike.

    Which symbols they are costs log2 k bits each.
    """
    seen, words, _ = case
    for length in range(2, LONGEST_ROUND + 1):
        last = seen.own[-length:]
        if len(seen) < 2 * length or len(set(last)) == 1 or last != seen.own[-2 * length : -length]:
            continue
        names = [words.names[symbol] for symbol in last]
        told = f"you go round: {', '.join(names)}, and again"
        if length == 2:
            told = f"you go back and forth between {names[0]} and {names[1]}"
        for fact in _kept(case, _back(length), told, ""):
            brief = "" if length == 2 else f"you go round the same {length} {words.noun}s"
            bits = fact.bits - length * math.log2(seen.k)
            yield fact._replace(bits=bits, brief=brief)


def _answers(case: Case) -> Iterator[Fact]:
    """Yield facts on choices that follow from the other side's last move."""
    seen, words, _ = case
    if not seen.other or seen.other[-1] < 0:
        return
    noun = words.noun
    for fact in _kept(case, _copy, f"you copy my last {noun}", f"you avoid my last {noun}"):
        yield fact._replace(depth=ANSWER)
    for fact in _kept(case, _beat, f"you {words.does} what beats my last {noun}", ""):
        yield fact._replace(counters=True, depth=COUNTER)


def _results(case: Case) -> Iterator[Fact]:
    """Yield facts on choices after a win, a draw and a loss, in games that have them."""
    seen, words, _ = case
    if not any(seen.won):
        return
    for result, verb, noun in ((1, "won", "win"), (0, "drew", "draw"), (-1, "lost", "loss")):
        often = f"you keep a {words.noun} that {verb}"
        found = [*_kept(case, _after(result, 0), often, f"you change a {words.noun} that {verb}")]
        for step, does in ((1, words.goes_on), (-1, words.goes_back)):
            found += _kept(case, _after(result, step), f"after a {noun} you {does}", "")
        yield from (fact._replace(depth=ANSWER) for fact in found)


def _favourite(case: Case) -> Iterator[Fact]:
    """Yield one symbol more than half of the time; which one costs log2 k bits."""
    seen, words, expected = case
    trials, hits, bits = record(seen, _constant(expected))
    if 2 * hits > trials:
        told = f"you {words.did} {words.names[expected]} in {hits} of your last {trials}"
        yield Fact(told, bits - math.log2(seen.k))


# -- what gave a player away over a whole match ------------------------------------------------


class FoundHabit(NamedTuple):
    """A habit of a player over a whole match: a sentence, advice against it, and its bits.

    `clause` is the sentence without how often, `depth` as in `Fact`.
    """

    sentence: str
    advice: str
    bits: float
    clause: str = ""
    depth: int = 0


class _Kept(NamedTuple):
    """A rule with the words for keeping to it and for keeping away from it ("" for none).

    Each comes with advice. `price` are the bits that it costs to name the rule.
    """

    rule: Rule
    often: tuple[str, str]
    never: tuple[str, str] = ("", "")
    price: float = 0.0
    depth: int = 0


CLEAR: Final = 8.0
"""Bits that make a rule the habit of a match. Chosen: of 1,000 players who choose by chance (k = 4,
40 choices against chance) 8 have one of so many, with `ENOUGH` 40."""


def habit(seen: Seen, words: Words) -> FoundHabit | None:
    """Return the simplest rule that explains nearly most of all that was `seen`, None if none has
    `CLEAR` bits.
    """
    every = (_over_all(seen, kept) for kept in _to_keep(seen.k, words))
    found = [told for told in every if told is not None and told.bits >= CLEAR]
    found.sort(key=lambda told: (told.depth, -told.bits))
    return simplest(found, [math.log2(seen.k) - told.bits / len(seen) for told in found])


def _over_all(seen: Seen, kept: _Kept) -> FoundHabit | None:
    """Return the habit that a rule explains over all rounds `seen`; None where it has no words."""
    named = [(kept.rule(seen, place), own) for place, own in enumerate(seen.own)]
    spoken = [(name, own) for name, own in named if name >= 0]
    trials, hits = len(spoken), sum(name == own for name, own in spoken)
    if not trials:
        return None
    often = hits * seen.k > trials
    sentence, advice = kept.often if often else kept.never
    if not sentence:
        return None
    times = hits if often else trials - hits
    told = f"{sentence[0].upper()}{sentence[1:]}: {times} of {trials} times."
    bits = explained(hits, trials, seen.k) - kept.price
    return FoundHabit(told, advice, bits, sentence, kept.depth)


def _to_keep(k: int, words: Words) -> Iterator[_Kept]:
    """Yield all that can be kept by one of `k` symbols, or kept away from, in `words`."""
    noun, did = words.noun, words.did
    yield _Kept(
        _back(1),
        (f"you repeated your last {noun}", f"Change your {noun} more often."),
        (f"you changed your {noun}", f"Repeat a {noun} now and then."),
    )
    for length, how in ((2, "two"), (3, "three"), (4, "four")):
        often = (
            f"you {did} the same {noun} as {how} {noun}s earlier",
            f"Choose another {noun} than {how} {noun}s earlier.",
        )
        yield _Kept(_back(length), often, depth=ORDER)
    for step, told in ((1, words.upwards), (-1, words.downwards)):
        yield _Kept(
            _beside(step), (told, "Jump about instead of going round in order."), depth=ORDER
        )
    if k > 2:
        back = f"you went back to the {noun} you had left alone longest"
        away = f"you kept away from the {noun} you had left alone longest"
        yield _Kept(
            _oldest,
            (back, f"Leave a {noun} alone for longer now and then."),
            (away, f"Go back to an old {noun} now and then."),
            depth=ORDER,
        )
    yield _Kept(
        _copy,
        (f"you copied my last {noun}", f"Do not copy my last {noun}: I expect it."),
        (f"you avoided my last {noun}", f"Copy my last {noun} now and then."),
        depth=ANSWER,
    )
    beating = (
        f"you {did} what beats my last {noun}",
        "Think one step further: I expect that answer.",
    )
    yield _Kept(_beat, beating, depth=COUNTER)
    yield from _results_to_keep(words)
    for symbol in range(k):
        often = f"you {did} {words.names[symbol]}", f"Choose {words.names[symbol]} less often."
        never = f"you left {words.names[symbol]} alone", f"Choose {words.names[symbol]} more often."
        yield _Kept(_constant(symbol), often, never, math.log2(k))


def _results_to_keep(words: Words) -> Iterator[_Kept]:
    """Yield the rules on choices after a win, a draw and a loss."""
    noun = words.noun
    for result, after in ((1, "win"), (0, "draw"), (-1, "loss")):
        yield _Kept(
            _after(result, 0),
            (f"after a {after} you stayed", f"After a {after}, change as often as not."),
            (f"after a {after} you changed", f"After a {after}, keep your {noun} sometimes."),
            depth=ANSWER,
        )
        for step, does in ((1, words.goes_on), (-1, words.goes_back)):
            advice = f"After a {after}, do not always step the same way."
            yield _Kept(_after(result, step), (f"after a {after} you {does}", advice), depth=ANSWER)


# -- what the last rounds contradict -----------------------------------------------------------


def _same(seen: Seen, place: int) -> list[float]:
    return [float(symbol == seen.own[place - 1]) for symbol in range(seen.k)]


def _upwards(seen: Seen, place: int) -> list[float]:
    return [float(symbol == seen.own[place - 1] + 1) for symbol in range(seen.k)]


def _onwards(seen: Seen, place: int) -> list[float] | None:
    step = seen.own[place - 1] - seen.own[place - 2] if place > 1 else 0
    if not step:
        return None
    return [float((symbol - seen.own[place - 1]) * step > 0) for symbol in range(seen.k)]


def _far(seen: Seen, place: int) -> list[float]:
    return [float(abs(symbol - seen.own[place - 1])) for symbol in range(seen.k)]


def _outside(seen: Seen, place: int) -> list[float]:
    return [float(symbol in (0, seen.k - 1)) for symbol in range(seen.k)]


def _old(seen: Seen, place: int) -> list[float]:
    before = seen.own[:place][::-1]
    return [float(before.index(s) if s in before else len(before)) for s in range(seen.k)]


def _after_win(seen: Seen, place: int) -> list[float] | None:
    return _same(seen, place) if seen.won[place - 1] > 0 else None


def _copied(seen: Seen, place: int) -> list[float] | None:
    last = seen.other[place - 1]
    return None if last < 0 else [float(symbol == last) for symbol in range(seen.k)]


_MEASURES: Final[Mapping[str, Callable[[Seen, int], list[float] | None]]] = MappingProxyType(
    {
        "repeating": _same,
        "climbing": _upwards,
        "direction": _onwards,
        "distance": _far,
        "place": _outside,
        "old keys": _old,
        "staying": _after_win,
        "copying": _copied,
    }
)
"""How much of what each family of `FAMILIES` speaks of is in each symbol, None where it cannot be
said."""


def contradicted(seen: Seen, family: str, favoured: bool, expected: int | None = None) -> bool:
    """Return whether the last rounds contradict that a `family` of habits is `favoured`.

    They do unless the choices had more of it than chance would, or less where it is not favoured. A
    return to an `expected` symbol that never came is contradicted too.
    """
    if family == "old keys" and favoured and expected is not None and expected not in seen.own:
        return True
    measure, leaning = _MEASURES[family], 0.0
    for place in range(max(1, len(seen) - LAST), len(seen)):
        values = measure(seen, place)
        if values is not None:
            leaning += values[seen.own[place]] - sum(values) / len(values)
    return leaning <= 0.0 if favoured else leaning >= 0.0
