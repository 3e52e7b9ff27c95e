"""The model of the tracker's page, without a window: tape, playback, hiding, undo, attract mode."""

from __future__ import annotations

import itertools

import pytest

from games.core import CHANCE, IllegalMove
from games.tracker import scene
from games.tracker.model import FAR, Model, shortest_way
from games.tracker.rules import WALKER
from tests.support.tracker_walks import heard, session_of, started, walked


def play_on(walk: Model, frames: int = 2000) -> None:
    """Play to the end as a page does, without waiting for the eye."""
    walk.playback.playing = True
    for _ in range(frames):
        walk.think()
        walk.playback.finish()
        if walk.ended:
            return
        walk.advance()
    raise AssertionError("the walk did not come to its end")


# -- the tape ------------------------------------------------------------------------------


def test_the_tape_is_made_from_what_was_played() -> None:
    walk = walked(started("patroller", start="unknown", sensors=3), 12)
    path, ways = walk.tape.path, walk.course.ways
    assert len(path) == 13
    assert [step.cell for step in walk.tape] == path[1:]
    assert all(after in ways[before] for before, after in itertools.pairwise(path))
    assert [step.event.data["step"] for step in walk.tape] == list(range(1, 13))
    assert path[-1] == walk.session.match.state.cell


@pytest.mark.parametrize("start", ["known", "unknown"])
def test_a_match_that_is_taken_up_again_has_the_same_tape(start: str) -> None:
    walk = walked(started(start=start), 9)
    again = Model()
    again.begin_session(session_of(turns=walk.session.match.turns, start=start))
    assert list(again.tape) == list(walk.tape)
    assert again.tape.path == walk.tape.path
    assert again.playback.half == 18, "one sees where it was left"
    assert walk.counted
    assert not again.counted, "whether steps were taken back is not in a save"


def test_an_unknown_start_is_drawn_at_once() -> None:
    walk = started(start="unknown")
    assert walk.session.match.turns[0][0][0] == CHANCE
    assert walk.tape.path == [walk.session.seen.cell]
    assert len(walk.tape) == 0
    assert walk.counted


# -- time ----------------------------------------------------------------------------------


def test_it_is_played_one_step_ahead_of_what_is_shown_and_no_more() -> None:
    walk = started("random", models=("random",), steps=60)
    shown = []
    walk.playback.playing = True
    while not walk.ended:
        walk.think()
        walk.playback.finish()
        if walk.advance():
            shown.append(walk.playback.half)
        assert len(walk.tape) <= walk.playback.half // 2 + 1
    assert shown == list(range(1, 121))
    assert walk.session.match.over


def test_fast_playback_shows_whole_steps() -> None:
    walk = started("random", models=("reading",), steps=60)
    for _ in range(9):
        walk.playback.pace.change(1)
    heard(walk)
    halves = []
    while not walk.ended:
        if walk.advance():
            halves.append(walk.playback.half)
        walk.think()
    assert halves == list(range(2, 121, 2))


def test_nothing_is_shown_before_every_model_has_heard_it() -> None:
    walk = started(models=("auto", "random"))
    assert not walk.advance(), "nobody has begun"
    assert len(walk.tape) == 1
    heard(walk)
    assert walk.advance()
    assert walk.playback.half == 1


def test_a_step_on_waits_for_the_models_and_stops() -> None:
    walk = walked(started(models=("explore", "random")), 6)
    walk.playback.playing = True
    walk.jump_to_end()
    assert walk.step_on()
    assert (walk.playback.half, walk.playback.playing, len(walk.tape)) == (13, False, 7)
    assert walk.lineup.have_heard(7)
    assert walk.step_back()
    assert walk.playback.half == 12


def test_there_is_no_step_back_before_the_start_nor_on_after_the_end() -> None:
    walk = started("random", models=("random",), steps=60)
    assert walk.step_back()
    assert walk.playback.half == 0
    play_on(walk)
    assert walk.session.match.over
    assert not walk.step_on()
    assert walk.playback.half == 120


def test_the_end_is_told_once_to_who_watches_and_reported_to_who_hides() -> None:
    told: list[str] = []
    walk = started(notify=told.append)
    walk.playback.playing = True
    assert not walk.finish()
    assert not walk.finish()
    assert not walk.playback.playing
    assert len(told) == 1
    hiding = started("human", notify=told.append)
    assert hiding.finish()
    assert hiding.playback.playing
    assert started("explorer", demo=True).finish()
    assert len(told) == 1


def test_a_belief_that_falls_together_is_felt_once() -> None:
    walk = heard(walked(started("evader", start="unknown", noise=0), 20))
    felt = []
    walk.playback.jump(0)
    for half in range(1, 41):
        walk.playback.go(half)
        cell = walk.collapse()
        if cell is None:
            continue
        felt.append(half)
        step = half // 2
        before, after = walk.lens.frame(step - 1), walk.lens.frame(step)
        assert before.entropy - after.entropy >= 2.0
        assert walk.course.cells.index(cell) == int(after.posterior.argmax())
    assert felt
    assert all(half % 2 == 0 for half in felt)
    walk.playback.go(felt[0] + 1)
    walk.playback.go(felt[0])
    assert walk.collapse() is None, "not when it is rewound"


# -- undo, and a walk put aside ------------------------------------------------------------


def test_undo_takes_back_a_whole_step_and_redo_brings_it_back() -> None:
    walk = walked(started("patroller", sensors=2), 5)
    path, turns = list(walk.tape.path), list(walk.session.match.turns)
    assert walk.undo()
    walk.rehear()
    assert walk.tape.path == path[:-1]
    assert len(walk.tape) == 4
    assert walk.playback.half == 8
    assert not walk.counted
    assert walk.redo()
    walk.rehear()
    assert walk.tape.path == path
    assert walk.session.match.turns == turns
    assert not walk.redo()


def test_there_is_no_undo_before_the_first_step() -> None:
    walk = started(start="unknown")
    assert not walk.undo()
    assert walk.counted


def test_a_kept_walk_comes_back_as_it_was() -> None:
    walk = heard(walked(started(models=("auto", "reading")), 6))
    walk.lineup.active, walk.truth = 1, True
    walk.playback.jump(5)
    kept = walk.keep()
    lenses = list(walk.lineup.lenses)
    walk.lineup.models = ["random"]
    walk.begin_session(session_of("food"))
    walk.truth = False
    walk.lineup.models = list(kept.models)
    walk.begin_session(session_of("explorer", turns=kept.log.turns))
    walk.resume_walk(kept)
    assert walk.lineup.lenses == lenses
    assert (walk.lineup.active, walk.playback.half, walk.truth) == (1, 5, True)
    assert len(walk.tape) == 6
    assert walk.counted


# -- being the hidden one ------------------------------------------------------------------


def test_who_hides_walks_where_it_is_open_and_all_have_heard() -> None:
    walk = started("human")
    legal = walk.session.match.legal(WALKER)
    assert not walk.move(legal[0]), "the model has not begun"
    heard(walk)
    wall = next(move for move in ("up", "right", "down", "left") if move not in legal)
    assert not walk.move(wall)
    assert len(walk.tape) == 0
    assert walk.move(legal[0])
    assert len(walk.tape) == 1
    assert not walk.move(walk.session.match.legal(WALKER)[0]), "the model has not heard the last"
    walk.tape.extend()
    assert len(walk.tape) == 1, "nobody walks in the person's place"
    assert not walk.step_on()
    assert not walk.step_back()
    assert not walk.toggle_play()


def test_an_errand_goes_all_the_way_unless_one_steers() -> None:
    walk = heard(started("human"))
    here = walk.tape.path[-1]
    cells = range(len(walk.course.cells))
    ways = {cell: shortest_way(walk.course, here, cell) for cell in cells}
    goal = next(cell for cell, way in ways.items() if len(way) == 4)
    walk.head_for(walk.course.cells[goal])
    for _ in range(4):
        walk.run_errand()
        steps = len(heard(walk).tape)
        walk.run_errand()
        assert len(walk.tape) == steps, "each step is shown before the next"
        walk.jump_to_end()
    assert walk.tape.path[-1] == goal
    assert walk.errand == []
    walk.head_for(walk.course.cells[here])
    walk.steer(walk.errand[0])
    assert walk.errand == []
    assert len(walk.tape) == 5


def test_a_move_against_the_rules_is_refused_by_the_match() -> None:
    walk = started("human")
    with pytest.raises(IllegalMove):
        walk.tape.extend("fly")
    assert len(walk.tape) == 0


def test_shortest_ways_by_an_independent_count() -> None:
    course = started(maze="tiny").course
    far = {0: 0}
    for distance in range(len(course.cells)):
        for cell in [c for c, d in far.items() if d == distance]:
            for to in course.ways[cell][:4]:
                if to >= 0:
                    far.setdefault(to, distance + 1)
    assert len(far) == len(course.cells)
    for cell, distance in far.items():
        way, here = shortest_way(course, 0, cell), 0
        assert len(way) == distance
        for move in way:
            here = course.ways[here][("up", "right", "down", "left").index(move)]
        assert here == cell


# -- what the person changes ---------------------------------------------------------------


def test_a_fifth_model_is_refused_with_a_sentence() -> None:
    told: list[str] = []
    walk = started(models=("auto", "random", "reading", "flee"), notify=told.append)
    assert not walk.compare("target")
    assert len(told) == 1
    assert walk.compare("flee")
    assert walk.compare("target")
    assert len(told) == 1
    only = started(notify=told.append)
    assert not only.compare("auto")
    assert len(told) == 1


def test_the_agent_that_was_hidden_is_remembered_while_a_person_hides() -> None:
    walk = started("evader")
    walk.begin_session(session_of("human"))
    assert walk.hiding
    assert walk.truth_visible
    assert walk.walker_id == "evader"


# -- attract mode --------------------------------------------------------------------------


def test_attract_mode_shows_one_belief_then_four_and_the_truth_at_times() -> None:
    walk = started("random", models=("auto",), steps=150, demo=True)
    first = walk.lens
    seen: dict[int, tuple[int, bool]] = {}
    for step in range(65):
        walk.jump_to_end()
        changed = scene.direct(walk)
        assert changed == (step in (30, 60))
        seen[step] = (len(walk.lineup.lenses), walk.truth)
        walked(walk, 1)
    assert [seen[n] for n in (0, 9, 10, 19, 20)] == [(1, n in (10, 19)) for n in (0, 9, 10, 19, 20)]
    assert [seen[n][0] for n in (29, 30, 59, 60)] == [1, 4, 4, 1]
    assert walk.lens is first, "who stays goes on with what it has heard"


def test_attract_mode_changes_the_models_between_steps_only() -> None:
    walk = walked(started("random", demo=True), 30)
    walk.playback.jump(59)
    assert not scene.direct(walk)
    walk.jump_to_end()
    assert scene.direct(walk)


# -- looking back --------------------------------------------------------------------------


def test_the_trail_is_that_of_the_lens_that_was_followed() -> None:
    walk = heard(walked(started("food", models=("explore", "reading")), 12))
    first, second = walk.lineup.lenses
    walk.trail.follow(first, hurry=False)
    assert walk.trail.is_of(first)
    assert not walk.trail.is_of(second)
    step, now = walk.trail.about(0)
    assert step == 12
    assert now.sum() == pytest.approx(1.0)
    assert walk.trail.about(5)[0] == 7
    walk.trail.follow(second, hurry=False)
    assert not walk.trail.is_of(second), "what has no memory cannot look back"


def test_in_a_hurry_the_trail_is_worked_out_every_fourth_step() -> None:
    walk = heard(walked(started(models=("explore",)), 1))
    followed = []
    for _ in range(9):
        walk.trail.follow(walk.lens, hurry=True)
        followed.append(walk.trail.about(0)[0])
        heard(walked(walk, 1))
    assert followed == [1, 1, 1, 1, 5, 5, 5, 5, 9]


# -- carried off ---------------------------------------------------------------------------


def test_it_is_carried_far_away_and_the_models_hear_the_reading_alone() -> None:
    told: list[str] = []
    walk = heard(walked(started("random", ("random",), notify=told.append), 4))
    before = walk.tape.path[-1]
    assert walk.carry()
    assert len(walk.tape) == 5
    there = walk.tape.path[-1]
    assert walk.course.steps_from(before)[there] >= FAR
    assert told
    heard(walk)
    assert walk.lens.steps == 5
    walked(walk, 3)
    assert walk.tape.path[6] in walk.course.ways[there]


def test_who_hides_is_not_carried_off() -> None:
    walk = started("human")
    assert not walk.carry()
    assert len(walk.tape) == 0
