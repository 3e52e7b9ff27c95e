"""The figures in the help of Ur: what the rule sets are made of, and the size of a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.cards import figure, read_card
from games.ur.asks import JudgedStep
from games.ur.rulesets import FINKEL, MASTERS, RULE_SETS, RuleSet

_NONE: Final = "none"
MINUS: Final = "\u2212"


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/ur/help/`, with the ids of rule sets in front."""
    weights = figure(read_card("ur", "linear+"), "weights", form=",")
    found = {"linear_weights": weights, **_rolls(FINKEL, 16), **_rolls(MASTERS, 8)}
    for rule_set in RULE_SETS.values():
        found |= _board(rule_set)
    return found


def _board(rules: RuleSet) -> dict[str, str]:
    """Its usual number of pieces, its path, and its number of dice."""
    return {
        f"{rules.id}_pieces": str(rules.pieces),
        f"{rules.id}_squares": str(rules.off - 1),
        f"{rules.id}_rosettes": " ".join(map(str, rules.rosettes)),
        f"{rules.id}_safe": " ".join(map(str, rules.safe)) or _NONE,
        f"{rules.id}_dice": str(len(rules.dice) - 1),  # a result for every number of marked ones
    }


def _rolls(rules: RuleSet, of: int) -> dict[str, str]:
    """Return how many of `of` throws give each roll, on average."""
    total = sum(weight for _, weight in rules.dice)
    return {f"{rules.id}_roll_{roll}": str(weight * of // total) for roll, weight in rules.dice}


def workings(steps: Sequence[JudgedStep], names: tuple[str, str]) -> dict[str, str]:
    """The formulas of luck and skill with the numbers of the last throw and of the last move.

    `steps` are those that the judge saw, `names` who sits on either side.
    """
    found: dict[str, str] = {}
    for step in steps:
        after = step.light if step.seat == 0 else 1.0 - step.light
        other = after - step.change
        who = names[step.seat]
        if step.kind == "roll":
            sign = "+" if step.change >= 0 else MINUS
            told = f"luck = {after:.1%} {MINUS} {other:.1%} = {sign}{abs(step.change):.1%}"
            found["now_luck"] = f"{who}, last throw: {told}"
        else:
            told = f"cost = {other:.1%} {MINUS} {after:.1%} = {max(0.0, -step.change):.1%}"
            found["now_cost"] = f"{who}, last move: {told}"
    return found
