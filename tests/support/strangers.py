"""Agents of strangers: not ours, quick to answer, and able to do anything to their process.

`main` is a worker that knows them; `know` puts them into the catalogue as long as a test runs.
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from ai.core import Agent
from games import catalog
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Limit
from games.mind import Note

PLACE: Final = "STRANGER_PLACE"
"""The variable with the path where an agent leaves the id of a process that it has started."""


def _recurse() -> None:
    _recurse()


def _deep() -> Any:
    found: Any = []
    for _ in range(100_000):
        found = [found]
    return found


def _change(view: Any) -> None:
    for name in getattr(view, "_fields", ()) or vars(view):
        setattr(view, name, None)


def _start_another(view: Any) -> None:
    found = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(os.environ[PLACE], "w", encoding="ascii") as file:
        file.write(str(found.pid))
    time.sleep(600)


def _spin(view: Any) -> None:
    while True:
        pass


def _noise(view: Any) -> None:
    os.write(1, b"no message\n" * 3)
    sys.exit("gone")


DEEDS: Final[Mapping[str, Callable[[Any], object]]] = {
    "hangs": lambda view: time.sleep(600),
    "spins": _spin,
    "prints": lambda view: print("x" * 10_000_000),
    "takes-memory": lambda view: bytearray(3 << 30),
    "recurses": lambda view: _recurse(),
    "exits": lambda view: sys.exit(3),
    "ends": lambda view: os._exit(3),
    "interrupts": lambda view: (_ for _ in ()).throw(KeyboardInterrupt),
    "changes": _change,
    "babbles": _noise,
    "starts-another": _start_another,
}
"""What an agent does before it answers, by its id."""

FOUND: Final[Mapping[str, Callable[[str, int], object]]] = {
    "nothing": lambda move, seat: None,
    "a-number": lambda move, seat: Decision(5),  # type: ignore[arg-type]
    "a-list": lambda move, seat: Decision([move]),  # type: ignore[arg-type]
    "nan": lambda move, seat: Decision(move, forecasts={1 - seat: (float("nan"),) * 4}),
    "infinity": lambda move, seat: Decision(move, forecasts={1 - seat: (1e400,) * 4}),
    "huge": lambda move, seat: Decision(move, forecasts={1 - seat: (10**400,) * 4}),
    "a-deep-mind": lambda move, seat: Decision(move, mind=(Note(_deep()),)),
    "a-long-mind": lambda move, seat: Decision(move, mind=(Note("x" * 20_000_000),)),
    "a-long-move": lambda move, seat: Decision("x" * 20_000_000),
    "a-set": lambda move, seat: Decision(move, mind=({1, 2},)),  # type: ignore[arg-type]
}
"""What an agent answers, by its id, in place of a move that is legal."""

FLOODS: Final = "floods"
"""An agent that tells its progress for ever."""
OBEYS: Final = "obeys"
"""An agent that plays the first legal move."""
KINDS: Final = (*DEEDS, *FOUND, FLOODS)


class Stranger(Agent):
    """Does what its `kind` says, and then plays the first legal move."""

    progress: Callable[[float], None] | None = None

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Its deed, then a move."""
        move = next(iter(legal))
        DEEDS.get(self.kind, bool)(view)
        while self.kind == FLOODS:
            assert self.progress is not None
            self.progress(0.5)
        answer: Any = FOUND.get(self.kind, lambda move, seat: Decision(move))(move, seat)
        return answer  # type: ignore[no-any-return]


def _spec(kind: str) -> AgentSpec:
    return AgentSpec(
        kind, kind, "Not ours.", lambda options, start: Stranger(kind), learns=True, ours=False
    )


def know(replace: Callable[[Any, str, Any], None]) -> None:
    """Let every game have them; `replace` sets an attribute of the catalogue."""
    known = catalog.offered
    specs = tuple(map(_spec, (*KINDS, OBEYS)))

    def offered(game_id: str) -> GameAgents:
        found = known(game_id)
        return dataclasses.replace(found, agents=(*found.agents, *specs))

    replace(catalog, "offered", offered)


def worker_command() -> list[str]:
    """How a worker is started that knows them."""
    return [sys.executable, "-c", "from tests.support.strangers import main; main()"]


def main() -> None:
    """Serve as `ai.worker` does."""
    from ai import worker

    know(setattr)
    worker.main()
