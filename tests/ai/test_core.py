"""The state of an agent, copied: arrays that look into one another still do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ai.core import Agent
from games import catalog
from games.core import Event, Limit
from games.match import Match
from games.streams import Stream
from tests.support.replays import played


class Slotted:
    """Something with an array in a slot."""

    __slots__ = ("row",)

    def __init__(self, row: Any) -> None:
        self.row = row


class Tables(Agent):
    """Counts into one array that it looks at in several ways."""

    restorable = True

    def __init__(self) -> None:
        self.all = np.zeros((4, 6))
        self.parts = [self.all[:2], {"low": self.all[2:, ::2]}, Slotted(self.all[1])]
        self.fixed = self.all[3]
        self.fixed.flags.writeable = False
        self.rng = Stream(1)

    def observe(self, events: Sequence[Event]) -> None:
        """Count in every way."""
        first, low, slotted = self.parts
        first[0, 0] += 1  # type: ignore[index]
        low["low"][1, 1] += 10  # type: ignore[index]
        slotted.row[5] += 100  # type: ignore[union-attr]


def test_views_of_one_array_are_views_of_its_copy() -> None:
    agent = Tables()
    agent.observe(())
    kept = agent.snapshot()
    agent.observe(())
    assert (agent.all[0, 0], agent.all[3, 2], agent.all[1, 5]) == (2, 20, 200)
    for _ in range(2):  # as often as one wants to
        agent.restore(kept)
        assert (agent.all[0, 0], agent.all[3, 2], agent.all[1, 5]) == (1, 10, 100)
        agent.observe(())
        assert (agent.all[0, 0], agent.all[3, 2], agent.all[1, 5]) == (2, 20, 200)
        assert agent.fixed[2] == 20
        assert not agent.fixed.flags.writeable


@pytest.mark.parametrize("game", ["karate", "numbers"])
def test_who_learns_is_brought_back_and_thinks_what_it_thought(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match goes back along its moments, and the mind is the one of an agent that never left."""
    often = 12
    monkeypatch.setattr("games.match.SNAPSHOT_EVERY", often)
    found = played(game, 60)
    turns = (found.turns * 15)[: 2 * often + 10]
    params = {**found.params, "rounds" if game == "karate" else "keys": 0}

    def fresh(snapshots: bool) -> Match[Any]:
        agent = catalog.seated(game, found.seats[1]).make(None)
        rules = catalog.rules(game)
        return Match(rules, params, 3, {1: agent}, snapshots=snapshots)

    match = fresh(True)
    match.replay(turns)
    checked = 0
    for moment in (often + 3, 5, 2 * often + 1):
        match.go_to(moment)
        straight = fresh(False)
        straight.replay(turns[:moment])
        asked = [one.decide(1, Limit(nodes=500, mind=True)) for one in (match, straight)]
        assert asked[0] == asked[1]
        checked += 1
    assert checked == 3


def test_only_who_observes_is_told() -> None:
    class Lone(Agent):
        def finish(self, result: Sequence[float]) -> None:
            self.last = self.rng.word()

    class Told(Lone):
        def observe(self, events: Sequence[Event]) -> None:
            self.heard = events

    assert (Agent.observes, Lone.observes, Told.observes) == (False, False, True)
    ur = catalog.rules("ur")
    greedy = [catalog.resolve("ur", "greedy").make() for _ in range(2)]
    lone, told = Lone(), Told()
    match = Match(ur, ur.spec.params(), 3, dict(enumerate(greedy)), (lone, told))
    match.run(Limit())
    assert told.heard
    places = [Stream.named(3, f"watcher {number}") for number in range(2)]
    for stream in places:
        stream.jump(-len(match.turns))
    assert [lone.last, told.last] == [stream.word() for stream in places]
