"""The laboratory of Set: why there is no set so often, what was counted, how solvers go about it.

All counting is done in a process of its own (`ai.lab.set.desk`), so that no frame waits for it; it
keeps what it has counted with the player, and goes on from there another time.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from games.arrays import BadWeights, arrays_from_text
from games.session.child import Child
from games.set.laboratory.counting import CountPane
from games.set.laboratory.pane import Figures, Pane
from games.set.laboratory.solvers import SolversPane
from games.set.laboratory.story import StoryPane
from games.set.laboratory.twenty import TwentyPane
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, GAP, HEADING, NOTE
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form
from games.shell.widgets.tabs import Tabs

DESK: Final = "ai.lab.set.desk"
FILE: Final = "set-laboratory.npz"
USUAL: Final = (2.0, 1.4, 1.0, 0.7)
"""How soon the four kinds are seen by whom nothing is known: the guess of the searchers."""
HEAD: Final = 148.0  # units; title and tabs
FOOT: Final = 76.0


class Laboratory(Scene):
    """The panes, and the process that counts for them."""

    title = "Laboratory of Set"
    contexts = ("menu", "choice", "play", "all")

    def __init__(self, shell: Shell, first: int = 0) -> None:
        """Begin with the pane at the place `first`."""
        super().__init__(shell)
        self.child: Child | None = None
        self.springs = Springs(0.3)
        self.counts: dict[str, Figures] = {}
        self.weights = learned_weights(shell)
        self.counting = CountPane(self)
        self.panes: tuple[Pane, ...] = (
            StoryPane(self),
            self.counting,
            SolversPane(self),
            TwentyPane(self),
        )
        self.pane: Pane = self.panes[first]
        self.size = shell.size
        self.tabs = Tabs([pane.title for pane in self.panes], first, self._open)
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((), shell.play_sound)
        self.refresh()

    def enter(self) -> None:
        """Take up what was counted before."""
        self.send({"op": "open", "file": self.file()})

    def file(self) -> str | None:
        """Where the player's counts are kept, if there is a folder."""
        root, profile = self.shell.library.store.root, self.shell.profile
        if root is None or profile is None or self.shell.demo:
            return None
        return str(Path(root) / "profiles" / profile.id / "trainings" / FILE)

    def _open(self, place: int) -> None:
        self.pane.stop()
        self.pane = self.panes[place]
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
        """Take what was counted, and move on."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        self.pane.update(dt)
        child = self.child
        if child is None:
            return
        while (reply := child.take()) is not None:
            self._take(reply)
        if child.ended:
            child.close()
            self.child = None
            self.shell.toast("The counting stopped; what was counted is kept.")
            for pane in self.panes:
                pane.take({"op": "error"})
            self.refresh()

    def _take(self, reply: Mapping[str, Any]) -> None:
        told = reply.get("error") or reply.get("told")
        if told:
            self.shell.toast(str(told))
        if reply["op"] == "opened":
            self.counts = dict(reply["counts"])
        elif reply["op"] == "counted":
            self.counts[str(reply["key"])] = reply["figures"]
        for pane in self.panes:
            pane.take(reply)
        self.refresh()

    def leave(self) -> None:
        """End the process; what it has counted is kept."""
        if self.child is not None:
            self.child.close()
        self.child = None

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Tabs above, the pane in the middle, the way out below."""
        self.size = (width, height)
        self.tabs.box = (EDGE, 88, width - 2 * EDGE, 44)
        self.back.box = (width - EDGE - 160, height - FOOT + 16, 160, 44)
        self.pane.place((EDGE, HEAD, width - 2 * EDGE, height - HEAD - FOOT))

    def handle(self, event: InputEvent) -> bool:
        """The pane first, then the form; back leaves."""
        if isinstance(event, Press):
            if event.action in ("back", "pause") and not event.repeat:
                self.shell.pop()
                return True
            if event.action in ("next_tab", "previous_tab"):
                self.tabs.turn(1 if event.action == "next_tab" else -1)
                return True
        return self.pane.handle(event) or self.form.handle(event)

    def next_frame(self) -> float | None:
        """At once while something moves, often while an answer is awaited."""
        if self.springs.moving or self.pane.moving:
            return 0.0
        return 1 / 15 if any(pane.waiting for pane in self.panes) or not self.counts else None

    def draw(self, canvas: Canvas) -> None:
        """Title, tabs, the pane, and what the focus is for."""
        canvas.sprite("set-backdrop", (0, 0, *self.size))
        canvas.icon("flask", (EDGE + 18, 52), 36, "brass")
        canvas.text(self.title, (EDGE + 52, 52), HEADING, "paper", "title")
        self.pane.draw(canvas)
        self.form.draw(canvas)
        hint = self.form.hint or self.pane.hint
        room = self.back.box[0] - EDGE - GAP
        lines = canvas.wrap(hint, room, NOTE)[:2]
        top = self.size[1] - FOOT / 2 - len(lines) * canvas.line_height(NOTE) / 2
        canvas.paragraph(hint, (EDGE, top), room, NOTE, "quiet", most=2)


def learned_weights(shell: Shell) -> tuple[float, ...]:
    """How fast the player sees each kind of set, as the mirror has learned; else the usual."""
    profile = shell.profile
    text = None if profile is None else shell.library.learned(profile.id, "set")
    if text is None:
        return USUAL
    try:
        arrays = arrays_from_text(text)
        rates = arrays["shape"] / arrays["rate"]
    except (BadWeights, KeyError, TypeError, ValueError):
        return USUAL
    if rates.shape != (len(USUAL),) or not bool((rates > 0).all()):
        return USUAL
    return tuple(float(rate) for rate in rates)
