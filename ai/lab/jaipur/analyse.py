"""Jaipur's part of the analysis protocol: one request in, one reply out.

`legal`, `apply`, `score`, `play`, `match`, `view` and `belief` are the rules; `seed` gives the
original's four scores, `move` asks an agent and `evaluate` the strongest for every move. Requests
are checked before they are used (`ai.lab.jaipur.positions`); one that cannot be served raises a
`ValueError` of its own kind with one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, cast

from ai.jaipur.belief import counting_belief
from ai.jaipur.search import Search
from ai.jaipur.seed import LABELS, VARIANTS, scores
from ai.lab.analyse import choice, integer, is_integer, items, refusal, served
from ai.lab.errors import BadRequest
from ai.lab.jaipur.positions import (
    ROUND,
    OrderedState,
    plain_move,
    read_move,
    read_position,
    read_view,
)
from ai.lab.positions import Seated, of_matches, seated
from ai.lab.rooms import Answer, Plain, Request
from games.core import IllegalMove
from games.jaipur import SPEC
from games.jaipur.plain import round_seen
from games.jaipur.rules.goods import (
    BONUS,
    GOODS,
    KINDS,
    PILE_OF,
    bonus_values,
    pack,
    to_mapping,
)
from games.jaipur.rules.moves import SENTENCES, LegalMoves, Move, parse, why_not
from games.jaipur.rules.state import (
    MatchSoFar,
    RoundScore,
    View,
    new_round,
    score,
    score_of,
    seals_after,
    settled,
    starter_after,
    view_of,
)
from games.mind import mind_to_plain

_MOST_POINTS: Final = 10_000
_MOST_ROUNDS: Final = 1000
EVALUATED: Final = 2000
"""Roll-outs of an evaluation where no limit is given."""
_MOST_NODES: Final = 1_000_000
_MOST_MOVES: Final = 100_000


class Estimating(Protocol):
    """An agent that also knows the chance that it wins the round."""

    win_prob: float | None


def _table(request: Request) -> OrderedState:
    return read_position(request.get("position"))


def _known_view(request: Request) -> tuple[View, tuple[int, ...]]:
    """Return the view of a request, of a position the mover's, and the own bonus tokens."""
    if ("view" in request) == ("position" in request):
        raise BadRequest('A request has either a "position" or a "view".')
    if "view" in request:
        view = read_view(request["view"])
        return view, bonus_values(view.own.bonus)
    table = _table(request)
    seat = integer(request, "seat", 0, 1, table.state.turn)
    return view_of(table.state, seat), table.taken[seat]


def _to_move(request: Request) -> View:
    """Return the view of the seat that is to move; raises `BadRequest` where nobody is."""
    view, _ = _known_view({key: value for key, value in request.items() if key != "seat"})
    if view.end:
        raise BadRequest("The round is over, so there is no move.")
    if view.turn != view.seat:
        raise BadRequest("The view is that of the seat that is not to move.")
    return view


def _moves(table: OrderedState) -> LegalMoves | tuple[str, ...]:
    state = table.state
    own = state.traders[state.turn]
    return () if state.end else LegalMoves(state.market, own.hand, own.herd)


def _moves_in(view: Request) -> list[str]:
    """Return the moves of the seat that has a plain `view`."""
    found = read_view(view)
    if found.end or found.turn != found.seat:
        return []
    return list(LegalMoves(found.market, found.own.hand, found.own.herd))


def _view(request: Request) -> Plain:
    table, seat = _table(request), integer(request, "seat", 0, 1)
    return {"view": {"seat": seat, **round_seen(view_of(table.state, seat), table.taken[seat])}}


def _legal(request: Request) -> Plain:
    """Return the legal moves, with their number, also by kind."""
    table = _table(request)
    legal, none = _moves(table), dict.fromkeys(("take", "camels", "sell", "exchange"), 0)
    kinds = legal.by_kind() if isinstance(legal, LegalMoves) else none
    return {
        "moves": [plain_move(_parsed(text)) for text in legal],
        "count": len(legal),
        "by_type": kinds,
    }


def _parsed(text: str) -> Move:
    move = parse(text)
    assert move is not None
    return move


def _why_illegal(table: OrderedState, move: Move) -> str:
    state = table.state
    if state.end:
        return "round_over"
    own = state.traders[state.turn]
    return why_not(move, state.market, own.hand, own.herd)


def _apply(request: Request) -> Plain:
    table, move = _table(request), read_move(request.get("move"))
    reason = _why_illegal(table, move)
    if reason:
        return {"legal": False, "reason": reason, "message": SENTENCES[reason], "result": None}
    return {"legal": True, "reason": None, "result": table.after(move).plain()}


def _plain_score(found: RoundScore) -> Plain:
    return {
        "camel": list(found.camel),
        "total": list(found.total),
        "bonus_tokens": list(found.bonus_tokens),
        "goods_tokens": list(found.goods_tokens),
        "winner": None if found.winner < 0 else found.winner,
        "decided_by": found.decided_by or None,
    }


def _pair(request: Request, name: str, most: int) -> tuple[int, int]:
    values = items(request, name)
    if len(values) != 2 or not all(is_integer(value, 0, most) for value in values):
        raise refusal(request, name, f"two whole numbers from 0 to {most}")
    return values[0], values[1]


def _score(request: Request) -> Plain:
    taken = items(request, "bonus_taken")
    if len(taken) != 2 or not all(
        isinstance(part, list) and all(type(v) is int and v in PILE_OF for v in part)
        for part in taken
    ):
        raise refusal(request, "bonus_taken", "two lists of values of bonus tokens")
    return _plain_score(
        score(
            _pair(request, "herds", 11),
            _pair(request, "goods_points", _MOST_POINTS),
            (sum(taken[0]), sum(taken[1])),
            (len(taken[0]), len(taken[1])),
            _pair(request, "goods_tokens", _MOST_POINTS),
        )
    )


def _play(request: Request) -> Plain:
    """Play a whole round from a known deck."""
    moves = items(request, "moves")
    checkpoints = items({"checkpoints": [], **request}, "checkpoints")
    if len(moves) > _MOST_MOVES:
        raise BadRequest(f"Send at most {_MOST_MOVES} moves.")
    if not all(is_integer(after, 0, len(moves)) for after in checkpoints):
        raise refusal(request, "checkpoints", f"numbers of moves from 0 to {len(moves)}")
    table = _dealt(request)
    positions = {0: table}
    for number, plain in enumerate(moves, start=1):
        move = read_move(plain)
        reason = _why_illegal(table, move)
        if reason:
            raise IllegalMove(f"Move {number} is illegal: {SENTENCES[reason]}")
        positions[number] = table = table.after(move)
    over = bool(table.state.end)
    return {
        "positions": [{"after": n, "position": positions[n].plain()} for n in checkpoints],
        "final": table.plain(),
        "score": _plain_score(score_of(table.state.traders)) if over else None,
    }


def _dealt(request: Request) -> OrderedState:
    """Return the table when the deck of a request has been dealt."""
    deck, piles = request.get("deck"), request.get("bonus")
    state = new_round(ROUND._replace(starter=integer(request, "starter", 0, 1, 0)))
    letters = isinstance(deck, str) and all(card in KINDS for card in deck)
    if not letters or len(str(deck)) != 52 or pack(str(deck)) != state.deck:
        raise refusal(request, "deck", "the 52 cards of a deck, as letters in the order drawn")
    found: dict[int, tuple[int, ...]] = {}
    for pile, printed in BONUS.items():
        values = piles.get(str(pile)) if isinstance(piles, Mapping) else None
        if not isinstance(values, list) or any(type(v) is not int for v in values):
            raise refusal(request, "bonus", "an object with the values of the piles 3, 4 and 5")
        if sorted(values) != sorted(printed):
            raise BadRequest(f'"bonus" of {pile} must be the tokens {printed} in some order.')
        found[pile] = tuple(values)
    return OrderedState(state, str(deck), found, ((), ())).turned_up()


def _match(request: Request) -> Plain:
    """Return the seals of a match whose rounds were won so."""
    series = MatchSoFar("match", choice(request, "tie", ("replay", "non-starter"), "replay"))
    series = series._replace(starter=integer(request, "first_starter", 0, 1))
    winners = items(request, "winners")
    if len(winners) > _MOST_ROUNDS or any(
        winner is not None and not is_integer(winner, 0, 1) for winner in winners
    ):
        raise refusal(request, "winners", "a list of 0, 1 and null, one for each round")
    rounds = []
    for plain in winners:
        if max(series.seals) == 2:
            raise BadRequest("There is a winner of a round after the match was won.")
        winner = settled(series, -1 if plain is None else plain)
        seals = seals_after(series, winner)
        rounds.append(
            {
                "starter": series.starter,
                "winner": None if winner < 0 else winner,
                "seals": list(seals),
            }
        )
        series = series._replace(starter=starter_after(series, winner), seals=seals)
    won = series.seals.index(2) if 2 in series.seals else None
    return {"rounds": rounds, "match_winner": won}


def _seed(request: Request) -> Plain:
    """Return the original's four candidates."""
    variant = choice(request, "variant", VARIANTS, "code")
    found = scores(_to_move(request), variant)
    pick = found.pick()
    move = found.moves()[pick]
    assert move is not None
    swapped = bool(found.taken)
    return {
        "take": {"score": found.take, "good": found.good or None},
        "sell": {"score": found.sell, "good": found.sold or None, "count": found.number},
        "camels": {"score": found.camels, "raw": found.raw},
        "exchange": {
            "score": found.swap,
            "cards": found.taken % 15,
            "take": to_mapping(found.taken) if swapped else None,
            "give": to_mapping(found.given) if swapped else None,
        },
        "pick": LABELS[pick],
        "move": plain_move(move),
    }


def _belief(request: Request) -> Plain:
    view, _ = _known_view(request)
    found = counting_belief(view)
    cards = view.rival.cards
    hand = {}
    for kind, good in enumerate(GOODS):
        chances = [float(chance) for chance in found.hand[kind, : cards + 1]]
        while len(chances) > 1 and not chances[-1]:
            chances.pop()
        hand[good] = chances
    left = {
        card: float(chance) for card, chance in zip(KINDS, found.next, strict=True) if chance > 0
    }
    return {
        "unseen": {k: int(n) for k, n in zip(KINDS, found.unseen, strict=True) if n},
        "opponent": hand,
        "next": left,
        "bonus": {
            str(pile): {
                "left": token.left,
                "mean": token.mean if token.values else None,
                "values": {str(value): chance for value, chance in token.values.items()},
            }
            for pile, token in found.bonus.items()
        },
    }


def _asked(request: Request, view: View) -> Seated:
    """Seat the agent of a request."""
    params, stream = SPEC.params({"length": "round"}), f"seat {view.seat}"
    found = seated(request, "jaipur", (view.seat,), params, stream)
    found.rng.jump(0)
    return found


def _move(request: Request) -> Plain:
    """Return an agent's move, its chance to win the round, and its mind."""
    view = _to_move(request)
    agent, _, limit = _asked(request, view)
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    decision = agent.act(view.seat, view, legal, limit)
    chance = cast(Estimating, agent).win_prob if hasattr(agent, "win_prob") else None
    return {
        "move": plain_move(_parsed(decision.move)),
        "win_prob": None if chance is None else float(chance),
        "mind": mind_to_plain(decision.mind or ()),
    }


def _evaluate(request: Request) -> Plain:
    """Return every legal move's chance to win the round, best first."""
    view = _to_move(request)
    agent, _, limit = _asked({"agent": "sensei", **request}, view)
    if not isinstance(agent, Search):
        raise BadRequest("Of the agents `sensei` and `search` alone evaluate moves.")
    nodes = EVALUATED if limit.nodes is None else min(limit.nodes, _MOST_NODES)
    found = agent.evaluate(view, nodes)
    return {
        "moves": [
            {
                **plain_move(row.move),
                "win_prob": row.win_prob,
                "se": row.error,
                "rupees": row.rupees,
            }
            for row in found
        ]
    }


serve: Final = served(
    of_matches(
        "jaipur",
        {
            "legal": _legal,
            "apply": _apply,
            "score": _score,
            "play": _play,
            "match": _match,
            "seed": _seed,
            "view": _view,
            "belief": _belief,
            "move": _move,
            "evaluate": _evaluate,
        },
        _moves_in,
    )
)


def analyst(data_dir: str | None) -> Answer:
    """Return the answer to requests, each served by itself."""
    return serve
