"""The contract over the whole catalogue, and over the null game, which shows how one is added."""

from __future__ import annotations

import dataclasses
import itertools
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games import catalog
from games.core import CHANCE, Game, IllegalMove
from games.match import Match
from tests.support import contract, golden
from tests.support.null_games import NULL_GAMES

HERE = Path(__file__).parent
ENTRIES = (*catalog.GAMES, *NULL_GAMES)


@pytest.fixture(params=ENTRIES)
def game_id(request: pytest.FixtureRequest, null_game: str) -> str:
    return str(request.param)


@pytest.fixture
def game(game_id: str) -> Game[Any]:
    return catalog.rules(game_id)


def test_nothing_in_the_catalogue_is_missing_here(null_game: str) -> None:
    assert set(ENTRIES) == set(catalog.GAMES)
    for entry in ENTRIES[: -len(NULL_GAMES)]:
        assert (HERE / "games" / entry / "test_rules.py").is_file(), (
            f"{entry} has no test of its rules"
        )
        assert any(name.startswith(f"{entry}-") for name in golden.transcripts()), (
            f"{entry} has no golden transcript"
        )


def test_spec(game_id: str) -> None:
    assert contract.check_spec(game_id) >= 1


def test_protocol(game: Game[Any]) -> None:
    for seed, params in enumerate(contract.variants(game.spec)):
        assert contract.check_protocol(game, params, seed) >= 2


def test_refusals(game: Game[Any]) -> None:
    for seed, params in enumerate(contract.variants(game.spec)):
        assert contract.check_refusals(game, params, seed) >= 10


def test_replay(game: Game[Any]) -> None:
    for seed, params in enumerate(contract.variants(game.spec)):
        assert contract.check_replay(game, params, seed) >= 2


def test_undo(game: Game[Any]) -> None:
    assert contract.check_undo(game, game.spec.params(), 3) >= 2


def test_views(game: Game[Any]) -> None:
    for seed, params in enumerate(contract.variants(game.spec)):
        often = 4 if params == game.spec.params() else 2
        assert contract.check_views(game, params, seed, often) >= 2


def test_audience(game: Game[Any]) -> None:
    assert contract.check_audience(game, game.spec.params(), 4) >= 2


def test_seals(game: Game[Any]) -> None:
    simultaneous = len(game.to_act(game.new(game.spec.params()))) > 1
    assert contract.check_seals(game, game.spec.params()) == (5 if simultaneous else 0)


def test_small_state(game: Game[Any]) -> None:
    assert contract.check_small_state(game, contract.endless(game.spec), 5) >= 2


@pytest.mark.parametrize("turns", [20, pytest.param(60, marks=pytest.mark.sweep)])
def test_agents(game_id: str, turns: int) -> None:
    minds = 0
    for agent in catalog.agents(game_id):
        few = agent.heavy and turns == 20
        minds += contract.check_agent(game_id, agent.id, seed=7, turns=6 if few else turns)
    assert minds >= len(catalog.agents(game_id))


# -- the checks themselves are seen to fail ----------------------------------------------


def null_variant(monkeypatch: pytest.MonkeyPatch, **methods: Any) -> Game[Any]:
    """The null game with some methods replaced."""
    game = catalog.rules("nullgame")
    kind = type("Faulty", (type(game),), methods)
    return kind()  # type: ignore[no-any-return]


def test_a_view_that_peeks_is_caught(null_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = null_variant(monkeypatch, view=lambda self, state, seat: state)
    with pytest.raises(AssertionError):
        contract.check_views(game, {"coins": 9}, 1)


def test_an_accepted_illegal_move_is_caught(
    null_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = catalog.rules("nullgame")

    def apply(self: Any, state: Any, moves: Any) -> Any:
        tame = {
            seat: move if move in ("heads", "tails") else "heads" for seat, move in moves.items()
        }
        return whole.apply(state, tame)

    with pytest.raises(pytest.fail.Exception):
        contract.check_refusals(null_variant(monkeypatch, apply=apply), {"coins": 3}, 1)


def test_a_clock_in_the_rules_is_caught(null_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, calls = catalog.rules("nullgame"), []

    def apply(self: Any, state: Any, moves: Any) -> Any:
        after, events = whole.apply(state, moves)
        calls.append(1)
        return after._replace(right=len(calls)), events

    game = null_variant(monkeypatch, apply=apply)
    with pytest.raises(AssertionError):
        contract.check_protocol(game, {"coins": 3}, 1)
    with pytest.raises(AssertionError):
        contract.check_replay(game, {"coins": 3}, 1)


def test_an_agent_with_dice_of_its_own_is_caught(
    null_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import random

    import ai.nullgame as agents  # type: ignore[import-not-found]
    from games.core import Decision

    dice = random.Random(4)
    monkeypatch.setattr(
        agents.Heads,
        "act",
        lambda self, seat, view, legal, limit: Decision(
            "heads" if dice.random() < 0.5 else "tails"
        ),
    )
    with pytest.raises(AssertionError):
        contract.check_agent("nullgame", "heads", seed=1)


def test_a_match_refuses_a_foreign_seat(null_game: str) -> None:
    from games.match import Match

    match: Match[Any] = Match(catalog.rules("nullgame"), {"coins": 3}, 1)
    with pytest.raises(IllegalMove):
        match.play({0: "heads"})
    assert match.turns == []
    match.step(None)
    with pytest.raises(IllegalMove):
        match.step(None, {0: "heads", 1: "heads"})
    assert len(match.turns) == 1


def test_snapshots(game_id: str) -> None:
    compared = [
        contract.check_snapshots(game_id, agent.id, 8)
        for agent in catalog.agents(game_id)
        if not agent.heavy
    ]
    if game_id == "karate":
        assert all(compared)
    assert len(compared) > 0


def changeable(value: Any, depth: int = 0) -> str:
    """The name of something in `value` that whoever is handed it could change, or ""."""
    if isinstance(value, list | dict | set | bytearray):
        return type(value).__name__
    if isinstance(value, np.ndarray) and value.flags.writeable:
        return "array"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if not value.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            return type(value).__name__
        value = tuple(getattr(value, field.name) for field in dataclasses.fields(value))
    if isinstance(value, tuple | frozenset) and depth < 8:
        return next(filter(None, (changeable(part, depth + 1) for part in value)), "")
    return ""


def test_no_agent_can_change_the_view_it_is_given(game: Game[Any], game_id: str) -> None:
    assert changeable(((1, [2]),)) == "list"
    match: Match[Any] = Match(game, catalog.spec(game_id).params({}), 5, {})
    rng, seen = random.Random(1), 0
    while not match.over and len(match.turns) < 40:
        moves = {}
        for seat in match.to_act:
            if seat == CHANCE:
                moves[seat] = match.draw()
                continue
            legal = match.legal(seat)
            assert changeable(game.view(match.state, seat)) == ""
            assert not isinstance(legal, list | dict | set)
            moves[seat] = rng.choice(sorted(itertools.islice(legal, contract.MANY)))
            seen += 1
        match.play(moves)
    assert seen >= 3
