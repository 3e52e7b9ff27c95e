"""The strength of Jaipur's agents, and the figures on the cards of weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from typing import Any, Final, NamedTuple

from games.agents import AgentSpec, Variant

STRENGTHS: Final = {
    "random": "Wins 0.3% of the rounds against the Old merchant (2,000 rounds, ±0.2).",
    "seed-weighted": "Wins 37.5% of the rounds against the Old merchant (2,000 rounds, ±2.1).",
    "search": "Wins all of 60 rounds against the Old merchant (94 to 100%).",
}
"""Sentences of what was measured, by agent; ± is a 95% interval in points."""
MEASURES: Final = {
    "random": 0.003,
    "seed-weighted": 0.375,
    "seed-utility": 0.5,
    "search": 1.0,
}
"""The share of rounds won against `seed-utility`, hands and starter balanced."""


class LevelFigures(NamedTuple):
    """A level of `sensei`: how it plays, what was measured, and its share as in `MEASURES`."""

    plays: str
    strength: str
    measure: float | None


LEVEL_FIGURES: Final = {
    1: LevelFigures(
        "Looks one move ahead, without much care.",
        "Wins 67% of the rounds against the Old merchant (400 rounds, 63 to 72).",
        0.67,
    ),
    2: LevelFigures(
        "Looks one move ahead, with some care.",
        "Wins 69% of the rounds against level 1 (400 rounds, 65 to 74) and 85% against the Old "
        "merchant (400 rounds, 81 to 88).",
        0.853,
    ),
    3: LevelFigures(
        "Looks one move ahead, with care.",
        "Wins 76% of the rounds against level 2 (400 rounds, 72 to 80).",
        None,
    ),
    4: LevelFigures(
        "Imagines a few rounds for each move.",
        "Wins 70% of the rounds against level 3 (400 rounds, 65 to 74).",
        None,
    ),
    5: LevelFigures(
        "Imagines hundreds of rounds for each move.",
        "Wins 75% of the rounds against level 4 (400 rounds, 71 to 79), 82% against "
        "the Spice trader (60 rounds, 70 to 89), all of 100 against the Old merchant (96 to 100).",
        1.0,
    ),
}
"""By level; intervals are of 95%. Measured by `main.py arena jaipur`, as README has it."""


def at_level(values: Mapping[str, Any]) -> Variant:
    """Return the description of `sensei` with these options."""
    plays, strength, measure = LEVEL_FIGURES[values["level"]]
    told = f"{plays} Learns from your moves how you trade and what you hold."
    return Variant("Sensei", told, strength, True, measure)


def with_figures(spec: AgentSpec) -> AgentSpec:
    """Return the agent `spec` with what was measured of it, where that is known here."""
    if spec.variant is not None:
        usual = spec.variant(spec.defaults)
        return replace(spec, strength=usual.strength, measure=usual.measure)
    strength = STRENGTHS.get(spec.id, spec.strength)
    return replace(spec, strength=strength, measure=MEASURES.get(spec.id, spec.measure))


def as_measured(spec: AgentSpec) -> AgentSpec:
    """Return the agent `spec` with its strength by the card of the weights that it plays with."""
    card = spec.weights[0].card
    try:
        share, rounds = float(card["strength"]["seed-utility"]), int(card["measured_rounds"])
        half = 100 * 1.96 * sqrt(share * (1 - share) / rounds)
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return spec.unmeasured()
    found = f"({rounds:,} rounds, ±{half:.1f})"
    words = f"Wins {share:.1%} of the rounds against the Old merchant {found}."
    return replace(spec, strength=words, measure=share)
