"""The spoken words of Planet Wars: planets by nearness, landings, orders that take a planet."""

from __future__ import annotations

import pytest

from games.core import Event
from games.planetwars import SPEC
from games.planetwars.engine.orders import NONE, parse
from games.planetwars.engine.state import State
from games.planetwars.engine.turns import apply
from games.planetwars.rules import GAME
from games.planetwars.spoken import SPEECH, home
from games.shell.access.speech import ELEMENT_WORDS, TableSight


def sight(state: State, events: tuple[Event, ...] = (), seat: int = 0) -> TableSight:
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    names = ("You", "Bully") if seat == 0 else ("Bully", "You")
    return TableSight({}, view, seat, seat, names, legal, 1, events, state.winner is not None)


def fresh_map() -> State:
    return GAME.new(SPEC.params({"turns": 50}))


def sent_home(state: State, seat: int) -> str:
    """All ships of a seat's home against the home of the other."""
    own, other = (
        next(n for n, o in enumerate(state.owners) if o == s + 1) for s in (seat, 1 - seat)
    )
    return f"{own} {other} {state.ships[own]}"


@pytest.mark.parametrize("seat", [0, 1])
def test_planets_come_by_their_way_from_home(seat: int) -> None:
    state = fresh_map()
    view = GAME.view(state, seat)
    planets = SPEECH.elements(sight(state, seat=seat))[0].children
    trips = [view.world.trips[home(view)][int(node.press)] for node in planets]
    assert trips == sorted(trips)
    assert len(planets) == len(view.owners)
    assert f": yours, {view.ships[home(view)]} ships" in planets[0].name
    assert all(len(node.name.split()) <= ELEMENT_WORDS for node in planets)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_fleet_is_heard_of_until_it_lands(seat: int) -> None:
    state = fresh_map()
    move = sent_home(state, 1 - seat)
    state, events = GAME.apply(state, {1 - seat: move, seat: NONE})
    source, target, count = map(int, move.split())
    trip = state.world.trips[source][target]
    at = sight(state, events, seat)
    assert SPEECH.events(at)[0] == (
        f"Bully sent {count} ships against planet {target}, landing in {trip - 1} turns."
    )
    (fleet,) = SPEECH.elements(at)[1].children
    assert fleet.name == f"The enemy's: {count} ships to planet {target} in {trip - 1} turns"
    for _ in range(trip - 1):
        state, events = GAME.apply(state, {0: NONE, 1: NONE})
    held = [line for line in SPEECH.events(sight(state, events, seat)) if "planet" in line]
    assert held == [f"You held planet {target}: {state.ships[target]} ships left there."]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_choice_takes_the_planet_that_it_names(seat: int) -> None:
    state = fresh_map()
    first, *others = SPEECH.choices(sight(state, seat=seat))
    assert first.move == NONE
    assert others
    for choice in others[:5]:
        orders = parse(choice.move)
        assert orders is not None
        ((source, target, _),) = orders
        after = apply(state, *((orders, ()) if seat == 0 else ((), orders)))
        for _ in range(state.world.trips[source][target] - 1):
            after = apply(after, (), ())
        assert after.owners[target] == seat + 1
