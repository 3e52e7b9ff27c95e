"""The end of a match: who won, how right the beliefs were, and what is kept of it."""

from __future__ import annotations

import dataclasses
import math
from typing import cast

import pytest

from games.core import Seating
from games.counting import places_words
from games.ctf import SPEC
from games.ctf.bot_moments import BotMoments
from games.ctf.lens import Lenses
from games.ctf.report import against_team, believed, counted, eaten, outcome, report
from games.mind import Bars, Lines, Note, Series
from games.session.setup import Setup
from games.shell.hooks import AWAY, STRENGTH
from games.store.statistics import MatchResult
from tests.games.ctf.played import params_of, turns_of

TEAMS = ("Ada & Gatherer", "Hunter")


@pytest.fixture(scope="module")
def tape() -> BotMoments:
    made = BotMoments(params_of(moves=120))
    made.follow(turns_of(120, moves=120))
    return made


@pytest.fixture(scope="module")
def lenses(tape: BotMoments) -> Lenses:
    made = Lenses((0,), params_of(moves=120), 1)
    while not made.have_heard(len(tape) - 1):
        made.think(tape)
    return made


def test_the_points_of_each_side_come_from_the_tape(tape: BotMoments, lenses: Lenses) -> None:
    state = tape[-1].state
    assert state.over
    found = report(tape, TEAMS, lenses, 0, late=2)
    assert found.outcome == outcome(state, 0)
    assert f"{max(state.score)} to {min(state.score)}" in found.headline
    assert any("late 2 times" in line for line in found.lines)
    series = next(item for item in found.items if isinstance(item, Series))
    assert series.values[0] == 0.0
    assert series.values[-1] == state.score[0] - state.score[1]
    nats = next(
        item for item in found.items if isinstance(item, Lines) and "Surprise" in item.title
    )
    assert nats.rows[0][1] == lenses.of[0].frame(lenses.of[0].steps).nats
    assert len(found.brief) == 3
    told = next(insight.text for insight in found.brief if insight.title == STRENGTH)
    assert "your team caught " in told
    frame = lenses.of[0].frame(lenses.of[0].steps)
    bars, right, note = believed({0: frame}, TEAMS)
    assert isinstance(bars, Bars)
    assert isinstance(right, Lines)
    assert isinstance(note, Note)
    assert bars.seat == 0
    assert max(bars.values) == pytest.approx(max(frame.doubts) / math.log2(len(frame.beliefs[0])))
    assert max(bars.values) <= 1.0, "one scale for both teams and all of the match"
    assert bars.words == tuple(places_words(doubt) for doubt in frame.doubts)
    assert right.title == f"How right, over {frame.unseen} readings"
    assert right.words == (f"{frame.nats:.2f} points", f"{frame.share:.0%}")
    assert believed({0: frame, 1: frame}, TEAMS).count(note) == 1, "the scale is told once"


def test_who_watches_is_told_of_teams(tape: BotMoments) -> None:
    both = Lenses((0, 1), params_of(moves=120), 1)
    found = report(tape, TEAMS, both, None)
    assert found.brief == ()
    assert found.outcome == "drawn"
    assert "You" not in found.headline
    early = BotMoments(params_of(moves=120))
    early.follow(turns_of(20, moves=120))
    assert report(early, TEAMS, both, None).headline == "The match was ended early"


def test_what_is_kept_names_the_other_team_and_not_the_mate(tape: BotMoments) -> None:
    state = tape[-1].state
    seats = tuple(map(Seating, ("human", "hunter", "belief", "hunter")))
    found = MatchResult("ctf", "belief", "won", "", 500, float(state.score[0]), 99.0)
    kept = against_team(found, Setup("ctf", seats, params_of(), 1), tape, 0)
    assert (kept.agent, kept.rounds) == ("hunter", 30)
    assert kept.points_against == state.score[1]
    assert kept.counters["eaten"] == eaten(tape, 0)
    assert kept.counters["own_points"] == state.score[0]
    assert kept.counters["points"] == sum(state.score)
    dots = sum(eaten(tape, bot) for bot in (0, 2))
    assert dots == state.score[0], "a catch brings nothing by the post"


@pytest.mark.parametrize(("number", "kept"), [(SPEC.draw(SPEC.params(), 1)["map"], 0), (7, 7)])
def test_results_are_not_told_apart_by_a_maze_that_was_drawn(
    tape: BotMoments, number: int, kept: int
) -> None:
    found = MatchResult("ctf", "hunter", "drawn", "", 120, 1.0, 1.0, seats=(), own=0)
    seats = tuple(Seating(agent) for agent in ("human", "hunter", "gatherer", "hunter"))
    setup = Setup("ctf", seats, SPEC.params({"map": number}), 1)
    assert f"map={kept}," in against_team(found, setup, tape, 0).options


def test_the_result_says_which_maze_it_was(tape: BotMoments) -> None:
    both = Lenses((0, 1), params_of(moves=120), 1)
    assert "30 rounds in maze 4711." in report(tape, TEAMS, both, None, maze="maze 4711").lines
    own = report(tape, TEAMS, both, None, maze="your own maze").lines
    assert "30 rounds in your own maze." in own


def test_one_is_no_plural() -> None:
    assert counted(1, "point") == "1 point"
    assert [counted(many, "enemy", "enemies") for many in (0, 1, 2)] == [
        "0 enemies",
        "1 enemy",
        "2 enemies",
    ]


@pytest.mark.parametrize(
    ("score", "deaths", "first", "advice"),
    [
        ((0, 0), (0, 0, 0, 0), STRENGTH, "Fetch one dot"),
        ((10, 0), (1, 0, 0, 0), STRENGTH, "the squares"),
        ((10, 0), (1, 1, 0, 0), STRENGTH, "when you lead"),
        ((0, 10), (1, 1, 0, 0), AWAY, "no squares"),
    ],
)
def test_the_first_line_and_the_advice_fit_how_it_stands(
    score: tuple[int, int],
    deaths: tuple[int, int, int, int],
    first: str,
    advice: str,
    tape: BotMoments,
    lenses: Lenses,
) -> None:
    state = dataclasses.replace(tape[-1].state, score=score, deaths=deaths)
    ended = [*tape[:-1], tape[-1]._replace(state=state)]
    brief = report(cast(BotMoments, ended), TEAMS, lenses, 0).brief
    assert brief[0].title == first
    assert advice in brief[-1].text
    assert ("when you lead" in brief[-1].text) <= (score[0] > score[1])


def test_the_end_page_sets_own_points_apart_from_the_mates() -> None:
    tape = BotMoments(params_of())
    tape.follow(turns_of(120))
    lenses = Lenses((0,), params_of(), 1, False)
    lenses.think(tape)
    found = report(tape, ("You & Gatherer", "Gatherer"), lenses, 0)
    made, state = eaten(tape, 0), tape[-1].state
    texts = " ".join(insight.text for insight in found.brief)
    assert made
    assert f"You {made}, mate {state.score[0] - made}, {state.score[1]} against" in texts
