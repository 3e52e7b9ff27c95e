from __future__ import annotations

from games.shell.access.node import PRESS, Node
from tests.support.hands import Rig, at_table, until


class Ear:
    """A bridge without a system behind it: it keeps the trees, and asks what a test wants."""

    def __init__(self) -> None:
        self.asked = True
        self.trees: list[Node] = []
        self.wishes: list[tuple[Node, str, str]] = []

    def show(self, tree: Node, focused: bool) -> None:
        self.trees.append(tree)

    def request(self) -> tuple[Node, str, str] | None:
        return self.wishes.pop(0) if self.wishes else None


def listened(rig: Rig) -> Ear:
    ear = Ear()
    rig.app.reader.bridge = ear
    rig.frames(2)
    return ear


def test_a_tree_is_made_once_a_reader_asks_and_no_more_when_it_has_gone(rig: Rig) -> None:
    ear = Ear()
    ear.asked = False
    rig.app.reader.bridge = ear
    rig.frames(3)
    assert ear.trees == []
    ear.asked = True
    rig.frames(2)
    assert len(ear.trees) == 1
    ear.asked = False
    rig.key("down")
    rig.frames(2)
    assert len(ear.trees) == 1


def test_a_press_of_the_reader_does_what_the_mouse_does_in_the_next_frame(rig: Rig) -> None:
    ear = listened(rig)
    table = at_table(rig.app, "karate", ("human", "random"), {"rounds": 10})
    until(rig.app, lambda: table.waiting_for_person is not None)
    rig.key("left")
    button = ear.trees[-1].find("button", "Punch")
    assert button is not None
    ear.wishes.append((button, PRESS, ""))
    rig.frames()
    assert len(table.match.turns) == 1
    log = ear.trees[-1].find("log")
    assert log is not None
    assert "You punched" in log.children[-1].name


def test_while_a_picture_moves_few_trees_are_made(rig: Rig) -> None:
    ear = listened(rig)
    table = at_table(rig.app, "karate", ("human", "random"), {"rounds": 10})
    until(rig.app, lambda: table.waiting_for_person is not None)
    rig.key("1")
    before = len(ear.trees)
    rig.frames(60, 1 / 60)
    assert 3 <= len(ear.trees) - before <= 6


def test_toasts_are_spoken_politely_and_what_stays_assertively(rig: Rig) -> None:
    ear = listened(rig)
    rig.app.toast("Sound off.")
    rig.app.toasts.add("The disk is full.", stays=True)
    rig.key("down")
    live = {node.name: node.live for node in ear.trees[-1].walk() if node.role == "status"}
    assert live == {"Sound off.": "polite", "The disk is full.": "assertive"}
