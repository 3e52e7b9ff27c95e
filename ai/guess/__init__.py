"""The agents of Guess 2/3: five depths of thought, the equilibrium, two habits, and `mind`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ai.guess.figures import measure, strength
from ai.guess.guessers import MindGuesser, RuleGuesser, Sitter, rule_guesser
from games.agents import AgentSpec, GameAgents

_THOUGHTS: Final = (
    ("No step", "guesses the last mean", "newcomer", "Just names a number."),
    ("One step", "guesses two thirds of the last mean", "reader", "Expects you to know nothing."),
    ("Two steps", "takes everybody for One step", "planner", "Expects you to think."),
    ("Three steps", "takes everybody for Two steps", "chess player", "Expects you to think twice."),
    ("Four steps", "takes everybody for Three steps", "philosopher", "Expects too much of you."),
)


def _rule(name: str, sentence: str) -> Callable[[Mapping[str, Any], str | None], RuleGuesser]:
    return lambda options, start: rule_guesser(name, sentence)


def _mind(options: Mapping[str, Any], start: str | None) -> MindGuesser:
    return MindGuesser()


def _level(number: int) -> AgentSpec:
    name, does, rank, line = _THOUGHTS[number]
    sentence = f"I think {number} steps ahead, whoever sits there."
    return AgentSpec(
        f"level{number}",
        name,
        f"Thinks {number} steps ahead: {does}.",
        _rule(f"level{number}", sentence),
        level=min(number, 3),
        rank=rank,
        line=line,
        strength=strength(f"level{number}"),
        measure=measure(f"level{number}"),
    )


AGENTS: Final = GameAgents(
    (
        AgentSpec(
            *("nash", "Equilibrium", "Guesses 0, which wins once everybody does."),
            _rule("nash", "If all thought as I do, 0 would win."),
            rank="theorist",
            line="Right in theory.",
            strength=strength("nash"),
            measure=measure("nash"),
        ),
        *(_level(number) for number in range(len(_THOUGHTS))),
        AgentSpec(
            *("repeat", "Same again", "Guesses the last target."),
            _rule("repeat", "I take the last target for the next."),
            level=2,
            rank="creature of habit",
            line="What won wins again.",
            strength=strength("repeat"),
            measure=measure("repeat"),
        ),
        AgentSpec(
            *("trend", "Trend", "Guesses the target that the last five rounds lead to."),
            _rule("trend", "I take it that the mean moves as it did."),
            level=3,
            rank="chartist",
            line="Draws the line on.",
            strength=strength("trend"),
            measure=measure("trend"),
        ),
        AgentSpec(
            *("mind", "Mind", "Learns how far the others think, and forecasts the target."),
            _mind,
            level=5,
            rank="reader of crowds",
            line="Knows how far you think.",
            strength=strength("mind"),
            measure=measure("mind"),
        ),
    ),
    Sitter,
)
