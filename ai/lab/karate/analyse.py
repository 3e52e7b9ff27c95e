"""Karate's part of the analysis protocol: a dialogue with one agent, one match at a time.

`new` starts a match with an agent, `round` sends both moves of a round; each reply is for the
round to come: the agent's `strategy`, its `prediction` of the player, and its `floor`. The caller
draws the agent's move from `strategy`. Moves are numbers in the order of the rules. A request
that is refused leaves the match as it was.

`payoff` puts another square zero-sum game of 1 to 10 moves in the place of karate's table: the
agent's gain, its moves by row. `table` chooses among karate's own. Options of an agent, such as
`beta`, are fields of `new` or stand in its `options`.

`floor` is the least total of (expected gain - value of the game) that is still guaranteed for the
whole match, past rounds included, or null. For `nash` it is what the moves seen so far have given
it in expectation, since no round to come can cost it anything.

With `mind` true, in `new` or `round`, the reply has the mind before the round to come as well: its
items as objects, the sentence with the reason first.

The agent sits in seat 1 and draws what it draws from that seat's stream, so that a match in the
arcade with the same seed and moves has the same strategies.
"""

from __future__ import annotations

from typing import Final

from ai.karate.fighter import KarateAgent
from ai.lab.analyse import agent as named_agent
from ai.lab.analyse import choice, integer, served, switch
from ai.lab.errors import BadRequest
from ai.lab.positions import of_matches, until
from ai.lab.rooms import Answer, Plain, Request
from ai.zerosum.equilibrium import Payoff, as_payoff
from games.karate.rules import OPPONENT, TABLES, gain_matrix
from games.log import MAX_SEED
from games.match import BEGIN
from games.mind import mind_to_plain
from games.streams import Stream

MOST_MOVES: Final = 10
LARGEST_GAIN: Final = 1e9


class Dialogue:
    """The match in hand, if there is one."""

    def __init__(self) -> None:
        self._agent: KarateAgent | None = None
        self._rng = Stream()
        self._rounds = 0
        own = {"new": self._new, "round": self._round}
        self.serve = served(of_matches("karate", own, _of_view))

    def _new(self, request: Request) -> Plain:
        found = named_agent(request, "karate", request)
        payoff = _payoff(request)
        rng = Stream.named(integer(request, "seed", -MAX_SEED, MAX_SEED, 0), f"seat {OPPONENT}")
        agent = found.make()
        assert isinstance(agent, KarateAgent)
        agent.prior = switch(request, "prior", True)
        rng.jump(BEGIN)
        agent.start(payoff, rng)
        reply = _reply(agent, switch(request, "mind", False))
        self._agent, self._rng, self._rounds = agent, rng, 0
        return reply

    def _round(self, request: Request) -> Plain:
        agent = self._agent
        if agent is None:
            raise BadRequest('There is no match yet; send {"op": "new", "agent": ...} first.')
        player = integer(request, "player", 0, agent.k - 1)
        own = integer(request, "ai", 0, agent.k - 1)
        mind = switch(request, "mind", False)
        self._rounds += 1
        self._rng.jump(-self._rounds)
        agent.learn(own, player)
        return _reply(agent, mind)


def analyst(data_dir: str | None) -> Answer:
    """Serve one dialogue, without what was learned on this machine."""
    return Dialogue().serve


def _of_view(view: Request) -> list[str] | None:
    """Return the moves of the table of a `view` until its rounds are over; raises `BadRequest`."""
    table = choice(view, "table", tuple(TABLES), "classic")
    return until("played", "rounds", TABLES[table].moves)(view)


def _payoff(request: Request) -> Payoff:
    """Return the matrix of a request, or karate's own."""
    rows = request.get("payoff")
    if rows is None:
        return gain_matrix(choice(request, "table", tuple(TABLES), "classic"))
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_MOVES:
        raise BadRequest(f'"payoff" must be a list of 1 to {MOST_MOVES} rows.')
    for row in rows:
        if not isinstance(row, list) or len(row) != len(rows) or not all(map(_is_gain, row)):
            raise BadRequest(
                '"payoff" must be a square matrix of numbers; '
                f"each row needs {len(rows)} of them, none beyond {LARGEST_GAIN:g}."
            )
    return as_payoff(rows)


def _is_gain(entry: object) -> bool:
    return isinstance(entry, int | float) and type(entry) is not bool and abs(entry) <= LARGEST_GAIN


def _reply(agent: KarateAgent, mind: bool) -> Plain:
    """Return an agent's forecasts for the round to come, with its `mind` if that was asked."""
    told = {"mind": mind_to_plain(agent.mind())} if mind else {}
    return {
        **told,
        "strategy": [float(p) for p in agent.strategy()],
        "prediction": [float(p) for p in agent.forecast()],
        "floor": None if agent.floor is None else float(agent.floor),
    }
