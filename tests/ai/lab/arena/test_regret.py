"""The study `regret`: the same endings for every agent, and what is lost in them."""

from __future__ import annotations

import pytest

from ai.lab.arena import regret
from ai.lab.errors import BadArguments
from ai.lab.jaipur import study as jaipur
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion
from ai.lab.ur import study as ur
from games.core import CHANCE
from games.ur import SPEC
from games.ur.rules import GAME, State

FOUR = SPEC.params({"pieces": 4})


def test_perfect_play_loses_nothing_and_lots_lose_more_than_greed() -> None:
    asked = ArenaQuestion(
        ["random", "greedy", "perfect"], 30, 1, {"study": "regret"}, HERE, lambda share, text: None
    )
    found = ur.arena(asked)
    random, greedy, perfect = found["rows"]
    assert perfect == {
        "agent": "perfect",
        "endings": 30,
        "regret": 0.0,
        "ci95": [0.0, 0.0],
        "best": 1.0,
        "worst": 0.0,
    }
    assert 0.0 < greedy["regret"] < random["regret"] < random["worst"] <= 1.0
    assert random["ci95"][0] < random["regret"] < random["ci95"][1]
    assert "perfect        loses 0.00% of a win" in ur.report(found)


def test_every_agent_is_asked_in_the_same_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, list[State]] = {}
    for name in ("random", "greedy"):
        views = seen.setdefault(name, [])
        told = regret.Endings(
            *("ur", "greedy", ur.ENDINGS.ripe),
            lambda view, move, views=views: views.append(view) or 0.0,
            ur.ENDINGS.make,
        )
        assert regret.play(told, regret.RegretPart(name, 3, FOUR, range(5))) == [0.0] * 5
    assert seen["random"] == seen["greedy"]
    for number, view in enumerate(seen["greedy"]):
        assert view.turn == number % 2
        assert view.off(0) + view.off(1) >= 4
        assert len(view.moves) > 1
        assert GAME.to_act(view) != (CHANCE,)


def test_the_end_of_a_round_of_jaipur_is_searched_for_what_a_move_loses() -> None:
    costs = jaipur.play_endings(regret.RegretPart("greedy", 1, jaipur.ROUND, range(12, 14)))
    assert len(costs) == 2
    assert min(costs) == 0.0
    assert 0.1 < max(costs) <= 1.0


def test_without_agents_or_endings_there_is_no_row() -> None:
    asked = ArenaQuestion([], 3, 1, {"study": "regret"}, HERE, lambda share, text: None)
    with pytest.raises(BadArguments, match="needs agents"):
        ur.arena(asked)
    with pytest.raises(BadArguments, match="No ending for greedy"):
        regret.row("greedy", [], asked)
