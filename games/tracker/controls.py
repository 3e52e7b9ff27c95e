"""What can be touched on the tracker's page: the transport row, the tabs, and what each tab holds.

Every tab has a height and a list of widgets; the scene keeps them in one form, so that keys, mouse
and gamepad reach all of them the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from games import catalog
from games.agents import AgentSpec
from games.core import Option
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import NOTE, TEXT
from games.shell.input import Pointer
from games.shell.widgets.basic import Button, Choice, Slider, Tabs
from games.shell.widgets.form import Look, Widget
from games.tracker import views
from games.tracker.rules import MOVES, STAY, Course
from games.tracker.views import SHORT

if TYPE_CHECKING:
    from games.tracker.scene import Scene

WATCH, COMPARE, PAST, SETUP, TOUR = range(5)
TABS: Final = ("Watch", "Compare", "Look back", "Change", "Tour")
HEIGHTS: Final = (104.0, 92.0, 124.0, 200.0, 176.0)
MOST_LENSES: Final = 4
ROW: Final = 38.0
ACTION_NAMES: Final = {
    "step": "Half a step on",
    "step_back": "Half a step back",
    "faster": "Faster",
    "slower": "Slower",
    "truth": "Show or hide the truth",
}
"""What the game's own actions do, for the page of controls."""


class BoardPad(Widget):
    """The maze as something to touch: it walks the hidden one, and chooses a board."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene

    def direction(self, action: str) -> bool:
        """Walk, where the person is the hidden one."""
        return self.scene.hiding and self.scene.steer(action)

    def activate(self) -> None:
        """Stay where staying is allowed, else play or pause."""
        self.scene.confirm_board()

    def pointer(self, event: Pointer) -> bool:
        """Walk toward the cell, or take the board."""
        if event.kind == "down" and event.button == 1:
            self.scene.touch_board(event.x, event.y)
            return True
        return False

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Only the focus can be seen: the boards are drawn before."""
        if look.focused:
            x, y, w, h = self.scene.boards[self.scene.active].box
            canvas.outline((x - 5, y - 5, w + 10, h + 10), "brass", 2, 10)


class Chip(Button):
    """A model that can be put beside the others, or taken away."""

    def __init__(self, label: str, action: Callable[[], None], on: Callable[[], bool], hint: str):
        super().__init__(label, action, hint=hint)
        self.on = on

    def draw(self, canvas: Canvas, look: Look) -> None:
        """A tick and a brass edge while it is on."""
        x, y, w, h = self.box
        on = self.on()
        ground = "high" if look.hovered or on else "raised"
        canvas.panel(self.box, ground, "brass" if on else "line", 2 if on else 1.5, 10)
        if on:
            canvas.icon("check", (x + 16, y + h / 2), 16, "brass")
        ink = "paper" if on else "quiet"
        place = (x + w / 2 + (8 if on else 0), y + h / 2)
        canvas.text(self.label, place, NOTE + 1, ink, "bold", "centre", w - (40 if on else 16))
        self.ring(canvas, look, 8)


def shortest_way(course: Course, start: int, goal: int) -> list[str]:
    """The moves of a shortest way between two cells, by breadth first; [] where there is none."""
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    frontier = [start]
    while frontier and goal not in came:
        after: list[int] = []
        for cell in frontier:
            for move, to in enumerate(course.ways[cell][:STAY]):
                if to >= 0 and to not in came:
                    came[to] = (cell, move)
                    after.append(to)
        frontier = after
    moves: list[str] = []
    while goal != start and goal in came:
        goal, move = came[goal]
        moves.append(MOVES[move])
    return moves[::-1]


def transport(scene: Scene) -> list[Button]:
    """The row of the tape: back, play, step, speed, the truth, hiding."""
    label = scene.shell.input.label
    play = Button("", scene.toggle_play, "main", "play", "Play or pause")
    return [
        Button("", scene.step_back, icon="step-back", hint=f"Step back ({label('step_back')})"),
        play,
        Button("", scene.step_on, icon="step", hint=f"Half a step on ({label('step')})"),
        Button("", scene.slower, icon="down", hint=f"Slower ({label('slower')})"),
        Button("", scene.faster, icon="up", hint=f"Faster ({label('faster')})"),
        Button("", scene.toggle_truth, icon="eye", hint=f"Show the truth ({label('truth')})"),
        Button("", scene.toggle_hiding, icon="profile", hint="Be the hidden one, or watch again"),
        Button("", scene.next_seed, icon="redo", hint="The next walk: another seed"),
    ]


def place_transport(widgets: Sequence[Widget], x: float, y: float) -> tuple[float, float]:
    """Put the row in place; returns where the speed is told and where the row ends."""
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


def place(scene: Scene, box: Box) -> None:
    """Boards above, then what the tab holds, the transport, and the tabs at the bottom.

    Tabs and transport stay where they are, whatever a tab holds.
    """
    x, y, w, h = scene.visible = box
    scene.margin = 32.0 if w >= 800 else 24.0
    left, wide = x + scene.margin, w - 2 * scene.margin
    tall = HEIGHTS[WATCH if scene.setup.demo else scene.tab]
    tabs = y + h - 16 - 44
    row = tabs - 56
    below = y + h - 16 if scene.setup.demo else row - 12
    scene.content_box = (left, below - tall, wide, tall)
    place_content(scene.tab, scene.content, scene.content_box)
    scene.speed_at, scene.row_end = place_transport(scene.transport, left, row)
    scene.tabs.widest = wide / len(scene.tabs.labels)
    scene.tabs.box = (left, tabs, wide, 44)
    top = y + (84 if len(scene.lenses) == 1 else 58)
    scene.area = scene.pad.box = (left, top, wide, below - tall - 16 - top)
    boxes = views.arrange(len(scene.boards), scene.course.maze, scene.area)
    for board, place in zip(scene.boards, boxes, strict=True):
        board.place(place)


def draw(canvas: Canvas, scene: Scene) -> None:
    """The transport, the tabs and the widgets of the open tab, and the hint of the focused one."""
    scene.transport[1].icon = "pause" if scene.playback.playing else "play"
    for button in scene.transport[:5]:
        button.enabled = not scene.hiding
    scene.transport[5].icon = "eye-off" if scene.truth else "eye"
    scene.form.draw(canvas)
    top = scene.transport[0].box[1]
    draw_speed(canvas, scene, (scene.speed_at, top))
    room = scene.content_box[0] + scene.content_box[2] - scene.row_end - 8
    if room > 120:
        scene.form.draw_hint(canvas, (scene.row_end + 8, top + 2), room)


# -- what the tabs hold --------------------------------------------------------------------


def content(scene: Scene, tab: int) -> list[Widget]:
    """The widgets of a tab."""
    if tab == COMPARE:
        return list(_chips(scene))
    if tab == PAST:
        return [_lag_slider(scene), _visits_chip(scene)]
    if tab == SETUP:
        return setup_rows(scene)
    if tab == TOUR:
        return [
            Button("Back", scene.tour.back, icon="back"),
            Button("Next", scene.tour.on, "main", "forward"),
        ]
    return []


def place_content(tab: int, widgets: Sequence[Widget], box: Box) -> None:
    """Put the widgets of a tab in place."""
    x, y, w, h = box
    if tab == COMPARE:
        wide = (w - 4 * 10) / 5
        for number, widget in enumerate(widgets):
            widget.box = (x + (number % 5) * (wide + 10), y + (number // 5) * 48, wide, 40)
    elif tab == PAST:
        widgets[0].box = (x, y, min(w, 560.0), 40)
        widgets[1].box = (x + w - 200, y, 200, 40)
    elif tab == SETUP:
        half = (w - 24) / 2
        for number, widget in enumerate(widgets):
            column, row = divmod(number, 5)
            widget.box = (x + column * (half + 24), y + row * (ROW + 2), half, ROW)
    elif tab == TOUR:
        widgets[0].box = (x + w - 268, y + h - 48, 120, 44)
        widgets[1].box = (x + w - 140, y + h - 48, 140, 44)


def _chips(scene: Scene) -> list[Chip]:
    def chip(model: AgentSpec) -> Chip:
        return Chip(
            SHORT.get(model.id, model.name),
            lambda: scene.toggle_model(model.id),
            lambda: model.id in scene.model_ids,
            model.description,
        )

    return [chip(model) for model in catalog.models(scene.setup.game)]


def _lag_slider(scene: Scene) -> Slider:
    return Slider(
        "Look back",
        scene.lag,
        0,
        scene.most_lag,
        1,
        scene.set_lag,
        lambda value: f"{value:g} steps",
    )


def _visits_chip(scene: Scene) -> Chip:
    hint = "How often the likeliest hypothesis visited each cell, where a model counts visits."
    return Chip("Its visits", scene.toggle_visits, lambda: scene.show_visits, hint)


def setup_rows(scene: Scene) -> list[Widget]:
    """Who is hidden, who believes, where; and the numbers of the world."""
    options = {option.name: option for option in scene.spec.options}
    agents = catalog.agents(scene.setup.game)
    models = catalog.models(scene.setup.game)
    names, ids = ["You"], [""]
    for agent in agents:
        names.append(agent.name)
        ids.append(agent.id)
    here = 0 if scene.hiding else ids.index(scene.setup.seats[0].agent)
    model = [m.id for m in models].index(scene.model_ids[scene.active])
    return [
        Choice("Hidden one", names, here, lambda i: scene.take_walker(ids[i])),
        Choice("Model", [m.name for m in models], model, lambda i: scene.set_model(models[i].id)),
        _option_choice(scene, options["maze"]),
        _option_slider(scene, options["map"], "{:g}"),
        _option_choice(scene, options["start"]),
        _option_slider(scene, options["noise"], "{:g}"),
        _option_slider(scene, options["sight"], "{:g}"),
        _option_slider(scene, options["beta"], "{:g}"),
        _option_slider(scene, options["stay"], "{:.2f}"),
        _option_choice(scene, options["sensors"]),
    ]


def _option_choice(scene: Scene, option: Option) -> Choice:
    labels = option.labels or tuple(str(choice) for choice in option.choices)
    index = option.choices.index(scene.setup.params[option.name])

    def changed(place: int) -> None:
        scene.change(**{option.name: option.choices[place]})

    return Choice(option.label, labels, index, changed, option.help)


def _option_slider(scene: Scene, option: Option, form: str) -> Slider:
    whole = option.kind == "int"

    def released(value: float) -> None:
        scene.change(**{option.name: int(value) if whole else value})

    return Slider(
        option.label,
        float(scene.setup.params[option.name]),
        option.low or 0.0,
        option.high or 1.0,
        option.step or 1.0,
        lambda value: None,
        form.format,
        released,
        option.help,
    )


def make_tabs(scene: Scene) -> Tabs:
    """The row of tabs."""
    return Tabs(TABS, scene.tab, scene.open_tab)


def draw_speed(canvas: Canvas, scene: Scene, place: tuple[float, float]) -> None:
    """How many steps a second."""
    speed = scene.playback.speed
    told = f"{speed:g}/s" if speed >= 1 else "1/2 /s"
    if speed >= 60:
        told = "full"
    canvas.text(told, (place[0] + 38, place[1] + 22), TEXT, "quiet", "bold", "centre")
