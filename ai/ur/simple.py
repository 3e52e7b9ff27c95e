"""Players of Ur that follow one plain rule: random, first, last, and capture before all else.

They are the yardsticks of an analysis of the 7-piece game; each looks at the present roll alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.ur.values import UrAgent, candidates
from games.core import Limit
from games.mind import Lines, Mind, Note
from games.ur.rules import State, describe_move


class RandomMover(UrAgent):
    """Plays each legal move with equal probability."""

    title = "Probability of each move"
    tie_words = ""
    why = "I draw every move by lot"

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the same weight for all."""
        return [1.0 / len(state.moves)] * len(state.moves)

    def choose(self, state: State, scores: Sequence[float]) -> int:
        """Return any move."""
        return self.rng.below(len(scores))

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the candidates, all alike."""
        return (candidates(state, scores, chosen, self.title, "%"),)


class FirstMover(UrAgent):
    """Plays the least advanced piece that can move."""

    title = "Squares still to go"
    why = "I always move my hindmost piece that can"

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the squares that each piece has still to go."""
        return [float(self.rule_set.off - int(move)) for move in state.moves]


class LastMover(UrAgent):
    """Plays the most advanced piece that can move."""

    title = "Square of each piece"
    why = "I always move my foremost piece that can"

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the squares that each piece has come."""
        return [float(move) for move in state.moves]


class CaptureFirst(UrAgent):
    """Captures with the most advanced piece that can, else takes a rosette with it, else moves it.

    This is `greedy` of the analysis of the 7-piece game.
    """

    title = "My plan"

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the piece's square, plus 200 for a capture or 100 for a rosette without one."""
        targets = self.rule_set.facing(state.side(1 - state.turn))
        scores = []
        for move in state.moves:
            target = int(move) + state.roll
            rank = 100.0 * (self.rule_set.rosette_mask >> target & 1)
            if targets >> target & 1:
                rank = 200.0
            scores.append(rank + int(move))
        return scores

    def reason(self, state: State, scores: Sequence[float], chosen: int) -> str:
        """Return the first of its wishes that comes true."""
        if scores[chosen] >= 200.0:
            return "it captures, which comes first for me"
        if scores[chosen] >= 100.0:
            return "I capture nothing, so I take a rosette"
        return "with no capture or rosette, my foremost free piece goes"

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the moves in the order of its wishes, 1 the first, each with what it brings."""
        order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        rows = tuple(
            (f"{describe_move(state, state.moves[i])}{_rosette(scores[i])}", float(place))
            for place, i in enumerate(order, 1)
        )
        note = Note("First a capture, then a rosette, then its most advanced piece.")
        return (Lines(self.title, rows, "", order.index(chosen)), note)


def _rosette(rank: float) -> str:
    """The words for a move of this rank that takes a rosette; captures have words of their own."""
    return ", a rosette" if 100.0 <= rank < 200.0 else ""
