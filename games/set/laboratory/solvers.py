"""The pane of the solvers: six of them race on the same table, step by step or all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.session.starting import fresh_seed
from games.set import places
from games.set.drawing import draw_card
from games.set.laboratory.pane import LaboratoryPane, Room, many
from games.set.laboratory.ways import WAYS, LookAt, looks_of, sets_seen
from games.set.rules.cards import CARDS, sets_among
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import RIGHT, SERIES
from games.shell.draw.theme import NOTE, TEXT
from games.shell.input import InputEvent, Press
from games.shell.widgets.basic import Button, Choice
from games.shell.widgets.form import Widget

NAMES: Final = tuple(WAYS)
PACES: Final = (("Slow", 4.0), ("Fast", 20.0), ("Very fast", 90.0))
"""What the paces are called, and looks a second; chosen by eye."""


class SolversPane(LaboratoryPane):
    """Shows each solver's looks at a table, and how fast each really is on this machine."""

    title = "Solvers"
    hint = "A step of all is one look of each. How many boards a second is measured here."

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._rng = Random(fresh_seed())
        self.speeds: dict[str, float | None] = {}
        self._due: list[str] = []
        self.running = False
        self._age = 0.0
        labels = [way.name for way in WAYS.values()]
        self.which = Choice("Solver", labels, 0, self._chosen, WAYS[NAMES[0]].text)
        self.pace = Choice("Pace", [name for name, _ in PACES], 1, lambda place: None)
        self.go = Button("Race", self.toggle, "main", "play")
        self.one = Button("Step", self.step, icon="step")
        self.fresh = Button("Other table", self.deal, icon="redo")
        self.measure = Button("Measure", self._measure, icon="stats")
        self._lay()

    def _chosen(self, place: int) -> None:
        self.which.hint = WAYS[NAMES[place]].text

    @property
    def name(self) -> str:
        """The solver whose looks are shown on the cards."""
        return NAMES[self.which.index]

    # -- the race ----------------------------------------------------------------------

    def deal(self) -> None:
        """Deal another table, for all from the start."""
        self._lay()
        self.room.refresh()

    def _lay(self) -> None:
        self.cards = self._rng.sample(range(CARDS), 12)
        self.looks = {name: looks_of(name, self.cards) for name in NAMES}
        self.sets = sets_among(self.cards)
        self.at = 0
        self.running = False

    @property
    def over(self) -> bool:
        """True if all are done."""
        return self.at >= max(map(len, self.looks.values()))

    def toggle(self) -> None:
        """Race, or stop; a race that is over begins again."""
        if self.over:
            self.at = 0
        self.running = not self.running
        self.room.refresh()

    def step(self) -> None:
        """Take one look of each."""
        self.running = False
        self.at += not self.over
        self.room.refresh()

    def stop(self) -> None:
        """Race no further."""
        self.running = False

    def update(self, dt: float) -> None:
        """Make the looks that are due."""
        if not self.running:
            return
        self._age += dt * PACES[self.pace.index][1]
        while self._age >= 1.0 and not self.over:
            self._age -= 1.0
            self.at += 1
        if self.over:
            self.running, self._age = False, 0.0
            self.room.refresh()

    @property
    def moving(self) -> bool:
        """True if they race."""
        return self.running

    # -- speeds ------------------------------------------------------------------------

    def _measure(self) -> None:
        """Have every solver measured, one after another."""
        if not self.waiting:
            self._due, self.speeds = list(NAMES), {}
            self._ask()

    def _ask(self) -> None:
        self.waiting = bool(self._due)
        if self._due:
            self.room.send({"op": "speed", "solver": self._due.pop(0)})

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in that a solver was measured; the next one is due."""
        if reply["op"] == "speed":
            self.speeds[str(reply["solver"])] = reply["boards_per_second"]
            self._ask()
        elif reply["op"] == "error":
            self.waiting = False

    # -- the pane ----------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Step on by the period key."""
        if isinstance(event, Press) and event.action == "step":
            self.step()
            return True
        return False

    def widgets(self) -> Sequence[Widget]:
        """Return the controls: the solver whose looks are shown, and the race."""
        self.go.label = "Stop" if self.running else "Again" if self.over else "Race"
        self.go.icon = "pause" if self.running else "play"
        self.one.enabled = not self.over
        return (self.which, self.pace, self.go, self.one, self.fresh, self.measure)

    def place(self, box: Box) -> None:
        """Place choices above, the table on the left, the lanes on the right, buttons below."""
        self.box = (x, y, w, h) = box
        self.which.box = (x, y, w * 0.55, 40)
        self.pace.box = (x + w * 0.58, y, w * 0.42, 40)
        quarter = (w - 36) / 4
        for number, button in enumerate((self.go, self.one, self.fresh, self.measure)):
            button.box = (x + number * (quarter + 12), y + h - 50, quarter, 46)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with the look of the chosen solver, and a lane for each."""
        x, y, w, h = self.box
        left = w * 0.5 - 20
        looks = self.looks[self.name]
        done = looks[: self.at]
        now = looks[self.at - 1] if 0 < self.at <= len(looks) else None
        self._draw_table(canvas, (x, y + 52, left, h - 52 - 150), done, now)
        self._draw_words(canvas, (x, y + h - 146, left, 90), done)
        self._draw_lanes(canvas, (x + w * 0.5 + 4, y + 56, w * 0.5 - 4, h - 56 - 62))

    def _draw_table(
        self, canvas: Canvas, room: Box, done: Sequence[LookAt], now: LookAt | None
    ) -> None:
        found = {place for look in done if look.found for place in look.places}
        looked = () if now is None else now.places
        for place, box in enumerate(places.boxes(room, len(self.cards), 12)):
            mark = RIGHT if place in found else ""
            if place in looked:
                mark = RIGHT if now is not None and now.found else "brass"
            draw_card(canvas, self.cards[place], box, mark)

    def _draw_words(self, canvas: Canvas, box: Box, done: Sequence[LookAt]) -> None:
        x, y, w, _ = box
        way, looks = WAYS[self.name], self.looks[self.name]
        told = f"{min(len(done), len(looks))} of {len(looks)} looks, {len(sets_seen(done))} of "
        told += f"{len(self.sets)} sets"
        canvas.text(told, (x, y + 10), TEXT, "brass", "bold", max_width=w)
        canvas.paragraph(way.text, (x, y + 24), w, NOTE, "paper", most=4)

    def _draw_lanes(self, canvas: Canvas, room: Box) -> None:
        """For each solver how far it is on this table, and its speed."""
        x, y, w, h = room
        pitch = h / len(NAMES)
        for number, name in enumerate(NAMES):
            way, looks = WAYS[name], self.looks[name]
            top = y + number * pitch
            share = min(1.0, self.at / len(looks))
            colour = "brass" if name == self.name else "paper"
            canvas.text(way.name, (x, top + 12), TEXT, colour, "bold", max_width=w * 0.4)
            speed = self.speeds.get(name, 0.0)
            told = f"{len(looks)} looks"
            if way.boards > 1:
                told += f" for {way.boards:,} boards"
            if speed:
                told = f"{many(speed)} boards a second"
            elif speed is None:
                told = "numba is not installed"
            canvas.text(told, (x + w, top + 12), NOTE, "quiet", "text", "right", w * 0.58)
            canvas.rect((x, top + 26, w, 12), "raised", 6)
            if share * w >= 6:
                ink = RIGHT if share >= 1 else SERIES[1]
                canvas.rect((x, top + 26, w * share, 12), ink, 6)
