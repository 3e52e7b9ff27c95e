"""Looking back on a running match: it shows nothing that is still hidden, and the match goes on."""

from __future__ import annotations

import dataclasses

import pytest

from games import catalog
from games.core import CHANCE
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.pause import LOOK_BACK
from games.shell.table import Table
from games.streams import Stream
from tests.support.hands import Rig, choose, open_for_record, push_entry, until, wait

pytestmark = pytest.mark.rig(here=True, guided=" ".join(catalog.GAMES))

OPEN = {"karate": 4, "numbers": 6, "guess": 2}
"""Games whose finished turns hide nothing, and the own choices that are made here."""


def played(rig: Rig, game: str, choices: int) -> Table:
    table = open_for_record(rig.app, game, None, 7, {})
    rig.app.push(table)
    for _ in range(choices):
        until(rig.app, lambda: table.waiting_for_person is not None, 4000)
        seat = table.waiting_for_person
        assert seat is not None
        assert choose(table, next(iter(table.match.legal(seat))))
        wait(rig.app, 0.3)
    until(rig.app, lambda: table.waiting_for_person is not None, 4000)
    return table


def looked_back(rig: Rig, table: Table) -> ReplayPage:
    table.pause()
    push_entry(rig.app, LOOK_BACK)
    rig.frames(2, 0.1)
    page = rig.app.top
    assert isinstance(page, ReplayPage)
    return page


@pytest.mark.parametrize("game", OPEN)
def test_it_stands_at_now_steps_back_and_the_match_goes_on(rig: Rig, game: str) -> None:
    table = played(rig, game, OPEN[game])
    turns = list(table.match.turns)
    page = looked_back(rig, table)
    assert not page.playing
    assert page.moment == page.again.moments == len(turns)
    assert page.table.session.match.state == table.match.state
    page.step(-1)
    assert page.moment == len(turns) - 1
    assert page.table.session.match.turns == turns[:-1]
    page.shell.pop()
    rig.app.back_to(table)
    assert table.match.turns == turns
    assert table.session.for_record
    until(rig.app, lambda: table.waiting_for_person is not None, 4000)
    seat = table.waiting_for_person
    assert seat is not None
    assert choose(table, next(iter(table.match.legal(seat))))
    until(rig.app, lambda: len(table.match.turns) > len(turns), 4000)
    assert table.session.for_record


@pytest.mark.parametrize("game", OPEN)
def test_what_is_sealed_for_the_next_turn_is_nowhere_in_it(rig: Rig, game: str) -> None:
    table = played(rig, game, OPEN[game])
    until(rig.app, lambda: bool(table.session.seals), 4000)
    page = looked_back(rig, table)
    assert len(page.shown.log.turns) == len(table.match.turns)
    page.wait_for_minds()
    thinking = page.rethinking
    assert thinking is not None
    assert thinking.thoughts
    assert max(turn for turn, _ in thinking.thoughts) <= len(table.match.turns)
    assert not page.table.session.seals
    assert not page.table.session.decisions


@pytest.mark.parametrize("game", ["karate", "numbers"])
def test_a_finished_turn_of_an_open_game_hides_nothing(rig: Rig, game: str) -> None:
    """Seen by any seat and imagined again, each state is the one that was."""
    table = played(rig, game, OPEN[game])
    rules, state, compared = table.match.game, table.match.game.new(table.setup.params), 0
    rng = Stream.named(3, "look back")
    for turn in table.match.turns:
        state, _ = rules.apply(state, dict(turn))
        for seat in range(len(table.session.seats)):
            if rules.to_act(state) != (CHANCE,):
                assert rules.imagine(rules.view(state, seat), seat, rng) == state
                compared += 1
    assert compared >= 2 * OPEN[game]


def test_of_guess_the_view_of_the_person_is_drawn_and_no_crowd_to_come(rig: Rig) -> None:
    """The state holds what the crowd draws of its next guesses."""
    table = played(rig, "guess", 2)
    page = looked_back(rig, table)
    seat = table.human
    assert seat is not None
    session = page.table.session
    assert page.table.seen == session.game.view(session.match.state, seat)
    assert page.table.seen != session.match.state


def test_a_race_of_set_is_looked_back_on_in_practice_alone(rig: Rig) -> None:
    """For the record the cards of the table would lie open while its clock stands."""
    counted = open_for_record(rig.app, "set", "steady-1", 7, {})
    assert counted.session.for_record
    assert not counted.open_past(counted.session)
    practice = dataclasses.replace(counted.setup, practice=True)
    table = catalog.scene("set").Scene.open(rig.app, practice)
    assert table.open_past(table.session)
