"""The list of today's matches: one try a game and day, which nothing undoes and nothing forges."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from games.fields import BadSave
from games.store.days import DAYS, DAYS_KEPT, DayBook, DayMatch, DayTries
from games.store.files import Store
from games.store.library import Library
from games.store.statistics import Statistics

BEGUN = DayMatch("ur", "2026-11-22", "m1")
SCORED = DayMatch("ur", "2026-11-22", "m1", "won 7 : 3")


def library(folder: Path, day: str = "2026-11-22") -> Library:
    return Library(Store(folder), lambda: datetime.fromisoformat(f"{day}T23:59:00+01:00"))


def test_a_try_begins_is_scored_once_and_stays(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    assert DayBook(lib.store, ada.id).read().of("ur", lib.today) is None
    assert DayBook(lib.store, ada.id).keep(BEGUN) == BEGUN
    assert DayBook(lib.store, ada.id).keep(SCORED) == SCORED
    again = DayMatch("ur", "2026-11-22", "m2", "won 7 : 0")
    assert DayBook(lib.store, ada.id).keep(again) == SCORED, "the first score counts"
    assert DayBook(lib.store, ada.id).keep(BEGUN) == SCORED
    found = DayBook(library(tmp_path).store, ada.id).read()
    assert found.matches == (SCORED,)
    assert library(tmp_path).statistics(ada.id) == Statistics()


def test_another_day_game_or_player_has_a_try_of_its_own(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada, bea = lib.create("Ada"), lib.create("Bea")
    DayBook(lib.store, ada.id).keep(SCORED)
    assert DayBook(lib.store, ada.id).read().of("karate", "2026-11-22") is None
    assert DayBook(lib.store, ada.id).read().of("ur", "2026-11-23") is None
    assert DayBook(lib.store, bea.id).read().of("ur", "2026-11-22") is None
    later = library(tmp_path, "2026-11-23")
    assert later.today == "2026-11-23"
    DayBook(later.store, ada.id).keep(SCORED._replace(day="2026-11-23", line="lost"))
    assert [match.line for match in DayBook(later.store, ada.id).read().scored("ur")] == [
        "lost",
        "won 7 : 3",
    ]


def test_what_two_windows_score_is_scored_by_the_first(tmp_path: Path) -> None:
    one = library(tmp_path)
    ada = one.create("Ada")
    two = library(tmp_path)
    assert DayBook(two.store, ada.id).read() == DayTries()
    DayBook(one.store, ada.id).keep(SCORED)
    assert DayBook(two.store, ada.id).keep(SCORED._replace(match_id="m2", line="lost")) == SCORED


def test_a_damaged_list_is_put_aside_and_its_last_good_copy_is_used(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    DayBook(lib.store, ada.id).keep(SCORED)
    DayBook(lib.store, ada.id).keep(SCORED._replace(game="karate"))
    path = tmp_path / "profiles" / ada.id / "days.json"
    path.write_text(path.read_text().replace("7 : 3", "7 : 0"))
    new = library(tmp_path)
    assert DayBook(new.store, ada.id).read().matches == (SCORED,)
    assert (path.parent / "days.json.bad-1").exists()
    assert "today's matches was damaged" in " ".join(new.store.take_notices())


def test_the_list_is_bounded_and_the_oldest_go() -> None:
    days = DayTries()
    for number in range(DAYS_KEPT):
        days = DayTries(
            (*days.matches, DayMatch("ur", f"{1000 + number}-01-01", f"m{number}", "won"))
        )
    assert DAYS.decode(DAYS.encode(days)) == days
    longer = days.having(DayMatch("ur", "9000-01-01", "last"))
    assert len(longer.matches) == DAYS_KEPT
    assert longer.of("ur", "1000-01-01") is None
    assert longer.of("ur", "9000-01-01") is not None


@pytest.mark.parametrize(
    "wrong",
    [
        SCORED._replace(day="2026-02-30"),
        SCORED._replace(game="../ur"),
        SCORED._replace(match_id="a/b"),
        SCORED._replace(line="two\nlines"),
        SCORED._replace(line="x" * 300),
    ],
)
def test_what_cannot_be_is_refused(wrong: DayMatch) -> None:
    with pytest.raises(BadSave):
        DAYS.encode(DayTries((wrong,)))


def test_two_tries_at_one_day_are_refused() -> None:
    with pytest.raises(BadSave, match="two tries"):
        DAYS.encode(DayTries((SCORED, BEGUN)))


# -- days in a row -------------------------------------------------------------------------


def tries(*days: str, line: str = "won") -> DayTries:
    return DayTries(tuple(DayMatch("ur", day, day, line, "won") for day in days))


@pytest.mark.parametrize(
    ("days", "row"),
    [
        ((), 0),
        (("2026-03-01",), 1),
        (("2026-02-28",), 1),
        (("2026-02-27",), 0),
        (("2026-02-27", "2026-02-28", "2026-03-01"), 3),
        (("2026-02-26", "2026-02-28", "2026-03-01"), 2),
        (("2026-03-02", "2026-03-03"), 0),
        (("2026-02-28", "2026-03-01", "2026-03-02"), 2),
    ],
)
def test_days_in_a_row_end_today_or_yesterday(days: tuple[str, ...], row: int) -> None:
    assert tries(*days).streak("2026-03-01") == row
    assert tries(*days, line="").streak("2026-03-01") == 0, "a try must be over"


def test_the_first_day_there_is_has_no_day_before() -> None:
    assert tries("0001-01-01").streak("0001-01-01") == 1
    assert tries().last("0001-01-02", 14) == (("0001-01-01", 0, 0), ("0001-01-02", 0, 0))


def test_the_last_days_count_what_is_over_and_what_was_won() -> None:
    found = DayTries(
        (
            DayMatch("ur", "2026-03-01", "a", "won", "won"),
            DayMatch("ra", "2026-03-01", "b", "lost", "lost"),
            DayMatch("set", "2026-03-01", "c"),
            DayMatch("set", "2026-02-27", "d", "won", "won"),
            DayMatch("set", "2026-03-05", "e", "won", "won"),
        )
    )
    assert found.last("2026-03-01", 3) == (
        ("2026-02-27", 1, 1),
        ("2026-02-28", 0, 0),
        ("2026-03-01", 2, 1),
    )
