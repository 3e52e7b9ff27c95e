"""The editor of Ur and its evaluator: each result belongs to the request that asked for it."""

from __future__ import annotations

import threading
from typing import Any

import pygame
import pytest

from ai.ur import judge as ur_judge
from games.core import Seating
from games.shell.app import App
from games.shell.pages import editor as editor_page
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.ur import editor as ur_editor
from games.ur.editor import UrEditor
from games.ur.rules import GAME, NOT_ROLLED, from_line, position, to_line
from games.ur.scene import Scene
from tests.support.hands import Rig, click_box, key, push_button, until, wait
from tests.support.words import Words

FRAME = 1 / 60


def test_the_slowest_search_for_a_table_does_not_win(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules and pieces change while the first table still loads; the last choice counts."""
    real = ur_judge.find_evaluator
    gates = {("schultz", 2): threading.Event(), ("schultz", 3): threading.Event()}

    def slow(rules: str, pieces: int) -> Any:
        if (rules, pieces) in gates:
            assert gates[rules, pieces].wait(10)
        return real(rules, pieces)

    monkeypatch.setattr(ur_judge, "find_evaluator", slow)
    editor = UrEditor(app, position("finkel", 4, 0, [([3], 0), ([], 0)]))
    app.push(editor)
    slowest = []
    for rules, pieces in (("schultz", 2), ("schultz", 3), ("finkel", 7)):
        editor.set_pieces(pieces - 1)
        if editor.rules != rules:
            editor.set_rules(rules)
        if editor.preparation is not None and (rules, pieces) in gates:
            slowest.append(editor.preparation)
    while editor.preparation is not None:
        editor.preparation.wait(10)
        app.frame(FRAME)
    for gate in gates.values():  # now those end that nobody waits for any more
        gate.set()
    for thread in slowest:
        thread.wait(10)
    assert len(slowest) == 2
    wait(app, 5 * FRAME, FRAME)
    assert app.top is editor
    assert (editor.rules, editor.pieces) == ("finkel", 7)
    table = editor.judge.table
    assert (table.rule_set.id, table.pieces) == ("finkel", 7)
    editor.change_square("B4")
    assert app.top is editor
    assert len(editor.mind) > 1


def test_a_square_is_changed_by_the_mouse_and_by_keys(app: App) -> None:
    editor = UrEditor(app, position("finkel", 7, 0, (((), 0), ((), 0))))
    app.push(editor)
    app.frame(FRAME)
    changes = []
    for _ in range(3):
        click_box(app, editor.board.tile("B4"))
        changes.append([len(squares) for squares in editor.squares])
    assert changes == [[1, 0], [0, 1], [0, 0]]
    click_box(app, editor.board.tile("B5"))  # the cursor is there now
    before = [set(squares) for squares in editor.squares]
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_RETURN)
    assert len(editor.squares[0] - before[0]) == 1


# -- a position as a line, and a game from it ----------------------------------------------

LINE = "finkel 4 / light 3 8 off 1 / dark 5 12 off 0 / dark 2"


def edited(app: App, line: str = LINE) -> UrEditor:
    editor = UrEditor(app, from_line(line))
    app.push(editor)
    until(app, lambda: editor.preparation is None, most=400, step=0.02)
    return editor


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clipboard that holds its last text."""
    held = [""]

    def put(text: str) -> bool:
        held.append(text)
        return True

    monkeypatch.setattr(editor_page, "to_clipboard", put)
    monkeypatch.setattr(editor_page, "from_clipboard", lambda most: held[-1][:most])
    return held


def test_a_position_goes_to_the_clipboard_and_back(app: App, clipboard: list[str]) -> None:
    editor = edited(app)
    push_button(editor, "Copy")
    assert clipboard[-1] == LINE
    for line in ("schultz 3 / light 1 off 0 / dark off 2 / light", LINE):
        clipboard.append(line)
        push_button(editor, "Paste")
        until(app, lambda: editor.preparation is None, most=400, step=0.02)
        push_button(editor, "Copy")
        assert clipboard[-1] == line
        assert editor.judge.table.rule_set.id == line.split()[0]
    before = to_line(editor.arrived)
    clipboard.append("good morning")
    push_button(editor, "Paste")
    assert to_line(editor.arrived) == before
    assert "This is no position" in app.toasts.texts[-1]


def test_every_move_has_an_arrow_with_its_score(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = edited(app)
    assert len(editor.scores) == len(editor.arrived.moves) == 3
    words = Words(app, monkeypatch)
    words.look()
    frame = app.canvas.box(editor.board.frame)
    told = [word.text for word in words.seen if frame.contains(word.place) and "%" in word.text]
    assert len(set(told)) > 1
    assert sorted(told) == sorted(f"{score:.0%}" for score in editor.scores)
    editor.set_roll(0)
    assert editor.scores == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_begins_at_the_position_and_is_not_recorded(app: App, seat: int) -> None:
    editor = edited(app)
    push_button(editor, "Play")
    assert app.top.form.focused.label == "You play orange"  # whose turn it is
    push_button(app.top, ("You play blue", "You play orange")[seat])
    scene = app.top
    assert isinstance(scene, Scene)
    assert scene.setup.humans == (seat,)
    assert scene.setup.seats[1 - seat].agent == "perfect"
    first = GAME.new(scene.setup.params)
    assert (first.squares(0), first.squares(1), first.off(0), first.turn) == ((3, 8), (5, 12), 1, 1)
    assert first.roll == NOT_ROLLED
    scene.pacing.set_level(6)
    while app.top is scene:
        until(app, lambda: scene.waiting_for_person is not None or app.top is not scene)
        if app.top is scene:
            key(app, pygame.K_1)
    assert isinstance(app.top, ResultPage), (type(app.top), getattr(app.top, "text", ""))
    records = app.library.statistics(app.profile.id).records if app.profile is not None else ()
    assert not records
    page = SetupPage(app, "ur", scene.setup)
    assert set(page.choices.params) == {"rules", "pieces"}


def test_the_rival_of_the_game_it_was_opened_from_is_met_if_it_can_play(app: App) -> None:
    for name, rules, met in (("greedy", "finkel", "greedy"), ("net", "masters", "expectimax")):
        line = f"{rules} 7 / light off 0 / dark off 0 / light"
        editor = UrEditor(app, from_line(line), Seating(name))
        app.push(editor)
        until(app, lambda: editor.preparation is None, most=400, step=0.02)  # noqa: B023
        editor.play(0)
        assert app.top.setup.seats[1].agent == met  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_no_words_of_the_editor_lie_on_others(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(None, size)
    edited(rig.app, "finkel 7 / light 3 8 off 2 / dark 6 13 off 0 / light 3")
    words = Words(rig.app, monkeypatch)
    words.look()
    assert [found for found in words.overlaps() if "%" in found and "overlap" in found] == []


def test_where_nothing_can_be_solved_the_editor_offers_nothing_to_solve(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    editor = UrEditor(app, position("finkel", 7, 0, [([3], 0), ([], 0)]))
    words = Words(app, monkeypatch)
    app.push(editor)
    words.look()
    assert editor.solver not in editor.form.widgets
    assert "Play" in {word.text for word in words.seen}
    assert not {"Solve", "Solved"} & {word.text for word in words.seen}


def test_the_trays_of_both_seats_show_what_waits_and_what_is_home(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    trays: list[tuple[int, tuple[int, int, int]]] = []
    monkeypatch.setattr(
        ur_editor,
        "draw_tray",
        lambda canvas, board, seat, name, counts: trays.append((seat, counts)),
    )
    app.push(UrEditor(app, position("finkel", 7, 0, [([3, 5], 1), ([], 2)])))
    app.draw()
    assert set(trays) == {(0, (4, 1, 7)), (1, (5, 2, 7))}
