"""The help pages: the game's own, the opponents, the controls, and the ways through them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.shell.pages.help import HelpPage
from tests.support.books import add_book
from tests.support.hands import Rig

PAGES = {
    "1-rules.md": "# Rules\n\n" + "## A heading\n\nText with {count} moves.\n\n" * 40,
    "2-models.md": "# How it thinks\n\n```\nP = (n + 1) / (N + 4)\n```\n",
    "3-odds.md": "# Odds and ends\n",
}


@pytest.fixture(autouse=True)
def _book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game "sample", which has three pages."""
    add_book(monkeypatch, tmp_path / "book", "sample", PAGES)


def opened(rig: Rig, **kwargs: Any) -> HelpPage:
    """The help of the sample, which otherwise is like karate."""
    spec = dataclasses.replace(catalog.spec("karate"), id="sample")
    return rig.show(HelpPage(rig.app, spec, **kwargs))


def test_pages_of_the_game_come_first_then_what_was_measured_and_controls(rig: Rig) -> None:
    figures = catalog.scene("karate").Scene.help_figures()
    actions = {"choice_1": "Punch", "step": "One ply"}
    page = HelpPage(rig.app, catalog.spec("karate"), figures, actions)
    assert page.tabs is not None
    own = ["Rules", "Opponents", "The sensei", "The mind view", "The seal", "The originals"]
    assert page.tabs.labels == [*own, "How strong", "Controls"]
    assert "| :foot: kick | 10 | 10 | 10 | 0 |" in page.readers[0].text
    agents, controls = page.readers[6].text, page.readers[7].text
    measured = [found for agent in catalog.agents("karate") for found in agent.measured()]
    assert len(measured) >= 5
    assert all(f"## {agent.name}\n\n{agent.strength}" in agents for agent in measured)
    assert not any(agent.description in agents for agent in measured)
    assert "| Punch | 1, Keypad 1 | Button 0 |" in controls
    assert "One ply" in controls
    assert "Undo" not in controls
    assert "Faster" not in controls


def test_controls_are_the_ones_chosen_now(rig: Rig) -> None:
    rig.app.change_settings(bindings={"mind": ("key:z", "key:|", "pad:3")})
    assert "| Show or hide its mind | Z, \\| | Button 3 |" in opened(rig).readers[3].text


def test_figures_are_filled_in_and_a_name_without_one_is_shown(rig: Rig) -> None:
    assert "Text with 4 moves." in opened(rig, figures={"count": "4"}).readers[0].text
    assert "Text with {count} moves." in opened(rig).readers[0].text


def test_a_page_that_cannot_be_read_says_so_among_the_others(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "book/games/sample/help/2-models.md").write_bytes(b"\xff")
    page = opened(rig)
    assert page.tabs is not None
    assert page.tabs.labels == ["Rules", "Models", "Odds and ends", "Controls"]
    assert "help/2-models.md cannot be read" in page.readers[1].text


def test_a_game_without_texts_has_a_page_of_controls(rig: Rig) -> None:
    spec = dataclasses.replace(catalog.spec("karate"), undo="any", id="elsewhere")
    page = HelpPage(rig.app, spec)
    assert page.tabs is not None
    assert page.tabs.labels == ["Controls"]
    assert "| Undo | U, Backspace |" in page.readers[0].text


def test_pages_that_are_open_read_no_file(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(rig)
    monkeypatch.setattr(Path, "read_text", None)
    monkeypatch.setattr(Path, "iterdir", None)
    for _ in range(4):
        rig.key("tab")
        rig.key("down")
    assert rig.app.top is page


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
    assert reader.goal == pytest.approx(200, abs=2 / rig.app.canvas.scale)
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
    first = page.reader.setting
    rig.frames(30)
    assert page.reader.setting is first
    rig.app.change_settings(larger_text=True)
    rig.frames()
    second = page.reader.setting
    assert second is not None
    assert first is not None
    assert second.height > first.height


def folds(rig: Rig, tmp_path: Path) -> HelpPage:
    """Help whose second page, which is open, has three folds far apart."""
    text = "".join(f"Text {n}.\n\n```formula\n{'x' * 3} {n}\n```\n\n" for n in range(3))
    long = text + "Last.\n\n" * 60
    (tmp_path / "book/games/sample/help/2-models.md").write_text(f"# How\n\n{long}")
    page = opened(rig)
    rig.key("tab")
    rig.frames(2)
    return page


def test_a_click_opens_one_piece_of_mathematics_and_confirm_all(rig: Rig, tmp_path: Path) -> None:
    reader = folds(rig, tmp_path).reader
    assert reader.setting is not None
    x, y, w, h = reader.setting.folds[1]
    place = (reader.box[0] + x + w / 2, reader.box[1] + y + h / 2)
    rig.press(*place)
    rig.let_go(*place)
    assert reader.opened == {1}
    rig.press(*place)
    rig.move(place[0], place[1] - 30)
    rig.let_go(place[0], place[1] - 30)
    assert reader.opened == {1}, "a drag opened it"
    for way in (lambda: rig.key("return"), lambda: rig.pad(0)):
        way()
        assert reader.opened == {0, 1, 2}
        way()
        assert reader.opened == set()
    assert reader.hint == "Enter: show or hide all the mathematics of this page"


def test_after_a_click_on_its_tab_confirm_opens_the_mathematics_too(
    rig: Rig, tmp_path: Path
) -> None:
    page = folds(rig, tmp_path)
    rig.click(48 + 200 + 50, 150)
    assert page.active is page.head
    rig.key("return")
    assert page.reader.opened == {0, 1, 2}


def test_what_is_read_stays_in_sight_where_mathematics_above_it_opens(
    rig: Rig, tmp_path: Path
) -> None:
    reader = folds(rig, tmp_path).reader
    assert reader.setting is not None
    reader.goal = reader.setting.folds[2][1] - 5
    rig.key("return")
    rig.frames(2)
    assert reader.goal == pytest.approx(reader.setting.folds[2][1] - 5)
    rig.key("return")
    rig.frames(2)
    assert reader.goal == pytest.approx(reader.setting.folds[2][1] - 5)


def test_a_page_without_mathematics_has_nothing_to_open(rig: Rig) -> None:
    reader = opened(rig).reader
    rig.key("return")
    assert reader.opened == set()
    assert reader.hint == ""


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


def rules_of_karate(rig: Rig) -> HelpPage:
    """The first page of karate's help, on top."""
    page = HelpPage(rig.app, catalog.spec("karate"), catalog.scene("karate").Scene.help_figures())
    rig.show(page)
    return page


def test_the_pictures_of_the_rules_live_and_stand_still_where_motion_is_reduced(rig: Rig) -> None:
    page = rules_of_karate(rig)
    rig.frames(20, 1 / 30)

    def pictures() -> list[bytes]:
        found = [poster.picture for poster in page.gallery.posters.values()]
        return [picture.get_buffer().raw for picture in found if picture is not None]

    assert len(pictures()) in (3, 6), "one or two rows of three are in sight"
    assert not any(poster.problem for poster in page.gallery.posters.values())
    before = pictures()
    rig.frames(60, 1 / 30)
    assert all(one != other for one, other in zip(before, pictures(), strict=True))
    assert page.next_frame() is not None
    rig.app.change_settings(reduced_motion=True)
    rig.frames(4)
    before = pictures()
    rig.frames(20)
    assert pictures() == before
    assert page.next_frame() is None


def test_pages_with_nothing_side_by_side_keep_their_emblem_and_rest(rig: Rig) -> None:
    page = rules_of_karate(rig)
    assert page.emblem == ""
    rig.key("tab")
    assert page.emblem == "", "its sections stand side by side"
    assert page.reader.box[2] > 1000
    rig.key("tab", mod=1)
    rig.key("tab", mod=1)
    rig.frames(90)
    assert page.emblem == "help"
    assert page.reader.box[2] <= 800
    assert page.next_frame() is None


@pytest.mark.parametrize("game", catalog.GAMES)
def test_numbered_choices_are_listed_where_a_game_has_them_and_called_by_what_they_do(
    rig: Rig, game: str
) -> None:
    page = rig.app.doors.help(rig.app, catalog.spec(game), None)
    assert isinstance(page, HelpPage)
    names = catalog.scene(game).Scene.action_names
    listed = page.readers[-1].text
    for number, usual in enumerate(("First", "Second", "Third", "Fourth"), start=1):
        name = names.get(f"choice_{number}", usual + " choice")
        assert not name or name in listed
        assert (f"{usual} choice" in listed) is (name == f"{usual} choice")
