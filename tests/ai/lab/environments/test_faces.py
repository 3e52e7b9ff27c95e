"""The environments of PettingZoo and Gymnasium: by their own checks, and by what ours promise."""

from __future__ import annotations

import doctest
import sys
import time
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ai.lab import api as arcade
from ai.lab import environments
from ai.lab.errors import BadArguments
from games import catalog
from tests.support.environment_checks import KINDS, try_all

lab = pytest.mark.lab
AT_ONCE = ("karate", "numbers", "set", "guess", "planetwars")


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ai.lab.environments.faces", raising=False)
    monkeypatch.setattr(environments, "faces", None, raising=False)
    monkeypatch.delattr(environments, "faces")
    there = ModuleType("gymnasium")
    monkeypatch.setattr(there, "spaces", there, raising=False)
    monkeypatch.setitem(sys.modules, "gymnasium", there)
    monkeypatch.setitem(sys.modules, package, None)
    for make in (arcade.env, arcade.single):
        with pytest.raises(BadArguments, match=f"need {package}, which is missing; install it"):
            make("ur")


@lab
@pytest.mark.parametrize(("game", "given"), KINDS)
def test_the_packages_own_checks(game: str, given: dict[str, Any]) -> None:
    assert {kind for kind, _ in KINDS} <= set(catalog.GAMES)
    try_all(arcade, game, given, 300)


@lab
def test_examples_of_the_manual_run() -> None:
    for function in (arcade.env, arcade.single):
        (found,) = doctest.DocTestFinder().find(function, globs=vars(arcade))
        assert len(found.examples) > 3
        for example in found.examples:
            example.options.clear()
        assert doctest.DocTestRunner().run(found).failed == 0


def by_lot(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@lab
@pytest.mark.parametrize("game", catalog.GAMES)
def test_seats_are_agents_and_gains_add_up(game: str) -> None:
    shortest = {"ctf": {"moves": 40}, "jaipur": {"length": "round"}, "set": {"goal": 10}}
    env = arcade.env(game, **shortest.get(game, {}))
    rng, total = np.random.default_rng(2), dict.fromkeys(env.possible_agents, 0.0)
    assert env.possible_agents == [f"seat_{seat}" for seat in range(len(total))]
    assert hasattr(env, "agent_iter") == (game not in AT_ONCE)
    first = env.reset(seed=4, options={"unknown": 1})
    if game in AT_ONCE:
        seen = first[0]
        for _ in range(3000):
            wait = game == "set" and rng.random() < 0.95
            actions = {n: 0 if wait else by_lot(seen[n]["action_mask"], rng) for n in env.agents}
            seen, rewards, *_ = env.step(actions)
            for name, reward in rewards.items():
                total[name] += reward
            if not env.agents:
                break
    else:
        for name in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            total[name] += reward
            env.step(None if over else by_lot(seen["action_mask"], rng))
    assert sum(total.values()) == pytest.approx(
        0 if len(env.plan.sides) > 1 else env.match.returns[0]
    )
    assert list(total.values()) == pytest.approx(env.plan.margins(env.match.returns))


@lab
@pytest.mark.parametrize("game", ["karate", "ur"])
def test_an_action_that_is_ruled_out_ends_the_episode(game: str) -> None:
    env = arcade.env(game)
    env.reset(seed=1)
    wrong = len(env.moves)
    if game == "karate":
        _, rewards, over, _, infos = env.step({"seat_0": 0, "seat_1": wrong})
        assert (rewards, env.agents) == ({"seat_0": 0.0, "seat_1": -1.0}, [])
    else:
        env.step(wrong)
        rewards, over, infos = env.rewards, env.terminations, env.infos
        assert rewards == {"seat_0": -1.0, "seat_1": 0.0}
    loser = min(rewards, key=lambda name: rewards[name])
    assert all(over.values())
    assert infos == {name: {"illegal": True} if name == loser else {} for name in rewards}


@lab
def test_a_learner_plays_both_bots_of_a_team() -> None:
    env = arcade.single("ctf", opponent="random", seat=1, moves=41)
    seen, _ = env.reset(seed=1)
    seats, over, rng = [], False, np.random.default_rng(1)
    while not over:
        seats.append(int(seen["observation"][0]))
        seen, _, over, _, _ = env.step(by_lot(seen["action_mask"], rng))
    assert seats == [1, 3] * 10


@lab
def test_the_same_seed_is_the_same_match_against_an_agent() -> None:
    def course() -> list[tuple[float, ...]]:
        env, rng = arcade.single("jaipur", opponent="random", seat=1), np.random.default_rng(3)
        found = []
        for seed in (5, None):
            seen, _ = env.reset(seed=seed)
            for _ in range(20):
                seen, reward, over, _, _ = env.step(by_lot(seen["action_mask"], rng))
                found.append((reward, *seen["observation"].tolist()))
                if over:
                    break
        return found

    assert course() == course()


@lab
@pytest.mark.parametrize("game", ["karate", "ur"])
def test_a_step_without_a_match_is_a_sentence(game: str) -> None:
    for env, action in ((arcade.env(game), {"seat_0": 0, "seat_1": 0}), (arcade.single(game), 0)):
        with pytest.raises(RuntimeError, match="call reset first"):
            env.step(action)
        with pytest.raises(RuntimeError, match="call reset first"):
            env.match  # noqa: B018
    env.reset(seed=1)
    env.step(len(env.moves))
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step(0)


@lab
def test_several_learners_step_together() -> None:
    from gymnasium.vector import SyncVectorEnv

    many = SyncVectorEnv([lambda: arcade.single("ur", opponent="random", pieces=1)] * 3)
    seen, _ = many.reset(seed=[1, 2, 1])
    rng, ended = np.random.default_rng(1), 0
    assert (seen["observation"][0] == seen["observation"][2]).all()
    for _ in range(100):
        seen, _, over, _, info = many.step([by_lot(mask, rng) if mask.any() else 0
                                            for mask in seen["action_mask"]])  # fmt: skip
        ended += int(over.sum())
    assert ended > 3
    assert "illegal" not in info


@lab
@pytest.mark.parametrize(("game", "least"), [("karate", 15_000), ("ur", 8_000)])
def test_steps_a_second_of_one_core(game: str, least: int) -> None:
    """Actions are drawn by numpy; only time of this process counts, so that others take none."""
    env, rng, steps = arcade.env(game), np.random.default_rng(1), 20_000
    lots = rng.random((steps, 2))
    env.reset(seed=1)
    begun = time.process_time()
    for first, second in lots.tolist():
        if game == "karate":
            if not env.agents:
                env.reset()
            env.step({"seat_0": int(4 * first), "seat_1": int(4 * second)})
        else:
            if env.terminations[env.agent_selection]:
                env.reset()
            legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            env.step(int(legal[int(first * len(legal))]))
    assert steps / (time.process_time() - begun) > least


@lab
def test_an_opponent_needs_a_seat() -> None:
    with pytest.raises(BadArguments, match="Hound has no seat here"):
        arcade.single("tracker", opponent="hound", seat=1, play="hide")


@lab
@pytest.mark.parametrize(("given", "told"), [({"seat": 2}, "seats 0 to 1"), ({"pieces": 9}, "9"),
                                             ({"opponent": "nobody"}, "nobody"),
                                             ({"render_mode": "human"}, "rgb_array")])  # fmt: skip
def test_what_is_asked_wrongly_is_a_sentence(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        arcade.single("ur", **given)
