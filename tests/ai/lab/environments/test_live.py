"""Matches by numbers, in every game: observations, masks, gains, and chance from a seed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import pytest

from ai.core import Agent
from ai.lab.environments.encoding import ANY
from ai.lab.environments.live import ENVIRONMENT, Blueprint, LiveMatch
from games import catalog
from games.core import Decision, GivesUp, Limit
from games.plain import explanation
from tests.support.cases import GROWN

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("karate", {"rounds": 10}),
    ("numbers", {"keys": 60}),
    ("ur", {}),
    ("ur", {"rules": "aseb", "pieces": 2}),
    ("tracker", {"steps": 60}),
    ("tracker", {"play": "seek", "sensors": 3}),
    ("tracker", {"play": "hide", "steps": 60}),
    ("tracker", {"play": "hunt", "steps": 60}),
    ("jaipur", {"length": "round"}),
    ("set", {"mode": "chain", "none": "call", "goal": 10}),
    ("set", {"mode": "ultraset", "goal": 10, "penalty": "freeze"}),
    ("ra", {}),
    ("ra", {"players": 5}),
    ("guess", {"rounds": 5}),
    ("ctf", {"moves": 100}),
    ("ctf", {"moves": 100, "rules": "pelita"}),
    ("planetwars", {"turns": 50}),
]
MOST_STEPS = 1500


def lot(live: LiveMatch, rng: np.random.Generator) -> int:
    """Draw an action that the mask of the next seat allows; in Set mostly to wait."""
    if live.plan.spec.race and rng.random() < 0.9:
        return 0
    return int(rng.choice(np.flatnonzero(live.mask(live.asked[0]))))


def test_every_game_that_ships_has_an_environment_of_its_own() -> None:
    assert {game for game, _ in KINDS} >= set(GROWN)
    assert all(ENVIRONMENT.has(game) for game in GROWN)


@pytest.mark.parametrize(
    ("game", "given"),
    [*KINDS, *((game, {}) for game in catalog.GAMES if not ENVIRONMENT.has(game))],
)
def test_a_match_by_lot_keeps_to_its_spaces(game: str, given: Mapping[str, Any]) -> None:
    plan, rng = Blueprint(game, given), np.random.default_rng(5)
    live, names = plan.begin(3, {}), plan.shape.choosing.names
    gained, steps = np.zeros(len(plan.seats)), 0
    while not live.over and steps < MOST_STEPS:
        for seat in plan.seats:
            seen = live.observe(seat)
            assert seen["observation"].dtype == np.float32
            assert seen["observation"].shape == plan.encoder.low.shape == plan.encoder.high.shape
            assert (seen["observation"] >= plan.encoder.low).all()
            assert (seen["observation"] <= plan.encoder.high).all()
            assert seen["action_mask"].dtype == np.int8
            assert seen["action_mask"].shape == (len(names),)
            assert seen["action_mask"].any() == (seat in live.asked)
        live.choose(lot(live, rng))
        gained += live.take_gains()
        steps += 1
    assert not live.illegal
    if live.match.over or plan.shape.each_round:
        margins = plan.margins(live.match.returns)
        assert gained == pytest.approx(margins)
        if len(plan.sides) > 1:
            assert sum(margins[side[0]] for side in plan.sides) == pytest.approx(0)
    else:
        assert not gained.any()


@pytest.mark.parametrize(("game", "given"), KINDS)
def test_a_mask_is_the_legal_moves(game: str, given: Mapping[str, Any]) -> None:
    plan, rng = Blueprint(game, given), np.random.default_rng(6)
    live = plan.begin(4, {})
    choosing, whole = plan.shape.choosing, 0
    for _ in range(60):
        if live.over:
            break
        seat = live.asked[0]
        mask, legal = live.mask(seat), live.legal(seat)
        allowed = np.flatnonzero(mask).tolist()
        some = {*allowed[:100], *rng.integers(len(mask), size=100).tolist()}
        assert {place for place in some if live.allows(seat, place)} == some & set(allowed)
        assert not live.allows(seat, -1)
        assert not live.allows(seat, len(mask))
        if not choosing.longest:
            assert [choosing.names[place] for place in allowed] == sorted(
                legal, key=choosing.names.index
            )
            whole += 1
        live.choose(lot(live, rng))
    assert whole or choosing.longest


@pytest.mark.parametrize(("game", "given"), KINDS)
def test_all_that_a_view_holds_is_encoded(game: str, given: Mapping[str, Any]) -> None:
    encoder = Blueprint(game, given).encoder
    meaning = explanation(game)
    assert meaning is not None
    read = [part.path for part in encoder.parts]
    for path in meaning.view:
        whole = path.removesuffix("*").rstrip(".")
        near = [f"{each}." for each in read]
        assert any(f"{whole}.".startswith(one) or one.startswith(f"{whole}.") for one in near), path
    lines = str(encoder).splitlines()
    assert len(lines) == 1 + len(encoder.parts) + bool(encoder.past) + ("chosen" in lines[-1])
    assert lines[-1].split("]")[0].endswith(f":{encoder.size}") or lines[-1].startswith(
        f"  [{encoder.size - 1}]"
    )


@pytest.mark.parametrize("game", catalog.GAMES)
def test_all_chance_comes_from_the_seed(game: str) -> None:
    plan = Blueprint(game, {})

    def course(seed: int) -> list[float]:
        live, rng = plan.begin(seed, {}), np.random.default_rng(7)
        found: list[float] = []
        for _ in range(40):
            if live.over:
                break
            found += live.observe(live.asked[0])["observation"].tolist()
            live.choose(lot(live, rng))
        return found

    assert course(8) == course(8)
    if game not in ("karate", "numbers", "tracker"):  # where chance is in the lots alone
        assert course(8) != course(9)


def test_the_last_events_stand_at_the_end_of_the_past() -> None:
    plan = Blueprint("numbers", {"keys": 100})
    live = plan.begin(1, {})
    for number in range(70):
        live.choose(number % 4)
        live.choose(3)
    past = live.observe(1)["observation"][-128:].reshape(64, 2)
    assert past.tolist() == [[(number % 4) + 1, 4] for number in range(6, 70)]
    fresh = plan.begin(1, {}).observe(1)["observation"][-128:]
    assert (fresh == -1).all()


def test_seats_that_choose_at_once_are_asked_blind() -> None:
    live = Blueprint("karate", {"rounds": 10}).begin(1, {})
    before = live.observe(1)["observation"]
    live.choose(2)
    assert live.asked == [1]
    assert (live.observe(1)["observation"] == before).all()
    assert not live.observe(0)["action_mask"].any()
    live.choose(0)
    assert live.asked == [0, 1]
    assert (live.observe(1)["observation"] != before).any()


def test_what_the_mask_rules_out_ends_the_match() -> None:
    live = Blueprint("ur", {}).begin(1, {})
    mask = live.mask(0)
    live.choose(int(np.flatnonzero(mask == 0)[0]))
    assert live.over
    assert live.illegal == [0]
    assert live.take_gains() == [-1.0, 0.0]
    assert not live.observe(0)["action_mask"].any()


def test_agents_fill_the_other_seats() -> None:
    plan = Blueprint("ra", {})
    easy = [catalog.resolve("ra", "easy").make() for _ in range(2)]
    live = plan.begin(2, {0: easy[0], 2: easy[1]})
    rng = np.random.default_rng(1)
    while not live.over:
        assert live.asked == [1]
        live.choose(lot(live, rng))
    assert live.take_gains() == pytest.approx(plan.margins(live.match.returns))


class Quitter(Agent):
    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        raise GivesUp("It gave up.")


@pytest.mark.parametrize("game", ["ur", "set"])
def test_an_agent_that_gives_up_ends_the_match(game: str) -> None:
    live = Blueprint(game, {}).begin(1, {0: Quitter()})
    assert live.over
    assert live.forfeit == "It gave up."
    assert live.take_gains() == [0.0, 0.0]
    assert not live.observe(1)["action_mask"].any()


def test_jaipur_has_all_its_moves_in_one_list() -> None:
    names = Blueprint("jaipur", {}).shape.choosing.names
    assert len(set(names)) == len(names) == 25_499
    assert "swap-DDG-CKK" in names


def test_gods_take_their_tiles_one_by_one() -> None:
    plan = Blueprint("ra", {"players": 3})
    rng = np.random.default_rng(11)
    longest = 0
    for seed in range(30):
        live = plan.begin(seed, {})
        names = plan.shape.choosing.names
        while not live.over:
            mask = live.mask(live.asked[0])
            wanted = [n for n in ("god", "draw") if mask[names.index(n)]]
            tiles = [n for n in np.flatnonzero(mask) if n < len(names) - 1]
            if wanted:
                live.choose(names.index(wanted[0]))
            else:
                live.choose(int(rng.choice(tiles or np.flatnonzero(mask))))
        moves = [move for turn in live.match.turns for _, move in turn if move.startswith("god")]
        longest = max([longest, *(len(move.split(" ")) for move in moves)])
    assert longest > 2


def test_an_answer_of_the_tracker_has_three_parts() -> None:
    live = Blueprint("tracker", {"play": "hide"}).begin(1, {})
    names = live.plan.shape.choosing.names
    live.choose(int(np.flatnonzero(live.mask(0))[0]))
    for part in ("cell 17", "share 60", "doubt 12"):
        assert live.asked == [1]
        assert live.mask(1)[names.index(part)]
        live.choose(names.index(part))
    assert live.match.turns[-1] == ((1, "17:60:12"),)
    assert live.plan.encoder.high[-1] == ANY
