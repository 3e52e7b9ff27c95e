"""The figures in the help of Ur: what the rule sets are made of, and the size of a model."""

from __future__ import annotations

from typing import Final

from games.cards import figure, read_card
from games.ur.rulesets import FINKEL, MASTERS, RULE_SETS, RuleSet

_NONE: Final = "none"


def help_figures() -> dict[str, str]:
    """What fills the names in `games/ur/help/`: those of a rule set begin with its id."""
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
    """How many of `of` throws give each roll, on average."""
    total = sum(weight for _, weight in rules.dice)
    return {f"{rules.id}_roll_{roll}": str(weight * of // total) for roll, weight in rules.dice}
