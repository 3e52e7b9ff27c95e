"""The figures in karate's help: points from the rules, gains from the sensei's card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from games.cards import figure
from games.core import Seal
from games.karate.rules import MOVES, POINTS
from games.weights import measured

_MEASURED: Final = {
    "first_student": "seed-argmax",
    "of_pairs": "sensei:seed",
    "of_habits": "sensei:no-theory",
    "of_theories": "sensei",
}
"""The agents of the card whose gains the help quotes, by their names in the text."""


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/karate/help/`: points, and mean gains a round in
    points.
    """
    card = measured("karate/sensei", "numbers/mind")
    gains = {
        f"gain_{name}": figure(card, "roster_mean", agent, form=".1f")
        for name, agent in _MEASURED.items()
    }
    rounds = {"measured_rounds": figure(card, "rounds", form=",")}
    return {**_points(), **gains, **rounds, "seals": ""}


def _points() -> dict[str, str]:
    """Return each cell of both tables, such as "classic_kick_parry_punch", and what a blow is
    worth.
    """
    names = [move.replace("-", "_") for move in MOVES]
    found = {
        f"{table}_{names[own]}_{names[other]}": str(points[own][other])
        for table, points in POINTS.items()
        for own, other in product(range(len(MOVES)), repeat=2)
    }
    found["classic_hit"] = str(max(POINTS["classic"][MOVES.index("kick")]))
    for table in POINTS:
        found[f"{table}_parry"] = str(max(POINTS[table][MOVES.index("parry-kick")]))
    return found


def seals_opened(seals: Iterable[tuple[int, Seal]]) -> Mapping[str, str]:
    """Return the text of "{seals}" during a match: the numbers of rounds and their seals, newest
    first.
    """
    parts = [
        f"Round {number}, sealed as\n\n```\n{seal.commitment}\n```\n\n"
        f"opens to\n\n```\n{seal.nonce}:{seal.move}\n```"
        for number, seal in reversed(tuple(seals))
    ]
    return {"seals": "\n\n".join(["## Seals of this match", *parts]) if parts else ""}
