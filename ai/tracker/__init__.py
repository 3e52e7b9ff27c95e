"""Who plays in the belief tracker, as a player chooses them, and the watchers that believe.

Ghosts (`ai.tracker.hidden`) are who is not seen; trackers (`ai.tracker.trackers`) say where it is,
hunters (`ai.tracker.hunters`) chase it; the models are watchers (`ai.tracker.watchers`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from ai.belief.models import MODELS as TRACKER_MODELS
from ai.belief.weights import JUNCTIONS
from ai.core import Agent
from ai.tracker import figures
from ai.tracker.hidden import Lamplighter, WalkerAgent
from ai.tracker.hunters import HunterAgent
from ai.tracker.trackers import TrackerAgent
from ai.tracker.watchers import BeliefWatcher
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Event, Game, Limit, Params
from games.mind import Mind
from games.streams import Stream
from games.tracker import HUNTING, TRACKING, follow_words, seats_of
from games.tracker.rules import MazeState


class StandIn(Agent):
    """Who sits in a person's place in attract mode, whatever that place is for."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Be the agent that the seat is for."""
        super().begin(seats, game, params, rng)
        role = seats_of(params)[seats[0]].role if seats else ""
        self._player: Agent = WalkerAgent("explorer")
        if role == TRACKING:
            self._player = TrackerAgent("random")
        elif role == HUNTING:
            self._player = HunterAgent("mass", "random")
        self._player.begin(seats, game, params, rng)

    def act(self, seat: int, view: MazeState, legal: Collection[str], limit: Limit) -> Decision:
        """As that agent acts."""
        return self._player.act(seat, view, legal, limit)

    def observe(self, events: Sequence[Event]) -> None:
        """As that agent hears it."""
        self._player.observe(events)

    def mind(self) -> Mind:
        """What that agent thinks."""
        return self._player.mind()


def demo_player() -> Agent:
    """Who plays in attract mode."""
    return StandIn()


def _retold(spec: AgentSpec) -> AgentSpec:
    """The walker with what the card of the tables in use says about following it."""
    try:
        loss, low, high = map(float, JUNCTIONS.card["log_loss_of_auto"][spec.id])
        told = f"{follow_words(loss)}. Unseen it costs auto {loss:.2f} surprise points a step"
        words = f"{told} ({low:.2f} to {high:.2f})"
    except (KeyError, TypeError, ValueError):
        return spec.unmeasured()
    return replace(spec, strength=f"{words} on mazes never seen before.", measure=loss)


def _walker(
    policy: str, name: str, level: int, description: str, rank: str, line: str
) -> AgentSpec:
    return AgentSpec(
        policy,
        name,
        description,
        lambda o, s: WalkerAgent(policy),
        level,
        weights=(JUNCTIONS,),
        retold=_retold,
        rank=rank,
        line=line,
    )


_WALKERS: Final = (
    _walker(
        *("random", "Random walker", 0, "Takes every open way with the same probability."),
        "sleepwalker",
        "Does not know where it goes. Neither will you.",
    ),
    _walker(
        *("patroller", "Patroller", 1, "Goes round a tour of five places, always the same way."),
        "night watch",
        "Five places, one tour, every night.",
    ),
    _walker(
        *("food", "Food seeker", 2, "Draws one of the pellets left and takes the short way."),
        "gourmet",
        "Always hungry, so always on the short way.",
    ),
    _walker(
        *("explorer", "Explorer", 3, "Goes where it has been least; beta says how keenly."),
        "map maker",
        "Goes where it has been least. You can tell.",
    ),
    _walker(
        *("evader", "Evader", 3, "Keeps away from the sensors and seldom turns back."),
        "fugitive",
        "Keeps away from you, and seldom turns back.",
    ),
)

_HEAVY: Final = frozenset({"auto", "explore"})
"""Models with particles: one step takes most of what a frame of the screen may think."""

_LEARNED: Final = frozenset({"auto", "momentum", "this-maze", "flee"})
"""Models that turn as the learned tables say."""

_MODELS: Final = tuple(
    AgentSpec(
        entry.id,
        entry.name,
        entry.description,
        lambda o, s, model=entry.id: BeliefWatcher(model),  # type: ignore[misc]
        heavy=entry.id in _HEAVY,
        weights=(JUNCTIONS,) if entry.id in _LEARNED else (),
    )
    for entry in TRACKER_MODELS
)


def _only_in(play: str, name: str) -> Callable[[Params], str]:
    """Why an agent cannot play another game than one."""

    def cannot(params: Params) -> str:
        return (
            "" if params.get("play") == play else f"Here {name} has nothing to do; choose {play}."
        )

    return cannot


_LAMPLIGHTER: Final = AgentSpec(
    "lamplighter",
    "Lamplighter",
    "Goes the short way to the nearest lantern, round what the sensors see.",
    lambda o, s: Lamplighter(),
    2,
    cannot=_only_in("hide", "the lamplighter"),
    rank="apprentice",
    line="Light first, safety second.",
)


def _tracker(
    agent_id: str, name: str, model: str, level: int, description: str, rank: str, line: str
) -> AgentSpec:
    """A tracker that believes with a `model`, with what was measured of it."""
    found = figures.TRACKERS.get(agent_id)
    return AgentSpec(
        agent_id,
        name,
        description,
        lambda o, s: TrackerAgent(model),
        level,
        heavy=model in _HEAVY,
        weights=(JUNCTIONS,) if model in _LEARNED else (),
        rank=rank,
        line=line,
        role=TRACKING,
        strength="" if found is None else found.sentence,
        word="" if found is None else found.word,
        measure=None if found is None else found.measure,
    )


_TRACKERS: Final = (
    _tracker(
        *("blinker", "Blinker", "reading", 0),
        "Hears each reading and forgets it at once.",
        "doorman",
        "Hears every beep. Forgets it at once.",
    ),
    _tracker(
        *("drifter", "Drifter", "random", 1),
        "Remembers the readings, and takes you to wander at random.",
        "stargazer",
        "You wander about, surely. Everybody does.",
    ),
    _tracker(
        *("tailer", "Tailer", "momentum", 2),
        "Remembers the readings, and knows how walkers turn at junctions.",
        "detective",
        "People walk on. So you walk on.",
    ),
    _tracker(
        *("hound", "Hound", "auto", 4),
        "Holds nine ideas of how you move, and trusts each as much as it has been right.",
        "bloodhound",
        "Nine noses. One of them has you.",
    ),
)


def _hunters(
    agent_id: str, name: str, policy: str, model: str, level: int, words: tuple[str, str, str]
) -> AgentSpec:
    """A pair of hunters with a `policy` that believes with a `model`; `words` describe it."""
    found = figures.HUNTERS.get(agent_id)
    description, rank, line = words
    return AgentSpec(
        agent_id,
        name,
        description,
        lambda o, s: HunterAgent(policy, model),
        level,
        heavy=model in _HEAVY,
        weights=(JUNCTIONS,) if model in _LEARNED else (),
        rank=rank,
        line=line,
        role=HUNTING,
        strength="" if found is None else found.sentence,
        word="" if found is None else found.word,
        measure=None if found is None else found.measure,
    )


_HUNTERS: Final = (
    _hunters(
        *("strays", "Strays", "stray", "reading", 0),
        ("Walk anywhere: what chance alone catches.", "two strays", "They were only passing by."),
    ),
    _hunters(
        *("echoes", "Echoes", "reading", "reading", 1),
        (
            "Run to the likeliest cell of the last reading, without any memory.",
            "beach patrol",
            "It came from there! No, there!",
        ),
    ),
    _hunters(
        *("pointers", "Pointers", "point", "auto", 2),
        (
            "Hold a belief, and both run to its likeliest cell, as if it were certain.",
            "gun dogs",
            "One place, two noses, no doubt.",
        ),
    ),
    _hunters(
        *("scouts", "Scouts", "scout", "auto", 3),
        (
            "Stand where the next readings tell most, and close in once little doubt is left.",
            "surveyors",
            "First we find out. Then we come.",
        ),
    ),
    _hunters(
        *("pack", "Pack", "mass", "auto", 4),
        (
            "Share the belief between them, and go where most of it is near.",
            "wolves",
            "One from the left, one from the right.",
        ),
    ),
)

AGENTS: Final = GameAgents((*_WALKERS, _LAMPLIGHTER, *_TRACKERS, *_HUNTERS), demo_player, _MODELS)
