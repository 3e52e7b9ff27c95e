"""A process in which a team of Pelita's thinks: `python -P pelita_child.py FILE`, in lines of JSON.

The package's own loader reads the file and the package's own `Team` makes its bots, so that a team
reads the same here as there. It is run by its path and imports no module of the arcade. The first
line that it writes is `{"ready": NAME}` or `{"failed": SENTENCE}`. Then `{"number": N, "initial":
STATE, "team": 0 or 1}` and `{"number": N, "state": STATE}`, states as Pelita sends them, are
answered by `{"number": N}` with `"move": [x, y]`, or `"error": KIND, "error_msg": TEXT`.

What a team prints goes to standard error. A process that it forks has no part in the conversation;
when the other side is gone, this process ends, even in the middle of a move.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, Final, Protocol

_LONGEST: Final = 300
"""Characters of what is told of an exception."""


Plain = Callable[[object], object]
"""Makes of a number of numpy's one that JSON can hold."""


class Team(Protocol):
    """The used part of the package's own class."""

    team_name: str

    def set_initial(self, team_id: int, game_state: Mapping[str, Any]) -> None:
        """Begin a game."""

    def get_move(self, game_state: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the move of the bot, or its fault."""


def main(spec: str) -> None:
    """Load the team in the file `spec` and answer for it."""
    source, out = _conversation()
    lines = _lines(source)
    try:
        team, plain = _loaded(spec)
    except BaseException as problem:
        _tell(out, {"failed": _words(problem)}, None)
        return
    _tell(out, {"ready": team.team_name}, None)
    for line in lines:
        request = json.loads(line)
        reply = {"number": request["number"], **_answer(team, request)}
        _tell(out, reply, plain)


def _conversation() -> tuple[IO[str], IO[str]]:
    """Return the streams of requests and replies, out of reach at 0 and 1."""
    source = os.fdopen(os.dup(0), encoding="utf-8")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    if hasattr(os, "register_at_fork"):
        first = min(source.fileno(), out.fileno())
        last = max(source.fileno(), out.fileno())
        os.register_at_fork(after_in_child=lambda: os.closerange(first, last + 1))
    return source, out


def _lines(source: IO[str]) -> Iterator[str]:
    """Return the lines of `source`, read beside what the team does: at their end all of it ends."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in source:
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return iter(waiting.get, "")


def _loaded(spec: str) -> tuple[Team, Plain]:
    """Return the team, and what writes its numbers as JSON; raises whatever its file raises."""
    from pelita.network import json_default_handler
    from pelita.scripts.pelita_player import load_team

    return load_team(spec), json_default_handler


def _answer(team: Team, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the team's reply."""
    try:
        if "initial" in request:
            team.set_initial(request["team"], request["initial"])
            return {}
        found = team.get_move(request["state"])
    except BaseException as problem:
        return {"error": type(problem).__name__, "error_msg": str(problem)[:_LONGEST]}
    if "error" in found:
        return {"error": str(found["error"]), "error_msg": str(found["error_msg"])[:_LONGEST]}
    return {"move": found["move"]}


def _tell(out: IO[str], reply: Mapping[str, Any], plain: Plain | None) -> None:
    """Write a reply; a move that JSON cannot hold becomes an error."""
    try:
        text = json.dumps(reply, default=plain)
    except (TypeError, ValueError, RecursionError) as problem:
        told = {"error": type(problem).__name__, "error_msg": str(problem)[:_LONGEST]}
        text = json.dumps({"number": reply.get("number"), **told})
    out.write(text + "\n")
    out.flush()


def _words(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {problem}"[:_LONGEST]


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    finally:
        os._exit(0)
