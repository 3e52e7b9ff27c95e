"""The voice of a table: its nodes for a screen reader, the last lines, and two keys.

The keys open the list of what can be done, and say where the player stands; both serve every
player, with a reader or without.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final

from games.shell.access.node import FOCUS, POLITE, PRESS, Act, Node, group
from games.shell.access.speech import SpokenChoice, TableSight, speech_of
from games.shell.draw.canvas import Canvas
from games.shell.draw.display_list import UNHEARD
from games.shell.hooks import Hooks
from games.shell.input import InputEvent, Pointer, Press
from games.shell.widgets.picker import Picker, PickRow

LINES: Final = 12
"""The lines of past turns that a reader finds at a table; chosen by hand."""
NOT_NOW: Final = "You have nothing to choose now."
GO_ON: Final = "Go on"
WALKS: Final = {"left": -1, "up": -1, "right": 1, "down": 1}


class Voice:
    """The words of a `table`, made from what `see` returns; `take` makes a move."""

    def __init__(
        self,
        table: Hooks,
        game: str,
        see: Callable[[], TableSight],
        take: Callable[[str], bool],
    ) -> None:
        self.table, self.speech, self.see, self.take = table, speech_of(game), see, take
        self.at: int | None = None
        self._lines: deque[tuple[int, str]] = deque(maxlen=LINES)
        self._count = 0

    # -- saying ------------------------------------------------------------------------

    def hear(self) -> None:
        """Say the turn that was played last."""
        for line in self.speech.events(self.see()):
            self.say(line)
            self.table.shell.spoke = True

    def say(self, line: str) -> None:
        """Say a line: a reader speaks it, and finds it again among the last ones."""
        self._count += 1
        self._lines.append((self._count, line))

    @property
    def said(self) -> list[str]:
        """The last lines, the newest last."""
        return [line for _, line in self._lines]

    # -- the tree ----------------------------------------------------------------------

    def heard(self, canvas: Canvas) -> AbstractContextManager[None]:
        """Let a listener at the `canvas` have the table's nodes while the stage is drawn."""
        if canvas.listener is None:
            return UNHEARD
        known = self.nodes()
        canvas.listener.add([*self._guide(), *(known or self.log()), *self._keys()])
        return UNHEARD if known is None else canvas.listener.instead()

    def _guide(self) -> list[Node]:
        """Return the words of a guide, and a button that goes on from them or from a sum."""
        words, table = self.table.guiding_words, self.table
        found = [Node("status", words, key=("guide", words), live=POLITE)] if words else []
        if table.explaining or getattr(table, "reckoning", None) is not None:
            found.append(Node("button", GO_ON, key="go on", actions=_pressing(table.skip)))
        return found

    def _keys(self) -> list[Node]:
        """Return buttons that do what the two keys do, each named with its key."""
        hands, press = self.table.shell.input, {"choices": self.show_choices}
        press["standing"] = self.say_standing
        return [
            Node("button", hands.name(key), "", hands.label(key), actions=_pressing(act), key=key)
            for key, act in press.items()
        ]

    def nodes(self) -> list[Node] | None:
        """Return the table's nodes; None where its game has no words, or no person was let look
        yet: then the drawn words count.
        """
        at = self.see()
        elements = [] if at.closed and not at.over else self.speech.elements(at)
        if not elements:
            return None
        for number, node in enumerate(self._stops(elements)):
            self._touch(node, number)
        found = [group(self.table.title, elements, "table")]
        if due := self.speech.standing(at):
            found.append(Node("status", due, key="standing"))
        hint = getattr(self.table.hinting, "words", "")
        if hint:
            found.append(Node("status", hint, key="hint", live=POLITE))
        return [*found, *self.log()]

    def log(self) -> list[Node]:
        """Return the last lines as a live region."""
        lines = [Node("paragraph", line, key=n, live=POLITE) for n, line in self._lines]
        return [Node("log", "What happened", children=lines, key="log")] if lines else []

    def _stops(self, nodes: Sequence[Node]) -> Iterator[Node]:
        """Yield the nodes that the arrows walk: those without others below them."""
        for node in nodes:
            if node.children:
                yield from self._stops(node.children)
            else:
                yield node

    def _touch(self, node: Node, number: int) -> None:
        """Give a node its focus and what a reader can do with it."""
        cursor = self.table.spoken_cursor
        if node.key == cursor if cursor else number == self.at:
            node.states |= {"focused"}
        node.actions = {FOCUS: lambda value: self._stand(number)}
        if node.press:
            node.actions = {**node.actions, PRESS: lambda value: self.press_spot(node.press)}

    def _stand(self, number: int) -> None:
        self.at = number

    def press_spot(self, spot: str) -> None:
        """Make the move called `spot`, do the game's action of that id, or press the mouse on the
        spot of that name.
        """
        if self.take(spot):
            return
        if any(action.id == spot for action in self.table.shell.input.actions):
            self.table.handle(Press(spot))
            return
        box = self.table.cell_box(spot)
        if box is not None:
            x, y, w, h = box
            for kind in ("down", "up"):
                self.table.handle(Pointer(kind, x + w / 2, y + h / 2, 1))

    # -- the keys ----------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Take the two keys; arrows that the game leaves walk over the table."""
        if not isinstance(event, Press) or (event.repeat and event.action not in WALKS):
            return False
        if event.action == "choices":
            self.show_choices()
        elif event.action == "standing":
            self.say_standing()
        elif event.action in WALKS and self.table.shell.listening:
            return self._walk(WALKS[event.action])
        else:
            return False
        return True

    def _walk(self, by: int) -> bool:
        stops = list(self._stops(self.speech.elements(self.see())))
        if stops:
            last = len(stops) - 1
            start = self.at if self.at is not None else (-1 if by > 0 else last + 1)
            self.at = min(max(start + by, 0), last)
        return bool(stops)

    def say_standing(self) -> None:
        """Show score, turn and clock for a moment."""
        self.table.shell.toast(self.speech.standing(self.see()))

    def choices(self) -> list[SpokenChoice]:
        """Return what the person can choose now."""
        return self.speech.choices(self.see())

    def show_choices(self) -> None:
        """Open the list of what can be chosen; where a clock runs, say it instead."""
        shell, found = self.table.shell, self.choices()
        if not found:
            shell.toast(NOT_NOW)
            return
        if self.see().hurried:
            for each in found:
                self.say(f"{each.name}: {each.brings}." if each.brings else f"{each.name}.")
            return
        rows = [PickRow(each.name, each.brings) for each in found]
        title = "What you can do"
        shell.push(Picker(shell, title, rows, 0, lambda index: self.press_spot(found[index].move)))


def _pressing(act: Callable[[], None]) -> dict[str, Act]:
    return {PRESS: lambda value: act()}
