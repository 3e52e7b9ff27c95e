"""The part of capture-the-flag in the analysis protocol: one request in, one reply out.

`new`, `legal`, `apply` and `view` are rules and sensor, `filter` is what a team can believe.
What cannot be served raises a `ValueError` of its own kind with one sentence.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.belief.graph import Vector
from ai.ctf.believing import BelievingTeam
from ai.ctf.tracking import Maker, TeamBelief, auto_enemies, exact_walkers
from ai.ctf.witness import view_from
from ai.lab.analyse import agent, choice, integer, items, refusal, served, switch
from ai.lab.ctf.positions import (
    MOST_MOVES,
    cell_at,
    glances_in,
    moves_in,
    rows_in,
    rules_in,
    state_in,
    state_plain,
)
from ai.lab.positions import of_matches
from ai.lab.rooms import Answer, Plain, Request
from games.core import Event, IllegalMove, Limit
from games.ctf import SPEC
from games.ctf.maze import MOVES, field_of, ground_of
from games.ctf.plain import at, reading_plain, team_seen
from games.ctf.rules.camping import places, relocated, with_ages
from games.ctf.rules.game import GAME, open_moves
from games.ctf.rules.moving import moved
from games.ctf.rules.sensing import enemies_of, outcomes
from games.ctf.rules.state import BOTS, State, first_state, refuse
from games.mind import mind_to_plain
from games.streams import Stream

_LARGEST_SEED: Final = 2**63 - 1


def _new(request: Request) -> Plain:
    rules = rules_in(request)
    ground = ground_of(rows_in(request))
    length = integer(request, "max_moves", 1, MOST_MOVES, rules.length)
    return {"state": state_plain(with_ages(first_state(ground, rules, length)))}


def _legal(request: Request) -> Plain:
    state = state_in(request)
    if state.over:
        return {"moves": []}
    if state.due:
        return {"relocate": [at(state.field, cell) for cell in places(state)]}
    return {"moves": list(open_moves(state.field, state.bots[state.turn]))}


def _moves_in(view: Request) -> list[str]:
    """Return the moves of the bot that has a plain `view`."""
    seat, field = integer(view, "seat", 0, len(BOTS) - 1), field_of(tuple(rows_in(view)))
    if switch(view, "over", False) or integer(view, "moves", 0, MOST_MOVES) % len(BOTS) != seat:
        return []
    own = items(view, "own")
    if len(own) != len(BOTS) // 2:
        raise refusal(view, "own", "the places of both own bots")
    return list(open_moves(field, cell_at(field, own[seat // 2], "own")))


def _apply(request: Request) -> Plain:
    state, told = state_in(request), list[Plain]()
    for number, step in enumerate(items(request, "steps"), start=1):
        try:
            state, events = _step(state, step)
        except ValueError as problem:
            raise type(problem)(f"Step {number}: {problem}") from None
        told += events
    return {"state": state_plain(state), "events": told}


def _step(state: State, step: object) -> tuple[State, list[Plain]]:
    """Play one step; raises `IllegalMove` and `BadPosition`."""
    if state.over:
        raise IllegalMove(f"The match is over after {state.moves} moves; send no more steps.")
    if state.due:
        cell, free = cell_at(state.field, step, "steps"), places(state)
        if cell not in free:
            raise refuse(step, f"the cells that legal lists ({len(free)} of them)")
        return relocated(state, cell), []
    here, legal = state.bots[state.turn], open_moves(state.field, state.bots[state.turn])
    if not isinstance(step, str) or step not in legal:
        raise refuse(step, ", ".join(legal))
    after, events = moved(state, state.field.ways[here][MOVES.index(step)])
    return with_ages(after), [_event_plain(after, event) for event in events]


def _event_plain(state: State, event: Event) -> Plain:
    return {"kind": event.kind, **event.data, "cell": at(state.field, event.data["cell"])}


def _view(request: Request) -> Plain:
    """Return what the team to move may know: one reading of each enemy drawn, and all it may be."""
    state, seed = state_in(request), integer(request, "seed", 0, _LARGEST_SEED, 1)
    if state.over or state.due:
        why = "the match is over" if state.over else "a dot is due, and chance acts first"
        raise IllegalMove(f"Nobody hears anything now: {why}.")
    rng = Stream.named(seed, "sensor")
    told = [outcomes(state, enemy) for enemy in enemies_of(state.turn)]
    drawn = [each[rng.weighted([weight for _, weight in each])][0] for each in told]
    listed = [
        [[reading_plain(state.field, reading), weight] for reading, weight in each] for each in told
    ]
    return {"view": team_seen(state, state.turn % 2, drawn), "outcomes": listed}


_MOST_STAY: Final = 1e6


def _filter(request: Request) -> Plain:
    """Return the belief of a team about both enemies after each of its views."""
    rules, team = rules_in(request), integer(request, "team", 0, 1)
    field = ground_of(rows_in(request)).field
    maker = _maker(request)
    glances = glances_in(request, field, rules, team)
    moves = [None, *moves_in(request, len(glances))]
    belief = TeamBelief(field, rules, team, maker)
    found: list[list[Plain]] = []
    for number, (glance, move) in enumerate(zip(glances, moves, strict=False), start=1):
        belief.read(glance, move)
        if belief.impossible:
            return {"posteriors": found, "impossible_at_view": number}
        found.append([_belief_plain(each) for each in belief.beliefs])
    return {"posteriors": found}


def _move(request: Request) -> Plain:
    """Return an agent's move at the last view of a list, its mind, and its team's belief."""
    rules, team = rules_in(request), integer(request, "team", 0, 1)
    rows = rows_in(request)
    field = ground_of(rows).field
    glances = glances_in(request, field, rules, team)
    moves = [None, *moves_in(request, len(glances))]
    player = agent(request, "ctf").make(None)
    rng = Stream.named(integer(request, "seed", 0, _LARGEST_SEED, 1), "agent")
    params = SPEC.params({"rules": rules.id, "layout": "\n".join(rows) + "\n"})
    player.begin((team, team + 2), GAME, params, rng)
    believed = TeamBelief(field, rules, team, auto_enemies)
    for glance, move in zip(glances, moves, strict=False):
        view = view_from(glance, field, rules, team)
        if isinstance(player, BelievingTeam):
            player.recall(glance, move)
        else:
            believed.read(glance, move)
        rng.jump(glance.moves)
        legal = open_moves(field, view.bots[view.turn])
        decision = player.act(view.turn, view, legal, Limit(mind=True))
    held = player.belief if isinstance(player, BelievingTeam) else believed
    return {
        "move": decision.move,
        "mind": mind_to_plain(decision.mind or ()),
        "beliefs": [_belief_plain(each) for each in held.beliefs],
    }


def _maker(request: Request) -> Maker:
    if choice(request, "model", ("random", "auto")) == "auto":
        return auto_enemies
    stay = request.get("stay", 1)
    if isinstance(stay, bool) or not isinstance(stay, int | float) or not 0 <= stay <= _MOST_STAY:
        raise refusal(request, "stay", "a number from 0 up")
    return exact_walkers(float(stay))


def _belief_plain(belief: Vector) -> Plain:
    return {str(cell): float(belief[cell]) for cell in np.flatnonzero(belief)}


serve: Final = served(
    of_matches(
        "ctf",
        {
            "new": _new,
            "legal": _legal,
            "apply": _apply,
            "view": _view,
            "filter": _filter,
            "move": _move,
        },
        _moves_in,
    )
)


def analyst(data_dir: str | None) -> Answer:
    """Return the answer to requests about capture-the-flag; `data_dir` is not read."""
    return serve
