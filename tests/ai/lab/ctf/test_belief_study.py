"""How well `auto` holds unseen enemies: as the views of the protocol give it, and refusals."""

from __future__ import annotations

import itertools
import math

import pytest

from ai.belief.graph import coverage
from ai.ctf.tracking import TeamBelief, auto_enemies
from ai.lab.ctf import belief_study
from ai.lab.ctf.positions import glances_in, moves_in
from ai.lab.ctf.study import arena, report
from ai.lab.errors import BadArguments
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion
from games.catalog import UnknownAgent
from games.ctf import SPEC
from games.ctf.bot_moments import BotMoments
from games.ctf.plain import team_seen
from games.ctf.rules.state import State
from games.intervals import Z
from games.match import Match
from games.spec import BadOption

SMALL = {"maze": "loops-16x8", "moves": "60", "study": "belief"}
TEAMS = ["gatherer", "hunter-and-gatherer", "explorers"]


def asked(teams: list[str], games: int = 2, **given: str) -> ArenaQuestion:
    return ArenaQuestion(teams, games, 5, {**SMALL, **given}, HERE, lambda share, text: None)


def states_of(match: Match[State]) -> list[State]:
    tape = BotMoments(match.params)
    tape.follow(match.turns)
    return [moment.state for moment in tape]


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_what_is_counted_is_what_the_views_of_the_protocol_give(team: str, rules: str) -> None:
    params = SPEC.params({"rules": rules, "maze": "loops-16x8", "map": 3, "moves": 60})
    game = belief_study.Listened(team, params, 7)
    match, (found,) = belief_study.played(game), belief_study.heard(game)
    states = states_of(match)
    own = [state for state in states if not state.turn % 2 and not state.over]
    field = states[0].field
    moves = [turn[0][1] for turn in match.turns if turn[0][0] in (0, 2)]
    request = {
        "views": [team_seen(state, state.turn % 2, state.readings) for state in own],
        "played": moves[: len(own) - 1],
    }
    glances = glances_in(request, field, own[0].rules, 0)
    trackers = TeamBelief(field, own[0].rules, 0, auto_enemies)
    unseen, loss, held = 0, 0.0, 0.0
    steps = zip(glances, [None, *moves_in(request, len(glances))], own, strict=False)
    for glance, move, state in steps:
        trackers.read(glance, move)
        for own_belief, reading, enemy in zip(
            trackers.beliefs, glance.readings, (1, 3), strict=True
        ):
            if reading.kind != "seen":
                unseen += 1
                loss -= math.log(float(own_belief[state.bots[enemy]]))
                held += coverage(own_belief, state.bots[enemy], 0.9)
    assert unseen > 20
    assert found.unseen == unseen
    assert found.loss == pytest.approx(loss)
    assert found.held == pytest.approx(held)


def test_each_team_has_a_line_and_the_same_again() -> None:
    found = arena(asked(TEAMS))
    assert found == arena(asked(TEAMS))
    lines = report(found).splitlines()
    assert [line.split()[0] for line in lines[1:]] == TEAMS
    assert all("nats a reading, 90% sets had 0." in line for line in lines[1:])
    assert found["rows"][0]["readings"] > 50
    alone = arena(asked(["explorers"]))["rows"]
    assert alone == found["rows"][2:], "all teams meet in the same mazes"


def test_the_interval_is_that_of_games_not_of_readings() -> None:
    even = belief_study.row("a", [belief_study.Heard(10, 10.0, 9.0)] * 4)
    assert (even["nats"], even["nats_within"], even["held"]) == (1.0, 0.0, 0.9)
    apart = belief_study.row(
        "a", [belief_study.Heard(10, 5.0, 9.0), belief_study.Heard(10, 15.0, 9.0)]
    )
    assert apart["nats_within"] == pytest.approx(Z * math.sqrt(50.0) / 20)
    assert belief_study.row("a", [belief_study.Heard(0, 0.0, 0.0)])["nats"] is None


def test_explorers_go_where_they_were_least_often() -> None:
    params = SPEC.params({"maze": "loops-16x8", "map": 3, "moves": 200})
    states = states_of(belief_study.played(belief_study.Listened("explorers", params, 7)))
    visits: dict[int, int] = {}
    steps = 0
    for before, after in itertools.pairwise(states):
        if before.turn != 1:
            continue
        here, there = before.bots[1], after.bots[1]
        visits[here] = visits.get(here, 0) + 1
        ways = {way for way in before.field.ways[here] if way >= 0} - {here}
        if there in ways:
            steps += 1
            assert visits.get(there, 0) == min(visits.get(way, 0) for way in ways)
    assert steps > 30


@pytest.mark.parametrize(
    ("teams", "given", "problem"),
    [
        (["nobody"], {}, UnknownAgent),
        (["hunter-and-nobody"], {}, UnknownAgent),
        (["hunter-and-hunter-and-hunter"], {}, BadArguments),
        (["gatherer"], {"colour": "red"}, BadOption),
        (["pelita:/nowhere.py"], {"rules": "blog"}, ValueError),
    ],
)
def test_what_cannot_be_measured_is_refused(
    teams: list[str], given: dict[str, str], problem: type[Exception]
) -> None:
    with pytest.raises(problem):
        arena(asked(teams, 1, **given))
