"""The agents of Ra: chance, two by hand, the program of 2006 rebuilt, and those that learned."""

from __future__ import annotations

from functools import partial
from typing import Final

from ai.ra.figures import measure, strength
from ai.ra.heuristic import EASY_ERROR, Heuristic
from ai.ra.net_player import Net
from ai.ra.network import NETS
from ai.ra.oracle import Oracle
from ai.ra.seed_net import PROGRAMS, SeedNet
from ai.ra.simple import RandomBidder
from games.agents import AgentSpec, GameAgents, Measured, simply

_measured: Final = Measured(strength, measure)


AGENTS: Final = GameAgents(
    (
        _measured(
            *("random", "Random", "Any legal action, each as likely."),
            *(RandomBidder, 0),
            *("reed in the wind", "Calls on Ra as often as it draws."),
        ),
        _measured(
            *("easy", "Farmer"),
            "Knows what lots are worth, give or take, and never calls to spoil.",
            *(partial(Heuristic, EASY_ERROR, spoils=False), 1),
            *("farmer of the Nile", "Looks at the river, guesses, is often nearly right."),
        ),
        _measured(
            *("heuristic", "Scribe"),
            "Counts what each holding may still become, and what each sun should win at least.",
            *(Heuristic, 2),
            *("keeper of accounts", "Has a price for every lot, and for every sun."),
        ),
        _measured(
            *("seed-net", "Old oracle"),
            "The program of 2006 rebuilt: a network for lots, one an epoch for suns.",
            *(SeedNet, 3),
            *("oracle of 2006", "Learned Ra long ago, and never changed its mind."),
            PROGRAMS.values(),
        ),
        _measured(
            *("net", "Priestess"),
            "Values what each action leads to for every seat, and solves every auction.",
            *(Net, 4),
            *("priestess of Ra", "Knows before the first bid who may get the lot."),
            NETS.values(),
        ),
        _measured(
            *("net+", "Pharaoh"),
            "Like the priestess, and it weighs every tile that the bag may show next.",
            *(partial(Net, deep=True), 5),
            *("son of the sun", "Has looked into every tile but the one that comes."),
            NETS.values(),
        ),
    ),
    Heuristic,
    models=(
        AgentSpec(
            "oracle",
            "Oracle",
            "What lots, actions and auctions are worth to everybody, by the network of net+.",
            simply(Oracle),
            weights=(*NETS.values(), *PROGRAMS.values()),
        ),
    ),
)
