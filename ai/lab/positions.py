"""Positions of games as plain data, and the operations that are alike in every game with them.

Each game reads and writes its own in `ai/lab/<game>/positions.py`. There `view_plain` is the one
plain form of what a seat may know, the same wherever a program sees a match (`plain_view`). What is
read is checked whole; a request that is refused has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from ai.core import Agent
from ai.lab.analyse import agent as named_agent
from ai.lab.analyse import integer, items
from ai.lab.rooms import POSITIONS, Answer, Plain, Request
from games import catalog
from games.core import Limit
from games.spec import Params
from games.streams import Stream

LARGEST: Final = 2**63 - 1
"""The largest seed, and the largest limit in nodes."""

Position = TypeVar("Position")
Step = Callable[[Position, Any], tuple[Position, list[Plain]]]
"""Plays one move as it was sent: the position after it and its events; raises `IllegalMove`."""


def plain_view(game: str, view: Any, seat: int) -> Plain:
    """Return a `view` of the rules of `game`, what `seat` may know of a match, as plain data."""
    module = POSITIONS.of(game)
    assert module is not None, f"{game} has no plain view"
    return {"seat": seat, **module.view_plain(view)}


@dataclass(frozen=True)
class Positions(Generic[Position]):
    """The ways to read positions of a game from a request, to write them, and to play on.

    `moves` are the legal moves as text, none where it is no seat's turn; `move` writes such a text
    as the protocol has it; `view` gives what a seat may know. What a game leaves out, its
    operations do not offer (`operations`).
    """

    read: Callable[[Request], Position]
    plain: Callable[[Position], Plain] | None = None
    moves: Callable[[Position], Sequence[str]] | None = None
    move: Callable[[Position, str], Any] = lambda position, text: text
    step: Step[Position] | None = None
    view: Callable[[Position, int], Plain] | None = None

    def operations(self) -> dict[str, Answer]:
        """Return `legal`, `apply` and `view`, as far as the game has what they need."""
        found: dict[str, Answer] = {}
        if self.moves is not None:
            found["legal"] = self._legal
        if self.step is not None:
            found["apply"] = self._apply
        if self.view is not None:
            found["view"] = self._view
        return found

    def listed(self, position: Position) -> list[Any]:
        """Return the legal moves as the protocol has them."""
        assert self.moves is not None
        return [self.move(position, text) for text in self.moves(position)]

    def _legal(self, request: Request) -> Plain:
        return {"moves": self.listed(self.read(request))}

    def _apply(self, request: Request) -> Plain:
        assert self.plain is not None
        assert self.step is not None
        position, told = self.read(request), list[Plain]()
        for number, step in enumerate(items(request, "steps"), start=1):
            try:
                position, events = self.step(position, step)
            except ValueError as problem:
                raise type(problem)(f"Step {number}: {problem}") from None
            told += events
        return {"state": self.plain(position), "events": told}

    def _view(self, request: Request) -> Plain:
        assert self.view is not None
        position = self.read(request)
        return {"view": self.view(position, integer(request, "seat", 0, 1))}


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
