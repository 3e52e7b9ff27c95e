"""The room where a learner of Ur is trained."""

from __future__ import annotations

import time

import numpy as np
import pygame
import pytest

from ai.ur.learner import ONE_VALUE
from games import catalog
from games.arrays import arrays_from_text
from games.core import Seating
from games.session.memory import Memory
from games.session.setup import Setup
from games.shell.app import App
from games.shell.draw.theme import EDGE, HEADING
from games.shell.draw.toasts import Toasts
from games.ur.rules import PASS
from games.ur.scene import Scene
from games.ur.training.course import MEASURED, YOURS
from games.ur.training.room import CHANGED, NONE_KEPT, SPREADS, TrainingRoom, best_in_words
from tests.support.desk_child import desk_child as desk_child
from tests.support.forked import forked as forked
from tests.support.hands import Rig, give, key, look, passing, push_button, until, wait
from tests.support.words import Words

FRAME = 1 / 60


def opened(app: App, length: int = 40, pieces: int = 4) -> TrainingRoom:
    room = TrainingRoom(app, {"rules": "schultz", "pieces": pieces})
    app.push(room)
    room.course.length = length
    return room


def train(app: App, room: TrainingRoom) -> None:
    """Press the first button, and wait until all games are played."""
    room.go.activate()
    give_up = time.monotonic() + 60
    while room.course.running and time.monotonic() < give_up:
        app.frame(FRAME)
        time.sleep(0.01 if room.course.asked else 0.0)
    assert not room.course.running


def trained(app: App, length: int = 20, pieces: int = 4) -> TrainingRoom:
    """A room whose training is done."""
    room = opened(app, length, pieces)
    train(app, room)
    return room


def brain_of(app: App, agent: str) -> str | None:
    """What an agent begins a match with that is opened now."""
    memory = Memory.of(app.library, app.settings, app.toast)
    seats = (Seating("human"), Seating(agent))
    setup = Setup("ur", seats, catalog.spec("ur").params({}), 1)
    return memory.add_starts(setup).seats[1].start


def test_a_learner_trains_in_its_process_is_kept_and_plays(app: App, forked: None) -> None:
    room = opened(app, 40)
    key(app, pygame.K_RETURN)
    assert room.course.running
    room.go.activate()  # pause
    train(app, room)
    report = room.course.report
    assert report["games"] == 40
    assert len(room.course.curve("random")) == 2
    assert report["size"] == 41
    push_button(room, "Keep")
    kept = brain_of(app, "learner")
    assert kept is not None
    assert brain_of(app, "learner+") is None
    brain = catalog.agent("ur", "learner").make({}, kept)
    assert brain.values == pytest.approx(report["values"])
    push_button(room, "Play it")
    assert isinstance(app.top, Scene)
    assert app.top.match.players[1].values == pytest.approx(report["values"])
    assert len(app.top.match.players[1].tree) > 12
    app.pop()
    push_button(room, "Discard")
    assert brain_of(app, "learner") is None
    app.pop()
    assert room.course.helper is None


def test_the_options_of_a_training_reach_it(app: App, desk_child: None) -> None:
    room = opened(app, 20)
    assert (room.course.changed, room.course.spread) == ONE_VALUE
    for choice, presses in ((room.tuning[0], 3), (room.tuning[1], 5)):
        room.form.focus_on(choice)
        for _ in range(presses):
            key(app, pygame.K_RIGHT)
    assert (room.course.changed, room.course.spread) == (CHANGED[3], SPREADS[2])
    train(app, room)
    assert room.tree is not None
    assert 1 < len(room.tree.nodes) <= 21
    arrays = arrays_from_text(str(room.course.report["learned"]))
    changes = arrays["brains"][1:] - arrays["brains"][arrays["parents"][1:]]
    assert (changes != 0).sum(axis=1).tolist() == [4] * len(changes)
    assert 1.0 < abs(changes).max() <= 2.0
    room.set_brain(1)
    assert not room.tuning[0].enabled
    assert room.tree is None


def test_the_values_can_be_seen_on_the_board_while_it_trains(app: App, desk_child: None) -> None:
    room, pictures = trained(app), []
    for _ in range(2):
        wait(app, 2.0)
        look(app)
        pictures.append(pygame.image.tobytes(app.window, "RGB"))
        room.form.focus_on(room.picture)
        key(app, pygame.K_RIGHT)
    assert pictures[0] != pictures[1]


def test_whose_record_it_is_is_said() -> None:
    from games.mind import TrialNode

    told = best_in_words(251, TrialNode(251, 3, 1, 1, True, 0))
    assert told[0] == "251 brains; the best, number 251, won its only game"
    assert best_in_words(1, TrialNode(0, -1, 3, 2, True, 0))[0].startswith("1 brain; ")
    many = best_in_words(2001, TrialNode(4, 1, 1600, 1200, True, 0))
    assert many[-1] == "Number 4 won 1,200 of 1,600 games"
    assert list(many) == sorted(many, key=len, reverse=True)


# -- a training that lives -----------------------------------------------------------------


def test_a_training_goes_on_where_it_was_left(app: App, desk_child: None) -> None:
    room = trained(app, 40)
    values = room.course.report["values"]
    app.pop()
    again = opened(app, 40)
    app.frame(FRAME)
    assert again.course.report["games"] == 40
    assert again.course.report["values"] == values
    assert len(again.course.curve("random")) == 2
    assert not again.course.running
    again.course.length = 60
    train(app, again)
    assert again.course.report["games"] == 60
    again.go.activate()  # again, from the beginning
    assert again.course.running
    assert again.course.report == {}


def test_where_nobody_played_yet_a_training_makes_the_player_with_whom_it_is_kept(
    app: App, desk_child: None
) -> None:
    assert app.profile is not None
    app.library.delete(app.profile.id)
    assert app.profile is None
    room = trained(app)
    assert app.profile is not None
    assert room.course.report["games"] == 20
    files = room.course.files()
    assert files is not None
    assert app.profile.id in files[0].parts
    assert any(files[0].parent.glob(f"{files[0].stem}.*"))


def test_each_choice_has_a_training_of_its_own(app: App, desk_child: None) -> None:
    room = trained(app)
    room.form.focus_on(room.against)
    for rival in ("you", "random"):
        key(app, pygame.K_RIGHT)
        assert room.course.rival == rival
        assert room.course.report == {}
    train(app, room)
    values = room.course.report["values"]
    for _ in range(2):
        key(app, pygame.K_LEFT)
    app.frame(FRAME)
    assert room.course.report["values"] != values
    for _ in range(2):
        key(app, pygame.K_RIGHT)
    app.frame(FRAME)
    assert room.course.report["values"] == values


def test_the_brain_of_fifty_games_is_looked_at_and_played(app: App, desk_child: None) -> None:
    room = trained(app, 80)
    assert [button.enabled for button in room.marks] == [True, False, False]
    now = room.course.report["values"]
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
    assert room.shown is room.course.report


def test_the_tree_is_scrolled_and_zoomed(app: App, desk_child: None) -> None:
    room, pictures = trained(app, 100), []
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


# -- against the person --------------------------------------------------------------------


def play(app: App, scene: Scene) -> bool:
    """A game to its end, always with the first move; whether the person won."""
    scene.pacing.set_level(6)
    for _ in passing(app, 4000):
        if app.top is not scene:
            break
        free = scene.waiting_for_person is not None and scene.seen.moves != (PASS,)
        if free:
            scene.choose(scene.seen.moves[0])
    (person,) = scene.session.people
    return scene.match.returns[person] == 1.0


def lesson(app: App, room: TrainingRoom) -> Scene:
    room.go.activate()
    app.frame(FRAME)
    scene = app.top
    assert isinstance(scene, Scene)
    return scene


def test_every_game_that_one_plays_against_it_teaches_it(app: App, desk_child: None) -> None:
    app.change_settings(coach="off")
    room = opened(app, pieces=1)
    room.form.focus_on(room.against)
    key(app, pygame.K_RIGHT)
    assert room.go.label == "Teach it"
    won = 0
    for number in range(3):
        scene = lesson(app, room)
        assert scene.session.people == (1 - number % 2,)  # sides change
        won += not play(app, scene)
        while app.top is not room:
            app.pop()
        wait(app, 0.2)
        report = room.course.report
        nodes = report["tree"]["nodes"]
        assert (report["games"], report["size"]) == (number + 1, number + 2)
        assert [nodes[0][2], nodes[0][3]] == [number + 1, won]
    assert brain_of(app, "learner") is None  # it is a training, and not yet kept
    app.pop()
    room = opened(app, pieces=1)
    room.form.focus_on(room.against)
    key(app, pygame.K_RIGHT)
    app.frame(FRAME)
    assert room.course.report["games"] == 3


def test_a_rematch_counts_and_a_game_that_was_left_does_not(app: App, desk_child: None) -> None:
    app.change_settings(coach="off")
    room = opened(app, pieces=1)
    room.form.focus_on(room.against)
    key(app, pygame.K_RIGHT)
    scene = lesson(app, room)
    until(app, lambda: scene.waiting_for_person is not None)
    while app.top is not room:
        app.pop()
    wait(app, 0.2)
    assert room.course.report["games"] == 0
    scene = lesson(app, room)
    play(app, scene)
    scene.finish()  # the report once more
    while app.top is not scene:
        app.pop()
    scene.restart()
    play(app, scene)
    while app.top is not room:
        app.pop()
    wait(app, 0.2)
    assert room.course.report["games"] == 2


# -- a learner that is kept ----------------------------------------------------------------


def test_a_learner_that_is_kept_trains_on_and_stays_kept(app: App, desk_child: None) -> None:
    room = opened(app)
    told: list[str] = []
    app.toast = told.append  # type: ignore[method-assign]
    room.set_brain(YOURS)
    assert told == [NONE_KEPT]
    assert room.course.brain == room.choices[0].index == 0
    train(app, room)
    push_button(room, "Keep")
    first = brain_of(app, "learner")
    assert first is not None
    room.set_brain(YOURS)
    app.frame(FRAME)
    assert (room.course.report["games"], room.course.played) == (40, 0)
    room.course.rival = "random"
    train(app, room)
    assert (room.course.report["games"], room.course.played) == (80, 40)
    assert room.course.report["size"] == 81
    kept = brain_of(app, "learner")
    assert kept is not None
    assert arrays_from_text(kept)["games"][0] == 80
    train(app, room)  # as many more
    assert room.course.report["games"] == 120
    app.pop()
    room = opened(app)
    room.set_brain(YOURS)
    app.frame(FRAME)
    assert (room.course.report["games"], room.course.report["size"]) == (120, 121)
    number = np.array(arrays_from_text(brain_of(app, "learner") or "")["numbers"])
    assert number.max() > 80


def test_a_long_toast_stands_beside_the_title(app: App) -> None:
    room = TrainingRoom(app)
    app.push(room)
    app.draw()
    strip = room.toast_place(app.canvas.width)
    wide = app.canvas.text_width(room.title, HEADING, "title")
    assert strip.left >= EDGE + 52 + wide
    said = Toasts()
    said.add("Kept: from now on this brain plays as your learner. " * 2)
    for x, y, w, h in said.boxes(app.canvas, strip):
        assert x >= strip.left
        assert x + w <= app.canvas.width - EDGE + 1
        assert y + h <= room.choices[0].box[1]


def test_both_curves_stand_whole_in_the_smallest_window_with_larger_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Rig(None, (800, 600)).app
    app.change_settings(larger_text=True)
    room = opened(app)
    curves = {name: [0.5, 0.6] for name in MEASURED}
    room.course.report = {"curves": curves, "values": [1.0] * 16}
    words = Words(app, monkeypatch)
    words.look()
    ends = [word.place.bottom for word in words.seen if word.text == "0%"]
    assert len(ends) == len(MEASURED)
    assert max(ends) < min(app.canvas.box(button.box).top for button in room.marks)


@pytest.mark.parametrize("size", [(960.0, 720.0), (1280.0, 720.0), (1600.0, 720.0)])
def test_nothing_in_the_room_lies_over_something_else(app: App, size: tuple[float, float]) -> None:
    room = opened(app)
    room.layout(*size)
    boxes = [
        pygame.Rect(*map(round, widget.box))
        for widget in (*room.choices, *room.buttons, room.progress, *room.marks)
    ]
    assert len(boxes) > 10
    for number, box in enumerate(boxes):
        assert box.left >= EDGE
        assert box.right <= size[0] - EDGE + 1
        assert box.collidelist(boxes[number + 1 :]) == -1, (number, box)


def test_what_a_choice_is_for_is_told_at_the_top(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    room = opened(app)
    room.form.focus_on(room.choices[0])
    words = Words(app, monkeypatch)
    words.look()
    told = " ".join(
        word.text for word in words.seen if word.place.top < app.canvas.box(room.choices[0].box).top
    )
    assert room.form.hint
    assert room.form.hint.split()[-1] in told
