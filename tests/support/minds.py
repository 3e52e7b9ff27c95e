"""Positions in which an agent thinks with its mind open, for tests of what minds say.

`thoughts` plays matches of an agent and yields each of its decisions with all that its seat has
seen. A match goes on to its end or for `TURNS` turns; the next one has another seed and, among the
options that the agent takes, another variant of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from games import catalog
from games.core import CHANCE, Decision, Event, Limit, Player
from games.match import Match, seen_by
from games.mind import Mind
from games.spec import Params
from tests.support import contract

LIMIT: Final = Limit(nodes=60, mind=True)
TURNS: Final = 200
MOST_LEGAL: Final = 64


class Thought(NamedTuple):
    """A decision of an agent: what its seat saw (a tuple of events a turn) and what it thought."""

    game: str
    agent: str
    params: Params
    seat: int
    turn: int
    view: Any
    legal: tuple[str, ...]
    seen: tuple[tuple[Event, ...], ...]
    decision: Decision

    @property
    def mind(self) -> Mind:
        """The mind of the decision."""
        return self.decision.mind or ()

    @property
    def place(self) -> str:
        """Where it was thought, for a failing test."""
        return f"{self.game} {self.agent} {dict(self.params)}, turn {self.turn}, seat {self.seat}"


def variants(game: str, agent: str) -> list[Params]:
    """The variants of a game that an agent takes, its usual one first."""
    usual = contract.params_for(game, agent)
    found = [usual]
    for params in contract.variants(catalog.spec(game)):
        params = {**params, **contract.SMALLER.get(game, {})}
        try:
            contract.seated(game, agent, params, 1)
        except ValueError:
            continue
        if params not in found:
            found.append(params)
    return found


def thoughts(
    game: str,
    agent: str,
    positions: int,
    seed: int = 1,
    other: Callable[[int], Player] | None = None,
) -> Iterator[Thought]:
    """Yield decisions of an agent in `positions` positions.

    `other` makes the player of all other seats in each match, by the number of the match; without
    it they are the players of attract mode.
    """
    ways, left = variants(game, agent), positions
    for number in range(positions):
        for thought in _played(game, agent, ways[number % len(ways)], seed + number, other):
            yield thought
            left -= 1
            if not left:
                return


def _played(
    game: str, agent: str, params: Params, seed: int, other: Callable[[int], Player] | None
) -> Iterator[Thought]:
    match = contract.seated(game, agent, params, seed)
    places, role = catalog.spec(game).seats_for(params), catalog.agent(game, agent).role
    seat = max(n for n, place in enumerate(places) if place.role == role and place.agents)
    if other is not None:
        rival = other(seed)
        players = {s: rival if s != seat else own for s, own in match.players.items()}
        match = Match(match.game, params, seed, players)
    seen: list[tuple[Event, ...]] = []
    while match.to_act and len(match.turns) < TURNS:
        moves = {s: match.decide(s, LIMIT) for s in match.to_act if s != CHANCE}
        if seat in moves:
            view = match.game.view(match.state, seat)
            legal = tuple(islice(match.game.legal(match.state, seat), MOST_LEGAL))
            told, turn = tuple(seen), len(match.turns)
            yield Thought(game, agent, params, seat, turn, view, legal, told, moves[seat])
        events = match.step(LIMIT, {s: decision.move for s, decision in moves.items()})
        seen.append(seen_by(events, (seat,)))
