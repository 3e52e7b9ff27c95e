"""What the dice of a crowd decide, and what its kinds are like."""

from __future__ import annotations

import statistics

import pytest

from games.core import CHANCE, IllegalMove
from games.guess.rules import GAME
from games.guess.rules.crowds import Crowd, LastRound, gather, guesses, learn
from games.guess.rules.game import LOTS, State
from games.streams import Stream


def cast(lots: list[int], kind: str = "levels") -> State:
    """A table of five rounds with these dice."""
    state = GAME.new(GAME.spec.params({"rounds": 5, "crowd": kind}))
    for lot in lots:
        state, _ = GAME.apply(state, {CHANCE: f"lot-{lot}"})
    return state


def close(state: State) -> tuple[int, ...]:
    _, (event,) = GAME.apply(state, {0: "20", 1: "30"})
    found: tuple[int, ...] = event.data["guesses"]
    return found


def test_each_lot_counts_from_its_own_round_on() -> None:
    one, other = cast([1, 2, 3, 4, 5, 6]), cast([1, 2, 9, 4, 5, 6])
    assert one.crowd == other.crowd
    assert close(one) == close(other)
    after = [GAME.apply(state, {0: "20", 1: "30"})[0] for state in (one, other)]
    assert close(after[0]) != close(after[1])


def test_lots_are_even_and_strangers_are_refused() -> None:
    state = cast([])
    weights = dict(GAME.chance(state))
    assert len(weights) == LOTS
    assert set(weights.values()) == {1}
    for wrong in ("lot-1024", "lot--1", "33"):
        with pytest.raises(IllegalMove):
            GAME.apply(state, {CHANCE: wrong})
    for wrong in ("101", "-1", "3.5", "07", "lot-1"):
        with pytest.raises(IllegalMove, match="name a number 0 to 100"):
            GAME.apply(cast([0] * 6), {0: wrong, 1: "3"})


@pytest.mark.parametrize("kind", ["levels", "followers", "learners", "newspaper"])
def test_first_means_are_like_those_of_people(kind: str) -> None:
    rng = Stream.named(3, kind)
    first = guesses(kind, gather(kind, 400, rng), None, 2 / 3, rng)
    assert all(0 <= guess <= 100 for guess in first)
    assert 25 <= statistics.fmean(first) <= 40


def crowd_after(kind: str, crowd: Crowd, told: LastRound) -> Crowd:
    own = [50] * len(crowd)
    return learn(kind, crowd, own, told, 50.0, 2 / 3, Stream.named(1, "learning"))


def test_learners_move_to_the_level_that_won_and_thinkers_stay() -> None:
    told = LastRound(50.0, 50 * (2 / 3) ** 3)
    for kind, moves in (("learners", True), ("levels", False)):
        crowd = gather(kind, 200, Stream.named(2, kind))
        after = crowd_after(kind, crowd, told)
        means = [statistics.fmean(member.level for member in c) for c in (crowd, after)]
        assert (means[1] > means[0] + 0.2) == moves
        assert (after == crowd) != moves


def test_followers_go_part_of_the_way_to_the_last_target() -> None:
    crowd = crowd_after("followers", gather("followers", 200, Stream(4)), LastRound(50.0, 20.0))
    moved = statistics.fmean(
        guesses("followers", crowd, LastRound(50.0, 20.0), 2 / 3, Stream.named(5, "move"))
    )
    assert 30 < moved < 45
