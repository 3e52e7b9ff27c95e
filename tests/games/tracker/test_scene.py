"""The tracker's page by keyboard, mouse and gamepad: the tape, the models, hiding, the tour."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from games.core import CHANCE, Seating
from games.session.setup import Setup
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.draw.sprites import SpriteCache
from games.shell.draw.theme import Theme
from games.shell.opening import continue_match, saved_match
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.start import open_app
from games.tracker import SPEC, controls, views
from games.tracker.lens import Lens, tape_of
from games.tracker.miniature import Miniature
from games.tracker.playback import Playback
from games.tracker.report import score, score_key
from games.tracker.rules import WALKER
from games.tracker.scene import Scene
from games.tracker.tour import STOPS
from tests.support.hands import click, give, key, touch

FRAME = 1 / 60


def opened(app: App, agent: str = "explorer", **options: Any) -> Scene:
    demo = options.pop("demo", False)
    params = SPEC.params({"maze": "loops-small", **options})
    scene = Scene(app, Setup("tracker", (Seating(agent),), params, 7, demo=demo))
    app.push(scene)
    assert scene.playback.playing
    scene.playback.playing = scene.hiding
    wait(app, 2)
    return scene


def wait(app: App, frames: int, step: float = FRAME) -> None:
    for _ in range(frames):
        app.frame(step)


def settle(app: App, scene: Scene) -> None:
    for _ in range(400):
        app.frame(0.25)
        if not scene.playback.running and scene._caught_up:
            return
    raise AssertionError("the page did not come to rest")


# -- the tape ------------------------------------------------------------------------------


def test_half_steps_by_keyboard(app: App) -> None:
    scene = opened(app)
    lens = scene.lenses[0]
    key(app, pygame.K_PERIOD)
    settle(app, scene)
    assert scene.playback.half == 1
    assert views.reading_event(scene) is None
    assert "spreads" in views.caption(scene)
    shown, _ = views.shown_belief(scene, lens)
    assert np.array_equal(shown, lens.frame(1).prior)
    key(app, pygame.K_PERIOD)
    settle(app, scene)
    assert scene.playback.half == 2
    event = views.reading_event(scene)
    assert event is not None
    assert event.data["step"] == 1
    shown, _ = views.shown_belief(scene, lens)
    assert np.array_equal(shown, lens.frame(1).posterior)
    key(app, pygame.K_COMMA)
    settle(app, scene)
    assert scene.playback.half == 1
    assert len(scene.tape) == 1


def test_the_reading_takes_away_while_it_is_shown(app: App) -> None:
    scene = opened(app, noise=0, start="unknown")
    key(app, pygame.K_PERIOD)
    settle(app, scene)
    key(app, pygame.K_PERIOD)
    app.frame(FRAME)
    belief, lost = views.shown_belief(scene, scene.lenses[0])
    frame = scene.lenses[0].frame(1)
    assert 0.0 < scene.playback.share < 1.0
    assert lost is not None
    assert lost.sum() == pytest.approx(frame.lost, abs=1e-4)
    assert belief.sum() == pytest.approx(1.0, abs=1e-5)
    gone = frame.posterior <= 0
    assert 0.0 < belief[gone].sum() < frame.prior[gone].sum()


def test_play_and_pause_by_keyboard_mouse_and_gamepad(app: App) -> None:
    scene = opened(app)
    key(app, pygame.K_SPACE)
    assert scene.playback.playing
    touch(app, scene.transport[1])
    assert not scene.playback.playing
    give(app, pygame.JOYBUTTONDOWN, button=0, instance_id=0)
    give(app, pygame.JOYBUTTONUP, button=0, instance_id=0)
    assert scene.playback.playing
    key(app, pygame.K_EQUALS)
    wait(app, 60)
    assert len(scene.tape) >= 1
    assert scene.playback.speed == 2.0


def test_played_fast_every_step_is_heard_and_scored(app: App) -> None:
    scene = opened(app, "random", steps=60)
    for _ in range(5):
        key(app, pygame.K_EQUALS)
    key(app, pygame.K_SPACE)
    wait(app, 260)
    assert scene.match.over
    assert not scene.playback.playing or scene.playback.half == 120
    lens = scene.lenses[0]
    assert lens.steps == len(scene.tape) == 60
    own = [frame.surprise for frame in list(lens.frames)[1:]]
    assert lens.frames[-1].loss_sum == pytest.approx(sum(own))
    assert lens.frames[-1].unseen == sum(not step.seen for step in scene.tape)


def test_the_truth_stays_hidden_until_t(app: App) -> None:
    scene = opened(app)
    assert not scene.truth_visible
    key(app, pygame.K_t)
    assert scene.truth_visible
    touch(app, scene.transport[5])
    assert not scene.truth_visible


def test_one_heavy_step_a_frame(app: App) -> None:
    scene = opened(app)
    scene.toggle_model("explore")
    wait(app, 4)
    for _ in range(20):
        scene._extend()
    before = [lens.steps for lens in scene.lenses]
    app.frame(FRAME)
    assert sum(lens.steps for lens in scene.lenses) == sum(before) + 1


def test_undo_takes_back_a_whole_step_and_redo_brings_it_back(app: App) -> None:
    scene = opened(app)
    for _ in range(4):
        key(app, pygame.K_PERIOD)
        settle(app, scene)
    walk, turns = list(scene.walk), list(scene.match.turns)
    key(app, pygame.K_u)
    settle(app, scene)
    assert scene.walk == walk[:-1]
    assert len(scene.tape) == scene.lenses[0].steps == 1
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
    scene.set_model("random")
    settle(app, scene)
    assert scene.match is match
    assert scene.lenses[0].steps == 3
    for _ in range(3):
        key(app, pygame.K_TAB)
    assert scene.tab == controls.SETUP
    noise = next(w for w in scene.content if getattr(w, "label", "") == "Noise")
    touch(app, noise)
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_LEFT)
    key(app, pygame.K_LEFT)
    assert scene.match is not match
    assert scene.match.seed == match.seed
    assert scene.course.noise == scene.setup.params["noise"] != 6
    assert scene.tape == []


def test_models_side_by_side_hear_the_same_readings(app: App) -> None:
    scene = opened(app)
    key(app, pygame.K_TAB)
    chips = {chip.label: chip for chip in scene.content}  # type: ignore[attr-defined]
    for label in ("Random walk", "Explorer", "Reading alone"):
        touch(app, chips[label])
    assert scene.model_ids == ["auto", "random", "explore", "reading"]
    touch(app, chips["Momentum"])
    assert len(scene.lenses) == len(scene.boards) == 4
    scene.playback.level = 6
    key(app, pygame.K_TAB)  # away from the chips, so that space plays
    scene.form.focus_on(scene.transport[1])
    key(app, pygame.K_SPACE)
    wait(app, 150)
    scene.playback.playing = False
    settle(app, scene)
    assert len({lens.steps for lens in scene.lenses}) == 1
    places = views.ranks({n: lens.frames[-1].log_loss for n, lens in enumerate(scene.lenses)})
    assert sorted(places.values()) == [1, 2, 3, 4]
    alone = scene.lenses[3]
    other = Lens(alone.spec, scene.match.game, scene.setup.params, 7)
    heard = 0
    while other.advance(scene.tape):
        heard += 1
    assert heard == len(scene.tape) + 1
    assert np.array_equal(other.frames[-1].posterior, alone.frames[-1].posterior)


def test_boards_fit_every_window_and_do_not_overlap(app: App) -> None:
    scene = opened(app, maze="loops")
    checked = 0
    for count, model in enumerate(("random", "explore", "target"), start=2):
        scene.toggle_model(model)
        for size in ((960, 720), (1280, 720), (1440, 720), (960, 800)):
            for tab in range(len(controls.TABS)):
                if tab == controls.TOUR:
                    continue
                scene.open_tab(tab)
                scene.layout(*size)
                _check_boards(scene, count)
                checked += 1
    assert checked == 48


def _check_boards(scene: Scene, count: int) -> None:
    x, y, w, h = scene.area
    boxes = []
    for board in scene.boards:
        left, top, wide, tall = board.box
        assert x - 0.01 <= left <= x + w - wide + 0.01
        assert y - 0.01 <= top - views.HEAD <= y + h - tall - views.HEAD + 0.01
        boxes.append(pygame.Rect(left, top - views.HEAD + 1, wide, tall + views.HEAD - 2))
    assert len(boxes) == count
    assert all(a is b or not a.colliderect(b) for a in boxes for b in boxes)
    for widget in scene.form.widgets[1:]:
        assert not any(box.colliderect(pygame.Rect(widget.box)) for box in boxes)
        assert widget.box[1] + widget.box[3] <= scene.stage[3] + 0.01


def test_looking_back_uses_what_came_later(app: App) -> None:
    scene = opened(app, "food", maze="loops")
    for _ in range(30):
        scene._extend()
    settle(app, scene)
    scene.open_tab(controls.PAST)
    wait(app, 2)
    step, now = scene.trail.about(0)
    assert step == 30
    assert np.allclose(now, scene.lenses[0].frame(30).posterior, atol=1e-5)
    slider = scene.content[0]
    x, y, w, h = slider.box
    click(app, x + w - 90, y + h / 2)
    assert scene.lag in (39, 40)
    step, then = scene.trail.about(10)
    assert step == 20
    assert then.sum() == pytest.approx(1.0)


# -- being the hidden one ------------------------------------------------------------------


def hide(app: App, **options: Any) -> Scene:
    scene = opened(app, **options)
    touch(app, scene.transport[6])
    assert scene.hiding
    settle(app, scene)
    return scene


def test_hiding_by_keyboard(app: App) -> None:
    scene = hide(app)
    start = scene.course.cells[scene.match.state.cell]
    legal = scene.match.legal(WALKER)
    move = next(m for m in ("left", "down") if m in legal)
    key(app, {"left": pygame.K_LEFT, "down": pygame.K_DOWN}[move])
    settle(app, scene)
    here = scene.course.cells[scene.match.state.cell]
    assert (here[0] - start[0], here[1] - start[1]) == {"left": (-1, 0), "down": (0, 1)}[move]
    assert scene.match.turns[-1][0][0] == CHANCE
    assert scene.lenses[0].steps == 1
    key(app, pygame.K_UP if move == "left" else pygame.K_RIGHT)
    settle(app, scene)
    assert len(scene.tape) == 1, "a wall is no way"


def test_hiding_by_gamepad(app: App) -> None:
    scene = hide(app)
    move = next(m for m in ("left", "down") if m in scene.match.legal(WALKER))
    value = {"left": (-1, 0), "down": (0, -1)}[move]
    give(app, pygame.JOYHATMOTION, hat=0, value=value, instance_id=0)
    give(app, pygame.JOYHATMOTION, hat=0, value=(0, 0), instance_id=0)
    settle(app, scene)
    assert len(scene.tape) == 1


def test_hiding_by_mouse_walks_all_the_way(app: App) -> None:
    scene = hide(app)
    start, cells = scene.match.state.cell, range(len(scene.course.cells))
    ways = {cell: controls.shortest_way(scene.course, start, cell) for cell in cells}
    goal = next(cell for cell, way in ways.items() if len(way) == 5)
    click(app, *scene.boards[0].centre(scene.course.cells[goal]))
    wait(app, 200)
    assert scene.match.state.cell == goal
    assert len(scene.tape) == 5


def test_a_whole_walk_is_scored_and_entered_once(app: App) -> None:
    scene = hide(app, steps=60)
    keys = {"up": pygame.K_UP, "down": pygame.K_DOWN}
    keys |= {"left": pygame.K_LEFT, "right": pygame.K_RIGHT}
    walked = 0
    while not scene.match.over:
        legal = [m for m in scene.match.legal(WALKER) if m in keys]
        key(app, keys[legal[walked % len(legal)]])
        settle(app, scene)
        walked += 1
        assert walked <= 60
    wait(app, 60)
    assert isinstance(app.top, ResultPage)
    rows = app.library.scores("tracker", score_key(scene)).rows
    assert [(row.name, row.score) for row in rows] == [("Ada", round(score(scene), 3))]
    by_hand = math.fsum(frame.surprise for frame in list(scene.lenses[0].frames)[1:]) / 60
    assert score(scene) == pytest.approx(by_hand)
    assert f"{score(scene):.2f}" in scene.report().headline


def test_what_was_taken_back_does_not_count(app: App) -> None:
    scene = hide(app, steps=60)
    move = next(m for m in ("left", "down") if m in scene.match.legal(WALKER))
    key(app, {"left": pygame.K_LEFT, "down": pygame.K_DOWN}[move])
    settle(app, scene)
    assert scene.counted
    key(app, pygame.K_u)
    assert not scene.counted
    assert scene.tape == []


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
    assert again.hiding
    assert again.match.turns == turns
    assert again.lenses[0].steps == 1


# -- the tour, the ways in, attract mode ---------------------------------------------------


def test_every_stop_of_the_tour_can_be_done(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    deeds = {
        "truth": lambda: key(app, pygame.K_t),
        "step": lambda: key(app, pygame.K_PERIOD),
        "noise": lambda: scene.change(noise=2),
        "speed": lambda: key(app, pygame.K_EQUALS),
        "walker": lambda: scene.take_walker("evader"),
        "hide": lambda: touch(app, scene.transport[6]),
    }
    done = 0
    for stop in STOPS:
        assert scene.tour.stop is stop
        settle(app, scene)
        assert not scene.tour.done
        for _ in range(stop.times):
            deeds[stop.deed]()
            scene.playback.playing = scene.hiding
            settle(app, scene)
        assert scene.tour.done, stop.title
        done += 1
        touch(app, scene.content[1])
    assert done == 8
    assert scene.tour.place == 0


def walked(scene: Scene, steps: int) -> list[int]:
    """The cells of the walk, at least so many steps long."""
    while len(scene.tape) < steps:
        scene._extend()
    return list(scene.walk)


def test_the_tour_gives_the_walk_in_hand_back(app: App) -> None:
    alone = opened(app, "explorer", noise=4)
    expected = walked(alone, 40)
    app.pop()
    scene = opened(app, "explorer", noise=4)
    scene.toggle_model("reading")
    walked(scene, 12)
    settle(app, scene)
    scene.playback.jump(9)
    lenses, setup, walk = list(scene.lenses), scene.setup, list(scene.walk)
    left = 0
    for tab in (controls.WATCH, controls.SETUP, controls.COMPARE, controls.PAST):
        scene.open_tab(controls.TOUR)
        settle(app, scene)
        assert scene.lenses != lenses
        assert scene.walk != walk
        scene.tour.on()
        scene.open_tab(tab)
        assert (scene.lenses, scene.setup, scene.walk) == (lenses, setup, walk)
        assert scene.playback.half == (9 if tab != controls.PAST else 2 * len(scene.tape))
        left += 1
    assert left == 4
    assert scene.tour.place == 4
    scene.open_tab(controls.TOUR)  # the tour goes on where it was, on ground of its own
    assert scene.model_ids == ["random", "explore"]
    scene.open_tab(controls.WATCH)
    assert walked(scene, 40) == expected


def test_the_tour_lets_one_change_the_world_where_it_says_so(app: App) -> None:
    scene = opened(app)
    walked(scene, 5)
    walk = list(scene.walk)
    scene.open_tab(controls.TOUR)
    for _ in range(3):
        scene.tour.on()
    assert scene.tour.stop.deed == "noise"
    scene.open_tab(controls.SETUP)
    assert scene.model_ids == ["random"]
    scene.change(noise=2)
    scene.open_tab(controls.TOUR)
    assert scene.tour.done
    assert scene.setup.params["noise"] == 2
    scene.open_tab(controls.SETUP)
    scene.take_walker("")
    assert (scene.hiding, scene.tab) == (True, controls.TOUR)
    scene.open_tab(controls.WATCH)
    assert (scene.hiding, scene.walk) == (False, walk)


def test_leaving_in_the_tour_keeps_the_own_walk(app: App) -> None:
    scene = opened(app, "human")
    for _ in range(3):
        scene.steer(scene.match.legal(WALKER)[0])
        settle(app, scene)
    turns = list(scene.match.turns)
    assert len(turns) >= 6
    scene.open_tab(controls.TOUR)
    assert not scene.hiding
    scene.take_walker("")
    scene.steer(scene.match.legal(WALKER)[0])
    app.pop()
    found = saved_match(app, "tracker")
    assert found is not None
    assert list(found.turns) == turns


def test_the_words_of_the_tour_fit(app: App) -> None:
    scene = opened(app)
    scene.open_tab(controls.TOUR)
    scene.layout(960, 720)
    fitting = 0
    for stop in STOPS:
        lines = app.canvas.wrap(stop.text, 896, 18)
        assert len(lines) <= 5, stop.title
        fitting += 1
    assert fitting == 8


def test_ways_in(app: App) -> None:
    assert make_setup("tracker", None, 3, {}, False).seats == (Seating("explorer"),)
    assert make_setup("tracker", "food", 3, {}, True).seats == (Seating("food"),)
    page = SetupPage(app, "tracker")
    app.push(page)
    app.frame(FRAME)
    page._play()
    wait(app, 3)
    assert isinstance(app.top, Scene)


def test_attract_mode_is_the_same_every_time(tmp_path: Path, drawings: SpriteCache) -> None:
    pictures = []
    for turn in range(2):
        arcade = open_app(str(tmp_path / str(turn)), demo=True)
        arcade.canvas.sprites = drawings
        scene = Scene(arcade, make_setup("tracker", None, 1, {"maze": "loops-small"}, True))
        scene.playback.level = 6
        arcade.push(scene)
        wait(arcade, 110)
        assert len(scene.lenses) == 4
        assert len(scene.tape) > 30
        pictures.append(pygame.image.tobytes(arcade.window, "RGB"))
        arcade.close()
    assert pictures[0] == pictures[1]


def test_the_miniature_plays(drawings: SpriteCache) -> None:
    pygame.display.init()
    pygame.font.init()
    theme = Theme()
    small = Miniature(theme)
    canvas = Canvas(pygame.Surface((320, 180)), theme, drawings)
    canvas.resize(canvas.surface, small.units)
    seen = set()
    for _ in range(30):
        small.update(0.1)
        small.draw(canvas)
        seen.add(pygame.image.tobytes(canvas.surface, "RGB"))
    assert len(seen) > 15


def test_the_tape_of_a_match_is_its_walk(app: App) -> None:
    scene = opened(app, "patroller", start="unknown")
    for _ in range(12):
        scene._extend()
    tape, walk = tape_of(scene.match)
    assert walk == scene.walk
    assert [step.cell for step in tape] == walk[1:]
    ways = scene.course.ways
    assert all(b in ways[a] for a, b in itertools.pairwise(walk))
    assert len(walk) == 13


def test_playback_counts_in_half_steps() -> None:
    playback = Playback()
    playback.go(1)
    assert (playback.step, playback.predicting) == (1, True)
    playback.update(0.1)
    assert 0.0 < playback.share < 1.0
    playback.update(10.0)
    assert playback.share == 1.0
    assert playback.following == 2
    playback.change_speed(9)
    assert playback.following == 2, "the other half first"
    playback.jump(2)
    assert playback.following == 4


def test_a_walk_that_ends_before_it_was_heard_has_a_report(app: App) -> None:
    scene = opened(app)
    scene.restart()
    app.frame(FRAME)
    scene.finish_now()
    app.frame(FRAME)
    assert isinstance(app.top, ResultPage)
