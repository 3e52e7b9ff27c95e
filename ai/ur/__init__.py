"""The agents of the Royal Game of Ur, from the schools of two public projects and of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ai.core import Agent
from ai.files import damaged
from ai.ur.expectimax import Expectimax
from ai.ur.judge import Judge
from ai.ur.learner import Learner
from ai.ur.linear import LinearPlus, not_fitted
from ai.ur.net import Net, other_path
from ai.ur.simple import CaptureFirst, FirstMover, LastMover, RandomMover
from ai.ur.table import Perfect, no_table
from ai.ur.values import VALUE_TABLES, Greedy, Lookahead, Values, plies_in_words
from ai.ur.weights import FOLDER, load
from games import agents
from games.agents import AgentSpec, GameAgents
from games.arrays import BadWeights, arrays_from_text

_STRENGTHS: Mapping[str, str] = {
    "random": "4 pieces, Schultz: wins 4.2% against perfect play (200,000 games, ±0.1).",
    "first-move": "7 pieces, Finkel: wins 0.9% against random (200,000 games, ±0.05).",
    "last-move": "7 pieces, Finkel: wins 89.4% against random (200,000 games, ±0.2).",
    "greedy": "7 pieces, Finkel: wins 94.8% against random, 63.5% against last-move "
    "(200,000 games each, ±0.2), 3.8% against perfect play (40,000, ±0.2). Blitz, Masters and "
    "Aseb, usual pieces: 94.8, 99.5 and 90.8% against random (20,000 games each, ±0.4).",
    "greedy-linear": "4 pieces, Schultz: wins 53.5% against random (200,000 games, ±0.2).",
    "greedy-pow2": "4 pieces, Schultz: wins 75.0% against random, 80.4% against greedy-linear "
    "(200,000 games each, ±0.2).",
    "greedy-learned": "4 pieces, Schultz: wins 92.4% against random, 75.4% against greedy-pow2, "
    "27.8% against perfect play (200,000 games each, ±0.2).",
    "learner": "4 pieces, Schultz: wins 78.3% against random, 52.3% against greedy-pow2 "
    "(20,000 games each, ±0.7).",
    "learner+": "4 pieces, Schultz: wins 92.6% against random, 77.8% against greedy-pow2 "
    "(20,000 games each, ±0.6). Blitz, Masters and Aseb, usual pieces, with the values of Schultz "
    "stretched: 57.2, 38.8 and 74.7% against greedy (20,000 games each, ±0.7).",
    "linear+": "4 pieces: wins 45.3% (Schultz) and 45.4% (Finkel) against perfect play "
    "(100,000 games each, ±0.3).",
    "lookahead-1-learned": "4 pieces, Schultz: wins 56.6% against greedy-learned "
    "(10,000 games, ±1.0).",
    "lookahead-2-learned": "4 pieces, Schultz: wins 59.0% against greedy-learned, 53.3% against "
    "lookahead-1-learned, 34.0% against perfect play (10,000 games each, ±1.0).",
    "lookahead+-2-learned": "4 pieces, Schultz: wins 52.3% against lookahead-2-learned "
    "(4,000 games, ±1.6).",
    "expectimax-3": "7 pieces, Finkel: wins 81.9% against greedy (4,000 games, ±1.2), 89.7% "
    "against last-move (2,000, ±1.3). Blitz, Masters and Aseb, usual pieces: 76.7, 82.3 and 89.2% "
    "against greedy (600 games each, ±3.4).",
    "expectimax-4": "7 pieces, Finkel: wins 90.5% against greedy (1,600 games, ±1.4).",
    "expectimax-3-plain": "7 pieces, Finkel: wins 49.3% against expectimax-3 (8,000 games, ±1.1).",
    "net": "7 pieces, Finkel: wins 49.7% against perfect play (100,000 games, ±0.3); what its "
    "choices cost is 0.15 points a game.",
    "perfect": "4 pieces, Schultz: wins 95.8% against random, 72.2% against greedy-learned "
    "(200,000 games each, ±0.2). 7 pieces, Finkel: wins 96.2% against greedy, 98.2% against "
    "last-move, 99.85% against random (40,000 games each, ±0.2). Blitz, 5 pieces: wins 89.2% "
    "against greedy; Masters and Aseb, 4 pieces: 80.1 and 87.9% (20,000 games each, ±0.6).",
}
"""What was measured, sides alternating; ± is a 95% interval in points."""


def _spec(
    agent_id: str, name: str, description: str, level: int, make: Callable[[], Agent], **more: Any
) -> AgentSpec:
    """An agent without options."""

    def build(options: Mapping[str, Any], start: str | None) -> Agent:
        return make()

    return AgentSpec(agent_id, name, description, build, level, **more)


_TABLE_WORDS: Mapping[str, str] = {
    "flat": "every square alike",
    "linear": "each square by its number",
    "pow1.5": "each square by its number to the power 1.5",
    "pow2": "each square by its number squared",
    "pow3": "each square by its number cubed",
    "focus-rosettes": "numbers squared, doubled on the rosettes",
    "penalize-start": "numbers squared, and pieces at the start as a burden",
    "learned": "values that a long training found",
}
"""What each value table weighs, for a person."""


def _simple() -> Iterator[AgentSpec]:
    yield _spec("random", "Random", "Any legal move, each as likely.", 0, RandomMover)
    yield _spec("first-move", "First move", "Moves the least advanced piece.", 0, FirstMover)
    yield _spec("last-move", "Last move", "Moves the most advanced piece.", 1, LastMover)
    words = "Captures if it can, else takes a rosette, else moves the most advanced piece."
    yield _spec("greedy", "Greedy", words, 2, CaptureFirst)


def _greedy(table: str, values: Values) -> AgentSpec:
    def make() -> Agent:
        return Greedy(values)

    words = f"Plays for the best sum of square values: {_TABLE_WORDS[table]}."
    level = 2 if table in ("learned", "pow2", "pow3", "focus-rosettes") else 1
    return _spec(f"greedy-{table}", f"Greedy, {table}", words, level, make)


def _lookahead(plies: int, table: str, values: Values) -> AgentSpec:
    def make() -> Agent:
        return Lookahead(values, plies)

    words = f"Looks {plies_in_words(plies)} ahead, blind to extra rolls; {_TABLE_WORDS[table]}."
    name = f"Look-ahead {plies}, {table}"
    return _spec(f"lookahead-{plies}-{table}", name, words, 3, make, heavy=plies > 2)


def _corrected(plies: int, table: str, values: Values) -> AgentSpec:
    def make() -> Agent:
        return Expectimax(plies + 1, values)

    words = (
        f"Looks {plies_in_words(plies)} ahead, knows extra rolls and wins; {_TABLE_WORDS[table]}."
    )
    name = f"Look-ahead+ {plies}, {table}"
    return _spec(f"lookahead+-{plies}-{table}", name, words, 3, make, heavy=plies > 2)


_STYLES: Mapping[str, tuple[str, str, str]] = {
    "": (
        "expectimax-{}",
        "Expectimax {}",
        "{} of expected advancement, wins at the extremes.",
    ),
    "plain": ("expectimax-{}-plain", "Expectimax {}, plain", "{}; a win is nothing special."),
    "panda": ("panda-{}", "Panda {}", "{}; rolls of 0 and 4 are left out higher up."),
}


def _expectimax(plies: int, style: str) -> AgentSpec:
    def make() -> Agent:
        return Expectimax(plies, VALUE_TABLES["linear"], style)

    agent_id, name, words = _STYLES[style]
    texts = (agent_id.format(plies), name.format(plies), words.format(plies_in_words(plies)))
    return _spec(*texts, 2 + (plies > 1), make, heavy=plies > 3)


def _all() -> Iterator[AgentSpec]:
    yield from _simple()
    for table, values in VALUE_TABLES.items():
        yield _greedy(table, values)
    for plies in (1, 2, 3):
        for table, values in VALUE_TABLES.items():
            yield _lookahead(plies, table, values)
            yield _corrected(plies, table, values)
    for style in _STYLES:
        for plies in range(1, 8):
            yield _expectimax(plies, style)
    yield from _learners()
    yield _linear_plus()
    yield _net()
    yield _perfect()


def _learner(options: Mapping[str, Any], start: str | None) -> Agent:
    """The brain of a tree, of the one that ships or of one grown in a profile."""
    if start is not None:
        return Learner(arrays_from_text(start))
    try:
        return Learner(load("learner"))
    except (BadWeights, KeyError) as error:
        raise damaged(FOLDER / "learner.npz") from error


def _learner_plus(options: Mapping[str, Any], start: str | None) -> Agent:
    """Fitted values, those that ship or those found in a profile."""
    arrays = load("learner+") if start is None else arrays_from_text(start)
    values = arrays.get("values", np.zeros(0))
    if values.shape != (16,) or values.dtype.kind != "f" or not np.isfinite(values).all():
        if start is None:
            raise damaged(FOLDER / "learner+.npz")
        raise BadWeights("What was learned is not a brain; forget it in the profile to start anew.")
    return Greedy(tuple(float(value) for value in values))


def _holds(name: str) -> Callable[[str], bool]:
    """Whether what a player has kept, as text, has this array."""
    return lambda text: name in arrays_from_text(text)


def _learners() -> Iterator[AgentSpec]:
    words = "The best of many brains that grew in a tree by playing each other."
    yield AgentSpec("learner", "Learner", words, _learner, 2, takes=_holds("brains"))
    words = "The same 16 values after the same games, learned from every position."
    yield AgentSpec("learner+", "Learner+", words, _learner_plus, 3, takes=_holds("values"))


def _linear_plus() -> AgentSpec:
    words = "Adds up 671 weights of squares and pairs of squares, fitted to the solved 4 pieces."
    return _spec("linear+", "Linear+", words, 4, LinearPlus, cannot=not_fitted)


def _net() -> AgentSpec:
    words = (
        "A network fitted to Finkel's solved game of 7 pieces, looking one roll ahead; with at "
        "most 4 pieces left on each side it knows the solved values."
    )
    return _spec("net", "Network", words, 5, Net, cannot=other_path)


def _perfect() -> AgentSpec:
    words = "Plays from the solved game; what does not ship is solved on your machine first."
    return _spec("perfect", "Perfect", words, 5, Perfect, cannot=no_table)


_FAMILIES: Mapping[str, str] = {
    "greedy-": "Greedy by square values",
    "lookahead-": "Look ahead, blind to extra rolls",
    "lookahead+-": "Look ahead, with extra rolls",
    "expectimax-": "Expectimax",
    "panda-": "Expectimax, some rolls left out",
    "learner": "Learned by playing",
    "linear+": "From the solved game",
    "net": "From the solved game",
    "perfect": "From the solved game",
}
"""The families by how the ids of their members begin; the others are the simple ones."""


def _family(agent_id: str) -> str:
    found = (name for start, name in _FAMILIES.items() if agent_id.startswith(start))
    return next(found, "Simple")


_AGENTS: tuple[AgentSpec, ...] = tuple(
    replace(spec, strength=_STRENGTHS.get(spec.id, ""), family=_family(spec.id)) for spec in _all()
)
_FEATURED: tuple[str, ...] = (
    *("random", "first-move", "last-move", "greedy", "greedy-linear", "greedy-pow2"),
    *("greedy-learned", "lookahead-1-learned", "lookahead-2-learned", "lookahead+-2-learned"),
    *(
        "expectimax-2",
        "expectimax-3",
        "expectimax-4",
        "expectimax-7",
        "panda-4",
        "learner",
        "learner+",
        "perfect",
    ),
)
"""What a menu shows first; the others are the families' further members."""


def _judge(options: Mapping[str, Any], start: str | None) -> agents.Judge:
    return Judge()


_MODELS: tuple[AgentSpec, ...] = (
    AgentSpec("judge", "Judge", "Follows who is likely to win, and tells luck from skill.", _judge),
)
"""Who watches a game without a seat."""


def demo_player() -> Agent:
    """For the person's seat in attract mode: captures, rosettes, and else runs, as many do."""
    return CaptureFirst()


AGENTS = GameAgents(_AGENTS, demo_player, _MODELS, _FEATURED)
