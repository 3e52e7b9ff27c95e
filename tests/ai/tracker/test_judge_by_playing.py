"""Moves that are judged by playing on: plain situations in which the better move is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ai.tracker.judge_by_playing import MOST, HidePart, HuntPart
from games import catalog
from games.core import Limit
from games.match import Match
from games.tracker import SPEC
from games.tracker.rules import GAME, HideState, HuntState
from games.tracker.rules.hunt import CHASING

ROW = "#" * 32 + "\n#" + " " * 30 + "#\n" + "#" * 32 + "\n"


def believed(part: Any, cells: list[int]) -> None:
    belief = np.zeros(part.ground.n)
    belief[cells] = 1 / len(cells)
    part.watcher.thought = part.watcher.thought._replace(posterior=belief)


def hunting(seat: int = 0, **options: Any) -> HuntPart:
    params = SPEC.params({"play": "hunt", "layout": ROW, "sight": 0, **options})
    return HuntPart(GAME, params, seat)


def test_a_hunter_goes_to_the_ghost_and_knows_what_a_step_away_costs() -> None:
    part = hunting()
    believed(part, [20])
    view = HuntState(part.course, -1, 4, CHASING, placed=True, hunters=(10, 0))
    found = part.judge(view, 0, "left", 1)
    assert found.best == "right"
    assert found.lost > 2 * found.error > 0.0
    assert found.before == pytest.approx(-4 + found.actions[0].value)
    assert found.actions[0].words == "go right"
    assert "to go left in" in found.why
    assert next(row.move for row in part.hint(view, 1).actions) == "right"
    near = HuntState(part.course, -1, 4, CHASING, placed=True, hunters=(19, 29))
    assert part.judge(near, 0, "right", 1).actions[0].value == -1.0, "it is caught by this move"


def test_a_ghost_runs_from_the_hunter_that_comes() -> None:
    part = hunting(seat=2)
    believed(part, [12, 13, 14])
    view = HuntState(part.course, 13, 4, placed=True, hunters=(11, 10))
    found = part.judge(view, 2, "left", 1)
    assert found.best == "right"
    assert found.after == pytest.approx(4 + 1.0)
    assert found.lost > 3
    assert part.hint(view, 1).actions == found.actions


def test_no_more_steps_are_counted_than_the_match_has() -> None:
    part = hunting(steps=60)
    believed(part, [29])
    view = HuntState(part.course, -1, 58, CHASING, placed=True, hunters=(0, 1))
    assert part.judge(view, 0, "right", 1).actions[0].value == -2.0
    early = HuntState(part.course, -1, 5, CHASING, placed=True, hunters=(0, 1))
    assert all(-MOST <= row.value < 0 for row in part.judge(early, 0, "right", 1).actions)


def hiding(**options: Any) -> HidePart:
    return HidePart(GAME, SPEC.params({"play": "hide", "layout": ROW, "sight": 0, **options}), 0)


def test_a_ghost_that_is_almost_caught_slips_away() -> None:
    part = hiding(noise=2)
    for watcher in part.models.values():
        believed_of(watcher, 29)
    view = HideState(part.course, 29, 6, placed=True, due=0, lanterns=(16,), held=2)
    found = part.judge(view, 0, "left", 1)
    assert found.best == "slip"
    assert found.after == 0.0
    assert found.why.startswith("brings ")
    without = HideState(part.course, 29, 6, placed=True, due=0, lanterns=(16,), held=2, slips=0)
    assert [row.move for row in part.judge(without, 0, "left", 1).actions] == ["left"]


def believed_of(watcher: Any, cell: int) -> None:
    belief = np.zeros(watcher.tracker.graph.n_cells)
    belief[cell] = 1.0
    watcher.thought = watcher.thought._replace(posterior=belief)


def test_points_so_far_count_and_the_near_lantern_is_taken_first() -> None:
    part = hiding(noise=6)
    view = HideState(part.course, 20, 6, placed=True, due=0, lanterns=(3, 22), points=45, slips=0)
    found = part.judge(view, 0, "right", 1)
    assert found.best == "right"
    assert found.lost == 0.0
    assert found.why == ""
    assert found.before == pytest.approx(4.5 + found.actions[0].value)


@pytest.mark.parametrize(
    ("agent", "model"),
    [("blinker", "reading"), ("drifter", "random"), ("tailer", "momentum"), ("hound", "auto")],
)
def test_the_tracker_is_known_by_its_answers(agent: str, model: str) -> None:
    params = SPEC.params({"play": "hide", "maze": "loops-small", "steps": 60})
    names = enumerate(("lamplighter", agent))
    players = {n: catalog.agent("tracker", name).make({}, None) for n, name in names}
    match: Match[Any] = Match(GAME, params, 2, players)
    part = HidePart(GAME, params, 0)
    while not match.over:
        events = match.step(Limit(nodes=1))
        part.observe([event for event in events if event.kind in ("reading", "answer")])
    assert part.tracker == model
