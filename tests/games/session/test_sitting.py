"""Who sits in the seats of people: before a match, in it, and when it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import catalog, log
from games.core import Person, Seating
from games.fields import BadSave
from games.session import sitting
from games.session.session import Session
from games.session.setup import Setup
from games.session.starting import make_setup
from games.spec import BadOption
from games.store.files import Store
from games.store.library import Library
from games.store.statistics import MatchResult
from tests.support.quick_files import QuickFiles

HUMAN = Seating("human")


def person(library: Library, name: str) -> Person:
    found = next(p for p in library.profiles() if p.name == name)
    return Person(found.name, found.id)


def setup(*people: Person | None, demo: bool = False) -> Setup:
    """A game of Ur on one piece between people."""
    seats = tuple(Seating("human", person=one) for one in people)
    params = catalog.spec("ur").params({"pieces": 1})
    return Setup("ur", seats, params, 3, demo=demo)


def session(library: Library, *people: Person | None, match_id: str = "") -> Session:
    chosen = setup(*people)
    return Session(Setup("ur", chosen.seats, chosen.params, 3, match_id=match_id), library)


def play(made: Session, turns: int = 999) -> Session:
    """Play the first legal moves, to the end or so many turns."""
    for _ in range(4000):
        seat = made.due()
        if made.over or len(made.match.turns) >= turns:
            return made
        if seat is not None:
            assert made.choose(seat, next(iter(made.match.legal(seat))))
        made.advance(1.0)
    raise AssertionError("the match went on and on")


def results(made: Session) -> dict[int, MatchResult | None]:
    scores = made.match.returns
    return {
        own: MatchResult("ur", "human", "won" if scores[own] > scores[1 - own] else "lost", own=own)
        for own in made.people
    }


def counted(library: Library, one: Person) -> int:
    return sum(record.matches for record in library.statistics(one.profile).records)


# -- before a match ------------------------------------------------------------------------


def test_the_first_without_a_name_plays_now_and_others_are_guests(library: Library) -> None:
    found = sitting.persons(sitting.seated(setup(None, None), library))
    assert found == (person(library, "Ada"), Person("Guest"))


def test_who_plays_now_sits_once(library: Library) -> None:
    ada, bea = person(library, "Ada"), person(library, "Bea")
    assert sitting.persons(sitting.seated(setup(None, ada), library)) == (Person("Guest"), ada)
    assert sitting.persons(sitting.seated(setup(bea, None), library)) == (bea, ada)
    guest = Person("guest")
    assert sitting.persons(sitting.seated(setup(guest, bea), library)) == (guest, bea)


def test_guests_have_names_of_their_own() -> None:
    assert sitting.free_guest([]) == "Guest"
    assert sitting.free_guest(["GUEST", "Ada"]) == "Guest 2"
    assert sitting.free_guest(["Guest", "Guest 2"]) == "Guest 3"


def test_nobody_is_named_where_nothing_is_kept(library: Library, tmp_path: Path) -> None:
    assert sitting.persons(sitting.seated(setup(None, None), None)) == ()
    assert sitting.persons(sitting.seated(setup(None, None, demo=True), library)) == ()
    empty = Library(Store(tmp_path / "empty", QuickFiles()))
    assert sitting.persons(sitting.seated(setup(None), empty)) == ()
    both = sitting.persons(sitting.seated(setup(None, None), empty))
    assert both == (Person("Guest"), Person("Guest 2"))


def test_the_owner_is_who_plays_now_else_the_first_player_that_sits(library: Library) -> None:
    ada, bea = person(library, "Ada"), person(library, "Bea")
    assert sitting.owner(setup(bea, ada), library) == ada.profile
    assert sitting.owner(setup(Person("Zoe"), bea), library) == bea.profile
    assert sitting.owner(setup(Person("Zoe"), Person("Guest")), library) == ""


# -- as a command writes it ----------------------------------------------------------------


def test_a_command_names_people(library: Library) -> None:
    made = make_setup("ur", "human:name=bea", 1, {}, False)
    assert sitting.persons(made) == (Person("bea"),)
    made = sitting.recognised(made, library)
    assert made.seats[1].person == person(library, "Bea")
    assert made.seats[0].person is None
    made = make_setup("ur", "human:name=Zoe: the first", 1, {}, False, "human:name=Ada")
    made = sitting.recognised(made, library)
    assert sitting.persons(made) == (person(library, "Ada"), Person("Zoe: the first"))
    assert sitting.persons(make_setup("ur", "human", 1, {}, False)) == ()


@pytest.mark.parametrize("name", ["human:age=3", "human:name", "human:", "human:name="])
def test_what_no_person_has_is_refused(name: str) -> None:
    assert sitting.is_person(name)
    with pytest.raises(BadOption, match="name"):
        make_setup("ur", name, 1, {}, False)


def test_an_agent_is_no_person() -> None:
    assert not any(map(sitting.is_person, ("humanoid", "greedy", "expectimax:depth=2", "")))


def test_nobody_sits_twice(library: Library) -> None:
    made = make_setup("ur", "human:name=ada", 1, {}, False, "human:name=Ada")
    with pytest.raises(BadOption, match="two seats"):
        sitting.recognised(made, library)


# -- kept with an unfinished match ---------------------------------------------------------


def test_a_kept_match_remembers_who_sat(library: Library) -> None:
    ada, bea = person(library, "Ada"), person(library, "Bea")
    made = play(session(library, bea, ada), turns=5)
    made.save()
    kept = library.matches.newest(ada.profile, "ur")
    assert kept is not None
    assert kept.people == (bea, ada)
    assert not library.matches.any(bea.profile, "ur")
    seats = sitting.with_people(log.decode(kept.text).seats, kept.people)
    assert [seat.person for seat in seats] == [bea, ada]
    assert "Bea" not in kept.text


def test_one_who_plays_alone_is_kept_as_before(library: Library) -> None:
    setup = make_setup("ur", "greedy", 1, {"pieces": 1}, False)
    made = play(Session(setup, library), turns=5)
    made.save()
    kept = library.matches.newest(person(library, "Ada").profile, "ur")
    assert kept is not None
    assert kept.people == ()
    path = next(Path(str(library.store.root)).glob("profiles/*/match-ur*.json"))
    assert "people" not in path.read_text()


@pytest.mark.parametrize(
    "people",
    [(Person("Ada", "a"),), (Person("A", "a"), Person("B", "a")), (Person("A"),) * 3],
)
def test_people_who_cannot_sit_there_are_refused(people: tuple[Person, ...]) -> None:
    with pytest.raises(BadSave):
        sitting.with_people((HUMAN, HUMAN), people)


def test_agents_keep_their_seats() -> None:
    seats = (Seating("greedy"), HUMAN)
    found = sitting.with_people(seats, (Person("Zoe"),))
    assert [seat.person for seat in found] == [None, Person("Zoe")]
    assert sitting.with_people(seats, ()) is seats


# -- whom a match counts for ---------------------------------------------------------------


def test_a_match_counts_once_for_each_player_that_sat(library: Library) -> None:
    ada, bea = person(library, "Ada"), person(library, "Bea")
    made = play(session(library, None, bea))
    assert made.record(results(made))
    assert not made.record(results(made))
    assert [profile.name for profile in made.keeping.recorded_for.values()] == ["Ada", "Bea"]
    won = [library.statistics(one.profile).total("ur").won for one in (ada, bea)]
    assert sorted(won) == [0, 1]
    assert won[0] == (made.match.returns[0] > made.match.returns[1])
    assert (counted(library, ada), counted(library, bea)) == (1, 1)


def test_a_guest_has_no_record(library: Library) -> None:
    ada, bea = person(library, "Ada"), person(library, "Bea")
    made = play(session(library, Person("Zoe"), bea))
    assert made.record(results(made))
    assert (counted(library, ada), counted(library, bea)) == (0, 1)
    made = play(session(library, Person("Zoe"), Person("Guest")))
    made.save()
    assert not made.record(results(made))
    assert (counted(library, ada), counted(library, bea)) == (0, 1)


def test_who_was_deleted_is_recorded_as_nobody_else(library: Library) -> None:
    ada, bea = person(library, "Ada"), person(library, "Bea")
    library.create("Cleo")
    library.switch(ada.profile)
    told: list[str] = []
    made = Session(setup(None, bea), library, told.append)
    play(made)
    library.delete(ada.profile)
    assert library.current is not None
    assert made.record(results(made))
    assert told == ["Ada was deleted meanwhile; nothing was recorded for Ada."]
    assert made.person_name(0) == "Ada"
    assert [counted(library, person(library, name)) for name in ("Bea", "Cleo")] == [1, 0]


def test_a_match_of_a_deleted_player_is_kept_with_nobody(library: Library) -> None:
    alone = make_setup("ur", "greedy", 1, {"pieces": 1}, False)
    made = play(Session(alone, library), turns=5)
    library.delete(person(library, "Ada").profile)
    assert library.current is not None
    made.save()
    play(made)
    assert not made.record({0: MatchResult("ur", "greedy", "won")})
    bea = person(library, "Bea")
    assert counted(library, bea) == 0
    assert not library.matches.any(bea.profile, "ur")


def test_a_window_killed_between_two_records_counts_for_each_once(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bea = person(library, "Ada"), person(library, "Bea")
    made = play(session(library, None, bea), turns=5)
    made.save()
    play(made)
    record = library.record

    def killed(identity: str, result: MatchResult, match_id: str = "") -> bool:
        if identity == bea.profile:
            raise SystemExit
        return record(identity, result, match_id)

    monkeypatch.setattr(library, "record", killed)
    with pytest.raises(SystemExit):
        made.record(results(made))
    monkeypatch.setattr(library, "record", record)
    kept = library.matches.newest(ada.profile, "ur")
    assert kept is not None
    found = log.decode(kept.text)
    seats = sitting.with_people(found.seats, kept.people)
    again = Setup("ur", seats, found.params, found.seed, match_id=kept.which, kept=kept.kept)
    continued = play(Session(again, library, turns=found.turns))
    assert continued.record(results(continued))
    assert (counted(library, ada), counted(library, bea)) == (1, 1)
    assert not library.matches.any(ada.profile, "ur")


def test_the_end_of_a_match_leaves_one_that_another_window_kept_after_it(library: Library) -> None:
    ada = person(library, "Ada")
    made = play(session(library, None, None), turns=5)
    made.save()
    play(made)
    other = play(session(library, None, None), turns=5)
    other.save()
    assert made.record(results(made))
    kept = library.matches.newest(ada.profile, "ur")
    assert kept is not None
    assert kept.match_id == other.keeping.match_id


def test_a_match_that_was_never_kept_leaves_the_one_that_waits(library: Library) -> None:
    waiting = play(session(library, None, None), turns=5)
    waiting.save()
    made = session(library, None, None)
    assert made.record(results(play(made)))
    kept = library.matches.newest(person(library, "Ada").profile, "ur")
    assert kept is not None
    assert kept.match_id == waiting.keeping.match_id


def test_a_new_name_is_the_one_that_is_shown(library: Library) -> None:
    bea = person(library, "Bea")
    made = session(library, None, bea)
    assert [made.person_name(seat) for seat in made.people] == ["Ada", "Bea"]
    library.rename(bea.profile, "Beatrice")
    assert made.person_name(1) == "Beatrice"
