"""The hunt on the screen: a hunter does not see the ghost, the ghost does not hear the readings."""

from __future__ import annotations

import numpy as np

from games.mind import Field
from games.shell.app import App
from games.shell.pages.result import ResultPage
from games.tracker.chase.hunting import HuntScene
from tests.support.hands import choose
from tests.support.maze_games import opened, rest


def hunting(app: App, *seats: str) -> HuntScene:
    table = opened(app, "hunt", seats)
    assert isinstance(table, HuntScene)
    return table


def play_on(app: App, table: HuntScene, most: int) -> None:
    for _ in range(most):
        if not rest(app, table):
            return
        seat = table.waiting_for_person
        assert seat is not None
        assert choose(table, sorted(table.match.legal(seat))[0])


def test_a_hunter_sees_the_cloud_and_not_the_ghost(app: App) -> None:
    table = hunting(app)
    for _ in range(6):
        play_on(app, table, 1)
        rest(app, table)
        seen = table.readings[0].seen if table.readings else None
        assert ("ghost" in table.spots) == (seen is not None)
    assert table.belief is not None
    assert table.state.cell == -1
    app.draw()


def test_a_hunter_sees_what_the_partner_believes_before_the_move(app: App) -> None:
    table = hunting(app, "human", "echoes", "random")
    assert table.state.step == 1
    assert table.belief is not None, "in the very first step"
    for _ in range(3):
        rest(app, table)
        told = table.session.decisions[1].mind
        field = next(item for item in told or () if isinstance(item, Field))
        assert np.count_nonzero(table.belief) == len(field.cells)
        play_on(app, table, 1)


def test_the_ghost_sees_everybody_and_hears_nothing(app: App) -> None:
    table = hunting(app, "strays", "strays", "human")
    play_on(app, table, 3)
    rest(app, table)
    assert table.spots["ghost"][1] == table.state.cell
    assert table.readings == ()
    assert table.belief is not None
    assert "Flee" in table.head()[0]
    app.draw()


def test_the_end_is_counted_for_the_side_of_the_person(app: App) -> None:
    for seats in (("human", "strays", "random"), ("strays", "strays", "human")):
        table = opened(app, "hunt", seats, steps=60)
        assert isinstance(table, HuntScene)
        play_on(app, table, 200)
        assert isinstance(app.top, ResultPage)
        caught = table.state.caught
        assert table.outcome == ("won" if caught == (seats[0] == "human") else "lost")
        headline = table.report().headline
        assert headline.startswith(("Caught in", "They had you")) == caught
        assert ("you" in headline.lower()) == (seats[2] == "human")


def test_two_people_hunt_and_both_win_or_lose(app: App) -> None:
    table = opened(app, "hunt", ("human", "human", "random"), steps=60)
    assert isinstance(table, HuntScene)
    play_on(app, table, 4)
    assert table.session.people == (0, 1)
    assert table.belief is None
    assert table.state.cell == -1
    assert 0 < len(table.unseen.cells) < len(table.course.cells), "they see what is possible"
