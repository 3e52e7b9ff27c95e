"""The common part of all models of Numbers, and the models that need no more: `Uniform`, `Seed`,
`Typist`.

Keys are symbols 0..3. `Seed` counts the keys after each pair of keys (`ai.sequence.markov`), all
counts starting at 1 after keys 2, 4, 3. It predicts the key with the highest count after the last
two, the lowest where several have it, so the first prediction is key 1. Counts are whole numbers,
so ties are exact.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from ai.core import Agent
from ai.sequence.accuracy import Accuracy
from ai.sequence.markov import MarkovTable, seed_table
from ai.sequence.mind_items import pairs_map
from ai.sequence.people import HabitModel
from games.core import Decision, Event, Game, Limit
from games.intervals import whole_percent
from games.mind import Bars, HeatMap, Lines, Mind, Note, Series
from games.numbers.rules import CHANCE_OF_HIT, KEYS, PERSON
from games.spec import Params
from games.streams import Stream

K: Final = len(KEYS)
DECISIONS: Final = tuple(Decision(key) for key in KEYS)
_CONTEXTS_SHOWN: Final = 5
"""Lines of habits in the report; chosen by eye."""
_INDEX: Final = {key: index for index, key in enumerate(KEYS)}


class NumbersAgent(Agent):
    """An agent that sees every key as a symbol 0..3."""

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from each key."""
        for event in events:
            if event.kind == "key":
                self.learn(_INDEX[event.data["key"]], _INDEX[event.data["guess"]])

    def learn(self, key: int, guess: int) -> None:
        """See the `key` that was pressed and the `guess`, both 0..3."""


def guessed(names: tuple[str, ...], guess: int | None = None) -> Mind:
    """Return the mind of blind chance over keys with these `names`, with its `guess` outlined."""
    chance = 1.0 / len(names)
    told = f"I guess blindly, one key in {len(names)}: this is what pure chance looks like."
    return (Note(told), key_bars((chance,) * len(names), guess, names))


def counted(
    table: MarkovTable, names: tuple[str, ...], guess: int | None = None, seen: int | None = None
) -> tuple[Note, Bars, HeatMap]:
    """Return the mind of the original, whose counts are `table`, over keys with these `names`.

    `guess` is outlined; `seen` is the number of keys it has seen, where that is known to be few.
    """
    before, last = table.symbols(table.context)
    forecast, favourite = table.forecast(), table.expected()
    pair, likely = f"after {names[before]}, {names[last]}", names[favourite]
    times = table.came(favourite)
    sentence = (
        f"I expect {likely}: {pair} you pressed it {'once' if times == 1 else f'{times} times'}."
    )
    if table.met and not times:
        sentence = f"I expect {likely}: my first counts still weigh more."
    elif not table.met:
        known = f"I never saw you {pair}"
        if seen is not None and seen < 2:
            known = f"I saw {'one key' if seen else 'no key'} of yours"
        lowest = ", the lowest" if not favourite else ""
        sentence = f"I take {likely}{lowest}: {known}."
    text = "One row for each pair of keys, one column for the key after it. "
    text += "The outlined row is in use now."
    title, shares = "What followed each pair of keys", table.probabilities()
    habits = pairs_map(title, names, shares, table.context, text)
    return (Note(sentence), key_bars(forecast, guess, names), habits)


def key_bars(forecast: Sequence[float], guess: int | None, names: tuple[str, ...] = KEYS) -> Bars:
    """Return the `forecast` (k,) of keys with these `names`, with the `guess` (its place)
    outlined.
    """
    return Bars(
        "Which key comes next",
        names,
        tuple(forecast),
        "%",
        guess,
        reference=1.0 / len(names),
        forecast_of=PERSON,
        help="How probable I think each key is; the line is pure chance, the outline my guess.",
        past="Which key I expected",
    )


def running(accuracy: Accuracy) -> Series:
    """Return the share of keys that `accuracy` counted as foreseen, in whole per cent."""
    shown = accuracy.series(
        "How often I was right",
        "The share of keys I foresaw so far. Inside the band, chance explains it.",
    )
    first = accuracy.trials - len(shown.values) + 1
    hits = (round(share * n) for n, share in enumerate(shown.values, first))
    whole = tuple(whole_percent(hit, n) / 100 for n, hit in enumerate(hits, first))
    return replace(shown, values=whole)


class Uniform(NumbersAgent):
    """Predicts any key with the same probability."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last game."""
        super().begin(seats, game, params, rng)
        self.accuracy = Accuracy(CHANCE_OF_HIT)

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Draw any key."""
        guess = self.rng.below(K)
        if not limit.mind:
            return DECISIONS[guess]
        return Decision(KEYS[guess], self._open(guess), self.forecasts())

    def forecasts(self) -> dict[int, tuple[float, ...]]:
        """Return every key is as likely."""
        return {PERSON: (CHANCE_OF_HIT,) * K}

    def learn(self, key: int, guess: int) -> None:
        """Count hits; this model does not learn."""
        self.accuracy.record(key == guess)

    def mind(self) -> Mind:
        """Return the mind before a guess."""
        return self._open(None)

    def _open(self, guess: int | None) -> Mind:
        return (*guessed(KEYS, guess), running(self.accuracy))


class Seed(NumbersAgent):
    """The original: the most frequent key after the last two."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin with counts of 1 after keys 2, 4, 3."""
        super().begin(seats, game, params, rng)
        self.table = seed_table(K)
        self.accuracy = Accuracy(CHANCE_OF_HIT)
        self._trials = [0] * K**2
        self._hits = [0] * K**2

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Predict the most probable key."""
        guess = self.table.expected()
        if not limit.mind:
            return DECISIONS[guess]
        return Decision(KEYS[guess], self._open(guess), self.forecasts())

    def forecasts(self) -> dict[int, tuple[float, ...]]:
        """Return the probability of each key of the person."""
        return {PERSON: tuple(self.table.forecast())}

    def learn(self, key: int, guess: int) -> None:
        """Update the table, and compare the prediction with the key."""
        table = self.table
        self._trials[table.context] += 1
        self._hits[table.context] += key == guess
        table.observe(key)
        self.accuracy.record(key == guess)

    def mind(self) -> Mind:
        """Return the mind before a key; the prediction follows from it."""
        return self._open(None)

    def _open(self, guess: int | None) -> Mind:
        note, bars, habits = counted(self.table, KEYS, guess, self.accuracy.trials)
        return (note, bars, habits, running(self.accuracy), self._given_away())

    def _given_away(self) -> Lines:
        """Return the contexts with most hits beyond those that chance would give."""
        above = [hits - CHANCE_OF_HIT * n for hits, n in zip(self._hits, self._trials, strict=True)]
        order = sorted(range(K**2), key=lambda context: (-above[context], context))
        shown = [context for context in order[:_CONTEXTS_SHOWN] if above[context] > 0]
        rows = []
        for context in shown:
            before, last = (KEYS[symbol] for symbol in self.table.symbols(context))
            told = f"after {before}, {last}: right {self._hits[context]} of {self._trials[context]}"
            rows.append((told, above[context]))
        return Lines(
            "What has given you away",
            tuple(rows),
            "hits",
            help="The pairs of keys after which I was right more often than chance would be, "
            "and by how many hits.",
        )


class Typist(NumbersAgent):
    """A person with habits (`ai.sequence.people`) in the person's seat."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Draw a person."""
        super().begin(seats, game, params, rng)
        self._model = HabitModel(K, rng)

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Press a key."""
        return DECISIONS[self.rng.sample_from(self._model.probabilities())]

    def learn(self, key: int, guess: int) -> None:
        """Remember the own move; being foreseen feels like a loss."""
        own, other = (key, guess) if self.seat == PERSON else (guess, key)
        self._model.learn(own, own != other, self.rng)
