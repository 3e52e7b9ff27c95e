"""Looking at a game of Ur again: steps, jumps to any turn and to the costliest choices, and minds.

A turn is a throw or a move, counted from 1; people are told the number of the throw, to which its
move belongs (`review.throw_of`). A replay stands before a turn: its game has one turn less than
that. The thoughts at each turn are kept while the game is open, so that a position never stands
beside a mind that came later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games import catalog
from games.core import Limit
from games.match import Match
from games.mind import Mind, Note, check_mind
from games.session.faults import AgentFault
from games.session.host import build_player
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.setup import HUMAN
from games.shell.pace import Pace
from games.ur.asks import JudgedStep
from games.ur.rules import PASS

REPLAY_NODES: Final = 2000  # a search of this size does not hold a frame up; chosen by hand
NOT_KEPT: Final = (
    "What was thought so far is not kept. The next move of the other side opens its mind again."
)
KEYS: Final = "Left and right step, up and down go to mistakes, space plays on."


class Replayer:
    """A viewer that goes back and forth in the game of a session.

    `active` means that a finished game of `length` turns is looked at again; `course` is then the
    first seat's win probability at the start and after each turn, `steps` are the judge's, `slips`
    are the costly choices by turn. `minds` has each seat's thoughts, by the turn that it made.
    """

    def __init__(
        self,
        session: Session,
        pacing: Pace,
        changed: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        """`changed` is called when the game stands elsewhere, `tell` with sentences."""
        self.session = session
        self.active = False
        self.length = 0
        self.course: Sequence[float] = ()
        self.steps: Sequence[JudgedStep] = ()
        self.slips: dict[int, JudgedStep] = {}
        self.minds: dict[int, tuple[int, Mind]] = {}
        self._pacing = pacing
        self._changed, self._tell = changed, tell
        self._rest = 0.0  # seconds until the next turn of a replay

    @property
    def watched(self) -> bool:
        """Whether nobody plays, so that the game can be stopped and stepped."""
        setup = self.session.setup
        return (not setup.humans and not setup.demo) or self.active

    @property
    def now(self) -> int:
        """How many turns the game has where it stands."""
        return len(self.session.match.turns)

    # -- minds -------------------------------------------------------------------------

    def keep_mind(self, seat: int, mind: Mind) -> None:
        """Remember the `mind` with which a seat made the last turn."""
        self.minds[self.now] = (seat, mind)

    def forget_minds(self) -> None:
        """Another game is played from here on, unless this one is only looked at."""
        if not self.active:
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

    # -- stepping ----------------------------------------------------------------------

    def begin(
        self,
        course: Sequence[float],
        slips: dict[int, JudgedStep],
        steps: Sequence[JudgedStep] = (),
        keys: str = KEYS,
    ) -> None:
        """Look at the game again, as far as it has come; `go_to` then goes where one looks.

        The sentence `keys` tells how, where there is one.
        """
        if not self.active:
            self.course, self.slips, self.length = course, slips, self.now
            self.steps = tuple(steps)
            if keys:
                self._tell(keys)
        self.active = True
        self._pacing.hold()

    def end(self) -> None:
        """Stand at the end, and look no more."""
        self.go_to(self.length + 1)
        self.active = False
        self._pacing.resume()

    def go_to(self, turn: int) -> None:
        """Stand before a turn of the game; past the last one is its end."""
        if self.active:
            self._pacing.hold()
            self.session.go_to(max(0, min(turn - 1, self.length)))
            self._changed()

    def to_slip(self, by: int) -> None:
        """Stand before the next costly choice, or with a negative `by` the one before."""
        here = self.now + 1
        found = sorted(turn for turn in self.slips if by * (turn - here) > 0)
        if found:
            self.go_to(found[0 if by > 0 else -1])
        elif self.active:
            which = "after" if by > 0 else "before"
            self._tell(f"There is no costly choice {which} this turn.")

    @property
    def slip(self) -> JudgedStep | None:
        """The costly choice that comes next in a replay, or None."""
        return self.slips.get(self.now + 1) if self.active else None

    # -- playing again -----------------------------------------------------------------

    def pause_over(self, dt: float) -> bool:
        """Let `dt` seconds pass at the present speed; True when the next turn may come."""
        self._rest = max(0.0, self._rest - dt * self._pacing.speed)
        return self._rest <= 0

    def think_again(self) -> bool:
        """Let the agent that is about to move think as it did; False while it does.

        One at fault is told of, and leaves this turn without a mind.
        """
        if not self._thinks() or self.now + 1 in self.minds:
            return True
        seat = self.session.match.to_act[0]
        heavy = self._heavy(seat)
        patience = self.session.patience if heavy else None
        limit = Limit(None if heavy else REPLAY_NODES, patience, True)
        mind: Mind = ()
        try:
            decision = self.session.host.decide(seat, limit)
            if decision is None:
                return False
            mind = decision.mind or ()
        except AgentFault as problem:
            self._tell(str(problem))
        self.minds[self.now + 1] = (seat, mind)
        return True

    def _thinks(self) -> bool:
        """Whether an agent with an open mind is about to choose."""
        seat = self.session.match.to_act[0]
        return seat >= 0 and self._open(seat) and self.session.seen.moves != (PASS,)

    @property
    def next_mind(self) -> tuple[int, Mind] | None:
        """What is thought before the turn that comes next, and by whom, once it was thought."""
        return self.minds.get(self.now + 1) if self._thinks() else None

    def play(self) -> Reveal:
        """Play the next turn again."""
        self._pacing.note_step()
        self.session.redo()
        self._rest = self.session.turn_pause
        reveal = self.session.last
        assert reveal is not None
        return reveal
