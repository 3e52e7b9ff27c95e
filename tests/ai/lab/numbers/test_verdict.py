"""A game of Numbers is won where the machine hit no more keys than chance explains."""

from __future__ import annotations

from typing import Any

from ai.lab.numbers.verdict import verdict
from games import catalog
from games.core import Limit
from games.match import Match
from games.numbers.report import Hits, outcome
from games.numbers.rules import MACHINE, PERSON


def test_the_verdict_is_the_one_of_the_headline() -> None:
    rules, found = catalog.rules("numbers"), []
    for seed, name in enumerate(["mind", "mind:level=easy", "uniform"] * 4):
        players = {
            PERSON: catalog.demo_player("numbers"),
            MACHINE: catalog.resolve("numbers", name).make(),
        }
        match: Match[Any] = Match(rules, rules.spec.params({"keys": 60}), seed, players)
        match.run(Limit())
        found.append(verdict(match, ("", name), PERSON))
        assert found[-1] == outcome(Hits(match), "mind")
    assert set(found) == {"won", "lost"}
