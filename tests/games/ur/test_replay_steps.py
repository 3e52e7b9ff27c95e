"""Looking at a game of Ur again: rows of the report, jumps, minds; names of squares; tools."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from games.core import CHANCE
from games.mind import Lines
from games.shell.app import App
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.pause import Pause
from games.shell.pages.result import ResultPage
from games.shell.start import open_app
from games.shell.watched import SPEEDS
from games.ur.editor import UrEditor
from games.ur.review import costly_choices, throw_of
from games.ur.rules import PASS, RULE_SETS, describe_move
from games.ur.scene import Scene
from games.ur.square_names import labels
from games.ur.tools import Tools
from games.ur.training.brains import GAMES
from games.ur.training.room import TrainingRoom
from games.ur.words import STOPPED, headings
from tests.support.hands import (
    at_table,
    click,
    filmed_whole,
    key,
    look,
    passing,
    press_pad,
    push_button,
    push_hat,
    touch,
    wait,
)

FRAME = 1 / 60


def opened(app: App, seats: tuple[str, str] = ("human", "greedy"), **more: Any) -> Scene:
    params = {"rules": more.pop("rules", "finkel"), "pieces": more.pop("pieces", 2)}
    scene = at_table(app, "ur", seats, params, **more)
    scene.pacing.set_level(6)
    return scene


def play(app: App, scene: Scene, turns: int = 10_000) -> None:
    """Always the most advanced piece, until so many turns are played and a person is to choose."""
    for _ in passing(app, 6000):
        free = scene.waiting_for_person is not None and scene.match.state.moves != (PASS,)
        if app.top is not scene or (free and len(scene.match.turns) >= turns):
            return
        if free:
            scene.choose(scene.match.state.moves[-1])
    raise AssertionError("the game did not get there")


def reported(app: App, **more: Any) -> tuple[Scene, ResultPage]:
    """A game that is over, and its report at rest."""
    scene = opened(app, pieces=3, **more)
    play(app, scene)
    wait(app, 3.0)
    assert isinstance(app.top, ResultPage)
    return scene, app.top


def turns_on(app: App, page: ResultPage) -> list[int]:
    """Go to the last page of figures; the turns that rows of all pages tell of."""
    push_button(page, "All figures")
    look(app)
    found = [turn for _, turn in page.figures.rows]
    while page.unfold.label != "Summary":
        page.unfold.activate()
        look(app)
        found += [turn for _, turn in page.figures.rows]
    return found


# -- rows of the report --------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["keys", "mouse", "gamepad"])
def test_a_row_of_the_report_shows_its_turn(app: App, hand: str) -> None:
    scene, page = reported(app)
    numbers = [int(text.split()[1].strip(",:")) for text in row_texts(page)]
    turns = turns_on(app, page)
    assert len(turns) >= 4
    assert [throw_of(turn) for turn in turns] == numbers
    turns = [turn for _, turn in page.figures.rows]
    assert len(turns) > 1
    steps, chosen = list(scene.watch.judge.steps), len(turns) - 1
    if hand == "mouse":
        x, y, w, h = page.figures.rows[-1][0]
        click(app, x + w / 3, y + h / 2)
    for number in range(0 if hand == "mouse" else 2):
        key(app, pygame.K_UP) if hand == "keys" else push_hat(app, 0, 1)
        app.frame(FRAME)
        assert page.figures.row == len(turns) - 1 - number
        chosen = page.figures.row
    if hand == "keys":
        key(app, pygame.K_RETURN)
    elif hand == "gamepad":
        press_pad(app, 0)
    again = filmed_whole(app)
    assert isinstance(again, ReplayPage)
    assert again.moment == turns[chosen] - 1
    seen = again.table.watch
    assert [step.light for step in steps] == [step.light for step in seen.judge.steps]
    assert len(seen.steps(False)) == turns[chosen] - 1
    key(app, pygame.K_ESCAPE)
    assert app.top is page, "from the replay one comes back to the report"


def row_texts(page: ResultPage) -> list[str]:
    found = []
    for item, turns in zip(page.report.items, page.report.turns, strict=True):
        if turns:
            assert isinstance(item, Lines)
            found += [text for text, _ in item.rows]
    return found


def test_the_focus_goes_through_the_rows_and_back_to_the_buttons(app: App) -> None:
    _, page = reported(app)
    turns_on(app, page)
    focus, last = page.form.focus, len(page.figures.rows) - 1
    for expected in (last, last - 1):
        key(app, pygame.K_UP)
        app.frame(FRAME)
        assert page.figures.row == expected
    for _ in range(2):
        key(app, pygame.K_DOWN)
        app.frame(FRAME)
    assert page.figures.row is None
    assert page.form.focus == focus


# -- jumps ---------------------------------------------------------------------------------


def looked_back(app: App, scene: Scene, at: int = 0) -> ReplayPage:
    scene.look_back(at)
    page = filmed_whole(app)
    assert isinstance(page, ReplayPage)
    return page


def slips_of(scene: Scene) -> list[int]:
    return sorted(turn for turn, _ in costly_choices(scene.watch.judge.steps, (0,)))


def test_a_replay_goes_from_mistake_to_mistake_and_to_both_ends(app: App) -> None:
    scene, report = reported(app)
    turns, state, slips = list(scene.match.turns), scene.match.state, slips_of(scene)
    assert len(slips) >= 2
    page = looked_back(app, scene)
    table = page.table
    assert list(page.slider.marks) == [turn - 1 for turn in slips]
    for code, expected in (
        (pygame.K_DOWN, slips[0] - 1),
        (pygame.K_DOWN, slips[1] - 1),
        (pygame.K_UP, slips[0] - 1),
        (pygame.K_LEFT, slips[0] - 2),
        (pygame.K_END, len(turns)),
        (pygame.K_HOME, 0),
    ):
        key(app, code)
        wait(app, 0.5)
        assert table.match.turns == turns[:expected]
        assert page.slider.value == expected
    key(app, pygame.K_UP)
    assert "There is no costly choice before this turn." in app.toasts.texts
    key(app, pygame.K_DOWN)
    step = table.replaying.slip
    assert f"Better: {describe_move(step.before, step.best)}" in table.caption
    assert f"turn {throw_of(slips[0])} of {len(turns) // 2}" in headings(table.session)[0]
    look(app)
    x, y, w, h = table.board.graph_box
    click(app, (x + w / 2) * page.zoom, (y + h / 2) * page.zoom)
    assert page.moment == round(len(turns) / 2)
    key(app, pygame.K_END)
    assert (table.match.turns, table.match.state) == (turns, state)
    key(app, pygame.K_ESCAPE)
    assert app.top is report


def test_the_buttons_go_to_mistakes_and_name_the_squares(app: App) -> None:
    scene, _ = reported(app)
    slips = slips_of(scene)
    page = looked_back(app, scene)
    *_, down, names = page.entries
    touch(app, down)
    assert page.moment == slips[0] - 1
    looks, setup = page.table.looks, page.table.setup
    assert looks.shows_names(setup), "moves are told by them"
    touch(app, names)
    assert not looks.shows_names(setup)
    key(app, pygame.K_n)
    assert looks.shows_names(setup)


def test_a_costly_choice_has_the_judges_values_of_its_moves_beside_it(app: App) -> None:
    scene, _ = reported(app)
    slips = slips_of(scene)
    assert len(slips) >= 2
    page = looked_back(app, scene)
    view = page.table.mind_view
    for turn in slips:
        page.go_to(turn - 1)
        step, found = page.table.replaying.slip, view.mind[0]
        assert isinstance(found, Lines)
        assert view.caption == "The judge"
        assert sorted(value for _, value in found.rows) == sorted(
            scene.watch.judge.scores(step.before)
        )
        names = [text for text, _ in found.rows]
        assert found.chosen == names.index(f"{describe_move(step.before, step.move)} (played)")
        assert names[0] == f"{describe_move(step.before, step.best)} (better)"
        cost = found.rows[0][1] - found.rows[found.chosen][1]
        assert cost == pytest.approx(-step.change, abs=1e-9)


def test_a_running_game_is_looked_back_on_without_a_word_on_its_choices(app: App) -> None:
    scene = opened(app, pieces=3)
    play(app, scene, 30)
    turns = list(scene.match.turns)
    page = looked_back(app, scene, 4)
    assert page.moment == 4
    assert page.table.match.turns == turns[:4]
    assert page.again.marks == ()
    assert [entry.icon for entry in page.entries] == ["edit"]
    key(app, pygame.K_DOWN)
    assert page.moment == 4
    key(app, pygame.K_ESCAPE)
    assert app.top is scene
    assert scene.match.turns == turns


def test_the_turn_is_told_in_a_game(app: App) -> None:
    scene = opened(app)
    play(app, scene, 5)
    thrown = sum(CHANCE in dict(turn) for turn in scene.match.turns)
    assert thrown > 2
    assert headings(scene.session)[0].endswith(f"turn {thrown}")


def test_a_table_that_stands_still_says_how_it_goes_on(app: App) -> None:
    scene = opened(app, ("greedy", "random"))
    stopped = 0
    for _ in range(20):
        key(app, pygame.K_PERIOD)
        wait(app, 1.5)
        assert scene.caption
        stopped += scene.caption == STOPPED
    assert stopped >= 5


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (2560, 1440)])
def test_a_toast_hides_neither_the_turn_nor_a_name(
    size: tuple[int, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    app = open_app(str(tmp_path_factory.mktemp("data")), size=size)
    scene = opened(app, ("human", "learner"))
    play(app, scene, 6)
    for sentence in (
        "One is said.",
        "Two sentences are said at once, and this is the second and longer one.",
    ):
        app.toast(sentence)
        app.frame(FRAME)
        boxes = app.toasts.draw(app.canvas, scene.toast_place(app.size[0]))
        assert len(boxes) == 1
        top, bottom = boxes[0][1], boxes[0][1] + boxes[0][3]
        assert scene.panel is not None
        assert scene.panel[0] <= boxes[0][0]
        assert top >= app.size[1] / 2
        assert bottom <= app.size[1]
    app.close()


# -- names of squares ----------------------------------------------------------------------


@pytest.mark.parametrize("rules", tuple(RULE_SETS))
def test_every_square_has_its_numbers(rules: str) -> None:
    rule_set, told = RULE_SETS[rules], 0
    shown = {tile: [text for text, _, _ in here] for tile, here in labels(rules)}
    assert len(shown) == 20
    for seat in (0, 1):
        for number, tile in enumerate(rule_set.tiles[seat], start=1):
            assert str(number) in shown[tile]
            told += 1
    assert told == 2 * (rule_set.off - 1)
    both = {tile for tile, numbers in shown.items() if len(numbers) == 2}
    assert both == ({"A7", "A8", "C7", "C8"} if rules in ("blitz", "masters") else set())


def test_the_numbers_stand_there_with_the_mind_closed_and_go_by_a_key(app: App) -> None:
    app.change_settings(mind_open=False)
    scene = opened(app)
    play(app, scene, 5)
    pictures = set()
    for shown in (True, False, True):
        assert scene.looks.shows_names(scene.setup) is shown
        wait(app, 0.5)
        look(app)  # the last frames of a match that was played fast were not drawn
        pictures.add(pygame.image.tobytes(app.window, "RGB"))
        key(app, pygame.K_n)
        scene.looks.names = scene.looks.shows_names(scene.setup)
    assert len(pictures) >= 2
    scene.looks.names = None
    key(app, pygame.K_m)
    assert scene.looks.shows_names(scene.setup)


# -- tools ---------------------------------------------------------------------------------


def test_a_gamepad_alone_takes_back_changes_speed_and_copies(app: App) -> None:
    scene = opened(app)
    play(app, scene, 8)
    turns = len(scene.match.turns)

    def tools() -> Tools:
        press_pad(app, 7)
        assert isinstance(app.top, Pause)
        for label in ("More", "Tools"):
            for _ in range(12):
                if getattr(app.top.form.focused, "label", "") == label:
                    break
                push_hat(app, 0, -1)
            press_pad(app, 0)
        assert isinstance(app.top, Tools)
        return app.top

    page = tools()
    press_pad(app, 0)
    assert app.top is scene
    assert len(scene.match.turns) < turns
    page = tools()
    for label in ("Speed", "Legal moves", "Names of the squares", "Copy the game"):
        for _ in range(12):
            if getattr(page.form.focused, "label", "") == label:
                break
            push_hat(app, 0, -1)
        hints, names = scene.looks.hints, scene.looks.shows_names(scene.setup)
        press_pad(app, 0)
        if label == "Speed":
            assert scene.pacing.speed == SPEEDS[0]
        assert (scene.looks.hints != hints) == (label == "Legal moves")
        assert (scene.looks.shows_names(scene.setup) != names) == (label == "Names of the squares")
    assert any("clipboard" in text for text in app.toasts.texts)


# -- workshop ------------------------------------------------------------------------------


def test_editor_and_training_room_open_on_the_game(app: App) -> None:
    scene = opened(app, rules="schultz", pieces=3)
    play(app, scene, 8)
    entries = {label: act for label, _, act in scene.pause_entries()}
    entries["Position editor"]()
    editor = app.top
    assert isinstance(editor, UrEditor)
    assert [sorted(side) for side in editor.squares] == [
        list(scene.match.state.squares(seat)) for seat in (0, 1)
    ]
    app.pop()
    entries["Training room"]()
    assert isinstance(app.top, TrainingRoom)
    assert app.top.course.game == ("schultz", 3)
    assert TrainingRoom(app, {"rules": "masters", "pieces": 7}).course.game == GAMES[0]
