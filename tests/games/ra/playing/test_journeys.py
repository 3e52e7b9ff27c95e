"""Tiles travel and are heard as the last lands; the call of Ra never takes a second."""

from __future__ import annotations

from games.core import Event
from games.ra.playing.journeys import FlyingSun, FlyingTile, flights_of, rising_of
from games.ra.scene import Scene
from games.shell.opening import open_game
from tests.support.hands import Rig, until
from tests.support.ra_scene import RA

STAGE = (0.0, 0.0, 900.0, 600.0)


def test_the_call_is_over_in_less_than_a_second_and_moves_nowhere() -> None:
    (call,) = rising_of(Event("call", {"seat": 0}), ("You", "Ann"), STAGE)
    assert call.over < 1.0
    assert (call.start, call.end, call.hides, call.sound) == (STAGE, STAGE, "", "")
    assert call.sprite.word == "called by you"
    assert rising_of(Event("tile", {"tile": "nile"}), ("You", "Ann"), STAGE) == []


def test_a_lot_and_two_suns_travel_and_the_last_is_heard(rig: Rig) -> None:
    rig.app.change_settings(**RA)
    table = open_game(rig.app, "ra", "heuristic", 5, {}, demo=True)
    assert isinstance(table, Scene)
    rig.show(table)
    until(rig.app, lambda: len(table.model.lying) >= 3)
    look, seat = table.look(), 0
    sun, centre = look.state.up[seat][0], look.state.center
    won = Event("won", {"seat": seat, "sun": sun, "center": centre})
    flights = flights_of(won, table.board, look, look)
    tiles = [flight for flight in flights if isinstance(flight.sprite, FlyingTile)]
    suns = [flight.sprite.number for flight in flights if isinstance(flight.sprite, FlyingSun)]
    assert [flight.sprite.kind for flight in tiles] == [tile.kind for tile in look.block]
    assert suns == [sun, centre]
    places = list(table.board.places.block)
    assert [flight.start for flight in tiles] == places[: len(tiles)]
    heard = [flight for flight in flights if flight.sound]
    assert [flight.over for flight in heard] == [max(flight.over for flight in flights)]
