"""The learners of Ur: the tree's rules written a second way, resuming, and how strong they get."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.lab.jobs import HERE
from ai.lab.ur.batch import policy_of, win_share
from ai.lab.ur.train import AGENTS as TRAINED
from ai.lab.ur.train import OPTIONS, report, strength, train
from ai.ur.learner import (
    LONGEST_WAY,
    ONE_VALUE,
    Change,
    FitTraining,
    Tree,
    TreeTraining,
    play_game,
    tree_picture,
)
from ai.ur.school import prune
from ai.ur.simple import RandomMover
from ai.ur.values import VALUE_TABLES, Greedy
from games import catalog
from games.arrays import BadWeights, arrays_to_text
from games.core import Limit
from games.match import Match
from games.paths import WEIGHTS
from games.streams import Stream
from games.ur.rules import FINKEL, GAME, RULE_SETS
from games.weights import stamped


def plain_bound(tree: Tree, node: int) -> float:
    n, w = tree.games[node], tree.wins[node]
    return w / n + math.sqrt(2 * math.log(tree.games[tree.parents[node]]) / n) if n else 0.0


def plain_descent(tree: Tree) -> int:
    """Where the next brain is attached, from the original's rules word by word."""
    node = 0
    while True:
        children = [child for child in range(len(tree)) if tree.parents[child] == node]
        if not children:
            return node
        bounds = [plain_bound(tree, child) for child in children]
        if node != 0 and plain_bound(tree, node) > max(bounds):
            return node
        node = children[bounds.index(max(bounds))]


def test_the_descent_and_the_sums_follow_the_rules() -> None:
    tree, rng, coin = Tree(), Stream(4), Random(4)
    playing, results, stops = 0, [], 0
    for _ in range(300):
        won = coin.random() < 0.4 + 0.02 * (tree.parents[playing] % 7)
        tree.record(playing, won)
        results.append((playing, won))
        place = plain_descent(tree)
        assert tree.descend() == place
        stops += place != 0 and bool(tree.children[place])
        playing = tree.grow(place, Change(), rng)
    assert len(tree) == 301
    assert len(tree.children[0]) == 1
    assert stops > 5  # descents that ended at a node with children
    for node in range(300):
        branch = [won for at, won in results if _above(tree, at, node)]
        assert (tree.games[node], tree.wins[node]) == (len(branch), sum(branch))
    rates = [(w / n, n) for w, n in zip(tree.wins[:300], tree.games[:300], strict=True)]
    assert rates[tree.best()] == max(rates)


def _above(tree: Tree, node: int, ancestor: int) -> bool:
    while node > ancestor:
        node = tree.parents[node]
    return node == ancestor


@pytest.mark.parametrize("changed", [1, 4])
def test_a_child_changes_so_many_values_by_at_most_the_spread(changed: int) -> None:
    tree, rng = Tree(), Stream(8)
    steps = []
    for _ in range(400):
        child = tree.grow(0, Change(changed, 2.0), rng)
        differences = np.subtract(tree.brains[child], tree.brains[0])
        assert np.count_nonzero(differences) == changed
        steps += differences[differences != 0].tolist()
    assert len(steps) == 400 * changed
    assert max(map(abs, steps)) <= 2.0
    assert np.mean(steps) == pytest.approx(0.0, abs=0.15)
    assert np.std(steps) == pytest.approx(2.0 / math.sqrt(6), rel=0.1)  # of a triangular number


def test_training_games_follow_the_rules_and_the_greedy_player() -> None:
    """The same game through `Match`, with the dice of the training's stream."""
    brains = VALUE_TABLES["learned"], VALUE_TABLES["pow2"]
    played = 0
    for seed in range(5):
        seen: list[tuple[int, int, int]] = []
        winner = play_game(brains, FINKEL, 4, Stream(seed), seen)
        players = {seat: Greedy(values) for seat, values in enumerate(brains)}
        match = Match(GAME, {"rules": "finkel", "pieces": 4}, 0, players)
        rng, positions = Stream(seed), []
        while match.to_act:
            if match.to_act == (-1,):
                match.play({-1: "0111122222233334"[rng.word() >> 60]})
                continue
            seat = match.to_act[0]
            moving = match.state.moves != ("pass",)
            match.step(Limit())
            if moving and match.to_act:
                positions.append((seat, match.state.side(seat), match.state.side(1 - seat)))
        assert match.state.winner == winner
        assert positions == seen
        played += 1
    assert played == 5


@pytest.mark.parametrize("kind", [TreeTraining, FitTraining])
def test_a_resumed_training_ends_the_same(kind: type[TreeTraining] | type[FitTraining]) -> None:
    whole, first, second = (kind("schultz", 4, 3) for _ in range(3))
    whole.run(60)
    first.run(25)
    second.restore(first.arrays())
    second.run(35)
    assert second.values() == whole.values()
    for name, array in whole.arrays().items():
        assert np.array_equal(array, second.arrays()[name])
    with pytest.raises(BadWeights):
        kind("schultz", 4, 3).restore({"total": np.array([1, 2])})


def test_training_goes_on_after_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.lab.ur.train.MEASURED_GAMES", 50)
    options = {"agent": "learner", "games": 110}

    def interrupt(done: float, text: str) -> None:
        if done > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(options, 5, HERE, tmp_path / "a", interrupt)
    assert (tmp_path / "a" / "learner.part.npz").exists()
    shares = []
    resumed = train(options, 5, HERE, tmp_path / "a", lambda done, text: shares.append(done))
    assert shares[0] > 0.5
    whole = train(options, 5, HERE, tmp_path / "b", lambda done, text: None)
    assert resumed == whole
    content = (tmp_path / "a" / "learner.npz").read_bytes()
    assert json.loads((tmp_path / "a" / "learner.json").read_text()) == stamped(whole, content)
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == [
        "learner.json",
        "learner.npz",
    ]
    assert "against random" in report(whole)


@pytest.mark.sweep
def test_learner_plus_is_strong_after_two_thousand_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """One seed in the everyday tests; all ten in the sweep."""
    monkeypatch.setattr("ai.lab.ur.train.MEASURED_GAMES", 1500)
    training = FitTraining("schultz", 4, 7)
    training.run(2000)
    found = strength(training.values(), "schultz", 4)
    assert found["random"] > 0.90
    assert found["greedy-pow2"] > 0.70


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(10))
def test_learner_plus_on_ten_seeds(seed: int) -> None:
    training = FitTraining("schultz", 4, seed)
    training.run(2000)
    found = strength(training.values(), "schultz", 4)
    assert found["random"] >= 0.90
    assert found["greedy-pow2"] >= 0.70


@pytest.mark.sweep
def test_the_learner_is_as_strong_as_the_original_s() -> None:
    """The original: 78-90% against random after 2,000 games; the mean of ten seeds here."""
    rule_set = RULE_SETS["schultz"]
    rival = policy_of(RandomMover(), rule_set, 4)
    shares = []
    for seed in range(10):
        training = TreeTraining("schultz", 4, seed)
        training.run(2000)
        own = policy_of(Greedy(training.values()), rule_set, 4)
        shares.append(win_share(own, rival, 10_000, 1, {"rules": "schultz", "pieces": 4}))
    assert len(shares) == 10
    assert 0.74 < float(np.mean(shares)) < 0.92


def test_the_agents_use_what_ships_and_what_is_given() -> None:
    assert set(TRAINED) >= {"learner", "learner+"}
    shipped = catalog.agent("ur", "learner+").make({}, None)
    card = json.loads((WEIGHTS / "ur" / "learner+.json").read_text())
    assert list(shipped.values) == card["values"]
    given = {"values": np.arange(16.0)}
    learned = catalog.agent("ur", "learner+").make({}, arrays_to_text(given))
    assert learned.values == VALUE_TABLES["linear"]
    tree = TreeTraining("schultz", 4, 1)
    tree.run(30)
    learner = catalog.agent("ur", "learner").make({}, arrays_to_text(tree.trees[0].arrays()))
    assert learner.values == tree.values()
    for agent_id in ("learner", "learner+"):
        with pytest.raises(BadWeights):
            catalog.agent("ur", agent_id).make({}, arrays_to_text({"values": np.arange(3.0)}))


def test_the_picture_has_the_way_to_the_best_and_parents_before_children() -> None:
    training, looked = TreeTraining("schultz", 4, 5), 0
    for games in (0, 1, 5, 40, 400):
        training.run(games)
        tree = training.trees[0]
        picture = tree_picture(tree, "Tree")
        best = picture.nodes[picture.best or 0]
        assert best.number == tree.best()
        way = [node.number for node in picture.nodes if node.on_path]
        assert set(way) <= set(tree.lineage(tree.best()))
        assert len(way) == min(LONGEST_WAY, len(tree.lineage(tree.best())))
        for place, node in enumerate(picture.nodes):
            assert node.parent < place
            assert (node.games, node.wins) == (tree.games[node.number], tree.wins[node.number])
            line = tree.lineage(node.number)
            above = -1 if node.parent < 0 else line.index(picture.nodes[node.parent].number)
            assert len(line) - 2 - above == node.skipped
            looked += 1
    assert looked > 80


def test_a_long_way_to_the_best_is_shown_without_its_middle() -> None:
    tree = Tree()
    for node in range(30):
        tree.add(node, tree.brains[0])
    tree.record(30, True)
    tree.record(29, False)
    picture = tree_picture(tree, "Tree")
    assert len(picture.nodes) == LONGEST_WAY
    assert sum(node.skipped for node in picture.nodes) == 31 - LONGEST_WAY
    assert [node.number for node in picture.nodes][-1] == 30
    whole = tree_picture(tree, "Tree", whole=True)
    assert [node.number for node in whole.nodes] == list(range(31))
    assert not any(node.skipped for node in whole.nodes)


def test_a_pruned_tree_plays_and_shows_the_same() -> None:
    training = TreeTraining("schultz", 4, 6)
    training.run(300)
    whole = training.trees[0]
    part = Tree.from_arrays(prune(whole))
    assert len(part) < 150
    assert part.brains[part.best()] == whole.brains[whole.best()]
    seen = [node[2:] for node in tree_picture(part, "Tree").nodes]
    assert seen == [node[2:] for node in tree_picture(whole, "Tree").nodes]


def test_the_command_trains_with_the_changes_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.lab.ur.train.MEASURED_GAMES", 10)
    given = {"agent": "learner", "games": 12, "changed": 3, "spread": 0.5}
    card = train(given, 4, HERE, tmp_path, lambda share, text: None)
    assert (card["changed"], card["spread"]) == (3, 0.5)
    with np.load(tmp_path / "learner.npz") as arrays:
        brains, parents = arrays["brains"], arrays["parents"]
    changes = brains[1:] - brains[parents[1:]]
    assert (changes != 0).sum(axis=1).tolist() == [3] * 12
    assert 0.0 < abs(changes).max() <= 0.5
    defaults = {option.name: option.default for option in OPTIONS}
    assert (defaults["changed"], defaults["spread"]) == ONE_VALUE == (1, 3.0)


def test_a_pruned_tree_keeps_the_numbers_of_its_brains_as_it_grows() -> None:
    training = TreeTraining("schultz", 1, 5)
    training.run(300)
    whole = training.trees[0]
    pruned = Tree.from_arrays(prune(whole))
    assert (pruned.grown, len(pruned) < 301) == (301, True)
    for node, number in enumerate(pruned.numbers):
        assert pruned.brains[node] == whole.brains[number]
    assert pruned.numbers[pruned.best()] == whole.best()
    pruned.add(pruned.best(), whole.brains[0])
    assert (pruned.numbers[-1], pruned.grown) == (301, 302)
    again = Tree.from_arrays(prune(pruned, len(pruned) - 1))
    assert 301 in again.numbers
    assert again.copy().numbers == again.numbers
    picture = tree_picture(again, "", whole=True)
    assert {node.number for node in picture.nodes} <= set(again.numbers)


@pytest.mark.parametrize(
    "damage",
    [{"numbers": [0]}, {"numbers": [-1, 1]}, {"numbers": [0, 7]}, {"size": [1]}, {"size": [2, 2]}],
)
def test_numbers_that_are_none_are_refused(damage: dict[str, list[int]]) -> None:
    tree = Tree()
    tree.add(0, tree.brains[0])
    arrays = prune(tree, 1) | {name: np.array(values) for name, values in damage.items()}
    with pytest.raises(BadWeights):
        Tree.from_arrays(arrays)
