"""`greedy`: its values against what a move leads to, and lost weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.files import write_arrays
from ai.jaipur.greedy import GREEDY, open_world, options
from ai.jaipur.reasons import features_of
from ai.jaipur.values import FEATURES, NEARNESS, first_weights, nearness_phase, tables_of
from games.arrays import BadWeights
from games.jaipur.rules.goods import GOODS, SHIFTS, TOKEN_SUMS, kinds_gone
from games.jaipur.rules.moves import LegalMoves
from games.jaipur.rules.state import State, View, view_of
from tests.support.jaipur_positions import choices_of_rounds

WEIGHTS = first_weights() + np.random.default_rng(1).normal(0, 0.1, (len(FEATURES), 2))
TABLES = tables_of(WEIGHTS)


def plain_value(view: View, text: str, found: object) -> float:
    """The value of a move straight from its features, where it does not end the round."""
    move = next(m for m in options(view, TABLES).moves if m.notation == text)
    world = open_world(view)
    near = NEARNESS[int(nearness_phase(world.tokens, world.left)[0])]
    value = float((WEIGHTS[:, 0] + WEIGHTS[:, 1] * near) @ features_of(view, move))
    if move.kind == "sell":
        kind = GOODS.index(move.good)
        value += TOKEN_SUMS[kind][view.tokens >> SHIFTS[kind] & 15][move.number]
    return value


def quiet(state: State) -> bool:
    """Whether no move can end the round, and nobody is ahead by anything."""
    west, east = state.traders
    even = west.points == east.points and west.bonus == east.bonus and west.herd == east.herd
    return state.left > 5 and kinds_gone(state.tokens) < 2 and even


def test_values_are_weighted_sums_of_the_features() -> None:
    looked = 0
    for state in choices_of_rounds(6):
        if not quiet(state):
            continue
        view = view_of(state, state.turn)
        found = options(view, TABLES)
        plain = np.array([plain_value(view, m.notation, found) for m in found.moves])
        differences = found.values - plain
        assert differences == pytest.approx(np.full(len(plain), differences[0]), abs=2e-3)
        looked += len(plain)
        if looked > 300:
            break
    assert looked > 40


def test_it_values_every_legal_move_in_order() -> None:
    looked = 0
    for state in choices_of_rounds(2)[::7]:
        view = view_of(state, state.turn)
        own = view.own
        found = options(view, TABLES)
        legal = list(LegalMoves(view.market, own.hand, own.herd))
        assert [move.notation for move in found.moves] == legal
        assert len(found.values) == len(legal)
        looked += 1
    assert looked > 5


def test_a_won_round_is_ended_at_once() -> None:
    """Two kinds are gone, the third can be used up, and the lead is large."""
    for state in choices_of_rounds(3):
        view = view_of(state, state.turn)
        found = options(view, TABLES)
        ends = [n for n, value in enumerate(found.values) if value > 900]
        if ends:
            assert int(found.values.argmax()) in ends
            break
    else:
        pytest.fail("no round could be ended")


def test_weights_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    refused = 0
    names = np.array(FEATURES)
    for weights, features in (
        (np.zeros(7), names),
        (np.full(2 * len(FEATURES), 1e9), names),
        (np.zeros(2 * len(FEATURES)), names[::-1]),
        (np.zeros(2 * len(FEATURES), dtype=np.int64), names),
    ):
        path = tmp_path / "greedy.npz"
        write_arrays(path, {"weights": weights, "features": features}, {})
        with pytest.raises(BadWeights, match="greedy"):
            GREEDY.read(path)
        refused += 1
    assert refused == 4
