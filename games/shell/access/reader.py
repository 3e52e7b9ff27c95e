"""The screen reader at the window: it is shown the tree of what the window shows, when it asks.

Without a reader no tree is built. With one the tree is made as a scene is drawn: at once after a
press and with a line, else at most `A_SECOND` times a second, so that an animation costs little
more than before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from games.shell.access.listener import NodeListener
from games.shell.access.node import ASSERTIVE, POLITE, Node, heading
from games.shell.draw.canvas import Canvas
from games.shell.input import Pointer
from games.shell.shell import Shell

NAME: Final = "Open Mind Arcade"
A_SECOND: Final = 4.0
"""Trees a second while a picture moves by itself; chosen by hand: speech is slower."""


class Bridge(Protocol):
    """The way to the system's screen reader.

    >>> class Deaf:
    ...     asked = False
    ...     def show(self, tree, focused): ...
    ...     def request(self): return None
    >>> Deaf().request()
    """

    @property
    def asked(self) -> bool:
        """True while a screen reader asks for the tree."""

    def show(self, tree: Node, focused: bool) -> None:
        """Hand the `tree` on; `focused` is whether the window has the keyboard."""

    def request(self) -> tuple[Node, str, str] | None:
        """Return the next thing that the reader asks for: a node, an action and a text."""


class ScreenReader:
    """The reader at the window of a `shell`, over a `bridge` once there is one.

    After `pressed` the next frame is handed on at once; `focused` is whether the window has the
    keyboard.
    """

    def __init__(self, shell: Shell, bridge: Bridge | None = None) -> None:
        self.shell, self.bridge = shell, bridge
        self.tree: Node | None = None
        self.focused = True
        self._since = 0.0
        self.pressed = self._untold = False

    def update(self, dt: float) -> bool:
        """Do what the reader asked for, `dt` seconds after the last frame; return True if the
        window is to be drawn for it.
        """
        if self.bridge is None:
            return False
        self._since += dt
        began = self.bridge.asked and not self.shell.listening
        self.shell.listening = self.bridge.asked
        self.pressed = self.pressed or began
        request = self.bridge.request()  # one a frame: the next may be for what it leads to
        if request is not None:
            node, action, text = request
            self.pressed = True
            if action in node.actions:
                self.shell.guard(node.actions[action], text)
        return began or request is not None or (self._untold and self._rested)

    @property
    def _rested(self) -> bool:
        return self._since >= 1 / A_SECOND

    def next_frame(self) -> float | None:
        """Return the seconds until a change is due that the reader has not heard of."""
        if not self._untold:
            return None
        return max(0.0, 1 / A_SECOND - self._since)

    def listener(self) -> NodeListener | None:
        """Return a listener for the frame that is drawn now, None where none is due."""
        if not self.shell.listening:
            return None
        if self.pressed or self.shell.spoke or self._rested:
            return listen(self.shell)
        self._untold = True
        return None

    def show(self, listener: NodeListener | None) -> None:
        """Hand on the words of the scene on top, as it was drawn."""
        if listener is None or not self.shell.stack:
            return
        self._since, self.pressed, self._untold = 0.0, False, False
        self.shell.spoke = False
        self.tree = window(self.shell, listener.nodes())
        if self.bridge is not None:
            self.bridge.show(self.tree, self.focused)


def listen(shell: Shell) -> NodeListener:
    """Return a listener for the scene on top of a `shell`, which a reader's presses go to."""

    def click(x: float, y: float) -> None:
        scene = shell.top
        for kind in ("move", "down", "up"):
            if shell.stack and shell.top is scene:
                shell.guard(scene.handle, Pointer(kind, x, y, 1 if kind != "move" else 0))

    return NodeListener(click)


def window(shell: Shell, nodes: Sequence[Node]) -> Node:
    """Return the tree: the title as a heading, the nodes of the scene, and the toasts."""
    scene = shell.top
    title = scene.title or NAME
    hints = {node.description for node in nodes if "focused" in node.states}
    nodes = [node for node in nodes if node.role != "paragraph" or node.name not in hints]
    headings = [node for node in nodes if node.role == "heading"]
    if not headings or (headings[0].level > 1 and headings[0].name != title):
        headings = [heading(title, 1), *headings]
        nodes = [headings[0], *nodes]
    headings[0].level = 1
    for other in headings[1:]:
        other.level = max(2, other.level)
    if scene.overlay:
        alert = ASSERTIVE if type(scene).__name__ == "Card" else ""
        role = "alert" if alert else "dialog"
        text = ". ".join(node.name for node in nodes if node.role == "paragraph") if alert else ""
        nodes = [Node(role, title, description=text, children=nodes, key=id(scene), live=alert)]
    toasts = [
        Node(
            "status",
            toast.text,
            key=("toast", toast.text),
            live=ASSERTIVE if toast.stays else POLITE,
        )
        for toast in shell.toasts.shown
    ]
    name = title if title == NAME else f"{title} - {NAME}"
    return Node("window", name, children=[*nodes, *toasts])


def tree_of(shell: Shell, canvas: Canvas) -> Node:
    """Return the tree of the scene on top, drawn once more on a `canvas` for that."""
    before, canvas.listener = canvas.listener, listen(shell)
    canvas.begin_frame()
    try:
        shell.top.draw(canvas)
        return window(shell, canvas.listener.nodes())
    finally:
        canvas.listener = before
        canvas.end_frame()
