"""Agents that do what no agent should, for the sweep: in a seat of every game, and in the arena.

`tests.support.faulty` has those that tests of single faults need; here are all kinds by name, in
the window's process and ("heavy-") in the worker.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from ai.core import Agent
from games.agents import AgentSpec
from games.core import Decision, Event, Limit
from games.mind import Bars, Mind
from tests.support import faulty

HEAVY: Final = "heavy-"
GOOD: Final = 1
"""So many moves it makes as it should before."""
_GIGABYTE: Final = 1 << 30


class Bad(Agent):
    """Plays the first legal move; from its second on it does something bad before."""

    def __init__(self, deed: Callable[[Any, Collection[str]], Any], times: float) -> None:
        self.deed = deed
        self.times = times
        self.asked = 0

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """The deed's answer, or the first legal move where it has none."""
        self.asked += 1
        first = next(iter(legal))
        if not GOOD < self.asked <= GOOD + self.times:
            return Decision(first)
        answer: Any = self.deed(view, legal)
        return Decision(first) if answer is PLAYS else answer


PLAYS: Final = object()
"""What a deed returns after which the agent plays a move all the same."""


class Nowhere(Agent):
    """Plays well; all that it tells beside is not a number, or no text."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """A legal move, and nonsense."""
        nan = float("nan")
        mind = (Bars("Chances", tuple(legal), (nan,) * len(legal)),)
        others = {other: (nan,) * len(legal) for other in (0, 1) if other != seat}
        return Decision(next(iter(legal)), mind, others)

    def learned(self) -> str | None:
        """Not text."""
        return 7  # type: ignore[return-value]

    def findings(self) -> Mind:
        """Endless numbers."""
        return (Bars("Found", ("a", "b"), (float("inf"), float("nan"))),)


class Leaves(Agent):
    """Ends the process, as it believes, wherever it is called."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Play: it leaves later."""
        return Decision(next(iter(legal)))

    def observe(self, events: Sequence[Event]) -> None:
        """Leave."""
        sys.exit("I heard enough")

    def finish(self, result: Sequence[float]) -> None:
        """Leave."""
        sys.exit(0)

    def findings(self) -> Mind:
        """Leave."""
        sys.exit(0)


def _recurse(view: Any, legal: Collection[str]) -> Any:
    return _recurse(view, legal)


def _raise(view: Any, legal: Collection[str]) -> Any:
    raise ArithmeticError("act")


def _eat(view: Any, legal: Collection[str]) -> Any:
    eaten = bytearray(2 * _GIGABYTE)
    eaten[:: 1 << 12] = b"x" * (len(eaten) >> 12)
    return PLAYS


def _print(view: Any, legal: Collection[str]) -> Any:
    print("x" * 10_000_000)
    return PLAYS


def _meddle(view: Any, legal: Collection[str]) -> Any:
    """Change whatever can be changed of a view, as any careless program could."""
    for name in [*getattr(view, "_fields", ()), *getattr(view, "__dataclass_fields__", ())]:
        part = getattr(view, name)
        for change in (
            lambda name=name: setattr(view, name, 3),
            lambda part=part: part.clear(),
            lambda part=part: part.append("x"),
            lambda part=part: part.update(x=1),
            lambda part=part: part.fill(0),
            lambda part=part: part.__setitem__(0, 7),
        ):
            try:
                change()
            except Exception:
                continue
    return PLAYS


_WRONG: Final = (
    7,
    "text",
    ("a", "b"),
    Decision(None),
    Decision(7),
    Decision(["x"]),
    Decision(b"x"),
)  # type: ignore[arg-type]


def _hang(view: Any, legal: Collection[str]) -> Any:
    time.sleep(600)


def _exit(view: Any, legal: Collection[str]) -> Any:
    sys.exit(0)


def _interrupt(view: Any, legal: Collection[str]) -> Any:
    raise GeneratorExit


def _unknown(view: Any, legal: Collection[str]) -> Any:
    return Decision(next(iter(legal)) + "!")


DEEDS: Final[Mapping[str, Callable[[Any, Collection[str]], Any]]] = {
    "raises": _raise,
    "says-nothing": lambda view, legal: None,
    "plays-illegally": _unknown,
    "answers-5": lambda view, legal: 7,
    "answers-text": lambda view, legal: "text",
    "answers-a-pair": lambda view, legal: ("a", "b"),
    "moves-none": lambda view, legal: Decision(None),  # type: ignore[arg-type]
    "moves-a-number": lambda view, legal: Decision(7),  # type: ignore[arg-type]
    "moves-a-list": lambda view, legal: Decision(["x"]),  # type: ignore[arg-type]
    "moves-bytes": lambda view, legal: Decision(b"x"),  # type: ignore[arg-type]
    "recurses": _recurse,
    "exits": _exit,
    "hangs": _hang,
    "eats": _eat,
    "prints": _print,
    "meddles": _meddle,
}
"""What it does at its second move, by its name."""
HARMLESS: Final = ("prints", "meddles", "eats")
"""Those whose moves can be played all the same."""
ONCE: Final = ("prints", "eats")
"""Those that would take all day if they did it at every move."""
IN_WORKER_ONLY: Final = ("hangs", "eats")
"""Those that no window survives whose process they are in."""
KINDS: Final = (*DEEDS, "says-nan", "leaves", "does-not-import", "unready", "mute", "deaf")


def _make(kind: str) -> Agent:
    if kind == "does-not-import":
        import a_package_that_nobody_has  # type: ignore[import-not-found]  # noqa: F401
    if kind in DEEDS:
        return Bad(DEEDS[kind], 1 if kind in ONCE else math.inf)
    if kind in ("unready", "mute", "deaf"):
        return {"unready": faulty.Unready, "mute": faulty.Mute, "deaf": faulty.Deaf}[kind]()
    return {"says-nan": Nowhere, "leaves": Leaves}[kind]()


def _spec(kind: str, heavy: bool) -> AgentSpec:
    name = HEAVY + kind if heavy else kind
    return AgentSpec(
        name,
        name.capitalize(),
        "Bad.",
        lambda options, start: _make(kind),
        heavy=heavy,
        learns=True,
    )


AGENTS: Final = tuple(_spec(kind, heavy) for kind in KINDS for heavy in (False, True))


def know(replace: Callable[[Any, str, Any], None]) -> None:
    """Let every game have the bad agents; `replace` sets an attribute of the catalogue."""
    faulty.know(replace, AGENTS)


def worker_command() -> list[str]:
    """How a worker is started that knows the bad agents, and the null games."""
    return [sys.executable, "-c", "from tests.support.bad_agents import main; main()"]


def main() -> None:
    """Serve as `ai.worker` does."""
    from ai import worker
    from tests.support import null_games

    null_games.know(setattr)
    know(setattr)
    worker.main()
