"""The agents of Guess 2/3: five depths of thought, the equilibrium, two habits, and `mind`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from ai.guess.guessers import MindGuesser, RuleGuesser, Sitter, rule_guesser
from ai.guess.judge import Judge
from games import measured
from games.agents import AgentSpec, GameAgents, Measured, simply


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
    ("Zero steps", "guesses the last mean", "newcomer", "Just names a number."),
    ("One step", "guesses two thirds of the last mean", "reader", "Expects you to know nothing."),
    ("Two steps", "takes everybody for One step", "planner", "Expects you to think."),
    ("Three steps", "takes everybody for Two steps", "chess player", "Expects you to think twice."),
    ("Four steps", "takes everybody for Three steps", "philosopher", "Expects too much of you."),
)


_measured: Final = Measured(strength, measure)


def _rule(agent_id: str, sentence: str) -> Callable[[], RuleGuesser]:
    return lambda: rule_guesser(agent_id, sentence)


def _level(number: int) -> AgentSpec:
    name, does, rank, line = _THOUGHTS[number]
    steps = ("no step", "one step", "two steps", "three steps", "four steps")[number]
    agent_id, sentence = f"level{number}", f"I think {steps} ahead, whoever sits there."
    return _measured(
        *(agent_id, name, f"Thinks {steps} ahead: {does}."),
        *(_rule(agent_id, sentence), min(number, 3)),
        *(rank, line),
    )


AGENTS: Final = GameAgents(
    (
        _measured(
            *("nash", "Equilibrium", "Guesses 0, which wins once everybody does."),
            *(_rule("nash", "If all thought as I do, 0 would win."), 0),
            *("theorist", "Right in theory."),
        ),
        *(_level(number) for number in range(len(_THOUGHTS))),
        _measured(
            *("repeat", "Same again", "Guesses the last target."),
            *(_rule("repeat", "I take the last target for the next."), 2),
            *("creature of habit", "What won wins again."),
        ),
        _measured(
            *("trend", "Trend", "Guesses the target that the last five rounds lead to."),
            *(_rule("trend", "I take it that the mean moves as it did."), 3),
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
)
