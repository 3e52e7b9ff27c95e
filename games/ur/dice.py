"""The tetrahedral dice: thrown, tumbling for half a second, and read at a glance.

Two of a die's four corners are marked; the roll is the number of dice that land with a marked
corner up: of four dice 0..4 with weights 1, 4, 6, 4, 1. Where rules have three dice, none marked
counts 4. Which of the dice are marked and how they lie plays no part in the game and follows from
the number of the turn alone.

A person's own throw (`Hand`) waits, is clicked or dragged, and rolls from where it is let go. What
the dice show is settled by the match alone; the hand only lets it come.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import pygame

from games.core import CHANCE
from games.session.session import Session
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import HEADING, LABEL, SEAT_COLOURS, TITLE
from games.shell.draw.tween import Timer, ease_out, overshoot
from games.shell.input import Pointer
from games.shell.shell import Shell
from games.shell.widgets.basic import inside
from games.ur.rules import RULE_SETS, State

THROW_SECONDS: Final = 0.55  # chosen by eye
LEAP: Final = 0.36
"""How high dice leap, in their own size; more would hide what stands above them."""
COARSE: Final = 96
"""A die so many pixels wide or wider tumbles at half the size, scaled up: turning is slow, and what
flies is never seen sharp; by hand."""
_TURNS: Final = (1.25, -1.5, 1.0, -1.25)  # how far each die turns, in turns; chosen by eye


class Dice:
    """The last throw as it lies on the table, or as it tumbles; `count` dice, by the rules.

    `ready`: they wait to be thrown; `shift` is how far a hand has carried them (right and down, in
    units); `box` is the box of the last drawing.
    """

    def __init__(self, rules: str = "finkel") -> None:
        self.count = len(RULE_SETS[rules].dice) - 1  # a result for every number of marked dice
        self.roll: int | None = None
        self.seat = 0
        self.number = 0
        self.ready = False
        self.shift: Point = (0.0, 0.0)
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.timer = Timer(THROW_SECONDS)

    def throw(self, seat: int, roll: int, number: int, pace: float, still: bool) -> None:
        """Throw a `roll` for a seat; `number` is the turn's, `pace` divides the time.

        Where all is `still` they lie at once.
        """
        if not self.ready:  # they were in nobody's hand
            self.shift = (0.0, 0.0)
        self.seat, self.roll, self.number, self.ready = seat, roll, number, False
        self.timer.start(0.12 if still else THROW_SECONDS / pace)

    def lie(self, seat: int, roll: int | None, number: int) -> None:
        """Lie there without a throw, as after turn `number`; `roll` None is an empty table."""
        self.seat, self.roll, self.number, self.ready = seat, roll, number, False
        self.shift = (0.0, 0.0)
        self.timer.stop()

    def offer(self, seat: int) -> None:
        """Lie ready for a seat to throw."""
        self.lie(seat, None, self.number)
        self.ready = True

    @property
    def rolling(self) -> bool:
        """True if they tumble."""
        return self.timer.running

    def marked_up(self) -> tuple[bool, ...]:
        """Return which dice show a marked corner: as many as the roll, or none for a 4 of three."""
        count, roll = self.count, self.roll or 0
        up = [False] * count
        for index in range(roll if roll <= count else 0):
            up[(self.number * 3 + index * (1 if self.number % 2 else count - 1)) % count] = True
        return tuple(up)

    def draw(self, canvas: Canvas, place: Point, size: float, still: bool) -> None:
        """Draw the dice in a row, `size` wide, their left end and middle at `place`, then the
        number.

        Where all is `still` they do not tumble.
        """
        x, y = place
        self.box = (x, y - size / 2, self.count * size * 1.06, size)
        if self.ready:
            self._draw_ready(canvas, place, size)
        if self.roll is None:
            return
        share = 1.0 if still else self.timer.progress
        for index, up in enumerate(self.marked_up()):
            self._draw_die(canvas, index, up, (x + (index + 0.5) * size * 1.06, y), size, share)
        shown = self.timer.progress >= 0.85
        if shown:
            colour = SEAT_COLOURS[self.seat]
            at = (x + self.count * size * 1.06 + size * 0.28, y + size * 0.06)
            canvas.text(str(self.roll), at, _digit_size(size), colour, "title")
            if self.rolling is False and self.roll == 0:
                canvas.ring((at[0] + size * 0.2, at[1]), size * 0.62, "line", 2)

    def _draw_ready(self, canvas: Canvas, place: Point, size: float) -> None:
        """Draw the dice in the hand, or in a row with a brass ring around, and the mover's
        colour.
        """
        x, y = place[0] + self.shift[0], place[1] + self.shift[1]
        carried = self.shift != (0.0, 0.0)
        if not carried:
            left, top, wide, tall = self.box
            box = (left - 8, top - 6, wide + 16, tall + 12)
            canvas.outline(box, SEAT_COLOURS[self.seat], 2, 14)
        pitch = 0.62 if carried else 1.06  # closer together in a hand
        for index in range(self.count):
            resting = ((self.number * 37 + index * 53) % 13 - 6) * (4.0 if carried else 1.5)
            middle = (x + (index + 0.5) * size * pitch, y)
            self._blit(canvas, "ur-die-plain", middle, size, resting, lies=True)

    def _draw_die(
        self, canvas: Canvas, index: int, up: bool, centre: Point, size: float, share: float
    ) -> None:
        resting = ((self.number * 37 + index * 53) % 13 - 6) * 1.5
        name = "ur-die-marked" if up else "ur-die-plain"
        if share >= 1.0:
            self._blit(canvas, name, centre, size, resting, lies=True)
            return
        eased = ease_out(share)
        angle = resting + 360.0 * _TURNS[index] * (1.0 - eased)
        if share < 0.6 and int(share * 24 + index) % 2:
            name = "ur-die-plain" if up else "ur-die-marked"
        height = abs(math.sin(math.pi * 2.0 * share)) * size * LEAP * (1.0 - share)
        left = 1.0 - overshoot(share)
        across = self.shift[0] if self.shift != (0.0, 0.0) else -size * 0.8
        place = (centre[0] + left * across, centre[1] + left * self.shift[1] - height)
        self._blit(canvas, name, place, size, angle)

    @staticmethod
    def _blit(
        canvas: Canvas, name: str, centre: Point, size: float, angle: float, lies: bool = False
    ) -> None:
        """A die, turned by an `angle` in degrees; one that `lies` still is turned only once."""
        side = canvas.pixels(size)
        key = ("ur-die", name, side, angle)
        surface = canvas.made.shapes.get(key) if lies else None
        if surface is None:
            times = 1 if lies or side < COARSE else 2
            surface = canvas.sprites(name, side // times, side // times)
            if angle:
                surface = pygame.transform.rotozoom(surface, angle, 1.0)
            if times > 1:
                surface = pygame.transform.smoothscale_by(surface, side / (side // times))
            if lies:
                canvas.made.shapes.put(key, surface)
        left = canvas.left + centre[0] * canvas.scale - surface.get_width() / 2
        top = canvas.top + centre[1] * canvas.scale - surface.get_height() / 2
        canvas.blit(surface, (round(left), round(top)))


def _digit_size(size: float) -> float:
    """Return the size of the number beside dice of a size."""
    return TITLE if size > 50 else HEADING if size > 30 else LABEL


AROUND: Final = 14.0
"""So far from the dice, in units, a press still takes them; chosen by eye."""


class Hand:
    """The hand of the person who is to throw; `dice` are those that lie on the table."""

    def __init__(
        self, shell: Shell, session: Session, dice: Dice, tell: Callable[[], None]
    ) -> None:
        """`tell` is called when the dice have been laid ready."""
        self.dice = dice
        self._shell, self._session, self._tell = shell, session, tell
        self._thrown = False
        self._grip: Point | None = None  # where the dice were taken

    @property
    def waits(self) -> bool:
        """True if the game waits for a person to throw."""
        session = self._session
        if not self._shell.settings.own_throw or self._thrown:
            return False
        if session.setup.demo or session.over or session.match.to_act != (CHANCE,):
            return False
        state: State = session.seen
        return state.turn in session.people

    def offer(self) -> bool:
        """Lay the dice ready where a throw is awaited; whether it is."""
        if self.waits:
            if not self.dice.ready:
                state: State = self._session.seen
                self.dice.offer(state.turn)
                self._tell()
            return True
        self._thrown = False
        return False

    def throw(self) -> None:
        """Let the dice go: the match then draws."""
        if self.waits:
            self._thrown, self._grip = True, None

    def point(self, event: Pointer) -> bool:
        """Take the dice, drag them, let them go; True where the pointer has to do with them."""
        if not self.waits or not self.dice.ready:
            self._grip = None
            return False
        if event.kind == "down" and event.button == 1:
            x, y, w, h = self.dice.box
            around = (x - AROUND, y - AROUND, w + 2 * AROUND, h + 2 * AROUND)
            if not inside(around, event.x, event.y):
                return False
            self._grip = (event.x, event.y)
            return True
        if self._grip is None:
            return False
        self.dice.shift = (event.x - self._grip[0], event.y - self._grip[1])
        if event.kind == "up":
            self.throw()
        return True

    def set_own(self, own: bool) -> None:
        """Let people throw themselves from now on, or the dice fall where it is not their `own`."""
        self._shell.change_settings(own_throw=own)

    def change_own(self) -> None:
        """Change between both, and tell it."""
        own = not self._shell.settings.own_throw
        self.set_own(own)
        self._shell.toast("You throw the dice yourself." if own else "The dice fall by themselves.")
