"""Words of Capture the Flag for judged choices and hints, and which moves of a bot are choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, cast

from games import catalog
from games.agents import Advice, Judge
from games.arrays import BadWeights
from games.core import WATCHERS
from games.ctf.bot_moments import BotMoments
from games.ctf.maze import STAY
from games.ctf.rules.game import GAME
from games.ctf.rules.state import BOTS, UNKNOWN, State
from games.judging import ChoiceWords
from games.match import seen_by
from games.mind import Lines, Mind, Note
from games.moments import Moments, MoveChosen
from games.shell.counsel import ALL, THINKING, Counsel
from games.spec import Params
from games.streams import Stream

LEADS: Final = "Points ahead 12 rounds later"
FORK: Final = 3
"""The least number of ways out of a cell at which going on is a choice."""


def cell_before(moments: Moments[State], choice: MoveChosen[State]) -> int:
    """Return the cell that a bot stood on before its last move, UNKNOWN before its first."""
    moves = choice.state.moves - len(BOTS)
    turn = choice.turn
    while turn > 0 and moments[turn].state.moves > moves:
        turn -= 1
    found = moments[turn].state
    return found.bots[choice.seat] if found.moves == moves else UNKNOWN


class FlagWords(ChoiceWords):
    """Words for the choices of bots.

    No part of the course is called luck: 12 rounds later another lead is to be foreseen also where
    nobody chose badly, since dots come into reach.
    """

    luck: ClassVar[str] = ""
    one: ClassVar[str] = "round"

    def decides(self, moments: Moments[State], choice: MoveChosen[State]) -> bool:
        """Return True at a fork, with an enemy in sight, and where a bot turns back, stops or sets
        out.
        """
        state = choice.state
        here = state.bots[choice.seat]
        ways = state.field.ways[here]
        if sum(to >= 0 for to in ways[:STAY]) >= FORK:
            return True
        if any(reading.kind == "seen" for reading in state.readings):
            return True
        before = cell_before(moments, choice)
        there = moments[choice.turn + 1].state.bots[choice.seat]
        return there != here if before == here else there in (before, here)

    def start(self, seats: int) -> tuple[float, ...]:
        """Return nothing: the lead to be foreseen is not known before the first choice."""
        return ()

    def ended(self, returns: Sequence[float]) -> tuple[float, ...]:
        """Return how far the team of each seat is ahead."""
        return tuple(points - returns[1 - seat % 2] for seat, points in enumerate(returns))

    def source(self, judge: Judge) -> str:
        """Return what choices are held against, and which are judged."""
        return (
            "Each choice is judged by what its team could believe. Judged are forks, moves with an "
            "enemy in sight, and where a bot turned back, stopped or set out."
        )


class FlagHints(Counsel[int, Advice]):
    """The hints of a match on a `tape`, by what the team that is to move can know.

    The question is a moment of the match at which the person's bot is to move.
    """

    def __init__(self, tape: BotMoments, params: Params) -> None:
        self._tape, self._heard = tape, 0
        self._judge = cast(Judge, catalog.watcher("ctf", FlagWords.judge))
        self._judge.begin((), GAME, params, Stream.named(0, "hint"))
        super().__init__(self._advise, BadWeights)

    def _advise(self, moment: int) -> Advice:
        """Let the judge hear the match up to a `moment`, and ask it; the thread does both."""
        for number in range(self._heard, moment + 1):
            self._judge.observe(seen_by(self._tape[number].events, (WATCHERS,)))
        self._heard = max(self._heard, moment + 1)
        state = self._tape[moment].state
        return self._judge.hint(GAME.view(state, state.turn))

    @property
    def words(self) -> tuple[str, ...]:
        """The hint in words, the fullest first; () where none is open."""
        if not self.showing:
            return ()
        if self.answer is None:
            return (self.problem or THINKING,)
        told = self.answer.sentence
        return (f"Hint: {told[:1].lower()}{told[1:]}", f"Hint: {self.answer.actions[0].words}.")

    @property
    def best(self) -> str:
        """The best move, "" where no hint is there to be seen."""
        return self.answer.actions[0].move if self.showing and self.answer is not None else ""

    @property
    def mind(self) -> Mind:
        """All of the hint, () where that is not open."""
        if self.showing != ALL or self.answer is None:
            return ()
        rows = tuple((row.words, row.value) for row in self.answer.actions)
        words = tuple(f"{value:+.1f}" for _, value in rows)
        return (Note(self.answer.sentence), Lines(LEADS, rows, "points", chosen=0, words=words))


WORDS: Final = FlagWords()
