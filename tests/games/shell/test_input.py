"""The input table: contexts, conflicts, repeats, typing, capture, sticks and what is held."""

from __future__ import annotations

import os
import random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from games.shell.input import (
    ACTIONS,
    BY_ID,
    ESSENTIAL,
    REPEAT_DELAY,
    REPEAT_EVERY,
    Captured,
    Input,
    Pointer,
    Press,
    Release,
    Typed,
    Wheel,
    binding_label,
    conflicts,
    first_unreachable,
)
from games.shell.pages.settings import CONTEXTS

SHIFT = pygame.KMOD_LSHIFT


@pytest.fixture
def hands() -> Hands:
    pygame.display.init()
    return Hands()


class Hands:
    """An input and the events that reach it."""

    def __init__(self, **overrides: tuple[str, ...]) -> None:
        self.input = Input(overrides)

    def give(self, kind: int, **values: object) -> list:
        event = pygame.event.Event(kind, **values)
        return self.input.translate([event], lambda pixel: (pixel[0] / 2, pixel[1] / 2))

    def down(self, name: str, mod: int = 0) -> list:
        return self.give(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=mod)

    def up(self, name: str, mod: int = 0) -> list:
        return self.give(pygame.KEYUP, key=pygame.key.key_code(name), mod=mod)

    def button(self, number: int, pad: int = 0) -> list:
        return self.give(pygame.JOYBUTTONDOWN, button=number, instance_id=pad)

    def button_up(self, number: int, pad: int = 0) -> list:
        return self.give(pygame.JOYBUTTONUP, button=number, instance_id=pad)

    def hat(self, x: int, y: int, pad: int = 0) -> list:
        return self.give(pygame.JOYHATMOTION, hat=0, value=(x, y), instance_id=pad)

    def axis(self, axis: int, value: float, pad: int = 0) -> list:
        return self.give(pygame.JOYAXISMOTION, axis=axis, value=value, instance_id=pad)


# -- the table -----------------------------------------------------------------------------


def test_the_usual_bindings_have_no_conflicts_and_every_key_exists(hands: Hands) -> None:
    assert conflicts({}) == {}
    assert first_unreachable({}) is None
    keys = [b[4:].removeprefix("shift+") for a in ACTIONS for b in a.bindings if b[:4] == "key:"]
    assert len(keys) >= 30
    assert all(pygame.key.name(pygame.key.key_code(key)) == key for key in keys)
    assert {action.context for action in ACTIONS} == set(CONTEXTS)
    assert len({action.label for action in ACTIONS if action.label}) == len(ACTIONS)
    assert set(ESSENTIAL) <= set(BY_ID)


def test_conflicts_name_both_sides_within_a_context_alone() -> None:
    found = conflicts({"undo": ("key:r",), "mind": ("key:up",), "choice_1": ("key:space",)})
    assert found == {"undo": ["redo"], "redo": ["undo"], "mind": ["up"], "up": ["mind"]}


@pytest.mark.parametrize(
    ("overrides", "lost"),
    [
        ({"confirm": ()}, "confirm"),
        ({"confirm": ("pad:0",)}, "confirm"),
        ({"back": ("key:up",)}, "back"),
        ({"up": ("key:escape",)}, "back"),
        ({"confirm": ("key:x",), "mute": ("key:x",)}, None),
        ({"up": ("key:w",), "down": ("key:s",)}, None),
    ],
)
def test_nobody_is_locked_out_of_the_menus(overrides, lost) -> None:
    assert first_unreachable(overrides) == lost
    hands = Hands(**overrides)
    assert all(
        any(Hands(**overrides).down(b[4:]) == [Press(name)] for b in hands.input.bindings(name)
            if b.startswith("key:") and "+" not in b)
        for name in ESSENTIAL
    )  # fmt: skip


def test_unknown_actions_in_the_settings_change_nothing() -> None:
    hands = Hands(fly=("key:up",), confirm=())
    assert hands.down("up") == [Press("up")]
    assert hands.down("return") == [Press("confirm")]


@pytest.mark.parametrize(
    ("binding", "label"),
    [
        ("key:return", "Enter"),
        ("key:escape", "Esc"),
        ("key:[4]", "Keypad 4"),
        ("key:[", "["),
        ("key:]", "]"),
        ("key:a", "A"),
        ("key:.", "Full stop"),
        ("key:,", "Comma"),
        ("key:shift+tab", "Shift+Tab"),
        ("key:+", "+"),
        ("pad:0", "Button 0"),
        ("hat:up", "D-pad up"),
        ("axis:1-", "Stick up"),
        ("axis:4+", "Axis 4+"),
    ],
)
def test_bindings_are_named_for_people(binding: str, label: str) -> None:
    assert binding_label(binding) == label


# -- contexts and what is held -------------------------------------------------------------


def test_the_first_context_that_knows_a_button_wins(hands: Hands) -> None:
    assert hands.button(0) == [Press("confirm", "gamepad", source=1)]
    hands.button_up(0)
    hands.input.contexts = ("choice", "play", "menu", "all")
    assert hands.button(0) == [Press("choice_1", "gamepad", source=1)]
    assert hands.down("space") == [Press("skip")]
    assert hands.down("f1") == [Press("help")]
    hands.input.contexts = ("all",)
    assert hands.down("up") == []


def test_what_a_key_began_it_ends_whatever_is_listened_to_then(hands: Hands) -> None:
    hands.input.contexts = ("choice",)
    hands.button(0)
    hands.input.contexts = ("menu",)
    assert hands.button_up(0) == [Release("choice_1")]
    assert hands.input.state.held == set()


def test_two_keys_of_one_action_release_it_together(hands: Hands) -> None:
    assert hands.down("return") == [Press("confirm")]
    assert hands.down("space") == []
    assert hands.up("return") == []
    assert hands.input.state.held == {"confirm"}
    assert hands.up("space") == [Release("confirm")]


def test_shift_let_go_first_leaves_nothing_held(hands: Hands) -> None:
    assert hands.down("tab", SHIFT) == [Press("previous_tab")]
    assert hands.up("tab") == [Release("previous_tab")]
    assert hands.down("tab", SHIFT) == [Press("previous_tab")]
    hands.up("tab", SHIFT)
    assert hands.down("tab") == [Press("next_tab")]


def test_a_key_pressed_again_without_a_release_is_a_press(hands: Hands) -> None:
    pressed = [hands.down("return") for _ in range(5)]
    assert pressed == [[Press("confirm")]] * 5


def test_commands_of_the_desktop_are_no_actions(hands: Hands) -> None:
    assert hands.down("p", pygame.KMOD_LCTRL) == []
    assert hands.down("p", pygame.KMOD_LALT) == []
    assert hands.down("p", pygame.KMOD_CAPS) == [Press("pause")]


def test_letting_all_go_waits_for_a_fresh_press(hands: Hands) -> None:
    hands.down("up")
    hands.axis(1, 1.0)
    hands.hat(-1, 0)
    hands.input.release_all()
    assert hands.input.state.held == set()
    assert not hands.input.repeating
    assert hands.axis(1, 0.98) == []  # the stick is where it was
    assert hands.hat(-1, 0) == []
    assert hands.up("up") == []
    hands.axis(1, 0.0)
    assert hands.axis(1, 1.0) == [Press("down", "gamepad", source=1)]


def test_every_press_finds_its_release_in_a_storm(hands: Hands) -> None:
    rng, presses = random.Random(7), 0
    names = ["up", "down", "return", "space", "tab", "p", "1", "[1]", "escape"]
    for _ in range(5000):
        hands.input.contexts = rng.choice([("menu", "all"), ("choice", "play", "menu", "all")])
        mod = rng.choice([0, SHIFT])
        act = rng.choice([hands.down, hands.up])
        found = act(rng.choice(names), mod) + hands.hat(rng.randint(-1, 1), rng.randint(-1, 1))
        presses += sum(isinstance(event, Press) for event in found)
    assert presses > 1000
    for name in names:
        hands.up(name)
    hands.hat(0, 0)
    assert hands.input.state.held == set()
    assert not hands.input.repeating


# -- repeats -------------------------------------------------------------------------------


def test_a_held_direction_repeats_after_a_while_and_a_choice_never(hands: Hands) -> None:
    hands.down("down")
    hands.down("return")
    assert hands.input.repeats(REPEAT_DELAY - 0.01) == []
    assert hands.input.repeats(0.02) == [Press("down", "keyboard", True)]
    assert hands.input.repeats(REPEAT_EVERY) == [Press("down", "keyboard", True)]
    hands.up("down")
    assert hands.input.repeats(10.0) == []
    assert not hands.input.repeating


# -- typing and capturing ------------------------------------------------------------------


def test_while_typing_letters_are_text_and_the_rest_still_acts(hands: Hands) -> None:
    hands.input.typing = True
    assert hands.down("p") == []
    assert hands.down("space") == []
    assert hands.down("[1]") == []
    assert hands.give(pygame.TEXTINPUT, text="p") == [Typed("p")]
    assert hands.down("left") == [Typed("", "left")]
    assert hands.down("backspace") == [Typed("", "backspace")]
    assert hands.down("up") == [Press("up")]
    assert hands.down("escape") == [Press("back")]
    hands.input.typing = False
    assert hands.give(pygame.TEXTINPUT, text="p") == []
    assert hands.down("left") == [Press("left")]


def test_capturing_takes_any_key_button_or_stick(hands: Hands) -> None:
    hands.input.capturing = True
    assert hands.down("q") == [Captured("key:q")]
    assert hands.down("return") == [Captured("key:return")]
    assert hands.button(11) == [Captured("pad:11")]
    assert hands.hat(0, 1) == [Captured("hat:up")]
    assert hands.axis(3, -0.9) == [Captured("axis:3-")]
    assert hands.give(pygame.TEXTINPUT, text="q") == []
    assert hands.down("f5", pygame.KMOD_LCTRL) == []
    assert hands.input.state.held == set()


def test_capturing_waits_for_the_key_that_shift_is_held_for(hands: Hands) -> None:
    hands.input.capturing = True
    assert hands.down("left shift", SHIFT) == []
    assert hands.down("f5", SHIFT) == [Captured("key:shift+f5")]
    assert hands.up("left shift") == [Captured("key:left shift")]


# -- gamepads ------------------------------------------------------------------------------


def test_a_stick_presses_late_and_lets_go_late(hands: Hands) -> None:
    values = [0.0, 0.5, 0.6, 0.5, 0.4, 0.6, 0.3, 0.5, -0.6, 0.0]
    found = [hands.axis(0, value) for value in values]
    right, left = Press("right", "gamepad", source=1), Press("left", "gamepad", source=1)
    assert found == [[], [], [right], [], [], [], [Release("right")], [], [left], [Release("left")]]


def test_a_stick_thrown_over_changes_sides_at_once(hands: Hands) -> None:
    hands.axis(1, 1.0)
    assert hands.axis(1, -1.0) == [Release("down"), Press("up", "gamepad", source=1)]


def test_triggers_at_rest_press_nothing() -> None:
    hands = Hands(redo=("axis:2+",), step=("axis:2-",))
    hands.input.contexts = ("play",)
    assert hands.axis(2, -1.0) == []
    assert hands.axis(2, 0.9) == [Press("redo", "gamepad", source=1)]
    assert hands.axis(1, -1.0) == []


def test_a_hat_rolls_from_one_way_to_the_next_without_pressing_twice(hands: Hands) -> None:
    assert hands.hat(0, 1) == [Press("up", "gamepad", source=1)]
    assert hands.hat(1, 1) == [Press("right", "gamepad", source=1)]
    assert hands.hat(1, 0) == [Release("up")]
    assert hands.hat(0, 0) == [Release("right")]


def test_two_gamepads_do_not_let_go_for_each_other(hands: Hands) -> None:
    assert hands.hat(0, 1, pad=1) == [Press("up", "gamepad", source=1)]
    assert hands.hat(0, 0, pad=2) == []
    assert hands.input.state.held == {"up"}
    hands.button(0, pad=1)
    assert hands.button(0, pad=2) == [Press("confirm", "gamepad", source=2)]
    assert hands.button_up(0, pad=1) == []
    assert hands.button_up(0, pad=2) == [Release("confirm")]


def test_a_gamepad_pulled_out_lets_go_of_all_it_held(hands: Hands) -> None:
    hands.hat(0, -1, pad=3)
    hands.button(0, pad=3)
    found = hands.give(pygame.JOYDEVICEREMOVED, instance_id=3)
    assert set(found) == {Release("down"), Release("confirm")}
    assert hands.give(pygame.JOYDEVICEREMOVED, instance_id=99) == []
    assert hands.give(pygame.JOYDEVICEADDED, device_index=42) == []


# -- mouse ---------------------------------------------------------------------------------


def test_the_mouse_speaks_in_units(hands: Hands) -> None:
    place = {"pos": (100, 50)}
    assert hands.give(pygame.MOUSEMOTION, rel=(1, 0), **place) == [Pointer("move", 50, 25)]
    assert hands.give(pygame.MOUSEBUTTONDOWN, button=1, **place) == [Pointer("down", 50, 25, 1)]
    assert hands.give(pygame.MOUSEBUTTONUP, button=1, **place) == [Pointer("up", 50, 25, 1)]
    assert hands.give(pygame.MOUSEBUTTONDOWN, button=4, **place) == []
    assert hands.give(pygame.MOUSEWHEEL, x=0, y=-2) == [Wheel(50, 25, -2)]
    assert hands.input.state.device == "mouse"


def test_hints_speak_of_the_device_used_last(hands: Hands) -> None:
    hands.down("up")
    assert hands.input.label("confirm") == "Enter"
    hands.button(3)
    assert hands.input.label("confirm") == "Button 0"
    hands.input.rebind({"redo": ()})
    assert hands.input.label("redo") == "unbound"
    assert hands.input.label("page_up") == "Page Up"
