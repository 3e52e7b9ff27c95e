"""A process in which heavy agents think: `python -m ai.worker`, spoken to in lines of JSON.

It holds a replica of the match with the agents of some seats.

- `{"op": "start", "log": TEXT, "seats": [S, ...], "weights": FOLDER, "bots": {...}}` builds it
  (see `games.log`), with the weights that were trained into FOLDER, or with what ships ("", see
  `games.weights`), and the files of bots (`games.bots.handed`); with `"ahead": true` it stands at
  its start and knows the turns that come;
  Where an agent cannot begin (what it had learned is damaged), every question until the next
  "start" is answered with the fault "start" and a sentence; "go" can end so too;
- `{"op": "turn", "turn": [[seat, move], ...]}` moves it on;
- `{"op": "go", "turn": N}` goes back or on to the moment after N of the turns that it knows;
- `{"op": "decide", "seat": S, "turn": N, "question": Q, "limit": {...}, "lot": L or null}` (see
  `Match.decide`) is answered with the same seat, turn and question and `"move": MOVE, "mind":
  [...] or null, "forecasts": {"SEAT": [...]}`, or with `"fault": KIND, "sentence": TEXT`. An agent
  that can tell how far it is (`games.agents.Progressing`) is heard before, with `"progress": 0..1`;
- `{"op": "run", "turns": N, "limit": {...}}` plays N turns on by itself, as far as the match goes:
  `{"ran": TURN, "moves": [[seat, move], ...], "minds": {"SEAT": [...] or null}}` for each, where it
  needs the agents of all seats; then `{"ran": TURNS, "rest": true}`, or "fault" and "sentence";
- `{"op": "tell", "seat": S, "what": "mind" or "findings" or "learned"}` is answered by
  `{"seat": S, "told": WHAT, "value": ...}`, or with "fault" and "sentence" in place of the value.

What an agent prints goes to standard error: standard output belongs to this conversation. An agent
may take `games.keeper.MEMORY_BYTES` and no more, and one that hangs ends soon after the window is
gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TextIO

from games import bots, catalog, keeper, log, weights
from games.child import end_strangers
from games.core import CHANCE, FAILURES, GivesUp, IllegalMove, Limit, Player
from games.match import Match
from games.mind import mind_to_plain

Tell = Callable[[dict[str, Any]], None]

_LONGEST: Final = 600
"""Characters of a sentence about a fault."""
END_SECONDS: Final = 20.0
"""So long a worker may go on after its input has ended."""


def build_match(text: str, seats: Collection[int], ahead: bool = False) -> Match[Any]:
    """Return the match that a log's `text` describes, with the agents that its header names in
    `seats`.

    It stands at its end, or at its start where all its turns lie `ahead`.
    """
    found = log.decode(text)
    rules = catalog.rules(found.game)
    teams = catalog.spec(found.game).teams_for(found.params)
    players: dict[int, Player] = {}
    shared: dict[tuple[int, str], Player] = {}
    for seat in seats:  # one mind for the seats of a team, as in the match itself
        seating = found.seats[seat]
        key = teams[seat], repr(seating)
        if key not in shared:
            shared[key] = catalog.seated(found.game, seating).make(seating.start)
        players[seat] = shared[key]
    match: Match[Any] = Match(rules, found.params, found.seed, players, snapshots=True)
    if ahead:
        match.expect(found.turns)
    else:
        match.replay(found.turns)
    return match


def answer_decide(match: Match[Any], request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the reply to a "decide" `request` in a `match`; `tell` hears of its progress."""
    seat = request["seat"]
    plain = {"seat": seat, "turn": request["turn"], "question": request["question"]}
    thinker: Any = match.players[seat]
    if hasattr(thinker, "progress"):
        thinker.progress = lambda share: tell({**plain, "progress": share})
    try:
        decision = match.decide(seat, Limit(**request["limit"]), request["lot"])
        mind = None if decision.mind is None else mind_to_plain(decision.mind)
        forecasts = {str(other): list(shares) for other, shares in decision.forecasts.items()}
        return {**plain, "move": decision.move, "mind": mind, "forecasts": forecasts}
    except IllegalMove as problem:
        return {**plain, "fault": "illegal", "sentence": str(problem)[:_LONGEST]}
    except FAILURES as problem:
        return {**plain, **failure(seat, problem)}


def run(match: Match[Any], request: dict[str, Any], tell: Tell) -> None:
    """Play a `match` on by itself for a "run" `request`; `tell` gets every turn."""
    for _ in range(request["turns"]):
        if match.over:
            break
        turn, minds, moves = len(match.turns), {}, {}
        for seat in match.to_act:
            if seat == CHANCE:
                moves[seat] = match.draw()
                continue
            asked = {"seat": seat, "turn": turn, "question": turn, "lot": None}
            reply = answer_decide(match, {**asked, "limit": request["limit"]}, lambda plain: None)
            if "fault" in reply:
                tell({"ran": turn, **reply})
                return
            moves[seat], minds[str(seat)] = reply["move"], reply["mind"]
        match.play(moves)
        tell({"ran": turn, "moves": [list(pair) for pair in moves.items()], "minds": minds})
    tell({"ran": len(match.turns), "rest": True})


def failure(seat: int, problem: BaseException) -> dict[str, str]:
    """Return the part of a reply for the exception `problem` that the agent of a `seat` raised."""
    sentence = f"The agent in seat {seat} failed ({type(problem).__name__})."
    if isinstance(problem, GivesUp):
        return {"fault": "forfeit", "sentence": str(problem)[:_LONGEST]}
    return {"fault": "error", "sentence": sentence}


def answer_tell(match: Match[Any], seat: int, what: str) -> dict[str, Any]:
    """Return the reply to a "tell" about `what` the agent of a `seat` knows of its `match`."""
    player = match.players[seat]
    ask: Callable[[], object] = {
        "mind": lambda: mind_to_plain(player.mind()),
        "findings": lambda: mind_to_plain(player.findings()),
        "learned": player.learned,
    }[what]
    try:
        return {"seat": seat, "told": what, "value": ask()}
    except FAILURES as problem:
        return {"seat": seat, "told": what, **failure(seat, problem)}


def _tell_notices() -> None:
    """Print the faults of trained weights; the window has shown them, if it had a look."""
    for sentence in weights.take_notices():
        print(sentence, file=sys.stderr)


class SeatedMatch:
    """The match of a worker, or the reason in a sentence why its agents could not begin."""

    def __init__(self) -> None:
        self.match: Match[Any] | None = None
        self.fault = ""

    def start(self, request: dict[str, Any]) -> None:
        """Build the match of a "start" `request`."""
        weights.choose(Path(request["weights"]) if request["weights"] else None)
        bots.take(request.get("bots", {}))
        ahead = bool(request.get("ahead"))
        self.match, self.fault = None, ""
        with self._failing():
            self.match = build_match(request["log"], request["seats"], ahead)
        _tell_notices()

    def go(self, turn: int) -> None:
        """Be at the moment after `turn` turns."""
        if self.match is not None:
            with self._failing():
                self.match.go_to(turn)

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """Whatever is raised in here becomes the `fault`, and there is no match."""
        try:
            yield
        except FAILURES as problem:
            told = f"The opponent could not begin ({type(problem).__name__})."
            self.fault = str(problem)[:_LONGEST] if isinstance(problem, ValueError) else told
            self.match = None


def refusal(request: dict[str, Any], sentence: str) -> dict[str, Any]:
    """Return the reply to a `request` where there is no match; `sentence` is the reason."""
    about: dict[str, Any] = {
        name: request[name] for name in ("seat", "turn", "question") if name in request
    }
    if request["op"] == "tell":
        about["told"] = request["what"]
    return {**about, "fault": "start", "sentence": sentence}


def serve(lines: Iterable[str], tell: Tell) -> None:
    """Answer the requests in `lines` through `tell`, until there are no more."""
    seated = SeatedMatch()
    for line in lines:
        request = json.loads(line)
        match = seated.match
        if request["op"] == "start":
            seated.start(request)
        elif request["op"] == "go":
            seated.go(request["turn"])
        elif match is None:
            if seated.fault and request["op"] in ("decide", "tell"):
                tell(refusal(request, seated.fault))
        elif request["op"] == "turn":
            match.play({int(seat): str(move) for seat, move in request["turn"]})
        elif request["op"] == "decide":
            tell(answer_decide(match, request, tell))
        elif request["op"] == "run":
            run(match, request, tell)
        elif request["op"] == "tell":
            tell(answer_tell(match, request["seat"], request["what"]))


def lines_until_end(source: TextIO) -> Iterator[str]:
    """Return the lines of `source`; `END_SECONDS` after its end the process ends."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in source:
            waiting.put(line)
        waiting.put("")
        end_strangers()
        time.sleep(END_SECONDS)
        os._exit(1)

    threading.Thread(target=read, daemon=True).start()
    return iter(waiting.get, "")


def main() -> None:
    """Serve until the input ends."""
    keeper.limit_memory()
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def tell(plain: dict[str, Any]) -> None:
        print(json.dumps(plain), file=replies, flush=True)

    try:
        serve(lines_until_end(sys.stdin), tell)
    except BrokenPipeError:  # whoever asked is gone
        os._exit(1)


if __name__ == "__main__":
    main()
