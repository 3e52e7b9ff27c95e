"""The mind in a strip: its sentence whole, its button pressed, its numbers in a tall panel."""

from __future__ import annotations

import pytest

from games.mind import Bars, Lines, Note, Route
from games.shell.mind.strip import TALL, StripView
from tests.support.hands import Rig
from tests.support.words import Words

SENTENCE = "I chase the intruder with the ring: my mate is no nearer."
MIND = (
    Note(SENTENCE),
    Bars("Moves", ("up", "down"), (0.5, 0.5)),
    Lines("Counts", (("And a row", 1.0),), words=("4711",)),
)


def placed(rig: Rig, low: bool = True) -> StripView:
    view = StripView(rig.app)
    width, height = rig.app.size
    view.place((0, height - TALL, width, TALL) if low else (width - 400, 0, 400, height))
    view.caption = "Hunter, your mate"
    view.show(MIND)
    return view


def read_on(rig: Rig, view: StripView, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    words = Words(rig.app, monkeypatch)
    rig.floor.draw = lambda canvas: view.draw(canvas)  # type: ignore[method-assign]
    words.look()
    assert words.overlaps() == []
    return [word.text for word in words.seen]


@pytest.mark.parametrize("size", [(640, 480), (1280, 720)])
@pytest.mark.parametrize("larger", [False, True])
def test_the_sentence_is_whole_and_the_numbers_stand_behind_the_button(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], larger: bool
) -> None:
    rig.app.change_settings(larger_text=larger)
    view = placed(rig)
    told = " ".join(read_on(rig, view, monkeypatch))
    assert SENTENCE in told
    assert "Show the numbers" in told
    assert "4711" not in told
    assert view.low
    assert view.furthest == 0


def test_the_button_in_the_strip_shows_the_numbers(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = placed(rig)
    read_on(rig, view, monkeypatch)
    assert view.button is not None
    x, y, w, h = view.button
    monkeypatch.setattr(rig.floor, "handle", view.handle)
    rig.click(x + w / 2, y + h / 2)
    assert rig.app.numbers_shown


def test_a_tall_panel_is_as_everywhere(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    view = placed(rig, low=False)
    rig.app.show_numbers(True)
    assert not view.low
    assert "4711" in " ".join(read_on(rig, view, monkeypatch))


def test_tabs_stand_between_the_name_and_the_sentence(rig: Rig) -> None:
    view = placed(rig)
    view.pick({1: MIND, 3: MIND})
    boxes = [box for box, _ in view.tabs]
    assert [seat for _, seat in view.tabs] == [1, 3]
    assert view.box is not None
    assert all(box[1] >= view.box[1] for box in boxes)
    first = boxes[0]
    rig.floor.handle = view.handle  # type: ignore[method-assign]
    rig.click(first[0] + 8, first[1] + 8)
    assert view.chosen == 1


def test_a_way_is_no_number_and_a_picture_that_the_strip_has_no_room_for_is(rig: Rig) -> None:
    view = placed(rig)
    view.show((Note(SENTENCE), Route("Hound", ("a", "b"))))
    assert not view.has_numbers, "the board shows the way"
    view.show((Note(SENTENCE), Bars("Moves", ("up", "down"), (0.5, 0.5))))
    assert view.has_numbers
    view.show((Note(f"{SENTENCE} {SENTENCE}"), Lines("Counts", (("A row", 1.0),))))
    assert view.has_numbers, "a long sentence stands alone, too"
