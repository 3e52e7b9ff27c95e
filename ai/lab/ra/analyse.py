"""Ra's part of the analysis protocol: one request in, one reply out.

`play`, `legal` and `score` are the rules, `odds` the bag, `move` asks an agent and `value` what a
lot is worth. What is computed from a set-up uses its view: the order of the bag serves to play the
actions alone. What cannot be served raises a `ValueError` of its own kind with one
sentence.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ai.lab.analyse import integer, is_integer, items, refusal, served, switch
from ai.lab.errors import BadRequest
from ai.lab.positions import of_matches, seated
from ai.lab.ra.positions import (
    by_chance,
    entries,
    known_lot,
    plain_action,
    read_action,
    read_setup,
    read_view,
    scores_of,
    suns,
    table,
)
from ai.lab.rooms import Answer, Plain, Request
from ai.ra.net_mind import chance_of, margin_of
from ai.ra.net_player import NetPlayer
from ai.ra.value import lot_worth
from games.core import BadPosition, Event, IllegalMove
from games.mind import mind_to_plain
from games.ra import SPEC
from games.ra.plain import Form
from games.ra.rules.game import play as play_move
from games.ra.rules.moves import TurnMoves, god_move, gods_usable, legal_moves, takeable
from games.ra.rules.odds import odds
from games.ra.rules.positions import why_no_hand
from games.ra.rules.scoring import after as scores_after
from games.ra.rules.scoring import breakdowns, winner_of
from games.ra.rules.state import OVER, TURN, State, view_of
from games.ra.tiles import EPOCHS, HIGHEST_SUN, SUN_SETS, listed

_MOST_ACTIONS: Final = 100_000
_MOST_NODES: Final = 1_000_000_000


class IllegalAction(IllegalMove):
    """An action that is not legal; `beside` has its index."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.beside = {"at": at}


IllegalAction.__name__ = "IllegalMove"


def _free(request: Request) -> bool:
    return switch(request, "gods_on_full_block", True)


class _PlayedActions:
    """Actions that are played one by one from a set-up."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.epochs: list[Plain] = []
        self.winner: int | None = None

    def act(self, plain: object, number: int) -> None:
        """Play action `number`, and draw what it draws; raises `IllegalAction`."""
        seat, move = read_action(plain, self.state.players)
        if seat is not None and seat != self.state.actor:
            raise IllegalAction(f"Seat {seat} is not to act at action {number}.", number)
        try:
            self.state, events = play_move(self.state, move)
        except IllegalMove as error:
            raise IllegalAction(str(error), number) from None
        self._note(events)
        self.state, events = by_chance(self.state)
        self._note(events)

    def _note(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.kind == "epoch":
                names = ("epoch", "ended_by", "ra_drawn", "breakdown", "before", "after")
                self.epochs.append({name: event.data[name] for name in names})
            elif event.kind == "win":
                self.winner = event.data["seat"]


def _position(request: Request) -> State:
    """Return the view of a request, or that of its set-up after its actions."""
    if ("view" in request) == ("setup" in request):
        raise BadRequest('A request has either a "view" or a "setup".')
    if "view" in request:
        return read_view(request["view"], _free(request))
    course = _PlayedActions(read_setup(request["setup"], _free(request)))
    for number, action in enumerate(_actions(request)):
        course.act(action, number)
    return view_of(course.state)


def _actions(request: Request) -> list[Any]:
    found = items(request, "actions") if "actions" in request else []
    if len(found) > _MOST_ACTIONS:
        raise BadRequest(f"Send at most {_MOST_ACTIONS} actions at a time.")
    return found


# -- operations --------------------------------------------------------------------------------


def _play(request: Request) -> Plain:
    course = _PlayedActions(read_setup(request.get("setup"), _free(request)))
    actions = _actions(request)
    wanted = _snapshots(request, len(actions))
    probes = _probes(request, len(actions), course.state.players)
    seen: dict[int, State] = {}
    for number in range(len(actions) + 1):
        seen[number] = course.state
        if number < len(actions):
            course.act(actions[number], number)
    return {
        "final": _told(course.state),
        "snapshots": [_told(seen[number]) for number in wanted],
        "probes": [_is_legal(seen[at], seat, move) for at, seat, move in probes],
        "epochs": course.epochs,
        "over": course.winner is not None,
        "winner": course.winner,
    }


def _seen(state: State) -> Plain:
    """Return what every seat may know."""
    return Form({}).seen(state, state.actor)


def _told(state: State) -> Plain:
    return {**_seen(state), "bag_left": sum(state.left)}


def _snapshots(request: Request, count: int) -> list[int]:
    wanted = request.get("snapshots", [])
    if wanted == "all":
        return list(range(count + 1))
    if not isinstance(wanted, list) or not all(is_integer(at, 0, count) for at in wanted):
        raise refusal(request, "snapshots", f'"all" or a list of indices from 0 to {count}')
    return wanted


def _probes(request: Request, count: int, players: int) -> list[tuple[int, int | None, str]]:
    probes = items(request, "probes") if "probes" in request else []
    if not all(isinstance(probe, dict) for probe in probes):
        raise refusal(request, "probes", "a list of objects")
    return [
        (integer(probe, "at", 0, count), *read_action(probe.get("action"), players))
        for probe in probes
    ]


def _is_legal(state: State, seat: int | None, move: str) -> bool:
    return (seat is None or seat == state.actor) and move in legal_moves(state)


def _legal(request: Request) -> Plain:
    state = _position(request)
    moves = legal_moves(state)
    gods = gods_usable(state) if state.phase == TURN else 0
    if isinstance(moves, TurnMoves):
        singles = [god_move((kind,)) for kind in takeable(state.block)]
        moves = [*(m for m in ("draw", "call") if m in moves), *singles]
    view = _seen(state)
    return {
        "actor": view["actor"],
        "phase": view["phase"],
        "actions": [plain_action(move) for move in moves],
        "gods": gods,
    }


def _score(request: Request) -> Plain:
    epoch = integer(request, "epoch", -_MOST_ACTIONS, _MOST_ACTIONS)
    players = len(items(request, "tiles"))
    if players not in SUN_SETS:
        raise BadRequest(f'"tiles" has {players} entries; Ra is for 3, 4 or 5 players.')
    tiles = [table(held, "tiles") for held in items(request, "tiles")]
    own = [suns(found, "suns") for found in entries(request, "suns", players)]
    before = scores_of(request, "score_before", players)
    if not 1 <= epoch <= EPOCHS:
        raise BadPosition(f"The epoch is {epoch}; there are epochs 1 to {EPOCHS}.")
    if reason := next(filter(None, map(why_no_hand, tiles)), ""):
        raise BadPosition(reason)
    if min(before) < 0:
        raise BadPosition("A score lies below 0; the least is 0.")
    every = [sun for suns_of_seat in own for sun in suns_of_seat]
    if every and not (min(every) >= 1 and max(every) <= HIGHEST_SUN[players]):
        raise BadPosition(f"With {players} players suns are numbered 1 to {HIGHEST_SUN[players]}.")
    if len(set(every)) < len(every):
        twice = next(sun for sun in every if every.count(sun) > 1)
        raise BadPosition(f"Sun {twice} is there twice; there is one of each.")
    if any(len(found) > len(SUN_SETS[players][0]) for found in own):
        raise BadPosition("A seat has more suns than a hand has at the start.")
    found = breakdowns(epoch, tiles, own)
    scores = scores_after(before, found)
    return {
        "breakdown": [points.plain() for points in found],
        "score_after": list(scores),
        "winner": winner_of(scores, own) if epoch == EPOCHS else None,
    }


def _odds(request: Request) -> Plain:
    return odds(_position(request))


def _value(request: Request) -> Plain:
    state = _position(request)
    seat = integer(request, "seat", 0, state.players - 1)
    lot = known_lot(request, state)
    found = lot_worth(state, seat, lot)
    told = {**found._asdict(), "by_source": dict(found.by_source)}
    return {"lot": listed(lot), "seat": seat, **told}


def _move(request: Request) -> Plain:
    state = _position(request)
    if state.phase == OVER:
        raise BadPosition("The game is over, so there is no move.")
    seat, wanted = state.actor, switch(request, "mind", True)
    params = SPEC.params({"players": state.players, "gods_on_full_block": state.free})
    player, _, limit = seated(request, "ra", (seat,), params, "move", (1, _MOST_NODES))
    decision = player.act(seat, state, legal_moves(state), replace(limit, mind=wanted))
    reply: Plain = {"seat": seat, "action": plain_action(decision.move)}
    if wanted:
        reply["mind"] = mind_to_plain(decision.mind or ())
    if isinstance(player, NetPlayer):
        reply["candidates"] = [
            {
                "action": plain_action(row.move),
                "win": chance_of(row, seat),
                "margin": margin_of(row, seat),
            }
            for row in player.candidates(state)
        ]
    return reply


serve: Final = served(
    of_matches(
        "ra",
        {
            "play": _play,
            "legal": _legal,
            "score": _score,
            "odds": _odds,
            "move": _move,
            "value": _value,
        },
    )
)


def analyst(data_dir: str | None) -> Answer:
    """Return the answer to requests about Ra, each served by itself."""
    return serve
