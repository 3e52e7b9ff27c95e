"""The agents of Ra: chance, two by hand, the program of 2006 rebuilt, and those that learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ai.ra.figures import MEASURES, STRENGTHS
from ai.ra.heuristic import EASY_ERROR, Heuristic
from ai.ra.net_player import Net
from ai.ra.network import NETS
from ai.ra.oracle import Oracle
from ai.ra.seed_net import PROGRAMS, SeedNet
from ai.ra.simple import RandomBidder
from games.agents import AgentSpec, GameAgents


def _random(options: Mapping[str, Any], start: str | None) -> RandomBidder:
    return RandomBidder()


def _easy(options: Mapping[str, Any], start: str | None) -> Heuristic:
    return Heuristic(EASY_ERROR, spoils=False)


def _heuristic(options: Mapping[str, Any], start: str | None) -> Heuristic:
    return Heuristic()


def _seed_net(options: Mapping[str, Any], start: str | None) -> SeedNet:
    return SeedNet()


def _net(options: Mapping[str, Any], start: str | None) -> Net:
    return Net()


def _net_plus(options: Mapping[str, Any], start: str | None) -> Net:
    return Net(deep=True)


def _oracle(options: Mapping[str, Any], start: str | None) -> Oracle:
    return Oracle()


AGENTS: Final = GameAgents(
    (
        AgentSpec(
            *("random", "Random", "Any legal action, each as likely.", _random),
            rank="reed in the wind",
            line="Calls on Ra as often as it draws.",
            measure=MEASURES["random"],
        ),
        AgentSpec(
            "easy",
            "Farmer",
            "Knows what lots are worth, give or take, and never calls to spoil.",
            _easy,
            level=1,
            strength=STRENGTHS["easy"],
            rank="farmer of the Nile",
            line="Looks at the river, guesses, and is often nearly right.",
            measure=MEASURES["easy"],
        ),
        AgentSpec(
            "heuristic",
            "Scribe",
            "Counts what each holding may still become, and what each sun should win at least.",
            _heuristic,
            level=2,
            strength=STRENGTHS["heuristic"],
            rank="keeper of accounts",
            line="Has a price for every lot, and for every sun.",
            measure=MEASURES["heuristic"],
        ),
        AgentSpec(
            "seed-net",
            "Old oracle",
            "The program of 2006 rebuilt: a network for lots, one an epoch for suns.",
            _seed_net,
            level=3,
            strength=STRENGTHS["seed-net"],
            rank="oracle of 2006",
            line="Learned Ra long ago, and never changed its mind.",
            measure=MEASURES["seed-net"],
            weights=tuple(PROGRAMS.values()),
        ),
        AgentSpec(
            "net",
            "Priestess",
            "Values what each action leads to for every seat, and solves every auction.",
            _net,
            level=4,
            strength=STRENGTHS["net"],
            rank="priestess of Ra",
            line="Knows before the first bid who will get the lot.",
            measure=MEASURES["net"],
            weights=tuple(NETS.values()),
        ),
        AgentSpec(
            "net+",
            "Pharaoh",
            "Like the priestess, and it weighs every tile that the bag may show next.",
            _net_plus,
            level=5,
            strength=STRENGTHS["net+"],
            rank="son of the sun",
            line="Has looked into every tile but the one that comes.",
            measure=MEASURES["net+"],
            weights=tuple(NETS.values()),
        ),
    ),
    Heuristic,
    models=(
        AgentSpec(
            "oracle",
            "Oracle",
            "What lots, actions and auctions are worth to everybody, by the network of net+.",
            _oracle,
            weights=(*NETS.values(), *PROGRAMS.values()),
        ),
    ),
)
