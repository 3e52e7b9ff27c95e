"""A table whose first match has a guide, which can be asked for again from the pause page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from games.core import CHANCE, Turn
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.guide import Guide, Stop
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Shell
from games.shell.table import Table


class GuidedTable(Table):
    """A table with a `guide`, None where nothing is to be told."""

    guiding: ClassVar[tuple[Stop, ...]] = ()
    """What a newcomer is told in the first match of this game."""
    guide_clear: Box | None = None
    """What is kept free of the guide's words, where they have room elsewhere."""
    spared: ClassVar[tuple[Callable[[Any], Box], ...]] = ()
    """Boxes that the words do not cover where there is another place for them."""

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.guide: Guide | None = None
        super().__init__(shell, setup, turns)

    def enter(self) -> None:
        """The first match of a game has a guide."""
        met, play = self.shell.settings.guided.split(), self.guide_name
        moved = any(turn[0][0] != CHANCE for turn in self.match.turns)
        fresh = bool(self.session.people) and not moved and not self.setup.replay
        if fresh and not self.setup.demo and play not in met:
            self.shell.change_settings(guided=" ".join([*met, play]))
            self.start_guide()

    @property
    def guide_name(self) -> str:
        """What the guide tells of: the game, or its mode where it has several."""
        mode = self.spec.modes.option
        return str(self.setup.params[mode]) if mode else self.spec.id

    def stops(self) -> tuple[Stop, ...]:
        """What a newcomer is told here."""
        return self.guiding

    def start_guide(self) -> None:
        """Point at what is meant, one thing at a time."""
        self.guide = Guide(self, self.stops())

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """The guide again, for who wants it."""
        if not self.session.people or self.session.over:
            return []

        def show() -> None:
            self.shell.back_to(self)
            self.start_guide()

        return [("Show me how", "help", show)]

    @property
    def guided(self) -> bool:
        """Whether there is still something to be told."""
        return self.guide is not None and not self.guide.over

    @property
    def explaining(self) -> bool:
        """Whether the match waits until something is read."""
        return self.guide is not None and self.guide.holds

    @property
    def busy(self) -> bool:
        """While something is read."""
        return self.explaining

    @property
    def moving(self) -> bool:
        """While the guide waits for its moment."""
        return self.guided

    def skip(self) -> None:
        """What the guide said was read."""
        if self.guide is not None and self.guide.holds:
            self.guide.go_on()

    def update(self, dt: float) -> None:
        """Move on, and the guide with it."""
        super().update(dt)
        if self.guide is not None and self.guided:
            self.guide.update(dt)

    def handle(self, event: InputEvent) -> bool:
        """As any table; who presses something is there, and the guide waits for them."""
        if self.guide is not None and not (isinstance(event, Pointer) and event.kind == "move"):
            self.guide.note_press()
        return super().handle(event)

    def press(self, event: Press) -> bool:
        """Confirm goes on, while something is read."""
        if self.explaining and event.action == "confirm" and not event.repeat:
            self.skip()
            return True
        return super().press(event)

    def draw_guide(self, canvas: Canvas) -> None:
        """What the guide says, over the stage."""
        if self.guide is not None and not self.finished:
            x, y, w, h = self.stage
            right = self.panel[0] if self.panel is not None else x + w
            stage = (x, y, right - x, h)
            spared = [box_of(self) for box_of in type(self).spared]
            hands = self.shell.input
            pad = hands.state.device == "gamepad"
            go_on = f"{hands.label('confirm' if pad else 'skip')} goes on"
            self.guide.draw(canvas, stage, self.guide_clear, spared, go_on, pad, hands.label)
