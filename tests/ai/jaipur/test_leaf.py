"""The network of `sensei`: what it looks at, what it says of won rounds, and bad files of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.files import write_arrays
from ai.jaipur.leaf import INPUTS, LAYERS, LEAF, SHAPES, Leaf, looked_at, network, weighed
from ai.jaipur.worlds import dealt
from games.arrays import BadWeights
from games.weights import Weights


def test_it_looks_at_both_sides_alike() -> None:
    worlds = dealt(np.random.default_rng(1), 5)
    seen = looked_at(worlds, 0)
    assert seen.shape == (INPUTS, 5)
    worlds.hands = worlds.hands[::-1].copy()
    worlds.herds = worlds.herds[::-1].copy()
    assert (looked_at(worlds, 1) == seen).all()
    assert not (looked_at(worlds, 0) == seen).all()


def test_a_lead_is_worth_something_to_either_seat() -> None:
    leaf, worlds = LEAF.load(), dealt(np.random.default_rng(2), 40)
    even = weighed(leaf, worlds, 0)
    worlds.points[0] += 40
    won, margin, smooth = weighed(leaf, worlds, 0)
    assert won.mean() > even[0].mean() + 0.2
    assert margin.mean() > even[1].mean() + 15
    assert smooth.mean() > 0.8
    assert weighed(leaf, worlds, 1)[0].mean() > even[0].mean() + 0.2


def test_a_file_that_does_not_fit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = {n: np.zeros(s, np.float32) for n, s in zip(LAYERS, SHAPES, strict=True)}
    refused = 0
    for change in ({"on": np.zeros((2, 2))}, {"out": np.full(SHAPES[4], 1e9)}):
        path = tmp_path / "jaipur" / "sensei.npz"
        path.parent.mkdir(exist_ok=True)
        write_arrays(path, {**good, **change}, {})
        monkeypatch.setattr("games.weights.WEIGHTS", tmp_path)
        with pytest.raises(BadWeights):
            Weights("jaipur/sensei", LEAF.read).load()
        refused += 1
    assert refused == 2


def test_what_is_lost_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> Leaf:
        raise BadWeights("The network is missing.")

    monkeypatch.setattr(LEAF, "load", lost)
    assert network() == "The network is missing."


def test_what_it_sees_of_cards_is_counted_by_the_deck() -> None:
    """All cards of a kind that are neither held, nor in the market, nor in a herd."""
    worlds = dealt(np.random.default_rng(3), 20)
    seen = looked_at(worlds, 1)
    own, other, market, deck, tokens = np.split(seen[:32], [6, 12, 19, 26])
    held = worlds.hands.sum(axis=0)
    kinds = np.array([6, 6, 6, 8, 8, 10, 11])[:, None]
    gone = worlds.market + np.concatenate([held, worlds.herds.sum(axis=0)[None]])
    assert own * 4 == pytest.approx(worlds.hands[1])
    assert other * 4 == pytest.approx(worlds.hands[0])
    assert market * 3 == pytest.approx(worlds.market)
    assert deck * 5 == pytest.approx(kinds - gone)
    assert tokens * 5 == pytest.approx(worlds.tokens)
