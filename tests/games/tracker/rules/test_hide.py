"""Hiding: lanterns and their worth, being caught, the answers of a tracker, what each may see."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from games.core import CHANCE, IllegalMove
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules.hide import (
    GHOST,
    HELD_TO_CATCH,
    LANTERNS,
    SLIP,
    TRACKER,
    Answers,
    HideGame,
    HideState,
)

GAME = HideGame()
HALL = "#########\n#       #\n# # # # #\n#       #\n#########\n"


def started(**options: Any) -> HideState:
    """All is put: the ghost top right, six lanterns."""
    given = {"play": "hide", "layout": HALL, "start": "known", "sight": 0, "noise": 0}
    state = GAME.new(SPEC.params({**given, **options}))
    for _ in range(LANTERNS + (not state.placed)):
        assert GAME.to_act(state) == (CHANCE,)
        state, _ = GAME.apply(state, {CHANCE: GAME.chance(state)[0][0]})
    return state


def step(state: HideState, move: str, answer: str) -> tuple[HideState, list[Any]]:
    """A step of the ghost, its readings, the tracker's answer; with the events."""
    state, told = GAME.apply(state, {GHOST: move})
    events = list(told)
    while GAME.to_act(state) == (CHANCE,):
        state, told = GAME.apply(state, {CHANCE: GAME.chance(state)[0][0]})
        events += told
    state, told = GAME.apply(state, {TRACKER: answer})
    return state, [*events, *told]


def test_the_lanterns_are_put_out_of_sight_and_not_on_the_ghost() -> None:
    state = started(sight=3)
    assert len(set(state.lanterns)) == LANTERNS
    assert state.cell not in state.lanterns
    assert not any(state.course.sees(cell) for cell in state.lanterns)


def test_a_lantern_is_worth_the_doubt_of_the_answer_that_follows() -> None:
    state = started()
    beside = state.course.ways[state.cell][3]
    state = dataclasses.replace(state, lanterns=(beside, 0))
    state, events = step(state, "left", "0:10:34")
    assert (state.gathered, state.points, state.lanterns) == (1, 34, (0,))
    assert [event.data["worth"] for event in events if event.kind == "held"] == [34]
    state, _ = step(state, "right", "0:10:50")
    assert (state.gathered, state.points) == (1, 34)


@pytest.mark.parametrize(("share", "caught"), [(60, True), (59, False)])
def test_three_steps_in_its_grip_are_the_end(share: int, caught: bool) -> None:
    state = started()
    for number in range(HELD_TO_CATCH):
        assert not state.over
        move = ("left", "right")[number % 2]
        to = state.course.ways[state.cell][(3, 1)[number % 2]]
        state, events = step(state, move, f"{to}:{share}:5")
    assert (state.caught, state.over) == (caught, caught)
    assert bool([event for event in events if event.kind == "end"]) == caught
    assert GAME.returns(state)[TRACKER] == float(caught)


def test_a_step_on_another_cell_breaks_the_grip() -> None:
    state = started()
    for answers in ("own", "own", "other", "own", "own"):
        move = ("left", "right")[state.step % 2]
        to = state.course.ways[state.cell][(3, 1)[state.step % 2]]
        state, _ = step(state, move, f"{to if answers == 'own' else 0}:100:0")
    assert (state.held, state.caught) == (2, False)


def test_it_ends_with_the_last_lantern_and_with_the_last_step() -> None:
    state = started()
    beside = state.course.ways[state.cell][3]
    done, _ = step(dataclasses.replace(state, lanterns=(beside,)), "left", "0:1:10")
    assert done.over
    assert not done.caught
    late, _ = step(dataclasses.replace(state, step=149), "left", "0:1:10")
    assert late.over
    assert GAME.to_act(late) == ()


def test_it_slips_away_once_and_the_tracker_is_not_told() -> None:
    state = started()
    assert SLIP in GAME.legal(state, GHOST)
    slipping, events = GAME.apply(state, {GHOST: SLIP})
    assert (events, GAME.to_act(slipping)) == ((), (CHANCE,))
    cells = {int(outcome.removeprefix("cell")) for outcome, _ in GAME.chance(slipping)}
    unseen = {c for c in range(len(state.course.cells)) if not state.course.sees(c)}
    assert cells == unseen - {state.cell, *state.lanterns}
    there = max(cells)
    after, events = GAME.apply(slipping, {CHANCE: f"cell{there}"})
    assert (after.cell, after.step, after.slips) == (there, 1, 0)
    assert [(event.kind, event.audience) for event in events] == [("move", (GHOST,))]
    assert SLIP not in GAME.legal(dataclasses.replace(after, phase="walk"), GHOST)
    while GAME.to_act(after) == (CHANCE,):
        after, events = GAME.apply(after, {CHANCE: GAME.chance(after)[0][0]})
    assert [event.kind for event in events] == ["reading"]
    view = GAME.view(after, TRACKER)
    assert view.slips == state.slips, "nor can it see it"


def test_answers_are_counted_and_found_without_a_list() -> None:
    answers = Answers(12)
    assert len(answers) == 12 * 101 * 100
    assert next(iter(answers)) in answers
    assert "11:100:99" in answers
    wrong = ("12:0:0", "0:101:0", "0:0:100", "0:0", "-1:0:0", "00:1:1", "0:1:1 ", "٣:1:1", "a:1:1")
    assert not any(move in answers for move in wrong)
    assert list(Answers(1))[-1] == "0:100:99"


def test_the_tracker_is_shown_neither_ghost_nor_lanterns() -> None:
    state = started()
    seen = []
    for number, start in enumerate((state, dataclasses.replace(state, cell=0, lanterns=(3,)))):
        view = GAME.view(start, TRACKER)
        seen.append(view)
        imagined = GAME.imagine(view, TRACKER, Stream.named(number, "imagine"))
        assert GAME.view(imagined, TRACKER) == view
        assert (view.held, view.taken, view.gathered, view.points) == (0, 0, 0, 0)
        assert GAME.view(start, GHOST) == start
    assert seen[0] == seen[1]


def test_a_wrong_answer_is_refused() -> None:
    state = started()
    state, _ = GAME.apply(state, {GHOST: "left"})
    state, _ = GAME.apply(state, {CHANCE: GAME.chance(state)[0][0]})
    with pytest.raises(IllegalMove):
        GAME.apply(state, {TRACKER: "0:200:0"})
