"""Keyboard, mouse and gamepad as one stream of named actions.

A binding is text: "key:return", "pad:0" (a gamepad button), "hat:up", "axis:1-" (axis 1 toward
negative). `ACTIONS` is the one table of what can be done and how; the player's changes to it are
kept in the settings. An action belongs to a context; a scene listens to some contexts in order,
so that one gamepad button can confirm in a menu and strike in a game. Within a context no
binding serves two actions (`conflicts`).

Scenes receive `Press`, `Release`, `Pointer`, `Wheel` and `Typed`, never pygame's own events, and
ask `InputState` what is held.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import pygame

STICK_PRESSED = 0.55
STICK_RELEASED = 0.35
REPEAT_DELAY, REPEAT_EVERY = 0.4, 0.09
REPEATING: Final = frozenset({"up", "down", "left", "right", "page_up", "page_down"})


class Action(NamedTuple):
    """Something the player can do; `context` says where it is listened to."""

    id: str
    label: str
    context: str
    bindings: tuple[str, ...]


def _choice(number: int, *pad: str) -> Action:
    keys = (f"key:{number}", f"key:[{number}]")
    return Action(f"choice_{number}", f"Choice {number}", "choice", (*keys, *pad))


ACTIONS: Final[tuple[Action, ...]] = (
    Action("up", "Up", "menu", ("key:up", "hat:up", "axis:1-")),
    Action("down", "Down", "menu", ("key:down", "hat:down", "axis:1+")),
    Action("left", "Left", "menu", ("key:left", "hat:left", "axis:0-")),
    Action("right", "Right", "menu", ("key:right", "hat:right", "axis:0+")),
    Action("confirm", "Confirm", "menu", ("key:return", "key:enter", "key:space", "pad:0")),
    Action("back", "Back or pause", "menu", ("key:escape", "pad:1")),
    Action("next_tab", "Next tab", "menu", ("key:tab", "pad:5")),
    Action("previous_tab", "Previous tab", "menu", ("key:shift+tab", "pad:4")),
    Action("page_up", "Page up", "menu", ("key:page up",)),
    Action("page_down", "Page down", "menu", ("key:page down",)),
    Action("pause", "Pause", "all", ("key:p", "pad:7")),
    Action("help", "Help", "all", ("key:f1", "pad:6")),
    Action("mind", "Mind view", "all", ("key:m", "pad:8")),
    Action("fullscreen", "Full screen", "all", ("key:f11",)),
    Action("mute", "Mute", "all", ("key:f10",)),
    _choice(1, "pad:0"),
    _choice(2, "pad:1"),
    _choice(3, "pad:2"),
    _choice(4, "pad:3"),
    Action("skip", "Skip the animation", "play", ("key:space", "key:return", "pad:5")),
    Action("undo", "Undo", "play", ("key:u", "key:backspace")),
    Action("redo", "Redo", "play", ("key:r",)),
    Action("step", "Single step", "play", ("key:.",)),
    Action("step_back", "Step back", "play", ("key:,",)),
    Action("faster", "Faster", "play", ("key:=", "key:[+]")),
    Action("slower", "Slower", "play", ("key:-", "key:[-]")),
    Action("truth", "Show the truth", "play", ("key:t", "pad:9")),
)

BY_ID: Final[Mapping[str, Action]] = {action.id: action for action in ACTIONS}

CONTEXT_NAMES: Final[Mapping[str, str]] = {
    "all": "Everywhere",
    "menu": "Menus",
    "choice": "Choosing in a game",
    "play": "While a game runs",
}


class Press(NamedTuple):
    """An action was asked for; `device` is "keyboard" or "gamepad"."""

    action: str
    device: str = "keyboard"
    repeat: bool = False


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


InputEvent = Press | Release | Pointer | Wheel | Typed | Captured


@dataclass
class InputState:
    """What is held now: actions, the pointer, and which device was used last."""

    held: set[str] = field(default_factory=set)
    pointer: tuple[float, float] = (-1.0, -1.0)
    pointer_down: bool = False
    device: str = "keyboard"


def conflicts(bindings: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Actions that share a binding with another of the same context: id to the others' ids."""
    users: dict[tuple[str, str], list[str]] = {}
    for action in ACTIONS:
        for binding in bindings.get(action.id, action.bindings):
            for context in ("all", "menu", "choice", "play"):
                if action.context in (context, "all"):
                    users.setdefault((context, binding), []).append(action.id)
    found: dict[str, set[str]] = {}
    for ids in users.values():
        for one in ids:
            found.setdefault(one, set()).update(other for other in ids if other != one)
    return {one: sorted(others) for one, others in found.items() if others}


def binding_label(binding: str) -> str:
    """A binding as a person reads it."""
    kind, _, name = binding.partition(":")
    if kind == "key":
        return name.replace("[", "keypad ").replace("]", "").title() if name else "?"
    if kind == "pad":
        return f"Button {name}"
    if kind == "hat":
        return f"D-pad {name}"
    return f"Axis {name}"


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
        self._axes: dict[tuple[int, int], int] = {}
        self._repeat: dict[str, float] = {}
        self.rebind(overrides or {})

    def rebind(self, overrides: Mapping[str, Sequence[str]]) -> None:
        """Use the default bindings with these changes."""
        self._by_binding = {}
        for action in ACTIONS:
            chosen = tuple(overrides.get(action.id, action.bindings))
            self._bindings[action.id] = chosen
            for binding in chosen:
                self._by_binding.setdefault(binding, []).append(action)

    def bindings(self, action: str) -> tuple[str, ...]:
        """The bindings of an action now."""
        return self._bindings.get(action, ())

    def label(self, action: str) -> str:
        """How to do an action with the device used last, for hints on the screen."""
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

    def translate(self, events: Iterable[pygame.event.Event], units: object) -> list[InputEvent]:
        """Our events for pygame's; `units` turns a pixel into a virtual point."""
        found: list[InputEvent] = []
        for event in events:
            found.extend(self._one(event, units))
        return found

    def _one(self, event: pygame.event.Event, units: object) -> list[InputEvent]:
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
        if event.type == pygame.TEXTINPUT:
            return [Typed(event.text)] if self.typing and not self.capturing else []
        name = pygame.key.name(event.key)
        if not name:
            return []
        mod = getattr(event, "mod", 0)
        shifted = f"key:shift+{name}" if mod & pygame.KMOD_SHIFT else ""
        binding = shifted if shifted in self._by_binding else f"key:{name}"
        if event.type == pygame.KEYUP:
            return self._let_go(f"key:{name}") + (self._let_go(shifted) if shifted else [])
        if self.typing and not self.capturing and name in _EDITING:
            return [Typed("", name)]
        if self.typing and not self.capturing and (len(name) == 1 or name == "space"):
            return []
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return []
        return self._press(binding, "keyboard")

    # -- mouse -------------------------------------------------------------------------

    def _mouse(self, event: pygame.event.Event, units: object) -> list[InputEvent]:
        assert callable(units)
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
        if event.button == 1:
            self.state.pointer_down = kind == "down"
        return [Pointer(kind, x, y, event.button)]

    # -- gamepad -----------------------------------------------------------------------

    def _gamepad(self, event: pygame.event.Event) -> list[InputEvent]:
        if event.type == pygame.JOYDEVICEADDED:
            self._open_gamepad(event.device_index)
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._pads.pop(event.instance_id, None)
        elif event.type == pygame.JOYBUTTONDOWN:
            return self._press(f"pad:{event.button}", "gamepad")
        elif event.type == pygame.JOYBUTTONUP:
            return self._let_go(f"pad:{event.button}")
        elif event.type == pygame.JOYHATMOTION:
            return self._hat(event.value)
        elif event.type == pygame.JOYAXISMOTION:
            return self._stick(getattr(event, "instance_id", 0), event.axis, event.value)
        return []

    def _hat(self, value: tuple[int, int]) -> list[InputEvent]:
        wanted = {
            "hat:left": value[0] < 0,
            "hat:right": value[0] > 0,
            "hat:up": value[1] > 0,
            "hat:down": value[1] < 0,
        }
        found: list[InputEvent] = []
        for binding, pressed in wanted.items():
            found.extend(self._press(binding, "gamepad") if pressed else self._let_go(binding))
        return found

    def _stick(self, pad: int, axis: int, value: float) -> list[InputEvent]:
        before = self._axes.get((pad, axis), 0)
        if abs(value) > STICK_PRESSED:
            now = 1 if value > 0 else -1
        elif abs(value) < STICK_RELEASED:
            now = 0
        else:
            now = before
        if now == before or axis > 5:
            return []
        self._axes[pad, axis] = now
        found: list[InputEvent] = []
        if before:
            found.extend(self._let_go(f"axis:{axis}{'+' if before > 0 else '-'}"))
        if now:
            found.extend(self._press(f"axis:{axis}{'+' if now > 0 else '-'}", "gamepad"))
        return found

    # -- actions -----------------------------------------------------------------------

    def _press(self, binding: str, device: str) -> list[InputEvent]:
        self.state.device = device
        if self.capturing:
            return [Captured(binding)]
        action = self._listened(binding)
        if action is None:
            return []
        repeat = action in self.state.held
        self.state.held.add(action)
        if action in REPEATING:
            if not repeat:
                self._repeat[action] = REPEAT_DELAY
        elif repeat:
            return []
        return [Press(action, device, repeat)]

    def _listened(self, binding: str) -> str | None:
        candidates = self._by_binding.get(binding, ())
        for context in self.contexts:
            for action in candidates:
                if action.context == context:
                    return action.id
        return None

    def _let_go(self, binding: str) -> list[InputEvent]:
        found: list[InputEvent] = []
        for action in self._by_binding.get(binding, ()):
            if action.id in self.state.held:
                self.state.held.discard(action.id)
                self._repeat.pop(action.id, None)
                found.append(Release(action.id))
        return found

    def repeats(self, dt: float) -> list[InputEvent]:
        """Presses that a held direction makes of itself, as time passes."""
        found: list[InputEvent] = []
        for action in self._repeat:
            self._repeat[action] -= dt
            if self._repeat[action] <= 0:
                self._repeat[action] += REPEAT_EVERY
                found.append(Press(action, self.state.device, True))
        return found

    @property
    def repeating(self) -> bool:
        """Whether a direction is held and will repeat."""
        return bool(self._repeat)

    def release_all(self) -> None:
        """Forget everything held, as when the window loses the focus or the scene changes."""
        self.state.held.clear()
        self.state.pointer_down = False
        self._repeat.clear()
        self._axes.clear()


_EDITING = frozenset({"backspace", "delete", "home", "end", "left", "right"})
