"""The controls of the tracker's page: the board, the transport row, the tabs and their rows.

Every tab has a height and a list of widgets; one form holds them, so that keys, mouse and gamepad
reach all of them the same way. A widget does not act itself: it asks for an action by its name
(`Act`), as a key does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, cast

from games import catalog
from games.agents import AgentSpec
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import POINTER
from games.shell.draw.theme import NOTE, TEXT
from games.shell.input import Input, Pointer
from games.shell.keys import asked
from games.shell.widgets.basic import Button, Choice, Slider
from games.shell.widgets.form import Form, Look, Widget
from games.shell.widgets.tabs import Tabs
from games.spec import Option
from games.tracker.lens import believers, short_name
from games.tracker.model import Model
from games.tracker.rules import WALKER

WATCH, COMPARE, PAST, SETUP, TOUR = range(5)
TABS: Final = ("Watch", "Compare", "Look back", "Change", "Tour")
# Units for each tab, chosen by eye.
HEIGHTS: Final = (104.0, 92.0, 124.0, 200.0, 176.0)
NARROW_HEIGHTS: Final = (150.0, 178.0, 176.0, 200.0, 238.0)
CHIPS: Final = 46.0
"""What the row of a narrow Watch takes: being carried off, and guesses."""
WATCHING: Final = ("Carry it off", "Guesses")
WIDE: Final = 800.0
"""From this width on, in units, a tab has its texts and widgets side by side; by eye."""
MOST_LAG: Final = 40  # steps, as many as a watcher keeps (`ai.tracker.watchers.LAG`)
POINTED: Final = {"step": 2, "faster": 4, "truth": 5, "hide": 6}
"""The places on the transport of the buttons that the tour points at."""
ROW: Final = 38.0  # units; chosen by eye
ACTION_NAMES: Final = {
    "step": "Half a step forward",
    "step_back": "Half a step back",
    "faster": "Faster",
    "slower": "Slower",
    "truth": "Show or hide the truth",
    "particles": "Beliefs as guesses, or as squares",
    "carry": "Carry the ghost off; nobody is told",
}
"""What the game's own actions do, for the page of controls."""


class Act(Protocol):
    """Does one of the page's actions (`Scene.act`) with what it is about."""

    def __call__(self, action: str, *about: str | float) -> None:
        """The names of the game's options are actions, too: they change the world."""


class MazePad(Widget):
    """The maze as a control: it walks the hidden one, and chooses a board.

    `outline` returns the box of the board in use.
    """

    role, label = "grid", "The maze"

    def __init__(self, walk: Model, act: Act, outline: Callable[[], Box]) -> None:
        super().__init__()
        self._walk, self._act, self._outline = walk, act, outline

    def direction(self, action: str) -> bool:
        """Walk, where the person is the hidden one; the focus stays on the maze."""
        if self._walk.hiding:
            self._act("steer", action)
        return self._walk.hiding

    def activate(self) -> None:
        """Stay where staying is allowed, else play or pause."""
        if self._walk.hiding:
            self._act("move", "stay")
        else:
            self._act("play")

    def pointer(self, event: Pointer) -> bool:
        """Walk toward the cell, or take the board."""
        if event.kind == "down" and event.button == 1:
            self._act("touch", event.x, event.y)
            return True
        return False

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw only the focus: the boards are drawn before."""
        if look.focused:
            x, y, w, h = self._outline()
            canvas.outline((x - 5, y - 5, w + 10, h + 10), "brass", 2, 10)


class Chip(Button):
    """A model that can be put beside the others, or taken away."""

    def __init__(self, label: str, action: Callable[[], None], on: Callable[[], bool], hint: str):
        super().__init__(label, action, hint=hint)
        self.on = on

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw a tick and a brass edge while it is on."""
        x, y, w, h = self.box
        on = "selected" in self.states
        ground = "high" if look.hovered or on else "raised"
        canvas.panel(self.box, ground, "brass" if on else "line", 2 if on else 1.5, 10)
        if on:
            canvas.icon("check", (x + 16, y + h / 2), 16, "brass")
        ink = "paper" if on else "quiet"
        place = (x + w / 2 + (8 if on else 0), y + h / 2)
        room = w - (36 if on else 16)
        size = NOTE + 1 if canvas.text_width(self.label, NOTE + 1, "bold") <= room else NOTE
        canvas.text(self.label, place, size, ink, "bold", "centre", room)
        self.ring(canvas, look, 8)


class Controls:
    """The form of the page: board, transport, tabs, and the widgets of the open tab.

    After `place`, `area` is where the boards go, `content_box` what the tab holds, and `visible`
    all that the page has. `hands` know the keys and buttons in use.
    """

    def __init__(
        self,
        walk: Model,
        act: Act,
        open_tab: Callable[[int], None],
        outline: Callable[[], Box],
        hands: Input,
        play_sound: Callable[[str], None],
    ) -> None:
        self._walk, self._act, self._hands = walk, act, hands
        self.tab = WATCH
        self.pad = MazePad(walk, act, outline)
        self.transport = _transport(walk, act)
        self.tabs = Tabs(TABS, WATCH, open_tab)
        self.content: list[Widget] = []
        self.form = Form((), play_sound)
        self.margin = 32.0
        self.area = self.content_box = self.visible = (0.0, 0.0, 816.0, 400.0)
        self._speed_at = self._row_end = 0.0

    def open(self, tab: int) -> None:
        """Hold the widgets of this tab; the focus stays where it can."""
        self.tab = self.tabs.index = tab
        self.content = _content(self._walk, self._act, tab)
        focus = self.form.focused
        self.form.widgets = [self.pad, *self.transport, self.tabs, *self.content]
        if focus in self.form.widgets:
            self.form.focus = self.form.widgets.index(focus)
        else:
            self.form.focus_on(self.tabs)

    def focus_first(self) -> None:
        """Focus what one begins with: the maze for who hides, else play and pause."""
        self.form.focus_on(self.pad if self._walk.hiding else self.transport[1])

    def place(self, box: Box, larger_text: bool = False) -> None:
        """Place boards above, then what the tab holds, the transport, and the tabs at the bottom.

        Tabs and transport stay where they are, whatever a tab holds. The caption above a board
        has two lines of room in a narrow `box`, and with `larger_text`.
        """
        x, y, w, h = self.visible = box
        demo = self._walk.session.setup.demo
        self.margin = 32.0 if w >= WIDE else 24.0
        left, wide = x + self.margin, w - 2 * self.margin
        tall = (HEIGHTS if w >= WIDE else NARROW_HEIGHTS)[WATCH if demo else self.tab]
        tabs = y + h - 16 - 44
        row = tabs - 56
        below = y + h - 16 if demo else row - 12
        self.content_box = (left, below - tall, wide, tall)
        place_content(self.tab, self.content, self.content_box)
        self._speed_at, self._row_end = place_transport(self.transport, left, row)
        if self.tab == WATCH and self.content:
            self._place_watch(row)
        self.tabs.widest = wide / len(self.tabs.labels)
        self.tabs.box = (left, tabs, wide, 44)
        caption = 50.0 if w < WIDE or larger_text else 26.0
        top = y + 58.0 + (caption if self.alone or self.racing else 0.0)
        self.area = self.pad.box = (left, top, wide, below - tall - 16 - top)

    def _place_watch(self, row: float) -> None:
        """The buttons of Watch: signs at the end of the transport, or where that is too long a row
        of their own.
        """
        x, y, wide, tall = self.content_box
        narrow = tall == NARROW_HEIGHTS[WATCH]
        for number, (button, label) in enumerate(zip(self.content, WATCHING, strict=True)):
            cast(Button, button).label = label if narrow else ""
            if narrow:
                half = (wide - 10) / 2
                button.box = (x + number * (half + 10), y, half, 40)
            else:
                button.box = (self._row_end + 8 + number * 52, row, 44, 44)
        if narrow:
            self.content_box = (x, y + CHIPS, wide, tall - CHIPS)
        else:
            self._row_end += 8 + 52 * len(self.content)

    @property
    def racing(self) -> bool:
        """True if several models run against each other."""
        return self.tab == COMPARE and len(self._walk.lineup.lenses) > 1

    @property
    def alone(self) -> bool:
        """True if there is one board: several models stand beside each other under Compare, in the
        tour, and in attract mode.
        """
        beside = self.tab in (COMPARE, TOUR) or self._walk.session.setup.demo
        return len(self._walk.lineup.lenses) == 1 or not beside

    @property
    def rest(self) -> Box:
        """The rest of the transport's row: the box of the hint."""
        x, _, w, _ = self.content_box
        return (self._row_end + 8, self.transport[0].box[1], x + w - self._row_end - 8, 44.0)

    def note_last_stop(self, last: bool) -> None:
        """Label the button for the last step of the tour, or for others."""
        button = cast(Button, self.content[1])
        button.label, button.icon = ("Done", "check") if last else ("Next", "forward")

    def meant(self, action: str, tab: int) -> Box | None:
        """Return the box that a tour's step points at: the button of an action, else its tab."""
        if action in POINTED:
            return self.transport[POINTED[action]].box
        x, y, w, h = self.tabs.box
        wide = w / len(self.tabs.labels)
        return None if tab == self.tab else (x + tab * wide, y, wide, h)

    def draw_meant(self, canvas: Canvas, box: Box) -> None:
        """Draw a frame around what is meant, and an arrow to it."""
        x, y, w, h = box
        canvas.outline((x - 5, y - 5, w + 10, h + 10), POINTER, 3, 12)
        tip = (x + w / 2, y - 8)
        corners = ((tip[0] - 9, tip[1] - 14), (tip[0] + 9, tip[1] - 14), tip)
        canvas.polygon(corners, POINTER)

    def draw(self, canvas: Canvas, hint: bool = True) -> None:
        """Draw all widgets, the speed, and with `hint` the hint of the focused one."""
        walk = self._walk
        self.transport[1].icon = "pause" if walk.playback.playing else "play"
        for button in self.transport[:5]:
            button.enabled = not walk.hiding
        if self.tab == WATCH and self.content:
            cast(Button, self.content[0]).enabled = not walk.hiding
        self.transport[5].icon = "eye-off" if walk.truth else "eye"
        self.form.draw(canvas)
        top = self.transport[0].box[1]
        draw_speed(canvas, walk.playback.speed, (self._speed_at, top))
        left, _, room, _ = self.rest
        if hint and room > 120:
            self._name_keys()
            self.form.draw_hint(canvas, (left, top + 2), room)

    def _name_keys(self) -> None:
        """The hint on show of a button of the transport names what is pressed for it now."""
        for button, words in zip(self.transport, TOLD, strict=True):
            if button is self.form.hinting:
                button.hint = asked(words, self._hands)


# -- the transport -------------------------------------------------------------------------


TOLD: Final = (
    "Half a step back ({step_back})",
    "Play or pause",
    "Half a step forward ({step})",
    "Slower ({slower})",
    "Faster ({faster})",
    "Show the truth ({truth})",
    "Be the ghost, or watch again",
    "The next walk: another seed",
)
"""The hints of the transport; "{step}" stands for what is pressed for it."""


def _transport(walk: Model, act: Act) -> list[Button]:
    """Return the row of the match: back, play, step, speed, the truth, hiding."""

    hints = iter(TOLD)

    def button(action: str, icon: str, kind: str = "plain") -> Button:
        return Button("", lambda: act(action), kind, icon, next(hints))

    def hide() -> None:
        if walk.hiding:
            act("walker", walk.walker_id)
        else:
            act("hide")

    return [
        button("step_back", "step-back"),
        button("play", "play", "main"),
        button("step", "step"),
        button("slower", "down"),
        button("faster", "up"),
        button("truth", "eye"),
        Button("", hide, icon="profile", hint=next(hints)),
        button("next_walk", "redo"),
    ]


def place_transport(widgets: Sequence[Widget], x: float, y: float) -> tuple[float, float]:
    """Put the `widgets` of the row in place from (`x`, `y`) on.

    Returns the places of the speed's words and of the row's end.
    """
    left, speed_at = x, x
    for number, widget in enumerate(widgets):
        wide = 64.0 if number == 1 else 44.0
        widget.box = (left, y, wide, 44)
        left += wide + 8
        if number == 3:
            speed_at = left
            left += 76
        if number in (2, 4):
            left += 8
    return speed_at, left


def draw_speed(canvas: Canvas, speed: float, place: tuple[float, float]) -> None:
    """Write the `speed`, how many steps a second, at `place`."""
    told = f"{speed:g}/s" if speed >= 1 else "1/2 /s"
    if speed >= 60:
        told = "full"
    canvas.text(told, (place[0] + 38, place[1] + 22), TEXT, "quiet", "bold", "centre")


# -- what the tabs hold --------------------------------------------------------------------


def _content(walk: Model, act: Act, tab: int) -> list[Widget]:
    """Return the widgets of a tab."""
    if tab == WATCH:
        carry, guesses = WATCHING
        told = "Carry the ghost elsewhere; nobody is told"
        dots = "Beliefs as 300 guesses, or as squares again"
        return [
            Button(carry, lambda: act("carry"), icon="carry", hint=told),
            Button(guesses, lambda: act("particles"), icon="guesses", hint=dots),
        ]
    if tab == COMPARE:
        return list(_chips(walk, act))
    if tab == PAST:
        return [_lag_slider(walk, act), _visits_chip(walk, act)]
    if tab == SETUP:
        return _setup_rows(walk, act)
    if tab == TOUR:
        return [
            Button("Back", lambda: act("previous_stop"), icon="back", hint="The step before"),
            Button("Next", lambda: act("next_stop"), "main", "forward"),
        ]
    return []


def place_content(tab: int, widgets: Sequence[Widget], box: Box) -> None:
    """Put the widgets of a tab in place, in fewer columns where the `box` is narrow."""
    x, y, w, h = box
    narrow = h == NARROW_HEIGHTS[tab] != HEIGHTS[tab]
    if tab == COMPARE:
        columns, pitch = (3, 46) if narrow else (5, 48)
        wide = (w - (columns - 1) * 10) / columns
        for number, widget in enumerate(widgets):
            row, column = divmod(number, columns)
            widget.box = (x + column * (wide + 10), y + row * pitch, wide, 40)
    elif tab == PAST:
        chip = 140.0 if narrow else 200.0
        slider = cast(Slider, widgets[0])
        slider.label_share = 0.3 if narrow else 0.5
        slider.box = (x, y, min(w - chip - 12, 560.0), 40)
        widgets[1].box = (x + w - chip, y, chip, 40)
    elif tab == SETUP:
        half = (w - 24) / 2
        for number, widget in enumerate(widgets):
            if isinstance(widget, Choice):
                widget.label_share = 0.37 if w < WIDE - 48 else 0.42
            elif isinstance(widget, Slider):  # words need room, a track of few steps does not
                widget.label_share = 0.6 if w < WIDE - 48 else 0.5
            column, row = divmod(number, 5)
            widget.box = (x + column * (half + 24), y + row * (ROW + 2), half, ROW)
    elif tab == TOUR and narrow:
        cast(Button, widgets[0]).label = ""
        widgets[0].box = (x + w - 168, y, 44, 44)
        widgets[1].box = (x + w - 116, y, 116, 44)
    elif tab == TOUR:
        cast(Button, widgets[0]).label = "Back"
        widgets[0].box = (x + w - 268, y + h - 48, 120, 44)
        widgets[1].box = (x + w - 140, y + h - 48, 140, 44)


def _chips(walk: Model, act: Act) -> list[Chip]:
    def chip(model: AgentSpec) -> Chip:
        return Chip(
            short_name(model),
            lambda: act("compare", model.id),
            lambda: model.id in walk.lineup.models,
            model.description,
        )

    return [chip(model) for model in believers()]


def _lag_slider(walk: Model, act: Act) -> Slider:
    return Slider(
        "Steps back",
        walk.lag,
        0,
        MOST_LAG,
        1,
        lambda steps: act("lag", steps),
    )


def _visits_chip(walk: Model, act: Act) -> Chip:
    hint = "How often the likeliest hypothesis visited each cell, where a model counts visits."
    return Chip("Its visits", lambda: act("visits"), lambda: walk.visits_shown, hint)


def _setup_rows(walk: Model, act: Act) -> list[Widget]:
    """Return the rows of the setup: hidden one, believer, maze, and the world's numbers."""
    values = walk.session.setup.params
    options = {option.name: option for option in walk.session.spec.options}

    def choice(name: str) -> Choice:
        return _option_choice(options[name], values[name], act)

    def slider(name: str, form: str = "{:g}") -> Slider:
        return _option_slider(options[name], values[name], act, form)

    return [
        _walker_choice(walk, act),
        _model_choice(walk, act),
        choice("maze"),
        slider("map"),
        choice("start"),
        slider("noise"),
        slider("sight"),
        slider("beta"),
        slider("stay", "{:.2f}"),
        choice("sensors"),
    ]


def walkers(walk: Model) -> list[AgentSpec]:
    """Return the agents that can be hidden in a `walk` as it is; the present one is among them."""
    setup, spec = walk.session.setup, walk.session.spec
    role = spec.seats_for(setup.params)[WALKER].role
    agents = catalog.agents(setup.game)
    able = [each for each in agents if each.role == role and not each.hindrance(setup.params)]
    return able + [each for each in agents if each.id == walk.walker_id and each not in able]


def _walker_choice(walk: Model, act: Act) -> Choice:
    agents = walkers(walk)
    names = ["You", *(agent.name for agent in agents)]
    ids = ["", *(agent.id for agent in agents)]
    here = 0 if walk.hiding else ids.index(walk.walker_id)

    def chosen(place: int) -> None:
        if place:
            act("walker", ids[place])
        else:
            act("hide")

    return Choice("The ghost", names, here, chosen)


def _model_choice(walk: Model, act: Act) -> Choice:
    models = believers()
    here = [model.id for model in models].index(walk.lineup.models[walk.lineup.active])
    names = [model.name for model in models]
    return Choice("Model", names, here, lambda place: act("model", models[place].id))


def _option_choice(option: Option, value: str | float, act: Act) -> Choice:
    labels = option.labels or tuple(str(choice) for choice in option.choices)
    index = option.choices.index(value)

    def changed(place: int) -> None:
        act(option.name, option.choices[place])

    return Choice(option.label, labels, index, changed, option.help)


def _option_slider(option: Option, value: float, act: Act, form: str) -> Slider:
    whole = option.kind == "int"

    def released(value: float) -> None:
        act(option.name, int(value) if whole else value)

    return Slider(
        option.label,
        float(value),
        option.low or 0.0,
        option.high or 1.0,
        option.step or 1.0,
        lambda value: None,
        form.format,
        released,
        option.help,
    )
