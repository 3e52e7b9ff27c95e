"""Tables of Set that cost the most to draw, for `main.py bench`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games import catalog
from games.core import Limit, Turn
from games.match import Match
from games.mind import Mind
from games.session.setup import Setup
from games.session.starting import make_setup
from games.set import SPEC
from games.set.rules.state import MOST_GIVEN_UP, State

SEEDS: Final = (5, 6)
"""Of matches against `steady-1` in which it claims nothing on that table for ten seconds."""
SETS: Final = 6
"""So many were taken before what the mind view shows."""
WHAT: Final = f"{MOST_GIVEN_UP} cards and the mind open"


def matches() -> list[tuple[Setup, Sequence[Turn], Mind]]:
    """Return matches with as many cards as can lie, and a mind to show beside them."""
    return [_match(seed) for seed in SEEDS]


def _match(seed: int) -> tuple[Setup, Sequence[Turn], Mind]:
    rules, params = catalog.rules(SPEC.id), SPEC.params()
    nobody = catalog.agent(SPEC.id, "nobody")
    match = Match(rules, params, seed, {seat: nobody.make({}, None) for seat in (0, 1)})
    state: State = match.state
    while len(state.table) < MOST_GIVEN_UP or state.waiting:
        match.step(Limit())
        state = match.state
    return make_setup(SPEC.id, "steady-1", seed, {}, False), match.turns, _mind(seed)


def _mind(seed: int) -> Mind:
    """Return the mind of the mirror after some sets."""
    rules, params = catalog.rules(SPEC.id), SPEC.params()
    agents = [catalog.agent(SPEC.id, name).make({}, None) for name in ("steady-4", "mirror")]
    match = Match(rules, params, seed, dict(enumerate(agents)))
    state: State = match.state
    while sum(state.taken) < SETS or state.waiting:
        match.step(Limit())
        state = match.state
    return match.decide(1, Limit(mind=True)).mind or ()
