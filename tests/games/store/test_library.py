"""Settings, profiles, statistics, matches, learned arrays and scores, kept and taken back."""

from __future__ import annotations

import dataclasses
import errno
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from itertools import count
from pathlib import Path

import pytest

from games.store.files import Store
from games.store.library import Library
from games.store.not_saved import NotSaved
from games.store.profiles import (
    LEARNED_BYTES,
    MATCH_BYTES,
    MOST_USES,
    BadName,
    Profile,
    Settings,
    clean_name,
    profile_format,
)
from games.store.statistics import (
    RECORDS_KEPT,
    BadResult,
    MatchResult,
    Record,
    ScoreTable,
    Statistics,
    option_key,
)
from tests.support.disk_use import disk_use
from tests.support.store_samples import FaultyFiles, envelope

START = datetime(2025, 1, 31, 12, 0, tzinfo=timezone(timedelta(hours=1)))


def library(root: Path | None, files: FaultyFiles | None = None, first: int = 1) -> Library:
    """A library whose clock moves on by a day each time it is asked; its ids are numbered."""
    days = count()
    numbers = count(first)
    return Library(
        Store(root, files),
        now=lambda: START + timedelta(days=next(days)),
        new_id=lambda: f"id{next(numbers)}",
    )


# ---- settings


def test_settings_are_kept(tmp_path: Path) -> None:
    lib = library(tmp_path)
    assert lib.settings == Settings()
    changed = dataclasses.replace(
        lib.settings, reduced_motion=True, effects_volume=0.0, bindings={"up": ("key:w", "pad:up")}
    )
    assert lib.save_settings(changed)
    assert lib.settings == changed
    assert library(tmp_path).settings == changed


def test_every_setting_is_kept_by_itself(tmp_path: Path) -> None:
    other = {
        "window_width": 640,
        "window_height": 480,
        "effects_volume": 0.125,
        "music_volume": 1.0,
        "bindings": {"left": ()},
        "last_profile": "id1",
        "closed_minds": "set ur",
        "coach": "always",
        "guided": "hide seek",
        "cards": "large letters",
        "ra_speed": 2.0,
    }
    fields = dataclasses.fields(Settings)
    for field in fields:
        value = other.get(field.name, not field.default)
        changed = dataclasses.replace(Settings(), **{field.name: value})
        assert library(tmp_path).save_settings(changed)
        assert library(tmp_path).settings == changed != Settings()
    assert len(fields) == 23


def test_two_windows_change_two_settings(tmp_path: Path) -> None:
    one, two = library(tmp_path), library(tmp_path)
    first, second = one.settings, two.settings
    assert one.save_settings(dataclasses.replace(first, mute=True, bindings={"up": ("key:w",)}))
    changed = dataclasses.replace(second, larger_text=True, bindings={"down": ("key:s",)})
    assert two.save_settings(changed)
    assert two.settings == changed  # what is used here does not change by itself
    expected = Settings(
        mute=True, larger_text=True, bindings={"up": ("key:w",), "down": ("key:s",)}
    )
    assert library(tmp_path).settings == expected
    assert one.save_settings(dataclasses.replace(one.settings, mute=False, bindings={}))
    expected = dataclasses.replace(expected, mute=False, bindings={"down": ("key:s",)})
    assert library(tmp_path).settings == expected


def test_two_windows_change_one_list(tmp_path: Path) -> None:
    """A guide that was met in one window, and a mind that was closed, stay so in the other."""
    one, two = library(tmp_path), library(tmp_path)
    begun = dataclasses.replace(one.settings, guided="ur", closed_minds="ur karate")
    assert one.save_settings(begun)
    assert two.settings == begun
    assert one.save_settings(dataclasses.replace(begun, guided="ur ra", closed_minds="karate ra"))
    assert two.save_settings(dataclasses.replace(begun, guided="ur set", closed_minds="ur"))
    expected = dataclasses.replace(begun, guided="ur ra set", closed_minds="ra")
    assert library(tmp_path).settings == expected


def test_settings_that_name_a_language_are_read(tmp_path: Path) -> None:
    """A language could be chosen before; nothing else of those settings is lost."""
    older = envelope("settings", {"mute": True, "language": "en"})
    (tmp_path / "settings.json").write_bytes(older)
    assert library(tmp_path).settings == Settings(mute=True)


# ---- profiles


def test_windows_change_parts_of_one_player(tmp_path: Path) -> None:
    """A key that is counted in one window gives no player of another the old name back."""
    here, there = library(tmp_path), library(tmp_path, first=5)
    ada = here.create("Ada")
    assert there.profile(ada.id) == ada
    assert here.rename(ada.id, "Grace", 3)
    assert here.create("Ada").id != ada.id
    assert there.change(ada.id, lambda p: p.having_used("ra.bag"))
    assert here.change(ada.id, lambda p: p.having_used("ra.bag"))
    assert there.change(ada.id, lambda p: dataclasses.replace(p, numbers=True))
    expected = dataclasses.replace(
        ada, name="Grace", avatar=3, numbers=True, uses=("ra.bag", "ra.bag")
    )
    assert library(tmp_path).profile(ada.id) == expected


def test_two_windows_change_a_player_at_once(tmp_path: Path) -> None:
    """What one window read is not written over what the other wrote since."""
    here, there = library(tmp_path), library(tmp_path, first=5)
    ada = here.create("Ada")
    read = there.profile

    def late(identity: str) -> Profile | None:
        found = read(identity)
        assert here.rename(ada.id, "Grace")
        return found

    there.profile = late  # type: ignore[method-assign]
    assert there.change(ada.id, lambda p: p.having_used("ra.bag"))
    assert library(tmp_path).profile(ada.id) == dataclasses.replace(
        ada, name="Grace", uses=("ra.bag",)
    )


def test_a_player_who_used_many_keys_can_still_be_renamed(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    full = dataclasses.replace(ada, uses=tuple(f"{n:089}" for n in range(MOST_USES // 90)))
    assert lib.store.save(f"profiles/{ada.id}/profile", profile_format(ada.id), full)
    assert lib.change(ada.id, lambda p: p.having_used("k" * 89))
    assert lib.rename(ada.id, "Grace")
    found = library(tmp_path).profile(ada.id)
    assert found is not None
    assert (found.name, found.uses[-1]) == ("Grace", "k" * 89)
    assert not lib.store.notices


NAMES = (
    "Ada",
    "Zoë",
    "שלום עולם",
    "مرحبا",
    "می‌خواهم",
    "🦊👩‍🚀",
    "李雷",
    "../../etc/passwd",
    "con",
    "NUL.json",
    "a/b\\c:d*e?",
    '"; drop table',
    "<b>{}%s</b>",
    ".",
    "~",
    "-rf",
    "x" * 24,
    "漢" * 24,
)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_safe(tmp_path: Path, name: str) -> None:
    lib = library(tmp_path / "data")
    profile = lib.create(name, avatar=3)
    assert lib.record(profile.id, MatchResult("ur", "greedy", "won"))
    assert library(tmp_path / "data").profiles() == (profile,)
    assert profile.name == clean_name(name)
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.json"))
    assert files == [f"data/profiles/id1/{kind}.json" for kind in ("profile", "statistics")]


BAD_NAMES = (
    "",
    "   ",
    "x" * 25,
    "a\0b",
    "a\nb",
    "a\tb",
    "\u202eabc",
    "\u200f",
    "a\ud800",
    "\u0301",
)
BAD_NAMES += ("\x7f", "a\u2028b", "\u2066a", "\ue000", "\u200d")


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_names_that_cannot_be(tmp_path: Path, name: str) -> None:
    lib = library(tmp_path)
    with pytest.raises(BadName, match=r"\.$"):
        lib.create(name)
    assert lib.profiles() == ()
    assert list(tmp_path.iterdir()) == []


def test_names_are_tidied() -> None:
    assert clean_name("  Ada   Lovelace ") == "Ada Lovelace"
    assert clean_name("e\u0301") == "é"


def test_create_switch_rename_delete(tmp_path: Path) -> None:
    lib = library(tmp_path)
    assert lib.current is None
    ada, bob = lib.create("Ada"), lib.create("Bob", avatar=5)
    assert (ada.created, bob.created) == ("2025-01-31", "2025-02-01")
    assert lib.current == ada
    assert lib.switch(bob.id)
    assert library(tmp_path).current == bob
    assert lib.rename(bob.id, "Bert")
    bert = dataclasses.replace(bob, name="Bert")
    assert library(tmp_path).profiles() == (ada, bert)
    assert lib.rename(bob.id, "Bert", avatar=6)
    assert library(tmp_path).profile(bob.id) == dataclasses.replace(bert, avatar=6)
    assert lib.delete(bob.id)
    assert lib.profile(bob.id) is None
    assert lib.current == ada
    assert library(tmp_path).settings.last_profile == ""
    assert not lib.rename(bob.id, "Carl")
    assert lib.store.take_notices()


def test_names_are_taken_once(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada, bob = lib.create("Ada"), lib.create("Bob")
    for name in ("Ada", " ada ", "ADA"):
        with pytest.raises(BadName, match="already"):
            lib.create(name)
        with pytest.raises(BadName, match="already"):
            lib.rename(bob.id, name)
    assert lib.rename(ada.id, "ADA")


def test_deleting_a_player_removes_everything_of_that_player_only(tmp_path: Path) -> None:
    lib = library(tmp_path)
    players = lib.create("Ada"), lib.create("Bob")
    for player in players:
        lib.record(player.id, MatchResult("ur", "greedy", "won"))
        lib.matches.keep(player.id, "ur", "log")
        lib.save_learned(player.id, "karate", "arrays")
        lib.add_score(player, "numbers", "100", 60.0)
    ada, bob = players
    assert lib.delete(ada.id)
    assert not [path for path in tmp_path.rglob("*") if ada.id in path.name]
    assert "Ada" not in (tmp_path / "scores.json").read_text()
    assert [row.name for row in lib.scores("numbers", "100").rows] == ["Bob"]
    assert lib.statistics(bob.id).total("ur").won == 1
    assert lib.statistics(ada.id) == Statistics()
    assert lib.matches.newest(bob.id, "ur") is not None
    assert lib.learned(bob.id, "karate") == "arrays"


def test_another_window_that_deleted_the_player_is_told(tmp_path: Path) -> None:
    lib, other = library(tmp_path), library(tmp_path)
    ada = lib.create("Ada")
    assert other.delete(ada.id)
    assert not lib.record(ada.id, MatchResult("ur", "greedy", "won"))
    assert not lib.matches.keep(ada.id, "ur", "log")
    assert not lib.save_learned(ada.id, "ur", "arrays")
    notices = lib.store.take_notices()
    assert len(notices) == 3
    assert all("deleted" in notice for notice in notices)
    assert not (tmp_path / "profiles" / ada.id).exists()


def test_a_lost_profile_keeps_its_statistics(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    assert lib.record(ada.id, MatchResult("ur", "greedy", "won"))
    (tmp_path / "profiles" / ada.id / "profile.json").write_bytes(b"{")
    lib = library(tmp_path)
    (player,) = lib.profiles()
    assert (player.id, player.name) == (ada.id, "Player")
    assert lib.statistics(ada.id).total("ur").won == 1
    assert len(lib.store.take_notices()) == 1
    assert library(tmp_path).profiles() == (player,)


@pytest.mark.parametrize("name", [" Ada", "A  da", "e\u0301", "\u0301", "", "x" * 25, "a\u202e", 5])
def test_a_stored_name_is_one_that_can_be_given(tmp_path: Path, name: object) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    path = tmp_path / "profiles" / ada.id / "profile.json"
    path.write_bytes(envelope("profile", {"name": name, "created": "2025-01-31"}))
    assert [player.name for player in lib.profiles()] == ["Player"]
    assert path.with_name("profile.json.bad-1").exists()


def test_an_empty_folder_is_no_player(tmp_path: Path) -> None:
    for name in ("id9", "Odd name", ".deleted-1"):
        (tmp_path / "profiles" / name).mkdir(parents=True)
    assert library(tmp_path).profiles() == ()


# ---- statistics


def test_matches_are_counted(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    outcomes = ("won", "won", "drawn", "won", "won", "won", "lost", "played", "won")
    for number, outcome in enumerate(outcomes):
        result = MatchResult(
            "karate",
            "sensei",
            outcome,  # type: ignore[arg-type]
            option_key({"length": 25, "beta": 0.5}),
            rounds=25,
            points_for=number,
            points_against=10,
            best=number % 7,
            best_text=f"+{number % 7}",
            counters={"foreseen": 2, f"only {outcome}".replace(" ", "-"): 1},
        )
        assert lib.record(ada.id, result)
    statistics = library(tmp_path).statistics(ada.id)
    (record,) = statistics.of("karate")
    assert record == Record(
        game="karate",
        agent="sensei",
        options="beta=0.5, length=25",
        matches=9,
        won=6,
        drawn=1,
        lost=1,
        rounds=225,
        points_for=36,
        points_against=90,
        best=6,
        best_text="+6",
        streak=1,
        best_streak=3,
        counters={"foreseen": 18, "only-won": 6, "only-drawn": 1, "only-lost": 1, "only-played": 1},
        recent="wwdwwwlpw",
        most=(1, 2, 3, 3, 4, 5, 5, 5, *[6] * 8),
    )
    assert statistics.best("karate") == record
    assert statistics.best("ur") is None
    assert statistics.of("karate", "nash") == ()


def test_totals_add_up_over_agents_and_options(tmp_path: Path) -> None:
    statistics = Statistics()
    for agent, options, outcome in (
        ("a", "x", "won"),
        ("a", "y", "won"),
        ("a", "x", "won"),
        ("b", "x", "lost"),
    ):
        result = MatchResult("ur", agent, outcome, options, 3, 1, 2)  # type: ignore[arg-type]
        statistics = statistics.with_result(dataclasses.replace(result, counters={"hits": 2}))
    statistics = statistics.with_result(MatchResult("karate", "a", "won"))
    total = statistics.total("ur")
    assert (total.matches, total.won, total.lost, total.rounds) == (4, 3, 1, 12)
    assert (total.points_for, total.points_against, total.best_streak) == (4, 8, 2)
    assert total.counters == {"hits": 8}
    assert statistics.total("ur", "a").matches == 3
    assert len(statistics.records) == 4


def test_the_last_match_of_each_game_is_known(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    assert lib.statistics(ada.id).last("ur") is None
    for game, agent, points in (("ur", "a", 1.0), ("karate", "b", 2.0), ("ur", "c", 3.0)):
        lib.record(ada.id, MatchResult(game, agent, "won", "", 9, points, 0.5))
    found = library(tmp_path).statistics(ada.id)
    assert found.last("ur") == ("ur", "c", 3.0, 0.5)
    assert found.last("karate") == ("karate", "b", 2.0, 0.5)
    assert len(found.latest) == 2


@pytest.mark.parametrize(("lower", "expected"), [(False, 9.0), (True, 2.0)])
def test_the_best_result(lower: bool, expected: float) -> None:
    statistics = Statistics().with_result(MatchResult("ur", "a", "played"))
    assert statistics.best("ur") is None
    for agent, best in (("a", 5.0), ("b", 9.0), ("a", 2.0), ("b", 7.0)):
        result = MatchResult("ur", agent, "played", best=best, best_text=f"{best} moves")
        statistics = statistics.with_result(dataclasses.replace(result, lower_is_better=lower))
    record = statistics.best("ur")
    assert record is not None
    assert (record.best, record.best_text) == (expected, f"{expected} moves")


def test_sets_of_options_beyond_the_limit_are_put_together(tmp_path: Path) -> None:
    statistics = Statistics()
    for number in range(RECORDS_KEPT + 5):
        statistics = statistics.with_result(MatchResult("karate", "soft", "won", f"beta={number}"))
    assert len(statistics.records) == RECORDS_KEPT + 1
    assert statistics.records[-1].options == "other"
    assert statistics.records[-1].matches == 5
    statistics = statistics.with_result(MatchResult("karate", "soft", "won", "beta=3"))
    assert statistics.records[3].matches == 2


def test_a_result_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(BadResult):
        MatchResult("ur", "greedy", "win")  # type: ignore[arg-type]
    lib = library(tmp_path)
    ada = lib.create("Ada")
    good = MatchResult("ur", "greedy", "won")
    assert lib.record(ada.id, good)
    bad = (
        dataclasses.replace(good, points_for=float("nan")),
        dataclasses.replace(good, rounds=-5),
        dataclasses.replace(good, counters={"hits": -1}),
        dataclasses.replace(good, agent="../x"),
        dataclasses.replace(good, best=float("inf")),
    )
    for result in bad:
        assert not lib.record(ada.id, result)
    assert len(set(lib.store.take_notices())) >= len(bad) - 1  # NaN and inf may say the same
    assert lib.statistics(ada.id).total("ur").matches == 1


NOTHING: dict[str, object] = {"game": "ur", "agent": "greedy"}
IMPOSSIBLE = (
    {"matches": -1},
    {"matches": 1, "won": 2},
    {"matches": 5, "won": 2, "best_streak": 3},
    {"matches": 5, "won": 2, "best_streak": 1, "streak": 2},
    {"matches": 1.0},
    {"matches": "1"},
    {"matches": 10**16},
    {"points_for": None},
    {"best": "high"},
    {"counters": {"a": -1}},
    {"counters": [1]},
    {"game": "../ur"},
    {"game": 5},
    {"agent": ""},
    {"luck": 1},
)


@pytest.mark.parametrize("changes", IMPOSSIBLE, ids=str)
def test_impossible_counts_are_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    path = tmp_path / "profiles" / ada.id / "statistics.json"
    path.write_bytes(envelope("statistics", {"records": [NOTHING], "long_counted": True}))
    assert len(lib.statistics(ada.id).records) == 1
    changed = {"records": [{**NOTHING, **changes}], "long_counted": True}
    path.write_bytes(envelope("statistics", changed))
    lib.refresh()
    assert lib.statistics(ada.id) == Statistics()
    assert len(lib.store.take_notices()) == 1
    assert path.with_name("statistics.json.bad-1").exists()


def test_the_same_record_twice_is_refused(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    path = tmp_path / "profiles" / ada.id / "statistics.json"
    path.write_bytes(envelope("statistics", {"records": [NOTHING, NOTHING]}))
    assert lib.statistics(ada.id) == Statistics()


def test_two_windows_add_to_the_same_statistics(tmp_path: Path) -> None:
    one, two = library(tmp_path), library(tmp_path)
    ada = one.create("Ada")
    for number in range(10):
        window = (one, two)[number % 2]
        assert window.record(ada.id, MatchResult("ur", "greedy", "won"))
    assert one.statistics(ada.id).total("ur").matches == 10


# ---- unfinished matches


def test_one_unfinished_match_for_each_player_and_game(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada, bob = lib.create("Ada"), lib.create("Bob")
    assert lib.matches.newest(ada.id, "ur") is None
    assert not lib.matches.any(ada.id, "ur")
    for text in ("first", "second\nline é"):
        assert lib.matches.keep(ada.id, "ur", text)
    assert lib.matches.keep(ada.id, "karate", "k")
    match = library(tmp_path).matches.newest(ada.id, "ur")
    assert match is not None
    assert (match.game, match.text) == ("ur", "second\nline é")
    assert datetime.fromisoformat(match.saved) == START + timedelta(days=3)
    assert lib.matches.any(ada.id, "ur")
    assert not lib.matches.any(bob.id, "ur")
    assert lib.matches.forget(ada.id, "ur", "")
    assert library(tmp_path).matches.newest(ada.id, "ur") is None
    assert not lib.matches.any(ada.id, "ur")
    assert lib.matches.any(ada.id, "karate")


def test_a_match_of_another_game_is_refused(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    assert lib.matches.keep(ada.id, "ur", "log")
    folder = tmp_path / "profiles" / ada.id
    (folder / "match-ur.json").rename(folder / "match-karate.json")
    assert lib.matches.newest(ada.id, "karate") is None
    assert (folder / "match-karate.json.bad-1").exists()


Keep = Callable[[str], bool]


@pytest.mark.parametrize(("what", "most"), [("match", MATCH_BYTES), ("learned", LEARNED_BYTES)])
def test_long_texts_have_a_limit(tmp_path: Path, what: str, most: int) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    save = lib.matches.keep if what == "match" else lib.save_learned
    assert save(ada.id, "ur", "x" * most)
    assert not save(ada.id, "ur", "x" * (most + 1))
    assert not save(ada.id, "ur", "é" * (most // 2 + 1))
    assert not save(ada.id, "ur", "a\0b")
    assert len(lib.store.take_notices()) >= 2
    match = lib.matches.newest(ada.id, "ur")
    kept = match.text if match else lib.learned(ada.id, "ur")
    assert kept == "x" * most


# ---- what agents learned


def test_learned_arrays_are_kept_exported_and_forgotten(tmp_path: Path) -> None:
    lib = library(tmp_path / "data")
    ada = lib.create("Ada")
    assert lib.learned(ada.id, "karate") is None
    target = tmp_path / "export.json"
    with pytest.raises(NotSaved, match="Nothing was learned"):
        lib.export_learned(ada.id, "karate", target)
    for text in ('{"first": 1}', '{"a": "é"}'):
        assert lib.save_learned(ada.id, "karate", text)
    assert library(tmp_path / "data").learned(ada.id, "karate") == '{"a": "é"}'
    target.write_text("older export")
    lib.export_learned(ada.id, "karate", target)
    assert target.read_text(encoding="utf-8") == '{"a": "é"}'
    with pytest.raises(NotSaved, match=r"Could not write .* directory"):
        lib.export_learned(ada.id, "karate", tmp_path)
    with pytest.raises(NotSaved, match="No such file"):
        lib.export_learned(ada.id, "karate", tmp_path / "none" / "x")
    with pytest.raises(NotSaved):
        lib.export_learned(ada.id, "karate", Path("a\0b"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "export.json"]
    assert lib.forget_learned(ada.id, "karate")
    assert library(tmp_path / "data").learned(ada.id, "karate") is None
    assert not list(tmp_path.rglob("*learned*"))


def test_an_export_to_a_full_disk_leaves_the_old_one(tmp_path: Path) -> None:
    files = FaultyFiles()
    lib = library(tmp_path / "data", files)
    ada = lib.create("Ada")
    assert lib.save_learned(ada.id, "karate", "new")
    target = tmp_path / "export.json"
    target.write_text("older export")
    files.decide = lambda operation, number: errno.ENOSPC * (operation == "write")
    with pytest.raises(NotSaved, match="No space left"):
        lib.export_learned(ada.id, "karate", target)
    assert target.read_text() == "older export"
    assert len(list(tmp_path.iterdir())) == 2


# ---- best scores


@pytest.mark.parametrize("lower", [False, True])
def test_the_ten_best_scores(tmp_path: Path, lower: bool) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    scores = [5.0, 3.0, 9.0, 5.0, 1.0, 7.0, 2.0, 8.0, 5.0, 4.0, 6.0, 0.0, 5.0, 10.0]
    ranks = [lib.add_score(ada, "numbers", "100", score, lower) for score in scores]
    table = library(tmp_path).scores("numbers", "100")
    assert [row.score for row in table.rows] == sorted(scores, reverse=not lower)[:10]
    fives = [row.date for row in table.rows if row.score == 5.0]
    assert fives == sorted(fives)
    assert ranks[:4] == ([1, 1, 3, 3] if lower else [1, 2, 1, 3])
    assert ranks[-1] == (None if lower else 1)
    assert lib.scores("numbers", "50") == ScoreTable("numbers", "50")


BAD_ROWS = (
    {"name": " "},
    {"name": "a\n"},
    {"score": None},
    {"score": "5"},
    {"date": "2025-02-30"},
    {"date": 20250131},
    {"profile": "../x"},
    {"rank": 1},
)


@pytest.mark.parametrize("changes", BAD_ROWS, ids=str)
def test_scores_that_cannot_be(tmp_path: Path, changes: dict[str, object]) -> None:
    row = {"name": "Ada", "score": 5, "date": "2025-01-31", "profile": ""}
    for rows, expected in (([row], 1), ([row] * 11, 0), ([{**row, **changes}], 0)):
        table = {"game": "ur", "key": "", "rows": rows}
        (tmp_path / "scores.json").write_bytes(envelope("scores", {"tables": [table]}))
        assert len(library(tmp_path).scores("ur").rows) == expected


# ---- faults


def test_nothing_of_the_library_raises_on_a_dead_disk(tmp_path: Path) -> None:
    dead = FaultyFiles(lambda operation, number: errno.EIO)
    lib = library(tmp_path / "data", dead)
    ada = lib.create("Ada")
    assert not lib.switch(ada.id)
    assert not lib.record(ada.id, MatchResult("ur", "greedy", "won", best=3, best_text="3"))
    assert not lib.matches.keep(ada.id, "ur", "log")
    assert not lib.save_learned(ada.id, "ur", "arrays")
    assert lib.add_score(ada, "ur", "", 5.0) == 1
    assert not lib.rename(ada.id, "Ida")
    assert len(lib.store.take_notices()) == 1
    check_everything_is_there(lib)
    dead.decide = lambda operation, number: 0
    assert lib.store.flush()
    check_everything_is_there(library(tmp_path / "data"))


def check_everything_is_there(lib: Library) -> None:
    player = lib.current
    assert player is not None
    assert player.name == "Ida"
    assert lib.statistics(player.id).total("ur").won == 1
    assert lib.matches.any(player.id, "ur")
    assert lib.learned(player.id, "ur") == "arrays"
    assert len(lib.scores("ur").rows) == 1


def test_in_memory_everything_works_until_the_end() -> None:
    lib = library(None)
    ada, bob = lib.create("Ada"), lib.create("Bob")
    lib.switch(bob.id)
    lib.record(bob.id, MatchResult("ur", "greedy", "won"))
    lib.record(bob.id, MatchResult("ur", "greedy", "won"))
    assert lib.current == bob
    assert lib.profiles() == (ada, bob)
    assert lib.statistics(bob.id).total("ur").matches == 2
    assert lib.delete(bob.id)
    assert lib.profiles() == (ada,)
    assert lib.store.take_notices() == ()


def test_a_match_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.store.statistics.FINISHED_KEPT", 12)
    lib, other = library(tmp_path), library(tmp_path)
    ada = lib.create("Ada")
    won = MatchResult("ur", "greedy", "won")
    for each in (lib, other, library(tmp_path)):
        assert each.record(ada.id, won, "one")
    assert lib.record(ada.id, won, "two")
    assert lib.record(ada.id, won)
    assert lib.record(ada.id, won)  # without an id every one counts
    assert library(tmp_path).statistics(ada.id).total("ur").matches == 4
    for number in range(12):
        assert lib.record(ada.id, won, f"m{number}")
    finished = lib.statistics(ada.id).finished
    assert len(finished) == 12
    assert "two" not in finished


# ---- what is remembered


def everything(lib: Library, identity: str) -> tuple[object, ...]:
    return (
        lib.settings,
        lib.current,
        lib.profiles(),
        lib.profile(identity),
        lib.statistics(identity),
        lib.scores("ur"),
    )


def test_what_was_read_is_not_read_again(tmp_path: Path) -> None:
    ada = library(tmp_path).create("Ada")
    lib = library(tmp_path)
    with disk_use() as uses:
        first = everything(lib, ada.id)
    assert uses
    with disk_use() as uses:
        assert everything(lib, ada.id) == first
    assert uses == []


def test_that_there_is_nobody_is_remembered_too(tmp_path: Path) -> None:
    lib = library(tmp_path)
    assert (lib.current, lib.profile("id7")) == (None, None)
    with disk_use() as uses:
        assert (lib.current, lib.profile("id7"), lib.profiles()) == (None, None, ())
    assert uses == []


def test_what_is_written_here_is_seen_at_once(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada")
    everything(lib, ada.id)
    assert lib.record(ada.id, MatchResult("ur", "greedy", "won"))
    assert lib.statistics(ada.id).total("ur").won == 1
    assert lib.add_score(ada, "ur", "", 5.0) == 1
    assert len(lib.scores("ur").rows) == 1
    assert lib.rename(ada.id, "Ida")
    assert lib.current == lib.profile(ada.id) == lib.profiles()[0]
    assert lib.profiles()[0].name == "Ida"
    bob = lib.create("Bob")
    assert lib.switch(bob.id)
    assert lib.current == bob
    assert lib.delete(bob.id)
    assert [player.name for player in lib.profiles()] == ["Ida"]
    assert lib.profile(bob.id) is None


def test_what_another_window_writes_is_seen_after_a_refresh(tmp_path: Path) -> None:
    lib, other = library(tmp_path), library(tmp_path)
    ada = lib.create("Ada")
    before = everything(lib, ada.id)
    assert other.rename(ada.id, "Ida", avatar=3)
    assert other.record(ada.id, MatchResult("ur", "greedy", "won"))
    assert other.add_score(ada, "ur", "", 5.0) == 1
    assert everything(lib, ada.id) == before
    found = lib.refresh()
    assert found is not None
    assert (found.name, found.avatar) == ("Ida", 3)
    assert lib.statistics(ada.id).total("ur").won == 1
    assert len(lib.scores("ur").rows) == 1
    assert other.delete(ada.id)
    assert lib.current == found
    assert lib.refresh() is None


def test_before_a_change_it_is_read_anew(tmp_path: Path) -> None:
    lib, other = library(tmp_path), library(tmp_path, first=7)
    ada = lib.create("Ada")
    everything(lib, ada.id)
    assert other.rename(ada.id, "Ada", avatar=3)
    assert lib.rename(ada.id, "Ida")
    assert library(tmp_path).profile(ada.id) == dataclasses.replace(ada, name="Ida", avatar=3)
    everything(lib, ada.id)
    other.refresh()
    bob = other.create("Bob")
    with pytest.raises(BadName, match="already"):
        lib.create("Bob")
    everything(lib, ada.id)
    assert other.add_score(bob, "ur", "", 7.0) == 1
    assert lib.add_score(ada, "ur", "", 5.0) == 2
    assert [row.score for row in library(tmp_path).scores("ur").rows] == [7.0, 5.0]
    everything(lib, bob.id)
    assert other.add_score(bob, "ur", "", 9.0) == 1
    assert lib.delete(ada.id)
    assert [row.score for row in library(tmp_path).scores("ur").rows] == [9.0, 7.0]


def test_a_player_who_was_deleted_elsewhere_is_gone_at_the_first_change(tmp_path: Path) -> None:
    lib, other = library(tmp_path), library(tmp_path)
    ada = lib.create("Ada")
    assert lib.current == ada
    assert other.delete(ada.id)
    assert not lib.matches.keep(ada.id, "ur", "log")
    assert lib.current is None
