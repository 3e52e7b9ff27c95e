"""The judge of the tracker's games: what a choice was worth by what its seat could know.

Each game has a measure of its own, and one judge:

- seek: the expected moves from a mark to the ghost, exactly, by the belief of all readings;
- hide: the points that the ghost still brings home;
- hunt: the steps to the catch, for the hunters by their belief, for the ghost by its own place;
- watch: how surprising a step is expected to be to a believer, exactly.

Hide and hunt are estimated by playing on (`ai.tracker.judge_by_playing`), with a standard error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ai.core import Agent
from ai.tracker.judge_by_playing import HidePart, HuntPart
from ai.tracker.judge_exactly import JudgePart, SeekPart, WalkPart
from games.agents import Advice, Judged
from games.core import Event, Game
from games.spec import Params
from games.streams import Stream
from games.tracker import WATCH
from games.tracker.rules import MazeState

_PARTS: Final[Mapping[str, type[JudgePart]]] = {
    "seek": SeekPart,
    "hide": HidePart,
    "hunt": HuntPart,
    WATCH: WalkPart,
}


class Judge(Agent):
    """The judge of whichever game is played; it hears what all may hear, and no move of a ghost."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin to judge a match; with a seat, to advise it."""
        super().begin(seats, game, params, rng)
        self._game = game
        self._part = _PARTS[params.get("play", WATCH)](game, params, max(0, self.seat))

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings, and what is opened."""
        self._part.observe(events)

    def judge(self, state: MazeState, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a move by the view of its seat."""
        return self._part.judge(self._game.view(state, seat), seat, move, seed)

    def hint(self, view: MazeState, seed: int = 0) -> Advice:
        """Return the best moves of a view of the seat that is advised."""
        return self._part.hint(view, seed)
