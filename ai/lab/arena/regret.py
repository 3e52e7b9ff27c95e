"""The study `regret`: what agents lose in endings whose values are known exactly.

One quick agent plays all seats of a match up to the first ending with a choice, which comes to an
asked agent in its seat: it has seen all that its seat may see, and moves once. Every agent gets the
same endings. What it loses is the exact chance to win after the best move less that after its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab.errors import BadArguments
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values, mean_interval, pieces
from games import catalog
from games.core import Limit, Player, Turn
from games.match import Match, seen_by
from games.spec import Params
from games.streams import Stream, stream_key

REGRET: Final = "regret"
EQUAL: Final = 2e-5
"""Chances that differ by less are the same: tables that ship have 16 bits."""
_AT_ONCE: Final = 10
_DEALS: Final = 100
"""Matches that may be played until one has an ending."""


@dataclass(frozen=True)
class Endings:
    """The endings of a game: how they are made, told and valued.

    `player` plays up to an ending; `ripe` says of a seat's view with a choice whether it is one;
    `cost` returns what a move in it loses, a chance to win, None where that cannot be known.
    """

    game: str
    player: str
    ripe: Callable[[Any], bool]
    cost: Callable[[Any, str], float | None]
    make: Callable[[str], Player]


class RegretPart(NamedTuple):
    """Some endings for one agent."""

    name: str
    seed: int
    params: Params
    endings: range


def play(ends: Endings, part: RegretPart) -> list[float]:
    """Return what the agent of a part loses in each of its endings."""
    found = []
    for number in part.endings:
        costs = (_cost(ends, part, number, deal) for deal in range(_DEALS))
        found.append(next((cost for cost in costs if cost is not None), None))
    return [cost for cost in found if cost is not None]


def _cost(ends: Endings, part: RegretPart, number: int, deal: int) -> float | None:
    """Return what the agent loses in the ending of one match, None where there is none."""
    game = catalog.rules(ends.game)
    seed = stream_key(part.seed, f"ending {number} {deal}") >> 1
    seat = number % len(game.returns(game.new(part.params)))
    turns = _turns_to(ends, tuple(part.params.items()), seed, seat)
    if turns is None:
        return None
    match, agent = Match(game, part.params, seed), ends.make(part.name)
    rng = Stream.named(seed, "asked")
    agent.begin((seat,), game, part.params, rng)
    for turn in turns:
        events = match.play(dict(turn))
        rng.jump(-len(match.turns))
        agent.observe(seen_by(events, (seat,)))
    rng.jump(len(turns))
    view = game.view(match.state, seat)
    return ends.cost(view, agent.act(seat, view, match.legal(seat), Limit()).move)


@lru_cache(maxsize=1 << 14)
def _turns_to(
    ends: Endings, options: tuple[tuple[str, Any], ...], seed: int, seat: int
) -> tuple[Turn, ...] | None:
    """Return the turns of a match up to the first ending of a seat, None where it has none."""
    game, params = catalog.rules(ends.game), dict(options)
    seats = range(len(game.returns(game.new(params))))
    match = Match(game, params, seed, {each: ends.make(ends.player) for each in seats})
    while match.to_act:
        chooses = match.to_act == (seat,) and len(match.legal(seat)) > 1
        if chooses and ends.ripe(game.view(match.state, seat)):
            return tuple(match.turns)
        match.step(Limit(nodes=0))
    return None


def parts(asked: ArenaQuestion, params: Params) -> Groups[RegretPart]:
    """Return the parts of the agents that are asked."""
    split = pieces(asked.games, _AT_ONCE)
    return [
        (name, [RegretPart(name, asked.seed, params, part) for part in split])
        for name in asked.agents
    ]


def row(name: str, costs: Sequence[float], asked: ArenaQuestion) -> Plain:
    """Return an agent's mean loss with its interval, and how often it found a best move."""
    if not costs:
        raise BadArguments(f"No ending for {name} was found.")
    lost = np.array(costs)
    lost[lost < EQUAL] = 0.0
    mean, ci95 = mean_interval(lost, 1.0)
    return {
        "agent": name,
        "endings": len(costs),
        "regret": mean,
        "ci95": [max(0.0, ci95[0]), ci95[1]],
        "best": float((lost == 0.0).mean()),
        "worst": float(lost.max()),
    }


COLUMNS: Final = (
    "  {agent:14} loses {regret:.2%} of a win ({ci95[0]:.2%} to {ci95[1]:.2%}) in an ending, "
    "{worst:.1%} at most; a best move in {best:.1%} of {endings} endings",
)


def study(
    play_part: Callable[[RegretPart], list[float]], params: Callable[[Values], Params]
) -> Study[RegretPart, float]:
    """Return the study with the function of a module that plays a part."""
    return Study(lambda asked, values: parts(asked, params(values)), play_part, row, COLUMNS)
