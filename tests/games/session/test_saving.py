"""A match is kept for its player alone, in a file of its own, as soon as it can be."""

from __future__ import annotations

import dataclasses
import errno
from collections.abc import Mapping
from pathlib import Path

import pytest

from games import log
from games.core import Person, Seating
from games.session.line import ELSEWHERE
from games.session.session import SAVE_EVERY, Session
from games.session.setup import Setup
from games.session.starting import make_setup
from games.store.files import Store
from games.store.later import TRY_EVERY
from games.store.library import Library
from games.store.statistics import MatchResult
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import FaultyFiles

MOVES = ("punch", "kick", "parry-punch", "parry-kick")
WON = MatchResult("karate", "sensei", "won", "", 10)


class Full(FaultyFiles, QuickFiles):
    """A disk that can be full."""

    def fill(self) -> None:
        self.decide = lambda operation, number: errno.ENOSPC * (operation == "write")

    def empty(self) -> None:
        self.decide = lambda operation, number: 0


@pytest.fixture
def disk() -> Full:
    return Full()


@pytest.fixture
def library(tmp_path: Path, disk: Full) -> Library:
    """Ada plays; Bea is another player."""
    made = Library(Store(tmp_path / "data", disk))
    ada = made.create("Ada")
    made.create("Bea")
    made.switch(ada.id)
    return made


def again(library: Library) -> Library:
    """Another window on the same folder."""
    return Library(Store(library.store.root, QuickFiles()))


def begin(
    library: Library, told: list[str] | None = None, heard: int = 0, **more: object
) -> Session:
    """A match of ten rounds that counts, against an agent that learns; some were fought before."""
    setup = make_setup("karate", "sensei", None, {"rounds": 10}, False)
    setup = dataclasses.replace(setup, **more)  # type: ignore[arg-type]
    turns = [((0, MOVES[number % 4]), (1, MOVES[0])) for number in range(heard)]
    return Session(setup, library, (told if told is not None else []).append, turns=turns)


def take_up(library: Library) -> Session:
    """The match that was kept last, continued."""
    saved = library.matches.newest(ada(library), "karate")
    assert saved is not None
    found = log.decode(saved.text)
    more = {"match_id": saved.which, "kept": saved.kept}
    seats = (Seating("human"), *found.seats[1:])
    setup = Setup("karate", seats, found.params, found.seed, **more)  # type: ignore[arg-type]
    return Session(setup, library, turns=found.turns)


def ada(library: Library) -> str:
    return next(profile.id for profile in library.profiles() if profile.name == "Ada")


def play(session: Session, turns: int) -> Session:
    goal = len(session.match.turns) + turns
    while len(session.match.turns) < goal:
        if session.due() is not None:
            session.choose(0, MOVES[len(session.match.turns) * 7 % 4])
        session.advance(1.0)
    return session


def kept(library: Library) -> Mapping[str, int]:
    """How many turns each kept match has, by its key."""
    matches = library.matches
    found = {}
    for key in matches.keys(ada(library), "karate"):
        match = matches.read(ada(library), "karate", key)
        assert match is not None
        found[key] = len(log.decode(match.text).turns)
    return found


def won(library: Library) -> int:
    return library.statistics(ada(library)).total("karate").won


# -- files ---------------------------------------------------------------------------------


def test_another_match_of_the_game_leaves_the_one_that_waits(library: Library) -> None:
    for turns in (3, 4):
        play(begin(library), turns).save()
    assert sorted(kept(again(library)).values()) == [3, 4]


def test_two_windows_that_play_at_once_overwrite_nothing(library: Library) -> None:
    first, second = play(begin(library), 1), play(begin(again(library)), 1)
    for turns in range(2, 6):
        for session in (first, second):
            play(session, 1).save()
        assert sorted(kept(library).values()) == [turns, turns]


def test_two_windows_that_take_up_one_match_overwrite_nothing(library: Library) -> None:
    play(begin(library), 3).save()
    first, second = take_up(library), take_up(again(library))
    play(first, 2).save()
    assert list(kept(library).values()) == [5]  # its file went with it
    play(second, 4).save()
    assert sorted(kept(library).values()) == [5, 7]
    play(first, 1).save()
    assert sorted(kept(library).values()) == [6, 7]
    assert play(first, 4).record({0: WON})
    assert list(kept(library).values()) == [7]
    assert not play(second, 3).record({0: WON})
    assert kept(library) == {}
    assert won(library) == 1


def test_a_hint_in_one_window_makes_the_match_practice_in_the_other(library: Library) -> None:
    """Once it saves, and at its end at the latest; so does a window that continues it later."""
    play(begin(library), 3).save()
    first, second, third = (take_up(again(library)) for _ in range(3))
    play(second, 1).save()
    assert second.for_record
    first.practise("You took a hint")
    play(second, 1).save()
    assert not second.for_record
    assert second.setup.why_practice == ELSEWHERE
    play(third, 7)
    assert third.for_record, "it has not looked yet"
    assert not third.record({0: WON})
    assert third.setup.why_practice == ELSEWHERE
    assert not play(second, 5).record({0: WON})
    last = play(take_up(again(library)), 1)
    last.save()
    assert not last.for_record, "it was continued later"
    assert won(library) == 0


def test_a_result_is_refused_on_the_disk_where_the_match_became_practice(library: Library) -> None:
    other = again(library)
    library.matches.practise(ada(library), library.statistics(ada(library)), "abc")
    assert other.record(ada(other), WON, "abc")
    assert won(again(library)) == 0
    assert other.record(ada(other), WON, "abd")
    assert won(again(library)) == 1


def test_a_window_takes_up_what_another_is_playing(library: Library) -> None:
    first = play(begin(library), 3)
    first.save()
    second = take_up(again(library))
    play(first, 1).save()
    play(second, 3).save()
    play(first, 1).save()
    assert sorted(kept(library).values()) == [5, 6]


def test_a_match_that_is_finished_at_once_is_no_more(library: Library) -> None:
    play(begin(library), 3).save()
    assert play(take_up(library), 7).record({0: WON})
    assert kept(library) == {}
    assert won(library) == 1


def test_what_is_taken_up_and_left_is_as_it_was(library: Library) -> None:
    play(begin(library), 3).save()
    before = kept(library)
    take_up(library).save()
    assert kept(library) == before


# -- a full disk, a folder that goes away --------------------------------------------------


def test_a_result_that_is_not_kept_is_said_and_its_match_stays(
    library: Library, disk: Full
) -> None:
    session = play(begin(library), 9)
    session.save()
    assert session.keeping.lacking == ""
    disk.fill()
    assert play(session, 1).record({0: WON})
    assert session.keeping.lacking.startswith("This result is not kept yet. ")
    assert "the disk is full" in session.keeping.lacking
    other = again(library)
    assert won(other) == 0
    assert list(kept(other).values()) == [9]  # killed now, the match can be finished
    library.later.pass_time(TRY_EVERY)
    assert session.keeping.lacking
    disk.empty()
    library.later.pass_time(TRY_EVERY)
    assert session.keeping.lacking == ""
    other = again(library)
    assert won(other) == 1
    assert kept(other) == {}
    assert other.learned(ada(other), "karate") == session.match.players[1].learned()


def test_a_result_that_waits_does_not_undo_another_window(library: Library, disk: Full) -> None:
    disk.fill()
    assert play(begin(library, heard=8), 2).record({0: WON})
    other = again(library)
    for _ in range(2):
        assert play(begin(other, heard=8), 2).record({0: WON})
    disk.empty()
    library.later.pass_time(TRY_EVERY)
    assert won(again(library)) == 3


@pytest.mark.parametrize("part", ["", "profiles"])
@pytest.mark.parametrize("when", [5, 9])
def test_a_match_keeps_its_player_while_the_folder_is_away(
    library: Library, tmp_path: Path, part: str, when: int
) -> None:
    """A stick that is pulled out while it runs, and is back before or after its end."""
    told: list[str] = []
    first = play(begin(library, heard=8), 2)
    assert first.record({0: WON})
    before = library.learned(ada(library), "karate")
    assert before is not None
    session = play(begin(library, told), 4)
    session.save()
    root, stick = tmp_path / "data" / part, tmp_path / "stick"
    root.rename(stick)
    library.refresh()
    assert library.current is not None
    assert library.current.name == "Ada"
    play(session, when - 4).save()
    assert any("the folder is gone" in notice for notice in library.store.take_notices())
    if when == 5:
        stick.rename(root)
        library.later.pass_time(TRY_EVERY)
        assert list(kept(again(library)).values()) == [5]
        assert play(session, 5).record({0: WON})
    else:
        assert play(session, 1).record({0: WON})
        assert "the folder is gone" in session.keeping.lacking
        session.close()
        library.later.pass_time(TRY_EVERY)
        assert not root.exists()
        stick.rename(root)
        library.later.pass_time(TRY_EVERY)
    assert session.keeping.lacking == ""
    assert told == []
    other = again(library)
    assert won(other) == 2
    assert kept(other) == {}
    learned = other.learned(ada(other), "karate")
    assert learned is not None
    assert len(learned) > 0
    assert learned != before


def test_a_player_can_be_made_while_the_folder_is_away(library: Library, tmp_path: Path) -> None:
    assert len(library.profiles()) == 2
    (tmp_path / "data").rename(tmp_path / "stick")
    library.refresh()
    cleo = library.create("Cleo")
    assert [profile.name for profile in library.profiles()] == ["Ada", "Bea", "Cleo"]
    assert library.profile(cleo.id) == cleo
    (tmp_path / "stick").rename(tmp_path / "data")
    library.later.pass_time(TRY_EVERY)
    assert [p.name for p in again(library).profiles()] == ["Ada", "Bea", "Cleo"]


# -- for nobody else -----------------------------------------------------------------------


def files(library: Library) -> set[str]:
    root = Path(str(library.store.root))
    return {path.relative_to(root).as_posix() for path in root.rglob("*.json*")}


@pytest.mark.parametrize("looked", [False, True])
def test_a_match_whose_player_was_deleted_is_kept_for_nobody_and_that_is_said(
    library: Library, looked: bool
) -> None:
    told: list[str] = []
    session = play(begin(library, told), 5)
    session.save()
    other = again(library)
    other.delete(ada(other))
    left = files(library)
    if looked:
        library.refresh()
    for _ in range(3):
        play(session, 1).save()
    assert not play(session, 2).record({0: WON})
    said = [*told, *library.store.take_notices()]
    assert sum("deleted meanwhile" in sentence for sentence in said) == 2  # once for each
    assert files(library) == left
    assert library.current is not None
    assert library.current.name == "Bea"
    assert library.learned(library.current.id, "karate") is None
    library.later.pass_time(TRY_EVERY)
    assert files(library) == left


def test_what_waited_for_a_deleted_player_goes_to_nobody(library: Library, disk: Full) -> None:
    disk.fill()
    session = play(begin(library, heard=8), 2)
    assert session.record({0: WON})
    other = again(library)
    other.delete(ada(other))
    left = files(library)
    disk.empty()
    library.store.take_notices()
    library.later.pass_time(TRY_EVERY)
    assert files(library) == left
    assert any("deleted" in notice for notice in library.store.take_notices())
    assert session.keeping.lacking == ""


@pytest.mark.parametrize("gone", ["Ada", "Bea"])
def test_of_two_people_one_who_was_deleted_has_nothing_and_the_other_all(
    library: Library, gone: str
) -> None:
    told: list[str] = []
    people = [Person(profile.name, profile.id) for profile in library.profiles()]
    seats = tuple(Seating("human", person=person) for person in people)
    session = begin(library, told, seats=seats)
    while len(session.match.turns) < 9:
        for seat in (0, 1):
            session.choose(seat, MOVES[len(session.match.turns) % (3 + seat)])
        session.advance(1.0)
    other = again(library)
    other.delete(next(person.profile for person in people if person.name == gone))
    session.save()
    for seat in (0, 1):
        session.choose(seat, "kick")
    session.advance(1.0)
    assert session.record({0: WON, 1: WON})
    assert f"{gone} was deleted meanwhile; nothing was recorded for {gone}." in told
    (left,) = again(library).profiles()
    assert left.name != gone
    assert again(library).statistics(left.id).total("karate").won == 1


# -- what is too long ----------------------------------------------------------------------


def test_that_a_match_is_too_long_is_said_once(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    session = begin(library, told)
    monkeypatch.setattr(log, "MAX_TURNS", 5)
    for _ in range(9):
        play(session, 1).save_in_time(SAVE_EVERY)
    assert len([sentence for sentence in told if "cannot be kept for later" in sentence]) == 1
    assert list(kept(library).values()) == [5]


def test_a_match_whose_result_cannot_be_counted_is_not_deleted(library: Library) -> None:
    session = begin(library, heard=9)
    session.keeping.save(session.as_text)
    assert library.matches.any(ada(library), "karate")
    bad = dataclasses.replace(WON, rounds=-5)
    session.keeping.record({0: bad}, lambda: None)
    assert library.matches.any(ada(library), "karate"), "it is all there is of it"
    session = begin(library, heard=9)
    session.keeping.save(session.as_text)
    kept = len(library.matches.keys(ada(library), "karate"))
    long = dataclasses.replace(WON, options="file=" + "x" * 5000)
    session.keeping.record({0: long}, lambda: None)
    assert len(library.matches.keys(ada(library), "karate")) == kept - 1
    assert library.statistics(ada(library)).total("karate").matches == 1
