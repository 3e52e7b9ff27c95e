"""The strength of Jaipur's agents, and the figures on the cards of weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from typing import Any, Final

from games import measured
from games.agents import AgentSpec, Variant
from games.measured import Share

_SCALE: Final = "seed-utility"
"""The ladder goes by the share of rounds won against this, hands and starter balanced."""
_NAMES: Final = {
    _SCALE: "the Old merchant",
    "greedy": "the Spice trader",
    **{f"sensei:level={level}": f"level {level}" for level in range(1, 6)},
}
_PLAYS: Final = {
    1: "Looks one move ahead, without much care.",
    2: "Looks one move ahead, with some care.",
    3: "Looks one move ahead, with care.",
    4: "Imagines a few rounds for each move.",
    5: "Imagines hundreds of rounds for each move.",
}
"""How `sensei` plays at each level."""
_QUOTED: Final[Mapping[str, tuple[str, ...]]] = {
    "random": (_SCALE,),
    "seed-weighted": (_SCALE,),
    "search": (_SCALE,),
    "sensei:level=1": (_SCALE,),
    "sensei:level=2": ("sensei:level=1", _SCALE),
    "sensei:level=3": ("sensei:level=2",),
    "sensei:level=4": ("sensei:level=3",),
    "sensei:level=5": ("sensei:level=4", "greedy", _SCALE),
}
"""The rivals that the page of an agent quotes."""


def _won(agent: str, rival: str) -> Share:
    """Return what an agent won of the rounds against another; raises `NotMeasured`."""
    try:
        return measured.won("jaipur", agent, rival, options={"length": "round"}).share
    except measured.NotMeasured:
        usual = agent.removesuffix(":level=5")
        return measured.won("jaipur", usual, rival, options={"length": "round"}).share


@measured.or_else("")
def strength(agent: str) -> str:
    """Return as "Wins 69% of the rounds against level 1 (400 rounds, 65 to 74) and ..."."""
    found = [(rival, _won(agent, rival)) for rival in _QUOTED.get(agent, ())]
    parts = [_told(rival, share, not number) for number, (rival, share) in enumerate(found)]
    return f"Wins {measured.listed(parts)}." if parts else ""


def _told(rival: str, share: Share, first: bool) -> str:
    rounds = " of the rounds" if first else ""
    ends = f"{100 * share.low:.0f} to {100 * share.high:.0f}"
    if share.value == 1.0:
        return f"all of {share.games:,} rounds against {_NAMES[rival]} ({ends}%)"
    if share.games >= 1000:
        return f"{share.percent()}{rounds} against {_NAMES[rival]} ({_of(share)}, ±{share.half})"
    return f"{share.percent('.0f')}{rounds} against {_NAMES[rival]} ({_of(share)}, {ends})"


def _of(share: Share) -> str:
    return f"{share.games:,} rounds"


@measured.or_else(None)
def measure(agent: str) -> float | None:
    """Return the share of rounds won against the Old merchant, None where it is not known."""
    return 0.5 if agent == _SCALE else _won(agent, _SCALE).value


def at_level(values: Mapping[str, Any]) -> Variant:
    """Return the description of `sensei` with these options."""
    agent = f"sensei:level={values['level']}"
    told = f"{_PLAYS[values['level']]} Learns from your moves how you trade and what you hold."
    return Variant("Sensei", told, strength(agent), True, measure(agent))


def with_figures(spec: AgentSpec) -> AgentSpec:
    """Return the agent `spec` with what was measured of it, where that is known here."""
    if spec.variant is not None:
        usual = spec.variant(spec.defaults)
        return replace(spec, strength=usual.strength, measure=usual.measure)
    words, share = strength(spec.id), measure(spec.id)
    return replace(
        spec,
        strength=words or spec.strength,
        measure=spec.measure if share is None else share,
    )


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
