"""A process in which heavy agents think: `python -m ai.worker`, spoken to in lines of JSON.

It holds a replica of the match with the agents of some seats.

- `{"op": "start", "log": TEXT, "seats": [S, ...], "weights": FOLDER}` builds it (see `games.log`),
  with the weights that were trained into FOLDER, or with what ships ("", see `games.weights`);
- `{"op": "turn", "turn": [[seat, move], ...]}` moves it on;
- `{"op": "decide", "seat": S, "turn": N, "question": Q, "limit": {...}, "lot": L or null}` (see
  `Match.decide`) is answered with the same seat, turn and question and `"move": MOVE, "mind":
  [...] or null, "forecasts": {"SEAT": [...]}`, or with `"fault": KIND, "sentence": TEXT`. An agent
  that can tell how far it is (`games.agents.Progressing`) is heard before, with `"progress": 0..1`;
- `{"op": "tell", "seat": S, "what": "mind" or "findings" or "learned"}` is answered by
  `{"seat": S, "told": WHAT, "value": ...}`, or with "fault" and "sentence" in place of the value.

What an agent prints goes to standard error: standard output belongs to this conversation.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TextIO

from games import catalog, log, weights
from games.core import FAILURES, IllegalMove, Limit, Player
from games.match import Match
from games.mind import mind_to_plain

Tell = Callable[[dict[str, Any]], None]


def build_match(text: str, seats: Collection[int]) -> Match[Any]:
    """The match that a log's `text` describes, with the agents that its header names in `seats`."""
    found = log.decode(text)
    players: dict[int, Player] = {}
    for seat in seats:
        seating = found.seats[seat]
        players[seat] = catalog.seated(found.game, seating).make(seating.start)
    match: Match[Any] = Match(catalog.rules(found.game), found.params, found.seed, players)
    match.replay(found.turns)
    return match


def answer_decide(match: Match[Any], request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The reply to a "decide" `request` in a `match`; before it `tell` hears of its progress."""
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
        return {**plain, "fault": "illegal", "sentence": str(problem)}
    except FAILURES as problem:
        return {**plain, **failure(seat, problem)}


def failure(seat: int, problem: BaseException) -> dict[str, str]:
    """The part of a reply that says that the agent of a `seat` raised `problem`."""
    sentence = f"The agent in seat {seat} failed ({type(problem).__name__})."
    return {"fault": "error", "sentence": sentence}


def answer_tell(match: Match[Any], seat: int, what: str) -> dict[str, Any]:
    """The reply to a "tell" about `what` the agent of a `seat` knows of its `match`."""
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
    """What is wrong with trained weights; the window has said so, if it had a look at them."""
    for sentence in weights.take_notices():
        print(sentence, file=sys.stderr)


def serve(lines: TextIO, tell: Tell) -> None:
    """Answer the requests in `lines` through `tell`, until there are no more."""
    match: Match[Any] | None = None
    for line in lines:
        request = json.loads(line)
        if request["op"] == "start":
            weights.choose(Path(request["weights"]) if request["weights"] else None)
            match = build_match(request["log"], request["seats"])
            _tell_notices()
        elif match is not None and request["op"] == "turn":
            match.play({int(seat): str(move) for seat, move in request["turn"]})
        elif match is not None and request["op"] == "decide":
            tell(answer_decide(match, request, tell))
        elif match is not None and request["op"] == "tell":
            tell(answer_tell(match, request["seat"], request["what"]))


def main() -> None:
    """Serve until the input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def tell(plain: dict[str, Any]) -> None:
        print(json.dumps(plain), file=replies, flush=True)

    serve(sys.stdin, tell)


if __name__ == "__main__":
    main()
