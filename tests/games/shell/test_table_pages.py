"""What lies over a match: toasts beside its controls, the pause page, the report at its end."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pygame
import pytest

from games import catalog
from games.session.starting import make_setup
from games.shell.guide import GuidedTable
from games.shell.opening import open_game, start_table
from games.shell.pages.help import HelpPage
from games.shell.pages.launcher import Launcher
from games.shell.pages.pause import Pause
from games.shell.pages.result import LONGEST_REST, REST_SECONDS, ResultPage
from games.shell.pages.today import COPIED, NOT_COPIED
from games.shell.shell import CLOSED
from games.shell.table import Table
from games.store.profiles import Settings
from tests.support.hands import Rig, wait
from tests.support.words import Words

PRACTICE = "Practice: you chose the seed, so no record is kept."
SIZES = ((1280, 720), (800, 600), (2560, 1440))
pytestmark = pytest.mark.rig(size=SIZES[0])


def opened(rig: Rig, game: str = "karate", opponent: str | None = "nash") -> Table:
    return rig.show(open_game(rig.app, game, opponent, 3, {}, demo=False))


def test_toasts_cover_no_button_of_a_match(tmp_path: Path) -> None:
    checked, sizes = 0, SIZES[:2]  # the largest has the shape of the first
    for size in sizes:
        rig = Rig(tmp_path / f"{size[0]}", size)
        for game in catalog.GAMES:
            for mind_open in (True, False) if size == SIZES[0] else (True,):
                rig.app.change_settings(mind_open=mind_open)
                rig.app.push(table := open_game(rig.app, game, None, 3, {}, demo=False))
                rig.frames(1)
                for sentence in ("One step back with the comma key, one on with a full stop.", "B"):
                    rig.app.toast(sentence)
                place = table.toast_place(rig.app.canvas.width)
                boxes = rig.app.toasts.draw(rig.app.canvas, place)
                controls = [button.box for button in table.corner_buttons()]
                controls += [box for box, _ in table.choice_boxes]
                for box in boxes:
                    for control in controls:
                        assert not meet(box, control), (game, size, mind_open)
                        checked += 1
                rig.app.pop()
        rig.app.close()
    assert checked > 2 * len(catalog.GAMES) * len(sizes)


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize(
    ("larger", "mind_open"),
    [
        (True, False),
        pytest.param(True, True, marks=pytest.mark.sweep),
        pytest.param(False, False, marks=pytest.mark.sweep),
        pytest.param(False, True, marks=pytest.mark.sweep),
    ],
)
def test_the_first_toast_of_a_practice_match_covers_no_words(
    game: str, larger: bool, mind_open: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(mind_open=mind_open, larger_text=larger, reduced_motion=True)
    table = opened(rig, game, None)
    for _ in range(3):
        seat = table.waiting_for_person
        if seat is not None:
            table.choose(next(iter(table.match.legal(seat))))
        wait(rig.app, 3.0)
    if rig.app.top is not table:  # the shortest matches are over by now
        table = opened(rig, game, None)
    if isinstance(table, GuidedTable):
        table.guide = None  # what it says lies over the table by its nature
    rig.app.toast(PRACTICE)
    words = Words(rig.app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    said = " ".join(word.text for word in words.seen)
    assert all(word in said for word in PRACTICE.split())
    rig.app.close()


def test_a_toast_over_the_mind_view_is_below_its_last_line(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.app.change_settings(reduced_motion=True)
    table = opened(rig, "karate", None)
    rig.app.show_numbers(True)
    for _ in range(2):
        table.choose("kick")
        wait(rig.app, 3.0)
    words = Words(rig.app, monkeypatch)
    words.look()
    whole = table.mind_view.furthest
    rig.app.toast(PRACTICE)
    words.look()
    (toast,) = [panel for panel in words.panels[-3:] if panel.left > table.stage[2]]
    assert table.mind_view.furthest > whole + 30, "the rest can be scrolled to"
    table.mind_view.scroll(1000.0)
    wait(rig.app, 0.5)
    words.look()
    under = [word for word in words.seen if word.place.bottom > toast.top]
    assert all(toast.contains(word.place) for word in under if word.place.left > toast.left)
    wait(rig.app, 10.0)
    words.look()
    assert table.mind_view.furthest == whole


def meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two boxes have a point in common."""
    return all(
        one[i] < other[i] + other[i + 2] and other[i] < one[i] + one[i + 2] for i in range(2)
    )


def test_toasts_cover_no_button_of_the_launcher(tmp_path: Path) -> None:
    for size in SIZES:
        rig = Rig(tmp_path / f"{size[0]}", size)
        launcher = Launcher(rig.app)
        rig.show(launcher)
        place = launcher.toast_place(rig.app.canvas.width)
        for sentence in ("One step back with the comma key, one on with a full stop.", "B"):
            rig.app.toast(sentence)
        boxes = rig.app.toasts.draw(rig.app.canvas, place)
        assert len(boxes) == 2
        x, y, w, h = launcher.places.picture
        for left, top, wide, tall in boxes:
            assert x < left < left + wide < x + w
            assert y < top < top + tall < y + h
        rig.app.close()


def test_keys_meant_for_the_game_leave_the_report_alone(rig: Rig) -> None:
    """Somebody who strikes on goes on seeing the report; after a rest Enter starts a rematch."""
    table = opened(rig)
    rig.app.push(ResultPage(rig.app, table))
    for name in ("space", "1", "2", "3", "4", "return", "escape"):
        rig.key(name)
        assert isinstance(rig.app.top, ResultPage), name
    rig.frames(2, REST_SECONDS * 0.4)
    rig.key("space")
    rig.frames(2, REST_SECONDS * 0.4)
    rig.key("return")
    assert isinstance(rig.app.top, ResultPage), "each key begins the rest anew"
    rig.frames(1, REST_SECONDS)
    rig.key("return")
    assert rig.app.top is table


@pytest.mark.parametrize("name", ["space", "return", "1"])
def test_a_key_that_is_held_through_the_end_starts_nothing(rig: Rig, name: str) -> None:
    table = opened(rig)
    rig.key_down(name)
    page = ResultPage(rig.app, table)
    rig.app.push(page)
    rig.frames(80, 0.1)
    assert rig.app.top is page
    rig.key_up(name)
    rig.frames(1, 0.1)
    assert rig.app.top is page


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("rig", SIZES, indirect=True)
def test_no_toast_covers_the_headline_of_a_report(
    rig: Rig, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place in the table lay on the headline of Hide, and "copied" on today's."""
    rig.app.change_settings(larger_text=larger, reduced_motion=True, guided="hide")
    table = open_game(rig.app, "tracker", None, 3, {"play": "hide"}, demo=False)
    rig.show(table)
    table.finish_now()
    rig.frames(2, REST_SECONDS)
    assert isinstance(rig.app.top, ResultPage)
    words = Words(rig.app, monkeypatch)
    for told in (
        "Your best score against Drifter!",
        COPIED,
        NOT_COPIED,
    ):
        rig.app.toast(told)
        words.look()
        assert words.overlaps() == []
        assert any(word.text == rig.app.top.report.headline for word in words.seen)
        rig.app.toasts.remove(told)


def test_clicks_meant_for_the_game_leave_the_report_alone(rig: Rig) -> None:
    """A click too begins the rest anew; after one the button under the pointer is pressed."""
    table = opened(rig)
    page = ResultPage(rig.app, table)
    rig.app.push(page)
    x, y, wide, tall = page.form.widgets[0].box
    for _ in range(3):
        rig.frames(2, REST_SECONDS * 0.4)
        rig.click(x + wide / 2, y + tall / 2)
        assert rig.app.top is page
    rig.frames(1, REST_SECONDS)
    rig.click(x + wide / 2, y + tall / 2)
    assert rig.app.top is table


def test_the_rest_before_a_report_ends(rig: Rig) -> None:
    page = ResultPage(rig.app, opened(rig))
    rig.app.push(page)
    presses = 0
    while page.resting:
        rig.key("1")
        rig.frames(1, 0.1)
        presses += 1
    assert presses * 0.1 <= LONGEST_REST
    assert page.next_frame() is None or page.springs.moving


def test_full_screen_and_sound_answer_at_once_on_a_report(rig: Rig) -> None:
    rig.app.push(ResultPage(rig.app, opened(rig)))
    rig.key("f10")
    assert rig.app.settings.mute


def test_tab_moves_on_the_report_and_help_opens_over_it(rig: Rig) -> None:
    page = ResultPage(rig.app, opened(rig))
    rig.app.push(page)
    rig.frames(1, REST_SECONDS)
    rig.key("tab")
    assert page.form.focus == 1
    rig.key_down("left shift", pygame.KMOD_SHIFT)
    rig.key("tab", mod=pygame.KMOD_SHIFT)
    assert page.form.focus == 0
    rig.key("f1")
    assert isinstance(rig.app.top, HelpPage)


def test_the_pause_page_goes_round_and_opens_help(rig: Rig) -> None:
    opened(rig)
    rig.key("escape")
    pause = rig.app.top
    assert isinstance(pause, Pause)
    rig.key("up")
    assert pause.form.focus == len(pause.form.widgets) - 1
    rig.key("down")
    assert pause.form.focus == 0
    rig.key("f1")
    assert isinstance(rig.app.top, HelpPage)
    rig.key("escape")
    assert rig.app.top is pause


def test_the_mind_is_closed_in_one_game_alone_and_that_is_said(rig: Rig) -> None:
    """Closed in karate it was closed in Ur, and nothing said so."""
    closed = CLOSED.format("M")
    karate = start_table(rig.app, make_setup("karate", "nash", 3, {}, False))
    rig.show(karate)
    assert karate.panel is not None
    rig.key("m")
    assert karate.panel is None
    assert closed in rig.app.toasts.texts
    rig.app.pop()
    ur = rig.show(start_table(rig.app, make_setup("ur", "random", 3, {}, False)))
    assert ur.panel is not None
    assert closed not in rig.app.toasts.texts
    rig.app.pop()
    again = rig.show(start_table(rig.app, make_setup("karate", "nash", 4, {}, False)))
    assert again.panel is None
    assert closed in rig.app.toasts.texts
    rig.key("m")
    assert again.panel is not None
    assert closed not in rig.app.toasts.texts
    assert rig.app.settings.closed_minds == ""


def test_one_mind_opens_alone_where_all_were_closed() -> None:
    before = Settings(mind_open=False)
    after = dataclasses.replace(before, **before.with_mind("ur", True, catalog.GAMES))
    assert [game for game in catalog.GAMES if after.sees_mind(game)] == ["ur"]
    closed = dataclasses.replace(after, **after.with_mind("ur", False, catalog.GAMES))
    assert not any(map(closed.sees_mind, catalog.GAMES))


def test_a_glass_box_opens_the_mind(rig: Rig) -> None:
    rig.app.change_settings(mind_open=False)
    setup = make_setup("karate", "sensei", 3, {}, False)
    table = start_table(rig.app, dataclasses.replace(setup, glass_box=True))
    rig.show(table)
    assert rig.app.settings.sees_mind("karate")
    assert table.panel is not None
