"""The agents of Jaipur: the original with its quirks, chance, and those that learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ai.jaipur.adviser import Adviser
from ai.jaipur.figures import as_measured, at_level, with_figures
from ai.jaipur.greedy import GREEDY, Greedy
from ai.jaipur.leaf import LEAF
from ai.jaipur.onlooker import Onlooker
from ai.jaipur.reader import Reader
from ai.jaipur.search import Search
from ai.jaipur.seed import VARIANTS, SeedUtility, SeedWeighted
from ai.jaipur.sensei import LEVELS, Sensei, describe, holds_evidence
from ai.jaipur.simple import RandomTrader
from games.agents import AgentSpec, GameAgents, simply
from games.spec import Option

_VARIANT: Final = Option(
    *("variant", "Reading", "choice", "code", VARIANTS),
    labels=("As programmed", "As described", "In single precision"),
    help="The original's program wants only kinds that it can pair, or dear ones; its description "
    "wants every good. In single precision ties break otherwise.",
)


def _seed(options: Mapping[str, Any], start: str | None) -> SeedUtility:
    return SeedUtility(options.get("variant", "code"))


_LEVEL: Final = Option(
    *("level", "Level", "int", max(LEVELS)),
    low=1,
    high=max(LEVELS),
    help="5 imagines many rounds for each move, 4 a few; 3 looks one move ahead, and 2 and 1 do so "
    "with less and less care. All learn how you trade.",
    words=((1, "careless"), (2, "absent-minded"), (3, "awake"), (4, "exact"), (5, "far-sighted")),
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
        options=(_VARIANT,),
        rank="shopkeeper",
        line="Counts cards, never rupees: three leather before two diamonds.",
    ),
    AgentSpec(
        "greedy",
        "Spice trader",
        "Values what each move leads to by 26 features with learned weights, one ply deep.",
        simply(Greedy),
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
            simply(Reader),
            weights=(GREEDY,),
        ),
        AgentSpec(
            "adviser",
            "Adviser",
            "Weighs the moves of a seat by what it knows, and judges choices after a round.",
            simply(Adviser),
            weights=(GREEDY, LEAF),
        ),
    ),
    describe=describe,
)
