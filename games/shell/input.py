"""Keyboard, mouse and gamepad as one stream of named actions.

A binding is text: "key:return", "pad:0" (a gamepad button), "hat:up", "axis:1-" (axis 1 toward
negative). `ACTIONS` is the table of what can be done everywhere and how; a game adds its own
(`GameSpec.actions`). The player's changes to both are kept in the settings. An action belongs to a
context; a scene listens to some contexts in order, so that one gamepad button can confirm in a menu
and strike in a game. Within a context no binding serves two actions (`conflicts`).

A key or button that is down belongs to the action it began, whatever the scene listens to when
it goes up; two of one device that hold the same action release it together.

Scenes receive `Press`, `Release`, `Pointer`, `Wheel` and `Typed`, never pygame's own events, and
ask `InputState` what is held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import pygame

from games.spec import Action

# Shares of a stick's way, apart so that a trembling hand is one press; chosen by hand.
STICK_PRESSED = 0.55
STICK_RELEASED = 0.35
TRIGGER_AT_REST = -0.9  # where triggers first report themselves; they are no sticks
REPEAT_DELAY, REPEAT_EVERY = 0.4, 0.09  # seconds; chosen by hand
REPEATING: Final = frozenset({"up", "down", "left", "right", "page_up", "page_down"})


def _choice(number: int, label: str, *pad: str) -> Action:
    keys = (f"key:{number}", f"key:[{number}]")
    return Action(f"choice_{number}", label, "choice", (*keys, *pad))


ACTIONS: Final[tuple[Action, ...]] = (
    Action("up", "Up", "menu", ("key:up", "hat:up", "axis:1-")),
    Action("down", "Down", "menu", ("key:down", "hat:down", "axis:1+")),
    Action("left", "Left", "menu", ("key:left", "hat:left", "axis:0-")),
    Action("right", "Right", "menu", ("key:right", "hat:right", "axis:0+")),
    Action("confirm", "Confirm", "menu", ("key:return", "key:enter", "key:space", "pad:0")),
    Action("back", "Back, or pause", "menu", ("key:escape", "pad:1")),
    Action("next_tab", "Next page", "menu", ("key:tab", "pad:5")),
    Action("previous_tab", "Page before", "menu", ("key:shift+tab", "pad:4")),
    Action("page_up", "Scroll up", "menu", ("key:page up",)),
    Action("page_down", "Scroll down", "menu", ("key:page down",)),
    Action("today", "Today's match", "hall", ("key:t", "pad:3")),
    Action("pause", "Pause", "all", ("key:p", "pad:7")),
    Action("help", "Help", "all", ("key:f1", "pad:6")),
    Action("choices", "What can I do?", "all", ("key:f2",)),
    Action("standing", "Where do I stand?", "all", ("key:f3",)),
    Action("mind", "Show or hide its mind", "all", ("key:m", "pad:8")),
    Action("numbers", "Show or hide the numbers", "all", ("key:shift+m",)),
    Action("fullscreen", "Full screen", "all", ("key:f11",)),
    Action("mute", "Sound off or on", "all", ("key:f10",)),
    _choice(1, "First choice", "pad:0"),
    _choice(2, "Second choice", "pad:1"),
    _choice(3, "Third choice", "pad:2"),
    _choice(4, "Fourth choice", "pad:3"),
    _choice(5, "Fifth choice"),
    _choice(6, "Sixth choice"),
    _choice(7, "Seventh choice"),
    Action("skip", "Skip the animation", "play", ("key:space", "key:return", "pad:5")),
    Action("undo", "Undo", "play", ("key:u", "key:backspace")),
    Action("redo", "Redo", "play", ("key:r",)),
    Action("step", "One step", "play", ("key:.",)),
    Action("step_back", "One step back", "play", ("key:,",)),
    Action("faster", "Faster", "play", ("key:=", "key:+", "key:[+]")),
    Action("slower", "Slower", "play", ("key:-", "key:[-]")),
    Action("copy", "Copy the game as text", "play", ("key:c",)),
)

ESSENTIAL: Final = ("confirm", "back", "up", "down", "left", "right")
"""Actions that always keep a key, so that nobody is locked out of the menus."""

BY_ID: Final[Mapping[str, Action]] = {action.id: action for action in ACTIONS}


class Press(NamedTuple):
    """A press for an action; `device` is "keyboard" or "gamepad".

    `source` is the gamepad's number: 1 for the first, 2 for the second; 0 is the keyboard.
    """

    action: str
    device: str = "keyboard"
    repeat: bool = False
    source: int = 0


class Release(NamedTuple):
    """An action's key or button was let go."""

    action: str


class Pointer(NamedTuple):
    """The mouse at a virtual point: `kind` is "move", "down" or "up"; button 1 is the left."""

    kind: str
    x: float
    y: float
    button: int = 0


class Wheel(NamedTuple):
    """The mouse wheel turned over a virtual point; positive is away from the person."""

    x: float
    y: float
    turn: float


class Typed(NamedTuple):
    """Text that was typed, or an editing key ("backspace", "delete", "home", "end")."""

    text: str
    key: str = ""


class Captured(NamedTuple):
    """The binding that was pressed while one was being captured."""

    binding: str


_SPOKEN: Final[Mapping[str, str]] = {
    "return": "Enter",
    "enter": "Keypad Enter",
    "escape": "Esc",
    ".": "Full stop",
    ",": "Comma",
}
"""Keys that people call otherwise than SDL does, and marks that a sentence would swallow."""

Units = Callable[[Sequence[float]], tuple[float, float]]
InputEvent = Press | Release | Pointer | Wheel | Typed | Captured


@dataclass
class InputState:
    """The inputs held now: actions, the pointer, and the device used last."""

    held: set[str] = field(default_factory=set)
    pointer: tuple[float, float] = (-1.0, -1.0)
    device: str = "keyboard"


YIELDS: Final = "pause"
"""What Esc does as well, so that a choice of a game's own may take its key while one plays."""
PAIR_YIELDS: Final = frozenset({YIELDS, "mind"})
"""What two people at one keyboard do by the mouse, who need all of its letters."""


def conflicts(
    bindings: Mapping[str, Sequence[str]], actions: Sequence[Action] = ACTIONS
) -> dict[str, list[str]]:
    """Return actions that share a binding with another of the same context: id to the others'
    ids.
    """
    users: dict[tuple[str, str], list[str]] = {}
    for action in actions:
        for binding in bindings.get(action.id, action.bindings):
            for context in ("all", "hall", "menu", "choice", "pair", "play"):
                if action.context in (context, "all"):
                    users.setdefault((context, binding), []).append(action.id)
    found: dict[str, set[str]] = {}
    for (context, _), sharing in users.items():
        yields = PAIR_YIELDS if context == "pair" else {YIELDS}
        ids = [one for one in sharing if one not in yields or not _own_choice(context, sharing)]
        for one in ids:
            found.setdefault(one, set()).update(other for other in ids if other != one)
    return {one: sorted(others) for one, others in found.items() if others}


def _own_choice(context: str, ids: Sequence[str]) -> bool:
    """Return whether one of these is a choice of a game's own."""
    return context in ("choice", "pair") and any(one not in BY_ID for one in ids)


def first_unreachable(bindings: Mapping[str, Sequence[str]]) -> str | None:
    """Return the first essential action that no key would lead to in the menus, or None.

    `bindings` are changes to the usual ones. A key of several actions leads to the first of them.
    """
    first: dict[str, str] = {}
    for context in ("menu", "all"):
        for action in ACTIONS:
            if action.context == context:
                for binding in bindings.get(action.id, action.bindings):
                    first.setdefault(binding, action.id)
    reached = {action for binding, action in first.items() if binding.startswith("key:")}
    return next((action for action in ESSENTIAL if action not in reached), None)


_AXES: Final[Mapping[str, str]] = {
    "0-": "Stick left",
    "0+": "Stick right",
    "1-": "Stick up",
    "1+": "Stick down",
}


def binding_label(binding: str) -> str:
    """Return a binding as a person reads it."""
    kind, _, name = binding.partition(":")
    if kind == "key":
        return "+".join(_key_label(part) for part in _key_parts(name))
    if kind == "pad":
        return f"Button {name}"
    if kind == "hat":
        return f"D-pad {name}"
    return _AXES.get(name, f"Axis {name}")


def _key_parts(name: str) -> tuple[str, ...]:
    return ("shift", name[6:]) if name.startswith("shift+") and name != "shift+" else (name,)


def _key_label(name: str) -> str:
    if _is_keypad(name):
        return f"Keypad {name[1:-1]}"
    if name in _SPOKEN:
        return _SPOKEN[name]
    return name.title() if len(name) > 1 else name.upper() or "?"


def _is_keypad(name: str) -> bool:
    return len(name) > 2 and name.startswith("[") and name.endswith("]")


class Input:
    """Turns pygame's events into ours, by the table of actions and the player's changes to it."""

    def __init__(self, overrides: Mapping[str, Sequence[str]] | None = None) -> None:
        self.state = InputState()
        self.contexts: tuple[str, ...] = ("menu", "all")
        self.typing = False
        self.capturing = False
        self._bindings: dict[str, tuple[str, ...]] = {}
        self._by_binding: dict[str, list[Action]] = {}
        self._pads: dict[int, pygame.joystick.JoystickType] = {}
        self._down: dict[tuple[int, str], str] = {}
        self._axes: dict[tuple[int, int], int] = {}
        self._hats: dict[tuple[int, int], frozenset[str]] = {}
        self._repeat: dict[str, float] = {}
        self._numbers: dict[int, int] = {}
        self._overrides: Mapping[str, Sequence[str]] = {}
        self._own: tuple[Action, ...] = ()
        self.rebind(overrides or {})

    def use(self, own: tuple[Action, ...]) -> None:
        """Listen to the actions `own` of a game too, in place of another game's."""
        if own != self._own:
            self._own = own
            self.rebind(self._overrides)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that can be done now."""
        return (*ACTIONS, *self._own)

    def name(self, action: str) -> str:
        """Return the name of an action."""
        return next((known.label for known in self.actions if known.id == action), action)

    def rebind(self, overrides: Mapping[str, Sequence[str]]) -> None:
        """Use the default bindings with the changes `overrides`, unless they would lock the player
        out.
        """
        self._by_binding, self._overrides = {}, overrides
        if first_unreachable(overrides) is not None:
            needed = {action.id for action in ACTIONS if action.context in ("menu", "all")}
            overrides = {k: v for k, v in overrides.items() if k not in needed}
        for action in self.actions:
            chosen = tuple(overrides.get(action.id, action.bindings))
            self._bindings[action.id] = chosen
            for binding in chosen:
                self._by_binding.setdefault(binding, []).append(action)

    def bindings(self, action: str) -> tuple[str, ...]:
        """Return the bindings of an action now."""
        return self._bindings.get(action, ())

    def label(self, action: str) -> str:
        """Return the key or button for an action on the device used last, for hints on screen."""
        chosen = self.bindings(action)
        pads = [b for b in chosen if not b.startswith("key:")]
        keys = [b for b in chosen if b.startswith("key:")]
        order = pads + keys if self.state.device == "gamepad" else keys + pads
        return binding_label(order[0]) if order else "unbound"

    def open_gamepads(self) -> None:
        """Start listening to the gamepads that are connected."""
        for index in range(pygame.joystick.get_count()):
            self._open_gamepad(index)

    def _open_gamepad(self, index: int) -> None:
        try:
            pad = pygame.joystick.Joystick(index)
            self._pads[pad.get_instance_id()] = pad
        except pygame.error:
            return

    def translate(self, events: Iterable[pygame.event.Event], units: Units) -> list[InputEvent]:
        """Return our events for pygame's; `units` turns a pixel into a virtual point."""
        found: list[InputEvent] = []
        for event in events:
            found.extend(self._translate_one(event, units))
        return found

    def _translate_one(self, event: pygame.event.Event, units: Units) -> list[InputEvent]:
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            return self._keyboard(event)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self._mouse(event, units)
        if event.type == pygame.MOUSEWHEEL:
            self.state.device = "mouse"
            turn = float(getattr(event, "precise_y", 0.0) or event.y)
            return [Wheel(*self.state.pointer, turn)]
        return self._gamepad(event)

    # -- keyboard ----------------------------------------------------------------------

    def _keyboard(self, event: pygame.event.Event) -> list[InputEvent]:
        typing = self.typing and not self.capturing
        if event.type == pygame.TEXTINPUT:
            return [Typed(event.text)] if typing else []
        name = pygame.key.name(event.key)
        if not name:
            return []
        if event.type == pygame.KEYUP:
            return self._key_up(name)
        mod = getattr(event, "mod", 0)
        if typing and name in _EDITING:
            return [Typed("", name)]
        if typing and (len(name) == 1 or name == "space" or _is_keypad(name)):
            return []
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return []
        if self.capturing and name in _MODIFIERS:
            return []
        shifted = f"key:shift+{name}"
        if mod & pygame.KMOD_SHIFT and (self.capturing or shifted in self._by_binding):
            return self._press(shifted, "keyboard")
        return self._press(f"key:{name}", "keyboard")

    def _key_up(self, name: str) -> list[InputEvent]:
        if self.capturing and name in _MODIFIERS:
            return self._press(f"key:{name}", "keyboard")
        return self._release(f"key:{name}") + self._release(f"key:shift+{name}")

    # -- mouse -------------------------------------------------------------------------

    def _mouse(self, event: pygame.event.Event, units: Units) -> list[InputEvent]:
        x, y = units(event.pos)
        self.state.pointer = (x, y)
        if event.type == pygame.MOUSEMOTION:
            if getattr(event, "rel", (1, 1)) != (0, 0):
                self.state.device = "mouse"
            return [Pointer("move", x, y)]
        if event.button > 3:
            return []
        self.state.device = "mouse"
        kind = "down" if event.type == pygame.MOUSEBUTTONDOWN else "up"
        return [Pointer(kind, x, y, event.button)]

    # -- gamepad -----------------------------------------------------------------------

    def _gamepad(self, event: pygame.event.Event) -> list[InputEvent]:
        if event.type == pygame.JOYDEVICEADDED:
            self._open_gamepad(event.device_index)
        elif event.type == pygame.JOYDEVICEREMOVED:
            return self._remove_gamepad(event.instance_id)
        pad = getattr(event, "instance_id", 0)
        if event.type == pygame.JOYBUTTONDOWN:
            return self._press(f"pad:{event.button}", "gamepad", pad)
        if event.type == pygame.JOYBUTTONUP:
            return self._release(f"pad:{event.button}", pad)
        if event.type == pygame.JOYHATMOTION:
            return self._hat(pad, getattr(event, "hat", 0), event.value)
        if event.type == pygame.JOYAXISMOTION:
            return self._stick(pad, event.axis, event.value)
        return []

    def _remove_gamepad(self, pad: int) -> list[InputEvent]:
        self._pads.pop(pad, None)
        self._numbers.pop(pad, None)
        for places in (self._axes, self._hats):
            for place in [place for place in places if place[0] == pad]:
                del places[place]
        bindings = [b for source, b in self._down if source == pad and not b.startswith("key:")]
        return [event for binding in bindings for event in self._release(binding, pad)]

    def _hat(self, pad: int, hat: int, value: tuple[int, int]) -> list[InputEvent]:
        signs = {"left": value[0] < 0, "right": value[0] > 0}
        signs |= {"up": value[1] > 0, "down": value[1] < 0}
        before = self._hats.get((pad, hat), frozenset())
        now = frozenset(f"hat:{name}" for name, pressed in signs.items() if pressed)
        self._hats[pad, hat] = now
        found: list[InputEvent] = []
        for binding in sorted(before - now):
            found.extend(self._release(binding, pad))
        for binding in sorted(now - before):
            found.extend(self._press(binding, "gamepad", pad))
        return found

    def _stick(self, pad: int, axis: int, value: float) -> list[InputEvent]:
        before = self._axes.get((pad, axis))
        if abs(value) > STICK_PRESSED:
            now = 1 if value > 0 else -1
        elif abs(value) < STICK_RELEASED:
            now = 0
        else:
            now = before or 0
        self._axes[pad, axis] = now
        if before is None and axis > 1 and value < TRIGGER_AT_REST:
            return []
        found: list[InputEvent] = []
        if now == (before or 0):
            return found
        if before:
            found.extend(self._release(f"axis:{axis}{'+' if before > 0 else '-'}", pad))
        if now:
            found.extend(self._press(f"axis:{axis}{'+' if now > 0 else '-'}", "gamepad", pad))
        return found

    # -- actions -----------------------------------------------------------------------

    def _press(self, binding: str, device: str, source: int = 0) -> list[InputEvent]:
        self.state.device = device
        if self.capturing:
            return [Captured(binding)]
        action = self._action_for(binding)
        if action is None:
            return []
        before = self._down.get((source, binding))
        found: list[InputEvent] = []
        if before != action:
            found.extend(self._release(binding, source))
        self._down[source, binding] = action
        if before != action and self._held_by(action, source, binding):
            return found  # another key holds it; the same key again: its release was lost
        self.state.held.add(action)
        if action in REPEATING:
            self._repeat[action] = REPEAT_DELAY
        return [*found, Press(action, device, source=self._number(device, source))]

    def _held_by(self, action: str, source: int, binding: str) -> bool:
        """Return whether the same device, or the keyboard, holds the action by another binding."""
        keyboard = binding.startswith("key:")
        return any(
            held == action
            and other != binding
            and (where == source or keyboard or other.startswith("key:"))
            for (where, other), held in self._down.items()
        )

    def _number(self, device: str, pad: int) -> int:
        """Return 0 for the keyboard; 1, 2 ... for gamepads in the order in which they were first
        used.
        """
        if device != "gamepad":
            return 0
        return self._numbers.setdefault(pad, len(self._numbers) + 1)

    def _action_for(self, binding: str) -> str | None:
        candidates = self._by_binding.get(binding, ())
        for context in self.contexts:
            for action in candidates:
                if action.context == context:
                    return action.id
        return None

    def _release(self, binding: str, source: int = 0) -> list[InputEvent]:
        action = self._down.pop((source, binding), None)
        if action is None or action in self._down.values():
            return []
        self.state.held.discard(action)
        self._repeat.pop(action, None)
        return [Release(action)]

    def repeats(self, dt: float) -> list[InputEvent]:
        """Return the presses that a held direction makes of itself, as time passes."""
        found: list[InputEvent] = []
        for action in self._repeat:
            self._repeat[action] -= dt
            if self._repeat[action] <= 0:
                self._repeat[action] += REPEAT_EVERY
                found.append(Press(action, self.state.device, True))
        return found

    @property
    def repeating(self) -> bool:
        """True if a direction is held and will repeat."""
        return bool(self._repeat)

    def release_all(self) -> None:
        """Forget all held inputs, as when the window loses the focus or the scene changes.

        An input that is still down then has no effect before it has been let go and pressed again.
        """
        self._down.clear()
        self.state.held.clear()
        self._repeat.clear()


_EDITING: Final = frozenset({"backspace", "delete", "home", "end", "left", "right"})
_MODIFIERS: Final = frozenset(
    f"{side} {key}" for side in ("left", "right") for key in ("shift", "ctrl", "alt", "meta")
)
