"""Brains of Ur's learners that a player has kept, and where they can train."""

from __future__ import annotations

import numpy as np

from games import catalog
from games.arrays import arrays_from_text, arrays_to_text
from games.shell.app import App
from games.ur.training.brains import GAMES, games_with, keep_brain, kept_learner, merge_brains


def test_the_two_learners_are_kept_side_by_side() -> None:
    tree = catalog.agent("ur", "learner").make({}, None).tree.arrays()
    first = merge_brains(None, arrays_to_text(tree))
    both = merge_brains(first, arrays_to_text({"values": np.arange(16.0)}))
    assert set(arrays_from_text(both)) == {*tree, "values"}
    again = merge_brains(both, arrays_to_text({"values": np.arange(16.0) + 1}))
    assert arrays_from_text(again)["values"][0] == 1.0
    assert set(arrays_from_text(again)) == {*tree, "values"}


def test_only_a_tree_is_a_learner_that_is_kept(app: App) -> None:
    assert kept_learner(app) == ""
    assert keep_brain(app, arrays_to_text({"values": np.arange(16.0)}))
    assert kept_learner(app) == ""
    tree = arrays_to_text(catalog.agent("ur", "learner").make({}, None).tree.arrays())
    assert keep_brain(app, tree)
    assert {"brains", "values"} <= set(arrays_from_text(kept_learner(app)))
    assert app.profile is not None
    app.library.save_learned(app.profile.id, "ur", "no arrays")
    assert kept_learner(app) == ""
    assert keep_brain(app, tree)  # what was damaged is put aside
    app.library.delete(app.profile.id)
    assert not keep_brain(app, tree)
    assert kept_learner(app) == ""


def test_learners_train_on_short_paths() -> None:
    assert games_with(None) == GAMES
    assert games_with({"rules": "masters", "pieces": 3}) == GAMES
    assert games_with({"rules": "finkel", "pieces": 3})[0] == ("finkel", 3)
    assert games_with({"rules": "finkel", "pieces": 7})[0] == ("finkel", 7)
    assert len(games_with({"rules": "finkel", "pieces": 7})) == len(GAMES)
