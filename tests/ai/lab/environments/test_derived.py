"""Environments that no game has written: derived from some matches by lot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from ai.lab.environments import derived
from ai.lab.environments.derived import FIRST, SeenMoves, derived_shape
from ai.lab.environments.live import ENVIRONMENT, Blueprint
from ai.lab.errors import BadArguments
from games.karate.rules import MOVES, TABLES

WITHOUT: list[tuple[str, dict[str, Any]]] = [
    ("karate", {"rounds": 10}), ("ur", {"pieces": 2}), ("ra", {}), ("tracker", {}),
    ("numbers", {"keys": 60}),
]  # fmt: skip


@pytest.fixture
def no_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(ENVIRONMENT), "of", lambda room, game: None)
    monkeypatch.setattr(derived, "TURNS", 600)
    derived_shape.cache_clear()


def match_by_lot(game: str, given: Mapping[str, Any], seed: int) -> Blueprint:
    """Play a match by lot, in which all that is seen lies in its space."""
    plan, rng = Blueprint(game, given), np.random.default_rng(seed)
    live = plan.begin(seed, {})
    for _ in range(2_000):
        if live.over:
            break
        for seat in plan.seats:
            seen = live.observe(seat)
            assert seen["observation"].shape == plan.encoder.low.shape
            assert (seen["observation"] >= plan.encoder.low).all()
            assert (seen["observation"] <= plan.encoder.high).all()
            assert seen["action_mask"].any() == (seat in live.asked)
        live.choose(int(rng.choice(np.flatnonzero(live.mask(live.asked[0])))))
    assert not live.illegal
    return plan


@pytest.mark.usefixtures("no_shapes")
@pytest.mark.parametrize(("game", "given"), WITHOUT)
def test_games_that_have_one_could_do_without(game: str, given: dict[str, Any]) -> None:
    own = Blueprint(game, given)
    for seed in (1, 2):
        match_by_lot(game, given, seed)
    assert own.shape.at_once == (game in ("karate", "numbers"))
    if game == "karate":
        assert set(own.shape.choosing.names) == {*MOVES, FIRST}
        assert "points: numbers." in str(own.encoder)


@pytest.mark.parametrize("table", TABLES)
def test_every_table_of_karate_has_its_own_moves(table: str) -> None:
    plan = match_by_lot("karate", {"rounds": 10, "table": table}, 1)
    assert tuple(plan.shape.choosing.names) == TABLES[table].moves


def test_a_game_without_a_shape_has_one(null_game: str, null_bids: str) -> None:
    for game in (null_game, null_bids):
        plan = match_by_lot(game, {}, 3)
        assert plan.shape.choosing.names[-1] == FIRST
        again = Blueprint(game, {})
        assert again.shape.choosing is plan.shape.choosing, "it is made once"


def test_what_no_match_had_is_taken_by_the_last_action() -> None:
    moves = SeenMoves(("a", "b"))
    assert list(moves.mask(("b", "c"), ())) == [0, 1, 0]
    assert list(moves.mask(("c", "d"), ())) == [0, 0, 1]
    assert moves.move(("c", "d"), [2]) == "c"
    assert moves.allows(("c",), (), 2)
    assert not moves.allows(("a", "c"), (), 2)
    assert not moves.mask((), ()).any()


@pytest.mark.usefixtures("no_shapes")
def test_moves_that_cannot_be_listed_need_a_shape_of_their_own() -> None:
    with pytest.raises(BadArguments, match=r"set needs an environment\.py"):
        Blueprint("set", {})
