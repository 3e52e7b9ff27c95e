"""The player with human habits: a proper distribution, of its seed alone, with the habits."""

from __future__ import annotations

import itertools

import pytest

from ai.sequence.people import HabitModel
from games.streams import Stream


def played(seed: int, rounds: int) -> list[int]:
    rng = Stream.named(seed, "person")
    model, moves = HabitModel(4, rng), []
    for t in range(rounds):
        chances = model.probabilities()
        assert len(chances) == 4
        assert min(chances) > 0
        assert sum(chances) == pytest.approx(1)
        move = rng.sample_from(chances)
        model.learn(move, (True, False, None)[t % 3], rng)
        moves.append(move)
    return moves


def test_a_person_is_made_by_the_seed() -> None:
    assert played(3, 60) == played(3, 60)
    assert len({tuple(played(seed, 30)) for seed in range(20)}) == 20


def test_people_avoid_repeats_and_use_everything() -> None:
    repeats = rounds = 0
    for seed in range(60):
        moves = played(seed, 100)
        assert set(moves) == {0, 1, 2, 3}
        repeats += sum(a == b for a, b in itertools.pairwise(moves))
        rounds += 99
    assert rounds == 5940
    assert 0.05 < repeats / rounds < 0.14
