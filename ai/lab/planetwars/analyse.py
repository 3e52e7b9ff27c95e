"""Planet Wars' part of the analysis protocol: every request stands alone.

`map`, `distance`, `legal`, `apply`, `play`, `view` and `orders` are rules and notations; `project`,
`need` and `spare` say what comes; `move` asks an agent.
"""

from __future__ import annotations

import math
from typing import Final

from ai.lab.analyse import choice, integer, refusal, served, switch
from ai.lab.errors import BadRequest
from ai.lab.planetwars.positions import (
    HORIZON,
    both_orders,
    coordinate,
    forfeit_or_turn,
    read_orders,
    read_position,
    running,
    states_of,
)
from ai.lab.positions import LARGEST, of_matches, seated
from ai.lab.rooms import Answer, Plain, Request
from ai.planetwars.outlook import PlanetsAhead
from ai.planetwars.value import VALUE
from games.core import IllegalMove
from games.mind import mind_to_plain
from games.planetwars import SPEC
from games.planetwars.engine import text as texts
from games.planetwars.engine.forecast import at_end, need, project, spare
from games.planetwars.engine.maps import FEWEST, MOST, SYMMETRIES, made, symmetry_of
from games.planetwars.engine.orders import parse, written
from games.planetwars.engine.state import DRAW, FIRST, SECOND, Orders
from games.planetwars.engine.text import (
    map_text,
    orders_text,
    plain_state,
    playback,
    state_of,
    view_text,
)
from games.planetwars.engine.turns import fault
from games.planetwars.rules import GAME


def _text(request: Request) -> str:
    value = request.get("text")
    if not isinstance(value, str):
        raise refusal(request, "text", "text")
    return value


def _map(request: Request) -> Plain:
    if "text" in request:
        try:
            state = state_of(_text(request))
        except texts.BadText as problem:
            raise BadRequest(str(problem)) from None
    else:
        planets = integer(request, "planets", FEWEST, MOST, 0)
        kind = choice(request, "symmetry", SYMMETRIES) if "symmetry" in request else ""
        state = made(integer(request, "seed", -LARGEST, LARGEST), planets, kind)
    symmetry, partner = symmetry_of(state)
    return {"state": plain_state(state), "symmetry": symmetry, "partner": partner}


def _distance(request: Request) -> Plain:
    if "from" not in request and "to" not in request:
        return {"turns": read_position(request).world.trips}
    (x, y), (ax, ay) = (_place(request, name) for name in ("from", "to"))
    dx, dy = ax - x, ay - y
    return {"turns": math.ceil(math.sqrt(dx * dx + dy * dy))}


def _place(request: Request, name: str) -> tuple[float, float]:
    place = request.get(name)
    if not isinstance(place, list) or len(place) != 2:
        raise refusal(request, name, "a place as [x, y]")
    return coordinate(place[0]), coordinate(place[1])


def _legal(request: Request) -> Plain:
    state, seat = running(read_position(request)), integer(request, "seat", 0, 1)
    orders = read_orders(request.get("orders"))
    bad = fault(state, seat, orders)
    if bad is not None:
        return {"legal": False, **bad._asdict()}
    left = {n: state.ships[n] for n, owner in enumerate(state.owners) if owner == seat + 1}
    for source, _, ships in orders:
        left[source] -= ships
    return {"legal": True, "left": list(left.items())}


def _apply(request: Request) -> Plain:
    state, events = running(read_position(request)), list[Plain]()
    after = forfeit_or_turn(state, *both_orders(request.get("orders")), events)
    return {"state": plain_state(after), "events": events}


def _play(request: Request) -> Plain:
    asked = request.get("snapshots", [])
    if asked != "all" and (type(asked) is not list or any(type(n) is not int for n in asked)):
        raise refusal(request, "snapshots", 'a list of numbers of turns, or "all"')
    shown = switch(request, "playback", False)
    states, _ = states_of(request)
    numbers = range(len(states)) if asked == "all" else asked
    if any(not 0 <= number < len(states) for number in numbers):
        raise BadRequest(f'"snapshots" are numbers from 0 to {len(states) - 1} here.')
    final = states[-1]
    return {
        "final": plain_state(final),
        "snapshots": [plain_state(states[number]) for number in numbers],
        "over": final.winner is not None,
        "winner": final.winner,
        "playback": playback(states) if shown else None,
    }


def _view(request: Request) -> Plain:
    view = GAME.view(read_position(request), integer(request, "seat", 0, 1))
    return {"view": plain_state(view), "text": view_text(view)}


def _orders(request: Request) -> Plain:
    try:
        found = texts.read_orders(_text(request))
    except texts.BadText as problem:
        raise BadRequest(str(problem)) from None
    return found._asdict()


def _project(request: Request) -> Plain:
    state, turns = read_position(request), integer(request, "turns", 0, HORIZON)
    orders: tuple[Orders, Orders] = ((), ())
    if "orders" in request:
        orders = both_orders(request["orders"])
    for seat, own in enumerate(orders):
        bad = fault(state, seat, own)
        if bad is not None:
            raise IllegalMove(f"Order {bad.order} of seat {seat} is bad ({bad.why}).")
    return {"planets": project(state, turns, *orders)}


def _need(request: Request) -> Plain:
    state, seat = read_position(request), integer(request, "seat", 0, 1)
    planet = integer(request, "planet", 0, len(state.world) - 1)
    turns = integer(request, "turns", 1, HORIZON)
    return {"ships": need(state, seat, planet, turns, integer(request, "until", turns, HORIZON))}


def _spare(request: Request) -> Plain:
    found = spare(read_position(request), integer(request, "seat", 0, 1))
    return {"planets": [[planet, *each] for planet, each in found.items()]}


def _evaluate(request: Request) -> Plain:
    """Return ships, growth and the end of both, and seat 0's learned chance to win."""
    state = read_position(request)
    ends = {0: 1.0, 1: 0.0, DRAW: 0.5}
    known = None if state.winner is None else ends[state.winner]
    return {
        "ships": [state.total(FIRST), state.total(SECOND)],
        "growth": [state.growth(FIRST), state.growth(SECOND)],
        "end": at_end(state),
        "win": VALUE.load()(PlanetsAhead(state), state.turn) if known is None else known,
    }


# -- agents ----------------------------------------------------------------------------------


def _move(request: Request) -> Plain:
    """Return an agent's orders. It sits in seat 0 of the game as its seat sees it, and has seen all
    turns of a "start".
    """
    seat, opened = integer(request, "seat", 0, 1), switch(request, "mind", True)
    turns: list[tuple[Orders, Orders]] = []
    if "start" in request and "state" not in request:
        states, turns = states_of(request)
    else:
        states = [read_position(request, going=True)]
    view = GAME.view(running(states[-1]), seat)
    params = SPEC.params({"turns": min(max(view.max_turns, 50), 1000)})
    params["map"] = map_text(GAME.view(states[0], seat))
    found = seated(request, "planetwars", (0,), params, "seat 0")
    for number, (first, second) in enumerate(turns):
        found.rng.jump(-number - 1)
        before = GAME.view(states[number], seat)
        moves = (second, first) if seat else (first, second)
        found.agent.observe(GAME.apply(before, dict(enumerate(map(written, moves))))[1])
    found.rng.jump(len(turns))
    choice = found.agent.act(0, view, GAME.legal(view, 0), found.limit)
    orders = parse(choice.move)
    assert orders is not None
    mind = {"mind": mind_to_plain(choice.mind or ())} if opened else {}
    return {"orders": orders, "text": orders_text(orders), **mind}


def _by_view(view: Request) -> list[str] | None:
    return [] if switch(view, "over", False) else None


def _is_of_match(request: Request) -> bool:
    """Return whether a request is about a match by its options, not about a position."""
    return "options" in request or ("turns" in request and "start" not in request)


_OPERATIONS: Final[dict[str, Answer]] = {
    "map": _map,
    "distance": _distance,
    "legal": _legal,
    "apply": _apply,
    "play": _play,
    "view": _view,
    "orders": _orders,
    "project": _project,
    "need": _need,
    "spare": _spare,
    "evaluate": _evaluate,
    "move": _move,
}
serve: Answer = served(of_matches("planetwars", _OPERATIONS, _by_view, _is_of_match))


def analyst(data_dir: str | None) -> Answer:
    """Serve requests, each by itself."""
    return serve
