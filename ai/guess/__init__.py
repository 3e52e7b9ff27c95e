"""The agents of Guess 2/3: five depths of thought, the equilibrium, two habits, and `mind`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ai.core import Agent
from ai.guess.forecast import GuessFrame
from ai.guess.judge import Judge
from ai.guess.mind_items import expectation, findings_of, mind_of
from ai.guess.reader import CrowdReader
from ai.guess.rules_of_thumb import RULES, PastRound, RuleInput
from games import measured
from games.agents import AgentSpec, GameAgents, Measured, simply
from games.core import Decision, Event, Game, Limit
from games.guess import HIGH, LOW
from games.guess.rules.game import parse_multiplier
from games.mind import Mind, Note
from games.spec import Params
from games.streams import Stream


class Guesser(Agent):
    """Follows the closed rounds of a table."""

    table: RuleInput

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin at a table without guesses."""
        super().begin(seats, game, params, rng)
        self.table = RuleInput(parse_multiplier(params["multiplier"]), LOW, HIGH)

    def observe(self, events: Sequence[Event]) -> None:
        """Note every round that closes."""
        for event in events:
            if event.kind == "close":
                self.closed(event.data["guesses"])

    def closed(self, guesses: Sequence[int]) -> None:
        """Take in a round that closed with these guesses, the seats' guesses first."""
        done = PastRound(sum(guesses), len(guesses))
        self.table = self.table._replace(rounds=(*self.table.rounds, done))


class RuleGuesser(Guesser):
    """Guesses by a fixed rule, whoever sits there."""

    def __init__(self, name: str, sentence: str, first: str) -> None:
        self._rule, self._forecasts = RULES[name], name != "level0"
        self._sentence, self._first = sentence, first

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Return the number of the rule."""
        expected = self._rule(self.table)
        guess = self.table.whole(expected)
        if not limit.mind:
            return Decision(str(guess))
        why = self._sentence if self.table.rounds else self._first
        mean = self.table.whole(self.table.anchor)
        told = f"I guess {guess}: {why.format(mean=mean)}."
        return Decision(str(guess), (Note(told), *expectation(float(expected), self._forecasts)))


def rule_guesser(name: str, sentence: str, first: str = "") -> RuleGuesser:
    """Return the agent of a fixed rule in `RULES`, with its reason as a clause.

    `first` is the reason in the first round, where it is another one.
    """
    return RuleGuesser(name, sentence, first or sentence)


class MindGuesser(Guesser):
    """Learns who sits there, forecasts the target and guesses what will be nearest to it."""

    reader: CrowdReader

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin without knowledge of this table."""
        super().begin(seats, game, params, rng)
        self.reader = CrowdReader(GuessFrame(float(self.table.factor), LOW, HIGH))
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
    """Sits in a person's place: thinks one or two steps ahead, and is up to `off` numbers off."""

    def __init__(self, off: int = 3) -> None:
        self._off = off

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Return one or two steps from the last average, a little off."""
        steps = 1 + self.rng.below(2)
        off = self.rng.below(2 * self._off + 1) - self._off
        value = self.table.anchor * self.table.factor**steps + off
        return Decision(str(self.table.whole(value)))


class Off(NamedTuple):
    """The mean error of forecasts, in numbers of the line, by crowd and summed."""

    levels: float
    followers: float
    learners: float
    summed: float


@functools.cache
def forecasts_off() -> Mapping[str, Off]:
    """Return how far the forecasts of each agent were off."""
    rows = measured.records("guess", "rows")
    off = {(row["agent"], row["crowd"]): row["forecast_distance"] for row in rows}
    found = {}
    for row in measured.records("guess", "sums"):
        levels, followers, learners = (off[row["agent"], crowd] for crowd in Off._fields[:3])
        found[row["agent"]] = Off(levels, followers, learners, row["forecast_distance"])
    return found


@measured.or_else("")
def strength(agent: str) -> str:
    """Return the sentence on the page of this agent."""
    off = forecasts_off()[agent]
    return (
        f"Off by {off.levels:.2f} on average among thinkers, {off.followers:.2f} among followers "
        f"and {off.learners:.2f} among learners (25 simulated sessions each)."
    )


@measured.or_else(0.0)
def measure(agent: str) -> float:
    """Return how much nearer than `nash` it is in sum: 0 for the same error, 1 for none."""
    off = forecasts_off()
    return 1 - off[agent].summed / off["nash"].summed


_THOUGHTS: Final = (
    ("Zero steps", "guesses the last average", "newcomer", "Just names a number."),
    (
        "One step",
        "guesses two thirds of the last average",
        "reader",
        "Expects you to know nothing.",
    ),
    ("Two steps", "takes everybody for One step", "planner", "Expects you to think."),
    ("Three steps", "takes everybody for Two steps", "chess player", "Expects you to think twice."),
    ("Four steps", "takes everybody for Three steps", "philosopher", "Expects too much of you."),
)


_NO_ROUND: Final = "I have seen no round yet"
_LAST: Final = "last average, about {mean}"
_MIDDLE: Final = "middle, {mean}"
_measured: Final = Measured(strength, measure)


def _rule(agent_id: str, sentence: str, first: str = "") -> Callable[[], RuleGuesser]:
    return lambda: rule_guesser(agent_id, sentence, first)


def _level(number: int) -> AgentSpec:
    name, does, rank, line = _THOUGHTS[number]
    steps = ("no step", "one step", "two steps", "three steps", "four steps")[number]
    agent_id, sentence = f"level{number}", f"I think {steps} ahead of the "
    return _measured(
        *(agent_id, name, f"Thinks {steps} ahead: {does}."),
        *(_rule(agent_id, sentence + _LAST, sentence + _MIDDLE), min(number, 3)),
        *(rank, line),
    )


AGENTS: Final = GameAgents(
    (
        _measured(
            *("nash", "Equilibrium", "Guesses 0, which wins once everybody does."),
            *(_rule("nash", "if all thought as I do, it would win"), 0),
            *("theorist", "Right in theory."),
        ),
        *(_level(number) for number in range(len(_THOUGHTS))),
        _measured(
            *("repeat", "Same again", "Guesses the last target."),
            *(_rule("repeat", "it was the last target", _NO_ROUND), 2),
            *("creature of habit", "What won wins again."),
        ),
        _measured(
            *("trend", "Trend", "Guesses the target that the last five rounds lead to."),
            *(_rule("trend", "the average moves on as it did", _NO_ROUND), 3),
            *("chartist", "Draws the line on."),
        ),
        _measured(
            *("mind", "Mind", "Learns how far the others think, and forecasts the target."),
            *(MindGuesser, 5),
            *("reader of crowds", "Knows how far you think."),
        ),
    ),
    Sitter,
    (AgentSpec("judge", "Judge", "Says how far each number was off.", simply(Judge)),),
    guests=(
        AgentSpec(
            *(
                "newcomer",
                "Newcomer",
                "Takes two thirds of the last average, once or twice, roughly.",
            ),
            simply(lambda: Sitter(2)),
            rank="for measurements",
            line="Two thirds of that, or so.",
        ),
    ),
)
