"""A mate under an order: it obeys at its next move, by its team's view, and says so."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from ai.ctf.obeying import BESIDE, under_order
from ai.ctf.roads import Roads
from games import catalog
from games.core import CHANCE, Limit
from games.ctf import SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.match import Match
from games.mind import Note

PARAMS = SPEC.params({"maze": "loops-24x12", "map": 5, "moves": 400})
MATES = ("random", "gatherer", "hunter", "belief", "pack")


def match_with(mate: str, order: str, params: dict[str, Any] = PARAMS) -> Match[State]:
    """A match after the first bot's first move, which gives an order; nobody else plays for it."""
    own, other = (catalog.resolve("ctf", name).make() for name in (mate, "hunter"))
    match: Match[State] = Match(GAME, params, 8, {2: own, 1: other, 3: other})
    while match.to_act != (0,):
        match.step(Limit(nodes=1))
    match.step(Limit(nodes=1), {0: f"stay {order}"})
    return match


def played_on(match: Match[State], moves: int) -> list[State]:
    """The states of so many more moves, in which the first bot stays."""
    states, until = [match.state], match.state.moves + moves
    while not match.over and match.state.moves < until:
        match.step(Limit(nodes=1), {0: "stay"} if match.to_act == (0,) else {})
        states.append(match.state)
    return states


@pytest.mark.parametrize("mate", MATES)
def test_with_me_brings_every_mate_to_the_person(mate: str) -> None:
    states = played_on(match_with(mate, "follow"), 160)
    steps = Roads.of(states[0].field).steps
    late = [steps(state.bots[0])[state.bots[2]] for state in states[-40:]]
    assert max(late) <= BESIDE + 4, "it stays with one who stays, but for a dot close by"


@pytest.mark.parametrize("mate", MATES)
def test_attack_sends_every_mate_over_and_who_takes_care_eats(mate: str) -> None:
    states = played_on(match_with(mate, "attack"), 300)
    field = states[0].field
    assert any(field.home[state.bots[2]] == 1 or state.deaths[2] for state in states)
    if mate in ("belief", "pack"):
        assert states[-1].score[0] >= 3


@pytest.mark.parametrize("mate", MATES)
def test_guard_keeps_every_mate_at_home(mate: str) -> None:
    states = played_on(match_with(mate, "guard"), 200)
    field = states[0].field
    assert all(field.home[state.bots[2]] == 0 for state in states)
    assert states[-1].score[0] == 0


@pytest.mark.parametrize(("order", "said"), [("attack", "attack"), ("follow", "with me")])
def test_it_says_what_it_was_told_at_its_very_next_move(order: str, said: str) -> None:
    match = match_with("hunter", order)
    while match.to_act != (2,):
        match.step(Limit())
    mind = match.decide(2, Limit(mind=True)).mind
    assert mind
    assert isinstance(mind[0], Note)
    assert mind[0].text.startswith(f"You said {said}: ")
    assert len(mind[0].text.split()) <= 15


def test_it_chases_an_intruder_in_sight_under_guard() -> None:
    match = match_with("random", "guard")
    while match.to_act != (2,):
        match.step(Limit())
    view = GAME.view(match.state, 2)
    field = view.field
    here = view.bots[2]
    prey = next(cell for cell in field.near(here, 4) if field.home[cell] == 0 and cell != here)
    bots = (view.bots[0], prey, here, view.bots[3])
    found = under_order(2, dataclasses.replace(view, bots=bots))
    assert found is not None
    steps = Roads.of(field).steps(prey)
    assert steps[field.ways[here][found.move]] == steps[here] - 1


def test_without_an_order_nothing_is_asked() -> None:
    match = match_with("random", "free")
    assert match.state.orders == ("", "")
    assert under_order(2, GAME.view(match.state, 2)) is None
    assert match.to_act in {(CHANCE,), (1,)}
