"""Every page of every game as a screen reader finds it: role, name and state of every widget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import catalog
from games.shell.access.node import PRESS, ROLES, STATES, TOUCHED, Node
from games.shell.access.reader import tree_of
from games.shell.draw.canvas import Canvas
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.before.tune import TunePage
from games.shell.pages.page import Page
from games.shell.widgets.form import Form, Widget
from tests.support.storms import SCENES, Arcade, Make

READ = frozenset({"document", "grid"})
"""Roles of widgets that have the focus to be read or walked over."""


@pytest.fixture(scope="module")
def arcade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arcade]:
    made = Arcade(tmp_path_factory.mktemp("pages"))
    made.app.listening = True
    yield made
    made.app.close()


def pressed(arcade: Arcade, monkeypatch: pytest.MonkeyPatch) -> tuple[Node, list[Widget]]:
    """The tree of the scene on top, and all that can be pressed in the forms that it draws."""
    drawn: list[Form] = []
    draw = Form.draw

    def noted(form: Form, canvas: Canvas) -> None:
        drawn.append(form)
        draw(form, canvas)

    with monkeypatch.context() as patch:
        patch.setattr(Form, "draw", noted)
        tree = tree_of(arcade.app, arcade.app.canvas)
    return tree, [widget for form in drawn for widget in form.widgets if widget.focusable]


def faults(tree: Node, widgets: list[Widget]) -> Iterator[str]:
    """What a reader would miss."""
    nodes = list(tree.walk())
    for node in nodes:
        if node.role not in ROLES or not node.states <= set(STATES):
            yield f"{node} has no known role or state"
        if not node.name and not node.children and node.role != "cell":
            yield f"a {node.role} without a name"
        if node.actions and not node.name:
            yield f"a {node.role} that can be pressed has no name"
    if [node.level for node in nodes if node.role == "heading"].count(1) != 1:
        yield "not one title"
    known: dict[Any, Node] = {node.key: node for node in nodes}
    for widget in widgets:
        kind = type(widget).__name__
        own = [node for node in nodes if isinstance(node.key, tuple) and node.key[0] == kind]
        node = known.get(widget.node().key)
        if node is None and len(own) == 0:
            yield f"{kind} {widget.label or widget.hint} is not in the tree"
            continue
        node = node or own[0]
        if node.role not in TOUCHED | READ:
            yield f"{kind} is a {node.role}"
        if widget.enabled and PRESS not in node.actions:
            yield f"{kind} {node.name} cannot be pressed"


def _tuned(game: str) -> Make:
    """What is folded behind the page before a game."""
    return lambda app: TunePage(app, MatchChoices(app, game), lambda: None)


PAGES = SCENES | {f"{game} tuned": _tuned(game) for game in catalog.GAMES}


@pytest.mark.parametrize("name", PAGES)
def test_every_widget_has_role_name_and_state(
    arcade: Arcade, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arcade.show(PAGES[name])
    arcade.frames(3)
    scene = arcade.app.top
    tabs = scene.tabs if isinstance(scene, Page) else None
    for _ in range(1 if tabs is None else len(tabs.labels)):
        tree, widgets = pressed(arcade, monkeypatch)
        found = list(faults(tree, widgets))
        assert found == [], "\n".join((*found, *tree.outline()))
        assert len(list(tree.walk())) > 2
        if tabs is not None:
            tabs.turn(1)
            arcade.frames(1)
