"""The room of a league: choose agents, let them play, see any game again.

The games are played in a process of its own (`ai.lab.league.desk`), which keeps the league with
the player after each of them, so that it goes on from there another time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games import catalog, log
from games.core import Seating
from games.session.setup import Shown
from games.shell.draw.canvas import Canvas
from games.shell.pages.league.choose import ChoosePane
from games.shell.pages.league.pane import Plain
from games.shell.pages.league.standing import StandingPane
from games.shell.shell import Shell
from games.shell.workroom import Workroom

CHOOSE, STANDING = 0, 1
"""The places of the panes."""
NOTHING: Final[Plain] = {"agents": [], "done": 0, "all": 0, "next": [], "found": None}
"""The answer of a desk without a league."""


class LeagueRoom(Workroom):
    """The room with both panes, and the process that plays; `running` is True during games."""

    title = "League"
    desk = "ai.lab.league.desk"
    sign = "trophy"

    def __init__(self, shell: Shell, game: str, params: Mapping[str, Any]) -> None:
        """Begin with the options in `params`."""
        self.game, self.params = game, dict(params)
        self.keeps = f"league-{game}"
        self.entrants: Sequence[str] = ()
        self.stands: Plain = NOTHING
        self.running = False
        super().__init__(shell, (ChoosePane, StandingPane))

    def enter(self) -> None:
        """Take up the last league."""
        super().enter()
        self.send(self._opening())

    def _opening(self) -> dict[str, Any]:
        return {"op": "open", "game": self.game, "folder": self.file(), "options": self.params}

    # -- what is asked -----------------------------------------------------------------

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask the process; one that takes the place of another takes up what that has kept."""
        if self.child is None and message["op"] != "open":
            super().send(self._opening())
        super().send(message)

    def begin(self, agents: list[str], games: int, seed: int) -> None:
        """Have these agents meet in a new league."""
        about = {"agents": agents, "options": self.params, "games": games, "seed": seed}
        self.send({"op": "begin", **about})

    def go_on(self) -> None:
        """Have the next games played, and those after them."""
        if self.stands["done"] < self.stands["all"] and not self.running:
            self.running = True
            self.send({"op": "play"})

    def stop(self) -> None:
        """Play no more games after those at hand."""
        self.running = False

    def watch(self, one: str, other: str, number: int) -> None:
        """See a game of two agents."""
        self.send({"op": "watch", "a": one, "b": other, "number": number})

    # -- what is answered --------------------------------------------------------------

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in how the league stands, a game, or what could not be done."""
        told = reply.get("error") or reply.get("told")
        if told:
            self.shell.toast(str(told))
        op = reply["op"]
        if op == "match":
            self._show(str(reply["text"]))
        elif op == "error":
            self.running = False
        else:
            self._take_stands(op, reply)
        for pane in self.panes:
            pane.take(reply)

    def _take_stands(self, op: str, reply: Mapping[str, Any]) -> None:
        self.stands = {name: reply[name] for name in NOTHING}
        if op == "opened":
            self.entrants = [str(name) for name in reply["entrants"]]
        if op != "played" and self.stands["agents"]:
            self.open_pane(STANDING)
        if op == "begun":
            self.running = False
            self.go_on()
        elif op == "played" and self.stands["done"] == self.stands["all"]:
            self.running = False
        elif op == "played" and self.running:
            self.send({"op": "play"})

    def _show(self, text: str) -> None:
        """Open a game to see it again."""
        try:
            found = log.decode(text)
            names = [self._seated(seating) for seating in found.seats]
            page = self.shell.doors.replay(self.shell, Shown(found, names))
        except ValueError as problem:
            self.shell.toast(f"This game cannot be shown: {problem}")
            return
        self.shell.push(page)

    def _seated(self, seating: Seating) -> str:
        """Return the name of who sat there; the arcade's imitation of a person has none."""
        try:
            return catalog.seated(self.game, seating).spec.name
        except catalog.UnknownAgent:
            return "An imitated person"

    def stopped(self) -> None:
        """Note that the process has ended by itself: what was played is kept, where there is a
        folder.
        """
        self.running = False
        kept = "the games that were played are kept" if self.file() else "begin another"
        self.shell.toast(f"The league stopped; {kept}.")

    def next_frame(self) -> float | None:
        """Return 0 while the picture moves, and little while a game is played."""
        if self.springs.moving or self.pane.moving:
            return 0.0
        return 1 / 15 if self.running or self.child is not None else None

    def draw_ground(self, canvas: Canvas) -> None:
        """Draw the night."""
        canvas.sprite("launcher-backdrop", (0, 0, *self.size))
