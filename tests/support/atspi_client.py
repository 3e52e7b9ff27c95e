"""A client of the accessibility bus, as a screen reader is one; it knows the arcade by that alone.

A process of its own, run by the system's Python, which has `gi` (Debian: python3-gi and
gir1.2-atspi-2.0). It reads a request a line as JSON from its standard input and writes the answer
as a line:

| request | answer |
|---|---|
| `{"do": "tree"}` | the window: [role, name, description, states, children] |
| `{"do": "press", "role": ..., "name": ...}` | the seconds until the call came back, or null |
| `{"do": "key", "key": "F3"}` | the time at which the key was pressed |
| `{"do": "heard"}` | the announcements since: [time, words] |

Times are those of `time.monotonic`, which all processes of a machine share.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

HEARD: list[tuple[float, str]] = []
DEEPEST = 12
SYMBOLS = {"Right": 0xFF53, "Down": 0xFF54, "Tab": 0xFF09, "F2": 0xFFBF, "F3": 0xFFC0}
"""X11's numbers of keys that are no letter."""


def application() -> Any:
    """The arcade on the bus, None while it is not there."""
    desktop = Atspi.get_desktop(0)
    for number in range(desktop.get_child_count()):
        found = desktop.get_child_at_index(number)
        if found is not None and found.get_child_count():
            return found
    return None


def walk(node: Any, depth: int = 0) -> Any:
    """All nodes below one, from top to bottom."""
    yield node
    for number in range(node.get_child_count() if depth < DEEPEST else 0):
        child = node.get_child_at_index(number)
        if child is not None:
            yield from walk(child, depth + 1)


def outline(node: Any, depth: int = 0) -> list[Any]:
    states = [state.value_nick for state in node.get_state_set().get_states()]
    children = [node.get_child_at_index(n) for n in range(node.get_child_count())]
    below = [outline(child, depth + 1) for child in children if child and depth < DEEPEST]
    return [node.get_role_name(), node.get_name(), node.get_description(), states, below]


def press_node(role: str, name: str) -> float | None:
    """Press the first node of this role and name; None where there is none."""
    began, top = time.monotonic(), application()
    for node in walk(top) if top is not None else ():
        if node.get_role_name() == role and node.get_name() == name:
            node.do_action(0)
            return time.monotonic() - began
    return None


def answer(asked: dict[str, str]) -> Any:
    if asked["do"] == "tree":
        top = application()
        return None if top is None else outline(top)
    if asked["do"] == "press":
        return press_node(asked["role"], asked["name"])
    if asked["do"] == "key":
        now = time.monotonic()
        symbol = SYMBOLS.get(asked["key"]) or ord(asked["key"])
        Atspi.generate_keyboard_event(symbol, None, Atspi.KeySynthType.SYM)
        return now
    found, HEARD[:] = list(HEARD), []
    return found


def on_announcement(event: Any) -> None:
    HEARD.append((time.monotonic(), str(event.any_data)))


def on_line(channel: Any, condition: Any) -> bool:
    line = sys.stdin.readline()
    if not line:
        LOOP.quit()
        return False
    try:
        found = answer(json.loads(line))
    except (GLib.Error, AttributeError, TypeError):  # what was asked for has gone meanwhile
        found = None
    print(json.dumps(found), flush=True)
    return True


if __name__ == "__main__":
    Atspi.init()
    LOOP = GLib.MainLoop()
    LISTENER = Atspi.EventListener.new(on_announcement)
    LISTENER.register("object:announcement")
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, on_line)
    LOOP.run()
