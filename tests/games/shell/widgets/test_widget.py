"""What a screen reader is shown of widgets, and what its actions do."""

from __future__ import annotations

import pytest

from games.shell.access.node import LESS, MORE, SET, TOUCHED, paragraph
from games.shell.widgets.basic import (
    Button,
    Choice,
    Label,
    ProgressBar,
    Slider,
    TextField,
    Toggle,
    Widget,
)
from games.shell.widgets.tabs import Tabs


def ignore(*_: object) -> None:
    return None


def test_role_name_value_and_state_follow_the_widget() -> None:
    toggle = Toggle("Mute", False, ignore, "F10 does the same.")
    assert list(toggle.node().outline()) == ["switch Mute F10 does the same. [off]"]
    toggle.activate()
    assert "on" in toggle.node().states
    toggle.enabled = False
    assert "disabled" in toggle.node().states
    choice = Choice("Rules", ("classic", "balanced"), 1, ignore)
    assert (choice.node().role, choice.node().value) == ("choice", "balanced")
    button = Button("", ignore, icon="eye-off")
    assert button.node().name == "eye off"
    bar = ProgressBar("Training", 0.25).node()
    assert (bar.role, bar.value, bar.scale and bar.scale.number) == ("progress", "25%", 0.25)


def test_a_reader_moves_a_slider_and_sets_its_number() -> None:
    heard: list[float] = []
    slider = Slider("Effects", 0.5, 0.0, 1.0, 0.25, heard.append)
    node = slider.node()
    node.actions[MORE]("")
    node.actions[LESS]("")
    node.actions[SET]("1")
    node.actions[SET]("not a number")
    assert heard == [0.75, 0.5, 1.0]
    assert slider.node().scale == (1.0, 0.0, 1.0, 0.25)


def test_a_reader_sets_the_text_of_a_field_within_its_length() -> None:
    heard: list[str] = []
    field = TextField("Name", "Ada", heard.append, longest=5)
    field.node().actions[SET]("Charlotte")
    assert heard == ["Charl"]
    assert field.node().value == "Charl"


def test_a_widget_without_a_label_is_named_by_its_words() -> None:
    widget = Widget("Watch this match again.")
    node = widget.node([paragraph("The sensei"), paragraph("Won")])
    assert (node.name, node.description) == ("The sensei, Won", "Watch this match again.")
    assert widget.node().name == "Watch this match again."


def test_what_cannot_be_pressed_is_a_paragraph_or_a_group_of_its_words() -> None:
    words = [paragraph("One."), paragraph("Two.")]
    still = Label("One. Two.")
    assert still.node([paragraph("One. Two.")]).role == "paragraph"

    class Still(Widget):
        focusable = False

    assert [part.name for part in Still().node(words).children] == ["One.", "Two."]
    assert Still().node(words[:1]) is words[0]


def test_tabs_name_the_open_one_and_open_another() -> None:
    opened: list[int] = []
    tabs = Tabs(("Display", "Sound"), 0, opened.append)
    node = tabs.node()
    assert node.value == "Display"
    assert [tab.role for tab in node.children] == ["tab", "tab"]
    next(iter(node.children[1].actions.values()))("")
    assert opened == [1]


@pytest.mark.parametrize("kind", [Button, Toggle, Slider, Choice, TextField, Tabs])
def test_roles_of_what_hands_can_change_are_known(kind: type[Widget]) -> None:
    assert kind.role in TOUCHED
