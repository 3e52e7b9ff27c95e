"""The editor of Ur and its evaluator: each result belongs to the request that asked for it."""

from __future__ import annotations

import threading
from typing import Any

import pygame
import pytest

from ai.ur import judge as ur_judge
from games.shell.app import App
from games.ur.editor import Editor
from games.ur.rules import position
from tests.support.hands import click_box, key, wait

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
    editor = Editor(app, position("finkel", 4, 0, [([3], 0), ([], 0)]))
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
    editor = Editor(app, position("finkel", 7, 0, (((), 0), ((), 0))))
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
