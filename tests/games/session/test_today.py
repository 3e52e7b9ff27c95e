"""Today's match: the same everywhere, one scored try, and no record is touched."""

from __future__ import annotations

import dataclasses
from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from games import catalog
from games.core import CHANCE, Event
from games.session.results import person_result
from games.session.reveal import events_of
from games.session.session import Session
from games.session.setup import HUMAN, Setup
from games.session.sitting import seated
from games.session.starting import SEED_BELOW, make_setup
from games.session.today import (
    day_line,
    day_match,
    day_opponent,
    day_seed,
    day_setup,
    day_words,
    kept_as,
    share_text,
)
from games.spec import Daily
from games.store.days import DayBook, DayMatch
from games.store.files import Store
from games.store.library import Library
from games.store.statistics import MatchResult, Statistics

DAY = "2026-11-22"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = Library(Store(tmp_path), lambda: datetime.fromisoformat(f"{DAY}T12:00:00+01:00"))
    ada = made.create("Ada")
    made.switch(ada.id)
    return made


def ada(library: Library) -> str:
    profile = library.current
    assert profile is not None
    return profile.id


def play(session: Session, turns: int = 10_000) -> None:
    """Choose the first legal move until so many turns are played, or the match is over."""
    goal = len(session.match.turns) + turns
    for _ in range(100_000):
        if session.match.over or len(session.match.turns) >= goal:
            return
        seat = session.due()
        if seat is not None:
            session.choose(seat, next(iter(session.match.legal(seat))))
        session.advance(1.0)


def finish(session: Session) -> None:
    play(session)
    names = [str(seat) for seat in range(len(session.seats))]
    session.record({seat: person_result(session, names, seat) for seat in session.people})


# -- the same everywhere ---------------------------------------------------------------------


def test_seed_and_opponent_are_those_that_were_written_down() -> None:
    found = {
        game: (day_seed(game, DAY), day_opponent(catalog.spec(game), DAY))
        for game in ("karate", "numbers", "ur")
    }
    assert found == {
        "karate": (398466, "sensei:beta=0.5"),
        "numbers": (577379, "mind"),
        "ur": (710596, "greedy"),
    }


def test_over_the_days_all_opponents_come_and_no_two_seeds_are_alike() -> None:
    days = [(date(2026, 1, 1) + timedelta(n)).isoformat() for n in range(300)]
    for game in catalog.GAMES:
        spec = catalog.spec(game)
        met = Counter(day_match(spec, day) for day in days)
        names = spec.days.matches or (Daily(spec.opponents.default),)
        assert set(met) == set(names)
        assert min(met.values()) >= 300 / len(names) / 2
        seeds = [day_seed(game, day) for day in days]
        assert all(0 <= seed < SEED_BELOW for seed in seeds)
        assert len(set(seeds)) >= 298
    assert day_seed("ur", days[0]) != day_seed("karate", days[0])


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_person_sits_there_with_the_usual_options_and_nobody_has_learned(game: str) -> None:
    setup = day_setup(game, DAY)
    spec = catalog.spec(game)
    assert (setup.day, setup.practice, setup.seed) == (DAY, False, day_seed(game, DAY))
    mode = {spec.modes.option: setup.params[spec.modes.option]} if spec.modes.option else {}
    assert setup.params == spec.draw(spec.params(mode), setup.seed)
    assert setup.humans == (0,)
    assert all(seating.start is None for seating in setup.seats)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_whoever_is_met_on_some_day_can_play_it(game: str) -> None:
    spec = catalog.spec(game)
    for daily in spec.days.matches or (Daily(spec.opponents.default),):
        params = spec.params({spec.modes.option: daily.mode} if daily.mode else {})
        setup = make_setup(game, daily.opponents, 1, params, False, HUMAN)
        for name in daily.opponents.split(","):
            agent = catalog.resolve(game, name).spec
            assert not agent.hindrance(params)
            assert len(setup.seats) == 1 or agent.id in [seat.agent for seat in setup.seats]


def test_the_trackers_match_of_the_day_is_a_game_that_a_person_plays() -> None:
    days = [(date(2026, 1, 1) + timedelta(n)).isoformat() for n in range(60)]
    setups = [day_setup("tracker", day) for day in days]
    assert {setup.params["play"] for setup in setups} == {"seek", "hide"}
    assert all(setup.humans == (0,) for setup in setups)


def test_dice_are_the_days_and_lots_are_fresh(library: Library) -> None:
    rolls, lots = [], []
    for _ in range(2):
        session = Session(day_setup("ur", DAY), library)
        play(session, 12)
        rolls.append(
            [dict(turn)[CHANCE] for turn in session.match.turns if CHANCE in dict(turn)][:2]
        )
        lots.append([draw.lot for reveal in session.played for draw in reveal.draws.values()])
    assert rolls[0] == rolls[1]
    assert lots[0]
    assert not set(lots[0]) & set(lots[1])


def line_of(session: Session) -> str:
    """The line of today's match that was scored."""
    assert session.day_match is not None
    return session.day_match.line


# -- one try ---------------------------------------------------------------------------------


def test_it_is_scored_once_and_touches_no_record(library: Library) -> None:
    session = Session(day_setup("karate", DAY), library)
    assert session.counts
    assert not session.for_record
    finish(session)
    identity = ada(library)
    (kept,) = DayBook(library.store, identity).read().matches
    assert kept.line == line_of(session) != ""
    assert kept.outcome in ("won", "drawn", "lost")
    points = [event.data["points"] for event in events_of(session.played)]
    assert kept.boxes == "".join("wld"[(a < b) + 2 * (a == b)] for a, b in points)
    assert len(kept.boxes) == 25
    assert kept.match_id == session.keeping.match_id
    assert library.statistics(identity) == Statistics()
    assert library.learned(identity, "karate") is None
    assert not library.matches.any(identity, "today-karate")
    told: list[str] = []
    second = Session(day_setup("karate", DAY), library, told.append)
    finish(second)
    assert DayBook(library.store, identity).read().matches == (kept,)
    assert second.day_match == kept
    assert any("scored before" in sentence for sentence in told)


def test_a_try_that_is_given_up_is_over(library: Library) -> None:
    """Nobody sees the cards of a day and then begins it anew."""
    session = Session(day_setup("ur", DAY), library)
    play(session, 3)
    assert not session.over
    session.record({0: None})
    (kept,) = DayBook(library.store, ada(library)).read().matches
    assert kept.line == line_of(session)
    assert kept.line.endswith("2026: given up.")
    assert (kept.outcome, kept.boxes) == ("left", "")
    assert not library.matches.any(ada(library), kept_as(session.setup))


def test_a_try_that_was_given_up_is_so_called_and_how_far_it_was(library: Library) -> None:
    session = Session(day_setup("karate", DAY), library)
    play(session, 2)
    lost = MatchResult("karate", "sensei", "played", points_for=0, points_against=20)
    session.record({0: lost}, "round 3 of 25")
    told = "given up at round 3 of 25, 0 : 20 against the sensei."
    assert line_of(session).endswith(f"2026: {told}")
    (row,) = library.archive.finished(ada(library), "karate")
    assert row.left_at == "round 3 of 25"


def test_a_try_that_was_played_to_its_end_is_not_given_up(library: Library) -> None:
    session = Session(day_setup("karate", DAY), library)
    play(session)
    session.record({0: MatchResult("karate", "sensei", "lost")}, "round 26 of 25")
    assert "given up" not in line_of(session)
    (row,) = library.archive.finished(ada(library), "karate")
    assert row.left_at == ""


def test_a_try_that_is_left_is_kept_beside_the_match_that_waits(library: Library) -> None:
    identity = ada(library)
    library.matches.keep(identity, "karate", "another", "waits")
    setup = day_setup("karate", DAY)
    session = Session(setup, library)
    play(session, 3)
    session.save()
    assert DayBook(library.store, identity).read().of("karate", DAY) == (
        "karate",
        DAY,
        session.keeping.match_id,
        "",
        "",
        "",
    )
    matches = library.matches
    waiting, today = (matches.newest(identity, game) for game in ("karate", kept_as(setup)))
    assert waiting is not None
    assert today is not None
    assert (waiting.which, today.which) == ("waits", session.keeping.match_id)
    kept = {"match_id": today.which, "kept": today.kept}
    again = dataclasses.replace(session.setup, **kept)  # type: ignore[arg-type]
    going_on = Session(again, library, turns=session.match.turns)
    finish(going_on)
    assert library.matches.newest(identity, kept_as(setup)) is None
    assert library.matches.newest(identity, "karate") is not None
    assert DayBook(library.store, identity).read().of("karate", DAY) == going_on.day_match


def test_nothing_is_taken_back(library: Library) -> None:
    session = Session(day_setup("ur", DAY), library)
    play(session, 6)
    turns = list(session.match.turns)
    assert not session.undo()
    assert session.match.turns == turns
    usual = Session(dataclasses.replace(day_setup("ur", DAY), day=""), library)
    play(usual, 6)
    assert usual.undo()


def test_a_match_that_the_opponent_forfeits_can_be_tried_again(library: Library) -> None:
    session = Session(day_setup("karate", DAY), library)
    play(session, 2)
    session.faults.forfeited = 1
    names = ["You", "It"]
    session.record({0: MatchResult("karate", "sensei", "won")} if names else {})
    assert session.day_match is None
    found = DayBook(library.store, ada(library)).read().of("karate", DAY)
    assert found is None or not found.line


# -- the line --------------------------------------------------------------------------------


def test_the_line_says_what_when_and_how() -> None:
    counters = {"hits": 31, "keys": 100}
    result = MatchResult("numbers", "mind", "won", counters=counters)
    assert day_line(catalog.spec("numbers"), DAY, result) == (
        "Open Mind Arcade, Numbers, 22 Nov 2026: Mind reader guessed 31 of my 100 keys."
    )
    result = MatchResult("karate", "sensei", "lost", "", 25, 115.0, 155.0)
    assert day_line(catalog.spec("karate"), DAY, result).endswith(
        "Virtual Karate, 22 Nov 2026: lost 115 : 155 against the sensei."
    )


def test_every_game_has_a_line_that_fits_and_has_no_gap(library: Library) -> None:
    for game in catalog.GAMES:
        session = Session(seated(day_setup(game, DAY), library), library)
        agent = session.setup.seats[-1].agent
        agent = "auto" if agent == HUMAN else agent
        counters = {"hits": 3, "keys": 10}
        line = day_line(catalog.spec(game), DAY, MatchResult(game, agent, "won", counters=counters))
        assert "{" not in line
        assert len(line) < 140
        session.close()


@pytest.mark.parametrize(
    ("boxes", "rows"), [("", 0), ("w", 1), ("wld" * 4 + "w", 1), ("w" * 14, 2), ("d" * 60, 5)]
)
def test_the_text_to_share_has_the_line_and_boxes_in_even_rows(boxes: str, rows: int) -> None:
    text = share_text(DayMatch("ur", DAY, "m1", "Ur: won.", "won", boxes))
    line, *shown = text.split("\n")
    assert line == "Ur: won."
    assert len(shown) == rows
    assert "".join(shown) == "".join({"w": "🟦", "l": "🔶", "d": "⬜"}[box] for box in boxes)
    wide = [len(row) for row in shown]
    assert max(wide, default=0) <= 13
    assert all(row == wide[0] for row in wide[:-1])


@pytest.mark.parametrize("game", catalog.GAMES)
def test_boxes_of_every_game_are_letters_of_the_three_kinds_and_fit(
    library: Library, game: str
) -> None:
    """The shortest match of any game has its boxes, the same for the same events."""
    session = Session(seated(day_setup(game, DAY), library), library)
    play(session, 40)
    rules, events = catalog.rules(game), events_of(session.played)
    found = rules.boxes(events, 0)
    assert set(found) <= set("wld")
    assert rules.boxes(iter(events), 0) == found
    session.close()


KEYS = [Event("key", {"hit": number < 26 and number != 3}) for number in range(41)]
"""Rows of 19 and 6 hits, and one key of a third row."""


@pytest.mark.parametrize(
    ("game", "events", "boxes"),
    [
        ("karate", [Event("round", {"points": p}) for p in ((10, 0), (0, 5), (10, 10))], "wld"),
        ("numbers", KEYS, "ll"),
        ("numbers", [Event("key", {"hit": number % 4 == 0}) for number in range(40)], "ww"),
        (
            "ur",
            [Event("move", {"seat": s, "off": off}) for s, off in ((0, 1), (1, 0), (1, 1))],
            "wl",
        ),
        ("jaipur", [Event("score", {"total": t}) for t in ([70, 60], [5, 9], [4, 4])], "wld"),
        ("set", [Event("race", {"points": p}) for p in ((1, 0), (-1, 0), (0, 1))], "wll"),
        ("ra", [Event("epoch", {"before": [5, 5, 5], "after": [9, 8, 7]})], "w"),
        ("ra", [Event("epoch", {"before": [5, 5, 5], "after": [9, 8, 9]})], "d"),
        ("guess", [Event("close", {"points": (3, 7)})], "l"),
        ("ctf", [Event("catch", {"ghost": ghost}) for ghost in (0, 1, 2, 3)], "wlwl"),
        ("tracker", [Event("marked", {"missed": m}) for m in ([2, 5], [5, 2], [1, 1])], "wld"),
        ("tracker", [Event("taken", {}), Event("end", {"caught": True})], "wl"),
        ("tracker", [Event("end", {"caught": False})], "w"),
        ("tracker", [Event("chase", {}), Event("end", {"caught": True})], "w"),
        ("tracker", [Event("chase", {}), Event("end", {"caught": False})], "l"),
    ],
)
def test_boxes_tell_how_each_step_went(game: str, events: list[Event], boxes: str) -> None:
    assert catalog.rules(game).boxes(events, 0) == boxes


def test_a_day_in_words() -> None:
    assert day_words("2026-01-05") == "5 Jan 2026"


def test_only_todays_match_is_kept_under_another_name() -> None:
    setup = day_setup("ur", DAY)
    assert kept_as(setup) == "today-ur"
    assert kept_as(Setup("ur", (), {}, 1)) == "ur"


def test_the_line_of_ur_has_the_share_of_choices_that_cost_less_than_a_slip() -> None:
    spec, result = catalog.spec("ur"), MatchResult("ur", "greedy", "won", "", 90, 7.0, 5.0)
    plain = day_line(spec, DAY, dataclasses.replace(result, counters={"turns": 90}))
    assert plain.endswith(": won 7 : 5 against Greedy.")
    counters = {"turns": 90, "choices": 40, "right": 34}
    told = day_line(spec, DAY, dataclasses.replace(result, counters=counters))
    assert told.endswith(": won 7 : 5 against Greedy, accuracy 85%.")
