"""The mind view: one painter for the open mind of every agent, always at the same place.

Probability is length; the chosen thing has a brass outline; what turned out true gets a tick,
what was wrong a hollow mark; uncertainty is a lighter band. Numbers are right-aligned. The items
themselves are painted in `games.shell.mind.items`; here is the panel, which scrolls.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from games.mind import Mind, Note, shown_first
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import RIVAL
from games.shell.draw.theme import GAP, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT, Colour
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.keys import asked
from games.shell.mind.first_rules import RuleLine, draw_rules, rules_height
from games.shell.mind.items import Style, draw_items, lay_out
from games.shell.mind.style import ALWAYS_EXPLAINED
from games.shell.shell import Shell
from games.shell.widgets.basic import inside

# Units, chosen by eye.
HEADER = 92.0
INSET = 32.0
TABS = 16.0  # to the top of the tabs, above the caption
WHEEL_STEP = 56.0
BUTTON = 40.0  # how high the button is that shows the numbers
STRIP = 26.0  # at the foot, for the sign that the items go on
TIP, NOTCH = 336.0, 10.0  # how wide the help to an item may be, and how far from the panel it is
TIP_SECONDS: Final = 2.0
"""The seconds after a move of the mouse in which it shows the help of an item."""
EMPTY: Final = "What it thought, and why, will open here."

GOES_ON = (
    "You go on with a match from before. What was thought of its last turn is not kept; from the "
    "coming turn on you see it here again."
)
"""What a continued match shows until its first new turn."""
TITLES: Final = ("The open mind", "Open mind", "Mind")


class _Part(NamedTuple):
    """Items that are drawn under each other in one style; `top` is measured from the first item.

    `first` is the number of items before them.
    """

    items: Mind
    style: Style
    top: float
    first: int


class MindView:
    """A panel that shows a mind and scrolls where it is taller than the panel.

    A mind begins with a sentence and one picture; its numbers are below a button, which shows and
    hides them (`games.mind.shown_first`). Each player's choice is kept.

    - `caption` names the mind's seat; `owner` is the colour of that seat, `accent` the colour of
      tables.
    - `heads` has a mind for each seat that has one, `chosen` is the seat whose tab is open,
      `showing` the one whose mind is seen.
    - `follows`: it shows the mind of each turn until a tab is opened, and again when that is let
      go.
    - `foot` units at its foot are left free.
    - `spared` are boxes of the table that help to an item leaves free where it can.
    - `colours` are the colours of the seats.
    - `titles` are the titles of the panel, the longest first.
    - `button` is the box of the button for the numbers, None where there is none.
    """

    def __init__(self, shell: Shell, named: Callable[[int], None] = lambda seat: None) -> None:
        """Make the panel; `named` is called with the seat whose mind was chosen by its tab."""
        self.shell = shell
        self.heads: dict[int, Mind] = {}
        self.chosen: int | None = None
        self.showing: int | None = None
        self.follows = False
        self._named = named
        self.mind: Mind = ()
        self.unopened: Mind = (Note(EMPTY),)
        """The words shown while there is no mind; a game may say more."""
        self.rules: Sequence[RuleLine] = ()
        """The rules of the game, above it."""
        self.box: Box | None = None
        self.caption = ""
        self.titles: Sequence[str] = TITLES
        self.owner: str | Colour = RIVAL
        self.accent: str | Colour = RIVAL
        self.colours: Sequence[str] = SEAT_COLOURS
        self.offset = self.foot = 0.0
        self.spared: Sequence[Box] = ()
        self.springs = Springs()
        self._tall = 0.0
        self._first = 0
        self.button: Box | None = None
        self._dragged: float | None = None
        self._rested = TIP_SECONDS
        self._pointer = (-1.0, -1.0)

    def show(self, mind: Mind, whole: bool = False) -> None:
        """Show this mind from now on; a `whole` one has no button for its numbers."""
        if not mind:
            self.offset = 0.0
        self.mind = mind
        self._first = 0 if whole else shown_first(mind)

    @property
    def has_numbers(self) -> bool:
        """True if the mind on show has more than its sentence and its picture."""
        return 0 < self._first < len(self.mind)

    def show_numbers(self, shown: bool) -> None:
        """Show the numbers below the sentence from now on, or hide them."""
        self.shell.show_numbers(shown)

    def pick(self, minds: Mapping[int, Mind]) -> Mind:
        """Return one of the minds of a turn: of the seat chosen by its tab, else the last that has
        one.

        Where several seats have one, a tab stands for each.
        """
        self.heads = {seat: mind for seat, mind in minds.items() if mind}
        self.showing = self.shown_seat(max(minds))
        return minds[self.showing]

    def add(self, seat: int, mind: Mind) -> None:
        """Show the mind of the seat that chose alone at a turn, unless the tab of another is open.

        What others thought at their turns stays behind their tabs.
        """
        self.heads[seat] = mind
        self.showing = self.shown_seat(seat)
        self._named(self.showing)
        self.show(self.heads[self.showing])

    def go_back(self, heads: Mapping[int, Mind], seat: int | None, mind: Mind) -> None:
        """Show the thoughts at the match's present moment: `mind`, the mind of `seat`.

        `heads` has the last mind of every seat; the open tab takes precedence.
        """
        self.heads = dict(heads)
        self.showing = seat if seat is None else self.shown_seat(seat)
        if self.showing is not None:
            self._named(self.showing)
            mind = self.heads.get(self.showing, mind)
        self.show(mind)

    def forget(self) -> None:
        """Show no mind: another match begins."""
        self.heads, self.chosen, self.showing = {}, None, None
        self.show(())

    def shown_seat(self, usual: int) -> int:
        """Return the seat whose mind is shown: the one chosen by its tab, else `usual`."""
        return self.chosen if self.chosen in self.heads and len(self.heads) > 1 else usual

    @property
    def tabs(self) -> list[tuple[Box, int]]:
        """A small tab for each of several open minds: its box and its seat."""
        if self.box is None or len(self.heads) < 2 or self.shell.demo:
            return []
        right, top = self.box[0] + self.box[2] - INSET, self.box[1] + TABS
        count = len(self.heads)
        return [
            ((right - 36 * (count - number), top, 32.0, 32.0), seat)
            for number, seat in enumerate(sorted(self.heads))
        ]

    def choose(self, seat: int) -> None:
        """Open the mind of a seat, now and from now on.

        Where it `follows` the turns, the open tab can be let go again.
        """
        if self.follows and seat == self.chosen:
            self.chosen = None
            return
        self.chosen = self.showing = seat
        self.show(self.heads[seat])
        self._named(seat)

    def _turn_tab(self, by: int) -> bool:
        """Open the next tab; after the last one none, where it `follows` the turns."""
        seats = [seat for _, seat in self.tabs]
        if not seats:
            return False
        if self.follows and self.chosen == (seats[-1] if by > 0 else seats[0]):
            self.chosen = None
        elif self.follows and self.chosen is None:
            self.choose(seats[0 if by > 0 else -1])
        else:
            at = seats.index(self.chosen) if self.chosen in seats else len(seats) - 1
            self.choose(seats[(at + by) % len(seats)])
        return True

    def place(self, box: Box | None) -> None:
        """Place the panel; None closes it."""
        self.box = box
        self._dragged = None

    def update(self, dt: float) -> None:
        """Let the bars move."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        before, self._pointer = self._pointer, self.shell.input.state.pointer
        self._rested = self._rested + dt if before == self._pointer else 0.0

    @property
    def moving(self) -> bool:
        """True if some bar has not arrived, or help is shown that goes by itself."""
        return self.box is not None and (self.springs.moving or self._tips)

    @property
    def _tips(self) -> bool:
        """True if the mouse moved over the items a short while ago."""
        pointer = self.shell.input.state.pointer
        recent = self._rested < TIP_SECONDS or pointer != self._pointer
        return recent and inside(self._view, *pointer)

    # -- scrolling ---------------------------------------------------------------------

    @property
    def _view(self) -> Box:
        """The box in which the items are seen."""
        assert self.box is not None
        x, y, w, h = self.box
        return (x + INSET, y + HEADER, w - 2 * INSET, h - HEADER - self.foot)

    @property
    def furthest(self) -> float:
        """The longest way to scroll the items, in units."""
        return 0.0 if self.box is None else max(0.0, self._tall + GAP - self._view[3])

    def scroll(self, by: float) -> None:
        """Scroll `by` units, within the items."""
        self.offset = min(max(0.0, self.offset + by), self.furthest)

    def handle(self, event: InputEvent) -> bool:
        """Scroll by wheel, page keys or dragging; True if the event was used."""
        if self.box is None:
            return False
        if isinstance(event, Wheel):
            self.scroll(-event.turn * WHEEL_STEP)
            return True
        if isinstance(event, Press) and event.action in ("page_up", "page_down"):
            page = self._view[3] * 0.8
            self.scroll(page if event.action == "page_down" else -page)
            return True
        if isinstance(event, Press) and event.action in ("next_tab", "previous_tab"):
            return self._turn_tab(1 if event.action == "next_tab" else -1)
        if isinstance(event, Press) and event.action == "numbers" and not event.repeat:
            return self._turn_numbers()
        return isinstance(event, Pointer) and (self._press_button(event) or self._drag(event))

    def _turn_numbers(self) -> bool:
        if self.has_numbers:
            self.show_numbers(not self.shell.numbers_shown)
        return self.has_numbers

    def _press_button(self, event: Pointer) -> bool:
        """Open the mind of a pressed tab, or show or hide the numbers; True if one was pressed."""
        if event.kind != "down" or event.button != 1:
            return False
        if self._over_button(event.x, event.y):
            return self._turn_numbers()
        hit = next((seat for box, seat in self.tabs if inside(box, event.x, event.y)), None)
        if hit is not None:
            self.choose(hit)
        return hit is not None

    def _over_button(self, x: float, y: float) -> bool:
        """Return whether a point lies on the seen part of the button."""
        return self.button is not None and inside(self.button, x, y) and inside(self._view, x, y)

    def _drag(self, event: Pointer) -> bool:
        assert self.box is not None
        if event.kind == "down" and inside(self.box, event.x, event.y):
            self._dragged = event.y if event.button == 1 else None
            return True
        if event.kind == "move" and self._dragged is not None:
            self.scroll(self._dragged - event.y)
            self._dragged = event.y
            return True
        if event.kind == "up":
            self._dragged = None
        return False

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel and the items."""
        if self.box is None:
            return
        self._draw_ground(canvas)
        view = self._view
        x, y, w, h = view
        with canvas.clip((self.box[0] + 2, y, self.box[2] + 400, h)):
            parts, button = self._column(canvas, w)
            self.scroll(0.0)
            shift = self.springs.get("offset", self.offset)
            self.button = None
            if button is not None:
                self.button = (x, y + 2 + button - shift, w, BUTTON)
                self._draw_button(canvas, self.button)
            if not self.mind:
                draw_rules(canvas, self.rules, (x, y + 2 - shift, w, h))
            for items, style, top, first in parts:
                place = (x, y + 2 + top, w, h)
                draw_items(canvas, items, place, self.springs, shift, style, first)
            self._draw_edges(canvas, shift)
        if not self.mind and y + self._tall + 110 < y + h:
            canvas.icon("eye-off", (self.box[0] + self.box[2] / 2, y + self._tall + 72), 56, "line")
        self._draw_help(canvas, parts, shift)

    def _column(self, canvas: Canvas, width: float) -> tuple[list[_Part], float | None]:
        """Return the parts of the mind on show and the top of its button, None without one."""
        style = Style(self.owner, self.accent)
        if not self._first:
            items = self.mind or self.unopened
            top = rules_height(canvas, () if self.mind else self.rules, width)
            self._tall = top + lay_out(canvas, items, width, style)[1]
            return [_Part(items, style, top, 0)], None
        first = self._first
        parts, top, button = [], 0.0, None
        for start, end, look in (
            (0, 1, dataclasses.replace(style, leads=True)),
            (1, first, style),
            (first, len(self.mind) if self.shell.numbers_shown else first, style),
        ):
            if start == first and self.has_numbers:
                button, top = top, top + BUTTON + GAP
            if start < end:
                items = self.mind[start:end]
                parts.append(_Part(items, look, top, start))
                top += lay_out(canvas, items, width, look)[1] + GAP
        self._tall = top - GAP
        return parts, button

    def _draw_button(self, canvas: Canvas, box: Box) -> None:
        """Draw the button that shows or hides the numbers, with its key."""
        x, y, w, h = box
        hands, shown = self.shell.input, self.shell.numbers_shown
        hovered = self._over_button(*hands.state.pointer)
        edge = canvas.theme.mix("line", "quiet", 0.25 if hovered else 0.0)
        canvas.panel(box, "high" if hovered else "raised", edge, 1.5)
        key = "mind" if hands.state.device == "gamepad" else "numbers"
        words = "Hide the numbers" if shown else "Show the numbers"
        canvas.icon("up" if shown else "down", (x + 22, y + h / 2), 18, "brass")
        place = (x + w - 12, y + h / 2)
        with canvas.spots(((words, box),)):
            used = canvas.text(asked(f"{{{key}}}", hands), place, NOTE, "quiet", "text", "right")
            room = w - 44 - used - 24
            size = TEXT if canvas.text_width(words, TEXT, "bold") <= room else NOTE
            canvas.text(words, (x + 44, y + h / 2), size, "paper", "bold", max_width=room)

    def _draw_ground(self, canvas: Canvas) -> None:
        assert self.box is not None
        x, y, w, h = self.box
        wide, high = canvas.width, canvas.height  # up to the window's edge, beyond the page's
        canvas.rect((x, y - high, w + wide, h + 2 * high), "raised")
        canvas.shade((x, y, w, HEADER), "brass", 26, 0)
        canvas.rect((x, y - high, 2, h + 2 * high), "line")
        canvas.shade((x, y, 2, h * 0.6), "brass", 255, 0)
        middle = 33 if self.caption else 44
        canvas.icon("mind", (x + INSET + 17, y + 46), 38, "brass")
        left = x + INSET + 48
        room = w - 2 * INSET - 48 - (36 * len(self.tabs) + 10 if self.tabs else 0)
        fits = (name for name in self.titles if canvas.text_width(name, LABEL, "title") <= room)
        title = next(fits, self.titles[-1])  # many tabs leave little room
        canvas.text(title, (left, y + middle), LABEL, "paper", "title", max_width=room)
        below = w - 2 * INSET - 48  # under the tabs
        size = TEXT if canvas.text_width(self.caption, TEXT) <= below else NOTE
        canvas.text(self.caption, (left, y + 61), size, self.owner, max_width=below)
        self._draw_tabs(canvas)

    def _draw_tabs(self, canvas: Canvas) -> None:
        for box, seat in self.tabs:
            edge = "brass" if seat == (self.chosen if self.follows else self.showing) else "line"
            with canvas.spots(((f"The mind of seat {seat + 1}", box),)):
                canvas.panel(box, "high" if seat == self.showing else "ink", edge, 2, 8)
                canvas.icon(SEAT_MARKS[seat], (box[0] + 16, box[1] + 16), 16, self.colours[seat])

    def _draw_edges(self, canvas: Canvas, shift: float) -> None:
        """Draw shadows where the items go on above or below, and how far along this is."""
        assert self.box is not None
        x, y, w, h = self.box[0] + 2, self._view[1], self.box[2] - 2, self._view[3]
        if self.furthest <= 0.5:
            return
        if shift > 0.5:
            canvas.shade((x, y, w, 28), "raised", 255, 0)
        if shift < self.furthest - 0.5:
            canvas.shade((x, y + h - 56 - STRIP, w, 56), "raised", 0, 255)
            canvas.rect((x, y + h - STRIP, w, STRIP), "raised")  # no words shine through the sign
            canvas.icon("down", (x + w / 2, y + h - STRIP / 2), 18, "brass")
        whole = self._tall + GAP
        length = max(32.0, h * h / whole)
        at = y + (h - length) * min(1.0, shift / self.furthest)
        canvas.rect((x + w - 10, at, 4, length), "line", 2)

    def _draw_help(self, canvas: Canvas, parts: Sequence[_Part], shift: float) -> None:
        """Draw the help of the item under the mouse, beside the panel at its title's height."""
        x, y, w, _ = self._view
        pointer = self.shell.input.state.pointer
        if self._dragged is not None or not self._tips:
            return
        for part in parts:
            for item, top, height in lay_out(canvas, part.items, w, part.style)[0]:
                place = (x, y + part.top + top - shift, w, height)
                text = "" if isinstance(item, Note) else item.help
                if text and not isinstance(item, ALWAYS_EXPLAINED) and inside(place, *pointer):
                    self._draw_tip(canvas, text, place[1])

    def tip_box(self, canvas: Canvas, text: str, top: float) -> Box:
        """Return the box of the help for an item whose title is at `top`.

        It is outside the panel, where no row and no title of another item lies.
        """
        assert self.box is not None
        _, y, _, h = self._view
        wide = min(TIP, canvas.text_width(text, NOTE) + 24)
        tall = canvas.line_height(NOTE) * len(canvas.wrap(text, wide - 24, NOTE)) + 20
        left, low = self.box[0] - wide - NOTCH, y + h - tall - 8
        at = max(y, min(top - 8, low))
        over = [box for box in self.spared if left < box[0] + box[2] and box[0] < left + wide]
        ends = [end for _, up, _, high in over for end in (up - tall - 8, up + high + 8)]
        free = [
            place
            for place in (at, *ends)
            if y <= place <= max(y, low)
            and not any(place < up + high and up < place + tall for _, up, _, high in over)
        ]
        return (left, min(free, key=lambda place: abs(place - at), default=at), wide, tall)

    def _draw_tip(self, canvas: Canvas, text: str, top: float) -> None:
        """Draw its `text`, with a corner that points at the panel."""
        x, y, w, h = self.tip_box(canvas, text, top)
        right, middle = x + w, max(y + 20, min(top + 12, y + h - 20))
        canvas.panel((x, y, w, h), "ink", "brass", 1.5, 10)
        corners = ((right - 2, middle - 8), (right - 2, middle + 8), (right + NOTCH - 2, middle))
        canvas.polygon(corners, "brass")
        canvas.paragraph(text, (x + 12, y + 10), w - 24, NOTE, "paper")


__all__ = ["EMPTY", "GOES_ON", "MindView", "draw_items"]
