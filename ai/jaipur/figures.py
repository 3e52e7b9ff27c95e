"""What is known of the strength of Jaipur's agents, and what cards say of it."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Final

from games.agents import AgentSpec

STRENGTHS: Final = {
    "random": "Wins 0.3% of the rounds against the Old merchant (2,000 rounds, ±0.2).",
    "seed-weighted": "Wins 37.5% of the rounds against the Old merchant (2,000 rounds, ±2.1).",
    "search": "Wins all of 60 rounds against the Old merchant (94 to 100%).",
    "sensei": "Level 5 wins 90% of the rounds against the Spice trader (60 rounds, 80 to 95) and "
    "all of 40 against the Old merchant (91 to 100). Level 4 wins 76.5% against 3 (200 rounds, 70 "
    "to 82), 3 wins 76% against 2 and 2 wins 69% against 1 (400 rounds each, ±4); level 1 wins 67% "
    "against the Old merchant (400 rounds, ±5).",
}
"""Sentences of what was measured, by agent; ± is a 95% interval in points."""
MEASURES: Final = {
    "random": 0.003,
    "seed-weighted": 0.375,
    "seed-utility": 0.5,
    "search": 1.0,
    "sensei": 1.0,
}
"""The share of rounds won against `seed-utility`, hands and starter balanced."""


def with_figures(spec: AgentSpec) -> AgentSpec:
    """The agent `spec` with what was measured of it, where that is known here."""
    strength = STRENGTHS.get(spec.id, spec.strength)
    return replace(spec, strength=strength, measure=MEASURES.get(spec.id, spec.measure))


def as_measured(spec: AgentSpec) -> AgentSpec:
    """The agent `spec` with its strength by the card of the weights that it plays with."""
    card = spec.weights[0].card
    try:
        share, rounds = float(card["strength"]["seed-utility"]), int(card["measured_rounds"])
        half = 100 * 1.96 * sqrt(share * (1 - share) / rounds)
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return spec.unmeasured()
    found = f"({rounds:,} rounds, ±{half:.1f})"
    words = f"Wins {share:.1%} of the rounds against the Old merchant {found}."
    return replace(spec, strength=words, measure=share)
