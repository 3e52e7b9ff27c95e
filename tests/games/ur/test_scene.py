"""Ur on the screen: games by each device, passes, undo, watching, replay, editor, training."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from games import catalog, log
from games.arrays import arrays_to_text
from games.core import CHANCE
from games.mind import Lines, Series, TrialTree
from games.shell.app import App
from games.shell.draw.sprites import SpriteCache
from games.shell.opening import continue_match, open_game
from games.shell.pages.result import ResultPage
from games.shell.pages.review.page import ReviewPage
from games.shell.pages.review.still import StillPage
from games.shell.pages.setup import SetupPage
from games.shell.start import open_app
from games.shell.watched import SPEEDS
from games.shell.widgets.basic import Button
from games.ur.dice import Dice
from games.ur.drawing import Layout
from games.ur.editor import UrEditor, tiles_of
from games.ur.rules import NOT_ROLLED, PASS, RULE_SETS, position
from games.ur.scene import Scene
from games.ur.training.room import TrainingRoom
from tests.support.hands import (
    at_table,
    click_box,
    key,
    look,
    passing,
    press_pad,
    push_button,
    push_hat,
    unseen,
    until,
    wait,
)

FRAME = 1 / 60


def opened(
    app: App, seats: tuple[str, str] = ("human", "greedy"), pieces: int = 3, **more: Any
) -> Scene:
    params = {"rules": more.pop("rules", "finkel"), "pieces": pieces}
    return at_table(app, "ur", seats, params, **more)


def by_number(app: App, scene: Scene, index: int) -> None:
    key(app, pygame.K_1 + index)


def by_arrows(app: App, scene: Scene, index: int) -> None:
    for _ in range(index + 1):
        key(app, pygame.K_RIGHT)
        look(app)  # where the move would lead
    key(app, pygame.K_RETURN)


def by_mouse(app: App, scene: Scene, index: int) -> None:
    click_box(app, scene.choice_boxes[index][0])


def by_target(app: App, scene: Scene, index: int) -> None:
    click_box(app, scene.choice_boxes[len(scene.match.state.moves) + index][0])


def by_gamepad(app: App, scene: Scene, index: int) -> None:
    for _ in range(index + 1):
        push_hat(app, 1, 0)
    press_pad(app, 0)


# -- whole games ---------------------------------------------------------------------------


HANDS = (by_number, by_arrows, by_mouse, by_target, by_gamepad)


def test_a_whole_game_with_every_device_in_turn_ends_in_the_report(app: App) -> None:
    scene = opened(app, pieces=2)
    scene.pacing.set_level(6)
    played = 0
    while True:
        until(app, lambda: scene.waiting_for_person is not None or app.top is not scene)
        if app.top is not scene:
            break
        state = scene.match.state
        if state.moves == (PASS,):
            app.frame(FRAME)
            continue
        index = played % len(state.moves)
        HANDS[played % len(HANDS)](app, scene, index)
        assert dict(scene.match.turns[-1]) == {0: state.moves[index]}
        played += 1
    assert played >= 2 * len(HANDS)
    assert isinstance(app.top, ResultPage)
    assert scene.match.over
    found = app.top.report
    assert isinstance(found.items[0], Series)
    assert len(found.items[0].values) == len(scene.match.turns) + 1
    record = app.library.statistics(app.profile.id).records[0]  # type: ignore[union-attr]
    assert (record.game, record.matches) == ("ur", 1)


def test_a_forced_pass_is_told_and_goes_by_itself(app: App) -> None:
    scene = opened(app, pieces=1, seed=26)  # three passes in 23 turns
    scene.pacing.set_level(4)
    told = 0
    for _ in passing(app, 4000, 1 / 30):
        state = scene.match.state
        if app.top is not scene or told >= 3:
            break
        if state.moves == (PASS,) and state.turn == 0:
            assert "passes" in scene.caption
            turns = len(scene.match.turns)
            until(app, lambda: len(scene.match.turns) > turns, most=40)  # noqa: B023
            assert scene.match.turns[turns] == ((0, PASS),)
            told += 1
        elif scene.waiting_for_person is not None:
            key(app, pygame.K_1)
    assert told == 3


def test_two_people_play_at_one_machine(app: App) -> None:
    scene = opened(app, ("human", "human"), pieces=1)
    scene.pacing.set_level(6)
    movers = set()
    while app.top is scene:
        until(app, lambda: scene.waiting_for_person is not None or app.top is not scene)
        if app.top is scene and scene.match.state.moves != (PASS,):
            movers.add(scene.waiting_for_person)
            key(app, pygame.K_1)
        else:
            app.frame(FRAME)
    assert movers == {0, 1}
    (record,) = app.library.statistics(app.profile.id).records  # type: ignore[union-attr]
    assert (record.agent, record.matches, record.won + record.lost) == ("human", 1, 1)


def test_undo_goes_back_to_the_own_last_choice_and_redo_forward(app: App) -> None:
    scene = opened(app, seed=11)
    before = []
    for _ in range(3):
        until(app, lambda: scene.waiting_for_person == 0 and scene.match.state.moves != (PASS,))
        before.append(scene.match.state)
        key(app, pygame.K_1)
        until(app, lambda: not scene.busy)
    key(app, pygame.K_u)
    assert scene.match.state == before[-1] == scene.arrived
    assert len(scene.watch.judge.steps) == len(scene.match.turns)
    key(app, pygame.K_r)
    assert scene.match.turns[-1][0][0] == 0
    key(app, pygame.K_u)
    key(app, pygame.K_u)
    assert scene.match.state == before[-2]


def test_between_two_people_the_judge_opens_its_mind(app: App) -> None:
    scene = opened(app, ("human", "human"), pieces=2)
    until(app, lambda: scene.waiting_for_person is not None and scene.watch.seated)
    key(app, pygame.K_1)
    app.frame(FRAME)
    assert scene.mind_view.caption == "The judge"
    item = scene.mind_view.mind[0]
    assert isinstance(item, Series)
    assert item.values[-1] == scene.watch.judge.steps[-1].light


def test_a_mind_stays_open_while_its_owner_passes(app: App) -> None:
    scene, passes = opened(app, ("greedy", "greedy"), pieces=2, seed=3), 0
    scene.pacing.set_level(6)
    until(app, lambda: bool(scene.mind_view.mind))
    while passes < 2:
        turns = len(scene.match.turns)
        until(app, lambda: len(scene.match.turns) > turns)  # noqa: B023
        passes += scene.match.turns[-1][0][1] == PASS
        assert scene.mind_view.mind


def test_the_legal_moves_can_be_hidden_and_still_be_played(app: App) -> None:
    scene, seen = opened(app, seed=5), {}
    until(app, lambda: scene.waiting_for_person == 0 and scene.match.state.moves != (PASS,))
    until(app, lambda: not scene.moving and not scene.mind_view.moving)
    for shown in (True, False):
        assert scene.looks.hints is shown
        look(app)
        seen[shown] = pygame.image.tobytes(app.window, "RGB")
        key(app, pygame.K_l)
    assert seen[True] != seen[False]
    key(app, pygame.K_l)
    turns = len(scene.match.turns)
    click_box(app, scene.choice_boxes[0][0])
    assert len(scene.match.turns) == turns + 1


def test_confirm_without_a_piece_says_how_to_choose_one(app: App) -> None:
    scene = opened(app, seed=5)
    for _ in range(40):
        until(app, lambda: scene.waiting_for_person == 0 and not scene.moving)
        if len(scene.match.state.moves) > 1:
            break
        by_number(app, scene, 0)
    scene.cursor.at, turns = None, len(scene.match.turns)
    key(app, pygame.K_RETURN)
    assert len(scene.match.turns) == turns
    assert any("Which piece" in text for text in app.toasts.texts)
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_RETURN)
    assert len(scene.match.turns) > turns


def test_speed_changes_how_long_everything_takes(app: App) -> None:
    seconds = {}
    for level in (0, 3, 6):
        scene = opened(app, ("greedy", "greedy"), seed=2)
        for _ in range(7):
            key(app, pygame.K_MINUS)
        assert scene.pacing.speed == SPEEDS[0]
        for _ in range(level):
            key(app, pygame.K_EQUALS)
        assert scene.pacing.speed == SPEEDS[level]
        frames = until(app, lambda: len(scene.match.turns) >= 12, step=1 / 30)  # noqa: B023
        seconds[level] = frames / 30
        app.pop()
    assert seconds[0] / seconds[3] == pytest.approx(SPEEDS[3] / SPEEDS[0], rel=0.35)
    assert seconds[6] < 0.4 * seconds[3]


def test_a_press_skips_the_rest_of_a_throw_or_a_move(app: App) -> None:
    scene, skipped = opened(app, seed=6), {"throw": 0, "move": 0}
    for _ in passing(app, 4000, FRAME):
        if app.top is not scene or min(skipped.values()) >= 3:
            break
        if scene.busy:
            kind = "move" if scene.motion.travel is not None else "throw"
            key(app, pygame.K_SPACE)
            assert not scene.busy
            assert scene.motion.travel is None
            skipped[kind] += 1
        elif scene.waiting_for_person is not None:
            key(app, pygame.K_1)
    assert min(skipped.values()) >= 3


def test_save_and_resume(app: App) -> None:
    scene = opened(app, seed=5)
    until(app, lambda: scene.waiting_for_person == 0)
    key(app, pygame.K_1)
    until(app, lambda: len(scene.match.turns) >= 8 or scene.waiting_for_person == 0)
    scene.session.save()
    saved = app.library.matches.newest(app.profile.id, "ur")  # type: ignore[union-attr]
    assert saved is not None
    found = log.decode(saved.text)
    again = continue_match(app, found)
    assert isinstance(again, Scene)
    assert again.match.state == scene.match.state
    assert again.arrived == scene.match.state


# -- beside the games ----------------------------------------------------------------------


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("hand", ["keys", "mouse", "gamepad"])
def test_the_page_before_a_game_leads_to_editor_and_training_room(
    app: App, hand: str, place: int
) -> None:
    page = SetupPage(app, "ur")
    app.push(page)
    app.frame(FRAME)
    for label in (["Editor"], ["More", "Training"])[place - 1]:
        form: Any = app.top.form  # type: ignore[attr-defined]
        sign = next(w for w in form.widgets if isinstance(w, Button) and w.label == label)
        if hand == "mouse":
            click_box(app, sign.box)
        for _ in range(0 if hand == "mouse" else len(form.widgets)):
            if form.focused is sign:
                break
            if hand == "keys":
                key(app, pygame.K_RIGHT if app.top is page else pygame.K_DOWN)
            elif app.top is page:
                push_hat(app, 1, 0)
            else:
                push_hat(app, 0, -1)
        if hand == "keys":
            key(app, pygame.K_RETURN)
        elif hand == "gamepad":
            press_pad(app, 0)
        app.frame(FRAME)
    opened_scene = app.top
    assert isinstance(opened_scene, (UrEditor, TrainingRoom)[place - 1])
    if isinstance(opened_scene, UrEditor):
        assert (opened_scene.rules, opened_scene.pieces) == ("finkel", 7)
    app.frame(FRAME)
    key(app, pygame.K_ESCAPE)
    assert app.top is page


# -- watching ------------------------------------------------------------------------------


def test_watching_stops_steps_and_goes_back(app: App) -> None:
    scene = opened(app, ("greedy", "learner"))
    wait(app, 4.0)
    key(app, pygame.K_PERIOD)
    wait(app, 2.0)
    turns = list(scene.match.turns)
    wait(app, 2.0)
    assert scene.match.turns == turns
    key(app, pygame.K_PERIOD)
    wait(app, 2.0)
    assert len(scene.match.turns) == len(turns) + 1
    key(app, pygame.K_COMMA)
    key(app, pygame.K_COMMA)
    assert scene.match.turns == turns[:-1]
    key(app, pygame.K_SPACE)
    wait(app, 4.0)
    assert scene.match.turns[: len(turns)] == turns
    assert len(scene.match.turns) > len(turns) + 1


@pytest.mark.sweep
def test_a_deep_thinker_tells_how_far_it_is(app: App) -> None:
    scene = opened(app, ("expectimax-6", "random"))
    scene.pacing.level, shares = 6, []
    until_time(app, lambda: len(scene.match.turns) >= 16, lambda: shares.append(progress_of(scene)))
    told = {share for share in shares if share is not None}
    assert len(told) >= 4
    assert all(0.0 < share <= 1.0 for share in told)
    app.pop()


def progress_of(scene: Scene) -> float | None:
    return scene.session.host.progress(0)


def until_time(app: App, done: Callable[[], bool], look: Callable[[], Any]) -> None:
    """Let real time pass, for what a process beside the window does."""
    give_up = time.monotonic() + 60
    while not done():
        assert time.monotonic() < give_up
        with unseen(app):
            app.frame(FRAME)
        look()
        time.sleep(0.002)


def test_the_drawn_state_never_runs_ahead_of_the_pieces(app: App) -> None:
    scene = opened(app, ("greedy", "greedy"), pieces=4, seed=2)
    scene.pacing.set_level(3)
    seen = captures = 0
    for _ in passing(app, 700, 1 / 20):
        state = scene.arrived
        travel = scene.motion.travel
        for seat in (0, 1):
            on_board = len(state.squares(seat))
            flying = travel is not None and travel.seat == seat and scene.motion.data["off"]
            victim = travel is not None and travel.victim is not None and travel.seat != seat
            shown = (
                scene.motion.waiting(state, seat) + scene.motion.finished(state, seat) + on_board
            )
            assert shown + flying + victim == state.pieces
            seen += 1
        captures += travel is not None and travel.victim is not None
        if app.top is not scene:
            break
    assert seen > 800
    assert captures > 5


def test_reduced_motion_shows_no_travel(app: App) -> None:
    app.change_settings(reduced_motion=True)
    scene = opened(app, ("greedy", "greedy"))
    for _ in passing(app, 200, 1 / 20):
        assert scene.motion.travel is None
    assert len(scene.match.turns) > 10


def test_the_demo_draws_the_same_pictures(tmp_path: Path, drawings: SpriteCache) -> None:
    runs = []
    for number in range(2):
        arcade = open_app(str(tmp_path / str(number)), demo=True)
        arcade.canvas.sprites = drawings
        arcade.push(arcade.first_scene())
        opened(arcade, ("demo", "greedy"), demo=True)
        pictures = []
        for _ in range(20):
            arcade.frame(1 / 4)
            pictures.append(hash(pygame.image.tobytes(arcade.window, "RGB")))
        runs.append(pictures)
        arcade.close()
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 12


def test_the_open_mind_of_a_learner_has_its_tree_and_its_values_lie_on_the_board(app: App) -> None:
    scene = opened(app, ("learner", "human"), pieces=4)
    until(app, lambda: bool(scene.mind_view.mind))
    tree = next(item for item in scene.mind_view.mind if isinstance(item, TrialTree))
    brain = scene.match.players[0]
    best = tree.nodes[tree.best or 0]
    assert (best.number, best.wins) == (brain.node, brain.tree.wins[brain.node])
    assert sum(node.on_path for node in tree.nodes) >= 3
    until(app, lambda: not scene.moving and not scene.mind_view.moving)
    seen = {}
    for shown in (True, False):
        look(app)
        assert scene.looks.shows_values("learner") == shown
        seen[shown] = pygame.image.tobytes(app.window, "RGB")
        key(app, pygame.K_t)
    assert seen[True] != seen[False]
    scene.looks.values = None
    scene.toggle_mind()
    assert not scene.looks.shows_values("learner")


def test_attract_mode_shows_the_opponents_mind_alone(tmp_path: Path) -> None:
    arcade = open_app(str(tmp_path), demo=True)
    arcade.push(arcade.first_scene())
    scene = opened(arcade, ("demo", "greedy-learned"), demo=True)
    frames = 0
    with unseen(arcade):
        while len(scene.match.turns) < 24:
            arcade.frame(1 / 5)
            if scene.mind_view.mind:
                assert scene.mind_view.caption == "Greedy, learned"
                assert scene.mind_view.mind[0].text.startswith("I ")  # type: ignore[union-attr]
                frames += 1
    assert frames > 20
    arcade.close()


# -- dice, motion, layout --------------------------------------------------------------------


def test_as_many_dice_are_marked_as_were_rolled() -> None:
    tried = 0
    for rules, rule_set in RULE_SETS.items():
        dice, none = Dice(rules), max(0, rule_set.dice[0][0] and rule_set.dice[-1][0])
        assert len(dice.marked_up()) == (3 if rules == "masters" else 4)
        for number in range(40):
            for roll, _ in rule_set.dice:
                dice.throw(0, roll, number, 1.0, False)
                assert sum(dice.marked_up()) == (0 if roll == none else roll)
                tried += 1
    assert tried == 40 * (4 * 5 + 4)


def test_a_way_has_a_place_for_every_square_it_touches() -> None:
    tried = 0
    for rules, rule_set in RULE_SETS.items():
        board = Layout(40, 100, 90, rules)
        state = position(rules, 7, 0, (((3,), 1), ((), 0)))
        for seat in (0, 1):
            for start in range(rule_set.off):
                for roll in range(1, min(4, rule_set.off - start) + 1):
                    way = board.way(seat, start, start + roll, state)
                    assert len(way) == roll + 1
                    assert len(set(way)) == len(way)
                    tried += 1
        for square in range(1, rule_set.off):
            if rule_set.across[square]:
                assert board.place(0, square) == board.place(1, rule_set.across[square])
    assert tried > 4 * 54


# -- the report's doors -------------------------------------------------------------------


def test_the_costliest_choice_is_set_up_on_the_board_and_back_leads_to_the_report(app: App) -> None:
    scene = opened(app, ("random", "greedy"), pieces=2)
    scene.pacing.set_level(6)
    until(app, lambda: app.top is not scene)
    worst = min((s for s in scene.watch.judge.steps if s.kind == "move"), key=lambda s: s.change)
    push_button(app.top, "Review")
    review = app.top
    assert isinstance(review, ReviewPage)
    until(app, lambda: review.judging.done, step=0.02)
    app.frame(FRAME)
    review.seat = worst.seat
    review.show(review.costly[0])
    push_button(app.top, "Study")
    editor = app.top
    assert isinstance(editor, UrEditor)
    until(app, lambda: editor.preparation is None, step=0.02)
    app.frame(FRAME)
    state = worst.before
    assert (editor.turn, editor.roll, editor.best) == (state.turn, state.roll, worst.best)
    assert [tuple(sorted(squares)) for squares in editor.squares] == [
        state.squares(0),
        state.squares(1),
    ]
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.top, StillPage)
    key(app, pygame.K_ESCAPE)
    assert app.top is review
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.top, ResultPage)


def test_the_copy_is_the_log(app: App) -> None:
    scene = opened(app)
    until(app, lambda: scene.waiting_for_person == 0)
    found = log.decode(scene.session.as_text())
    assert found.turns == scene.match.turns
    key(app, pygame.K_c)
    app.frame(FRAME)


# -- the editor ----------------------------------------------------------------------------


def edited(app: App, rules: str = "finkel", pieces: int = 4) -> UrEditor:
    editor = UrEditor(app, catalog.rules("ur").new({"rules": rules, "pieces": pieces}))
    app.push(editor)
    until(app, lambda: editor.preparation is None, most=400, step=0.02)
    return editor


def test_the_editor_tells_what_the_judge_knows(app: App) -> None:
    editor = edited(app)
    assert "51.6%" in editor.mind[0].text  # type: ignore[union-attr]
    for name in ("A4", "B4", "B6", "B6"):
        editor.change_square(name)
    assert [sorted(squares) for squares in editor.squares] == [[1, 8], [10]]
    editor.set_roll(4)
    moves = next(item for item in editor.mind if isinstance(item, Lines))
    assert dict(moves.rows).keys() == {"start to 3", "1 to 4, rolls again", "8 to 11"}
    assert moves.rows[0][0] == "1 to 4, rolls again"
    assert editor.best == "1"
    editor.set_roll(1)
    assert editor.roll == 0
    app.frame(FRAME)


def test_the_editor_keeps_positions_possible(app: App) -> None:
    editor, changed = edited(app, pieces=2), 0
    for round_ in range(3):
        for name in tiles_of("finkel"):
            editor.change_square(name)
            changed += 1
            for seat in (0, 1):
                assert len(editor.squares[seat]) + editor.off[seat] <= editor.pieces
            assert not {s for s in editor.squares[0] & editor.squares[1] if 5 <= s <= 12}
            assert editor.problem == "", round_
    assert changed == 60


def test_the_editor_by_keys(app: App) -> None:
    editor = edited(app)
    editor.form.focus_on(editor.pad)
    key(app, pygame.K_LEFT)
    key(app, pygame.K_RETURN)
    assert editor.squares[0] == {7}
    key(app, pygame.K_RETURN)
    assert editor.squares == [set(), {7}]
    key(app, pygame.K_ESCAPE)
    assert app.top is not editor


def test_a_kept_brain_plays_from_every_door(app: App) -> None:
    assert app.profile is not None
    tree = catalog.agent("ur", "learner").make({}, None).tree.arrays()
    kept = arrays_to_text(tree | {"wins": tree["wins"] + 1})
    app.library.save_learned(app.profile.id, "ur", kept)
    page = SetupPage(app, "ur")
    app.push(page)
    page.choices.seats[1] = "learner"
    push_button(page, "Play")
    doors = [
        app.top,
        open_game(app, "ur", "learner", 1, {}, False),
        open_game(app, "ur", "learner", 1, {}, False, "learner"),
    ]
    for table in doors:
        assert isinstance(table, Scene)
        assert table.setup.seats[1].start == kept
    assert doors[2].setup.seats[0].start == kept
    doors[1].restart()
    assert doors[1].setup.seats[1].start == kept
    for other in (
        open_game(app, "ur", "learner+", 1, {}, False),
        open_game(app, "ur", "learner", 1, {}, True),
    ):
        assert other.setup.seats[1].start is None


def test_the_roll_is_unknown_before_it_is_thrown(app: App) -> None:
    scene = opened(app)
    scene.on_changed()
    assert (scene.motion.dice.roll is None) == (scene.match.state.roll == NOT_ROLLED)
    assert scene.match.turns[0][0][0] == CHANCE
