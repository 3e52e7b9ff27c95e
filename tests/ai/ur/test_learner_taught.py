"""A learner that is taught by games against people: what a game changes, and whether it helps."""

from __future__ import annotations

from typing import Any

import pytest

from ai.ur.learner import Learner
from ai.ur.rivals import play_against
from games import catalog
from games.core import Limit, Seating
from games.match import Match
from games.streams import Stream


def played(
    start: str | None, person: str, seed: int, seat: int, pieces: int = 4
) -> tuple[Learner, bool]:
    """A learner after a game against a scripted person, and whether it won."""
    learner = catalog.seated("ur", Seating("learner")).make(start)
    assert isinstance(learner, Learner)
    other = catalog.seated("ur", Seating(person)).make(None)
    params = {"rules": "finkel", "pieces": pieces}
    match: Match[Any] = Match(catalog.rules("ur"), params, seed, {seat: learner, 1 - seat: other})
    assert learner.learned() is None  # nothing before the end
    match.run(Limit())
    return learner, match.returns[seat] == 1.0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_is_added_to_the_brain_that_played_and_to_all_above(seat: int) -> None:
    won, start = set(), None
    for seed in range(6):
        learner, result = played(start, "greedy", seed, seat, pieces=1)
        won.add(result)
        text = learner.learned()
        assert text is not None
        after = catalog.seated("ur", Seating("learner")).make(text)
        assert isinstance(after, Learner)
        values = learner.tree.brains[learner.node]
        node = after.tree.brains.index(values)
        before = learner.tree
        assert after.tree.games[node] == before.games[learner.node] + 1
        assert after.tree.wins[node] == before.wins[learner.node] + result
        assert after.tree.games[0] == before.games[0] + 1
        assert len(after.tree.lineage(node)) == len(before.lineage(learner.node))
        start = text
    assert won == {True, False}


def test_a_lucky_brain_that_loses_to_a_person_gives_way() -> None:
    start, brains = None, set()
    for game in range(14):
        learner, _ = played(start, "greedy", game, game % 2)
        brains.add(learner.values)
        start = learner.learned()
    assert len(brains) > 2
    assert start is not None
    assert len(start) < 100_000


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("person", "before", "after"),
    [("random", 0.786, 0.809), ("last-move", 0.529, 0.572), ("greedy", 0.449, 0.482)],
)
def test_twenty_games_against_a_scripted_person_help(
    person: str, before: float, after: float
) -> None:
    """The figures of the page How they think: 24 learners, 300 games after each (±2.2 points)."""
    other = catalog.seated("ur", Seating(person)).make(None)
    params: dict[str, object] = {"rules": "finkel", "pieces": 4}
    shares = []
    for run in range(24):
        start = None
        for game in range(20):
            learner, _ = played(start, person, run * 1000 + game, game % 2)
            start = learner.learned()
        values = catalog.seated("ur", Seating("learner")).make(start).values  # type: ignore[attr-defined]
        rng = Stream.named(99 + run, "m")
        won = [play_against(values, other, params, game % 2, rng) for game in range(300)]
        shares.append(sum(won) / 300)
    mean = sum(shares) / len(shares)
    assert mean == pytest.approx(after, abs=0.01)
    assert mean > before + 0.01
