"""The sensei's strength as measured with the weights in use, for the page before a match.

The sensei plays with the weights `numbers/mind`. `main.py train karate` measures it and writes a
card, `karate/sensei`, that names the weights it was measured with; other weights have no figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ai.sequence.weights import MIND
from games.agents import NOT_MEASURED, AgentSpec
from games.cards import UNKNOWN, figure
from games.weights import measured

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
    card = measured("karate/sensei", MIND.name)
    told = {"level": _levels(card), "beta": _gentler(card)}
    options = tuple(
        replace(option, help=f"{option.help} {told[option.name]}".strip())
        for option in spec.options
    )
    return replace(spec, strength=_strength(card), options=options, measure=_measure(card))


def _measure(card: Mapping[str, Any]) -> float | None:
    """Return the mean share of matches won against its rivals, None where it was not measured."""
    wins = card.get("wins", {}).get("sensei", {})
    shares = [wins.get(rival) for rival in _RIVALS]
    known = all(isinstance(share, int | float) for share in shares)
    return sum(shares) / len(shares) if known else None


def _strength(card: Mapping[str, Any]) -> str:
    """Shares of matches won where the card has them, else the mean gain."""
    shares = [figure(card, "wins", "sensei", rival, form=".0%") for rival in _RIVALS]
    if UNKNOWN not in shares:
        first, *others = (
            f"{share}{{}} against {who}"
            for share, who in zip(shares, _RIVALS.values(), strict=True)
        )
        told = ", ".join([first.format(" of matches of 25 rounds"), *others]).replace("{}", "")
        return f"At strength 2 (less is gentler) it wins {told}."
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
