"""Teams that act by believing: from what they may know alone, and again from what they observed."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from ai.belief.graph import entropy_bits
from ai.ctf.roles import TwoRoles, chase_words
from games import catalog
from games.core import CHANCE, Limit
from games.ctf import SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.match import Match, seen_by
from games.mind import Note, Route
from games.streams import Stream

PARAMS = SPEC.params({"maze": "loops-24x12", "map": 5, "moves": 160})
TEAMS = ("hunter", "belief-reading", "belief-point", "belief", "belief-apart", "pack")


def match_of(first: str, second: str, params: dict[str, Any] = PARAMS) -> Match[State]:
    """A match between two teams."""
    left, right = (catalog.resolve("ctf", name).make() for name in (first, second))
    return Match(GAME, params, 8, {0: left, 1: right, 2: left, 3: right})


@pytest.mark.parametrize("name", TEAMS)
def test_a_team_replays_from_what_it_observed(name: str) -> None:
    match = match_of(name, "gatherer")
    match.run(Limit(nodes=1), 200)
    again = match_of(name, "gatherer")
    again.replay(match.turns)
    while not match.over and match.to_act[0] not in (0, 2):
        move = {match.to_act[0]: _any(match)}
        again.play(move)
        match.play(move)
    if not match.over:
        seat = match.to_act[0]
        wanted = match.decide(seat, Limit(nodes=1, mind=True))
        assert again.decide(seat, Limit(nodes=1, mind=True)) == wanted


def _any(match: Match[State]) -> str:
    return next(iter(match.legal(match.to_act[0])))


@pytest.mark.parametrize("name", TEAMS)
def test_equal_views_give_equal_moves_whatever_the_enemies_cells(name: str) -> None:
    """The truth is put elsewhere behind the same events: nothing of it may matter."""
    match = match_of(name, "gatherer")
    shadow = catalog.agent("ctf", name).make({}, None)
    shadow.begin((0, 2), GAME, PARAMS, Stream.named(8, "seat 0"))
    looked = 0
    while not match.over and len(match.turns) < 220:
        seat = match.to_act[0]
        if seat in (0, 2):
            view = GAME.view(match.state, seat)
            cells = list(range(len(view.field.cells)))
            moved = tuple(
                cells[-1 - seat] if bot % 2 and view.bots[bot] < 0 else cell
                for bot, cell in enumerate(match.state.bots)
            )
            other = GAME.view(dataclasses.replace(match.state, bots=moved), seat)
            hidden = dataclasses.replace(other, readings=view.readings, bots=view.bots)
            legal = match.legal(seat)
            assert shadow.act(seat, hidden, legal, Limit(nodes=1)) == match.decide(
                seat, Limit(nodes=1)
            )
            looked += 1
        events = match.step(Limit(nodes=1))
        shadow.observe(seen_by(events, (0, 2)))
    assert looked > 30


def test_risk_is_nothing_at_home_and_chance_is_not_asked() -> None:
    match = match_of("belief", "gatherer")
    while match.to_act[0] == CHANCE:
        match.step(Limit(nodes=1))
    decision = match.decide(match.to_act[0], Limit(nodes=1, mind=True))
    assert decision.mind is not None
    assert "dangerous" not in str(decision.mind[0])


def test_thresholds_can_be_set_by_name() -> None:
    found = catalog.resolve("ctf", "two-roles:caution=80:intrusion=0.4").make()
    assert isinstance(found, TwoRoles)
    assert (found.caution, found.intrusion) == (80.0, 0.4)


def test_guests_with_the_usual_thresholds_play_as_the_teams_that_they_tune() -> None:
    """So that what a threshold is worth is measured against the very same policy."""
    for guest, team in (("two-roles", "belief"), ("two-roles-point", "belief-point")):
        match, other = match_of(guest, "gatherer"), match_of(team, "gatherer")
        for each in (match, other):
            each.run(Limit(), 120)
        assert match.turns == other.turns
        tuned = match_of(f"{guest}:caution=0", "gatherer")
        tuned.run(Limit(), 400)
        match.run(Limit(), 280)
        assert tuned.turns != match.turns


def test_only_who_is_more_sure_than_not_says_that_it_is_sure() -> None:
    assert chase_words(0.43) == "I chase the intruder: it may be in our half (43%)."
    assert chase_words(0.5) == "I chase the intruder: I am 50% sure it is in our half."


def test_minds_count_in_words_and_leave_places_to_the_board() -> None:
    """One move is no moves, and no sentence has the numbers of a column and a row."""
    match, told, ways = match_of("belief", "gatherer"), set(), 0
    while not match.over and match.state.moves < 120:
        before = match.state
        decision = (
            match.decide(match.to_act[0], Limit(mind=True)) if match.to_act != (CHANCE,) else None
        )
        for item in (decision.mind or ()) if decision else ():
            if isinstance(item, Route):
                ways += bool(item.cells)
            elif isinstance(item, Note):
                told.add(item.text)
        match.step(Limit())
        assert match.state is not before
    assert ways > 50
    assert any(" 1 move away" in sentence for sentence in told)
    assert not any(" 1 moves" in sentence or re.search(r"\(\d+,", sentence) for sentence in told)


def test_bots_that_share_no_readings_are_in_more_doubt_than_those_that_do() -> None:
    doubts = {}
    for name in ("belief", "belief-apart"):
        match, bits = match_of(name, "gatherer"), list[float]()
        team = match.players[0]
        assert isinstance(team, TwoRoles)
        while not match.over and match.state.moves < 100:
            match.step(Limit())
            bits += [entropy_bits(belief) for belief in team.held()]
        doubts[name] = sum(bits) / len(bits)
    assert doubts["belief-apart"] > doubts["belief"] + 0.1
