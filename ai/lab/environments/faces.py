"""The environments of PettingZoo and Gymnasium: faces of `ai.lab.environments.live.LiveMatch`.

Importing this module needs both packages. `ai.lab.api` has the functions that make environments.

An observation is a dictionary of `observation`, an array of float32 whose fields
`print(env.unwrapped.encoder)` lists, and `action_mask`, an array of int8. An action is an index in
`env.unwrapped.moves`. One that the mask rules out ends the episode: its seat gets -1, the others 0,
and `infos` has `"illegal": True` for it.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from ai.lab.environments.encoding import Encoder
from ai.lab.environments.live import Blueprint, LiveMatch, Observation
from games.core import Player
from games.match import Match

SEEDS: Final = 1 << 62
Picture = npt.NDArray[np.uint8]
MODES: Final = (None, "rgb_array")


class _Shared:
    """The part that all faces share: the plan of their matches, spaces, and pictures."""

    def __init__(self, plan: Blueprint, render_mode: str | None) -> None:
        if render_mode not in MODES:
            raise ValueError(f"There is no render_mode {render_mode!r}; it is 'rgb_array' or None.")
        self.plan, self.render_mode = plan, render_mode
        self.metadata = {
            "name": f"open_mind_arcade_{plan.spec.id}",
            "render_modes": ["rgb_array"],
            "render_fps": 10,
            "is_parallelizable": False,
        }
        self.moves: tuple[str, ...] = tuple(plan.shape.choosing.names)
        self.encoder: Encoder = plan.encoder
        self.live: LiveMatch | None = None

    @property
    def match(self) -> Match[Any]:
        """The match that is being played."""
        return self.begun().match

    def begun(self, to_play: bool = False) -> LiveMatch:
        """Return the match that was begun; `to_play` asks for one that is not over."""
        if self.live is None or (to_play and self.live.over):
            raise RuntimeError("No match is being played; call reset first.")
        return self.live

    def new_spaces(self) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
        """Return the spaces of a seat's observations and actions."""
        low = self.encoder.low.astype(np.float32)
        high = self.encoder.high.astype(np.float32)
        count = len(self.moves)
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        ), spaces.Discrete(count)

    def render(self) -> Picture | None:
        """Return the game's own scene as an array (480, 640, 3) of uint8; None without a mode."""
        if self.render_mode is None:
            return None
        drawing = importlib.import_module("games.shell.filming")  # and pygame, only now
        found: Picture = drawing.picture_of(self.match)
        return found

    def close(self) -> None:
        """Close the environment, which has no window."""


class _Seats(_Shared):
    """The part that both faces of PettingZoo share: agents by name, each with its spaces."""

    def __init__(self, plan: Blueprint, render_mode: str | None) -> None:
        super().__init__(plan, render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in plan.seats]
        self.agents: list[str] = []
        self._spaces = {name: self.new_spaces() for name in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the space of an agent's actions."""
        return self._spaces[agent][1]

    def begin(self, seed: int | None) -> LiveMatch:
        """Begin a match; all its chance comes from the `seed`, or from the seed before."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.live = self.plan.begin(int(self._rng.integers(SEEDS)), {})
        self.agents = list(self.possible_agents)
        return self.live


class SeatsAtOnce(_Seats, ParallelEnv[str, Any, int]):
    """A game in which all seats choose at once."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a match; unknown `options` are ignored."""
        live = self.begin(seed)
        return self._observed(live), {name: {} for name in self.agents}

    def _observed(self, live: LiveMatch) -> dict[str, Observation]:
        return {name: live.observe(seat) for seat, name in enumerate(self.possible_agents)}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, ...]:
        """Play the actions of all agents; returns what `ParallelEnv` promises."""
        live, names = self.begun(to_play=True), self.possible_agents
        chosen = [int(actions[name]) for name in names]
        wrong = [seat for seat, action in enumerate(chosen) if not live.allows(seat, action)]
        for seat in wrong:
            live.rule_out(seat)
        if not wrong:
            for action in chosen:
                live.take(action)
        gains, over = live.take_gains(), live.over
        infos: dict[str, dict[str, Any]] = {
            name: {"illegal": True} if seat in wrong else {} for seat, name in enumerate(names)
        }
        found = (
            self._observed(live),
            dict(zip(names, gains, strict=True)),
            dict.fromkeys(names, over),
            dict.fromkeys(names, False),
            infos,
        )
        if over:
            self.agents = []
        return found


class SeatsInTurn(_Seats, AECEnv[str, Any, int]):
    """A game in which seats choose in turn; those that choose at once are asked in turn, blind."""

    def __init__(self, plan: Blueprint, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, plan, render_mode)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a match; unknown `options` are ignored."""
        live = self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.possible_agents[live.asked[0]]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know now."""
        return self.begun().observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Let the selected agent choose; None once its match is over."""
        live = self.begun()
        name = self.agent_selection
        if self.terminations[name]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{name} has to choose."
        self._cumulative_rewards[name] = 0.0
        live.choose(int(action))
        gains = dict(zip(self.possible_agents, live.take_gains(), strict=True))
        self.rewards = gains
        if live.over:
            self.terminations = dict.fromkeys(self.agents, True)
            for seat in live.illegal:
                self.infos[self.possible_agents[seat]]["illegal"] = True
        else:
            self.agent_selection = self.possible_agents[live.asked[0]]
        self._accumulate_rewards()


class OneSeat(_Shared, gymnasium.Env[Any, Any]):
    """One learner against agents that fill the other seats; it plays all seats of its team.

    An agent that gives up by a fault of its own truncates the episode, and `info` has the sentence
    as `"forfeit"`.
    """

    def __init__(
        self,
        plan: Blueprint,
        seats: Sequence[int],
        players: Callable[[], Mapping[int, Player]],
        render_mode: str | None,
    ) -> None:
        """`players` makes the agents of all seats but the learner's `seats`, once."""
        super().__init__(plan, render_mode)
        self.observation_space, self.action_space = self.new_spaces()
        self._seats = seats
        self._make = functools.cache(players)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match; unknown `options` are ignored."""
        gymnasium.Env.reset(self, seed=seed)
        self.live = self.plan.begin(int(self.np_random.integers(SEEDS)), self._make())
        return self.live.observe(self._seat(self.live)), {}

    def _seat(self, live: LiveMatch) -> int:
        """Return the seat to choose, at the end the first of the learner's."""
        return live.asked[0] if live.asked else self._seats[0]

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose; returns what `gymnasium.Env` promises."""
        live = self.begun(to_play=True)
        live.choose(int(action))
        gain = live.take_gains()[self._seats[0]] if not live.illegal else -1.0
        info: dict[str, Any] = {"illegal": True} if live.illegal else {}
        if live.forfeit:
            info["forfeit"] = live.forfeit
        cut = bool(live.forfeit)
        return live.observe(self._seat(live)), float(gain), live.over and not cut, cut, info
