"""What older arcades left is taken up: results that they refused, and files that they put aside."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from games import log
from games.core import Log, Seating
from games.fields import is_line
from games.store.alone import in_turn
from games.store.files import Store
from games.store.formats import Format
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.profiles import SETTINGS, Settings
from games.store.statistics import (
    LONGEST_KEY,
    STATISTICS,
    MatchResult,
    SeatResult,
    Statistics,
    option_values,
    short_options,
    statistics_of,
)
from tests.support.quick_files import QuickFiles

LONG = "file=/home/ada/teams/" + "x" * 400 + ", mode=pelita"
WON = MatchResult("ctf", "pelita", "won", LONG)


@pytest.mark.parametrize("text", ["", "mode=pelita", "a=" + "b" * 198])
def test_options_that_fit_stay_as_they_are(text: str) -> None:
    assert short_options(text) == text


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        "layout=####\n#  #\n####, mode=pelita",
        "x" * 5000,
        ", ".join(f"option{n}=1" for n in range(5000)),
        "a=\ud800",
        "=" * 300,
        "a name\nof two lines=1, mode=pelita",
    ],
)
def test_options_of_any_length_have_a_key_that_stays(text: str) -> None:
    short = short_options(text)
    assert len(short) <= LONGEST_KEY
    assert is_line(short)
    assert short_options(short) == short != short_options(text + "1")
    if "mode=" in text:
        assert option_values(short)["mode"] == "pelita"


def test_what_has_no_value_is_cut_to_no_value() -> None:
    flags = ", ".join(f"flag{n}" for n in range(100))
    assert "=" not in short_options(flags)
    assert short_options(f"mode=pelita, {LONG}").startswith("mode=pelita, file=~")


def older_form() -> Format[Statistics]:
    """The file as arcades wrote it that refused long options."""

    def plain(statistics: Statistics) -> dict[str, object]:
        found = STATISTICS.plain(statistics)
        del found["long_counted"]
        return dict(found)

    return dataclasses.replace(STATISTICS, version=1, plain=plain)


def past(key: str, result: MatchResult = WON, counted: str = "record", layout: str = "") -> PastLog:
    own = dataclasses.replace(result, seats=(SeatResult("Ada", "human", 1.0, 1),))
    row = PastMatch(key, f"2025-01-31T10:00:0{key[-1]}+00:00", own, 7, 0, counted)
    params = {"layout": layout} if layout else {}
    return PastLog(row, log.encode(Log("ctf", params, 7, (Seating("human", {}, None),), ())))


@pytest.fixture
def before(tmp_path: Path) -> str:
    """A folder of an arcade that refused long options; the id of its player."""
    store = Store(tmp_path, QuickFiles())
    library = Library(store)
    ada = library.create("Ada").id
    short = MatchResult("ctf", "pelita", "lost", "mode=arcade", points_for=3.0)
    for found in (
        past("lost1"),
        past("lost2"),
        past("practice3", counted="practice"),
        past("again4", counted="again"),
        past("short5", short),
        past("counted6"),
        past("bare7", MatchResult("ctf", "pack", "won")),
        past("maze8", MatchResult("ctf", "pack", "won"), layout="####\n#  #\n####"),
    ):
        library.archive.keep(ada, found)
    counted = Statistics().with_result(short, "short5")
    counted = dataclasses.replace(counted, finished=("short5", "counted6"))
    assert store.save(statistics_of(ada), older_form(), counted)
    return ada


def test_results_that_an_older_arcade_refused_count_once(tmp_path: Path, before: str) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    found = library.statistics(before)
    assert found.total("ctf", "pelita").matches == 3
    assert found.total("ctf", "pelita").best_streak == 2
    assert found.total("ctf", "pack").matches == 1
    assert set(found.finished) == {"lost1", "lost2", "maze8", "short5", "counted6"}
    last = found.last("ctf")
    assert last is not None
    assert last.points_for == 3.0
    (told,) = library.store.take_notices()
    assert told == "3 finished matches count now that an older arcade refused to count."
    for _ in range(2):
        again = Library(Store(tmp_path, QuickFiles()))
        assert again.statistics(before) == found
        assert again.store.take_notices() == ()
    assert library.record(before, WON, "new")
    assert library.statistics(before).total("ctf").matches == 5


def test_two_windows_count_what_was_refused_once(tmp_path: Path, before: str) -> None:
    one, two = (Library(Store(tmp_path, QuickFiles())) for _ in range(2))
    with in_turn(tmp_path / "profiles" / before):
        for library in (one, two):
            assert library.statistics(before).total("ctf").matches == 4
            assert library.store.waiting == ("a player's results",)
    assert two.record(before, WON, "new")
    assert one.store.flush()
    assert Library(Store(tmp_path)).statistics(before).total("ctf").matches == 5


def test_results_whose_file_was_deleted_do_not_come_back(tmp_path: Path, before: str) -> None:
    Store(tmp_path, QuickFiles()).delete(statistics_of(before))
    library = Library(Store(tmp_path, QuickFiles()))
    assert library.statistics(before) == Statistics()
    assert library.record(before, WON, "new")
    assert Library(Store(tmp_path)).statistics(before).total("ctf").matches == 1


@pytest.mark.parametrize("length", [201, 1001, 100_000])
def test_a_result_is_counted_whatever_its_options(tmp_path: Path, length: int) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    ada = library.create("Ada")
    for number in range(2):
        result = dataclasses.replace(WON, options="file=" + "x" * length)
        assert library.record(ada.id, result, f"m{number}")
    (record,) = Library(Store(tmp_path)).statistics(ada.id).records
    assert record.matches == 2


# -- files that an older arcade put aside ----------------------------------------------------


def put_aside(tmp_path: Path, library: Library, name: str) -> None:
    """As an older arcade does: the file and its copy are renamed, and it starts anew."""
    path = library.store.place.file(name)
    path.replace(path.with_name(f"{path.name}.bad-1"))
    copy = path.with_name(f"{path.name}.bak")
    copy.replace(path.with_name(f"{copy.name}.bad-1"))


def test_results_that_were_put_aside_come_back_once(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    ada = library.create("Ada").id
    for number in range(7):
        library.record(ada, MatchResult("karate", "nash", "won"), f"m{number}")
    put_aside(tmp_path, library, statistics_of(ada))
    anew = Statistics()
    for number in range(2):
        anew = anew.with_result(MatchResult("karate", "nash", "won"), f"new{number}")
    assert library.store.save(statistics_of(ada), STATISTICS, anew)
    for told in (1, 0):
        again = Library(Store(tmp_path, QuickFiles()))
        record = again.statistics(ada).total("karate")
        assert (record.matches, record.best_streak) == (9, 9)
        assert len(again.store.take_notices()) == told
    path = tmp_path / "profiles" / ada / "statistics.json.bad-1"
    path.with_name(f"{path.name}-seen").replace(path)  # as where it could not be renamed
    assert Library(Store(tmp_path)).statistics(ada).total("karate").matches == 9


def test_settings_that_were_put_aside_come_back_once(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    for change in ({"mute": True}, {"ra_speed": 2.0}, {"larger_text": True}):
        library.save_settings(dataclasses.replace(library.settings, **change))
    put_aside(tmp_path, library, "settings")
    store = Store(tmp_path, QuickFiles())
    store.save("settings", SETTINGS, Settings(music_volume=0.25))
    again = Library(Store(tmp_path, QuickFiles()))
    expected = Settings(mute=True, ra_speed=2.0, larger_text=True, music_volume=0.25)
    assert again.settings == expected
    (told,) = again.store.take_notices()
    assert told == "What an older arcade had put aside of the settings is back."
    assert again.save_settings(Settings())
    assert Library(Store(tmp_path)).settings == Settings(), "and stay as they are set then"


def test_a_damaged_file_aside_stays_there(tmp_path: Path) -> None:
    (tmp_path / "settings.json.bad-1").write_bytes(b"{")
    assert Library(Store(tmp_path, QuickFiles())).settings == Settings()
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json.bad-1"]
