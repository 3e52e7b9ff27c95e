"""The bridge from the arcade's tree to the system's screen reader: AccessKit's Python bindings.

AccessKit is optional (`requirements-access.txt`); without it there is no bridge. Its adapters speak
AT-SPI on Linux, UI Automation on Windows, and Apple's protocol on macOS. They call back on threads
of their own, so a call only leaves a note here, and wakes the loop of the window.

A tree is handed on by difference: nodes that did not change since are left out.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

import pygame

from games.shell.access.node import ASSERTIVE, FOCUS, LESS, MORE, POLITE, PRESS, SET, Node
from games.shell.window import UNSEEN

Untyped: TypeAlias = Any
"""A thing of AccessKit, which has no types."""
ROOT: Final = 0
MOST_IDS: Final = 20_000
"""The most nodes whose numbers are remembered; past that all are given anew."""
OTHER_ROLES: Final = {
    "alert": "ALERT_DIALOG",
    "paragraph": "LABEL",
    "item": "LIST_ITEM",
    "choice": "COMBO_BOX",
    "number": "SPIN_BUTTON",
    "field": "TEXT_INPUT",
    "listbox": "LIST_BOX",
    "option": "LIST_BOX_OPTION",
    "tabs": "TAB_LIST",
    "progress": "PROGRESS_INDICATOR",
}
"""AccessKit's names of our roles, where they differ."""
ACTIONS: Final = {
    PRESS: "CLICK",
    FOCUS: "FOCUS",
    MORE: "INCREMENT",
    LESS: "DECREMENT",
    SET: "SET_VALUE",
}
"""AccessKit's names of our actions."""


class NumberedNode(NamedTuple):
    """A node with its number, the numbers of its children, and what a change of it is seen by."""

    node: Node
    children: tuple[int, ...]
    look: tuple[Hashable, ...]


def open_bridge() -> AccessKitBridge | None:
    """Return the bridge of a window that is opened next; None without AccessKit or a screen."""
    if pygame.display.get_driver() in UNSEEN or importlib.util.find_spec("accesskit") is None:
        return None
    try:
        return AccessKitBridge(importlib.import_module("accesskit"))
    except (ImportError, AttributeError, OSError):  # of another version, or broken
        return None


class NumberedTree:
    """The nodes of the last tree by their numbers, and the nodes that the next one changes.

    >>> tree = NumberedTree()
    >>> window = Node("window", "Arcade", children=(Node("button", "Play", key="play"),))
    >>> len(tree.changes(window, False)), len(tree.changes(window, False))
    (2, 0)
    """

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.focus = ROOT
        self._ids: dict[tuple[Hashable, ...], int] = {}
        self._looks: dict[int, tuple[Hashable, ...]] = {}

    def changes(self, tree: Node, whole: bool) -> list[tuple[int, NumberedNode]]:
        """Take the next `tree`; return its nodes that differ from the last one's, all for
        `whole`.
        """
        if len(self._ids) > MOST_IDS:
            self._ids.clear()
            self._looks.clear()
        numbered = dict(self._number(tree, (), None))
        before = {} if whole else self._looks
        self.nodes = {number: each.node for number, each in numbered.items()}
        self._looks = {number: each.look for number, each in numbered.items()}
        self.focus = next((n for n, node in self.nodes.items() if "focused" in node.states), ROOT)
        return [(n, each) for n, each in numbered.items() if before.get(n) != each.look]

    def _number(
        self, node: Node, path: tuple[Hashable, ...], above: int | None
    ) -> Iterator[tuple[int, NumberedNode]]:
        """Yield all nodes by their numbers, which stay as long as a node's path is there."""
        number = ROOT if above is None else self._ids.setdefault(path, len(self._ids) + 1)
        children, taken = [], set[tuple[Hashable, ...]]()
        for place, child in enumerate(node.children):
            below = (*path, child.role, place if child.key is None else ("key", child.key))
            if below in taken:
                below = (*below, place)
            taken.add(below)
            found = list(self._number(child, below, number))
            children.append(found[-1][0])
            yield from found
        look = (
            *(node.role, node.name, node.value, node.description, node.states, tuple(children)),
            *(node.bounds, tuple(node.actions), node.live, node.level, node.scale),
        )
        yield number, NumberedNode(node, tuple(children), look)


class AccessKitBridge:
    """A `games.shell.access.reader.Bridge` over the module `accesskit`, the `kit`."""

    def __init__(self, kit: Untyped) -> None:
        self.kit = kit
        self.asked = False
        self._whole = True
        self._focused: bool | None = None
        self._tree = NumberedTree()
        self._requests: deque[tuple[int, str, str]] = deque()
        self._adapter = _adapter(kit, self._activate, self._act, self._deactivate)

    # -- calls from other threads ------------------------------------------------------

    def _activate(self) -> None:
        """Note that a reader asks; the tree follows with the next frame."""
        self.asked = self._whole = True
        _wake()

    def _deactivate(self) -> None:
        self.asked = False

    def _act(self, request: Untyped) -> None:
        """Note what the reader asks for."""
        known = self.kit.Action
        named = (n for n, theirs in ACTIONS.items() if request.action == getattr(known, theirs))
        action = next(named, None)
        data = request.data[1] if isinstance(request.data, tuple) else request.data
        if action is not None:
            self._requests.append((request.target, action, "" if data is None else str(data)))
            _wake()

    # -- the frame ---------------------------------------------------------------------

    def request(self) -> tuple[Node, str, str] | None:
        """Return the next thing that the reader asks for: a node, an action and a text."""
        while self._requests:
            target, action, text = self._requests.popleft()
            if target in self._tree.nodes:
                return self._tree.nodes[target], action, text
        return None

    def show(self, tree: Node, focused: bool) -> None:
        """Hand on what changed of the `tree`, and whether the window has the keyboard."""
        if focused != self._focused:
            self._focused = focused
            _focus_window(self._adapter, focused)
        whole, self._whole = self._whole, False
        changed = self._tree.changes(tree, whole)
        events = self._adapter.update_if_active(lambda: self._update(changed, whole))
        if events is not None:
            events.raise_events()

    def _update(self, changed: Iterable[tuple[int, NumberedNode]], whole: bool) -> Untyped:
        """Return the update for AccessKit."""
        update = self.kit.TreeUpdate(self._tree.focus)
        if whole:
            update.tree = self.kit.Tree(ROOT)
        for number, each in changed:
            update.nodes.append((number, self._made(each)))
        return update

    def _made(self, each: NumberedNode) -> Untyped:
        """Return a node as AccessKit has it."""
        kit, node = self.kit, each.node
        made = kit.Node(getattr(kit.Role, OTHER_ROLES.get(node.role, node.role.upper())))
        if node.role == "paragraph":
            made.set_value(node.name)
        else:
            made.set_label(node.name)
        if node.value:
            made.set_value(node.value)
        if node.description:
            made.set_description(node.description)
        made.set_children(list(each.children))
        if node.bounds is not None:
            x, y, w, h = node.bounds
            made.set_bounds(kit.Rect(x, y, x + w, y + h))
        for action in node.actions:
            made.add_action(getattr(kit.Action, ACTIONS[action]))
        if node.live:
            levels = {POLITE: kit.Live.POLITE, ASSERTIVE: kit.Live.ASSERTIVE}
            made.set_live(levels[node.live])
        if node.level:
            made.set_level(node.level)
        self._set_states(made, node)
        return made

    def _set_states(self, made: Untyped, node: Node) -> None:
        if "disabled" in node.states:
            made.set_disabled()
        if node.role in ("option", "tab"):
            made.set_selected("selected" in node.states)
        elif "selected" in node.states:
            made.set_toggled(self.kit.Toggled.TRUE)
        if node.role == "switch":
            on = self.kit.Toggled.TRUE if "on" in node.states else self.kit.Toggled.FALSE
            made.set_toggled(on)
        if node.role in ("dialog", "alert"):
            made.set_modal()
        if node.scale is not None:
            made.set_numeric_value(node.scale.number)
            made.set_min_numeric_value(node.scale.least)
            made.set_max_numeric_value(node.scale.most)
            if node.scale.step:
                made.set_numeric_value_step(node.scale.step)


def _wake() -> None:
    """Let the loop of the window look up at once; this may be called from any thread."""
    if pygame.display.get_init():
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))


def _adapter(
    kit: Untyped,
    activate: Callable[[], None],
    act: Callable[[Untyped], None],
    deactivate: Callable[[], None],
) -> Untyped:
    """Return the adapter of this system. On Windows and macOS it belongs to a window that was never
    shown, which is opened hidden for that.
    """
    if sys.platform not in ("win32", "darwin"):
        return kit.unix.Adapter(activate, act, deactivate)
    pygame.display.set_mode((64, 64), pygame.HIDDEN)
    window = pygame.display.get_wm_info()["window"]
    if sys.platform == "win32":
        return kit.windows.SubclassingAdapter(window, activate, act)
    kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
    return kit.macos.SubclassingAdapter.for_window(window, activate, act)


def _focus_window(adapter: Untyped, focused: bool) -> None:
    """Say whether the window has the keyboard, where the system does not say it by itself."""
    for name in ("update_window_focus_state", "update_view_focus_state"):
        if hasattr(adapter, name):
            events = getattr(adapter, name)(focused)
            if events is not None:
                events.raise_events()
