"""The judge of Ur: made ready while frames go on, then watching a game, and its words; and the
thoughts of agents at each turn, kept while a game is open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from games import catalog
from games.beside import Made
from games.core import Limit
from games.match import Match
from games.mind import Mind, Note, check_mind
from games.session.film import MatchWitness
from games.session.host import build_player
from games.session.session import Session
from games.session.setup import HUMAN, Setup
from games.ur.asks import Judge, JudgedStep
from games.ur.review import weigh_choice


def preparation(judge: Judge, rules: str, pieces: int) -> Made[None]:
    """Begin to find, in a thread, what values a game; `judge.use` then takes what was found."""
    return Made(lambda: judge.prepare(rules, pieces))


def new_judge() -> Judge:
    """Return a new judge."""
    return cast(Judge, catalog.watcher("ur", "judge"))


JUDGE: Final = "judge"
"""The name of the witness of a game that is looked at again."""


def judge_witness(setup: Setup) -> Mapping[str, MatchWitness]:
    """Return the judge, of whose values the graph is made; made ready in a thread."""
    judge = new_judge()
    preparing = preparation(judge, setup.params["rules"], setup.params["pieces"])
    return {JUDGE: MatchWitness(judge, lambda: preparing.done)}


class JudgeWatch:
    """The judge at one game: it joins the match as soon as it is prepared (`seated`)."""

    def __init__(
        self, match: Match[Any], rules: str, pieces: int, judge: Judge | None = None
    ) -> None:
        """A `judge` that is given has seen the match before, all of it."""
        self.judge = judge or new_judge()
        self.seated = judge is not None
        self._match = match
        self._preparation = None if self.seated else preparation(self.judge, rules, pieces)

    def seat(self) -> bool:
        """Let the judge watch, if it is ready and does not yet; it gets the turns up to now.

        True on the one call in which it joins.
        """
        if self._preparation is None or not self._preparation.done:
            return False
        self._preparation = None
        self.seated = True
        self._match.watch(self.judge)
        return True

    def wait(self) -> None:
        """Have the judge watch, however long it takes to prepare."""
        if self._preparation is not None:
            self._preparation.wait()
            self.seat()

    def steps(self, hidden: bool) -> Sequence[JudgedStep]:
        """Return its steps of the turns; without the last where that is `hidden`, as a throw that
        rolls.
        """
        seen = self.judge.steps[: len(self._match.turns)]
        return seen[:-1] if hidden else seen

    @property
    def source(self) -> tuple[str, ...]:
        """The source of estimates, in words; () where the values are exact."""
        return () if self.judge.exact else (f"Estimated by {self.judge.source}.",)

    def weigh(self, step: JudgedStep) -> Mind:
        """Return the value of each move at the `step` of a costly choice."""
        told = weigh_choice(self.judge, step)
        return (told,) if self.judge.exact else (told, Note(f"An estimate of {self.judge.source}."))


REPLAY_NODES: Final = 2000  # a search of this size does not hold a frame up; chosen by hand
NOT_KEPT: Final = (
    "What was thought so far is not kept. The next move of the other side opens its mind again."
)


class KeptMinds:
    """The minds of the game of a `session`: each seat's thoughts, by the turn that it made.

    So a position that was taken back to never stands beside a mind that came later.
    """

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
        """Forget the game: another one is played from here on."""
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
        """Return the last mind of each seat that belongs to this position, where it is known."""
        found = {seat: self.recall(seat) for seat in self.session.match.players}
        return {seat: mind for seat, (whose, mind) in found.items() if mind and whose == seat}

    def _is_choice(self, turn: int, whose: int | None) -> bool:
        """Return whether an agent with an open mind, or one in the seat `whose`, chose at a
        turn.
        """
        match = self.session.match
        seat = match.turns[turn - 1][0][0]
        if whose is not None and seat != whose:
            return False
        return seat in match.players and self._open(seat)

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
