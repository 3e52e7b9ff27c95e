"""A process in which heavy agents think: `python -m ai.worker`, spoken to in lines of JSON.

It holds a replica of the match. `{"op": "start", "log": TEXT}` builds it (see `games.log`),
`{"op": "turn", "turn": [[seat, move], ...]}` moves it on, and
`{"op": "decide", "seat": S, "turn": N, "limit": {...}}` is answered by
`{"seat": S, "turn": N, "move": MOVE, "mind": [...] or null}`. An agent that can tell how far it is
(one with a `progress` to set, see `ai.ur.expectimax`) is heard before with lines
`{"seat": S, "turn": N, "progress": 0..1}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from games import catalog, log
from games.core import Limit, Match
from games.mind import mind_to_plain


def build_match(text: str) -> Match[Any]:
    """The match that a log's text describes, with the agents that its header names."""
    found = log.decode(text)
    players = {}
    for seat, seating in enumerate(found.seats):
        if seating.agent != "human":
            spec = catalog.agent(found.game, seating.agent)
            players[seat] = spec.make(seating.options, seating.start)
    match: Match[Any] = Match(catalog.rules(found.game), found.params, found.seed, players)
    match.replay(found.turns)
    return match


def answer(
    match: Match[Any], request: dict[str, Any], tell: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """The reply to a "decide"; on the way there `tell` hears of its progress."""
    limit = Limit(**request["limit"])
    plain = {"seat": request["seat"], "turn": request["turn"]}
    thinker: Any = match.players[request["seat"]]
    if hasattr(thinker, "progress"):
        thinker.progress = lambda share: tell({**plain, "progress": share})
    decision: Any = match.decide(request["seat"], limit)
    mind = None if decision.mind is None else mind_to_plain(decision.mind)
    return {**plain, "move": decision.move, "mind": mind}


def tell(plain: dict[str, Any]) -> None:
    """One line to whoever asked."""
    print(json.dumps(plain), flush=True)


def main() -> None:
    """Serve until the input ends."""
    match: Match[Any] | None = None
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "start":
            match = build_match(request["log"])
        elif match is not None and request["op"] == "turn":
            match.play({int(seat): str(move) for seat, move in request["turn"]})
        elif match is not None and request["op"] == "decide":
            tell(answer(match, request, tell))


if __name__ == "__main__":
    main()
