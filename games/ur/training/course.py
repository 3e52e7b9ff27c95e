"""One training as it was chosen in the room: its process, where it is kept, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from games.child import Child
from games.shell.shell import Shell
from games.ur.training.brains import keep_brain, kept_learner

STRETCH: Final = 20
"""Games between two reports."""
BRAINS: Final = (("learner", "Learner"), ("learner+", "Learner+"), ("learner", "Your learner"))
"""Agents that train, and what they are called."""
YOURS: Final = 2
"""The place of the learner that the player has kept."""
YOU: Final = "you"
"""The rival of a learner that the person plays."""
MEASURED: Final = ("random", "greedy-pow2")
"""Against whom the best brain is measured."""


class BrainTraining:
    """A training of the brain `brain` of `BRAINS` at a `game`, (rules, pieces).

    `length` games are to be played, or as many more by a learner that was kept; a child differs in
    `changed` values by at most `spread`; `rival` is an agent, `YOU`, or "" for a second learner.
    `report` is the last report of its process, {} before the first; `running` is True while it
    trains, `asked` while an answer is to come.
    """

    def __init__(self, shell: Shell, game: tuple[str, int], length: int, spread: float) -> None:
        self.shell, self.game, self.length, self.spread = shell, game, length, spread
        self.seed, self.brain, self.changed, self.rival = 1, 0, 1, ""
        self.helper: Child | None = None
        self.running = self.asked = False
        self.report: Mapping[str, Any] = {}
        self.before = 0  # games that a learner which was kept had when it came here

    @property
    def agent(self) -> str:
        """The agent that learns, by its id."""
        return BRAINS[self.brain][0]

    @property
    def grows(self) -> bool:
        """True if it grows a tree, against whom one likes."""
        return self.agent == "learner"

    @property
    def taught(self) -> bool:
        """True if the person plays its games."""
        return self.grows and self.rival == YOU

    @property
    def played(self) -> int:
        """Games that were played here."""
        return int(self.report.get("games", 0)) - self.before

    @property
    def done(self) -> bool:
        """True if all games were played."""
        return self.played >= self.length

    def curve(self, name: str) -> tuple[float, ...]:
        """Return the win rates against one of `MEASURED`."""
        return tuple(self.report["curves"][name]) if self.report else ()

    def files(self) -> tuple[Path, Path] | None:
        """Return the path of the player's training of the present choice, if there is a folder.

        Behind it the path of an earlier version, for all players together.
        """
        root, profile = self.shell.library.store.root, self.shell.profile
        if root is None or profile is None or self.brain == YOURS:
            return None
        rules, pieces = self.game
        parts = [self.agent, rules, str(pieces)]
        if self.grows:
            parts += [self.rival or "itself", str(self.changed), f"{self.spread:g}"]
        name = f"{'-'.join(parts)}.npz"
        return root / "profiles" / profile.id / "trainings" / name, root / "trainings" / name

    def look_up(self) -> None:
        """Take up the training that was kept, if there is one: it reports its state."""
        files = self.files()
        if self.brain == YOURS:
            self.begin()
        elif files is not None:
            file, older = files
            if any(file.parent.glob(f"{file.stem}.*.npz*")) or older.exists():
                self.begin()

    def begin(self, again: bool = False) -> None:
        """Start the process, which goes on from what was kept, or begins `again` beside it."""
        if self.helper is not None:
            return
        self.helper = Child("ai.ur.school")
        rules, pieces = self.game
        change = {"changed": self.changed, "spread": self.spread, "rival": self.rival}
        game = {"rules": rules, "pieces": pieces, "seed": self.seed}
        files = self.files()
        place: dict[str, Any] = {}
        if files is not None:
            place = {"file": str(files[0]), "older": str(files[1]), "again": again}
        elif self.brain == YOURS:
            place = {"start": kept_learner(self.shell)}
        self.helper.send({"op": "train", "agent": self.agent, **game, **change, **place})

    def toggle(self) -> None:
        """Train, pause, or begin again where all games were played; a kept learner goes on."""
        if self.running:
            self.running = False
            return
        again = self.done and self.brain != YOURS
        if again:
            self.seed = int(self.report["seed"]) + 1
            self.forget()
        elif self.done:
            self.before = int(self.report["games"])
        self.running = True
        self.begin(again)

    def reports(self) -> Iterator[Mapping[str, Any]]:
        """Take the reports that came, each as it is the last, and ask for the next stretch."""
        while self.helper is not None and (report := self.helper.take()) is not None:
            if "error" in report:
                self.close()
                self.running = False
                self.shell.toast(str(report["error"]))
                return
            self._take(report)
            yield report
        if self.helper is not None and self.running and not self.asked and not self.helper.ended:
            left = max(1, self.length - self.played)
            self._ask({"op": "run", "games": min(STRETCH, left)})

    def _take(self, report: Mapping[str, Any]) -> None:
        if self.brain == YOURS and not self.report:
            self.before = int(report["games"])
        self.report, self.asked = report, self.asked and "rates" not in report
        if self.brain == YOURS and "rates" in report:
            keep_brain(self.shell, str(report["learned"]))

    def teach(self, node: int, won: bool) -> None:
        """Count a game that the person played against the brain of a `node`, which `won` or not."""
        self._ask({"op": "teach", "node": node, "won": won})

    def _ask(self, request: Mapping[str, Any]) -> None:
        if self.helper is not None:
            self.helper.send(request)
            self.asked = True

    def forget(self) -> None:
        """End the process, and forget its reports."""
        self.close()
        self.running, self.before, self.report = False, 0, {}

    def close(self) -> None:
        """End the process; its last report stays."""
        if self.helper is not None:
            self.helper.close()
        self.helper, self.asked = None, False
