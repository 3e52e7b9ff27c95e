"""A page of the shell: a title, perhaps tabs, a body that scrolls, and buttons below.

All pages share one grid: the title and all under it begin at the left edge, the tabs stand over a
line, the buttons at the bottom, and a large quiet emblem fills the free corner. Three forms share
one focus, which goes up and down between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, NOTE, TITLE
from games.shell.draw.toasts import Strip
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form, Widget
from games.shell.widgets.tabs import Tabs

# The grid of all pages in units, chosen by eye.
TITLE_MIDDLE = 76.0
TABS_TOP = 124.0
FOOT = 88.0
COLUMN = 800.0
SCROLL = 64.0
LEAST_TOAST = 420.0  # of the foot, beside the buttons


class Page(Scene):
    """The base of the shell's pages; a subclass fills `body` and, where it has tabs, `opened`."""

    emblem = ""

    def __init__(self, shell: Shell, title: str, tabs: Sequence[str] = ()) -> None:
        super().__init__(shell)
        self.title = title
        self.size = shell.size
        self.tabs: Tabs | None = None
        self.head = Form((), shell.play_sound)
        self.body = Form((), shell.play_sound)
        self.body.ground = "ink"
        back = Button("Back", self.close, icon="back")
        self.foot = Form((back,), shell.play_sound)
        self.active = self.body
        for form in (self.head, self.body, self.foot):
            form.entered = partial(self._activate, form)
        self._add_tabs(tabs)

    def _add_tabs(self, labels: Sequence[str]) -> None:
        if labels:
            self.tabs = Tabs(labels, 0, self._show_tab)
            self.head.widgets = [self.tabs]
            self.head.focus_first()

    # -- hooks -------------------------------------------------------------------------

    def opened(self, index: int) -> None:
        """Fill the body of a tab that was opened."""

    def place(self, box: Box) -> None:
        """Place what is in the body; a column by default."""
        self.body.column(box, 52, 4)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw what is not a widget of the body."""

    def close(self) -> None:
        """Leave the page."""
        self.shell.pop()

    # -- filling -----------------------------------------------------------------------

    def fill(self, widgets: Sequence[Widget], keep_focus: bool = False) -> None:
        """Put these `widgets` into the body; with `keep_focus` the focus stays in its place."""
        focus = self.body.focus
        self.body.widgets = list(widgets)
        self.body.focus_first()
        if keep_focus and 0 <= focus < len(widgets) and widgets[focus].focusable:
            self.body.focus = focus
        else:
            self.body.offset = 0.0
        self.layout(*self.size)

    def _show_tab(self, index: int) -> None:
        self.opened(index)

    def layout(self, width: float, height: float) -> None:
        """Place tabs above, body between, buttons below."""
        self.size = (width, height)
        if self.tabs is not None:
            self.tabs.box = (EDGE, TABS_TOP, width - 2 * EDGE, 48)
        self.body.active = self.active is self.body  # else it stays at its top
        self.place(self.body_box)
        left: float = EDGE
        for widget in self.foot.widgets:
            wide = 240.0 if len(widget.label) > 9 else 184.0
            widget.box = (left, height - FOOT, wide, 56)
            left += wide + 16

    @property
    def body_box(self) -> Box:
        """The box of the body."""
        width, height = self.size
        top = TABS_TOP + 48 + GAP if self.tabs is not None else TABS_TOP + GAP / 2
        return (EDGE, top, min(width - 2 * EDGE, COLUMN), height - FOOT - GAP - top)

    def toast_place(self, width: float) -> Strip:
        """Return at the foot, beside the buttons; where those leave little room, above the
        title.
        """
        last = self.foot.widgets[-1].box
        left = last[0] + last[2] + GAP
        if width - EDGE - left < LEAST_TOAST:
            return super().toast_place(width)
        top = self.size[1] - 6
        return Strip(left, top, width - EDGE - left, upward=True, tall=FOOT - 6)

    # -- input -------------------------------------------------------------------------

    @property
    def zones(self) -> tuple[Form, ...]:
        """The forms that can have the focus, from top to bottom."""
        forms = (self.head, self.body, self.foot)
        return tuple(form for form in forms if form.focused is not None)

    @property
    def wants_text(self) -> bool:
        """True if a text field has the focus."""
        return self.active.wants_text

    def handle(self, event: InputEvent) -> bool:
        """Hand the event to the focused form first, then tabs and back; the mouse reaches all."""
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Pointer):
            return self._pointer(event)
        return any(form.handle(event) for form in (self.active, self.body, self.head, self.foot))

    def _pointer(self, event: Pointer) -> bool:
        used = False
        for form in self.zones:
            if form.handle(event):
                used = True
                self._activate(form)
        return used

    def _activate(self, form: Form) -> None:
        if form in self.zones:
            self.active = form

    def _press(self, event: Press) -> bool:
        if self.active not in self.zones:
            self.active = self.zones[-1]
        if event.action in ("next_tab", "previous_tab") and self.tabs is not None:
            self.tabs.turn(1 if event.action == "next_tab" else -1)
            self.shell.play_sound("focus")
            return True
        if self.active.handle(event):
            return True
        if event.action == "back" and not event.repeat:
            self.close()
            return True
        if event.action in ("page_up", "page_down") and self.body.view is not None:
            tall = self.body.view[3] - SCROLL
            return self.body.scroll(tall if event.action == "page_down" else -tall)
        return event.action in ("up", "down") and self._move(1 if event.action == "down" else -1)

    def _move(self, by: int) -> bool:
        if self.body not in self.zones and self.body.scroll(by * SCROLL):
            return True
        place = (self.zones.index(self.active) + by) % len(self.zones)
        if len(self.zones) < 2:
            return False
        self.active = self.zones[place]
        if self.active is self.body:
            able = [w for w in self.body.widgets if w.focusable and w.enabled]
            self.body.focus_on(able[0 if by > 0 else -1])
        self.shell.play_sound("focus")
        return True

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw ground, emblem, title, and the three forms."""
        canvas.fill("ink")
        self._draw_emblem(canvas)
        room = canvas.width - 2 * EDGE
        canvas.text(self.title, (EDGE, TITLE_MIDDLE), TITLE, "paper", "title", max_width=room)
        self.draw_body(canvas)
        for form in (self.head, self.body, self.foot):
            form.active = form is self.active
            form.draw(canvas)
        self._draw_hint(canvas)

    def _draw_emblem(self, canvas: Canvas) -> None:
        if self.emblem and canvas.width >= 1100 and not canvas.theme.high_contrast:
            place = (canvas.width - 190, canvas.height - 250)
            canvas.icon(self.emblem, place, 420, canvas.theme.mix("ink", "raised", 0.55))

    def _draw_hint(self, canvas: Canvas) -> None:
        last = self.foot.widgets[-1].box
        left = last[0] + last[2] + GAP
        forms = (self.active, *(form for form in (self.body, self.foot) if form is not self.active))
        hint = next((form.hint for form in forms if form.hint), "")
        if hint and not self.shell.toasts.texts:  # they stand in the same place
            lines = min(3, len(canvas.wrap(hint, canvas.width - EDGE - left, NOTE + 2)))
            top = canvas.height - FOOT + 28 - canvas.line_height(NOTE + 2) * lines / 2
            place, width = (left, top), canvas.width - EDGE - left
            canvas.paragraph(hint, place, width, NOTE + 2, "quiet", most=3)
