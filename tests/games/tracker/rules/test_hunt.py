"""The hunt: both hunters move at once, the ghost is caught where one stands."""

from __future__ import annotations

import dataclasses
from typing import Any

from games.core import CHANCE, WATCHERS
from games.tracker import SPEC
from games.tracker.rules.hunt import GHOST, HUNTERS, HuntGame, HuntState

RULES = HuntGame()
HALL = "#########\n#       #\n# # # # #\n#       #\n#########\n"


def started(**options: Any) -> HuntState:
    given = {"play": "hunt", "layout": HALL, "start": "known", "noise": 1, "sight": 1}
    return RULES.new(SPEC.params({**given, **options}))


def readings(state: HuntState) -> tuple[HuntState, list[Any]]:
    events: list[Any] = []
    while RULES.to_act(state) == (CHANCE,):
        state, told = RULES.apply(state, {CHANCE: RULES.chance(state)[-1][0]})
        events += told
    return state, events


def test_the_hunters_begin_on_the_left_and_may_always_stay() -> None:
    state = started()
    assert [state.course.cells[cell] for cell in state.hunters] == [(1, 3), (1, 1)]
    assert state.course.cells[state.cell] == (7, 1)
    state, _ = readings(RULES.apply(state, {GHOST: "left"})[0])
    assert RULES.to_act(state) == HUNTERS
    assert set(RULES.legal(state, 0)) == {"up", "right", "stay"}
    assert "stay" not in RULES.legal(started(), GHOST)


def test_each_hunter_reads_from_where_it_stands_and_the_ghost_hears_nothing() -> None:
    state, _ = RULES.apply(started(), {GHOST: "left"})
    state, events = readings(state)
    assert [event.kind for event in events] == ["reading"]
    assert events[0].audience == (*HUNTERS, WATCHERS)
    places = [reading.observer for reading in events[0].data["readings"]]
    assert places == [(1, 3), (1, 1)]
    assert [reading.z for reading in events[0].data["readings"]] == [7 + 1, 5 + 1]
    assert RULES.view(state, GHOST).cell == state.cell
    assert RULES.view(state, 0).cell == RULES.view(state, 1).cell == -1


def test_a_hunter_that_reaches_the_ghost_has_it() -> None:
    state = started()
    beside = state.course.ways[state.course.ways[state.cell][3]][3]
    state = dataclasses.replace(state, hunters=(beside, state.hunters[1]))
    state, _ = RULES.apply(state, {GHOST: "down"})
    state, _ = readings(state)
    caught = dataclasses.replace(state, cell=state.course.ways[beside][1])
    after, events = RULES.apply(caught, {0: "right", 1: "stay"})
    assert (after.caught, after.over) == (True, True)
    assert events[-1].kind == "end"
    assert RULES.returns(after) == (1.0, 1.0, 0.0)
    free, _ = RULES.apply(caught, {0: "stay", 1: "stay"})
    assert (free.caught, free.over) == (False, False)
    assert RULES.returns(free) == (0.0, 0.0, 0.0)


def test_a_ghost_that_walks_into_a_hunter_is_caught() -> None:
    state = started()
    state = dataclasses.replace(state, hunters=(state.course.ways[state.cell][3], 0))
    after, events = RULES.apply(state, {GHOST: "left"})
    assert after.caught
    assert [event.kind for event in events] == ["move", "end"]


def test_it_has_escaped_when_the_steps_are_used_up() -> None:
    state = dataclasses.replace(started(), step=149)
    state, _ = readings(RULES.apply(state, {GHOST: "left"})[0])
    after, _ = RULES.apply(state, {0: "stay", 1: "stay"})
    assert (after.over, after.caught) == (True, False)
    assert RULES.returns(after) == (0.0, 0.0, 1.0)


def test_an_unknown_start_is_out_of_the_hunters_sight() -> None:
    state = started(start="unknown", sight=2)
    cells = [int(outcome.removeprefix("cell")) for outcome, _ in RULES.chance(state)]
    assert cells
    assert all(state.course.apart(h, c) > 2 for h in state.hunters for c in cells)
