"""Ur's matches for `main.py arena`, many at once: the results of `games.match.Match` in less time.

`ai.lab.ur.batch` plays them in step. Searches of 4 plies and more by Finkel's rules with 7 pieces
are compiled (`ai.lab.ur.compiled_search`), where numba is there; compiling takes some seconds, in
which shallower ones have long answered as they are.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Final

from ai.lab.rooms import Batched
from ai.lab.ur.batch import Policy, play, policy_of
from ai.ur.expectimax import Expectimax
from ai.ur.table import Perfect
from ai.ur.values import ADVANCEMENT, UrAgent
from games.core import Player
from games.spec import Params
from games.ur.rules import FINKEL, RULE_SETS

_WORTH_COMPILING: Final = 4
"""Plies; 100 games of 3 plies take a second as they are, of 4 plies ten times that."""
_FEWEST: Final = 32
"""Matches; fewer are quicker one by one: a batch of any size takes as long as about 20 of them."""
_SMALL_TABLE: Final = 4
"""Pieces of a solved game whose values are few enough to be brought in order for each call."""


def play_all(agents: Sequence[Player], params: Params, seeds: Sequence[int]) -> Batched | None:
    """Play a match of these agents for each seed, a seat each; see `ai.lab.rooms.Batches`."""
    deep = any(
        isinstance(agent, Expectimax) and agent.plies >= _WORTH_COMPILING for agent in agents
    )
    if len(seeds) < _FEWEST and not deep:
        return None
    policies = [_policy(agent, params, deep) for agent in agents]
    first, second = policies
    if first is None or second is None:
        return None
    found = play(first, second, seeds, dict(params))
    return [
        ((0.0, 1.0) if winner else (1.0, 0.0), int(turns) // 2)
        for winner, turns in zip(*found, strict=True)
    ]


def _policy(agent: Player, params: Params, deep: bool) -> Policy | None:
    """Return the policy that plays as an agent does, None where there is none that is quick."""
    if isinstance(agent, Expectimax):
        return _search(agent, params) if deep else None
    large = params["pieces"] > _SMALL_TABLE
    if not isinstance(agent, UrAgent) or (large and isinstance(agent, Perfect)):
        return None
    return policy_of(agent, RULE_SETS[params["rules"]], params["pieces"])


def _search(agent: Expectimax, params: Params) -> Policy | None:
    """Return the compiled search, where it knows the game and can be compiled."""
    known = params["rules"] == FINKEL.id and params["pieces"] == FINKEL.pieces
    if not known or agent.given != ADVANCEMENT or importlib.util.find_spec("numba") is None:
        return None
    from ai.lab.ur.compiled_search import DeepPolicy

    return DeepPolicy(agent)
