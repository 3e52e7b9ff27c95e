"""The agents of the belief tracker, as a player chooses them, and the watchers that believe.

Ghosts (`ai.tracker.hidden`) are unseen; trackers (`ai.tracker.trackers`) estimate their place,
hunters (`ai.tracker.hunters`) chase them; the models are watchers (`ai.tracker.watchers`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from ai.belief.models import MODELS as TRACKER_MODELS
from ai.belief.weights import JUNCTIONS
from ai.core import Agent
from ai.tracker.hidden import Lamplighter, WalkerAgent
from ai.tracker.hunters import HunterAgent
from ai.tracker.judge import Judge
from ai.tracker.trackers import TrackerAgent
from ai.tracker.watchers import BeliefWatcher
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Event, Game, Limit
from games.mind import Mind
from games.spec import Params
from games.streams import Stream
from games.tracker import HUNTING, TRACKING, follow_words, seats_of
from games.tracker.rules import MazeState, measured


class Figure(NamedTuple):
    """The measured strength of an agent: in a word, by one number, and in a sentence."""

    word: str
    measure: float | None
    sentence: str


NOT_MEASURED: Final = Figure("", None, "")
_WORDS: Final[Mapping[str, str]] = {
    "blinker": "easy",
    "drifter": "normal",
    "tailer": "hard",
    "hound": "merciless",
    "strays": "easy",
    "echoes": "normal",
    "scouts": "hard",
    "pointers": "merciless",
    "pack": "merciless",
}
"""By hand, in the order of what was measured."""
_SEEN: Final = ("random", "explorer", "evader")
"""The ghosts that a hunter's sentence names: who knows no aim, who has one, and who flees."""


def _tracker(agent_id: str, found: measured.Hidden) -> Figure:
    caught, points = found
    share = f"{caught.value:.0f} of {measured.MAZES} mazes ({caught.low:.0f} to {caught.high:.0f})"
    return Figure(
        _WORDS[agent_id],
        caught.value / 100,
        f"Catches a scripted hider in {share}, who brings home {points.value:.1f} points on "
        "average.",
    )


def _hunters(agent_id: str) -> Figure:
    random, explorer, evader = (measured.hunting()[ghost, agent_id].caught.value for ghost in _SEEN)
    return Figure(
        _WORDS[agent_id],
        (random + explorer + evader) / 300,
        f"In {measured.MAZES} mazes it catches the random walker {random:.0f} times, the explorer "
        f"{explorer:.0f} times and the evader {evader:.0f} times within 150 steps.",
    )


MEASURED: Final[Mapping[str, Figure]] = {
    **{name: _tracker(name, found) for name, found in measured.hiding().items()},
    **{name: _hunters(name) for _, name in measured.hunting()},
}


class StandIn(Agent):
    """The agent in a person's place in attract mode, for any role."""

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
        """Act as that agent does."""
        return self._player.act(seat, view, legal, limit)

    def observe(self, events: Sequence[Event]) -> None:
        """Observe as that agent does."""
        self._player.observe(events)

    def mind(self) -> Mind:
        """Return the mind of that agent."""
        return self._player.mind()


def demo_player() -> Agent:
    """Return the agent that plays in attract mode."""
    return StandIn()


def _retold(spec: AgentSpec) -> AgentSpec:
    """Return the walker with the card's figures about following it, for the tables in use."""
    try:
        loss, low, high = map(float, JUNCTIONS.card["log_loss_of_auto"][spec.id])
        told = f"{follow_words(loss)}. Out of sight it scores {loss:.2f} surprise points a step"
        words = f"{told} ({low:.2f} to {high:.2f}) against Auto"
    except (KeyError, TypeError, ValueError):
        return spec.unmeasured()
    return replace(spec, strength=f"{words}, on mazes never seen before.", measure=loss)


_HEAVY: Final = frozenset({"auto", "explore"})
"""Models with particles: one step takes most of what a frame of the screen may think."""

_LEARNED: Final = frozenset({"auto", "momentum", "this-maze", "flee"})
"""Models that turn as the learned tables say."""


def _agent(
    agent_id: str,
    name: str,
    level: int,
    make: Callable[[], Agent],
    description: str,
    *,
    rank: str,
    line: str,
    model: str = "",
    role: str = "",
) -> AgentSpec:
    """Return an agent of this game, with its measured figures.

    An agent with a `role` believes with a `model`; a ghost's figures come from the card of the
    tables in use.
    """
    found = MEASURED.get(agent_id, NOT_MEASURED)
    learned = not role or model in _LEARNED
    return AgentSpec(
        agent_id,
        name,
        description,
        lambda options, state: make(),
        level,
        heavy=model in _HEAVY,
        weights=(JUNCTIONS,) if learned else (),
        retold=None if role else _retold,
        rank=rank,
        line=line,
        role=role,
        strength=found.sentence,
        word=found.word,
        measure=found.measure,
    )


_WALKERS: Final = (
    _agent(
        *("random", "Random walker", 0),
        partial(WalkerAgent, "random"),
        "Takes every open way with the same probability.",
        rank="sleepwalker",
        line="Does not know where it goes. Neither will you.",
    ),
    _agent(
        *("patroller", "Patroller", 1),
        partial(WalkerAgent, "patroller"),
        "Goes round a tour of five places, always the same way.",
        rank="night watch",
        line="Five places, one tour, every night.",
    ),
    _agent(
        *("food", "Food seeker", 2),
        partial(WalkerAgent, "food"),
        "Draws one of the pellets left and takes the short way.",
        rank="gourmet",
        line="Always hungry, so always on the short way.",
    ),
    _agent(
        *("explorer", "Explorer", 3),
        partial(WalkerAgent, "explorer"),
        "Goes where it has been least.",
        rank="map maker",
        line="Goes where it has been least. You can tell.",
    ),
    _agent(
        *("evader", "Evader", 3),
        partial(WalkerAgent, "evader"),
        "Keeps away from the sensors and seldom turns back.",
        rank="fugitive",
        line="Keeps away from you, and seldom turns back.",
    ),
)

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

_JUDGE: Final = AgentSpec(
    "judge",
    "Judge",
    "Knows what a choice was worth, by what its seat could know.",
    lambda o, s: Judge(),
    heavy=True,
    weights=(JUNCTIONS,),
)


def _only_in(play: str, name: str) -> Callable[[Params], str]:
    """Return why an agent cannot play another game than one."""

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


_TRACKERS: Final = (
    _agent(
        *("blinker", "Blinker", 0),
        partial(TrackerAgent, "reading"),
        "Hears each reading and forgets it at once.",
        rank="doorman",
        line="Hears every beep. Forgets it at once.",
        model="reading",
        role=TRACKING,
    ),
    _agent(
        *("drifter", "Drifter", 1),
        partial(TrackerAgent, "random"),
        "Remembers readings; expects you to wander.",
        rank="stargazer",
        line="You wander about, surely. Everybody does.",
        model="random",
        role=TRACKING,
    ),
    _agent(
        *("tailer", "Tailer", 2),
        partial(TrackerAgent, "momentum"),
        "Remembers the readings, and knows how walkers turn at junctions.",
        rank="detective",
        line="People walk on. So you walk on.",
        model="momentum",
        role=TRACKING,
    ),
    _agent(
        *("hound", "Hound", 4),
        partial(TrackerAgent, "auto"),
        "Holds nine ideas of how you move, and trusts each as much as it has been right.",
        rank="bloodhound",
        line="Nine noses. One of them has you.",
        model="auto",
        role=TRACKING,
    ),
)

_HUNTERS: Final = (
    _agent(
        *("strays", "Strays", 0),
        partial(HunterAgent, "stray", "reading"),
        "Walk anywhere: what chance alone catches.",
        rank="two strays",
        line="They were only passing by.",
        model="reading",
        role=HUNTING,
    ),
    _agent(
        *("echoes", "Echoes", 1),
        partial(HunterAgent, "reading", "reading"),
        "Run to the likeliest cell of the last reading, without any memory.",
        rank="beach patrol",
        line="It came from there! No, there!",
        model="reading",
        role=HUNTING,
    ),
    _agent(
        *("pointers", "Pointers", 2),
        partial(HunterAgent, "point", "auto"),
        "Hold a belief, and both run to its likeliest cell, as if it were certain.",
        rank="gun dogs",
        line="One place, two noses, no doubt.",
        model="auto",
        role=HUNTING,
    ),
    _agent(
        *("scouts", "Scouts", 3),
        partial(HunterAgent, "scout", "auto"),
        "Stand where the next readings tell most, and close in once little doubt is left.",
        rank="surveyors",
        line="First we find out. Then we come.",
        model="auto",
        role=HUNTING,
    ),
    _agent(
        *("pack", "Pack", 4),
        partial(HunterAgent, "mass", "auto"),
        "Share the belief between them, and go where most of it is near.",
        rank="wolves",
        line="One from the left, one from the right.",
        model="auto",
        role=HUNTING,
    ),
)

AGENTS: Final = GameAgents(
    (*_WALKERS, _LAMPLIGHTER, *_TRACKERS, *_HUNTERS), demo_player, (*_MODELS, _JUDGE)
)
