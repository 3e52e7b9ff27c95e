"""The help pages: set text, the opponents, the controls, and the ways through them."""

from __future__ import annotations

import dataclasses

import pytest

from games import catalog
from games.shell.draw import prose
from games.shell.draw.prose import Block, parse, shared_width, typeset
from games.shell.pages.help import HelpPage
from tests.support.shell_rig import Rig

SAMPLE = """First paragraph,
on two lines.

# Heading
Text right below.
= a = b / c
= d = e

- one
- two, which is long enough that it has to be broken into more than one line of the column
~ a quiet note

| Name | Count | Share |
|---|---|---|
| Punch | 10 | 12.5% |
| Parry kick | -3 | 7% |
"""
PAGES = (("Rules", SAMPLE * 6), ("How it thinks", "= P = (n + 1) / (N + 4)"))


def opened(rig: Rig, **kwargs: object) -> HelpPage:
    page = HelpPage(rig.app, catalog.spec("karate"), PAGES, **kwargs)
    rig.show(page)
    return page


# -- the format ----------------------------------------------------------------------------


def test_the_format_is_read() -> None:
    assert parse(SAMPLE) == (
        Block("text", ("First paragraph, on two lines.",)),
        Block("heading", ("Heading",)),
        Block("text", ("Text right below.",)),
        Block("formula", ("a = b / c", "d = e")),
        Block("item", ("one", SAMPLE.split("\n")[9][2:])),
        Block("note", ("a quiet note",)),
        Block("table", tuple(SAMPLE.split("\n")[12:16])),
    )


@pytest.mark.parametrize("text", ["", "\n\n\n", "#", "|", "||||", "= ", "-5 is a number", "|---|"])
def test_odd_pages_are_set_without_harm(rig: Rig, text: str) -> None:
    setting = typeset(rig.app.canvas, text, 400)
    assert setting.height < 200
    setting.draw(rig.app.canvas, 0, 0, 0, 700)


def test_a_line_that_begins_with_a_sign_is_not_an_item() -> None:
    assert parse("-5 is a number") == (Block("text", ("-5 is a number",)),)


@pytest.mark.parametrize("width", [300, 632, 800])
def test_set_text_stays_in_its_column_and_in_order(rig: Rig, width: float) -> None:
    canvas = rig.app.canvas
    setting = typeset(canvas, SAMPLE, width)
    assert len(setting.pieces) > 15
    for piece in setting.pieces:
        wide = canvas.text_width(piece.text, piece.size, piece.face)
        left = piece.x - wide if piece.align == "right" else piece.x
        assert left >= -1
        assert left + wide <= width + 1
        assert 0 < piece.y < setting.height
    words = " ".join(piece.text for piece in setting.pieces)
    assert (
        words.index("First") < words.index("Heading") < words.index("a = b") < words.index("Punch")
    )


def test_numbers_stand_right_aligned_under_their_head(rig: Rig) -> None:
    pieces = {p.text: p for p in typeset(rig.app.canvas, SAMPLE, 600).pieces}
    assert pieces["10"].align == pieces["Count"].align == "right"
    assert pieces["10"].x == pieces["-3"].x == pieces["Count"].x
    assert pieces["Punch"].align == "left"


def test_wide_columns_give_way_to_narrow_ones() -> None:
    assert shared_width([50, 400, 60], 300) == pytest.approx([50, 190, 60])
    assert shared_width([500, 400], 300) == [150, 150]
    assert shared_width([10, 20], 300) == [10, 20]
    assert len(prose.cells("| a | b c |  |")) == 3


# -- the pages -----------------------------------------------------------------------------


def test_pages_of_the_game_come_first_then_what_was_measured_and_controls(rig: Rig) -> None:
    page = opened(rig, actions={"choice_1": "Punch", "step": "One ply"})
    assert page.tabs is not None
    assert page.tabs.labels == ["Rules", "How it thinks", "How strong", "Controls"]
    agents, controls = page.readers[2].text, page.readers[3].text
    measured = [agent for agent in catalog.agents("karate") if agent.strength]
    assert len(measured) >= 5
    assert all(f"# {agent.name}\n{agent.strength}" in agents for agent in measured)
    assert not any(agent.description in agents for agent in measured)
    assert "| Punch | 1, Keypad 1 | Button 0 |" in controls
    assert "One ply" in controls
    assert "Undo" not in controls
    assert "Faster" not in controls


def test_controls_are_the_ones_chosen_now(rig: Rig) -> None:
    rig.app.change_settings(bindings={"mind": ("key:z", "pad:3")})
    assert "| Open or close the mind | Z | Button 3 |" in opened(rig).readers[3].text


def test_a_game_with_undo_says_how(rig: Rig) -> None:
    spec = dataclasses.replace(catalog.spec("karate"), undo="any", id="elsewhere")
    page = HelpPage(rig.app, spec, PAGES)
    assert page.tabs is not None
    assert page.tabs.labels == ["Rules", "How it thinks", "Controls"]
    assert "| Undo | U, Backspace |" in page.readers[2].text


def test_pages_turn_by_every_device(rig: Rig) -> None:
    page = opened(rig)
    assert page.tabs is not None
    seen = []
    for act in (
        lambda: rig.key("tab"),
        lambda: rig.pad(5),
        lambda: rig.key("right"),
        lambda: rig.key("tab", mod=1),
        lambda: rig.pad(4),
        lambda: rig.hat("left"),
        lambda: rig.click(48 + 200 * 3 + 50, 150),
    ):
        act()
        seen.append(page.tabs.index)
    assert seen == [1, 2, 3, 2, 1, 0, 3]


def test_text_scrolls_by_every_device_and_no_further_than_it_goes(rig: Rig) -> None:
    page = opened(rig)
    reader = page.reader
    assert reader.lowest > 1000
    goals = []
    for act in (
        lambda: rig.key("down"),
        lambda: rig.key("page down"),
        lambda: rig.hat("up"),
        lambda: rig.wheel(300, 300, -2),
        lambda: rig.wheel(1200, 30, 1),
        lambda: (rig.axis(1, 1.0), rig.frames(60), rig.axis(1, 0.0)),
    ):
        act()
        goals.append(reader.goal)
    tall = reader.box[3] - 64
    assert goals[:5] == [64, 64 + tall, tall, tall + 128, tall + 64]
    assert goals[5] > goals[4] + 5 * 64  # a held stick repeats
    rig.wheel(300, 300, -1000)
    assert reader.goal == reader.lowest
    rig.wheel(300, 300, 1000)
    assert reader.goal == 0


def test_text_is_dragged(rig: Rig) -> None:
    reader = opened(rig).reader
    rig.press(300, 500)
    rig.move(300, 300)
    assert reader.goal == 200
    rig.move(300, 900)
    assert reader.goal == 0
    rig.let_go(300, 900)
    rig.move(300, 100)
    assert reader.goal == 0


def test_text_glides_unless_motion_is_reduced(rig: Rig) -> None:
    page = opened(rig)
    rig.key("page down")
    assert page.next_frame() == 0.0
    rig.frames(120)
    assert page.next_frame() is None
    rig.app.change_settings(reduced_motion=True)
    rig.key("page up")
    assert page.next_frame() is None


def test_a_page_is_set_once_until_the_layout_changes(rig: Rig) -> None:
    page = opened(rig)
    first = page.reader._setting
    rig.frames(30)
    assert page.reader._setting is first
    rig.app.change_settings(larger_text=True)
    rig.frames()
    second = page.reader._setting
    assert second is not None
    assert first is not None
    assert second.height > first.height


@pytest.mark.parametrize("way", ["escape", "f1", "pad", "mouse"])
def test_help_closes(rig: Rig, way: str) -> None:
    page = opened(rig)
    if way == "pad":
        rig.pad(1)
    elif way == "mouse":
        rig.click_on(page.foot.widgets[0])
    else:
        rig.key(way)
    assert rig.app.top is rig.floor
