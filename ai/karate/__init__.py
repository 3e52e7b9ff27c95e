"""The opponents of Virtual Karate, as a player chooses them.

The weaker ones live in `ai.karate.originals`, `sensei` in `ai.karate.sensei`. The sensei plays with
the weights `numbers/mind`. `main.py train karate` measures it and writes a card, `karate/sensei`,
that names the weights it was measured with; other weights have no figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ai.core import Agent
from ai.karate.fighter import noticed
from ai.karate.judge import Judge
from ai.karate.originals import (
    HabitFighter,
    NashFighter,
    RandomFighter,
    SeedArgmax,
    SeedSoftmax,
)
from ai.karate.sensei import SenseiFighter
from ai.karate.sensei_profile import describe_learned, local_start
from ai.sequence.weights import MIND
from games import measured, weights
from games.agents import NOT_MEASURED, AgentSpec, GameAgents, simply
from games.spec import Option
from games.weights import UNKNOWN, figure

_RIVALS: Final = {
    "random": "the Coin tosser",
    "habits": "the Creature of habit",
    "seed-argmax": "the First student",
    "seed-softmax": "the Second student",
    "nash": "the wall",
}
"""Against whom the card has shares of won matches, by id, with their names."""


def sensei_as_measured(spec: AgentSpec) -> AgentSpec:
    """Return the sensei `spec` with its strength, and with figures in the help of its options."""
    card = weights.measured("karate/sensei", MIND.name)
    told = {"level": _levels(card), "beta": _gentler(card)}
    options = tuple(
        replace(option, help=f"{option.help} {told[option.name]}".strip())
        for option in spec.options
    )
    return replace(spec, strength=_strength(card), options=options, measure=_share_won(card))


def _share_won(card: Mapping[str, Any]) -> float | None:
    """Return the mean share of matches won against its rivals, None where it was not measured."""
    wins = card.get("wins", {}).get("sensei", {})
    shares = [wins.get(rival) for rival in _RIVALS]
    known = all(isinstance(share, int | float) for share in shares)
    return sum(shares) / len(shares) if known else None


def _strength(card: Mapping[str, Any]) -> str:
    """Return shares of matches won where the card has them, else the mean gain."""
    shares = [figure(card, "wins", "sensei", rival, form=".0%") for rival in _RIVALS]
    if UNKNOWN not in shares:
        first, *others = (
            f"{share}{{}} against {who}"
            for share, who in zip(shares, _RIVALS.values(), strict=True)
        )
        told = ", ".join([first.format(" of matches of 25 rounds"), *others]).replace("{}", "")
        return f"At strength 2 it wins {told}. A lower number is easier."
    gain = figure(card, "roster_mean", "sensei", form=".1f")
    if gain == UNKNOWN:
        return NOT_MEASURED
    return f"At strength 2 it gains {gain} points a round on average from 18 sparring partners."


def _levels(card: Mapping[str, Any]) -> str:
    """Return the gain of each level of difficulty, "" where it was not measured."""
    players = ("sensei:seed", "sensei:no-theory", "sensei", "seed-argmax")
    gains = [figure(card, "roster_mean", player, form=".1f") for player in players]
    if UNKNOWN in gains:
        return ""
    return (
        f"Against 18 sparring partners they gain {gains[0]}, {gains[1]} and {gains[2]} points a "
        f"round on average; the First student gains {gains[3]}."
    )


def _gentler(card: Mapping[str, Any]) -> str:
    """Return the shares won at three values of its strength, "" where they were not measured."""
    agents = ("sensei:beta=0.1", "sensei:beta=0.5", "sensei")
    shares = [figure(card, "wins", agent, "habits", form=".0%") for agent in agents]
    if UNKNOWN in shares:
        return ""
    return (
        f"Against the Creature of habit it wins {shares[0]} of matches of 25 rounds at 0.1, "
        f"{shares[1]} at 0.5, {shares[2]} at 2."
    )


_PLAYS: Final = "Low: it plays almost at random. High: it always plays its best move"
# The defaults of both are the originals' (1) and what the sensei was measured with (2). The words
# are those of `Opponents.bands` for the mean share of matches of 25 rounds won against the five
# others: of the Second student 42% at 0.1, 59% at 0.2, 67% at 0.3 and 1, 70% between, 65% from 2 on
# (1,000 matches against each, 60 against the sensei); of the sensei 48% at 0.1, 66% at 0.2, 76% at
# 0.3, 84% at 1 (120 against each), 87% at 2 (2,000).
BETA: Final = Option(
    "beta",
    "Strength",
    "float",
    1.0,
    low=0.0,
    high=8.0,
    step=0.1,
    help=f"{_PLAYS}, which is easy to read.",
    words=((0.1, "easy"), (0.2, "normal"), (1.0, "hard"), (8.0, "normal")),
)

SHARP: Final = replace(
    BETA,
    default=2.0,
    low=-1.0,
    step=0.05,
    help=f"{_PLAYS}. Below 0 it leans to moves that lose to what it expects.",
    words=((0.1, "easy"), (0.5, "normal"), (1.0, "hard"), (8.0, "merciless")),
)
LEVEL: Final = Option(
    "level",
    "What it can do",
    "choice",
    "full",
    choices=("seed", "no-theory", "full"),
    labels=("Counts pairs of moves", "Reads your habits", "Reads your mind"),
    help="Three depths: the original's simple table; everything it knows of habits; and what "
    "you expect of it.",
)


def demo_player() -> Agent:
    """Return the agent that fills the person's seat in attract mode."""
    return HabitFighter()


def _softmax(options: Mapping[str, Any], start: str | None) -> Agent:
    return SeedSoftmax(float(options.get("beta", 1.0)))


def _sensei(options: Mapping[str, Any], start: str | None) -> Agent:
    beta = float(options.get("beta", SHARP.default))
    return SenseiFighter(options.get("level", "full"), beta, start)


_NAMES: Final = {
    "random": "the Coin tosser",
    "habits": "the Creature of habit",
    "seed-argmax": "the First student",
    "seed-softmax": "the Second student",
    "nash": "the wall",
}


@measured.or_else(None)
def _measure(agent_id: str) -> float:
    """Return the mean share of matches of 25 rounds that an agent wins against the five others."""
    return float(measured.result("karate", "means")[agent_id])


@measured.or_else("Not measured")
def _wins(agent_id: str, *rivals: str) -> str:
    """Return as "Wins 2% of matches of 25 rounds against the First student, 10% against ..."."""
    shares = [measured.won("karate", agent_id, rival).share.percent(".0f") for rival in rivals]
    first, *others = (
        f"{share}{{}} against {_NAMES[rival]}" for share, rival in zip(shares, rivals, strict=True)
    )
    told = ", ".join([first.format(" of matches of 25 rounds"), *others]).replace("{}", "")
    return f"Wins {told}"


_AGENTS: Final = (
    AgentSpec(
        "random",
        "Coin tosser",
        "Chooses each move with the same chance and learns nothing.",
        simply(RandomFighter),
        level=0,
        strength=f"{_wins('random', 'seed-argmax', 'nash')}.",
        rank="passer-by",
        line="Asks a coin. The coin has no idea either.",
        measure=_measure("random"),
    ),
    AgentSpec(
        "habits",
        "Creature of habit",
        "Plays like a person who tries to be unpredictable and has habits all the same.",
        simply(HabitFighter),
        level=1,
        strength=f"{_wins('habits', 'seed-argmax', 'seed-softmax')}.",
        rank="guest of the dojo",
        line="Tries hard to be unpredictable. Everybody does.",
        measure=_measure("habits"),
    ),
    AgentSpec(
        "seed-argmax",
        "First student",
        "Counts what you do after each pair of moves and plays the best answer to it.",
        simply(SeedArgmax),
        level=2,
        strength=f"{_wins('seed-argmax', 'random', 'habits', 'nash')}; anyone who runs a copy of "
        "it beats it by 7.9 points a round.",
        rank="first year",
        line="Counts everything you do, and answers at once.",
        original=True,
        measure=_measure("seed-argmax"),
    ),
    AgentSpec(
        "seed-softmax",
        "Second student",
        "Counts like the First student, but mixes its answers.",
        _softmax,
        level=2,
        options=(BETA,),
        strength=f"{_wins('seed-softmax', 'random', 'habits', 'seed-argmax', 'nash')}.",
        rank="second year",
        line="Counts what you do, but mixes its answers.",
        original=True,
        measure=_measure("seed-softmax"),
    ),
    AgentSpec(
        "nash",
        "The wall",
        "Plays the mix that nobody can beat on average; it never learns and never tires.",
        simply(NashFighter),
        level=3,
        strength=f"{_wins('nash', 'random', 'habits', 'seed-argmax', 'seed-softmax')}; nobody "
        "gains against it in the long run.",
        rank="gatekeeper",
        line="Cannot be beaten on average. Cannot win much, either.",
        measure=_measure("nash"),
    ),
    AgentSpec(
        "sensei",
        "The sensei",
        "Reads your habits, guesses what you expect, and never bets more than it can afford.",
        _sensei,
        level=5,
        options=(LEVEL, SHARP),
        learns=True,
        weights=(MIND,),
        retold=sensei_as_measured,
        rank="master of the dojo",
        line="Reads your habits, and guesses what you expect.",
    ),
)

_MODELS: Final = (
    AgentSpec("judge", "Judge", "Says which move of each side was likeliest.", simply(Judge)),
)
AGENTS: Final = GameAgents(
    _AGENTS,
    demo_player,
    _MODELS,
    shared_start=local_start,
    describe=describe_learned,
    noticed=noticed,
)
