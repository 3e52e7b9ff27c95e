"""Widgets by keyboard, mouse and gamepad, and how the focus moves between them."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import TEXT
from games.shell.draw.toasts import TOAST_SECONDS, Strip, Toasts
from games.shell.input import Press
from games.shell.pages.overlays import Card, Dialog
from games.shell.widgets.basic import (
    Button,
    Choice,
    Label,
    ListBox,
    ProgressBar,
    Slider,
    TextField,
    Toggle,
)
from games.shell.widgets.form import Form, Look, Widget, nearest
from games.shell.widgets.tabs import Tabs
from tests.support.hands import Rig
from tests.support.ruler import Ruler, listen
from tests.support.staged import staged

# -- single widgets ------------------------------------------------------------------------


def test_a_button_answers_every_device_and_not_when_disabled(rig: Rig) -> None:
    pressed: list[str] = []
    button = Button("Go", lambda: pressed.append("go"))
    staged(rig, button)
    rig.key("return")
    rig.key("space")
    rig.pad(0)
    rig.click_on(button)
    assert len(pressed) == 4
    rig.click(1000, 600)
    x, y, w, h = button.box
    rig.click(x + w / 2, y + h / 2, button=3)
    button.enabled = False
    rig.key("return")
    rig.click_on(button)
    assert len(pressed) == 4


def test_a_held_confirm_presses_once(rig: Rig) -> None:
    pressed: list[str] = []
    form = staged(rig, Button("Go", lambda: pressed.append("go")))
    rig.key_down("return")
    rig.frames(120)
    form.handle(Press("confirm", repeat=True))
    assert pressed == ["go"]


def test_a_toggle_turns_and_says_so(rig: Rig) -> None:
    heard: list[bool] = []
    toggle = Toggle("Light", False, heard.append)
    staged(rig, toggle)
    rig.key("return")
    rig.pad(0)
    rig.click_on(toggle)
    assert heard == [True, False, True]
    assert toggle.value is True


def test_a_slider_steps_stops_at_its_ends_and_tells_when_it_rests(rig: Rig) -> None:
    heard: list[float] = []
    rests: list[float] = []
    slider = Slider("Volume", 0.9, 0.0, 1.0, 0.05, heard.append, released=rests.append)
    staged(rig, slider)
    rig.key("right", "right", "right")
    assert heard == [0.95, 1.0]
    rig.hat("left")
    assert heard[-1] == 0.95
    rig.axis(0, -1.0)
    rig.axis(0, 0.0)
    assert heard[-1] == 0.9
    assert rests[-1] == 0.9


def test_a_slider_is_dragged_beyond_its_box_and_let_go_anywhere(rig: Rig) -> None:
    heard: list[float] = []
    rests: list[float] = []
    slider = Slider("Volume", 0.5, 0.0, 1.0, 0.05, heard.append, released=rests.append)
    form = staged(rig, slider, Button("Other", lambda: heard.append(-1.0)))
    x, y, w, h = slider.box
    rig.press(x + w * 0.75, y + h / 2)
    rig.move(5000, 400)
    assert slider.value == 1.0
    rig.move(-5000, 5)
    assert slider.value == 0.0
    assert rests == []
    rig.let_go(-5000, 5)
    assert rests == [0.0]
    rig.move(x + w * 0.75, y + h / 2)
    assert slider.value == 0.0
    assert -1.0 not in heard
    assert form.focused is slider
    rig.click(x + 20, y + h / 2)  # on its label
    assert slider.value == 0.0


def test_a_choice_goes_round(rig: Rig) -> None:
    heard: list[int] = []
    choice = Choice("Colour", ["red", "green", "blue"], 0, heard.append)
    staged(rig, choice)
    rig.key("right", "right", "right", "left", "return")
    rig.pad(0)
    rig.hat("left")
    x, y, w, h = choice.box
    rig.click(x + w * 0.42 + 16, y + h / 2)
    rig.click(x + w - 20, y + h / 2)
    assert heard == [1, 2, 0, 2, 0, 1, 0, 2, 0]
    alone = Choice("Colour", ["red"], 0, heard.append)
    staged(rig, alone)
    rig.key("right", "return")
    assert len(heard) == 9


def test_a_list_is_gone_through_and_left_at_its_ends(rig: Rig) -> None:
    heard: list[int] = []
    taken: list[str] = []
    rows = [(f"Row {n}", "") for n in range(10)]
    box = ListBox(rows, 0, heard.append, confirmed=lambda: taken.append("taken"))
    box.box = (0, 0, 0, 224)
    below = Button("Below", lambda: None)
    form = staged(rig, box, below)
    rig.key("down", "down", "up")
    assert heard == [1, 2, 1]
    rig.key("return")
    rig.pad(0)
    assert taken == ["taken", "taken"]
    x, y, _, _ = box.box
    rig.click(x + 50, y + 3 * box.row_height + 5)
    assert box.index == 3
    rig.wheel(x + 50, y + 50, -1)
    rig.wheel(x + 50, y + 50, -1)
    assert box.index == 5
    assert box.first == 2
    rig.click(x + 50, y + 5)
    assert box.index == 2
    rig.key(*["down"] * 7)
    assert (box.index, form.focused) == (9, box)
    rig.key("down")
    assert form.focused is below
    rig.key("up")
    assert form.focused is box
    assert box.index == 9


def test_an_empty_list_can_be_passed(rig: Rig) -> None:
    box = ListBox((), 0, lambda index: None)
    box.box = (0, 0, 0, 112)
    form = staged(rig, box, Button("Below", lambda: None))
    rig.key("return", "down")
    assert form.focused is form.widgets[1]
    rig.click(150, 120)


def test_text_is_typed_edited_and_bounded(rig: Rig) -> None:
    heard: list[str] = []
    done: list[str] = []
    field = TextField("Name", "", heard.append, 8, submitted=lambda: done.append(field.text))
    form = staged(rig, field, Button("Below", lambda: None))
    rig.type("Ada p m")
    assert field.text == "Ada p m"
    rig.key("home", "delete", "right", "backspace", "end")
    assert field.text == "a p m"
    rig.type("żółć👩")
    assert field.text == "a p mżół"
    rig.give(pygame.TEXTINPUT, text="\x07\n")
    assert field.text == "a p mżół"
    rig.key("return")
    assert done == ["a p mżół"]
    rig.key("left")
    assert field.cursor == 7
    rig.key("down")
    assert form.focused is form.widgets[1]
    rig.type("x")
    assert field.text == "a p mżół"
    assert heard[-1] == "a p mżół"


def test_a_field_with_too_long_a_text_takes_no_more(rig: Rig) -> None:
    field = TextField("Name", "abcdef", lambda text: None, 4)
    staged(rig, field)
    rig.type("xy")
    rig.give(pygame.TEXTINPUT, text="pasted")
    assert field.text == "abcdef"


def test_tabs_turn_by_every_device(rig: Rig) -> None:
    heard: list[int] = []
    tabs = Tabs(["One", "Two", "Three"], 0, heard.append)
    form = staged(rig, tabs, Button("Below", lambda: None))
    rig.key("right", "right", "right", "left")
    assert heard == [1, 2, 1]
    x, y, _, h = tabs.box
    rig.click(x + 20, y + h / 2)
    rig.click(x + 450, y + h / 2)
    rig.click(x + 599.9, y + h / 2)
    assert heard == [1, 2, 1, 0, 2]
    rig.hat("left")
    rig.hat("down")
    assert heard[-1] == 1
    assert form.focused is form.widgets[1]
    Tabs([], 0, heard.append).turn(1)
    assert len(heard) == 6


# -- the form ------------------------------------------------------------------------------


def grid(rig: Rig, columns: int, rows: int) -> Form:
    buttons = [Button(f"{n}", lambda: None) for n in range(columns * rows)]
    form = staged(rig, *buttons, view=False)
    for number, button in enumerate(buttons):
        row, column = divmod(number, columns)
        button.box = (100 + column * 120, 100 + row * 60, 100, 40)
    return form


def test_directions_lead_to_the_neighbour_in_a_grid(rig: Rig) -> None:
    form = grid(rig, 4, 3)
    trail = []
    for way in ("right", "down", "down", "left", "up", "right", "right", "right"):
        rig.key(way)
        trail.append(form.focus)
    assert trail == [1, 5, 9, 8, 4, 5, 6, 7]
    rig.key("right")
    assert form.focus == 7


def test_every_widget_is_reached_and_every_step_leads_back(rig: Rig) -> None:
    form = grid(rig, 4, 3)
    back = {"left": "right", "right": "left", "up": "down", "down": "up"}
    reached, steps = {0}, 0
    for widget in form.widgets:
        for way, opposite in back.items():
            goal = nearest(form.widgets, widget, way)
            if goal is not None:
                reached.add(form.widgets.index(goal))
                assert nearest(form.widgets, goal, opposite) is widget
                steps += 1
    assert len(reached) == 12
    assert steps == 2 * (3 * 3 + 4 * 2)


def test_the_focus_passes_over_what_cannot_have_it(rig: Rig) -> None:
    off = Button("Off", lambda: None)
    off.enabled = False
    first, last = Button("First", lambda: None), Button("Last", lambda: None)
    form = staged(rig, Label("Words"), ProgressBar("Bar", 0.5), off, first, Label("More"), last)
    assert form.focused is first
    rig.key("down")
    assert form.focused is last
    rig.key("up", "up")
    assert form.focused is first


def test_a_form_without_widgets_takes_everything_calmly(rig: Rig) -> None:
    form = staged(rig)
    rig.key("up", "down", "return")
    rig.click(300, 300)
    rig.wheel(300, 300, 3)
    assert form.focused is None


def test_a_form_scrolls_to_what_has_the_focus_and_by_wheel(rig: Rig) -> None:
    pressed: list[int] = []
    buttons = [Button(f"{n}", lambda n=n: pressed.append(n)) for n in range(20)]
    form = staged(rig, *buttons)
    assert form.view == (100, 100, 600, 300)
    rig.key(*["down"] * 12)
    assert form.focus == 12
    x, y, w, h = buttons[12].box
    assert 100 <= y - form.offset <= 400 - h
    rig.click(x + w / 2, y + h / 2 - form.offset)
    assert pressed == [12]
    rig.wheel(300, 200, 100)
    assert form.offset == 0
    rig.wheel(300, 200, -1000)
    assert form.offset == 20 * 60 - 10 - 300
    rig.wheel(1000, 600, 5)  # elsewhere
    assert form.offset == 890
    rig.click(300, 250)
    assert len(pressed) == 2
    assert pressed[1] >= 14
    rig.click(300, 450)  # below the view, where a hidden button would be
    assert len(pressed) == 2


def test_a_row_stands_whole_or_not_at_all_and_a_tall_one_in_part(rig: Rig) -> None:
    drawn: list[str] = []

    class Named(Button):
        def draw(self, canvas: Canvas, look: object) -> None:
            drawn.append(self.label)

    rows = [Named(f"{n}", lambda: None) for n in range(20)]
    form = staged(rig, *rows)
    for offset in (0.0, 25.0, 31.0, 100.0):
        drawn.clear()
        form.offset = offset
        form.draw(rig.app.canvas)
        top = 100 - 8 + offset
        whole = [r.label for r in rows if r.box[1] >= top and r.box[1] + r.box[3] <= top + 316]
        assert sorted(drawn) == sorted(whole)
        assert 4 <= len(drawn) <= 6
    rows[0].box = (100, 100, 600, 250)
    drawn.clear()
    form.offset = 100.0
    form.draw(rig.app.canvas)
    assert "0" in drawn


def test_only_a_form_with_the_focus_scrolls_to_it_when_it_is_laid_out(rig: Rig) -> None:
    for active in (False, True):
        form = Form([Label("A portrait"), *(Button(f"{n}", lambda: None) for n in range(3))])
        form.widgets[0].box = (0, 0, 0, 800)
        form.active = active
        form.column((0, 100, 600, 300))
        assert (form.offset > 0) is active


def test_what_is_out_of_sight_is_not_drawn(rig: Rig) -> None:
    class Watched(Button):
        drawn = 0

        def draw(self, canvas: Canvas, look: object) -> None:
            self.drawn += 1

    buttons = [Watched(f"{n}", lambda: None) for n in range(40)]
    staged(rig, *buttons)
    seen = [button.drawn > 0 for button in buttons]
    assert seen[0]
    assert seen[4]
    assert not any(seen[6:])


def test_hints_follow_mouse_and_focus(rig: Rig) -> None:
    one, two = Button("1", lambda: None, hint="first"), Button("2", lambda: None, hint="second")
    form = staged(rig, one, two)
    assert form.hint == "first"
    rig.move(two.box[0] + 5, two.box[1] + 5)
    assert form.hint == "second"


def test_a_storm_of_events_leaves_a_form_whole(rig: Rig) -> None:
    widgets: list[Widget] = [
        Button("b", lambda: None),
        Slider("s", 1, 0, 3, 1, lambda v: None),
        Choice("c", ["x", "y"], 0, lambda i: None),
        ListBox([("r", "s")] * 9, 0, lambda i: None),
        TextField("t", "", lambda t: None),
        Tabs(["m", "n"], 0, lambda i: None),
        Toggle("g", False, lambda v: None),
    ]
    form = staged(rig, *widgets)
    rng = random.Random(3)
    for count in range(3000):
        x, y = rng.uniform(-50, 1300), rng.uniform(-50, 800)
        act = rng.randrange(6)
        if act == 0:
            rig.press(x, y, rng.randint(1, 5))
        elif act == 1:
            rig.let_go(x, y)
        elif act == 2:
            rig.move(x, y)
        elif act == 3:
            rig.app.take_events([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice([-3, 3]))])
        elif act == 4:
            form.handle(Press(rng.choice(["up", "down", "left", "right", "confirm"])))
        else:
            rig.give(pygame.TEXTINPUT, text=rng.choice(["a", "ß", "\0", "👩"]))
        if count % 50 == 0:
            rig.frames()
    assert count == 2999
    assert form.focused in widgets
    assert rig.app.top is not rig.floor
    assert len(widgets[4].text) <= 24


# -- overlays ------------------------------------------------------------------------------


def test_a_question_begins_on_cancel_and_answers_once(rig: Rig) -> None:
    done: list[str] = []
    dialog = Dialog(
        rig.app, "Delete?", "It is gone then. " * 20, [("Delete", lambda: done.append("x"))]
    )
    rig.show(dialog)
    rig.key("return")
    assert rig.app.top is rig.floor
    assert done == []
    rig.show(Dialog(rig.app, "Delete?", "", [("Delete", lambda: done.append("x"))]))
    rig.key("up", "return")
    assert done == ["x"]
    assert rig.app.top is rig.floor
    rig.show(Dialog(rig.app, "Delete?", "", [("Delete", lambda: done.append("x"))]))
    rig.pad(1)
    assert rig.app.top is rig.floor
    assert done == ["x"]


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("text", ["", "Short.", "word " * 300, "x" * 3000])
def test_an_overlay_fits_its_window_whatever_it_says(size: tuple[int, int], text: str) -> None:
    rig = Rig(None, size)
    rig.app.change_settings(larger_text=True)
    card = Card(rig.app, "A title that is long enough to be cut", text, "Log: /somewhere/log.txt")
    rig.show(card)
    x, y, _w, h = card.box
    assert x >= 0
    assert y >= 0
    assert y + h <= rig.app.canvas.height
    button = card.form.widgets[0].box
    assert y < button[1]
    assert button[1] + button[3] <= y + h
    rig.click_on(card.form.widgets[0])
    assert rig.app.top is rig.floor
    rig.app.close()


def test_toasts_are_two_at_most_and_pass(rig: Rig) -> None:
    toasts = Toasts()
    place = Strip(100.0, 12.0, 700.0)
    for letter in "abcde":
        toasts.add(f"Sentence {letter}.")
        boxes = toasts.draw(rig.app.canvas, place)
    assert toasts.texts == ("Sentence d.", "Sentence e.")
    assert len(boxes) == 2
    assert boxes[0][1] + boxes[0][3] <= boxes[1][1]
    toasts.add("Sentence e.")
    assert toasts.texts == ("Sentence d.", "Sentence e."), "the same again takes its own place"
    assert toasts.next_frame() == 0.0
    assert toasts.update(2.0)
    assert 0.5 < (toasts.next_frame() or 0.0) < 1.5
    toasts.add("Sentence f. " * 40)
    assert len(toasts.draw(rig.app.canvas, place)) == 1, "a long one stands alone"
    toasts.update(TOAST_SECONDS)
    assert toasts.next_frame() is None
    assert toasts.draw(rig.app.canvas, place) == []


def test_a_toast_with_another_figure_takes_the_place_of_the_last() -> None:
    toasts = Toasts()
    for speed in ("1", "1.5", "4", "0.75"):
        toasts.add(f"Speed {speed}.")
        assert toasts.texts == (f"Speed {speed}.",)


def test_a_toast_goes_with_its_scene(rig: Rig) -> None:
    app, page = rig.app, Card(rig.app, "A", "B")
    app.toast("Of the scene below.")
    app.toasts.add("Of the arcade.", stays=True)
    rig.frames(2)
    app.push(page)
    assert app.toasts.texts == ("Of the arcade.",)
    app.toast("Said while it goes.")
    app.pop()
    assert app.toasts.texts == ("Of the arcade.", "Said while it goes.")
    rig.frames(2)
    app.push(Card(app, "C", "D"))
    assert app.toasts.texts == ("Of the arcade.",)


def test_focus_goes_round_the_ends_of_a_menu(rig: Rig) -> None:
    """Up from the first row is the last; Tab goes on by one; a form that does not wrap stays."""
    names = "abc"
    buttons = [Button(name, lambda: None) for name in names]
    form = Form(buttons)
    form.column((0, 0, 200, 400))
    assert not form.handle(Press("up"))
    form.wraps = True
    assert form.handle(Press("up"))
    assert form.focused is buttons[2]
    assert form.handle(Press("down"))
    assert form.focused is buttons[0]
    seen = []
    for _ in names:
        assert form.handle(Press("next_tab"))
        seen.append(form.widgets.index(form.focused))  # type: ignore[arg-type]
    assert seen == [1, 2, 0]
    assert form.handle(Press("previous_tab"))
    assert form.focused is buttons[2]


def test_round_the_ends_of_a_wall_the_column_is_kept() -> None:
    tiles = [Button(str(n), lambda: None) for n in range(6)]
    for number, tile in enumerate(tiles):
        tile.box = (number % 2 * 300, number // 2 * 100, 200, 60)
    form = Form(tiles)
    form.wraps = True
    form.focus_on(tiles[1])
    form.handle(Press("up"))
    assert form.focused is tiles[5]
    form.handle(Press("down"))
    assert form.focused is tiles[1]
    assert not form.handle(Press("right")), "sideways there are ends"


def test_right_turns_a_switch_on_and_left_turns_it_off(rig: Rig) -> None:
    heard: list[bool] = []
    toggle = Toggle("Light", False, heard.append)
    staged(rig, toggle)
    rig.key("right", "right", "left", "left", "right")
    assert heard == [True, False, True]


@pytest.mark.parametrize("larger", [False, True])
def test_a_value_in_words_stands_beside_the_track_of_its_slider(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, larger: bool
) -> None:
    rig.app.change_settings(larger_text=larger)
    words = ("one", "quite absent-minded (2)", "three")
    slider = Slider("Level", 1, 1, 3, 1, lambda value: None, shown=lambda v: words[int(v) - 1])
    slider.box = (40.0, 60.0, 620.0, 48.0)
    ruler, knobs = Ruler(monkeypatch), list[float]()
    ruler.canvas = rig.app.canvas
    circle = Canvas.circle

    def note(canvas: Canvas, at: tuple[float, float], *how: Any) -> None:
        knobs.append(at[0])
        circle(canvas, at, *how)

    monkeypatch.setattr(Canvas, "circle", note)
    for word in words:
        ruler.lines.clear()
        slider.draw(rig.app.canvas, Look())
        (value,) = [line for line in ruler.lines if line.text == word]
        assert value.right <= 660.0
        slider.direction("right")
    slider.draw(rig.app.canvas, Look())
    left = min(660.0 - rig.app.canvas.text_width(word, TEXT) for word in words)
    assert max(knobs) + 10 < left - 12, "no knob ever lies on a word"
    assert knobs == sorted(knobs), "and the track stays as it is"
    assert len(set(knobs)) == 3


def test_a_named_field_keeps_its_label_beside_the_text(rig: Rig) -> None:
    field = TextField("Title of the room", "Guess 2/3", lambda text: None, named=True)
    heard: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        listen(patch, lambda line: heard.append(str(line["text"])))
        staged(rig, field)
        rig.app.draw()
    assert "Guess 2/3" in heard
    assert any("Title" in text for text in heard)
