"""Matches of any game as plain data, and what agents of any game need to sit down at a position.

`of_matches` serves a match of any game, given by its options and turns. Positions of a game's own
kind are read and written in `ai/lab/<game>/positions.py`. What is read is checked whole; a request
that is refused has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from ai.core import Agent
from ai.lab.analyse import agent as named_agent
from ai.lab.analyse import integer, items, refusal
from ai.lab.errors import BadRequest
from ai.lab.rooms import Answer, Plain, Request
from games import catalog
from games.core import CHANCE, Event, Limit
from games.log import MAX_SEATS, MAX_SEED
from games.match import Match
from games.plain import plain_form
from games.spec import Params
from games.streams import Stream

LARGEST: Final = 2**63 - 1
"""The largest seed, and the largest limit in nodes."""

# -- matches -------------------------------------------------------------------------------

_CHANCE: Final = "*"
_MOST_TURNS: Final = 20_000


ByView = Callable[[Request], list[str] | None]
"""Returns the legal moves of the seat that has a plain view: [] where it is not to act, None where
they cannot be listed. Raises `BadRequest`.
"""


def is_of_match(request: Request) -> bool:
    """Return whether a `request` is about a match by its options and turns."""
    return "turns" in request or "options" in request


def of_matches(
    game: str,
    own: Mapping[str, Answer],
    by_view: ByView | None = None,
    ours: Callable[[Request], bool] = is_of_match,
) -> dict[str, Answer]:
    """Return the operations `own` of `game`, with `view`, `legal` and `apply` of its matches.

    A match is {"options": {...}, "seed": 7, "turns": [{"0": "kick", "1": "punch"}, ...]}; all three
    may be left out. A turn has a move for each seat that acts, or one of chance as {"*": "3"}. What
    chance has to do and no turn says is drawn from the seed. A request that is `ours` is about a
    match; others go to the game's own operation of that name, where it has one. With
    `by_view`, `legal` takes a "view" in the place of a match, too.
    """
    found = dict(own)
    for name, operation in (("view", _view), ("legal", _legal), ("apply", _apply)):
        found[name] = _of_match(game, operation, own.get(name), ours)
    return found if by_view is None else {**found, "legal": _of_view(by_view, found["legal"])}


def _of_view(by_view: ByView, other: Answer) -> Answer:
    def answer(request: Request) -> Plain:
        """Return the moves of the seat that has the view of the request, if there is one."""
        if "view" not in request:
            return other(request)
        view = request["view"]
        if not isinstance(view, dict):
            raise refusal(request, "view", 'an object, as "view" gives it')
        seat, moves = integer(view, "seat", 0, MAX_SEATS - 1), by_view(view)
        return {"moves": {} if moves == [] else {str(seat): moves}}

    return answer


def until(done: str, length: str, moves: Sequence[str]) -> ByView:
    """Return what lists all `moves` until the field `done` of a view has reached its `length`."""

    def listed(view: Request) -> list[str]:
        played = integer(view, done, 0, _MOST_TURNS)
        return list(moves) if played < integer(view, length, 1, _MOST_TURNS) else []

    return listed


def _of_match(
    game: str,
    operation: Callable[[str, Request], Plain],
    own: Answer | None,
    ours: Callable[[Request], bool],
) -> Answer:
    def answer(request: Request) -> Plain:
        """Return the reply about a match, or that of the game's own operation."""
        return operation(game, request) if own is None or ours(request) else own(request)

    return answer


def _replayed(game: str, request: Request) -> Match[Any]:
    """Return the match of a request; raises `BadRequest`, `BadOption` and `IllegalMove`."""
    rules, options = catalog.rules(game), request.get("options", {})
    if not isinstance(options, dict):
        raise refusal(request, "options", "an object of options of the game")
    seed = integer(request, "seed", -MAX_SEED, MAX_SEED, 0)
    params = rules.spec.draw(rules.spec.params(options), seed)
    match: Match[Any] = Match(rules, params, seed)
    _play(match, items({"turns": [], **request}, "turns"), "Turn")
    return match


def _play(match: Match[Any], turns: Sequence[object], name: str) -> list[Event]:
    """Play these turns one by one; return what happened."""
    if len(turns) > _MOST_TURNS:
        raise BadRequest(f"Send at most {_MOST_TURNS} turns.")
    events = list[Event]()
    for number, turn in enumerate(turns, start=1):
        try:
            moves = _moves(match, turn)
            if CHANCE not in moves:
                events += _draw(match)
            events += match.play(moves)
        except ValueError as problem:
            raise type(problem)(f"{name} {number}: {problem}") from None
    return events


def _moves(match: Match[Any], turn: object) -> dict[int, str]:
    names = {_CHANCE: CHANCE, **{str(seat): seat for seat in range(len(match.returns))}}
    if not isinstance(turn, dict) or not turn or not turn.keys() <= names.keys():
        known = ", ".join(names)
        raise BadRequest(f"A turn is an object of moves by {known}.")
    if not all(isinstance(move, str) for move in turn.values()):
        raise BadRequest("A move is a text.")
    return {names[name]: move for name, move in turn.items()}


def _draw(match: Match[Any]) -> list[Event]:
    """Draw what chance has to do; return what happened."""
    events = list[Event]()
    while match.to_act == (CHANCE,):
        events += match.play({CHANCE: match.draw()})
    return events


def _view(game: str, request: Request) -> Plain:
    match = _replayed(game, request)
    seat = integer(request, "seat", 0, len(match.returns) - 1)
    _draw(match)
    seen = match.game.view(match.state, seat)
    return {"view": plain_form(game, match.params).view(seen, seat)}


def _legal(game: str, request: Request) -> Plain:
    match = _replayed(game, request)
    _draw(match)
    form = plain_form(game, match.params)
    return {"moves": {str(seat): form.legal(match.legal(seat)) for seat in match.to_act}}


def _apply(game: str, request: Request) -> Plain:
    match = _replayed(game, request)
    seats = range(len(match.returns))
    seen = [integer(request, "seat", 0, seats[-1])] if "seat" in request else seats
    events = _play(match, items(request, "steps"), "Step") + _draw(match)
    form = plain_form(game, match.params)
    turns = [
        {_CHANCE if seat == CHANCE else str(seat): move for seat, move in turn}
        for turn in match.turns
    ]
    return {
        "state": {"options": match.params, "seed": match.seed, "turns": turns},
        "events": form.events(events, seen),
        "to_act": list(match.to_act),
        "returns": list(match.returns),
    }


# -- an agent's move -----------------------------------------------------------------------


class Seated(NamedTuple):
    """An agent in its seat, its random numbers, and the limit that a request sets it."""

    agent: Agent
    rng: Stream
    limit: Limit


def seated(
    request: Request,
    game: str,
    seats: tuple[int, ...],
    params: Params,
    stream: str,
    nodes: tuple[int, int] = (0, LARGEST),
    prepare: Callable[[Agent], None] = lambda agent: None,
) -> Seated:
    """Seat the agent that "agent" names, by its "seed" and "nodes"; raises as `named_agent` does.

    `stream` names its random numbers among the streams of the seed, `nodes` are the least and the
    most that a request may set, and `prepare` is called before the agent sits down.
    """
    agent = cast(Agent, named_agent(request, game).make())
    rng = Stream.named(integer(request, "seed", -LARGEST, LARGEST, 0), stream)
    most = integer(request, "nodes", *nodes, -1)
    prepare(agent)
    agent.begin(seats, catalog.rules(game), params, rng)
    return Seated(agent, rng, Limit(nodes=None if most < 0 else most, mind=True))
