"""Today's match from the hall: one press, the table, the line to share, and no second try."""

from __future__ import annotations

import dataclasses
import errno
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from games.agents import LostWeights
from games.session.today import day_setup, share_text
from games.shell.app import App
from games.shell.opening import ensure_profile
from games.shell.pages import today
from games.shell.pages.help import HelpPage
from games.shell.pages.launcher import Launcher
from games.shell.pages.pause import pause_page
from games.shell.pages.result import REST_SECONDS, ResultPage
from games.shell.pages.today import (
    SCORED,
    DayCard,
    Invitation,
    NotBegun,
    begin_today,
    open_today,
    today_words,
)
from games.shell.start import open_app, run_game
from games.shell.table import Table
from games.shell.widgets.basic import Button
from games.store.days import DayBook, DayMatch, DayTries
from games.store.disk import Files
from games.store.files import Store
from games.store.library import Library
from games.store.statistics import Statistics
from tests.support.hands import Rig, choose, open_for_record, push_button, unseen, until
from tests.support.ruler import Ruler


def set_day(app: App, day: str) -> None:
    """Let the clock of the machine show another day."""
    now = datetime.fromisoformat(f"{day}T12:00:00+01:00")
    app.library = Library(app.library.store, lambda: now)


@pytest.fixture
def hall(rig: Rig) -> Launcher:
    rig.app.stack[:] = []
    set_day(rig.app, "2026-11-22")
    launcher = Launcher(rig.app)
    rig.show(launcher)
    rig.key("down")  # Numbers
    rig.frames(12)
    return launcher


def begin(rig: Rig) -> None:
    """Begin today's match of the game in focus."""
    rig.key("t")
    assert isinstance(rig.app.top, Invitation)
    rig.key("return")


def begun(rig: Rig, presses: int) -> Table:
    """Today's match of the game in focus, with so many presses of one key in it."""
    begin(rig)
    table = rig.app.top
    assert isinstance(table, Table)
    for _ in range(presses):
        choose(table, "2")
        rig.frames(1, 0.1)
    return table


def line_of(table: Table) -> str:
    """The line to share of the match that was scored at a table."""
    assert table.session.day_match is not None
    return table.session.day_match.line


def play_out(rig: Rig) -> ResultPage:
    """Press keys to the end of a game of Numbers."""
    table = rig.app.top
    assert isinstance(table, Table)
    presses = 0
    with unseen(rig.app):
        while not table.match.over:
            choose(table, str(presses * 7 % 4 + 1))
            presses += 1
            rig.frames(1, 0.1)
    until(rig.app, lambda: rig.app.top is not table)
    assert isinstance(rig.app.top, ResultPage)
    return rig.app.top


@pytest.mark.parametrize("way", ["today", "other"])
def test_a_mark_on_the_table_lasts_as_long_as_the_match(
    rig: Rig, hall: Launcher, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "today":
        begun(rig, 3)
    else:
        rig.key("return", "return")
    ruler, table = Ruler(monkeypatch), rig.app.top
    assert isinstance(table, Table)
    for _ in range(3):
        rig.frames(60, 0.1)
        marks = [line for line in ruler.draw(table, rig.app.canvas) if "Today" in line.text]
        assert len(marks) == (way == "today")
        assert all(line.right < table.corner_left() for line in marks)


def test_one_press_opens_it_and_its_end_is_told_with_a_line_to_copy(
    rig: Rig, hall: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(today, "to_clipboard", lambda text: bool(copied.append(text)) or True)
    begin(rig)
    table = rig.app.top
    assert isinstance(table, Table)
    assert (table.setup.game, table.setup.day, table.setup.seed) == (
        "numbers",
        "2026-11-22",
        577379,
    )
    page = play_out(rig)
    line = line_of(table)
    assert line.startswith("Open Mind Arcade, Numbers, 22 Nov 2026: Mind reader guessed ")
    assert f"To share: {line}" in page.report.lines
    push_button(page, "Copy")
    scored = table.session.day_match
    assert scored is not None
    text = share_text(scored)
    rows = text.split("\n")
    assert rows[0] == line
    assert len(rows[1]) == len(scored.boxes) == 5, "a box for each row of 20 keys"
    assert copied == [text]
    assert rig.app.toasts.texts == (today.COPIED,)
    profile = rig.app.profile
    assert profile is not None
    assert rig.app.library.statistics(profile.id) == Statistics()
    rig.frames(2, REST_SECONDS)
    rig.key("escape")
    assert rig.app.top is hall
    rig.frames(2)
    assert hall.today.label == "Today: played"
    told = [line.text for line in Ruler(monkeypatch).draw(hall, rig.app.canvas)]
    assert f"{profile.name} · 1 day in a row" in told
    rig.key("t")
    assert isinstance(rig.app.top, DayCard)
    assert line in rig.app.top.text
    push_button(rig.app.top, "Copy the line")
    assert copied == [text, text]


def test_a_clock_set_back_gives_no_second_try_and_a_new_day_gives_one(
    rig: Rig, hall: Launcher
) -> None:
    begin(rig)
    play_out(rig)
    set_day(rig.app, "2026-11-23")
    table = open_today(rig.app, "numbers", ask=False)
    assert isinstance(table, Table)
    assert table.setup.day == "2026-11-23"
    set_day(rig.app, "2026-11-22")
    assert isinstance(open_today(rig.app, "numbers"), DayCard)
    assert isinstance(open_today(rig.app, "karate"), Invitation)


def test_a_try_that_is_left_goes_on_where_it_was(rig: Rig, hall: Launcher) -> None:
    table = begun(rig, 30)
    turns = list(table.match.turns)
    assert turns
    rig.app.back_to(hall)
    rig.frames(2)
    assert hall.today.label == "Today: go on"
    assert not hall.tiles[1].unfinished, "it is not the match that waits in the game"
    rig.key("t")
    again: Any = rig.app.top
    assert again is not table
    assert list(again.match.turns) == turns
    assert again.session.keeping.match_id == table.session.keeping.match_id
    drawn = [reveal.draws for reveal in table.session.played]
    assert any(drawn)
    assert [reveal.draws for reveal in again.session.played] == drawn
    assert again.setup.day == "2026-11-22"


def test_a_kept_try_that_cannot_be_played_on_begins_anew(rig: Rig, hall: Launcher) -> None:
    table = begun(rig, 10)
    table.session.save()
    profile = rig.app.profile
    assert profile is not None
    match_id = table.session.keeping.match_id
    rig.app.back_to(hall)
    rig.app.library.matches.keep(profile.id, "today-numbers", "nonsense", match_id)
    fresh = open_today(rig.app, "numbers")
    assert isinstance(fresh, Table)
    assert not fresh.match.turns
    assert "begins anew" in rig.app.toasts.texts[-1]


def test_lost_weights_cost_nothing_of_the_try(
    rig: Rig, hall: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(rig, 5)
    table.session.save()
    rig.app.back_to(hall)

    def lost(*_: object) -> Table:
        raise LostWeights("mind.npz is missing; restore it.")

    with monkeypatch.context() as patched:
        patched.setattr(today, "start_table", lost)
        with pytest.raises(LostWeights):
            open_today(rig.app, "numbers")
    again = open_today(rig.app, "numbers")
    assert isinstance(again, Table)
    assert len(again.match.turns) == 5


def test_the_card_tells_the_day_that_is_today(rig: Rig) -> None:
    days = DayTries(
        tuple(
            DayMatch("numbers", day, "x", f"line of {day}") for day in ("2026-11-10", "2026-11-11")
        )
    )
    card = DayCard(rig.app, "numbers", days, "2026-11-10")
    assert card.scored.line == "line of 2026-11-10"
    assert card.text.split("\n") == ["line of 2026-11-10", "", "Before:", "line of 2026-11-11"]


def test_a_match_that_is_not_the_try_is_not_gone_on_with(rig: Rig, hall: Launcher) -> None:
    begin(rig)
    table = rig.app.top
    assert isinstance(table, Table)
    choose(table, "2")
    rig.frames(4, 0.1)
    table.session.save()
    profile = rig.app.profile
    assert profile is not None
    library, name = rig.app.library, "today-numbers"
    for key in library.matches.keys(profile.id, name):
        library.matches.forget(profile.id, name, key)
    library.matches.keep(profile.id, name, table.session.as_text(), "other")
    fresh = open_today(rig.app, "numbers")
    assert isinstance(fresh, Table)
    assert not fresh.match.turns


def test_a_try_goes_on_with_the_options_that_it_was_begun_with(rig: Rig, hall: Launcher) -> None:
    """An older arcade drew no maze for the day."""
    profile = ensure_profile(rig.app)
    assert profile is not None
    today = day_setup("ctf", rig.app.library.today)
    older = dataclasses.replace(today, params={**today.params, "map": 0})
    table = begin_today(rig.app, older)
    assert table is not None
    rig.app.push(table)
    rig.frames(30, 0.1)
    table.session.save()
    played = len(table.match.turns)
    assert played
    rig.app.pop()
    again = open_today(rig.app, "ctf")
    assert isinstance(again, Table)
    assert again.setup.params == older.params != today.params
    assert len(again.match.turns) >= played
    again.leave()


def test_the_opponent_begins_without_what_it_learned_of_the_player(
    rig: Rig, hall: Launcher
) -> None:
    table = open_for_record(rig.app, "numbers", "mind", 5, {"keys": "60"})
    rig.app.push(table)
    play_out(rig)
    profile = rig.app.profile
    assert profile is not None
    assert rig.app.library.learned(profile.id, "numbers") is not None
    usual = open_for_record(rig.app, "numbers", "mind", 6, {})
    assert usual.setup.seats[1].start is not None
    today_table = open_today(rig.app, "numbers", ask=False)
    assert isinstance(today_table, Table)
    assert today_table.setup.seats[1].start is None


def test_a_rematch_is_a_match_like_any_other(rig: Rig, hall: Launcher) -> None:
    begin(rig)
    page = play_out(rig)
    labels = [getattr(widget, "label", "") for widget in page.form.widgets]
    assert "Rematch" not in labels, "it would be no second try"
    push_button(page, "Ordinary match")
    table = rig.app.top
    assert isinstance(table, Table)
    assert table.setup.day == ""
    assert table.session.for_record


def test_it_is_reached_by_mouse_and_pad_and_its_hint_says_whom_one_meets(
    rig: Rig, hall: Launcher
) -> None:
    assert hall.tiles[1].spec is not None
    label, hint = today_words(rig.app, hall.tiles[1].spec)
    assert label == "Today's match"
    assert (
        hint == "T: one try a day, and everybody meets the same match. Today: against Mind reader."
    )
    rig.key("left")
    assert hall.form.focused is hall.today
    rig.key("right")
    assert hall.form.focused is hall.tiles[1]
    rig.click_on(hall.today)
    assert isinstance(rig.app.top, Invitation)
    rig.app.back_to(hall)
    rig.pad(3)
    assert isinstance(rig.app.top, Invitation)
    rig.pad(0)
    assert isinstance(rig.app.top, Table)


def test_before_the_one_try_a_card_says_what_it_is_and_can_be_left(
    rig: Rig, hall: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.key("t")
    card = rig.app.top
    assert isinstance(card, Invitation)
    assert card.text.startswith("Numbers. Today: against Mind reader. Everybody who plays it today")
    push_button(card, "Rules and opponents")
    assert isinstance(rig.app.top, HelpPage)
    rig.key("escape")
    push_button(card, "Not now")
    assert rig.app.top is hall
    rig.frames(2)
    assert hall.today.label == "Today's match", "nothing has begun"

    def lost(*_: object) -> Table:
        raise LostWeights("mind.npz is missing; restore it.")

    monkeypatch.setattr(today, "start_table", lost)
    begin(rig)
    assert isinstance(rig.app.top, Invitation)
    assert "mind.npz is missing" in rig.app.toasts.texts[-1]


def test_a_try_that_is_given_up_is_over_and_told_so(rig: Rig, hall: Launcher) -> None:
    table = begun(rig, 10)
    push_button(pause_page(rig.app, table), "Finish: today's one try ends")
    until(rig.app, lambda: isinstance(rig.app.top, ResultPage))
    place = "given up at key 11 of "
    assert place in line_of(table)
    assert rig.app.top.report.headline.lower().startswith(place)
    assert rig.app.top.report.outcome == "left"
    assert rig.app.top.report.lines[0].startswith("As it stood: ")
    rig.app.back_to(hall)
    rig.frames(2)
    assert hall.today.label == "Today: played"


def test_without_a_clipboard_the_line_stays_to_be_read(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(today, "to_clipboard", lambda text: False)
    today.copy_line(rig.app, DayMatch("ur", "2026-11-22", "m1", "won"))
    assert rig.app.toasts.texts == (today.NOT_COPIED,)


def test_the_command_line_opens_it_or_tells_how_it_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[App] = []
    monkeypatch.setattr(App, "run", lambda app: opened.append(app) or 0)
    run_game("ur", data_dir=str(tmp_path), today=True)
    app = opened[0]
    table = app.top
    assert isinstance(table, Table)
    assert table.setup.day == app.library.today
    profile = app.profile
    assert profile is not None
    scored = DayMatch("ur", app.library.today, "m", "won")
    DayBook(app.library.store, profile.id).keep(scored)
    app.close()
    run_game("ur", data_dir=str(tmp_path), today=True)
    assert isinstance(opened[1].top, DayCard)
    assert isinstance(opened[1].stack[0], Launcher)
    opened[1].close()


def test_the_pause_page_says_what_ending_and_leaving_the_try_mean(rig: Rig, hall: Launcher) -> None:
    begin(rig)
    rig.frames(12)
    table = rig.app.top
    assert isinstance(table, Table)
    choose(table, "1")
    rig.frames(6, 0.1)

    def labels() -> set[str]:
        page = pause_page(rig.app, table)
        return {widget.label for widget in page.widgets() if isinstance(widget, Button)}

    told = {"Finish: today's one try ends", "Play one that is not today's"}
    assert told <= labels()
    table.restart()
    choose(table, "1")
    rig.frames(6, 0.1)
    assert {"End now (does not count)", "Start again"} <= labels()
    assert not told & labels()


@pytest.mark.parametrize("ask", [True, False])
def test_that_the_try_is_scored_is_told_once(rig: Rig, ask: bool) -> None:
    """Before it by a card, where one asks; else over the table, whose title it would cover."""
    ensure_profile(rig.app)
    rig.app.push(open_today(rig.app, "numbers", ask))
    rig.frames(2)
    if ask:
        assert isinstance(rig.app.top, Invitation)
        assert "one try" in rig.app.top.text
        rig.key("return")
        rig.frames(2)
    assert isinstance(rig.app.top, Table)
    assert rig.app.toasts.texts == (() if ask else (SCORED,))


# -- on the disk before it is seen, and after midnight ---------------------------------------


def seen_by_another(rig: Rig) -> App:
    """Another window on the same folder, opened after this one was killed."""
    root = rig.app.library.store.root
    assert root is not None
    app = open_app(str(root))
    set_day(app, rig.app.library.today)
    return app


def test_the_try_is_on_the_disk_before_anything_is_seen(rig: Rig, hall: Launcher) -> None:
    begin(rig)
    table = rig.app.top
    assert isinstance(table, Table)
    assert not table.match.turns
    assert rig.app.profile is not None
    files = Store(rig.app.library.store.root)  # as nobody but the disk knows it
    tried = DayBook(files, rig.app.profile.id).read().of("numbers", "2026-11-22")
    assert tried is not None
    assert (tried.match_id, tried.line) == (table.session.keeping.match_id, "")


@pytest.mark.parametrize("presses", [1, 2, 9])
def test_killed_at_any_turn_it_goes_on_with_what_was_seen(
    rig: Rig, hall: Launcher, presses: int
) -> None:
    table = begun(rig, presses)
    assert len(table.match.turns) == presses
    app = seen_by_another(rig)
    again = open_today(app, "numbers", ask=False)
    assert isinstance(again, Table)
    assert list(again.match.turns) == list(table.match.turns)
    assert again.session.keeping.match_id == table.session.keeping.match_id
    app.close()


def test_a_try_begun_before_midnight_is_finished_after_it_and_scored_for_its_day(
    rig: Rig, hall: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(rig, 10)
    rig.app.back_to(hall)
    set_day(rig.app, "2026-11-23")
    rig.frames(2)
    assert hall.tiles[1].spec is not None
    label, hint = today_words(rig.app, hall.tiles[1].spec)
    assert (label, hint) == (
        "Go on: 22 Nov 2026",
        "Your try of 22 Nov 2026 waits; finish it first.",
    )
    rig.key("t")
    again = rig.app.top
    assert isinstance(again, Table)
    assert again.setup.day == "2026-11-22"
    assert list(again.match.turns) == list(table.match.turns)
    assert rig.app.toasts.texts[-1] == today.EARLIER.format("22 Nov 2026")
    ruler = Ruler(monkeypatch)
    marks = [line.text for line in ruler.draw(again, rig.app.canvas) if "22 Nov" in line.text]
    assert "The match of 22 Nov 2026" in marks
    play_out(rig)
    assert line_of(again).startswith("Open Mind Arcade, Numbers, 22 Nov 2026: ")
    assert rig.app.profile is not None
    days = DayBook(rig.app.library.store, rig.app.profile.id).read()
    scored = days.of("numbers", "2026-11-22")
    assert scored is not None
    assert scored.line == line_of(again)
    assert days.of("numbers", "2026-11-23") is None
    rig.app.back_to(hall)
    rig.key("t")
    assert isinstance(rig.app.top, Invitation), "and now the match of this day"


def test_a_try_that_is_played_over_midnight_is_its_own_days(rig: Rig, hall: Launcher) -> None:
    table = begun(rig, 3)
    set_day(rig.app, "2026-11-23")
    play_out(rig)
    assert "22 Nov 2026" in line_of(table)


def test_a_try_of_a_day_of_which_nothing_is_kept_stands_in_nobodys_way(
    rig: Rig, hall: Launcher
) -> None:
    profile = ensure_profile(rig.app)
    assert profile is not None
    DayBook(rig.app.library.store, profile.id).keep(DayMatch("numbers", "2026-11-20", "lost"))
    table = open_today(rig.app, "numbers", ask=False)
    assert isinstance(table, Table)
    assert table.setup.day == "2026-11-22"


@pytest.mark.parametrize("ask", [True, False])
def test_on_a_full_disk_no_try_begins_and_it_is_said(
    rig: Rig, hall: Launcher, monkeypatch: pytest.MonkeyPatch, ask: bool
) -> None:
    assert ensure_profile(rig.app) is not None

    def full(files: Files, file: object, blob: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(Files, "write", full)
        rig.app.push(open_today(rig.app, "numbers", ask))
        if ask:
            rig.key("return")
        assert isinstance(rig.app.top, NotBegun)
        assert "has not begun" in rig.app.top.text
        assert "the disk is full; free some space" in rig.app.top.text
        rig.key("escape")
        assert rig.app.top is hall
        assert isinstance(open_today(rig.app, "numbers", ask=False), NotBegun), "nor the next time"
    table = open_today(rig.app, "numbers", ask=False)
    assert isinstance(table, Table)
    assert not table.match.turns


def test_it_is_said_that_only_the_players_word_stands_against_rehearsing() -> None:
    assert "not rehearsed it is left to your word" in today.RULES
    assert "not rehearsed is left to your word" in SCORED


def test_the_cards_show_the_days_and_the_time_to_the_next_match_by_the_minute(
    rig: Rig, hall: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruler = Ruler(monkeypatch)
    library = rig.app.library
    profile = ensure_profile(rig.app)
    assert profile is not None
    book = DayBook(library.store, profile.id)
    for number, day in enumerate(("2026-11-20", "2026-11-21", "2026-11-22", "2026-12-24")):
        book.keep(DayMatch("karate", day, f"m{number}", "won", "won", "w"))
    now = [datetime.fromisoformat("2026-11-22T20:48:20+01:00")]
    rig.app.library = Library(library.store, lambda: now[0])
    rig.app.library.switch(profile.id)
    for game, kind in (("karate", DayCard), ("ur", Invitation)):
        page = open_today(rig.app, game)
        assert isinstance(page, kind)
        rig.show(page)
        shown = [line.text for line in ruler.draw(page, rig.app.canvas)]
        assert "3 days in a row" in shown, "a day from a clock that was set back does not count"
        assert "Next in 3 h 12 min" in shown
        rig.frames(60, 0.1)
        wait = page.next_frame()
        assert wait is not None
        assert 39.0 < wait < 41.0, "the picture stands until the minute is over"
        rig.app.pop()
