"""A turn of Planet Wars: all worked cases, and what holds in every random game."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.planetwars.engine.state import SWAPPED, Fleet, State, turned
from games.planetwars.engine.text import plain_state
from games.planetwars.engine.turns import Landing, apply, fault
from tests.support.planetwars import orders_of, random_game, state_of, worked

TURNS = worked("turns")["turns"]


@pytest.mark.parametrize("case", TURNS, ids=[case["name"] for case in TURNS])
def test_worked_turns(case: dict[str, object]) -> None:
    state, events = state_of(case["state"]), list[object]()  # type: ignore[arg-type]
    first, second = (orders_of(orders) for orders in case["orders"])  # type: ignore[attr-defined]
    bad = [(seat, fault(state, seat, own)) for seat, own in enumerate((first, second))]
    for seat, found in bad:
        if found is not None:
            events.append({"kind": "forfeit", "seat": seat, **found._asdict()})
    if not events:
        landings: list[Landing] = []
        assert plain_state(apply(state, first, second, landings)) == case["after"]
        events = [{"kind": "arrival", **json.loads(json.dumps(x._asdict()))} for x in landings]
    assert events == case["events"]


def test_a_whole_game() -> None:
    game = worked("game")
    states = [state_of(game["start"])]
    for first, second in game["turns"]:
        states.append(apply(states[-1], orders_of(first), orders_of(second)))
    assert plain_state(states[-1]) == game["final"]
    assert [[n, plain_state(states[n])] for n, _ in game["snapshots"]] == game["snapshots"]


def resolved(owner: int, forces: Counter[int]) -> tuple[int, int]:
    """A battle by cancelling ship against ship: one of each of the two largest, again and again."""
    left = Counter({of: ships for of, ships in forces.items() if ships})
    if len(left) == 3:  # the smallest falls with what beats it
        del left[min(left, key=lambda of: (left[of], of))]
    while len(left) == 2:
        left -= Counter(dict.fromkeys(left, 1))
    return next(iter(left.items()), (owner, 0))


def check_turn(state: State, first: object, second: object, after: State) -> None:
    """What a turn may change: growth, departures, battles; nothing comes out of nothing."""
    orders = orders_of(first), orders_of(second)
    trips = state.world.trips
    due: dict[int, Counter[int]] = {}
    flying = []
    new = [
        Fleet(seat + 1, ships, a, b, trips[a][b], state.turn + trips[a][b])
        for seat, own in enumerate(orders)
        for a, b, ships in own
    ]
    for fleet in (*state.fleets, *new):
        if fleet.arrives == after.turn:
            due.setdefault(fleet.target, Counter())[fleet.owner] += fleet.ships
        else:
            flying.append(fleet)
    assert list(after.fleets) == flying
    for planet, (owner, ships) in enumerate(zip(state.owners, state.ships, strict=True)):
        ships -= sum(n for own in orders for source, _, n in own if source == planet)
        assert ships >= 0
        ships += state.world.growth[planet] if owner else 0
        forces = due.get(planet, Counter()) + Counter({owner: ships})
        expected = resolved(owner, forces) if planet in due else (owner, ships)
        assert (after.owners[planet], after.ships[planet]) == expected
    assert after.turn == state.turn + 1
    assert (after.winner is None) == (
        after.turn < after.max_turns and after.alive(1) and after.alive(2)
    )


@pytest.mark.parametrize("games", [200, pytest.param(10_000, marks=pytest.mark.sweep)])
def test_random_games_keep_every_invariant(games: int) -> None:
    kinds, turns = Counter[object](), 40 if games < 1000 else 120
    for seed in range(games):
        for state, first, second, after in random_game(seed, turns):
            check_turn(state, first, second, after)
            over = apply(turned(state), second, first)
            assert over.owners == tuple(SWAPPED[owner] for owner in after.owners)
            assert (over.ships, over.winner) == (after.ships, turned(after).winner)
            assert sorted(over.fleets) == sorted(turned(after).fleets)
        kinds[after.winner] += 1
    assert kinds[0] > games / 5
    assert kinds[1] > games / 5


def test_more_orders_than_one_planet_holds_are_bad_though_each_is_good() -> None:
    state = state_of(TURNS[0]["state"])
    assert fault(state, 0, [(0, 1, 7)]) is None
    assert fault(state, 0, [(0, 1, 4), (0, 2, 4)]) == (1, "ships")
    assert fault(state, 0, [(0, 1, 10**30)]) == (0, "ships")
    assert fault(state, 0, [(0, -1, 1)]) == (0, "planet")
