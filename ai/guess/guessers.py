"""The agents of the table: fixed rules, and `mind`, which reads it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any

from ai.core import Agent
from ai.guess.forecast import Frame
from ai.guess.mind_items import expectation, findings_of, mind_of
from ai.guess.reader import Reader
from ai.guess.rules_of_thumb import RULES, Round, Table
from games.core import Decision, Event, Game, Limit
from games.guess import HIGH, LOW
from games.guess.rules.game import parse_multiplier
from games.mind import Mind, Note
from games.spec import Params
from games.streams import Stream


class Guesser(Agent):
    """Follows the closed rounds of a table."""

    table: Table

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin at a table without guesses."""
        super().begin(seats, game, params, rng)
        self.table = Table(parse_multiplier(params["multiplier"]), LOW, HIGH)

    def observe(self, events: Sequence[Event]) -> None:
        """Note every round that closes."""
        for event in events:
            if event.kind == "close":
                self.closed(event.data["guesses"])

    def closed(self, guesses: Sequence[int]) -> None:
        """Take in a round that closed with these guesses, the seats' guesses first."""
        done = Round(sum(guesses), len(guesses))
        self.table = self.table._replace(rounds=(*self.table.rounds, done))


class RuleGuesser(Guesser):
    """Guesses by a fixed rule, whoever sits there."""

    def __init__(self, rule: Callable[[Table], Fraction], sentence: str) -> None:
        self._rule = rule
        self._sentence = sentence

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Return the number of the rule."""
        expected = self._rule(self.table)
        told = (Note(self._sentence), *expectation(float(expected)))
        mind: Mind | None = told if limit.mind else None
        return Decision(str(self.table.whole(expected)), mind)


def rule_guesser(name: str, sentence: str) -> RuleGuesser:
    """Return the agent of a fixed rule in `RULES`, with its `sentence` about itself."""
    return RuleGuesser(RULES[name], sentence)


class MindGuesser(Guesser):
    """Learns who sits there, forecasts the target and guesses what will be nearest to it."""

    reader: Reader

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin without knowledge of this table."""
        super().begin(seats, game, params, rng)
        self.reader = Reader(Frame(float(self.table.factor), LOW, HIGH))
        self._others = params["size"] - 1

    def closed(self, guesses: Sequence[int]) -> None:
        """Learn from what the others guessed; they saw the mean of all."""
        super().closed(guesses)
        others = [guess for seat, guess in enumerate(guesses) if seat not in self.seats]
        self.reader.learn(others, sum(guesses) / len(guesses))

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Return the number that is nearest to its forecast when it counts itself."""
        reply = Fraction(self.reader.best_reply(self._others))
        return Decision(str(self.table.whole(reply)), self.mind() if limit.mind else None)

    def mind(self) -> Mind:
        """Return its belief before the next round."""
        return mind_of(self.reader)

    def findings(self) -> Mind:
        """Return how it read the table in the end."""
        return findings_of(self.reader)


class Sitter(Guesser):
    """Sits in a person's place in attract mode: thinks one or two steps ahead, and not exactly."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Return one or two steps from the last mean, a little off."""
        steps = 1 + self.rng.below(2)
        value = self.table.anchor * self.table.factor**steps + self.rng.below(7) - 3
        return Decision(str(self.table.whole(value)))
