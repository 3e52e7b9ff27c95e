"""The bridge over a stand-in for AccessKit, which keeps what it is handed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.shell.access.bridge import AccessKitBridge, open_bridge
from games.shell.access.node import FOCUS, PRESS, SET, Node, ValueScale, group, heading, paragraph


class Names:
    """An enumeration: every name that is asked for is there, and equals itself."""

    def __getattr__(self, name: str) -> str:
        return name


class MadeNode:
    """A node: it keeps the calls that set it."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.kept: dict[str, Any] = {}
        self.actions: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *given: self.kept.__setitem__(name.removeprefix("set_"), given)

    def add_action(self, action: str) -> None:
        self.actions.append(action)


class Adapter:
    """An adapter that is active from the start."""

    made: list[Adapter] = []  # noqa: RUF012

    def __init__(self, activate: Any, act: Any, deactivate: Any) -> None:
        self.activate, self.act, self.deactivate = activate, act, deactivate
        self.updates: list[Any] = []
        self.focus: list[bool] = []
        self.made.append(self)

    def update_if_active(self, make: Any) -> None:
        self.updates.append(make())

    def update_window_focus_state(self, focused: bool) -> None:
        self.focus.append(focused)


def kit() -> Any:
    return SimpleNamespace(
        Action=Names(),
        Role=Names(),
        Live=Names(),
        Toggled=Names(),
        Node=MadeNode,
        Rect=lambda *ends: ends,
        Tree=lambda root: SimpleNamespace(root=root),
        TreeUpdate=lambda focus: SimpleNamespace(focus=focus, nodes=[], tree=None),
        unix=SimpleNamespace(Adapter=Adapter),
    )


def window(*children: Node) -> Node:
    return Node("window", "Arcade", children=children)


@pytest.fixture
def bridge(monkeypatch: pytest.MonkeyPatch) -> AccessKitBridge:
    monkeypatch.setattr("sys.platform", "linux")
    return AccessKitBridge(kit())


def updates(bridge: AccessKitBridge) -> list[Any]:
    found: list[Any] = Adapter.made[-1].updates
    return found


def test_a_reader_that_comes_and_goes_is_noted(bridge: AccessKitBridge) -> None:
    assert not bridge.asked
    Adapter.made[-1].activate()
    assert bridge.asked
    Adapter.made[-1].deactivate()
    assert not bridge.asked


def test_the_first_tree_is_whole_and_the_next_has_what_changed(bridge: AccessKitBridge) -> None:
    score = Node("status", "0 to 0", key="standing")
    bridge.show(window(heading("Karate", 1), score), True)
    assert len(updates(bridge)[0].nodes) == 3
    assert updates(bridge)[0].tree.root == 0
    bridge.show(window(heading("Karate", 1), score), True)
    assert updates(bridge)[1].nodes == []
    assert updates(bridge)[1].tree is None
    bridge.show(window(heading("Karate", 1), Node("status", "10 to 0", key="standing")), False)
    ((_, changed),) = updates(bridge)[2].nodes
    assert changed.kept["label"] == ("10 to 0",)
    assert Adapter.made[-1].focus == [True, False]


def test_a_reader_that_comes_again_gets_the_whole_tree(bridge: AccessKitBridge) -> None:
    for _ in range(2):
        Adapter.made[-1].activate()
        bridge.show(window(paragraph("One.")), True)
    assert [len(update.nodes) for update in updates(bridge)] == [2, 2]


def test_a_node_keeps_its_number_while_others_come_before_it(bridge: AccessKitBridge) -> None:
    button = Node("button", "Play", key="play", states=frozenset({"focused"}))
    bridge.show(window(button), True)
    first = updates(bridge)[0].focus
    bridge.show(window(paragraph("New."), button), True)
    assert updates(bridge)[1].focus == first > 0


def test_two_nodes_of_one_key_have_two_numbers(bridge: AccessKitBridge) -> None:
    twin = [Node("button", "Up", key="up") for _ in range(2)]
    bridge.show(window(group("Page", twin)), True)
    numbers = [number for number, _ in updates(bridge)[0].nodes]
    assert len(set(numbers)) == len(numbers) == 4


def test_roles_values_states_and_actions_are_handed_on(bridge: AccessKitBridge) -> None:
    slider = Node("slider", "Effects", "80%", "Loudness", frozenset({"disabled"}))
    slider.scale = ValueScale(0.8, 0.0, 1.0, 0.05)
    slider.actions = {SET: print}
    switch = Node("switch", "Mute", states=frozenset({"on"}))
    line = Node("paragraph", "You won.", live="polite", bounds=(1.0, 2.0, 3.0, 4.0))
    option = Node("option", "Ada", states=frozenset({"selected"}))
    bridge.show(window(slider, switch, line, option), True)
    made = {
        node.kept.get("label", node.kept.get("value"))[0]: node
        for _, node in updates(bridge)[0].nodes
    }
    assert made["Effects"].role == "SLIDER"
    assert made["Effects"].kept["numeric_value"] == (0.8,)
    assert made["Effects"].actions == ["SET_VALUE"]
    assert "disabled" in made["Effects"].kept
    assert made["Mute"].kept["toggled"] == ("TRUE",)
    assert made["You won."].role == "LABEL"
    assert made["You won."].kept["live"] == ("POLITE",)
    assert made["You won."].kept["bounds"] == ((1.0, 2.0, 4.0, 6.0),)
    assert made["Ada"].kept["selected"] == (True,)


def test_what_the_reader_asks_for_waits_for_the_frame(bridge: AccessKitBridge) -> None:
    button = Node("button", "Play", key="play", actions={PRESS: print})
    bridge.show(window(button), True)
    number = next(n for n, node in updates(bridge)[0].nodes if node.role == "BUTTON")
    for action, target, data in (
        *(("CLICK", number, None), ("SCROLL_UP", number, None), ("FOCUS", 99, None)),
        ("SET_VALUE", number, ("Value", "Ada")),
    ):
        Adapter.made[-1].act(SimpleNamespace(action=action, target=target, data=data))
    assert bridge.request() == (button, PRESS, "")
    assert bridge.request() == (button, SET, "Ada")
    assert bridge.request() is None
    assert FOCUS not in button.actions


def test_a_window_that_is_not_seen_has_no_bridge(rig: Any) -> None:
    assert open_bridge() is None
    assert rig.app.reader.bridge is None
