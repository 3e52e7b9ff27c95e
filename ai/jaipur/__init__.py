"""The agents of Jaipur: the original with its quirks, chance, and those that learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from typing import Any, Final

from ai.jaipur.adviser import SearchAdviser
from ai.jaipur.greedy import GREEDY
from ai.jaipur.leaf import LEAF
from ai.jaipur.onlooker import Onlooker
from ai.jaipur.search import Search
from ai.jaipur.seed import VARIANTS, Changes, SeedUtility, SeedWeighted
from ai.jaipur.sensei import LEVELS, Sensei, TradeReader, describe, holds_evidence, noticed
from ai.jaipur.simple import GreedyTrader, RandomTrader
from games import measured
from games.agents import AgentSpec, GameAgents, Variant, simply
from games.measured import Share
from games.spec import Option

_SCALE: Final = "seed-utility"
"""The ladder goes by the share of rounds won against this, hands and starter balanced."""
_NAMES: Final = {
    _SCALE: "the Old merchant",
    "greedy": "the Spice trader",
    **{f"sensei:level={level}": f"level {level}" for level in range(6)},
}
_PLAYS: Final = {
    0: "Looks one move ahead, with hardly any care.",
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
    "sensei:level=0": (_SCALE,),
    "sensei:level=1": ("sensei:level=0", _SCALE),
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


_VARIANT: Final = Option(
    *("variant", "Reading", "choice", "code", VARIANTS),
    labels=("As programmed", "As described", "In single precision"),
    help="The original's program wants only kinds that it can pair, or dear ones; its description "
    "wants every good. In single precision ties break otherwise.",
)
_CHANGES: Final = (
    Option("exchange", "Exchanges", "bool", True, hidden=True, help="Off: it never exchanges."),
    Option(
        *("take", "Bonus for a take", "float", 0.0),
        low=0.0,
        high=1.0,
        hidden=True,
        help="Added to the score of taking one good.",
    ),
    Option(
        *("tokens", "Reads tokens", "bool", False),
        hidden=True,
        help="On: a sale scores by the rupees that it fetches.",
    ),
)
"""What the original's author asked about, for measurements."""


def _seed(options: Mapping[str, Any], start: str | None) -> SeedUtility:
    named = {name: options[name] for name in Changes._fields if name in options}
    return SeedUtility(options.get("variant", "code"), Changes(**named))


_LEVEL: Final = Option(
    *("level", "Care", "int", max(LEVELS)),
    low=min(LEVELS),
    high=max(LEVELS),
    help="5 imagines many rounds for each move, 4 a few; 3 looks one move ahead, and 2, 1 and 0 do "
    "so with less and less care. All learn how you trade.",
    words=((0, "easy"), (2, "normal"), (4, "hard"), (5, "merciless")),
)


def _sensei(options: Mapping[str, Any], start: str | None) -> Sensei:
    return Sensei(options.get("level", max(LEVELS)), start)


_AGENTS: Final = (
    AgentSpec(
        *("random", "Random", "Any legal move, each as likely.", simply(RandomTrader)),
        rank="street hawker",
        line="Trades whatever the wind blows in.",
    ),
    AgentSpec(
        "seed-weighted",
        "Wavering merchant",
        "The original's four ideas, one of them drawn in proportion to its score.",
        simply(SeedWeighted),
        level=1,
        rank="stallholder",
        line="Has four good ideas and cannot settle on one.",
    ),
    AgentSpec(
        "seed-utility",
        "Old merchant",
        "The original: scores a good, a sale, the camels and an exchange, and does the best.",
        _seed,
        level=2,
        options=(_VARIANT, *_CHANGES),
        rank="shopkeeper",
        line="Counts cards, never rupees: three leather before two diamonds.",
        original=True,
    ),
    AgentSpec(
        "greedy",
        "Spice trader",
        "Values what each move leads to by 26 features with learned weights, one ply deep.",
        simply(GreedyTrader),
        level=3,
        rank="wholesaler",
        line="Knows the price of everything, and what fetches it.",
        weights=(GREEDY,),
        retold=as_measured,
    ),
    AgentSpec(
        "search",
        "Caravan master",
        "Tries its best moves in hundreds of rounds that could be the real one.",
        simply(Search),
        level=4,
        rank="hundred camels",
        line="Has seen this round end six hundred times already.",
        weights=(GREEDY,),
        heavy=True,
    ),
    AgentSpec(
        "sensei",
        "Sensei",
        "Imagines rounds, and learns from your moves how you trade and what you hold.",
        _sensei,
        level=5,
        options=(_LEVEL,),
        rank="merchant of merchants",
        line="Knows what you hold, and how you like to trade.",
        weights=(GREEDY, LEAF),
        heavy=True,
        learns=True,
        takes=holds_evidence,
        variant=at_level,
    ),
)

AGENTS: Final = GameAgents(
    tuple(with_figures(spec) for spec in _AGENTS),
    SeedUtility,
    models=(
        AgentSpec(
            "onlooker",
            "Onlooker",
            "What anyone at the table can know of both hands, by counting cards.",
            simply(Onlooker),
        ),
        AgentSpec(
            "reader",
            "Reader",
            "How both trade, by the moves that anyone at the table has seen.",
            simply(TradeReader),
            weights=(GREEDY,),
        ),
        AgentSpec(
            "adviser",
            "Adviser",
            "Weighs the moves of a seat by what it knows, and judges choices after a round.",
            simply(SearchAdviser),
            weights=(GREEDY, LEAF),
        ),
    ),
    describe=describe,
    noticed=noticed,
)
