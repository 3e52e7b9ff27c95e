"""Workers of a Dask cluster that are not as they should be: `dask worker ... --preload` this file.

WORKER_LIES names the lie: "scores" changes the first score of every game, "garbage" makes of
results what is none. WORKER_LIVES is how many parts a worker does before it is killed; with 0 it
lives.
"""

from __future__ import annotations

import os
import signal
from typing import Any, Final

from distributed.diagnostics.plugin import WorkerPlugin

LIES: Final = os.environ.get("WORKER_LIES", "")
LIVES: Final = int(os.environ.get("WORKER_LIVES", "0"))


class Liar(WorkerPlugin):  # type: ignore[misc]
    """Changes what a worker holds as the result of a part, before anybody gets it."""

    def setup(self, worker: Any) -> None:
        """Know the worker."""
        self.worker, self.done = worker, 0

    def transition(self, key: str, start: str, finish: str, **more: Any) -> None:
        """Lie about what was just done."""
        if finish != "memory" or not key.startswith("ai.lab.arena"):
            return
        self.done += 1
        if self.done == LIVES:
            os.kill(os.getpid(), signal.SIGKILL)
        number, played = self.worker.data[key]
        if LIES == "garbage":
            self.worker.data[key] = "garbage"
        if LIES == "scores":
            wrong = [row._replace(scores=(1000.0, *row.scores[1:])) for row in played.results]
            self.worker.data[key] = number, played._replace(results=wrong)


async def dask_setup(worker: Any) -> None:
    """Called by Dask when a worker starts."""
    await worker.plugin_add(Liar(), name="liar")
