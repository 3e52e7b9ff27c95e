"""A table that is watched is held, stepped on and back, and stands still meanwhile."""

from __future__ import annotations

import pytest

from games.core import CHANCE
from games.session.starting import make_setup
from games.shell.opening import start_table
from games.shell.watched import SPEEDS, WatchedTable
from tests.support.hands import Rig, until
from tests.support.homes import open_table

WATCHED = {"jaipur": "greedy", "ra": "heuristic", "ur": "greedy"}


def agents_alone(rig: Rig, game: str) -> WatchedTable:
    """A match of agents alone, some turns on."""
    agent = WATCHED[game]
    setup = make_setup(game, agent, 5, {}, False, agent)
    table = start_table(rig.app, setup)
    assert isinstance(table, WatchedTable)
    rig.show(table)
    until(rig.app, lambda: steps(table) >= 4)
    return table


def steps(table: WatchedTable) -> int:
    """How many steps of a table were played."""
    turns = table.match.turns
    return sum(table.chance_steps or turn[0][0] != CHANCE for turn in turns)


@pytest.mark.parametrize("game", WATCHED)
def test_what_is_held_stands_still_and_costs_no_frame(rig: Rig, game: str) -> None:
    table = agents_alone(rig, game)
    table.pacing.hold()
    until(rig.app, lambda: table.held and table.next_frame() is None)
    played = len(table.match.turns)
    rig.frames(60)
    assert len(table.match.turns) == played
    rig.key("space")
    assert not table.pacing.held
    until(rig.app, lambda: len(table.match.turns) > played)


@pytest.mark.parametrize("game", WATCHED)
def test_a_step_is_one_turn_on_or_back(rig: Rig, game: str) -> None:
    table = agents_alone(rig, game)
    table.pacing.hold()
    until(rig.app, lambda: table.held)
    for wanted in (1, 2):
        before = steps(table)
        rig.key(".")
        until(rig.app, lambda: table.held)
        assert steps(table) == before + 1, wanted
    log = list(table.match.turns)
    rig.key(",")
    assert table.held
    assert steps(table) == before
    assert list(table.match.turns) == log[: len(table.match.turns)]
    rig.key(".")
    until(rig.app, lambda: table.held)
    assert steps(table) == before + 1


@pytest.mark.parametrize("game", WATCHED)
def test_keys_change_the_speed_and_a_new_match_goes_on_at_it(rig: Rig, game: str) -> None:
    table = agents_alone(rig, game)
    rig.key("=", "=")
    assert table.pacing.speed == SPEEDS[SPEEDS.index(1.0) + 2]
    assert f"Speed {table.pacing.speed:g}." in rig.app.toasts.texts
    table.pacing.hold()
    table.restart()
    assert not table.pacing.held
    assert table.pacing.speed == SPEEDS[SPEEDS.index(1.0) + 2]


@pytest.mark.parametrize("game", WATCHED)
def test_a_person_who_plays_holds_and_takes_back_nothing_by_it(rig: Rig, game: str) -> None:
    table = open_table(rig.app, game)
    assert isinstance(table, WatchedTable)
    until(rig.app, lambda: table.waiting_for_person is not None)
    played = list(table.match.turns)
    table.step(-1)
    table.step(1)
    assert list(table.match.turns) == played
    assert not table.held
    assert table.pacing.held == table.steps_others
