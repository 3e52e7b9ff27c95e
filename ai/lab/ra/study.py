"""`main.py arena ra --option study=shares`: shares of wins by the compiled games of the training.

The same agents on the same rules as in the arena, compiled, so that thousands of games of `net+`
can be afforded. Discards, which an agent chooses, cost the least by one rule here.
The first of `--agents` is seated by turns in every place of every deal, the second everywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.ra.engine import Array, Nets
from ai.lab.ra.learning import stack
from ai.lab.ra.tables import DEEP, HEURISTIC, PROGRAM, Programs, meet, together
from ai.lab.rooms import Asked, Plain
from ai.ra.network import NETS
from ai.ra.seed_net import PROGRAMS
from games.core import Option
from games.intervals import Z

SHARES: Final = "shares"
OPTIONS: Final = (Option(*("study", "Study", "choice", SHARES), choices=(SHARES,)),)
KINDS: Final = {"heuristic": HEURISTIC, "seed-net": PROGRAM, "net": 0, "net+": DEEP}
"""The agents that are compiled, and what they are there."""


def nets_of(players: int) -> Nets:
    """The network in use for so many players, as the engine takes it."""
    network = NETS[players].load()
    return stack([np.concatenate([part.ravel() for part in network[1:5]])], players)


def programs_of(players: int) -> Programs:
    """The program of 2006 in use for so many players, as the engine takes it."""
    program = PROGRAMS[players].load()
    lots = program.lots
    suns = [np.stack([layers[part] for layers in program.suns]) for part in range(4)]

    def exact(*parts: Array) -> tuple[Array, ...]:
        return tuple(np.ascontiguousarray(part, np.float64) for part in parts)

    own = exact(lots.first, lots.bias, lots.second[:, 0], lots.last)
    own_suns = exact(suns[0], suns[1], suns[2][:, :, 0], suns[3])
    return together([(own, own_suns, np.array(program.margins))])


def arena(asked: Asked) -> Plain:
    """The JSON output: the share of wins and the margin of the first agent, with 95% intervals."""
    agents, games, seed, given, _, progress = asked
    all_options(OPTIONS, given)
    players = len(agents)
    if players not in NETS or len(set(agents[1:])) != 1 or not set(agents) <= set(KINDS):
        raise BadArguments(
            "A study of shares needs 3 to 5 of heuristic, seed-net, net and net+, all after the "
            "first the same."
        )
    progress(0.0, f"{games:,} games")
    own, other = KINDS[agents[0]], KINDS[agents[1]]
    deals = max(2, games // players)
    found = meet(players, own, other, deals, seed, nets_of(players), programs_of(players))
    wins, margin = Z * found.error, Z * found.margin_error
    return {
        "game": "ra",
        "seed": seed,
        "study": SHARES,
        "table": list(agents),
        "games": deals * players,
        "fair_share": 1 / players,
        "win_share": found.wins,
        "ci95": [found.wins - wins, found.wins + wins],
        "mean_margin": found.margin,
        "mean_margin_ci95": [found.margin - margin, found.margin + margin],
    }


def report(found: Mapping[str, Any]) -> str:
    """The output for a person."""
    low, high = found["ci95"]
    return (
        f"{found['table'][0]} against {', '.join(found['table'][1:])}: {found['win_share']:.1%} "
        f"({low:.1%} to {high:.1%}) of {found['games']:,} games, margin "
        f"{found['mean_margin']:+.1f}; fair is {found['fair_share']:.1%}."
    )
