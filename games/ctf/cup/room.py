"""The tournament room of capture-the-flag: choose teams, let them play, see any game again.

The games are played in a process of its own (`ai.ctf.desk`), which keeps the tournament with
the player after each of them, so that it goes on from there another time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games import catalog, log
from games.ctf.cup.choose import ChoosePane
from games.ctf.cup.standing import StandingPane
from games.ctf.tournament import BadTournament, Tournament, outcome_of
from games.session.setup import Shown
from games.shell.draw.canvas import Canvas
from games.shell.shell import Shell
from games.shell.workroom import Workroom

FILE: Final = "ctf-tournament.json"
CHOOSE, STANDING = 0, 1
"""The places of the panes."""


class CupRoom(Workroom):
    """The room with both panes, and the process that plays; `running` is True during games."""

    title = "Tournament"
    desk = "ai.ctf.desk"
    sign = "trophy"
    keeps = FILE

    def __init__(self, shell: Shell, params: Mapping[str, Any] | None = None) -> None:
        """Begin with the options in `params`, where some are chosen already."""
        self.cup: Tournament | None = None
        self.running = False
        self.params = catalog.spec("ctf").params(params)
        super().__init__(shell, (ChoosePane, StandingPane))

    def enter(self) -> None:
        """Take up the last tournament."""
        super().enter()
        self.send({"op": "open", "file": self.file()})

    # -- what is asked -----------------------------------------------------------------

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask the process; one that takes the place of another takes up what that has kept."""
        if self.child is None and message["op"] != "open":
            super().send({"op": "open", "file": self.file()})
        super().send(message)

    def begin(self, teams: list[str], games: int, seed: int) -> None:
        """Have these teams meet in a new tournament."""
        about = {"teams": teams, "params": self.params, "games": games, "seed": seed}
        self.send({"op": "begin", **about})

    def go_on(self) -> None:
        """Have the next game played, and those after it."""
        if self.cup is not None and not self.cup.over and not self.running:
            self.running = True
            self.send({"op": "play"})

    def stop(self) -> None:
        """Play no more games after the one at hand."""
        self.running = False

    def watch(self, number: int) -> None:
        """See a game that was played."""
        self.send({"op": "log", "number": number})

    # -- what is answered --------------------------------------------------------------

    def take(self, reply: Mapping[str, Any]) -> None:
        """A tournament, a game, or what could not be done."""
        told = reply.get("error") or reply.get("told")
        if told:
            self.shell.toast(str(told))
        op = reply["op"]
        if op in ("opened", "begun"):
            self._take_cup(reply["cup"], op == "begun")
        elif op == "played":
            self._take_outcome(reply["outcome"])
        elif op == "log":
            self._show(str(reply["text"]))
        elif op == "error":
            self.running = False
        for pane in self.panes:
            pane.take(reply)

    def _take_cup(self, plain: Mapping[str, Any] | None, begun: bool) -> None:
        if plain is None:
            return
        try:
            self.cup = Tournament.from_plain(plain)
        except BadTournament as problem:
            self.shell.toast(str(problem))
            return
        self.open_pane(STANDING)
        if begun:
            self.running = False
            self.go_on()

    def _take_outcome(self, plain: Mapping[str, Any] | None) -> None:
        if plain is None or self.cup is None:
            self.running = False
            return
        self.cup.take(outcome_of(plain))
        if self.cup.over:
            self.running = False
        elif self.running:
            self.send({"op": "play"})

    def _show(self, text: str) -> None:
        """Open a game to see it again."""
        try:
            found = log.decode(text)
            names = [catalog.seated("ctf", seating).spec.name for seating in found.seats]
            page = self.shell.doors.replay(self.shell, Shown(found, names))
        except ValueError as problem:
            self.shell.toast(f"This game cannot be shown: {problem}")
            return
        self.shell.push(page)

    def stopped(self) -> None:
        """The process has ended by itself: what was played is kept, where there is a folder."""
        self.running = False
        kept = "the games that were played are kept" if self.file() else "begin another"
        self.shell.toast(f"The tournament stopped; {kept}.")

    def next_frame(self) -> float | None:
        """Return 0 while the picture moves, and little while a game is played."""
        if self.springs.moving or self.pane.moving:
            return 0.0
        return 1 / 15 if self.running or self.child is not None else None

    def draw_ground(self, canvas: Canvas) -> None:
        """The night."""
        canvas.sprite("launcher-backdrop", (0, 0, *self.size))
