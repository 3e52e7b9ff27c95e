"""Planet Wars on the screen: orders are drawn over a night sky, and both seats' fly at once.

The mouse draws from planet to planet, or a lasso round several; keys and a gamepad choose a source
and a target with the cursor. A turn ends by Enter, or by itself at the pace that was chosen. The
enemy's orders were sealed before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from games.core import Turn
from games.mind import Route
from games.moments import Moments
from games.planetwars.draft import Draft
from games.planetwars.engine.forecast import Course, project
from games.planetwars.engine.state import FIRST, Fleet
from games.planetwars.hand import SENT, FleetHand
from games.planetwars.report import report_of
from games.planetwars.sky import (
    COLOURS,
    Sky,
    draw_arrow,
    draw_draft,
    draw_fleets,
    draw_growth,
    draw_planet,
    draw_rings,
    draw_seats,
    draw_stars,
    draw_strip,
    free_corner,
    merged,
    rule_lines,
    sky_of,
)
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, POINTER, SERIES
from games.shell.draw.theme import GAP, GRID, LABEL, NOTE
from games.shell.draw.tween import Timer
from games.shell.hooks import NO_CHOICES, Report
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.shell import Shell
from games.shell.watched import WatchedTable

FLIGHT: Final = 0.30
"""Seconds in which fleets fly a turn; chosen by eye."""
RING: Final = 0.8
"""Seconds for which a battle is ringed."""
PACES: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Turns a second, where turns end by themselves."""
AHEAD: Final = 30
"""Turns of the strip."""
HEAD: Final = 108.0
"""The room above the sky: toasts and buttons, then both seats."""
SEATS: Final = 56.0
TURN: Final = 150.0
"""The top of the seats, and the room for the words on the turn, to their right."""
NOT_KEPT: Final = "Supply lines, and orders that have not left, are not kept."
FELL: Final = "Planet {} fell, and what it was to send later is forgotten."
CURSOR: Final = 14.0
CHOSEN: Final = 9.0
WAVE: Final = 26.0
"""How far from a disc the cursor is, the ring of a source, and the wave of a battle goes."""
STRIP: Final = (300.0, 116.0)
BUTTON: Final = (150.0, 40.0)
SHARE_ROOM: Final = 170.0
BAR: Final = 64.0
"""The height of the bar with the buttons."""


class Scene(WatchedTable):
    """The map with the orders of the person, and what flies."""

    contexts = ("orders", "menu", "play", "all")
    turn_pause = 0.0
    speeds = PACES
    first_rules = staticmethod(rule_lines)
    open_past = staticmethod(lambda session: True)  # nothing is hidden once a turn was played
    action_names: ClassVar[Mapping[str, str]] = {
        **NO_CHOICES,
        "undo": "Take back an order of this turn",
    }

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.draft = Draft()
        self.flight, self.rings = Timer(), Timer()
        self.hand = FleetHand(self.draft)
        self.live = False
        """True if turns end by themselves, at the speed of the table in turns a second."""
        self.ringed: list[tuple[int, int]] = []
        self._flew: Sequence[Fleet] = ()
        self._landed: Sequence[Fleet] = ()
        self._until = 0.0
        self._strip: tuple[object, int, Course] | None = None
        super().__init__(shell, setup, turns)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a match, or take it up; the cursor of another map is no planet of this one."""
        self.live = False
        self.hand = FleetHand(self.draft)
        self._settle()

    def _settle(self) -> None:
        """Take the position as it is: no order is given, no fleet is on its way to the screen."""
        self.draft.forget()
        self.draft.begin_turn(self.seen)
        self._flew, self._landed = self.seen.fleets, ()
        self.flight.stop()
        self.rings.stop()

    def leave(self) -> None:
        """Leave as a table has it, and say what is not kept of a match that goes on later."""
        if self.session.people and self.draft.begun and not (self.finished or self.session.over):
            self.shell.toast(NOT_KEPT)
        super().leave()

    def on_changed(self) -> None:
        """Take in another position: what was drafted for the last one is forgotten."""
        self._settle()
        self.place(self.stage)

    def show(self, reveal: Reveal) -> None:
        """Let the fleets fly, and ring the battles."""
        fell = self.draft.begin_turn(self.seen)
        if fell and not self.session.over:
            self.shell.toast(FELL.format(min(fell)))
        self._until = 0.0
        swap = self.human == 1
        self.ringed = []
        before, self._flew = self._flew, self.seen.fleets
        self._landed = [fleet for fleet in before if fleet.arrives == self.seen.turn]
        for event in reveal.events:
            if event.kind == "arrival":
                before, after = event.data["before"][0], event.data["after"][0]
                if before != after:
                    owner = (0, 2, 1)[after] if swap else after
                    self.ringed.append((event.data["planet"], owner))
                    self.shell.play_sound("hit" if owner == FIRST else "miss")
        if not self.shell.theme.reduced_motion:
            self.flight.start(FLIGHT / max(1.0, self.pacing.speed))
        if self.ringed:
            self.rings.start(RING)
        self.place(self.stage)

    @property
    def busy(self) -> bool:
        """While the fleets fly."""
        return self.flight.running or super().busy

    @property
    def moving(self) -> bool:
        """While a battle is ringed, or turns end by themselves."""
        return self.rings.running or (self.live and self._may_order)

    def skip(self) -> None:
        """Let the fleets be where they fly to; else as a watched table has it."""
        if self.flight.running:
            self.flight.stop()
        else:
            super().skip()

    def animate(self, dt: float) -> None:
        """Let the fleets fly on, and end the turn where its time is over."""
        self.flight.update(dt)
        self.rings.update(dt)
        if self._may_order != bool(self.choice_boxes):
            self.place(self.stage)
        if self.live and self._may_order and not self.busy and self.shell.top is self:
            self._until += dt
            if self._until >= 1 / self.pacing.speed:
                self._until = 0.0
                self._end_turn()

    @property
    def _may_order(self) -> bool:
        return self.waiting_for_person is not None and not self.finished

    def _end_turn(self) -> None:
        """Let the orders leave."""
        if self._may_order:
            self.flight.stop()
            self.take(self.draft.move(self.seen))

    def report(self) -> Report:
        """Return who won, with ships and growth over time."""
        session = self.session
        moments = Moments(session.match.game, session.setup.params)
        moments.follow(session.match.turns)
        course = [moment.state for moment in moments]
        return report_of(super().report(), course, self.human, self.names())

    # -- what a person does ------------------------------------------------------------

    def press(self, event: Press) -> bool:
        """Choose, send, change the share; else as the table has it."""
        if event.action == "live" and self.buttons and not event.repeat:
            self.live, self._until = not self.live, 0.0
            return True
        if self._may_order and self._order(event):
            return True
        if event.action in ("confirm", "end_turn") and not event.repeat:
            event = event._replace(action="skip")
        return super().press(event)

    def _order(self, event: Press) -> bool:
        """End the turn, or let the hand do what is asked."""
        ends = event.action == "confirm" and self.hand.cursor is None
        if (ends or event.action == "end_turn") and not event.repeat:
            self._end_turn()
            return True
        used, words = self.hand.act(self.seen, self.sky, event.action, event.repeat)
        if used:
            self._tell(words)
            self._changed_draft()
        return used

    def _changed_draft(self) -> None:
        self._strip = None
        self.place(self.stage)

    def _tell(self, words: str | None) -> None:
        """Say what a person should do, or sound a launch."""
        if words:
            self.shell.toast(words)
        elif words == SENT:
            self.shell.play_sound("move")

    def handle_game(self, event: InputEvent) -> bool:
        """Draw orders with the mouse; the wheel turns the share."""
        if isinstance(event, Wheel) and self._may_order:
            self.draft.turn_share(5 if event.turn > 0 else -5)
            return True
        if isinstance(event, Pointer) and not self.on_panel(event):
            return self._pointed(event)
        return super().handle_game(event)

    def _pointed(self, event: Pointer) -> bool:
        view, hand = self.seen, self.hand
        hand.point(view, self.sky, event)
        if event.button != 1 or not self._may_order or event.kind not in ("down", "up"):
            return False
        if event.kind == "down":
            hand.grip(view, self.sky, event)
        else:
            self._tell(hand.let_go(view, self.sky, event))
            self._changed_draft()
        return True

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Lay out the sky between the seats and the bar of buttons."""
        x, y, w, h = stage
        self.sky: Sky = sky_of(self.seen, (x, y + HEAD, w, max(120.0, h - HEAD - BAR)))
        self.buttons: list[tuple[Box, str, str]] = []
        self.choice_boxes = []
        if not self.session.people or self.setup.replay or self.finished:
            return
        words = [
            ("end_turn", "End turn"),
            ("together", "Together"),
            ("supply", "Supply"),
            ("undo", "Take back"),
            ("live", "By itself"),
        ]
        wide = min(BUTTON[0], (w - SHARE_ROOM) / len(words) - GRID)
        left = x + w - GRID
        for action, word in words:
            left -= wide + GRID
            self.buttons.append(((left, y + h - BAR + GRID, wide, BUTTON[1]), action, word))
        if self._may_order:
            self.choice_boxes = [(self.buttons[0][0], self.draft.move(self.seen))]

    def point(self, event: Pointer) -> bool:
        """Handle the buttons of the bar, and what the table has."""
        if event.kind == "down" and event.button == 1 and not self.on_panel(event):
            for box, action, _ in self.buttons:
                x, y, w, h = box
                if x <= event.x <= x + w and y <= event.y <= y + h:
                    return self.press(Press(action))
        return super().point(event)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the sky, what flies, what was ordered, and what comes over the planet in hand."""
        view, sky = self.seen, self.sky
        canvas.picture(
            self.stage,
            ("stars", self.setup.seed, self.stage),
            lambda: draw_stars(canvas, self.stage, self.setup.seed),
        )
        part = self.flight.progress if self.flight.running else 1.0
        self._draw_seats(canvas)
        for route in self._routes():
            draw_arrow(canvas, sky, *route)
        fleets = merged(self._fleets())
        draw_fleets(canvas, sky, fleets, view.turn - 1 + part)
        if self._may_order:
            orders = self.draft.orders(view)
            waiting = self.draft.waiting()
            draw_draft(canvas, sky, orders, waiting, self.draft.lines, view.turn)
        for planet in range(len(sky.spots)):
            left = (
                self.draft.left(view, planet) if self._orders_from(planet) else view.ships[planet]
            )
            draw_planet(canvas, sky, view, planet, left)
        for planet in range(len(sky.spots)):
            draw_growth(canvas, sky, view, planet, self.panel is not None)
        self._draw_marks(canvas)
        self._draw_bar(canvas)
        if self.hand.hovered is not None and self.hand.hovered < len(sky.spots):
            self._draw_strip(canvas, self.hand.hovered)

    def _orders_from(self, planet: int) -> bool:
        return self._may_order and self.seen.owners[planet] == FIRST

    def _fleets(self) -> Sequence[Fleet]:
        """Return the fleets that fly; while a turn is shown, those that landed in it, too."""
        return (*self.seen.fleets, *self._landed) if self.flight.running else self.seen.fleets

    def _routes(self) -> list[tuple[int, int, str]]:
        """Return the ways that the mind on show names, as arrows."""
        if self.panel is None:
            return []
        found = []
        for item in self.mind_view.mind:
            if isinstance(item, Route) and len(item.cells) >= 2:
                source, target = (int(cell) for cell in (item.cells[0], item.cells[-1]))
                if max(source, target) < len(self.sky.spots):
                    found.append((source, target, SERIES[1]))
        return found

    def cell_box(self, cell: str) -> Box | None:
        """Return the box of a planet by its number, for minds that name planets."""
        if not cell.isdigit() or int(cell) >= len(self.sky.spots):
            return None
        x, y = self.sky.spots[int(cell)]
        return (x - GAP, y - GAP, 2 * GAP, 2 * GAP)

    def _draw_seats(self, canvas: Canvas) -> None:
        """Draw both seats with ships and growth, and the turn."""
        view, (x, y, w, _) = self.seen, self.stage
        own = self.human or 0
        names = (self.seat_name(own), self.seat_name(1 - own))
        draw_seats(canvas, view, names, (x + GRID, y + SEATS, w - TURN))
        told = f"Turn {view.turn} of {view.max_turns}"
        canvas.text(told, (x + w - 2 * GRID, y + SEATS + GAP), NOTE, "quiet", align="right")

    def _draw_marks(self, canvas: Canvas) -> None:
        """Draw rings round sources and battles, the cursor, and the lasso."""
        sky, growth = self.sky, self.seen.world.growth
        draw_rings(canvas, sky, growth, dict.fromkeys(self.draft.sources, POINTER), 9)
        if self.rings.running:
            colours = {planet: COLOURS[owner] for planet, owner in self.ringed}
            draw_rings(canvas, sky, growth, colours, CHOSEN + WAVE * self.rings.progress)
        if self.hand.cursor is not None and self._may_order and self.hand.cursor < len(sky.spots):
            x, y = sky.spots[self.hand.cursor]
            side = sky.radius(growth[self.hand.cursor]) + CURSOR
            canvas.outline((x - side, y - side, 2 * side, 2 * side), "paper", 2, 10)
        if self.hand.lasso is not None:
            ax, ay, bx, by = self.hand.lasso
            box = (min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))
            canvas.outline(box, POINTER, 1.5, 4)

    def _draw_bar(self, canvas: Canvas) -> None:
        x, y, _w, h = self.stage
        if not self.buttons:
            return
        share = "All that is safe" if not self.draft.share else f"Send {self.draft.share}%"
        canvas.text(share, (x + 2 * GRID, y + h - BAR / 2), LABEL, OWN, "bold")
        lit = {"together": self.draft.together, "live": self.live}
        for box, action, word in self.buttons:
            bx, by, bw, bh = box
            on = lit.get(action, False)
            main = action == "end_turn"
            canvas.panel(
                box, "high" if main or on else "raised", "brass" if main or on else "line", 1.5, 10
            )
            told = f"{word}: on" if on else word
            canvas.text(
                told,
                (bx + bw / 2, by + bh / 2),
                NOTE,
                "paper",
                "bold" if main else "text",
                "centre",
                bw - GRID,
            )

    def _draw_strip(self, canvas: Canvas, planet: int) -> None:
        w = self.stage[2]
        key = (self.seen, self.draft.move(self.seen) if self._may_order else "")
        if self._strip is None or self._strip[:2] != (key, planet):
            orders = self.draft.orders(self.seen) if self._may_order else ()
            self._strip = (key, planet, project(self.seen, AHEAD, orders)[planet])
        wide = min(STRIP[0], w / 2 - GAP)
        left, top = free_corner(self.sky, wide, STRIP[1], GRID)
        draw_strip(canvas, (left, top, wide, STRIP[1]), planet, self._strip[2])
