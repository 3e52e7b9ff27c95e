"""The room where a learner of Ur is trained."""

from __future__ import annotations

import time

import pygame
import pytest

from ai.ur.learner import ONE_VALUE
from games import catalog
from games.arrays import arrays_from_text
from games.core import Seating
from games.session.memory import Memory
from games.session.setup import Setup
from games.shell.app import App
from games.ur.scene import Scene
from games.ur.training.room import CHANGED, SPREADS, TrainingRoom
from tests.support.hands import give, key, look, push_button, wait

FRAME = 1 / 60


def train(app: App, room: TrainingRoom) -> None:
    give_up = time.monotonic() + 60
    while room.running and time.monotonic() < give_up:
        app.frame(FRAME)
        time.sleep(0.01)
    assert not room.running


def brain_of(app: App, agent: str) -> str | None:
    """What an agent begins a match with that is opened now."""
    memory = Memory.of(app.library, app.settings, app.toast)
    seats = (Seating("human"), Seating(agent))
    setup = Setup("ur", seats, catalog.spec("ur").params({}), 1)
    return memory.add_starts(setup).seats[1].start


def test_a_learner_trains_is_kept_and_plays(app: App) -> None:
    room = TrainingRoom(app)
    app.push(room)
    room.length = 40
    key(app, pygame.K_RETURN)
    assert room.running
    train(app, room)
    assert room.report["games"] == 40
    assert len(room.curves["random"]) == 2
    assert room.report["size"] == 41
    push_button(room, "Keep")
    kept = brain_of(app, "learner")
    assert kept is not None
    assert brain_of(app, "learner+") is None
    brain = catalog.agent("ur", "learner").make({}, kept)
    assert brain.values == pytest.approx(room.report["values"])
    push_button(room, "Play it")
    assert isinstance(app.top, Scene)
    assert app.top.match.players[1].values == pytest.approx(room.report["values"])
    assert len(app.top.match.players[1].tree) > 12
    app.pop()
    push_button(room, "Discard")
    assert brain_of(app, "learner") is None
    app.pop()
    assert room.helper is None


def test_the_options_of_a_training_reach_it(app: App) -> None:
    room = TrainingRoom(app)
    app.push(room)
    assert (room.changed, room.spread) == ONE_VALUE
    for choice, presses in ((room.tuning[0], 3), (room.tuning[1], 5)):
        room.form.focus_on(choice)
        for _ in range(presses):
            key(app, pygame.K_RIGHT)
    assert (room.changed, room.spread) == (CHANGED[3], SPREADS[2])
    room.length = 20
    room.go.activate()
    train(app, room)
    assert room.tree is not None
    assert 1 < len(room.tree.nodes) <= 21
    text = str(room.report["learned"])
    brains = arrays_from_text(text)["brains"]
    parents = arrays_from_text(text)["parents"]
    changes = brains[1:] - brains[parents[1:]]
    assert (changes != 0).sum(axis=1).tolist() == [4] * len(changes)
    assert 1.0 < abs(changes).max() <= 2.0
    room.set_agent(1)
    assert not room.tuning[0].enabled
    assert room.tree is None
    app.pop()


def test_the_values_can_be_seen_on_the_board_while_it_trains(app: App) -> None:
    room, pictures = TrainingRoom(app), []
    app.push(room)
    room.length = 20
    room.go.activate()
    train(app, room)
    for _ in range(2):
        wait(app, 2.0)
        look(app)
        pictures.append(pygame.image.tobytes(app.window, "RGB"))
        room.form.focus_on(room.picture)
        key(app, pygame.K_RIGHT)
    assert pictures[0] != pictures[1]
    app.pop()


# -- a training that lives -----------------------------------------------------------------


def opened(app: App) -> TrainingRoom:
    room = TrainingRoom(app)
    app.push(room)
    room.length = 40
    return room


def arrived(app: App, room: TrainingRoom) -> None:
    """Wait until the training that was kept has told where it stands."""
    give_up = time.monotonic() + 30
    while not room.report and time.monotonic() < give_up:
        app.frame(FRAME)
        time.sleep(0.01)
    assert room.report


def test_a_training_goes_on_where_it_was_left(app: App) -> None:
    room = opened(app)
    room.go.activate()
    train(app, room)
    values = room.report["values"]
    app.pop()
    again = opened(app)
    arrived(app, again)
    assert again.report["games"] == 40
    assert again.report["values"] == values
    assert len(again.curves["random"]) == 2
    assert not again.running
    again.length = 60
    again.go.activate()
    train(app, again)
    assert again.report["games"] == 60
    again.go.activate()  # again, from the beginning
    assert again.running
    again.go.activate()
    app.pop()
    assert opened(app).report == {}
    app.pop()


def test_each_player_has_trainings_of_their_own(app: App) -> None:
    room = opened(app)
    room.length = 20
    room.go.activate()
    train(app, room)
    app.pop()
    ada, bob = app.profile, app.library.create("Bob")
    assert ada is not None
    app.change_settings(last_profile=bob.id)
    room = opened(app)
    assert room.helper is None
    assert room.report == {}
    app.pop()
    app.library.delete(bob.id)
    app.change_settings(last_profile=ada.id)
    room = opened(app)
    arrived(app, room)
    assert room.report["games"] == 20
    app.pop()


def test_without_a_player_one_is_told_that_a_training_is_not_kept(app: App) -> None:
    ada = app.profile
    assert ada is not None
    app.library.delete(ada.id)
    room = opened(app)
    room.length = 20
    room.go.activate()
    assert "Make a player first" in app.toasts.texts[-1]
    train(app, room)
    assert room.report["games"] == 20
    app.pop()


def test_each_choice_has_a_training_of_its_own(app: App) -> None:
    room = opened(app)
    room.length = 20
    room.go.activate()
    train(app, room)
    room.form.focus_on(room.against)
    key(app, pygame.K_RIGHT)
    assert room.rival == "random"
    assert room.report == {}
    room.go.activate()
    train(app, room)
    values = room.report["values"]
    key(app, pygame.K_LEFT)
    arrived(app, room)
    assert room.report["values"] != values
    key(app, pygame.K_RIGHT)
    arrived(app, room)
    assert room.report["values"] == values
    app.pop()


def test_the_brain_of_fifty_games_is_looked_at_and_played(app: App) -> None:
    room = opened(app)
    room.length = 80
    room.go.activate()
    train(app, room)
    assert [button.enabled for button in room.marks] == [True, False, False]
    now = room.report["values"]
    room.marks[0].activate()
    mark = room.shown
    assert mark["size"] == 51
    assert mark["values"] != now
    look(app)
    push_button(room, "Play it")
    scene = app.top
    assert isinstance(scene, Scene)
    assert scene.match.players[1].values == pytest.approx(mark["values"])  # type: ignore[attr-defined]
    app.pop()
    room.marks[0].activate()
    assert room.shown is room.report
    app.pop()


def test_the_tree_is_scrolled_and_zoomed(app: App) -> None:
    room, pictures = opened(app), []
    room.length = 100
    room.go.activate()
    train(app, room)
    for zoom, turns in ((2, 0), (3, 0), (3, -3), (0, 0)):
        room.pane.set_zoom(zoom)
        x, y, w, h = room.pane.box
        place = (app.canvas.x(x + w / 2), app.canvas.y(y + h / 2))
        give(app, pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0))
        for _ in range(-turns):
            give(app, pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False)
        if turns:
            assert room.pane.offset > 0.0
        wait(app, 1.0)
        look(app)
        pictures.append(pygame.image.tobytes(app.window, "RGB"))
    assert len(set(pictures)) == 4
    assert room.pane.most == room.pane.offset == 0.0  # the whole tree fits at half its size
    app.pop()
