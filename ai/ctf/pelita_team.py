"""`pelita:FILE`: a team of the tournament program Pelita (2.7) in the seats of the arcade.

It plays in a process of its own (`ai.ctf.pelita_child`), where the package makes its bots from our
state. It may take as long as there, and loses by what it loses by there: an exception, a move that
is none, silence. What it did before a match is taken up again is asked for again, move by move.
"""

from __future__ import annotations

import importlib.util
import sys
import weakref
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.ctf.following import Follower
from ai.ctf.witness import Glance
from games.child import Stranger, plain
from games.core import Decision, Event, Game, GivesUp, Limit
from games.ctf.maze import MOVES
from games.ctf.rules.state import BOTS, State
from games.mind import Note
from games.paths import ROOT, lacks, python
from games.spec import BadOption, Option, Params
from games.streams import Stream

ID: Final = "pelita"
START_SECONDS: Final = 20.0
"""So long a team may take to start; Pelita 2.7 waits 6 s, but is alone on its machine."""
MOVE_SECONDS: Final = 3.0
"""As long as Pelita 2.7 waits for an answer."""
_LONGEST_PATH: Final = 1000
_BUILT_IN: Final = ("0", "1")
"""What Pelita calls two of its demo players."""


class FileOption(Option):
    """The file of a team, or the folder of one."""

    def parse(self, value: object) -> str:
        """Return the path as text, from the root on or from a home folder; raises `BadOption`.

        The home folder is looked up only where the team begins to play.
        """
        if not isinstance(value, str) or not value or len(value) > _LONGEST_PATH:
            raise BadOption(f"{self.name} needs the path of a team, as in pelita:my_team.py.")
        whole = value in _BUILT_IN or value.startswith("~")
        return value if whole else str(Path(value).absolute())


def alias(name: str) -> tuple[str, Mapping[str, Any]] | None:
    """Return the agent and its options that "pelita:FILE" means, or None for another name."""
    head, colon, file = name.partition(":")
    known = file.removeprefix("file=")
    return (ID, {"file": known}) if head == ID and colon and known else None


def hindrance(params: Params) -> str:
    """Return why a team of Pelita's cannot play a match with these options, or ""."""
    if params["rules"] != "pelita":
        return "A team of Pelita's plays by Pelita's rules; choose rules=pelita."
    if importlib.util.find_spec("pelita") is None:
        return lacks("A team of Pelita's", "the package pelita", "requirements-lab.txt")
    return ""


class PelitaTeam(Follower):
    """A team that asks a process; see the module. `GivesUp` is raised where it has lost by a fault.

    `states` are the states it got at each of its turns, in Pelita's form.
    """

    def __init__(self, file: str) -> None:
        self.file, self.name = file, Path(file).name
        self._child: Stranger | None = None
        self._end: weakref.finalize[..., Any] | None = None

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Know how the match begins; the process starts with the first move."""
        self._close()
        self.states: list[dict[str, Any]] = []
        self._asked, self._answer = 0, (0, 0)
        self._seed, self._shadow, self._eaten = 0, set[int](), set[int]()
        super().begin(seats, game, params, rng)
        self._seed = rng.below(sys.maxsize)

    def _read(self, glance: Glance) -> None:
        self._shadow = self._shaded(glance)
        self.states.append(self._told(glance))

    def _follow(self, event: Event) -> None:
        super()._follow(event)
        if event.kind == "eat":
            self._eaten.add(event.data["cell"])

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the move of the team, after asking it for all moves before."""
        if self._child is None:
            self._start()
        while self._asked < len(self.states):
            self._answer = self._ask(self.states[self._asked])
            self._asked += 1
        cells, here = self.field.cells, view.bots[seat]
        ways = dict(zip(MOVES, self.field.ways[here], strict=True))
        move = next((name for name in legal if cells[ways[name]] == self._answer), None)
        if move is None:
            raise self._lost(
                f"IllegalPosition: bot {seat} wanted to go from {cells[here]} to {self._answer}"
            )
        return Decision(move, (Note(f"I go {self._answer}: what I think stays in my program."),))

    def finish(self, result: Sequence[float]) -> None:
        """End the process."""
        self._close()

    # -- the process ---------------------------------------------------------------------

    def _start(self) -> None:
        script = ROOT / "ai" / "ctf" / "pelita_child.py"
        try:
            file = str(Path(self.file).expanduser())
        except RuntimeError:
            raise self._lost("could not be loaded: nobody here has that home folder") from None
        self._child = Stranger(python("-P", str(script), file))
        self._end = weakref.finalize(self, self._child.close)
        ready = self._next(START_SECONDS, "to start")
        if "ready" not in ready:
            raise self._lost(f"could not be loaded: {ready.get('failed')}")
        self._asked = 0
        first = {"initial": self._initial(), "team": self.team}
        self._put({"number": 0, **first})

    def _ask(self, state: Mapping[str, Any]) -> tuple[Any, ...]:
        reply = self._put({"number": self._asked + 1, "state": state})
        move = reply.get("move")
        if not isinstance(move, list | str):
            raise self._lost("answered with no move")
        return tuple(move)

    def _put(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the answer to a request; raises `GivesUp` for an error and for none."""
        assert self._child is not None
        self._child.send(request)
        reply = self._next(MOVE_SECONDS, "for a move")
        if reply.get("number") != request["number"]:
            raise self._lost("answered what it was not asked")
        if "error" in reply:
            raise self._lost(f"{reply['error']}: {reply.get('error_msg', '')}")
        return reply

    def _next(self, seconds: float, late: str) -> Mapping[str, Any]:
        """Return the next reply of the process."""
        child = self._child
        assert child is not None
        try:
            found = child.take(seconds)
        except ValueError:
            raise self._lost("wrote what is no answer") from None
        if found is None:
            slow = not child.ended
            self._close()
            late = f"took longer than {seconds:g} s {late} (timeout)"
            raise self._lost(late if slow else child.ending)
        return found

    def _lost(self, fault: str) -> GivesUp:
        """Return the team has lost by a `fault`; its process ends."""
        self._close()
        return GivesUp(" ".join(plain(f"{self.name}: {fault}.").split()))

    def _close(self) -> None:
        if self._end is not None:
            self._end()
        self._child = self._end = None

    # -- what Pelita sends ---------------------------------------------------------------

    def _initial(self) -> dict[str, Any]:
        rows = self.field.maze.rows
        walls = [[x, y] for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
        return {"walls": walls, "shape": [len(rows[0]), len(rows)], "seed": self._seed}

    def _told(self, glance: Glance) -> dict[str, Any]:
        """Return the state that Pelita gives a team at the turn of one of its bots."""
        own, other = self._team_state(0, glance), self._team_state(1, glance)
        readings = glance.readings
        own["bot_positions"] = self._places(glance.own)
        own["shaded_food"] = self._places(self.field.sorted(self._shaded(glance)))
        other["bot_positions"] = self._places([reading.value for reading in readings])
        other["is_noisy"] = [reading.kind != "seen" for reading in readings]
        return {
            "team": own,
            "enemy": other,
            "round": glance.moves // len(BOTS) + 1,
            "bot_turn": glance.moves % len(BOTS) // 2,
            "timeout_length": MOVE_SECONDS,
            "max_rounds": self.length // len(BOTS),
        }

    def _team_state(self, side: int, glance: Glance) -> dict[str, Any]:
        """Return the part of the state that both sides have, for ours (0) or theirs (1)."""
        team = self.team if side == 0 else 1 - self.team
        return {
            "team_index": team,
            "score": glance.score[side],
            "kills": [self._kills[team], self._kills[team + 2]],
            "deaths": list(glance.deaths[side]),
            "bot_was_killed": list(glance.killed[side]),
            "food": self._places(self.field.sorted(glance.food[side])),
            "shaded_food": [],
            "name": self.name if side == 0 else "",
            "team_time": 0.0,
        }

    def _shaded(self, glance: Glance) -> set[int]:
        """Our dots that age, because a ghost of ours is near them; those, too, that were eaten
        while they aged: Pelita goes on telling of them."""
        reach, field, dots = self.rules.reach, self.field, glance.food[0]
        ghosts = [cell for cell in glance.own if field.home[cell] == self.team]
        near = {dot for cell in ghosts for dot in field.near(cell, reach)}
        return (near & dots) | (self._shadow & self._eaten - dots)

    def _places(self, cells: Sequence[int]) -> list[list[int]]:
        return [list(self.field.cells[cell]) for cell in cells]
