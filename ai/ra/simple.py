"""Chance at the table: any legal action, each as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ai.core import Agent
from games.core import Decision, Limit
from games.mind import Bars, Mind
from games.ra.rules.moves import TurnMoves, god_move, legal_moves, takeable
from games.ra.rules.state import State


def single_moves(view: State) -> Sequence[str]:
    """Return the legal moves, gods one tile at a time, in a fixed order."""
    moves = legal_moves(view)
    if isinstance(moves, TurnMoves):
        plain = [move for move in ("draw", "call") if move in moves]
        return (*plain, *(god_move((kind,)) for kind in takeable(view.block)))
    return tuple(moves)


class RandomBidder(Agent):
    """Uniform over the legal actions, gods one tile at a time."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return any of them."""
        moves = single_moves(view)
        move = moves[self.rng.below(len(moves))]
        return Decision(move, _mind(moves, move) if limit.mind else None)


def _mind(moves: Sequence[str], move: str) -> Mind:
    kinds = Counter(one.split(" ")[0] for one in moves)
    return (
        Bars(
            "Each action as likely",
            tuple(kinds),
            tuple(count / len(moves) for count in kinds.values()),
            chosen=list(kinds).index(move.split(" ")[0]),
        ),
    )
