"""The measured strength of Ur's agents, in sentences for the page before a match.

Figures come from `assets/measured/ur.json`, those of learned weights from their cards. Shares are
of games won, sides alternating; behind them stands the 95% interval in points, the widest of all.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, Final

from games import catalog, measured
from games.agents import AgentSpec
from games.measured import Share
from games.ur.rulesets import RULE_SETS

_PLIES: Final = range(1, 8)
NAMES: Final[Mapping[str, str]] = {
    "Random": "random",
    "First move": "first-move",
    "Last move": "last-move",
    "Greedy": "greedy",
    "Greedy, linear": "greedy-values:values=linear",
    "Greedy, pow2": "greedy-values:values=pow2",
    "Greedy, learned": "greedy-values:values=learned",
    "Greedy, focus-rosettes": "greedy-values:values=focus-rosettes",
    "Look-ahead 1, learned": "lookahead:depth=1:values=learned",
    "Look-ahead 2, learned": "lookahead:depth=2:values=learned",
    "Look-ahead+ 2, learned": "lookahead:depth=2:values=learned:plus=on",
    **{f"Expectimax {plies}": f"expectimax:depth={plies}" for plies in _PLIES},
    "Expectimax 3, plain": "expectimax:depth=3:plain=on",
    **{f"Panda {plies}": f"panda:depth={plies}" for plies in _PLIES},
    "Learner": "learner",
    "Learner+": "learner+",
    "Linear+": "linear+",
    "Network": "net",
    "Perfect": "perfect",
}
"""The agents of the measured file, by the names that the page gives them with these options."""
_IDS: Final[Mapping[str, str]] = {agent: name for name, agent in NAMES.items()}
_TOLD_BY_CARDS: Final = frozenset({"Learner", "Learner+", "Linear+", "Network"})


@measured.or_else(None)
def measure(name: str) -> float | None:
    """Return the share of games that an agent wins against `greedy`, 7 pieces, Finkel.

    Against `greedy` the network cannot be told from perfect play, to which it loses by the third of
    a point that its card has: so far below perfect play it stands.
    """
    if name == "Greedy":
        return 0.5
    if name not in NAMES:
        return None
    found = measured.won("ur", "perfect" if name == "Network" else NAMES[name], "greedy")
    return found.share.value - (0.003 if name == "Network" else 0.0)


def strength(name: str) -> str:
    """Return what an agent was measured to win, by rules and pieces, "" where that is not known."""
    found: dict[tuple[str, int], list[tuple[str, Share]]] = {}
    for won in () if name in _TOLD_BY_CARDS else _best(name):
        rules = RULE_SETS[won.options.get("rules", "finkel")]
        pieces = int(won.options.get("pieces", rules.pieces))
        found.setdefault((rules.id, pieces), []).append((won.rivals[0], won.share))
    return " ".join(
        f"{pieces} pieces, {rules.title()}: wins {_shares(rows)}."
        for (rules, pieces), rows in found.items()
    )


def as_measured(spec: AgentSpec) -> AgentSpec:
    """Return the agent `spec` with its strength by the card of the weights that it plays with."""
    card = spec.weights[0].card
    try:
        words = _against_perfect(card) if _fitted(card) else _against_others(card)
    except (KeyError, TypeError, ValueError, AttributeError):
        return spec.unmeasured()
    return replace(spec, strength=words)


def _fitted(card: Mapping[str, Any]) -> bool:
    """Return whether the card is of weights fitted to the solved game, and played against it."""
    return all(rival.startswith("perfect, ") for rival in card["strength"])


def _against_perfect(card: Mapping[str, Any]) -> str:
    """Return a text such as "4 pieces: wins 45.4% (Finkel) and 45.3% (Schultz) against perfect play
    (...).".
    """
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
    """Return a text such as "4 pieces, Schultz: wins 78.3% against Random, 52.3% against Greedy,
    pow2 (...).".
    """
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


def _best(name: str) -> list[measured.Won]:
    """Return the shares that are told of an agent: for each rival that by the most games."""
    found = {
        (won.rivals, str(sorted(won.options.items()))): won
        for won in measured.all_won("ur")
        if won.first and won.agent == NAMES.get(name)
    }
    return [
        measured.won("ur", won.agent, *won.rivals, options=won.options) for won in found.values()
    ]


def _shares(rows: Sequence[tuple[str, Share]]) -> str:
    """Return as "93.9% against Greedy, 97.1% against Last move (8,000 games each, ±0.5)"."""
    told = []
    for games, part in itertools.groupby(rows, lambda row: row[1].games):
        found = list(part)
        widest = max((share for _, share in found), key=lambda share: share.high - share.low)
        words = ", ".join(f"{share.percent()} against {_rival(name)}" for name, share in found)
        each = " each" if len(found) > 1 else ""
        all_won = f"at least {100 * widest.low:.1f}" if widest.value == 1.0 else f"±{widest.half}"
        told.append(f"{words} ({games:,} games{each}, {all_won})")
    return ", ".join(told)


def _rival(agent: str) -> str:
    return "perfect play" if agent == "perfect" else _IDS.get(agent, agent)


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
