"""A match that has ended is kept whole: before its result, for everybody who sat in it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games import log
from games.core import Log, Person, Seating
from games.session import archiving
from games.session.archiving import full_log, past_key, shown_of, sign_of
from games.session.session import Session
from games.session.starting import make_setup
from games.store.files import Store
from games.store.library import Library
from games.store.past import PastMatch
from games.store.statistics import MatchResult, short_options
from games.weights import choosing
from tests.support.quick_files import QuickFiles
from tests.support.trained import give

WON = MatchResult("karate", "sensei", "won", "", 3, 9.0, 4.0, counters={"foreseen": 2})


def ids(library: Library) -> dict[str, str]:
    return {profile.name: profile.id for profile in library.profiles()}


def played(library: Library, **more: Any) -> Session:
    """A match of ten rounds, to its end."""
    setup = make_setup("karate", "sensei", None, {"rounds": 10}, False)
    session = Session(dataclasses.replace(setup, **more), library)
    for _ in range(10):
        moves = dict.fromkeys(session.people, "kick")
        session.step(moves)
    assert session.over
    return session


def only(library: Library, name: str = "Ada") -> PastMatch:
    library.refresh()
    (row,) = library.archive.finished(ids(library)[name], "karate")
    return row


def test_a_finished_match_is_kept_with_its_log_and_tells_of_itself(library: Library) -> None:
    session = played(library)
    session.save()
    session.record({0: WON})
    row = only(library)
    assert row.key == session.keeping.match_id
    assert (row.turns, row.seed, row.counted, row.day) == (10, session.setup.seed, "record", "")
    assert (row.result.outcome, row.result.agent, row.result.counters) == (
        "won",
        "sensei",
        {"foreseen": 2},
    )
    mine, other = row.result.seats
    assert (mine.name, mine.agent, other.name) == ("Ada", "human", "The sensei")
    assert [mine.score, other.score] == list(session.match.returns)
    assert row.agents == {1: sign_of("karate", session.setup.seats[1])}
    past = library.archive.read(ids(library)["Ada"], "karate", row.key)
    assert past is not None
    assert full_log(past) == session.log()
    assert library.matches.newest(ids(library)["Ada"], "karate") is None


@pytest.mark.parametrize(
    ("more", "counted"),
    [
        ({"practice": True}, "practice"),
        ({"glass_box": True}, "glass"),
        ({"day": "2026-01-31"}, "today"),
    ],
)
def test_what_does_not_count_is_kept_too_and_says_so(
    library: Library, more: dict[str, Any], counted: str
) -> None:
    session = played(library, **more)
    session.record({0: WON})
    session.record({0: WON})
    row = only(library)
    assert (row.counted, row.day) == (counted, more.get("day", ""))
    assert library.statistics(ids(library)["Ada"]).records == ()


def test_nothing_is_kept_of_attract_mode_and_agents_alone_count_for_nothing(
    library: Library,
) -> None:
    def kept(demo: bool) -> tuple[PastMatch, ...]:
        seat = None if demo else "nash"
        session = Session(make_setup("karate", "sensei", None, {"rounds": 10}, demo, seat), library)
        for _ in range(10):
            session.step()
        assert not session.record({})
        session.close()
        return library.archive.finished(ids(library)["Ada"], "karate")

    assert kept(demo=True) == ()
    (row,) = kept(demo=False)
    assert row.counted == "watched"
    assert [seat.agent for seat in row.result.seats] == ["nash", "sensei"]
    assert library.statistics(ids(library)["Ada"]).records == ()
    past = library.archive.read(ids(library)["Ada"], "karate", row.key)
    assert past is not None
    assert len(shown_of(past).log.turns) == 10


def test_everybody_who_sat_in_it_has_it(library: Library) -> None:
    known = ids(library)
    seats = tuple(Seating("human", person=Person(name, known[name])) for name in known)
    session = played(library, seats=seats)
    session.record({0: WON, 1: dataclasses.replace(WON, outcome="lost", agent="human")})
    ada, bea = only(library, "Ada"), only(library, "Bea")
    assert (ada.result.own, bea.result.own) == (0, 1)
    assert (ada.result.outcome, bea.result.outcome) == ("won", "lost")
    assert ada.key == bea.key


def test_a_match_without_a_result_of_its_game_has_a_plain_one(library: Library) -> None:
    session = played(library)
    session.record({0: None})
    result = only(library).result
    assert (result.outcome, result.agent, result.rounds) == ("played", "sensei", 10)
    assert (result.points_for, result.points_against) == tuple(session.match.returns)


def test_the_match_is_on_the_disk_before_its_result(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pulls the plug in between loses neither."""
    session, seen = played(library), list[int]()
    record = Library.record

    def watched(self: Library, identity: str, result: MatchResult, match_id: str = "") -> bool:
        other = Library(Store(tmp_path, QuickFiles()))
        seen.append(len(other.archive.finished(identity, "karate")))
        return record(self, identity, result, match_id)

    monkeypatch.setattr(Library, "record", watched)
    session.record({0: WON})
    assert seen == [1]


def test_one_match_that_ends_in_two_windows_is_kept_twice_and_counts_once(
    library: Library, tmp_path: Path
) -> None:
    session = played(library)
    other = played(library, match_id=session.keeping.match_id)
    session.record({0: WON})
    other.record({0: WON})
    rows = library.archive.finished(ids(library)["Ada"], "karate")
    assert sorted(row.counted for row in rows) == ["again", "record"]


def test_a_match_that_ends_again_after_a_kill_is_kept_once(library: Library) -> None:
    """Killed between the match and its result: the unfinished one is there, and ends once more."""
    session = played(library)
    session.keeping.keep_uncounted(session.archived({0: WON}))
    again = played(library, match_id=session.keeping.match_id)
    again.record({0: WON})
    assert only(library).counted == "record"


def test_a_match_that_cannot_be_written_is_told_of(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    session = played(library)
    session.keeping.notify = told.append
    monkeypatch.setattr(log, "MAX_TURNS", 2)
    session.record({0: WON})
    assert told == ["This match cannot be kept: It has more than the 2 turns that can be kept."]
    assert library.statistics(ids(library)["Ada"]).total("karate").matches == 1


def test_any_id_of_a_match_makes_the_name_of_a_file() -> None:
    assert past_key("0123abc") == "0123abc"
    for odd in ("index", "m-1", "../x", ""):
        assert past_key(odd) not in ("index", odd)
        assert past_key(odd).isalnum()


def test_names_and_options_that_no_line_holds_are_shortened() -> None:
    found = make_setup("karate", "sensei", 1, {"rounds": 10}, False)
    plain = Log("karate", dict(found.params), 1, found.seats)
    row = PastMatch("a", "2026-01-31T12:00:00", WON, 0, 0)
    odd = dataclasses.replace(WON, options="a\nb")
    past = archiving.past_log(plain, odd, ("A\u202eda", "x" * 200), (1.0, 2.0), 0, row)
    assert past.row.result.options == short_options("a\nb")
    assert [len(seat.name) for seat in past.row.result.seats] == [3, 80]


def test_a_mate_is_nobody_one_played_against() -> None:
    """Of a match of two teams that was ended early the row tells the other team's points."""
    found = make_setup("ctf", "hunter", 1, {}, False)
    plain = Log("ctf", dict(found.params), 1, found.seats)
    row = PastMatch("a", "2026-01-31T12:00:00", WON, 0, 0)
    names, scores = ("Ada", "Hunter", "Belief", "Hunter"), (9.0, 2.0, 9.0, 2.0)
    result = archiving.past_log(plain, None, names, scores, 0, row).row.result
    assert (result.points_for, result.points_against) == (9.0, 2.0)
    assert result.agent == "hunter"


def test_weights_that_are_replaced_while_one_plays_are_told_of_in_the_replay(
    library: Library, tmp_path: Path
) -> None:
    own = give(tmp_path, "ur/linear+", {"games": 7})
    with choosing(own):
        setup = make_setup("ur", "linear+", None, {"pieces": 1}, False)
        session = Session(setup, library)
        while not session.over:
            legal = session.match.legal
            acting = [seat for seat in session.match.to_act if seat in session.people]
            session.step({seat: next(iter(legal(seat))) for seat in acting})
        give(tmp_path, "ur/linear+", {"games": 8}, extra=np.zeros(2))  # a training has ended
        assert session.record({0: None})
        (row,) = library.archive.finished(session.owner, "ur")
        past = library.archive.read(session.owner, "ur", row.key)
    assert past is not None
    with choosing(own):
        assert shown_of(past).changed == (1,)
