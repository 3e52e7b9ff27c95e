"""What was learned in the last match: true, worked out anew, and gone with what it rests on."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from games import catalog
from games.session.memory import Memory
from games.session.noticing import SINCE, STILL, LastMet, Noticing, last_met, noticed_words
from games.session.results import person_result
from games.session.reveal import events_of
from games.session.session import Session
from games.session.sitting import seated
from games.session.starting import make_setup
from games.store.files import Store
from games.store.library import Library
from games.store.profiles import Profile, Settings

Choose = Callable[[int], str]


@pytest.fixture
def adas(tmp_path: Path) -> Library:
    start, count = datetime(2026, 3, 1, 12, tzinfo=UTC), itertools.count()
    made = Library(Store(tmp_path), lambda: start + timedelta(minutes=next(count)))
    made.switch(made.create("Ada").id)
    return made


def ada(adas: Library) -> Profile:
    assert adas.current is not None
    return adas.current


def met(adas: Library, game: str, agent: str, choose: Choose) -> Session:
    """Play and record a match in which the person takes the move of each round in turn."""
    options = {catalog.spec(game).told.length: {"numbers": 60, "karate": 25}[game]}
    setup = seated(make_setup(game, agent, None, options, False), adas)
    memory = Memory.of(adas, Settings(), lambda text: None)
    session = Session(memory.add_starts(setup), adas)
    played = 0
    while not session.match.over:
        seat = session.due()
        if seat is not None:
            move = choose(played)
            assert move in session.match.legal(seat)
            session.choose(seat, move)
            played += 1
        session.advance(1.0)
    session.record({0: person_result(session, ["Ada", "It"], 0)})
    session.close()
    return session


def climbing(number: int) -> str:
    return "1234"[number % 4]


def sentence_now(adas: Library, game: str) -> str:
    lesson = last_met(adas, ada(adas).id, game)
    return "" if lesson is None else noticed_words(lesson)


def test_the_sentence_counts_what_happened_in_the_last_match(adas: Library) -> None:
    met(adas, "numbers", "mind", lambda number: "12"[number % 2])
    session = met(adas, "numbers", "mind", climbing)
    keys = [event.data["key"] for event in events_of(session.played) if event.kind == "key"]
    ups = sum(old + new in "12341" for old, new in itertools.pairwise(keys))
    assert ups == len(keys) - 1 == 59
    told = f"you go up the keys one by one, {ups} of {len(keys) - 1} times"
    assert sentence_now(adas, "numbers") == SINCE.format(told)


def test_it_follows_from_what_is_kept_and_goes_with_it(adas: Library) -> None:
    met(adas, "karate", "sensei", lambda number: "kick")
    told = sentence_now(adas, "karate")
    assert told.startswith("Since last time I learned: you ")
    assert told.endswith(" times.")
    again = Library(adas.store)
    assert sentence_about(again, ada(adas), "karate") == told, "nothing of it is kept as a sentence"
    assert adas.forget_learned(ada(adas).id, "karate")
    assert last_met(adas, ada(adas).id, "karate") is None
    met(adas, "karate", "sensei", lambda number: ("punch", "kick")[number % 2])
    assert sentence_now(adas, "karate") not in ("", told)


def sentence_about(adas: Library, profile: Profile, game: str) -> str:
    lesson = last_met(adas, profile.id, game)
    return "" if lesson is None else noticed_words(lesson)


def test_a_match_against_who_forgets_teaches_nothing(adas: Library) -> None:
    met(adas, "numbers", "seed", climbing)
    assert last_met(adas, ada(adas).id, "numbers") is None
    met(adas, "numbers", "mind", climbing)
    lesson = last_met(adas, ada(adas).id, "numbers")
    assert lesson is not None
    told = noticed_words(lesson)
    met(adas, "numbers", "seed", lambda number: "1")
    assert last_met(adas, ada(adas).id, "numbers") == lesson
    assert sentence_now(adas, "numbers") == told


def test_of_choices_without_a_plain_habit_nothing_is_said(adas: Library) -> None:
    dice = random.Random(3)
    met(adas, "numbers", "mind", lambda number: dice.choice("1234"))
    assert sentence_now(adas, "numbers") == ""


def test_a_damaged_match_says_nothing(adas: Library) -> None:
    met(adas, "karate", "sensei", lambda number: "kick")
    lesson = last_met(adas, ada(adas).id, "karate")
    assert lesson is not None
    for text in ("", "karate 1", lesson.past.text.replace("kick", "sing")):
        assert (
            noticed_words(lesson._replace(past=dataclasses.replace(lesson.past, text=text))) == ""
        )
    other = dataclasses.replace(
        lesson.past.row, result=dataclasses.replace(lesson.past.row.result, own=7)
    )
    assert noticed_words(lesson._replace(past=dataclasses.replace(lesson.past, row=other))) == ""


@pytest.mark.parametrize(("game", "agent"), [("jaipur", "sensei"), ("set", "mirror")])
def test_what_follows_from_the_memory_alone_is_new_only_where_it_changed(
    adas: Library, monkeypatch: pytest.MonkeyPatch, game: str, agent: str
) -> None:
    met(adas, "karate", "sensei", lambda number: "kick")
    lesson = last_met(adas, ada(adas).id, "karate")
    assert lesson is not None
    offer = dataclasses.replace(
        catalog.offered("karate"), noticed=lambda events, seat, text: f"you are {text}"
    )
    monkeypatch.setattr(catalog, "offered", lambda game: offer)
    past = dataclasses.replace(lesson.past, starts={1: "old"})
    assert noticed_words(LastMet("karate", past, "new")) == SINCE.format("you are new")
    assert noticed_words(LastMet("karate", past, "old")) == STILL.format("you are old")
    monkeypatch.undo()
    noticed = catalog.offered(game).noticed
    assert noticed is not None
    assert catalog.agent(game, agent).learns


def test_it_is_found_beside_the_frame_and_for_a_player_alone(adas: Library) -> None:
    met(adas, "numbers", "mind", climbing)
    noticing = Noticing()
    noticing.ask(adas, None, "numbers")
    assert (noticing.busy, noticing.words, noticing.brief) == (False, "", "")
    noticing.ask(adas, ada(adas), "numbers")
    noticing.wait()
    assert noticing.words == sentence_now(adas, "numbers")
    assert noticing.brief == f"{noticing.words.rpartition(', ')[0]}."
    noticing.ask(adas, ada(adas), "ur")
    assert noticing.words == ""
