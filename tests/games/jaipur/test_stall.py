"""The places of the market's cards keep to the counts of the rules, and other cards stay."""

from __future__ import annotations

import random

from games.core import CHANCE, Event
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import pack
from games.jaipur.stall import NEW_ROUND, places_of, stall_after, stall_of


def test_the_market_by_places_is_that_of_the_rules_after_every_turn() -> None:
    rng, state = random.Random(3), GAME.new(GAME.spec.params())
    events: list[Event] = []
    stall, turns = NEW_ROUND, 0
    while GAME.to_act(state) and turns < 400:
        (seat,) = GAME.to_act(state)
        state, told = GAME.apply(state, {seat: rng.choice(list(GAME.legal(state, seat)))})
        for event in told:
            stall = stall_after(stall, event)
            events.append(event)
        turns += seat != CHANCE or 1
        assert pack("".join(stall)) == state.market
    assert turns > 60
    assert stall_of(events) == stall


def test_what_was_marked_leaves_and_what_is_given_lies_there() -> None:
    stall = tuple("LLKLP")
    taken = Event("take", {"seat": 0, "card": "L"})
    assert stall_after(stall, taken, (3,)) == ("L", "L", "K", "", "P")
    swap = Event("swap", {"seat": 0, "taken": "LP", "given": "DK"})
    assert stall_after(stall, swap, (1, 4)) == ("L", "D", "K", "L", "K")
    assert stall_after(tuple("K" * 5), Event("camels", {"seat": 1, "count": 5})) == ("",) * 5
    assert places_of(stall, "LL", (3,)) == [3, 0]
