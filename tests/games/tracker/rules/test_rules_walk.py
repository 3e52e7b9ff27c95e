"""Being carried off in the laboratory: by somebody outside, with nobody told."""

from __future__ import annotations

import pytest

from games import catalog
from games.core import CHANCE, WATCHERS, IllegalMove, Limit
from games.match import Match
from games.tracker import SPEC
from games.tracker.rules import WALK, WALKER, TrackerState, carried_to

TINY = "#####\n#   #\n# # #\n#   #\n#####\n"


def started() -> TrackerState:
    return WALK.new(SPEC.params({"layout": TINY, "sight": 0, "noise": 0}))


def test_it_may_be_carried_to_any_cell_and_no_agent_is_offered_that() -> None:
    state = started()
    legal = WALK.legal(state, WALKER)
    assert tuple(legal) == ("down", "left")
    assert all(f"carry{cell}" in legal for cell in range(8))
    for wrong in ("carry8", "carry", "carry-1", "carry07", "carry٣", "carry" + "9" * 9999, 3):
        assert wrong not in legal
    with pytest.raises(IllegalMove, match="possible are down, left"):
        WALK.apply(state, {WALKER: "carry8"})


def test_being_carried_is_a_step_with_its_reading() -> None:
    state, events = WALK.apply(started(), {WALKER: "carry5"})
    assert state.cell == 5
    assert [(event.kind, event.audience) for event in events] == [("move", (WALKER,))]
    assert events[0].data == {"step": 1, "from": 2, "to": 5, "carried": True}
    assert WALK.to_act(state) == (CHANCE,)
    after, events = WALK.apply(state, {CHANCE: WALK.chance(state)[0][0]})
    assert (after.step, events[0].audience) == (1, (WALKER, WATCHERS))


@pytest.mark.parametrize("ghost", ["random", "explorer", "food", "patroller", "evader"])
def test_every_ghost_walks_on_from_where_it_was_put(ghost: str) -> None:

    params = SPEC.params({"maze": "loops-small", "play": "watch"})
    match: Match[TrackerState] = Match(
        WALK, params, 3, {0: catalog.agent("tracker", ghost).make({}, None)}
    )
    match.run(Limit(nodes=1), 12)
    there = (match.state.cell + 40) % len(match.state.course.cells)
    match.play({WALKER: f"carry{there}"})
    match.run(Limit(nodes=1), 2)
    assert match.state.cell in match.state.course.ways[there]
    match.run(Limit(nodes=1), 20)
    assert match.state.step == 6 + 1 + 1 + 10


def test_a_cell_is_read_from_a_move() -> None:
    assert [carried_to(move, 12) for move in ("carry0", "carry11", "carry12", "left")] == [
        0,
        11,
        None,
        None,
    ]
