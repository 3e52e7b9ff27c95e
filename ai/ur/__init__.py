"""The agents of the Royal Game of Ur, from the schools of two public projects and of our own.

Some have options of their own, such as how far they look ahead. Saved matches, statistics,
published tables and habits hold the ids of the time when each choice of their options was an agent
of its own: `lookahead+-2-learned` is `lookahead:depth=2:values=learned:plus=on`. Each of them stays
a name of the agent that it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.core import Agent
from ai.files import damage_error, read_arrays
from ai.ur.expectimax import Expectimax
from ai.ur.judge import Judge
from ai.ur.learner import Learner
from ai.ur.linear import LINEAR, LinearPlus, linear_hindrance
from ai.ur.net import NET, Net, net_hindrance
from ai.ur.simple import CaptureFirst, FirstMover, LastMover, RandomMover
from ai.ur.strengths import as_measured, measure, strength
from ai.ur.table import Perfect, table_hindrance
from ai.ur.values import (
    ADVANCEMENT,
    MOST_VALUE,
    VALUE_TABLES,
    Greedy,
    Lookahead,
    Values,
    plies_in_words,
)
from games.agents import AgentSpec, GameAgents, Variant, simply
from games.arrays import Arrays, BadWeights, arrays_from_text
from games.spec import Option, Params
from games.weights import Weights

_TABLE_NAMES: Final = "|".join(map(re.escape, VALUE_TABLES))
_SPELLINGS: Final = (
    ("greedy-values", re.compile(rf"greedy-(?P<values>{_TABLE_NAMES})")),
    (
        "lookahead",
        re.compile(rf"lookahead(?P<plus>\+?)-(?P<depth>[1-3])-(?P<values>{_TABLE_NAMES})"),
    ),
    ("expectimax", re.compile(r"expectimax-(?P<depth>[1-7])(?P<plain>(-plain)?)")),
    ("panda", re.compile(r"panda-(?P<depth>[1-7])")),
)
_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "depth": int,
    "plain": bool,
    "plus": bool,
    "values": str,
}


def alias(name: str) -> tuple[str, Mapping[str, Any]] | None:
    """Return the agent and all of its options that an old id `name` means, else None."""
    for agent, spelling in _SPELLINGS:
        found = spelling.fullmatch(name)
        if found is not None:
            return agent, {key: _READ[key](text) for key, text in found.groupdict().items()}
    return None


_CHARACTERS: Final[Mapping[str, tuple[str, str]]] = {
    "first-move": ("shepherd", "Never leaves the last of the flock behind."),
    "random": ("dice thrower", "Any move will do. It really means any."),
    "last-move": ("runner", "One piece runs. The others may watch."),
    "learner": ("apprentice", "Grew up playing against its own brothers."),
    "greedy": ("raider", "Sees a piece, takes a piece."),
    "learner+": ("scribe", "Same lessons, but it took notes of everything."),
    "lookahead": ("navigator", "Looks two throws ahead, and forgets that rosettes roll again."),
    "expectimax": ("astronomer", "Weighs every throw that the stars may send."),
    "net": ("priestess", "Has seen millions of games, and forgets none."),
    "perfect": ("oracle", "Knows every position. Only the dice can save you."),
    "panda": ("dozer", "Sleeps through the rarest throws, and gains time."),
}
"""The rank and the line of character of an agent, by its id."""

LADDER: Final = tuple(name for name in _CHARACTERS if name != "panda")
"""The ten who are shown as portraits; the others have a place in the laboratory."""


def _plain(
    agent_id: str,
    name: str,
    description: str,
    level: int,
    make: Callable[[], Agent],
    cannot: Callable[[Params], str] | None = None,
) -> AgentSpec:
    """Return an agent without options."""
    return AgentSpec(
        *(agent_id, name, description, simply(make), level),
        strength=strength(name),
        cannot=cannot,
        measure=measure(name),
    )


def _varied(
    agent_id: str,
    texts: tuple[str, str],
    level: int,
    options: tuple[Option, ...],
    build: Callable[[Mapping[str, Any]], Agent],
    variant: Callable[[Mapping[str, Any]], Variant],
) -> AgentSpec:
    """Return an agent with options; `texts` are its name and its description without them."""

    def make(given: Mapping[str, Any], start: str | None) -> Agent:
        return build({option.name: given.get(option.name, option.default) for option in options})

    return AgentSpec(agent_id, *texts, make, level, options, variant=variant)


def _variant(name: str, description: str, heavy: bool = False) -> Variant:
    return Variant(name, description, strength(name), heavy, measure(name))


# ---- those that add up the values of squares

_TABLE_WORDS: Final[Mapping[str, str]] = {
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

_VALUES: Final = Option(
    *("values", "Values of squares", "choice", "learned", tuple(VALUE_TABLES)),
    help="What a piece is worth on each square: by a formula of its number, or as learned.",
)
_AHEAD: Final = Option(
    *("depth", "Plies ahead", "int", 2),
    low=1,
    high=3,
    help="How far it looks after its own move; a ply is one roll of one side and its move.",
)
_PLUS: Final = Option(
    *("plus", "Knows all rules", "bool", False),
    help="Off, as the original: sides alternate whatever is rolled, and play goes on past a win. "
    "On: rosettes roll again, a win is a win, a captured piece is back at the start.",
)


def _greedy(options: Mapping[str, Any]) -> Agent:
    return Greedy(VALUE_TABLES[options["values"]])


def _greedy_words(options: Mapping[str, Any]) -> Variant:
    table = options["values"]
    words = f"Plays for the best sum of square values: {_TABLE_WORDS[table]}."
    return _variant(f"Greedy, {table}", words)


def _lookahead(options: Mapping[str, Any]) -> Agent:
    values, plies = VALUE_TABLES[options["values"]], options["depth"]
    return Expectimax(plies + 1, values) if options["plus"] else Lookahead(values, plies)


def _lookahead_words(options: Mapping[str, Any]) -> Variant:
    plies, table = options["depth"], options["values"]
    name, sight = "Look-ahead", "blind to extra rolls"
    if options["plus"]:
        name, sight = "Look-ahead+", "knows extra rolls and wins"
    words = f"Looks {plies_in_words(plies)} ahead, {sight}; {_TABLE_WORDS[table]}."
    return _variant(f"{name} {plies}, {table}", words, plies > 2)


# ---- those that search

_DEPTH: Final = Option(
    *("depth", "Depth in plies", "int", 3),
    low=1,
    high=7,
    help="Its own move is ply 1, every roll after it is one more. Deep searches take their time.",
)
_PLAIN: Final = Option(
    *("plain", "Plain", "bool", False),
    help="A win is nothing special to it: a finished game is worth its advancement like any other.",
)


def _expectimax(options: Mapping[str, Any]) -> Agent:
    style = "plain" if options["plain"] else ""
    return Expectimax(options["depth"], ADVANCEMENT, style)


def _expectimax_words(options: Mapping[str, Any]) -> Variant:
    plies = options["depth"]
    name, words = f"Expectimax {plies}", " of expected advancement, wins at the extremes."
    if options["plain"]:
        name, words = f"Expectimax {plies}, plain", "; a win is nothing special."
    return _variant(name, f"{plies_in_words(plies)}{words}", plies > 3)


def _panda(options: Mapping[str, Any]) -> Agent:
    return Expectimax(options["depth"], ADVANCEMENT, "panda")


def _panda_words(options: Mapping[str, Any]) -> Variant:
    plies = options["depth"]
    words = f"{plies_in_words(plies)}; rolls of 0 and 4 are left out higher up."
    return _variant(f"Panda {plies}", words, plies > 3)


# ---- those that learned


def _read_tree(path: Path) -> Arrays:
    """Return the tree of brains in a file; raises `BadWeights`."""
    arrays = read_arrays(path)
    try:
        Learner(arrays)
    except (BadWeights, KeyError) as error:
        raise damage_error(path) from error
    return arrays


def _values_of(arrays: Arrays) -> Values | None:
    """Return the value of each square in these arrays, None if they are not there or too large."""
    values = arrays.get("values", np.zeros(0))
    if values.shape != (16,) or values.dtype.kind != "f":
        return None
    if not (np.abs(values) <= MOST_VALUE).all():  # NaN is below nothing
        return None
    return tuple(float(value) for value in values)


def _read_values(path: Path) -> Values:
    """Return the fitted values in a file; raises `BadWeights`."""
    values = _values_of(read_arrays(path))
    if values is None:
        raise damage_error(path)
    return values


TREE: Final = Weights("ur/learner", _read_tree)
FITTED: Final = Weights("ur/learner+", _read_values)
"""The weights in use of `learner` and of `learner+`."""


def _learner(options: Mapping[str, Any], start: str | None) -> Agent:
    """Return the brain of a tree, of the one in use or of one grown in a profile."""
    return Learner(TREE.load() if start is None else arrays_from_text(start))


def _learner_plus(options: Mapping[str, Any], start: str | None) -> Agent:
    """Return fitted values, those in use or those found in a profile."""
    values = FITTED.load() if start is None else _values_of(arrays_from_text(start))
    if values is None:
        raise BadWeights("What was learned is not a brain; forget it in the profile to start anew.")
    return Greedy(values)


def _holds(name: str) -> Callable[[str], bool]:
    """Return whether what a player has kept, as text, has this array."""
    return lambda text: name in arrays_from_text(text)


def _simple() -> Iterator[AgentSpec]:
    """Yield the yardsticks: each follows one plain rule."""
    yield _plain("random", "Random", "Any legal move, each as likely.", 0, RandomMover)
    yield _plain("first-move", "First move", "Moves the least advanced piece.", 0, FirstMover)
    yield _plain("last-move", "Last move", "Moves the most advanced piece.", 1, LastMover)
    words = "Captures if it can, else takes a rosette, else moves the most advanced piece."
    yield _plain("greedy", "Greedy", words, 2, CaptureFirst)


def _with_options() -> Iterator[AgentSpec]:
    """Yield those that look at squares, and ahead."""
    texts = "Greedy with values", "Plays for the best sum of square values, as chosen."
    yield _varied("greedy-values", texts, 2, (_VALUES,), _greedy, _greedy_words)
    texts = "Look-ahead", "Looks some plies ahead and adds up the values of squares."
    yield _varied("lookahead", texts, 3, (_AHEAD, _VALUES, _PLUS), _lookahead, _lookahead_words)
    texts = "Expectimax", "Searches for the best expected advancement, up to 7 plies deep."
    yield _varied("expectimax", texts, 3, (_DEPTH, _PLAIN), _expectimax, _expectimax_words)
    texts = "Panda", "Expectimax that leaves out rolls of 0 and 4 higher up, which is faster."
    yield _varied("panda", texts, 3, (replace(_DEPTH, default=4),), _panda, _panda_words)


def _learned() -> Iterator[AgentSpec]:
    """Yield those that trained, were fitted or know the solved game."""
    words = "The best of many brains that grew in a tree by playing each other."
    tree = AgentSpec("learner", "Learner", words, _learner, 2, takes=_holds("brains"))
    yield replace(
        tree,
        taught=True,
        weights=(TREE,),
        retold=as_measured,
        measure=measure("Learner"),
        original=True,
    )
    words = "The same 16 values after the same games, learned from every position."
    values = AgentSpec("learner+", "Learner+", words, _learner_plus, 3, takes=_holds("values"))
    yield replace(values, weights=(FITTED,), retold=as_measured, measure=measure("Learner+"))
    words = "Adds up 671 weights of squares and pairs of squares, fitted to the solved 4 pieces."
    line = _plain("linear+", "Linear+", words, 4, LinearPlus, cannot=linear_hindrance)
    yield replace(line, weights=(LINEAR,), retold=as_measured)
    words = (
        "A network fitted to Finkel's solved game of 7 pieces, looking one roll ahead; with at "
        "most 4 pieces left on each side it knows the solved values."
    )
    net = _plain("net", "Network", words, 5, Net, cannot=net_hindrance)
    yield replace(net, weights=(NET,), retold=as_measured)
    words = "Plays from the solved game; what does not ship is solved on your machine first."
    yield _plain("perfect", "Perfect", words, 5, Perfect, cannot=table_hindrance)


def _judge(options: Mapping[str, Any], start: str | None) -> Judge:
    return Judge()


_MODELS: Final = (
    AgentSpec("judge", "Judge", "Follows who is likely to win, and tells luck from skill.", _judge),
)
"""Who watches a game without a seat."""


def demo_player() -> Agent:
    """Return for the person's seat in attract mode: captures, rosettes, and else runs, as many
    do.
    """
    return CaptureFirst()


def _with_character(spec: AgentSpec) -> AgentSpec:
    rank, line = _CHARACTERS.get(spec.id, ("", ""))
    return replace(spec, rank=rank, line=line)


_AGENTS: Final = tuple(map(_with_character, (*_simple(), *_with_options(), *_learned())))
AGENTS: Final = GameAgents(_AGENTS, demo_player, _MODELS, alias=alias, ladder=LADDER)
