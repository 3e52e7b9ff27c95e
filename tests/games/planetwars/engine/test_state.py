"""States of Planet Wars: trips, seats turned over, and who has won."""

from __future__ import annotations

from games.planetwars.engine.maps import made
from games.planetwars.engine.state import begun, outcome, turned, world_of
from tests.support.planetwars import random_game, worked


def test_worked_distances() -> None:
    rows = worked("turns")["distances"]
    assert len(rows) == 20
    for x, y, ax, ay, turns in rows:
        assert world_of(((x, y), (ax, ay)), (0, 0)).trips == ((0, turns), (turns, 0))


def test_trips_are_the_same_both_ways() -> None:
    trips = made(5).world.trips
    assert [list(column) for column in zip(*trips, strict=True)] == [list(row) for row in trips]
    assert all(trips[n][n] == 0 for n in range(len(trips)))


def test_turned_twice_is_the_same() -> None:
    changed = 0
    for state, _, _, after in random_game(3):
        assert turned(turned(state)) == state
        assert [turned(state).total(n) for n in (0, 1, 2)] == [state.total(n) for n in (0, 2, 1)]
        assert turned(after).winner == {0: 1, 1: 0}.get(after.winner, after.winner)  # type: ignore[arg-type]
        changed += turned(state) != state
    assert changed > 10


def test_who_is_out_has_lost_before_ships_are_counted() -> None:
    places = [(0.0, 0.0), (4.0, 0.0)]
    assert begun(places, [1, 0], [0, 9], [0, 0]).winner == 0
    assert begun(places, [0, 2], [5, 0], [0, 0]).winner == 1
    assert begun(places, [0, 0], [5, 0], [0, 0]).winner == "draw"
    start = begun(places, [1, 2], [5, 7], [1, 1])
    assert outcome(start) is None
    assert outcome(start._replace(turn=200)) == 1
    assert outcome(start._replace(turn=200, ships=(7, 7))) == "draw"
