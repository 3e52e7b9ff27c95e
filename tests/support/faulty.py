"""Agents that do everything wrong, each in its own way, in the window's process and in the worker.

`know` puts them into the catalogue as long as a test runs; `main` is a worker that knows them, too
(see `worker_command`).
"""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from ai.core import Agent
from games import catalog
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Event, Game, Limit
from games.mind import Mind, Note
from games.spec import Option, Params
from games.streams import Stream

HEAVY: Final = "heavy-"
"""Before the id of an agent that thinks in the worker."""


class Faulty(Agent):
    """Plays the first legal move, but for the turns from `good` on, where it is at fault."""

    def __init__(self, fault: Callable[[], Any], good: int = 0) -> None:
        self._fault = fault
        self._good = good
        self.asked = 0

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """The fault, once the good answers are given."""
        self.asked += 1
        if self.asked <= self._good:
            return Decision(next(iter(legal)))
        answer: Decision = self._fault()
        return answer

    def findings(self) -> Mind:
        """It has nothing to tell, either."""
        raise ArithmeticError("findings")

    def learned(self) -> str | None:
        """Nor has it learned anything."""
        raise ArithmeticError("learned")


class Obedient(Agent):
    """Plays the first legal move."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """The first."""
        return Decision(next(iter(legal)))


class Mute(Obedient):
    """Plays the first legal move, and cannot tell afterwards what came of it."""

    def mind(self) -> Mind:
        """It cannot say what it thinks."""
        raise ArithmeticError("mind")

    def findings(self) -> Mind:
        """It has nothing to tell."""
        raise ArithmeticError("findings")

    def learned(self) -> str | None:
        """Nor has it learned anything."""
        raise ArithmeticError("learned")


class Deaf(Obedient):
    """Plays the first legal move, and raises when it is told of a turn, and of the end."""

    def observe(self, events: Sequence[Event]) -> None:
        """It cannot hear what happened."""
        raise ArithmeticError("observe")

    def finish(self, result: Sequence[float]) -> None:
        """Nor how it ended."""
        raise ArithmeticError("finish")


class Unready(Obedient):
    """Plays the first legal move, and raises when a match begins."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """It cannot begin."""
        raise ArithmeticError("begin")


class Confused(Obedient):
    """Plays the first legal move, with a mind that is none."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """A mind that holds what no painter knows."""
        return Decision(next(iter(legal)), mind=(Note(text=5),))  # type: ignore[arg-type]


class Prophet(Obedient):
    """Plays the first legal move, with a forecast that is none."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """One probability, however many moves there are."""
        return Decision(next(iter(legal)), forecasts={1 - seat: (1.0,)})


class DeafAtTheEnd(Obedient):
    """Plays the first legal move, and raises when it is told of the end."""

    def finish(self, result: Sequence[float]) -> None:
        """It cannot hear how it ended."""
        raise ArithmeticError("finish")


def _raise() -> Any:
    raise ArithmeticError("act")


def _hang() -> Any:
    time.sleep(600)


def _die() -> Any:
    os._exit(3)


FAULTS: Final[Mapping[str, Callable[[], Any]]] = {
    "raises": _raise,
    "says-nothing": lambda: None,
    "cheats": lambda: Decision("an illegal move"),
    "hangs": _hang,
    "dies": _die,
}
"""What each agent does when it is at fault, by its id."""

OBEYS: Final = "obeys"
"""An agent that is never at fault."""
MUTE: Final = "mute"
"""An agent that is at fault only when it is asked what it found out, thinks at the end, learned."""

DEAF: Final = "deaf"
DEAF_AT_THE_END: Final = "deaf-at-the-end"
"""Agents that raise when they are told of every turn, and of the end alone."""
UNREADY: Final = "unready"
"""An agent that raises when a match begins."""
CONFUSED: Final = "confused"
PROPHET: Final = "prophet"
"""Agents whose moves can be played, but not the mind or the forecast that comes with them."""
_OTHERS: Final = {
    MUTE: Mute,
    DEAF: Deaf,
    DEAF_AT_THE_END: DeafAtTheEnd,
    UNREADY: Unready,
    CONFUSED: Confused,
    PROPHET: Prophet,
}


def _agent(kind: str, heavy: bool) -> AgentSpec:
    def make(options: Mapping[str, Any], start: str | None) -> Agent:
        if kind in FAULTS:
            return Faulty(FAULTS[kind], options["good"])
        return _OTHERS.get(kind, Obedient)()

    name = HEAVY + kind if heavy else kind
    good = Option("good", "Good answers before it", "int", 0, low=0, high=1000)
    title = name.capitalize()
    return AgentSpec(name, title, "At fault.", make, 0, (good,), heavy, learns=True)


KINDS: Final = (*FAULTS, OBEYS, *_OTHERS)
AGENTS: Final = tuple(_agent(kind, heavy) for kind in KINDS for heavy in (False, True))


def know(replace: Callable[[Any, str, Any], None], agents: tuple[AgentSpec, ...] = AGENTS) -> None:
    """Let every game have the faulty `agents`; `replace` sets an attribute of the catalogue."""
    known = catalog.offered

    def offered(game_id: str) -> GameAgents:
        found = known(game_id)
        return dataclasses.replace(found, agents=(*found.agents, *agents))

    replace(catalog, "offered", offered)


def worker_command() -> list[str]:
    """How a worker is started that knows the faulty agents."""
    return [sys.executable, "-c", "from tests.support.faulty import main; main()"]


def main() -> None:
    """Serve as `ai.worker` does."""
    from ai import worker

    know(setattr)
    worker.main()
