"""Text for reading: what is read out of it, and how it is set."""

from __future__ import annotations

import pygame
import pytest

from games.shell.draw import prose
from games.shell.draw.prose import SetText, share_width, spreads, typeset
from games.shell.draw.prose_text import TextBlock, escape, parse
from games.shell.draw.theme import TEXT
from tests.support.hands import Rig

SAMPLE = """First paragraph,
on two lines.

## Heading
Text right below.

```
a = b / c
- d = e
  | # f |  g
```

- one
- two, which is long enough that it has to be broken into more than one line of the column
  on the next line, too

> a quiet note
> on two lines

| Name | Count | Share |
|---|---|---|
| Punch | 10 | 12.5% |
| Parry kick | -3 | 7% |
"""


def test_the_format_is_read() -> None:
    item = (
        "two, which is long enough that it has to be broken into more than one line of the column"
    )
    assert parse(SAMPLE) == (
        TextBlock("text", ("First paragraph, on two lines.",)),
        TextBlock("heading", ("Heading",)),
        TextBlock("text", ("Text right below.",)),
        TextBlock("formula", ("a = b / c", "- d = e", "  | # f |  g")),
        TextBlock("item", ("one", f"{item} on the next line, too")),
        TextBlock("note", ("a quiet note on two lines",)),
        TextBlock("table", tuple(SAMPLE.split("\n")[-5:-1])),
    )


def test_nothing_in_a_formula_is_a_mark(rig: Rig) -> None:
    lines = ["- ln p", "# 1", "| a | b |", "> 0", "`x`", "", "  -  2", "{n}", "-- end"]
    text = "\n".join(["Before", "```", *lines, "```", "after"])
    kinds = [block.kind for block in parse(text)]
    assert kinds == ["text", "formula", "text"]
    pieces = typeset(rig.app.canvas, text, 600).pieces
    assert [piece.text for piece in pieces] == ["Before", *map(str.lstrip, lines), "after"]
    left = {piece.text: piece.x for piece in pieces}
    assert left["-  2"] > left["- ln p"] == left["`x`"] == left["-- end"]


def test_items_and_notes_go_on_below_and_rows_and_headings_do_not() -> None:
    assert parse("- one\ntwo") == (TextBlock("item", ("one two",)),)
    assert parse("> one\ntwo") == (TextBlock("note", ("one two",)),)
    assert [block.kind for block in parse("| one |\ntwo\n# three\n# four\nfive")] == [
        "table",
        "text",
        "heading",
        "heading",
        "text",
    ]


def test_a_formula_that_is_never_closed_goes_on_to_the_end() -> None:
    assert parse("```\na\n\n# b") == (TextBlock("formula", ("a", "", "# b")),)
    assert parse("```text\na\n```\n```\n```") == (TextBlock("formula", ("a",)),)


FOLDS = "Why.\n\n```formula\n- a\n```\n\nAnd.\n\n```formula\nb\nc\n```\n\n```\nshown\n```\n"


def test_mathematics_is_folded_to_a_row_until_it_is_opened(rig: Rig) -> None:
    kinds = [block.kind for block in parse(FOLDS)]
    assert kinds == ["text", "fold", "text", "fold", "formula"]
    canvas = rig.app.canvas
    shut, one = typeset(canvas, FOLDS, 400), typeset(canvas, FOLDS, 400, {1})
    row, open_row = "+ The mathematics", "\u2212 The mathematics"
    assert [piece.text for piece in shut.pieces] == ["Why.", row, "And.", row, "shown"]
    told = [piece.text for piece in one.pieces]
    assert told == ["Why.", row, "And.", open_row, "b", "c", "shown"]
    assert shut.folds == one.folds
    assert one.height > shut.height
    for x, y, w, h in shut.folds:
        inside = [piece for piece in shut.pieces if x < piece.x < x + w and y < piece.y < y + h]
        assert [piece.text for piece in inside] == [row]


ODD = ["", "\n\n\n", "#", "|", "||||", ">", "-", "```", "```\n\n```", "`", "|---|", "- a\n|---|"]


@pytest.mark.parametrize("text", [*ODD, f"```\n{' ' * 500}x\n```"])
def test_odd_pages_are_set_without_harm(rig: Rig, text: str) -> None:
    setting = typeset(rig.app.canvas, text, 400)
    assert setting.height < 200
    setting.draw(rig.app.canvas, 0, 0, 0, 700)


@pytest.mark.parametrize("line", ["-5 is a number", "#5 is a place", "--- so", "{rows}", "a | b"])
def test_a_line_that_begins_with_a_sign_is_a_paragraph_still(line: str) -> None:
    assert parse(line) == (TextBlock("text", (line,)),)


def test_a_hyphen_before_a_number_is_its_minus_and_no_item(rig: Rig) -> None:
    assert parse("- 0.62 x 10 + 0.2") == (TextBlock("text", ("- 0.62 x 10 + 0.2",)),)
    assert parse("Its gain is\n-  .5 x 3") == (TextBlock("text", ("Its gain is -  .5 x 3",)),)
    assert [block.kind for block in parse("- one\n- ... and so on\n- , too")] == ["item"]
    assert "- 7" in [piece.text for piece in typeset(rig.app.canvas, "- 7", 400).pieces]


def runs(setting: SetText) -> list[tuple[str, str]]:
    return [(piece.text, piece.colour) for piece in setting.pieces]


def test_code_has_a_colour_and_no_backticks(rig: Rig) -> None:
    canvas = rig.app.canvas
    setting = typeset(canvas, "Say `heads` or `tails`.", 400)
    assert runs(setting) == [
        ("Say ", "paper"),
        ("heads", "brass"),
        (" or ", "paper"),
        ("tails", "brass"),
        (".", "paper"),
    ]
    first, second = setting.pieces[:2]
    assert second.x == pytest.approx(first.x + canvas.text_width("Say ", first.size, first.face))
    assert runs(typeset(canvas, "The key ` alone", 400)) == [("The key ` alone", "paper")]
    broken = runs(typeset(canvas, "Type `python main.py play` now, or later.", 120))
    code = [text for text, colour in broken if colour == "brass"]
    assert len(code) > 1
    assert " ".join(code) == "python main.py play"
    cell = runs(typeset(canvas, "| x | y |\n|---|---|\n| `a` | b |", 400))
    assert cell[-2:] == [("a", "brass"), ("b", "paper")]


def test_a_bar_can_stand_in_a_cell() -> None:
    row = f"| {escape('a|b')} | c |"
    assert prose.cells(row) == ("a|b", "c")
    assert prose.cells("| | x | |") == ("", "x", "")


def test_a_table_without_its_row_of_hyphens_is_set_alike(rig: Rig) -> None:
    canvas = rig.app.canvas
    whole = typeset(canvas, "| a | b |\n|:--|---:|\n| - | 2 |", 400)
    assert whole == typeset(canvas, "| a | b |\n| - | 2 |\n", 400)
    assert [piece.text for piece in whole.pieces] == ["a", "b", "-", "2"]


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


def test_a_cell_that_has_room_stays_on_one_line(rig: Rig) -> None:
    canvas = rig.app.canvas
    canvas.resize(pygame.Surface((1280, 720)))  # here rows have wider digits than the head
    assert canvas.text_width("0000000", TEXT, "text") > canvas.text_width("0000000", TEXT, "bold")
    setting = typeset(canvas, "| a | b |\n|---|---|\n| 9 0000000 | 1 |", 800)
    assert [piece.text for piece in setting.pieces[2:]] == ["9 0000000", "1"]


def test_a_drawing_stands_before_the_words_of_its_cell(rig: Rig) -> None:
    canvas = rig.app.canvas
    text = "| | :foot: kick |\n|---|---|\n| :fist: punch | 10 |\n| 3:1: no | :a |"
    setting = typeset(canvas, text, 400)
    assert [icon.name for icon in setting.icons] == ["foot", "fist"]
    told = {piece.text: piece for piece in setting.pieces}
    assert {"kick", "punch", "10", "3:1: no", ":a"} <= set(told)
    for icon, words in zip(setting.icons, ("kick", "punch"), strict=True):
        assert told[words].x - icon.x == pytest.approx(prose.ICON_ROOM - prose.ICON / 2)
        assert told[words].y == pytest.approx(icon.y)
    assert not typeset(canvas, text.replace(":fist: ", "").replace(":foot: ", ""), 400).icons
    setting.draw(canvas, 0, 0, 0, 400)


def test_a_drawing_stands_beside_words_at_the_right_end(rig: Rig) -> None:
    canvas = rig.app.canvas
    text = "| :foot: a |\n|---|\n| 1,000,000 |"
    (icon,), (head, number) = (setting := typeset(canvas, text, 400)).icons, setting.pieces
    left = head.x - canvas.text_width("a", head.size, head.face)
    assert head.x == number.x
    assert left - icon.x == pytest.approx(prose.ICON_ROOM - prose.ICON / 2)


def test_numbers_stand_right_aligned_under_their_head(rig: Rig) -> None:
    pieces = {p.text: p for p in typeset(rig.app.canvas, SAMPLE, 600).pieces}
    assert pieces["10"].align == pieces["Count"].align == "right"
    assert pieces["10"].x == pieces["-3"].x == pieces["Count"].x
    assert pieces["Punch"].align == "left"


def test_wide_columns_give_way_to_narrow_ones() -> None:
    assert share_width([50, 400, 60], 300) == pytest.approx([50, 190, 60])
    assert share_width([500, 400], 300) == [150, 150]
    assert share_width([10, 20], 300) == [10, 20]
    assert len(prose.cells("| a | b c |  |")) == 3


CARDS = """![One](one)

## First

Short.

![Two](two)

Words that go on for so long that they need more than a single line in a card as narrow as this.

![Three](three)

## Third

Short.

![Four](four)

Short.

## After the cards

Below.
"""


def test_cards_stand_in_rows_as_many_as_have_room(rig: Rig) -> None:
    canvas = rig.app.canvas
    for width, columns in ((1136, 3), (704, 2), (480, 1)):
        pictures = typeset(canvas, CARDS, width).pictures
        assert [picture.name for picture in pictures] == ["one", "two", "three", "four"]
        assert [picture.shows for picture in pictures] == ["One", "Two", "Three", "Four"]
        lefts = sorted({picture.box[0] for picture in pictures})
        assert len(lefts) == columns
        for number, picture in enumerate(pictures):
            x, y, w, h = picture.box
            assert x == lefts[number % columns]
            assert x + w <= width + 1
            assert h == w * 9 / 16
            assert y == pictures[number - number % columns].box[1]


def test_the_words_of_a_card_stand_below_its_picture_and_no_wider(rig: Rig) -> None:
    canvas = rig.app.canvas
    setting = typeset(canvas, CARDS, 704)
    first, second, third, _ = (picture.box for picture in setting.pictures)
    place = {piece.text: piece for piece in setting.pieces}
    assert place["First"].x == place["Third"].x == 0.0
    long = [piece for piece in setting.pieces if piece.x == second[0]][:3]
    assert long[0].text.startswith("Words that go on")
    assert long[0].y > second[1] + second[3]
    widths = [canvas.text_width(piece.text, piece.size, piece.face) for piece in long]
    assert max(widths) <= second[2]
    assert third[1] > long[-1].y, "the next row is below the longest card"
    after = place["After the cards"]
    assert after.x == 0.0
    assert after.y > max(box[1] + box[3] for box in (third, first))


def test_lines_are_no_longer_than_one_can_read_and_pictures_are_hung_in_sight(
    rig: Rig,
) -> None:
    canvas = rig.app.canvas
    setting = typeset(canvas, "word " * 300, 1136)
    assert max(canvas.text_width(piece.text, piece.size) for piece in setting.pieces) <= 800
    hung: list[str] = []
    cards = typeset(canvas, CARDS, 1136)
    cards.draw(canvas, 0, 0, 0, 100, lambda _, name, box: hung.append(name))
    assert hung == ["one", "two", "three"]


def test_a_card_with_a_row_for_itself_has_its_words_beside_its_picture(rig: Rig) -> None:
    text = "![Shown](one)\n\n## Its title\n\nWords that go on.\n\n## Next\n\nBelow."
    text = text.replace("go on.", "go on.\n\n" + "and on " * 60)
    setting = typeset(rig.app.canvas, text, 1136)
    x, y, w, h = setting.pictures[0].box
    place = {piece.text: piece for piece in setting.pieces}
    for words in ("Its title", "Words that go on."):
        assert place[words].x > x + w
        assert y < place[words].y < y + h
    wide = [p.x + rig.app.canvas.text_width(p.text, p.size, p.face) for p in setting.pieces]
    assert max(wide) <= 1136
    assert place["Next"].x == 0.0
    assert place["Next"].y > y + h
    narrow = typeset(rig.app.canvas, text, 480)
    x, y, w, h = narrow.pictures[0].box
    assert next(piece for piece in narrow.pieces if piece.text == "Its title").y > y + h


SECTIONS = "\n\n".join(
    f"## {name}\n\nWords of {name}.\n\n```formula\n{name} = 1\n```"
    for name in ("Ada", "Bob", "Cem")
)


def test_sections_of_words_stand_side_by_side_where_there_is_room(rig: Rig) -> None:
    canvas = rig.app.canvas
    wide, narrow = typeset(canvas, SECTIONS, 1136), typeset(canvas, SECTIONS, 800)
    place = {piece.text: piece for piece in wide.pieces}
    assert place["Ada"].y == place["Bob"].y < place["Cem"].y
    assert place["Ada"].x == place["Cem"].x == 0.0 < place["Bob"].x
    assert len({piece.x for piece in narrow.pieces if piece.text in ("Ada", "Bob", "Cem")}) == 1
    assert wide.height < narrow.height
    long = SECTIONS.replace("Words of Bob.", "Words of Bob. " * 200)
    found = {piece.text: piece for piece in typeset(canvas, long, 1136).pieces}
    assert found["Bob"].x == 0.0, "one that is much longer has its own row"


def test_the_mathematics_of_sections_side_by_side_opens_one_by_one(rig: Rig) -> None:
    canvas = rig.app.canvas
    shut = typeset(canvas, SECTIONS, 1136)
    assert len(shut.folds) == 3
    for number, name in enumerate(("Ada", "Bob", "Cem")):
        setting = typeset(canvas, SECTIONS, 1136, {number})
        shown = [piece for piece in setting.pieces if piece.text.endswith(" = 1")]
        assert [piece.text for piece in shown] == [f"{name} = 1"]
        left, top, _, tall = setting.folds[number]
        assert shown[0].x >= left
        assert shown[0].y > top + tall


def test_a_page_spreads_where_it_has_cards_or_sections_of_words(rig: Rig) -> None:
    assert spreads(SECTIONS)
    assert spreads("![Shown](one)\n\nWords.")
    assert not spreads("## One\n\nWords.\n\n## Two\n\n| a | b |\n|---|---|\n| 1 | 2 |")
