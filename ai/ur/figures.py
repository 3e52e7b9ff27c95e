"""The measured strength of Ur's agents from the cards of learned weights, in one sentence.

Shares are of games won, sides alternating. An interval of 95%, in points, follows: it belongs to
the share nearest to a half.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from typing import Any

from games import catalog
from games.agents import AgentSpec


def as_measured(spec: AgentSpec) -> AgentSpec:
    """Return the agent `spec` with its strength by the card of the weights that it plays with."""
    card = spec.weights[0].card
    try:
        words = _against_perfect(card) if _fitted(card) else _against_others(card)
    except (KeyError, TypeError, ValueError, AttributeError):
        return spec.unmeasured()
    return replace(spec, strength=words)


def _fitted(card: Mapping[str, Any]) -> bool:
    """Return whether the card is of weights that were fitted to the solved game, and played against
    it.
    """
    return all(rival.startswith("perfect, ") for rival in card["strength"])


def _against_perfect(card: Mapping[str, Any]) -> str:
    """As "4 pieces: wins 45.4% (Finkel) and 45.3% (Schultz) against perfect play (...)."."""
    shares = card["strength"]
    found = [(*name.split(", ")[1:], share) for name, share in shares.items()]
    pieces = found[0][1]
    if len(found) == 1:
        rules, _, share = found[0]
        told = f"{pieces}, {rules.title()}: wins {share:.1%}"
    else:
        parts = [f"{share:.1%} ({rules.title()})" for rules, _, share in found]
        told = f"{pieces}: wins {' and '.join(parts)}"
    told += f" against perfect play ({_games(card, shares)})"
    as_it_plays = next(iter(card.get("measured", {}).values()), None)
    if as_it_plays is not None:
        told += f"; what its choices cost is {100 * as_it_plays['lost']:.2f} points a game"
    return f"{told}."


def _against_others(card: Mapping[str, Any]) -> str:
    """As "4 pieces, Schultz: wins 78.3% against Random, 52.3% against Greedy, pow2 (...)."."""
    shares = card["strength"]
    parts = [f"{share:.1%} against {_named(rival)}" for rival, share in shares.items()]
    told = f"{card['pieces']} pieces, {card['rules'].title()}: wins {', '.join(parts)} "
    told += f"({_games(card, shares)})."
    elsewhere = card.get("other_rules")
    if elsewhere is None:
        return told
    shares = elsewhere["strength"]
    parts = [f"{share:.1%} ({rules.title()})" for rules, share in shares.items()]
    return (
        f"{told} Usual pieces, the values stretched to other paths: wins {', '.join(parts)} "
        f"against {_named(elsewhere['against'])} ({_games(elsewhere, shares)})."
    )


def _named(agent_id: str) -> str:
    """Return the name of the agent that a card names by its id; the id where there is none."""
    try:
        return catalog.agent("ur", agent_id).name
    except (catalog.UnknownAgent, ValueError):
        return agent_id


def _games(card: Mapping[str, Any], shares: Mapping[str, float]) -> str:
    """Return the number of games for each share, and the interval."""
    games = int(card["measured_games"])
    widest = max(1.96 * sqrt(share * (1 - share) / games) for share in shares.values())
    each = " each" if len(shares) > 1 else ""
    return f"{games:,} games{each}, ±{100 * widest:.1f}"
