"""The reading room: read over 2 to 10 keys, read a class, and tell people from machines.

All reading is done in a process of its own (`ai.numbers.desk`), so that no frame waits for it. The
room shows one of three panes; each says what it wants of the process and takes what comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.core import Action
from games.numbers.room_class import ClassPane
from games.numbers.room_pairs import PairPane
from games.numbers.room_pane import Pane
from games.numbers.room_reading import ReadingPane
from games.session.child import Child
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, GAP, HEADING, NOTE
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form
from games.shell.widgets.tabs import Tabs

DESK: Final = "ai.numbers.desk"
HEAD: Final = 148.0  # units; title and tabs
FOOT: Final = 76.0
ACTIONS: Final = tuple(
    Action(f"choice_{number}", name, "choice", (f"key:{key}", f"key:[{key}]"))
    for number, key, name in ((8, 8, "Eighth key"), (9, 9, "Ninth key"), (10, 0, "Tenth key"))
)
"""The keys of the row of numbers beyond those that every game knows; 0 stands for 10."""


class ReadingRoom(Scene):
    """Three panes, and the process that reads for them."""

    title = "Reading room"
    contexts = ("menu", "choice", "all")
    actions = ACTIONS

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.child: Child | None = None
        self.springs = Springs(0.3)
        self.panes: tuple[Pane, ...] = (ReadingPane(self), ClassPane(self), PairPane(self))
        self.pane: Pane = self.panes[0]
        self.size = shell.size
        self.tabs = Tabs([pane.title for pane in self.panes], 0, self._open)
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((), shell.play_sound)

    def enter(self) -> None:
        """Begin with the first pane."""
        self._open(0)

    def _open(self, place: int) -> None:
        self.pane = self.panes[place]
        self.pane.begin()
        self.refresh()

    def refresh(self) -> None:
        """Take the widgets that the pane has now; the focus stays where it was, if it can."""
        focused = self.form.focused
        self.form.widgets = [self.tabs, *self.pane.widgets(), self.back]
        if focused in self.form.widgets and focused is not None:
            self.form.focus_on(focused)
        else:
            self.form.focus_on(self.tabs)
        self.layout(*self.size)

    # -- the process -------------------------------------------------------------------

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask the process, which is started if it is not running."""
        if self.child is None:
            self.child = Child(DESK)
        self.child.send(message)

    def update(self, dt: float) -> None:
        """Give what came to the pane."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        self.pane.update(dt)
        child = self.child
        if child is None:
            return
        while (reply := child.take()) is not None:
            problem = reply.get("error")
            if problem is not None:
                self.shell.toast(str(problem))
            self.pane.take(reply)
            self.refresh()
        if child.ended:
            child.close()
            self.child = None
            self.shell.toast("The reader stopped and was started again; begin anew.")
            self.pane.begin()
            self.refresh()

    def restart(self) -> None:
        """End the process; the next question starts another."""
        if self.child is not None:
            self.child.close()
        self.child = None

    def leave(self) -> None:
        """End the process."""
        self.restart()

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Tabs above, the pane in the middle, the way out below."""
        self.size = (width, height)
        self.tabs.box = (EDGE, 88, width - 2 * EDGE, 44)
        self.back.box = (width - EDGE - 160, height - FOOT + 16, 160, 44)
        self.pane.place((EDGE, HEAD, width - 2 * EDGE, height - HEAD - FOOT))

    @property
    def wants_text(self) -> bool:
        """Whether a field has the focus."""
        return self.form.wants_text

    def handle(self, event: InputEvent) -> bool:
        """The pane first, then the form; back leaves."""
        if isinstance(event, Press):
            if event.action in ("back", "pause"):
                self.shell.pop()
                return True
            if event.action in ("next_tab", "previous_tab"):
                self.tabs.turn(1 if event.action == "next_tab" else -1)
                return True
        return self.pane.handle(event) or self.form.handle(event)

    def take_file(self, path: str) -> bool:
        """A class that is dropped here is read."""
        return self.pane.take_file(path)

    def next_frame(self) -> float | None:
        """At once while something moves, often while an answer is awaited."""
        if self.springs.moving:
            return 0.0
        return 1 / 30 if self.pane.waiting else None

    def draw(self, canvas: Canvas) -> None:
        """Title, tabs, the pane, and what the focus is for."""
        canvas.fill("ink")
        canvas.icon("mind", (EDGE + 18, 52), 36, "brass")
        canvas.text("Reading room", (EDGE + 52, 52), HEADING, "paper", "title")
        self.pane.draw(canvas)
        self.form.draw(canvas)
        hint = self.form.focused.hint if self.form.focused is not None else ""
        room = self.back.box[0] - EDGE - GAP
        lines = canvas.wrap(hint or self.pane.hint, room, NOTE)[:2]
        top = self.size[1] - FOOT / 2 - len(lines) * canvas.line_height(NOTE) / 2
        canvas.paragraph(hint or self.pane.hint, (EDGE, top), room, NOTE, "quiet", most=2)
