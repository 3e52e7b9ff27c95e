"""A page with panes under tabs, and a process of its own that works for them.

Whatever takes long is asked of that process (`games.child`), so that no frame waits for
it. A game gives the panes and the module of the process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from games.child import Child
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, NOTE
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form, Widget
from games.shell.widgets.page import draw_heading
from games.shell.widgets.tabs import Tabs

HEAD: Final = 148.0  # units; title and tabs
FOOT: Final = 76.0
AWAITING: Final = 1 / 30
"""Seconds between two looks for an answer that is awaited."""


class Room(Protocol):
    """The tools that a pane gets from its room."""

    shell: Shell
    springs: Springs

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask the process; `message` is an object of JSON."""

    def restart(self) -> None:
        """End the process; the next question starts another."""

    def refresh(self) -> None:
        """Take the widgets of the pane anew."""


AnyRoom = TypeVar("AnyRoom", bound=Room)


class Pane(Generic[AnyRoom]):
    """One page of a room; `hint` stands at its foot, `waiting` is True while an answer is due."""

    title = ""
    hint = ""

    def __init__(self, room: AnyRoom) -> None:
        self.room = room
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.waiting = False

    def begin(self) -> None:
        """Begin, as the pane was opened or the process began anew."""

    def stop(self) -> None:
        """Stop asking: the pane is left."""

    def widgets(self) -> Sequence[Widget]:
        """Return the widgets that take the focus now."""
        return ()

    def place(self, box: Box) -> None:
        """Place all on the pane, which has this box."""
        self.box = box

    def handle(self, event: InputEvent) -> bool:
        """Handle an event before the widgets have it; return whether it was used."""
        return False

    def take_file(self, path: str) -> bool:
        """Take a file that was dropped on the window; False where the pane reads none."""
        return False

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in an answer of the process."""

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""

    @property
    def moving(self) -> bool:
        """True if the picture changes by itself."""
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draw all but the widgets."""


class Workroom(Scene):
    """The panes of a room, and the process that works for them.

    `desk` is the module of the process (`games.child`), `sign` the icon beside the title.
    """

    contexts: tuple[str, ...] = ("menu", "choice", "all")
    desk = ""
    sign = ""
    keeps = ""
    """The name of the file in which the process keeps its work for the player."""

    def __init__(
        self, shell: Shell, panes: Sequence[Callable[[Self], Pane[Any]]], first: int = 0
    ) -> None:
        """Begin with the pane at the place `first`; each of `panes` makes one for this room."""
        super().__init__(shell)
        self.child: Child | None = None
        self.springs = Springs(0.3)
        self.panes = tuple(pane(self) for pane in panes)
        self.pane = self.panes[first]
        self.size = shell.size
        self.tabs = Tabs([pane.title for pane in self.panes], first, self.open_pane)
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((), shell.play_sound)

    def enter(self) -> None:
        """Begin with the pane that is open."""
        self.pane.begin()
        self.refresh()

    def open_pane(self, place: int) -> None:
        """Open the pane at a place."""
        self.tabs.index = place
        self.pane.stop()
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

    def file(self) -> str | None:
        """Return the path of the player's work, if there is a folder."""
        root, profile = self.shell.library.store.root, self.shell.profile
        if root is None or profile is None or self.shell.demo:
            return None
        return str(Path(root) / "profiles" / profile.id / "trainings" / self.keeps)

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask the process, which is started if it is not running."""
        if self.child is None:
            self.child = Child(self.desk)
        self.child.send(message)

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in an answer of the process."""

    def stopped(self) -> None:
        """Note that the process has ended by itself; the next question starts another."""

    def update(self, dt: float) -> None:
        """Take what has been answered, and move on."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        self.pane.update(dt)
        child = self.child
        if child is None:
            return
        while (reply := child.take()) is not None:
            self.take(reply)
            self.refresh()
        if child.ended:
            child.close()
            self.child = None
            self.stopped()
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
        """Place tabs above, the pane in the middle, the way out below."""
        self.size = (width, height)
        self.tabs.box = (EDGE, 88, width - 2 * EDGE, 44)
        self.back.box = (width - EDGE - 160, height - FOOT + 16, 160, 44)
        self.pane.place((EDGE, HEAD, width - 2 * EDGE, height - HEAD - FOOT))

    @property
    def wants_text(self) -> bool:
        """True if a field has the focus."""
        return self.form.wants_text

    def handle(self, event: InputEvent) -> bool:
        """Hand the event to the pane first, then the form; back leaves."""
        if isinstance(event, Press):
            if event.action in ("back", "pause") and not event.repeat:
                self.shell.pop()
                return True
            if event.action in ("next_tab", "previous_tab"):
                self.tabs.turn(1 if event.action == "next_tab" else -1)
                return True
        return self.pane.handle(event) or self.form.handle(event)

    def take_file(self, path: str) -> bool:
        """Hand a dropped file to the pane."""
        return self.pane.take_file(path)

    def next_frame(self) -> float | None:
        """Return 0 while the picture moves, `AWAITING` while an answer is due."""
        if self.springs.moving or self.pane.moving:
            return 0.0
        return AWAITING if self.pane.waiting else None

    def draw_ground(self, canvas: Canvas) -> None:
        """Draw the ground under all parts."""
        canvas.fill("ink")

    def draw(self, canvas: Canvas) -> None:
        """Draw title, tabs, the pane, and what the focus is for."""
        self.draw_ground(canvas)
        draw_heading(canvas, self.sign, self.title)
        self.pane.draw(canvas)
        self.form.draw(canvas)
        hint = self.form.hint or self.pane.hint
        room = self.back.box[0] - EDGE - GAP
        lines = canvas.wrap(hint, room, NOTE)[:2]
        top = self.size[1] - FOOT / 2 - len(lines) * canvas.line_height(NOTE) / 2
        canvas.paragraph(hint, (EDGE, top), room, NOTE, "quiet", most=2)
