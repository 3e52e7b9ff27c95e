"""The thoughts at each turn of a game of Ur, kept while it is open.

So a position that was taken back to never stands beside a mind that came later.
"""

from __future__ import annotations

from typing import Any, Final

from games import catalog
from games.core import Limit
from games.match import Match
from games.mind import Mind, Note, check_mind
from games.session.host import build_player
from games.session.session import Session
from games.session.setup import HUMAN
from games.ur.rules import PASS

REPLAY_NODES: Final = 2000  # a search of this size does not hold a frame up; chosen by hand
NOT_KEPT: Final = (
    "What was thought so far is not kept. The next move of the other side opens its mind again."
)


class KeptMinds:
    """The minds of the game of a `session`: each seat's thoughts, by the turn that it made."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.minds: dict[int, tuple[int, Mind]] = {}

    @property
    def now(self) -> int:
        """The number of turns of the game where it stands."""
        return len(self.session.match.turns)

    def keep(self, seat: int, mind: Mind) -> None:
        """Remember the `mind` with which a seat made the last turn."""
        self.minds[self.now] = (seat, mind)

    def forget(self) -> None:
        """Another game is played from here on."""
        self.minds = {turn: kept for turn, kept in self.minds.items() if turn <= self.now}

    def recall(self, whose: int | None = None) -> tuple[int | None, Mind]:
        """Return the last mind that belongs to this position or one before it, and its seat.

        With `whose` only the minds of one seat count.
        """
        line = range(self.now, 0, -1)
        choice = next((turn for turn in line if self._is_choice(turn, whose)), None)
        if choice is None:
            return None, ()
        if choice not in self.minds:
            self._think_of(choice)
        return self.minds.get(choice, (None, (Note(NOT_KEPT),)))

    def heads(self) -> dict[int, Mind]:
        """The last mind of each seat that belongs to this position, where it is known."""
        found = {seat: self.recall(seat) for seat in self.session.match.players}
        return {seat: mind for seat, (whose, mind) in found.items() if mind and whose == seat}

    def _is_choice(self, turn: int, whose: int | None) -> bool:
        """Whether an agent with an open mind, or one in the seat `whose`, chose at a turn."""
        match = self.session.match
        seat, move = match.turns[turn - 1][0]
        if whose is not None and seat != whose:
            return False
        return seat in match.players and move != PASS and self._open(seat)

    def _open(self, seat: int) -> bool:
        return self.session.setup.seats[seat].agent not in (HUMAN, "demo")

    def _heavy(self, seat: int) -> bool:
        setup = self.session.setup
        return catalog.seated(setup.game, setup.seats[seat]).spec.apart

    def _think_of(self, turn: int) -> None:
        """Let a quick agent think once more what it thought at a turn of the past.

        One that fails at it leaves the turn without a mind.
        """
        setup, turns = self.session.setup, self.session.match.turns
        seat = turns[turn - 1][0][0]
        if self._heavy(seat):
            return
        mind: Mind = ()
        try:
            player = {seat: build_player(setup, seat)}
            past: Match[Any] = Match(self.session.game, setup.params, setup.seed, player)
            past.replay(turns[: turn - 1])
            mind = check_mind(past.decide(seat, Limit(REPLAY_NODES, None, True)).mind or ())
        except Exception:  # it was a fault when it was played, and counts no more
            mind = ()
        self.minds[turn] = (seat, mind)
