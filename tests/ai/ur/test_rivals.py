"""Learners of Ur that grow by playing an agent of the list, or a person."""

from __future__ import annotations

import pytest

from ai.ur.learner import Learner, Tree
from ai.ur.rivals import RivalTraining, TaughtTraining, play_against
from ai.ur.values import VALUE_TABLES
from games import catalog
from games.arrays import BadWeights, arrays_from_text, arrays_to_text
from games.core import Seating
from games.streams import Stream


@pytest.mark.parametrize("rival", ["random", "greedy", "expectimax"])
def test_any_agent_of_the_list_is_a_rival(rival: str) -> None:
    training = RivalTraining("finkel", 2, 4, rival=rival)
    training.run(6)
    tree = training.trees[0]
    assert tree.games[0] == 6
    assert len(tree) == 7
    twin = RivalTraining("finkel", 2, 4, rival=rival)
    twin.run(6)
    assert twin.arrays()["wins_0"].tolist() == training.arrays()["wins_0"].tolist()


def test_a_rival_that_moves_at_random_loses_more_than_a_strong_one() -> None:
    won = {}
    for rival in ("random", "perfect"):
        player, rng = catalog.seated("ur", Seating(rival)).make(None), Stream.named(1, "test")
        params: dict[str, object] = {"rules": "schultz", "pieces": 4}
        games = [
            play_against(VALUE_TABLES["learned"], player, params, game % 2, rng)
            for game in range(40)
        ]
        won[rival] = sum(games)
    assert won["random"] > 30
    assert won["perfect"] < 25


@pytest.mark.parametrize("kind", [RivalTraining, TaughtTraining])
def test_a_training_can_begin_from_a_tree(kind: type[RivalTraining | TaughtTraining]) -> None:
    start = Tree()
    for values in ((1.0,) * 16, (2.0,) * 16):
        start.add(0, values)
        start.record(len(start) - 1, values[0] == 2.0)
    training = kind("finkel", 1, 4, start=start)
    assert (training.games, training.playing, training.seat) == (2, 2, 0)
    assert training.values() == (2.0,) * 16
    training.count(True)
    assert (training.games, len(training.trees[0]), training.seat) == (3, 4, 1)
    assert len(start) == 3


def test_what_a_person_teaches_counts_for_the_brain_that_played() -> None:
    training, twin = (TaughtTraining("finkel", 2, 9) for _ in range(2))
    for number in range(12):
        for each in (training, twin):
            each.teach(each.playing, number % 2 == 0)
    tree = training.trees[0]
    assert (tree.games[0], tree.wins[0], len(tree), training.games) == (12, 6, 13, 12)
    assert tree.brains == twin.trees[0].brains
    restored = TaughtTraining("finkel", 2, 9)
    restored.restore(training.arrays())
    assert restored.playing == training.playing
    training.teach(3, True)  # a rematch against a brain that played before
    assert (tree.games[3], tree.games[0]) == (training.trees[0].games[3], 13)
    brain = Learner(training.next_brain())
    assert brain.values == tree.brains[training.playing]
    assert brain.tree.numbers[brain.node] == training.playing


@pytest.mark.parametrize("place", [[99], [-1], [0, 1], [0.5]])
def test_a_brain_that_plays_has_to_be_in_the_tree(place: list[float]) -> None:
    arrays = arrays_from_text(arrays_to_text(TaughtTraining("finkel", 2, 9).next_brain()))
    import numpy as np

    with pytest.raises(BadWeights):
        Learner({**arrays, "plays": np.array(place)})
