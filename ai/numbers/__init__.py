"""The models of Numbers: the original, `seed`; `uniform`, which is chance itself; and `mind`.

`seed` counts what followed each pair of keys (`ai.sequence.markov`), all counts starting at 1 and
the history at keys 2, 4, 3. It predicts the key with the highest count after the last two, the
lowest where several have it, so the first prediction is key 1. Counts are whole numbers, so ties
are exact. `mind` is in `ai.numbers.reader`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from ai.core import Agent
from ai.numbers.machine import DECISIONS, K, NumbersAgent, key_bars, running
from ai.numbers.profile import describe_learned, local_start
from ai.numbers.reader import MIND
from ai.sequence.accuracy import Accuracy
from ai.sequence.markov import MarkovTable
from ai.sequence.people import HabitModel
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Game, Limit, Params
from games.mind import HeatMap, Lines, Mind, Note
from games.numbers.rules import CHANCE_OF_HIT, KEYS, PERSON
from games.streams import Stream

HISTORY: Final = (1, 3, 2)
_CONTEXTS_SHOWN: Final = 5


class Uniform(NumbersAgent):
    """Predicts any key with the same probability."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last game."""
        super().begin(seats, game, params, rng)
        self.accuracy = Accuracy(CHANCE_OF_HIT)

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Draw any key."""
        guess = self.rng.below(K)
        if not limit.mind:
            return DECISIONS[guess]
        return Decision(KEYS[guess], self._open(guess), self.forecasts())

    def forecasts(self) -> dict[int, tuple[float, ...]]:
        """Every key is as likely."""
        return {PERSON: (CHANCE_OF_HIT,) * K}

    def learn(self, key: int, guess: int) -> None:
        """Count hits; nothing else is learned."""
        self.accuracy.record(key == guess)

    def mind(self) -> Mind:
        """What it thinks before a guess."""
        return self._open(None)

    def _open(self, guess: int | None) -> Mind:
        return (
            Note("It guesses blindly, one key in four: this is what pure chance looks like."),
            key_bars((CHANCE_OF_HIT,) * K, guess),
            running(self.accuracy),
        )


class Seed(NumbersAgent):
    """The original: the most frequent key after the last two."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Counts of 1 after keys 2, 4, 3."""
        super().begin(seats, game, params, rng)
        self.table = MarkovTable(K, (1.0,) * K, HISTORY)
        self.accuracy = Accuracy(CHANCE_OF_HIT)
        self._trials = [0] * K**2
        self._hits = [0] * K**2

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Predict the most probable key."""
        guess = self.table.expected()
        if not limit.mind:
            return DECISIONS[guess]
        return Decision(KEYS[guess], self._open(guess), self.forecasts())

    def forecasts(self) -> dict[int, tuple[float, ...]]:
        """The probability of each key of the person."""
        return {PERSON: tuple(self.table.forecast())}

    def learn(self, key: int, guess: int) -> None:
        """Update the table, and compare the prediction with the key."""
        table = self.table
        self._trials[table.context] += 1
        self._hits[table.context] += key == guess
        table.observe(key)
        self.accuracy.record(key == guess)

    def mind(self) -> Mind:
        """What it thinks before a key; the prediction follows from it."""
        return self._open(None)

    def _open(self, guess: int | None) -> Mind:
        table = self.table
        before, last = table.symbols(table.context)
        forecast = table.forecast()
        favourite = table.expected()
        pair, guessed = f"after {KEYS[before]}, {KEYS[last]}", KEYS[favourite]
        if table.seen:
            share = forecast[favourite]
            sentence = f"{pair.capitalize()} it thinks {guessed} is most likely ({share:.0%}): "
            sentence += "its counts say what you did there before."
        else:
            known = f"It has not seen you {pair} yet"
            if self.accuracy.trials < 2:
                known = f"It has seen {'one key' if self.accuracy.trials else 'no key'} of yours"
            sentence = f"{known}, so all keys are alike to it; it takes the lowest, {guessed}."
        bars = key_bars(forecast, guess)
        return (Note(sentence), bars, self._habits(), running(self.accuracy), self._given_away())

    def _habits(self) -> HeatMap:
        pairs = [self.table.symbols(context) for context in range(K**2)]
        return HeatMap(
            "What followed each pair of keys",
            tuple(f"{KEYS[before]} {KEYS[last]}" for before, last in pairs),
            KEYS,
            self.table.probabilities(),
            self.table.context,
            help="One row for each pair of keys, one column for the key after it. "
            "The outlined row is in use now.",
        )

    def _given_away(self) -> Lines:
        """The contexts with most hits beyond those that chance would give."""
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
            help="The pairs of keys after which it was right more often than chance would be, "
            "and by how many hits.",
        )


class Typist(NumbersAgent):
    """A person with habits (`ai.sequence.people`) in the person's seat."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Draw a person."""
        super().begin(seats, game, params, rng)
        self._model = HabitModel(K, rng)

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Press a key."""
        return DECISIONS[self.rng.sample_from(self._model.probabilities())]

    def learn(self, key: int, guess: int) -> None:
        """Remember the own move; being foreseen feels like a loss."""
        own, other = (key, guess) if self.seat == PERSON else (guess, key)
        self._model.learn(own, own != other, self.rng)


def demo_player() -> Agent:
    """Who fills the person's seat in attract mode."""
    return Typist()


_AGENTS: Final = (
    AgentSpec(
        "uniform",
        "Blind guess",
        "Guesses any key: what pure chance looks like.",
        lambda options, start: Uniform(),
        level=0,
    ),
    AgentSpec(
        "seed",
        "Pair counter",
        "Counts which key follows each pair of your keys and predicts the commonest.",
        lambda options, start: Seed(),
        level=2,
    ),
    MIND,
)

AGENTS: Final = GameAgents(
    _AGENTS, demo_player, shared_start=local_start, describe=describe_learned
)
