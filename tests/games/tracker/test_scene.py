"""The tracker's page by keyboard, mouse and gamepad: the tape, the models, hiding, the ways in."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pygame
import pytest

from games.core import CHANCE, Event, Log, Seating
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.draw.sprites import SpriteCache
from games.shell.opening import continue_match, saved_match
from games.shell.pages.pause import Pause
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.start import open_app
from games.shell.widgets.basic import Choice
from games.tracker import SPEC, controls, moment
from games.tracker.lens import ranks
from games.tracker.model import shortest_way
from games.tracker.report import score, score_key
from games.tracker.rules import WALKER
from games.tracker.scene import Scene
from tests.support.hands import click, key, press_pad, push_button, push_hat, touch
from tests.support.tracker_page import FRAME, hide, opened, run, settle

# -- the tape ------------------------------------------------------------------------------


def test_half_steps_by_keyboard(app: App) -> None:
    scene = opened(app)
    walk = scene.walk
    lens = walk.lineup.lenses[0]
    key(app, pygame.K_PERIOD)
    settle(app, scene)
    assert walk.playback.half == 1
    assert moment.shown_reading(walk) is None
    assert "spreads" in moment.caption(walk)
    shown, _ = moment.shown_belief(walk, lens)
    assert np.array_equal(shown, lens.frame(1).prior)
    key(app, pygame.K_PERIOD)
    settle(app, scene)
    assert walk.playback.half == 2
    event = moment.shown_reading(walk)
    assert event is not None
    assert event.data["step"] == 1
    shown, _ = moment.shown_belief(walk, lens)
    assert np.array_equal(shown, lens.frame(1).posterior)
    key(app, pygame.K_COMMA)
    settle(app, scene)
    assert walk.playback.half == 1
    assert len(walk.tape) == 1


def test_only_who_can_walk_there_is_offered_as_the_ghost(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.SETUP)
    offered = next(w for w in scene.controls.form.widgets if getattr(w, "label", "") == "The ghost")
    assert isinstance(offered, Choice)
    walkers = [agent.id for agent in controls.walkers(scene.walk)]
    assert len(offered.labels) == len(walkers) + 1
    assert "random" in walkers
    assert not {"lamplighter", "hound", "pack"} & {*walkers}
    for walker in walkers:
        scene.act("walker", walker)
        key(app, pygame.K_PERIOD)
        settle(app, scene)
        assert scene.setup.seats[WALKER].agent == walker
        assert len(scene.walk.tape) > 0


def test_play_and_pause_by_keyboard_mouse_and_gamepad(app: App) -> None:
    scene = opened(app)
    walk = scene.walk
    key(app, pygame.K_SPACE)
    assert walk.playback.playing
    touch(app, scene.controls.transport[1])
    assert not walk.playback.playing
    press_pad(app, 0)
    assert walk.playback.playing
    key(app, pygame.K_EQUALS)
    run(app, 60)
    assert len(walk.tape) >= 1
    assert walk.playback.speed == 2.0


def test_played_fast_every_step_is_heard_and_scored(app: App) -> None:
    scene = opened(app, "random", steps=60)
    walk = scene.walk
    for _ in range(5):
        key(app, pygame.K_EQUALS)
    key(app, pygame.K_SPACE)
    run(app, 260)
    assert scene.match.over
    assert not walk.playback.playing or walk.playback.half == 120
    lens = walk.lineup.lenses[0]
    assert lens.steps == len(walk.tape) == 60
    own = [frame.surprise for frame in list(lens.frames)[1:]]
    assert lens.frames[-1].loss_sum == pytest.approx(sum(own))
    assert lens.frames[-1].unseen == sum(not step.seen for step in walk.tape)


def test_hints_of_the_tape_name_what_is_pressed_for_it_now(app: App) -> None:
    scene = opened(app)
    form = scene.controls.form
    form.focus_on(scene.controls.transport[controls.POINTED["step"]])
    app.draw()
    assert form.hint == "Half a step forward (Full stop)"
    app.input.rebind({"step": ["key:g"]})
    app.draw()
    assert form.hint == "Half a step forward (G)"
    app.input.rebind({})
    press_pad(app, 9)
    app.draw()
    assert "{" not in form.hint
    assert "Full stop" not in form.hint


def test_the_truth_stays_hidden_until_t(app: App) -> None:
    scene = opened(app)
    assert not scene.walk.truth_visible
    key(app, pygame.K_t)
    assert scene.walk.truth_visible
    touch(app, scene.controls.transport[5])
    assert not scene.walk.truth_visible


def test_one_heavy_step_a_frame(app: App) -> None:
    scene = opened(app)
    scene.act("compare", "explore")
    run(app, 4)
    for _ in range(20):
        scene.walk.tape.extend()
    before = [lens.steps for lens in scene.walk.lineup.lenses]
    app.frame(FRAME)
    assert sum(lens.steps for lens in scene.walk.lineup.lenses) == sum(before) + 1


def test_a_step_on_says_that_a_thread_still_thinks(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app)
    lens, goes_on = scene.walk.lineup.lenses[0], threading.Event()
    observe = lens.watcher.observe

    def wait(events: Sequence[Event]) -> None:
        assert goes_on.wait(60)
        observe(events)

    monkeypatch.setattr(lens.watcher, "observe", wait)
    lens.beside = True
    try:
        for _ in range(3):
            key(app, pygame.K_PERIOD)
            app.frame(FRAME)
        assert lens.busy
        assert scene.walk.playback.half == 0
        assert any("still thinking" in text for text in app.toasts.texts)
    finally:
        goes_on.set()


def test_undo_takes_back_a_whole_step_and_redo_brings_it_back(app: App) -> None:
    scene = opened(app)
    walk = scene.walk
    for _ in range(4):
        key(app, pygame.K_PERIOD)
        settle(app, scene)
    path, turns = list(walk.tape.path), list(scene.match.turns)
    key(app, pygame.K_u)
    settle(app, scene)
    assert walk.tape.path == path[:-1]
    assert len(walk.tape) == walk.lineup.lenses[0].steps == 1
    key(app, pygame.K_r)
    settle(app, scene)
    assert scene.match.turns == turns


# -- the world and the models --------------------------------------------------------------


def test_changing_the_world_keeps_the_seed_and_changing_a_model_keeps_the_match(app: App) -> None:
    scene = opened(app)
    for _ in range(6):
        key(app, pygame.K_PERIOD)
        settle(app, scene)
    match = scene.match
    scene.act("model", "random")
    settle(app, scene)
    assert scene.match is match
    assert scene.walk.lineup.lenses[0].steps == 3
    for _ in range(3):
        key(app, pygame.K_TAB)
    assert scene.controls.tab == controls.SETUP
    noise = next(w for w in scene.controls.content if getattr(w, "label", "") == "Noise")
    touch(app, noise)
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_LEFT)
    key(app, pygame.K_LEFT)
    assert scene.match is not match
    assert scene.match.seed == match.seed
    assert scene.walk.course.noise == scene.setup.params["noise"] != 6
    assert len(scene.walk.tape) == 0


def test_models_side_by_side_hear_the_same_readings(app: App) -> None:
    scene = opened(app)
    walk = scene.walk
    key(app, pygame.K_TAB)
    chips = {chip.label: chip for chip in scene.controls.content}  # type: ignore[attr-defined]
    for label in ("Random walk", "Explorer", "Reading alone"):
        touch(app, chips[label])
    assert walk.lineup.models == ["auto", "random", "explore", "reading"]
    touch(app, chips["Momentum"])
    assert len(walk.lineup.lenses) == len(scene.boards) == 4
    walk.playback.pace.set_level(6)
    key(app, pygame.K_TAB)  # away from the chips, so that space plays
    scene.controls.form.focus_on(scene.controls.transport[1])
    key(app, pygame.K_SPACE)
    run(app, 150)
    walk.playback.playing = False
    settle(app, scene)
    assert len({lens.steps for lens in walk.lineup.lenses}) == 1
    places = ranks({n: lens.frames[-1].log_loss for n, lens in enumerate(walk.lineup.lenses)})
    assert sorted(places.values()) == [1, 2, 3, 4]


def test_looking_back_uses_what_came_later(app: App) -> None:
    scene = opened(app, "food", maze="loops")
    walk = scene.walk
    for _ in range(30):
        walk.tape.extend()
    settle(app, scene)
    scene.open_tab(controls.PAST)
    run(app, 2)
    step, now = walk.trail.about(0)
    assert step == 30
    assert np.allclose(now, walk.lineup.lenses[0].frame(30).posterior, atol=1e-5)
    slider = scene.controls.content[0]
    x, y, w, h = slider.box
    click(app, x + w - 90, y + h / 2)
    assert walk.lag in (39, 40)
    step, then = walk.trail.about(10)
    assert step == 20
    assert then.sum() == pytest.approx(1.0)


# -- being the hidden one ------------------------------------------------------------------


def test_hiding_by_keyboard(app: App) -> None:
    scene = hide(app)
    walk = scene.walk
    start = walk.course.cells[walk.tape.path[-1]]
    legal = scene.match.legal(WALKER)
    move = next(m for m in ("left", "down") if m in legal)
    key(app, {"left": pygame.K_LEFT, "down": pygame.K_DOWN}[move])
    settle(app, scene)
    here = walk.course.cells[walk.tape.path[-1]]
    assert (here[0] - start[0], here[1] - start[1]) == {"left": (-1, 0), "down": (0, 1)}[move]
    assert scene.match.turns[-1][0][0] == CHANCE
    assert walk.lineup.lenses[0].steps == 1
    key(app, pygame.K_UP if move == "left" else pygame.K_RIGHT)
    settle(app, scene)
    assert len(walk.tape) == 1, "a wall is no way"


def test_hiding_by_gamepad(app: App) -> None:
    scene = hide(app)
    move = next(m for m in ("left", "down") if m in scene.match.legal(WALKER))
    value = {"left": (-1, 0), "down": (0, -1)}[move]
    push_hat(app, *value)
    settle(app, scene)
    assert len(scene.walk.tape) == 1


def test_hiding_by_mouse_walks_all_the_way(app: App) -> None:
    scene = hide(app)
    walk = scene.walk
    start, cells = walk.tape.path[-1], range(len(walk.course.cells))
    ways = {cell: shortest_way(walk.course, start, cell) for cell in cells}
    goal = next(cell for cell, way in ways.items() if len(way) == 5)
    click(app, *scene.boards[0].centre(walk.course.cells[goal]))
    run(app, 200)
    assert walk.tape.path[-1] == goal
    assert len(walk.tape) == 5


def test_a_whole_walk_is_scored_and_entered_once(app: App) -> None:
    scene = hide(app, steps=60)
    scene.act("model", "random")  # the page is what is tested, not the heaviest of the models
    settle(app, scene)
    keys = {"up": pygame.K_UP, "down": pygame.K_DOWN}
    keys |= {"left": pygame.K_LEFT, "right": pygame.K_RIGHT}
    walked = 0
    while not scene.match.over:
        legal = [m for m in scene.match.legal(WALKER) if m in keys]
        key(app, keys[legal[walked % len(legal)]])
        settle(app, scene)
        walked += 1
        assert walked <= 60
    run(app, 60)
    assert isinstance(app.top, ResultPage)
    rows = app.library.scores("tracker", score_key(scene.walk)).rows
    assert [(row.name, row.score) for row in rows] == [("Ada", round(score(scene.walk), 3))]
    frames = list(scene.walk.lineup.lenses[0].frames)[1:]
    by_hand = math.fsum(frame.surprise for frame in frames) / 60
    assert score(scene.walk) == round(by_hand, 3)
    assert f"{rows[0].score:.2f}" in scene.report().headline


def test_what_was_taken_back_does_not_count(app: App) -> None:
    scene = hide(app, steps=60)
    move = next(m for m in ("left", "down") if m in scene.match.legal(WALKER))
    key(app, {"left": pygame.K_LEFT, "down": pygame.K_DOWN}[move])
    settle(app, scene)
    assert scene.walk.counted
    key(app, pygame.K_u)
    assert not scene.walk.counted
    assert len(scene.walk.tape) == 0


def test_an_unfinished_walk_is_continued(app: App) -> None:
    scene = hide(app)
    move = next(m for m in ("left", "down") if m in scene.match.legal(WALKER))
    key(app, {"left": pygame.K_LEFT, "down": pygame.K_DOWN}[move])
    settle(app, scene)
    turns = list(scene.match.turns)
    app.pop()
    found = saved_match(app, "tracker")
    assert found is not None
    again = continue_match(app, found)
    app.push(again)
    assert isinstance(again, Scene)
    settle(app, again)
    assert again.walk.hiding
    assert again.match.turns == turns
    assert again.walk.lineup.lenses[0].steps == 1


# -- the ways in, attract mode -------------------------------------------------------------


def test_ways_in(app: App) -> None:
    assert make_setup("tracker", None, 3, {}, False).seats == (Seating("explorer"),)
    assert make_setup("tracker", "food", 3, {}, True).seats == (Seating("food"),)
    page = SetupPage(app, "tracker")
    app.push(page)
    page.choose_mode("watch")
    app.frame(FRAME)
    push_button(page, "Watch")
    run(app, 3)
    assert isinstance(app.top, Scene)


def test_attract_mode_is_the_same_every_time(tmp_path: Path, drawings: SpriteCache) -> None:
    pictures = []
    for turn in range(2):
        arcade = open_app(str(tmp_path / str(turn)), demo=True)
        arcade.canvas.sprites = drawings
        scene = Scene(arcade, make_setup("tracker", None, 1, {"maze": "loops-small"}, True))
        scene.walk.playback.pace.set_level(6)
        arcade.push(scene)
        run(arcade, 110)
        assert len(scene.walk.lineup.lenses) == 4
        assert len(scene.walk.tape) > 30
        pictures.append(pygame.image.tobytes(arcade.window, "RGB"))
        arcade.close()
    assert pictures[0] == pictures[1]


def test_a_walk_that_ends_before_it_was_heard_has_a_report(app: App) -> None:
    scene = opened(app)
    scene.restart()
    app.frame(FRAME)
    scene.finish_now()
    app.frame(FRAME)
    assert isinstance(app.top, ResultPage)


# -- how far a match is --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "turns", "told"),
    [
        ("watch", [{0: "left"}, {CHANCE: "3"}, {0: "left"}], "step 3 of 150"),
        ("hide", [{CHANCE: "cell1"}, {0: "left"}, {CHANCE: "3"}], "step 2 of 150"),
        ("hunt", [{2: "left"}, {CHANCE: "3"}, {CHANCE: "4"}, {0: "up", 1: "up"}], "step 2 of 150"),
        ("seek", [{1: "left"}, {CHANCE: "3"}, {0: "cell1", 2: "cell2"}], "round 2 of 10"),
    ],
)
def test_how_far_a_match_is_is_told_in_steps_or_rounds(
    play: str, turns: list[dict[int, str]], told: str
) -> None:
    played = [tuple(turn.items()) for turn in turns]
    params = SPEC.params({"play": play})
    assert Scene.place_of(Log("tracker", params, 1, (), played)) == told


# -- carried off, and guesses ---------------------------------------------------------------


def test_the_ghost_is_carried_off_by_key_and_button(app: App) -> None:
    scene = opened(app, "random")
    carry, guesses = scene.controls.content
    for press in ("key", "button"):
        steps = len(scene.walk.tape)
        key(app, pygame.K_o) if press == "key" else touch(app, carry)
        assert len(scene.walk.tape) == steps + 1
        run(app, 2)
    assert [turn[0][1][:5] for turn in scene.match.turns if turn[0][0] == WALKER] == ["carry"] * 2
    touch(app, guesses)
    assert scene.walk.particles
    app.draw()
    key(app, pygame.K_g)
    assert not scene.walk.particles


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_the_buttons_of_watch_have_a_place_at_every_size(app: App, size: tuple[int, int]) -> None:
    app.window = pygame.display.set_mode(size, pygame.RESIZABLE)
    app.resized()
    scene = opened(app)
    for mind in (True, False):
        app.change_settings(mind_open=mind)
        scene.layout(*app.size)
        boxes = [w.box for w in (*scene.controls.transport, *scene.controls.content)]
        rects = [pygame.Rect(*map(round, box)) for box in boxes]
        assert all(r.collidelist(rects[n + 1 :]) < 0 for n, r in enumerate(rects))
        right = scene.panel[0] if scene.panel is not None else app.size[0]
        assert all(r.right <= right for r in rects)
        assert all(r.top >= scene.boards.active.box[1] + scene.boards.active.box[3] for r in rects)


def test_the_pause_page_offers_no_hint_where_nobody_wins(app: App) -> None:
    scene = hide(app)
    key(app, pygame.K_ESCAPE)
    app.frame(FRAME)
    page = app.top
    assert isinstance(page, Pause)
    labels = [getattr(widget, "label", "") for widget in page.form.widgets]
    assert "Resume" in labels
    assert "Hint" not in labels
    assert all(action.id != "hint" for action in scene.actions)
