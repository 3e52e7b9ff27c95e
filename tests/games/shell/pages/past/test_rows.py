"""Rows of matches: what waits and in which file, what was put aside and why, what agents played."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.agents import LostWeights
from games.core import CHANCE, Log, Person, Seating
from games.match import Match
from games.session.session import Session
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.pages.before.signs import Sign
from games.shell.pages.overlays import Card
from games.shell.pages.past import rows
from games.shell.pages.past.matches import MatchesPage
from games.shell.pages.past.rows import Aside, More, Waiting, details_of, place_words, words_of
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.shell.widgets.form import Look
from games.store.past import PastMatch
from games.store.statistics import MatchResult, SeatResult
from tests.support.hands import Rig, look, push_button
from tests.support.replays import karate, keep
from tests.support.ruler import listen


def leads_to_matches(page: SetupPage) -> bool:
    (sign,) = (w for w in page.form.widgets if isinstance(w, Sign) and w.label == "Matches")
    return not sign.dim


def opened(app: App) -> MatchesPage:
    """The matches, by the sign on the page before a game."""
    app.push(SetupPage(app, "karate"))
    push_button(app.top, "Matches")
    look(app)
    assert isinstance(app.top, MatchesPage)
    return app.top


def test_every_match_that_waits_can_be_taken_up_or_given_up(app: App) -> None:
    identity = keep(app, karate(1), "a")
    assert not leads_to_matches(SetupPage(app, "karate"))  # the one that waits is offered there
    keep(app, karate(4), "b")
    page = opened(app)
    newest, oldest = page.matches
    assert isinstance(newest, Waiting)
    assert words_of(newest).title == "You v the wall, round 5 of 25"
    assert words_of(newest).second.startswith("0 : 40, unfinished, ")
    assert datetime.now().strftime("%Y") in words_of(newest).second
    told = details_of(app, "karate", newest)
    assert [seat[0] for seat in told.seats] == ["You", "The wall"]
    assert told.text == "25 rounds."
    push_button(page, "Show file")
    assert isinstance(app.top, Card)
    assert app.top.text.endswith("match-karate-b.json")
    app.pop()
    assert words_of(oldest).title == "You v the wall, round 2 of 25"
    push_button(page, "Give it up")
    push_button(app.top, "Give it up")
    assert app.library.matches.keys(identity, "karate") == ("a",)
    push_button(page, "Continue")
    assert isinstance(app.top, Table)
    assert len(app.top.match.turns) == 1


def test_giving_up_stands_far_from_going_on(app: App) -> None:
    keep(app, karate(1), "a")
    keep(app, karate(2), "b")
    page = opened(app)
    go_on, give_up = page.body.widgets[1:]
    assert give_up.box[1] - (go_on.box[1] + go_on.box[3]) > 3 * go_on.box[3]


def test_what_was_put_aside_is_told_with_its_file_and_the_reason(app: App) -> None:
    keep(app, karate(seats=(Seating("human"), Seating("nobody"))), "a")
    keep(app, karate(1), "b")
    wrong = karate(2)
    wrong.turns[1] = ((0, "punch"), (1, "bite"))
    identity = keep(app, wrong, "b")
    page = SetupPage(app, "karate")
    app.push(page)
    push_button(page, "Continue")  # the copy from before goes on
    assert isinstance(app.top, Table)
    assert len(app.top.match.turns) == 1
    assert "the copy before it is used" in app.toasts.texts[-1]
    app.pop()
    matches = opened(app).matches
    aside = [entry for entry in matches if isinstance(entry, Aside)]
    assert [words_of(entry).title for entry in aside] == [rows.PUT_ASIDE] * 2
    texts = " ".join(details_of(app, "karate", entry).text for entry in aside)
    assert ".json" not in texts, "files are for experts"
    files = {entry.file for entry in aside}
    assert files == {"match-karate-b.json.bad-1", "match-karate-a.json.bad-1"}
    assert "nobody" in texts
    assert "bite" in texts
    root = app.library.store.root
    assert root is not None
    assert (Path(root) / "profiles" / identity / "match-karate-a.json.bad-1").exists()


def test_what_an_older_arcade_put_aside_waits_again_once(app: App) -> None:
    """It knew an option of the opponent by narrower limits; nothing of the match is lost."""
    seats = (Seating("human"), Seating("sensei", {"beta": -0.15}))
    keep(app, karate(2, seats=seats), "c")
    identity = keep(app, karate(3, seats=seats), "c")
    matches = app.library.matches
    kept = matches.read(identity, "karate", "c")
    assert kept is not None
    matches.tail(identity, "karate", kept.kept, kept.text).add("0:punch 1:kick")
    while matches.keys(identity, "karate"):  # the tail, the match, and its copy
        matches.refuse(identity, "karate", "c")
    found = [entry for entry in opened(app).matches if isinstance(entry, Waiting)]
    assert [len(entry.found.turns) for entry in found] == [4]
    assert "older arcade" in app.toasts.texts[-1]
    assert matches.aside(identity, "karate") == ()
    (key,) = matches.keys(identity, "karate")
    matches.refuse(identity, "karate", key)
    app.pop()
    assert not [entry for entry in opened(app).matches if isinstance(entry, Waiting)]
    assert matches.forget_starts(identity, "karate")
    root = app.library.store.root
    assert root is not None
    assert not list((root / "profiles" / identity).glob("*.json.*"))


def test_the_copy_is_taken_up_from_the_list_too(app: App) -> None:
    keep(app, karate(1), "b")
    wrong = karate(2)
    wrong.turns[1] = ((0, "punch"), (1, "bite"))
    keep(app, wrong, "b")
    keep(app, karate(3), "c")
    page = opened(app)
    page.list.direction("down")
    assert page.index == 1
    push_button(page, "Continue")
    assert isinstance(app.top, Table)
    assert len(app.top.match.turns) == 1


def test_a_match_whose_opponent_has_lost_its_weights_stays(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object) -> Table:
        raise LostWeights("net.npz is missing; restore it.")

    identity = keep(app, karate(2), "a")
    keep(app, karate(4), "b")
    page = opened(app)
    monkeypatch.setattr("games.shell.pages.past.film_progress.begin_again", lost)
    push_button(page, "Continue")
    assert app.top is page
    assert "net.npz is missing" in app.toasts.texts[-1]
    assert set(app.library.matches.keys(identity, "karate")) == {"a", "b"}


def test_more_than_a_few_that_wait_are_read_when_they_are_asked_for(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "AT_FIRST", 2)
    for number in range(5):
        keep(app, karate(1 + number), f"k{number}")
    page = opened(app)
    assert page.matches[2:] == [More(3)]
    assert words_of(page.matches[2]).title == "3 more unfinished"
    page.list.direction("down")
    page.list.direction("down")
    push_button(page, "Show them all")
    assert len(page.matches) == 5
    assert all(isinstance(entry, Waiting) for entry in page.matches)


@pytest.mark.parametrize(
    ("game", "first", "then"),
    [
        ("jaipur", "round 1, turn 1", "round 1, turn 2"),
        ("set", "table 1", "table 2"),
        ("ra", "epoch 1 of 3", "epoch 1 of 3"),
        ("ur", "turn 1", "turn 2"),
    ],
)
def test_cards_that_are_dealt_are_no_turns(game: str, first: str, then: str) -> None:
    setup = make_setup(game, None, 3, {}, False)
    match: Match[Any] = Match(catalog.rules(game), setup.params, 3)

    def place() -> str:
        return place_words(Log(game, setup.params, 3, setup.seats, match.turns))

    while match.to_act == (CHANCE,):
        match.play({CHANCE: match.draw()})
    assert place() == first
    match.play({seat: next(iter(match.legal(seat))) for seat in match.to_act})
    assert place() == then


def test_one_that_was_ended_early_says_so_and_how_far_it_was() -> None:
    seats = (SeatResult("You", "human", 0, 2), SeatResult("The wall", "nash", 20, 1))
    result = MatchResult("karate", "nash", "played", "", 2, 0, 20, seats=seats)
    row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 2, left_at="round 3 of 25")
    told = words_of(row)
    assert told.title == "Ended early 0 : 20 against The wall"
    assert told.second == "Round 3 of 25, 31 Jan 2026, 14:05"


def test_only_what_was_unusual_is_told_of_the_options(app: App) -> None:
    spec = catalog.spec("ra")
    told = ", ".join(f"{o.name}={o.default}" for o in spec.options if o.name != "confirm_bids")
    seats = (SeatResult("You", "human", 34, 1), SeatResult("Farmer", "easy", 28, 2))
    result = MatchResult("ra", "easy", "won", told, 80, 34, 28, seats=seats)
    row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 80)
    assert details_of(app, "ra", row).text == "80 turns."


def test_capture_the_flag_counts_rounds_and_no_turns_of_chance(app: App) -> None:
    for rounds, told in ((335, "335 rounds."), (1, "1 round."), (2299, "2,299 turns.")):
        result = MatchResult("ctf", "hunter", "won", "", rounds, 10, 0)
        row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 2299)
        assert details_of(app, "ctf", row).text.startswith(told)


def test_with_three_at_the_table_everybodys_score_is_told() -> None:
    scores = {"You": 34, "Stargazer": 28, "Farmer": 12}
    seats = tuple(SeatResult(n, n.lower(), s, 1 + i) for i, (n, s) in enumerate(scores.items()))
    result = MatchResult("ra", "net", "won", "", 80, 34, 28, seats=seats)
    row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 80)
    assert words_of(row).title == "Won with 34 against Stargazer 28 and Farmer 12"


def test_everybody_has_the_colour_and_mark_of_the_seat_and_the_points_that_were_told(
    app: App,
) -> None:
    def rows(game: str, result: MatchResult) -> list[tuple[str, ...]]:
        row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 80)
        return [tuple(seat) for seat in details_of(app, game, row).seats]

    names = (("You", 22.0, 1), ("Farmer", 0.0, 3), ("Scribe", 11.0, 2))
    seats = tuple(SeatResult(name, name.lower(), score, place) for name, score, place in names)
    assert rows("ra", MatchResult("ra", "easy", "won", "", 80, 22, 11, seats=seats)) == [
        ("You", "22", "sky", "seat-disc"),
        ("Scribe", "11", "green", "seat-square"),
        ("Farmer", "0", "orange", "seat-triangle"),
    ]
    seats = (SeatResult("Ada", "human", 0.0, 2), SeatResult("Greedy", "greedy", 1.0, 1))
    told = rows("ur", MatchResult("ur", "greedy", "lost", "", 66, 5, 7, seats=seats))
    assert [row[:2] for row in told] == [("Greedy", "7"), ("Ada", "5")]
    alone = MatchResult("tracker", "auto", "played", "", 10, 9.35, 0, None, "0.94 points a step")
    alone = dataclasses.replace(alone, seats=(SeatResult("Ada", "human", 10.0, 1),))
    assert rows("tracker", alone)[0][:2] == ("Ada", "")
    left = PastMatch("a", "2026-01-31T14:05:00+00:00", alone, 7, 10, left_at="step 11 of 150")
    assert words_of(left).title == "Ended early: 0.94 points a step"


def test_of_two_teams_the_other_is_told_of_once_and_no_mate_as_an_opponent() -> None:
    told = (("You", 16.0), ("Hunter", 3.0), ("Belief", 16.0), ("Hunter", 3.0))
    seats = tuple(SeatResult(name, name.lower(), score, 1) for name, score in told)
    result = MatchResult("ctf", "hunter", "won", "", 66, 16, 3, seats=seats)
    row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 80)
    assert words_of(row).title == "Won 16 : 3 against Hunter"


def test_two_people_have_two_names_in_the_list(app: App) -> None:
    params = catalog.spec("jaipur").params({})
    nobody, known = Seating("human"), Seating("human", person=Person("Bob"))
    for other, name in ((nobody, "Guest"), (known, "Bob")):
        row = Waiting(
            Log("jaipur", params, 5, (nobody, other), []), "2026-01-31T14:05:00", "a.json"
        )
        assert words_of(row).title.startswith(f"You v {name}, round 1, turn 1")
        assert [seat.name for seat in details_of(app, "jaipur", row).seats] == ["You", name]


def test_a_match_that_ended_before_any_points_shows_none(app: App) -> None:
    seats = (SeatResult("You", "human", 0.0, 1), SeatResult("Sensei", "sensei", 0.0, 1))
    result = MatchResult("jaipur", "sensei", "played", "", seats=seats)
    row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 121, left_at="round 2, turn 49")
    assert [seat.score for seat in details_of(app, "jaipur", row).seats] == ["", ""]


def test_what_agents_alone_played_is_kept_and_told_of(app: App) -> None:
    assert app.profile is not None
    setup = make_setup("karate", "sensei", None, {"rounds": 10}, False, "seed-argmax")
    session = Session(setup, app.library)
    while not session.over:
        session.advance(10.0)
    assert not session.record({})
    (row,) = app.library.archive.finished(app.profile.id, "karate")
    assert isinstance(row, PastMatch)
    assert row.counted == "watched"
    told = words_of(row)
    assert told.title == "First student v The sensei"
    assert told.second.endswith(", watched")
    scores = {name: score for name, score, *_ in details_of(app, "karate", row).seats}
    ends = dict(zip(["First student", "The sensei"], session.match.returns, strict=True))
    assert scores == {name: f"{points:g}" for name, points in ends.items()}
    assert app.library.statistics(app.profile.id).total("karate").matches == 0
    session.close()


def test_a_long_row_is_whole_where_text_is_largest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, texts = Rig(tmp_path, (800, 600)), list[str]()
    rig.app.change_settings(larger_text=True)
    scores = {"You": 6, "Farmer": 21, "Scribe": 27}
    seats = tuple(SeatResult(n, n.lower(), s, 3 - i) for i, (n, s) in enumerate(scores.items()))
    result = MatchResult("ra", "easy", "played", "", 80, 6, 27, seats=seats)
    row = PastMatch("a", "2026-01-31T14:05:00+00:00", result, 7, 80, left_at="epoch 3 of 3")
    shown = rows.MatchList([row], 0, lambda index: None, lambda: None)
    shown.box = (48.0, 136.0, 560.0, 60.0)

    def note(values: dict[str, Any]) -> None:
        wide = rig.app.canvas.text_width(values["text"], values["size"], values["face"])
        assert values["max_width"] is None or wide <= values["max_width"], values["text"]
        texts.append(values["text"])

    with monkeypatch.context() as patched:
        listen(patched, note)
        shown.draw(rig.app.canvas, Look())
    assert words_of(row).title in texts
    rig.app.close()
