"""Ur's matches for the arena at once: the very results of the matches played one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ai.lab import rooms
from ai.lab.arena.play import TIMED_GAMES, Result, play_chunk
from ai.lab.arena.schedule import Chunk
from ai.lab.rooms import Batched
from ai.lab.ur import batches
from games import catalog
from games.core import Limit
from games.match import Match
from games.spec import Params
from games.ur.rules import GAME

PARAMS = {"rules": "schultz", "pieces": 2}


def made(*names: str) -> list[Any]:
    return [catalog.agent("ur", name).make({}, None) for name in names]


def test_many_matches_are_those_played_one_by_one() -> None:
    agents, seeds = made("greedy", "random"), range(100, 134)
    found = batches.play_all(agents, PARAMS, seeds)
    assert found is not None
    for seed, (returns, moves) in zip(seeds, found, strict=True):
        match = Match(GAME, PARAMS, seed, dict(enumerate(agents)))
        assert match.run(Limit()) == returns
        assert len(match.turns) == 2 * moves
    assert {returns for returns, _ in found} == {(1.0, 0.0), (0.0, 1.0)}


@pytest.mark.parametrize(
    ("names", "count"),
    [
        (("greedy", "random"), 20),  # too few
        (("greedy", "net"), 40),  # one that has no policy
        (("greedy", "expectimax-3"), 40),  # quicker as it is
        (("expectimax-3", "lookahead:plus=on:depth=3"), 40),  # other values
        (("expectimax-5", "lookahead-1-learned"), 40),
        (("expectimax-5", "greedy"), 40),  # rules that the compiled search does not know
    ],
)
def test_what_has_to_be_played_one_by_one(names: tuple[str, str], count: int) -> None:
    assert batches.play_all(made(*names), PARAMS, range(count)) is None


def test_a_large_solved_game_is_not_read_whole_for_each_chunk() -> None:
    large = {"rules": "finkel", "pieces": 5}
    assert batches.play_all(made("perfect", "greedy"), large, range(40)) is None


def chunk(first: int, last: int, nodes: int | None = None) -> Chunk:
    return Chunk("ur", ("greedy", "random"), PARAMS, {}, 5, range(first, last), nodes)


def results(some: Chunk) -> list[Result]:
    """Return the results without the traces of moves, which games played at once do not keep."""
    return [result._replace(trace=0) for result in play_chunk(some).results]


def test_an_arena_has_the_same_results_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    play_all = batches.play_all

    def counted(agents: Any, params: Params, seeds: Sequence[int]) -> Batched | None:
        calls.append(len(seeds))
        return play_all(agents, params, seeds)

    monkeypatch.setattr(batches, "play_all", counted)
    chunks = [chunk(0, TIMED_GAMES + 65), chunk(TIMED_GAMES - 2, TIMED_GAMES + 65)]
    at_once = [results(some) for some in chunks]
    monkeypatch.setattr(rooms.BATCHES, "of", lambda game: None)
    assert at_once == [results(some) for some in chunks]
    assert calls == [33, 32, 34, 33]  # a table's first chunk alone has timed games


def test_an_arena_with_a_limit_is_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "play_all", lambda *given: pytest.fail("played at once"))
    assert len(play_chunk(chunk(40, 108, nodes=10)).results) == 68
