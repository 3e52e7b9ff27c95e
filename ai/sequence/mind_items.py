"""The sentences and pictures of a reader of choices: its reasons, what it learned, its percentiles.

Numbers' `mind` and karate's `sensei` both read a person by `ai.sequence.predictor`. Their items of
the mind are made here alike; they give their own names of symbols and their own sentences.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

import numpy as np

from ai.sequence.predictor import Predictor, merged
from ai.sequence.reasons import CLEAR, FoundHabit, Seen, Words, habit
from ai.sequence.state import AnyArray, BadState, read_header
from ai.sequence.surprise import ForeseenSymbol, Surprise
from ai.sequence.weights import MIND
from games.agents import LostWeights
from games.arrays import (
    BadWeights,
    FloatArray,
    arrays_from_text,
    arrays_to_text,
    reading_learned,
)
from games.intervals import chance_band
from games.mind import ContextNode, HeatMap, Lines, Meter, Note, Ribbon
from games.weights import UNKNOWN, figure

ROWS: Final = 120
"""The most rows of shares that are kept; chosen for a ribbon of a few hundred pixels."""
MOST_TOLD: Final = 3
"""The most ideas that one sentence names; chosen, as all lengths here, for who reads them."""
LEAST_TOLD: Final = 0.08
"""An idea is named in a sentence from this mean share on: chosen a little below one in ten,
what each of Numbers' groups would have if all counted alike."""
MOST_LINES: Final = 6
"""The most lines in a list of habits or ideas."""
FEWEST_IN_CONTEXT: Final = 5
"""How often a pair of symbols must have come before what follows it is told in words. Chosen: five
of five alike come by chance after one of sixteen pairs (k = 4) for 6 of 100 players, four of four
for 22."""
LEAN: Final = "Yet you lost: mix on, but lean to what scores more."
KEEP: Final = "Keep mixing like this."
FEWEST_FOR_IDEA: Final = 20
"""With fewer choices than this no idea is told that no plain rule bears out. Chosen: chance alone
foresees 8 of 20 choices (k = 4) for one player in ten, and any idea may then have helped most."""
FEWEST_FOR_RANK: Final = 50
"""With fewer choices than this there is no rank among people. Chosen: over fifty keys of pure
chance the bits a key have a standard deviation of 2% of chance (60 runs, k = 4)."""
PEOPLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rng10_towse": "people who said digits from 1 to 10 at random",
        "rng10_webform": "people who typed digits at random",
        "bin_taps": "people who tapped two keys at a given pace",
        "rps_adaptbots": "people who played rock-paper-scissors against adaptive programs",
        "rps_fixedbots": "people who played rock-paper-scissors against fixed programs",
    }
)
"""The people of the training data, by the names of their sets in the card of the weights."""

Told = tuple[Sequence[str], Iterable[float]]
"""Names, and the share of each."""


class Shares:
    """The share of each of `names` over a match: `rows`, thinned evenly to at most `ROWS`.

    Working shares out costs more than a forecast, and they are looked at only now and then. So the
    material of each moment is kept, and worked out when the shares are asked for. The names are
    those of the last moment.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.stride, self.seen = 1, 0
        self._names: tuple[str, ...] = tuple(names)
        self._rows: list[tuple[float, ...]] = []
        self._due: list[Callable[[], Told]] = []
        self._means: tuple[tuple[int, int], tuple[tuple[float, ...], ...]] = (0, 0), ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they are now."""
        self.work_out()
        return self._names

    @property
    def rows(self) -> Sequence[tuple[float, ...]]:
        """The shares kept, one row for each moment."""
        self.work_out()
        return self._rows

    def tick(self) -> bool:
        """Count a moment; returns whether its shares are due, to be given to `keep`."""
        self.seen += 1
        return (self.seen - 1) % self.stride == 0

    def keep(self, work: Callable[[], Told]) -> None:
        """Keep the shares of this moment, which `work` returns with their names when it is called
        later.

        The result of `work` must not change until then.
        """
        self._due.append(work)
        if len(self._rows) + len(self._due) > ROWS:
            self.work_out()
            self._rows, self.stride = self._rows[::2], 2 * self.stride

    def work_out(self) -> None:
        """Work out all that is due; what asks for rows or names does so by itself."""
        due, self._due = self._due, []
        for work in due:
            names, shares = work()
            self._names = tuple(names)
            self._rows.append(tuple(shares))

    def means(self) -> tuple[float, ...]:
        """Return the mean share of each of `names`; 0 before the first moment was kept."""
        if not self.rows:
            return (0.0,) * len(self.names)
        return tuple(np.mean(self.rows, axis=0).tolist())

    def largest(self, among: int | None = None) -> str:
        """Return the name that counted most over the match, `among` the first so many; "" before
        the first moment was kept.
        """
        return self.names[largest_first(self.means()[:among])[0]] if self.rows else ""

    def in_words(self, among: int | None = None) -> str:
        """Return the names that counted most over the match, with their mean shares, `among` the
        first so many; "" for none.
        """
        means = self.means()[:among]
        told = [f"{self.names[place]} ({means[place]:.0%})" for place in largest_first(means)]
        return ", ".join(told[: sum(mean >= LEAST_TOLD for mean in means)][:MOST_TOLD])

    def ribbon(
        self,
        title: str,
        text: str,
        window: int,
        most: int | None = None,
        first: Callable[[], Told] | None = None,
    ) -> Ribbon:
        """Return a ribbon called `title`, each row the mean of the last `window`; `text` is the
        help.

        With `most`, that many names, the ones that counted most, and "everything else". Before any
        row was kept, `first` returns the only one.
        """
        rows, names = self._smoothed(window), self.names
        if first is not None and not rows:
            told, shares = first()
            names, rows = tuple(told), (tuple(shares),)
        if most is not None:
            means = self.means() if self.rows or not rows else rows[0]
            shown = sorted(largest_first(means)[:most])
            every = np.array(rows).reshape(-1, len(names))
            rest = every.sum(axis=1) - every[:, shown].sum(axis=1)
            every = np.column_stack([every[:, shown], np.maximum(0.0, rest)])
            rows = tuple(map(tuple, every.tolist()))
            names = (*(names[place] for place in shown), "everything else")
        return Ribbon(title, names, rows, help=text)

    def _smoothed(self, window: int) -> tuple[tuple[float, ...], ...]:
        """Return each row as the mean of itself and those before it, `window` together.

        The rows are kept, because a ribbon is asked for after every choice.
        """
        self.work_out()
        key, done = self._means
        if key != (window, self.stride):
            done = ()
        rows = self._rows
        for end in range(len(done) + 1, len(rows) + 1):
            last = rows[max(0, end - window) : end]
            done += (tuple(sum(column) / len(last) for column in zip(*last, strict=True)),)
        self._means = (window, self.stride), done
        return done


def largest_first(values: Sequence[float]) -> list[int]:
    """Return the places of `values`, the largest first, equal ones in their order."""
    return sorted(range(len(values)), key=lambda place: (-values[place], place))


# -- what followed what ----------------------------------------------------------------------


class FollowCounts(Protocol):
    """Counts of the symbols that followed other symbols: see `ai.sequence.predictor.Predictor`."""

    def counts_after(self, symbols: Sequence[int]) -> FloatArray:
        """Return counts (k,) of the symbols that followed the `symbols` (newest last)."""
        ...

    def counts_before(self, symbols: Sequence[int]) -> FloatArray:
        """Return the same with each symbol before them, (k, k)."""
        ...


def context_nodes(
    seen: FollowCounts, path: tuple[int, ...], label: Callable[[tuple[int, ...], int], str]
) -> tuple[ContextNode, ...]:
    """Return the contexts on `path` (the symbols chosen last) and beside it, for a `ContextTree`.

    `seen` has the counts after a context; `label` names a context with the symbol that followed
    most, -1 where none did. A node's value is the share of that symbol in the counts, with one
    imagined observation of each.
    """
    nodes: list[ContextNode] = []
    first = seen.counts_after(()).tolist()
    k = len(first)

    def grow(context: tuple[int, ...], counts: list[float], total: float, share: float) -> None:
        depth, most = len(context), max(counts)
        on_path = not depth or context == path[-depth:]
        text = label(context, counts.index(most) if total else -1)
        nodes.append(ContextNode(text, depth, share, (most + 1.0) / (total + k), on_path))
        if on_path and depth < len(path):
            followed = seen.counts_before(context).tolist()
            totals = list(map(sum, followed))
            whole = sum(totals) or 1.0
            for symbol, each in enumerate(followed):
                grow((symbol, *context), each, totals[symbol], totals[symbol] / whole)

    grow((), first, sum(first), 1.0)
    return tuple(nodes)


def pair_counts(predictor: Predictor) -> FloatArray:
    """Return counts (k, k, k) of each symbol after each pair, the older symbol of a pair first.

    The counts come from `predictor`, and fade.
    """
    k = predictor.k
    return np.array(
        [[predictor.counts_after((old, last)) for last in range(k)] for old in range(k)]
    )


def pairs_map(
    title: str,
    names: tuple[str, ...],
    values: Iterable[Sequence[float]],
    now: int,
    text: str,
) -> HeatMap:
    """Return a heat map of the probabilities after each pair of symbols.

    `names` are the names of the symbols. `values` holds a row (k,) for each pair, the older symbol
    first; pair number `now` is in use. `text` is the help of the map called `title`.
    """
    pairs = tuple(f"{before} {last}" for before in names for last in names)
    return HeatMap(title, pairs, names, tuple(map(tuple, values)), now, help=text)


def habits_after_pairs(
    title: str, pairs: FloatArray, tell: Callable[[int, int, int, float, float], str]
) -> tuple[Lines, ...]:
    """Return lines called `title`: the pairs after which one symbol came more often than by chance.

    `pairs` (k, k, k) are `pair_counts`; `tell` makes a line from the older symbol of a pair, the
    newer one, the symbol that followed most, how often it did, and how often the pair came. Returns
    () if there are no such pairs.
    """
    rows = []
    for before, last in np.ndindex(pairs.shape[:2]):
        counts = pairs[before, last]
        total, best = float(counts.sum()), int(counts.argmax())
        if total < FEWEST_IN_CONTEXT:
            continue
        if counts[best] > chance_band(int(total), 1.0 / len(counts))[1] * total:
            count = float(counts[best])
            rows.append((tell(before, last, best, count, total), count / total))
    rows.sort(key=lambda row: -row[1])
    text = "Only what chance alone would rarely bring (less than one time in forty)."
    return (Lines(title, tuple(rows[:MOST_LINES]), "%", help=text),) if rows else ()


# -- what is kept about a player -------------------------------------------------------------


def read_start(text: str, k: int, opponent: bool) -> Mapping[str, AnyArray]:
    """Return the arrays of a learned text; raises BadState or BadWeights (both `ValueError`).

    They belong to a game of `k` symbols, with or without an `opponent` whose symbols are seen;
    whether all of them can be used, `Predictor.from_arrays` finds out.
    """
    arrays = arrays_from_text(text)
    header = read_header(arrays)
    if header["k"] != k or bool(header["opponent"]) != opponent:
        raise BadState("What was learned belongs to another game; forget it and start afresh.")
    return arrays


def shared_start(texts: Iterable[str], k: int, opponent: bool) -> str | None:
    """Return the start of a new player: the common part of the learned `texts` of others.

    Texts that cannot be used in a game of `k` symbols, with or without an `opponent`, are left out;
    None where none is left.
    """
    members = Predictor(k, opponent).members
    states = []
    for text in texts:
        try:
            with reading_learned():
                arrays = read_start(text, k, opponent)
                Predictor.from_arrays(arrays)
        except LostWeights:
            raise
        except BadWeights:
            continue
        told = read_header(arrays)
        knew = told["opponent"] == opponent and told["prior"] == 1  # people from the start
        if knew and tuple(arrays["members"].tolist()) == members:
            states.append(arrays)
    return arrays_to_text(merged(states)) if states else None


def summary(observed: int, noun: str) -> Note:
    """Return a note on the data kept of a player with `observed` choices (`noun`: "key", say)."""
    seen = noun if observed == 1 else f"{noun}s"
    return Note(
        f"It has seen {observed} {seen} of yours. It keeps counts of what followed what, how much "
        f"each of its experts is worth for you, and the last {noun}s themselves."
    )


def loudest(title: str, rows: Iterable[tuple[str, float]], text: str) -> Lines:
    """Return lines called `title` of the ideas with the largest shares of `rows`; `text` is the
    help.
    """
    order = sorted(rows, key=lambda row: -row[1])
    return Lines(title, tuple(order[:MOST_LINES]), "%", help=text)


# -- the end of a match ----------------------------------------------------------------------


def turn(seen: Seen, words: Words) -> tuple[FoundHabit, FoundHabit] | None:
    """Return the habits of the first and the second half of all that was `seen`, where both are
    clear, and together explain clearly more than one habit of the whole.
    """
    half, whole = len(seen) // 2, habit(seen, words)
    first, last = (habit(part, words) for part in (seen.part(0, half), seen.part(half, len(seen))))
    if first is None or last is None or first.clause == last.clause:
        return None
    if whole is not None and first.bits + last.bits < whole.bits + CLEAR:
        return None
    return first, last


def given_away(
    seen: Seen, words: Words, idea: str = "", *, advice: str = KEEP
) -> tuple[Note, Note]:
    """Return two short sentences: what gave a player away in a match, and one thing to try.

    `seen` is the whole match. Where no plain habit is clear in it, the sentence names the choice
    that came more often than by chance, else `idea`, the one that helped most ("" where none did,
    or no more than chance), else the most frequent choice, with its plain share. A player without
    a habit gets the `advice`.
    """
    turned, found, n = turn(seen, words), habit(seen, words), len(seen.own)
    if turned is not None:
        first, last = turned
        return Note(f"At first {first.clause}, later {last.clause}."), Note(last.advice)
    if found is not None:
        return Note(found.sentence), Note(found.advice)
    if n < FEWEST_FOR_IDEA:
        return Note("So few choices give nothing away yet."), Note("Play longer: habits need time.")
    most = max(range(seen.k), key=seen.own.count)
    times, name = seen.own.count(most), words.names[most]
    if times > chance_band(n, 1.0 / seen.k)[1] * n:
        told = f"You {words.did} {name} most: {times} of {n} times."
        return Note(told), Note(f"Choose {name} less often.")
    if idea:
        told = f"{idea[0].upper()}{idea[1:]}, if not by any plain rule."
        return Note(told), Note("Now and then, choose against your first thought.")
    told = f"No plain habit: {name} came most, {times} of {n}."
    return Note(told), Note(advice)


def clear_habit(seen: Seen, words: Words) -> str:
    """Return the clear habit in all that was `seen`, as a clause with its count; else ""."""
    found = habit(seen, words)
    if found is None:
        return ""
    told = found.sentence.rstrip(".").replace(": ", ", ")
    return f"{told[0].lower()}{told[1:]}"


def surest_moment(moment: ForeseenSymbol, noun: str, name: str) -> str:
    """Return the most surely foreseen `moment` in words; `name` is the choice in that `noun`."""
    return (
        f"Your most guessable moment was {noun} {moment.place}: I gave your {name} a probability "
        f"of {moment.probability:.0%}."
    )


def rate_meter(surprise: Surprise, noun: str, text: str) -> Meter:
    """Return the rate of `surprise` in bits a `noun`, blind guessing as the mark; `text` is the
    help.
    """
    top = max(1.5 * surprise.chance, surprise.rate)
    title = f"Entropy rate: bits a {noun}"
    return Meter(title, surprise.rate, 0.0, top, surprise.chance, "bits", help=text)


def ranked(share: float, names: Iterable[str], text: str, suffix: str = "") -> tuple[Lines, ...]:
    """Return how many people of each set were easier to foresee than `share`; `text` is the help.

    `share` is bits a choice over log2 k, as in the card's percentiles. `names` are keys of
    `PEOPLE`; with `suffix` they are keys of the card's percentiles. Returns () without a card, and
    no row where the card has no proper numbers.
    """
    card = MIND.card
    rows = []
    for name in names:
        with contextlib.suppress(LookupError, TypeError, ValueError, ArithmeticError):
            points = np.array(card["surprise"]["of_chance"][name + suffix], dtype=float)
            percents = np.array(card["surprise"]["percents"], dtype=float)
            percent = float(np.interp(share, points, percents))
            people = figure(card, "data", name, "people")
            if people != UNKNOWN and 0 <= percent <= 100:
                rows.append((f"of {people} {PEOPLE[name]}", percent / 100))
    return (Lines("You are harder to read than", tuple(rows), "%", help=text),) if rows else ()
