"""The matches that a player has finished: what the own choices gave away, judged once and kept.

They are judged in a thread, the newest first, so that no frame waits; whoever looks collects what
has come (`OwnRounds.collect`), because only the window's own thread touches the disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple, cast

from games import catalog
from games.beside import Beside
from games.core import CHANCE, Event, Log, Turn
from games.jaipur.asks import Adviser
from games.jaipur.coach.exercises import Exercise
from games.jaipur.rules import GAME as RULES
from games.jaipur.rules.state import State
from games.jaipur.stall import NEW_ROUND, Stall, stall_after
from games.session.archiving import full_log
from games.spec import Params
from games.store.library import Library

SURE: Final = 2.0
"""A loss is told where it is so many standard errors from none."""
COSTLY: Final = 0.02
"""The least chance to win that a choice must have lost to be told as costly."""


class Asked(NamedTuple):
    """A choice that was made: after how many turns of the match, in which state, and what it was.

    `number` counts the choices of its round from 1 on; `stall` is the market by places.
    """

    turn: int
    number: int
    state: State
    stall: Stall
    move: str


class Round(NamedTuple):
    """A round that was played: its number, its choices, and how it ended for the first seat.

    `ended` is 1, 1/2 or 0 and `totals` are the rupees of both, None where it was not played to its
    end.
    """

    number: int
    asked: tuple[Asked, ...]
    ended: float | None
    totals: tuple[int, int] | None


def rounds_of(params: Params, turns: Sequence[Turn]) -> list[Round]:
    """The rounds of a match, in order; one in which nobody chose is left out."""
    found: list[Round] = []
    asked: list[Asked] = []
    state, stall, number = RULES.new(params), NEW_ROUND, 1
    for turn, moves in enumerate(turns):
        seat, move = moves[0]
        if seat != CHANCE:
            asked.append(Asked(turn, len(asked) + 1, state, stall, move))
        state, events = RULES.apply(state, dict(moves))
        for event in events:
            stall = stall_after(stall, event)
        scored = _scored(events)
        if scored is not None:
            found.append(Round(number, tuple(asked), *scored))
            asked, number = [], number + 1
    if asked:
        found.append(Round(number, tuple(asked), None, None))
    return found


def _scored(events: Sequence[Event]) -> tuple[float, tuple[int, int]] | None:
    """Return the end of a round from its last events."""
    for event in events:
        if event.kind == "score":
            winner, (west, east) = event.data["winner"], event.data["total"]
            return (0.5 if winner is None else 1.0 - winner), (west, east)
    return None


GAME: Final = "jaipur"
NEWEST: Final = 30
"""So many matches are judged at most: one takes some seconds of one core."""
EXERCISE: Final = 0.06
"""What a choice must have lost to be asked again; three times what is told as costly."""


Cost = tuple[int, str, float, float]
"""A choice: after so many turns, the best move, what was lost of the chance to win, its error."""


class Worth(NamedTuple):
    """What the own choices of a match were worth: their number, their loss together, the costly.

    A costly choice is (turn, better move, loss, its standard error), the costliest first.
    """

    key: str
    choices: int
    lost: float
    costly: list[Cost]

    @property
    def mean(self) -> float:
        """What a choice gave away on average of the chance to win the round."""
        return self.lost / max(1, self.choices)


def judged_choices(found: Log, own: int, adviser: Adviser) -> Iterator[Cost]:
    """Each choice of the seat `own` in a match: its turn, the best move, the loss, its error."""
    for played in rounds_of(found.params, found.turns):
        for asked in played.asked:
            if asked.state.turn == own:
                judged = adviser.judge(asked.state, own, asked.move, asked.turn)
                yield asked.turn, judged.best, judged.lost, judged.error


def worth_of(key: str, choices: list[Cost]) -> Worth:
    """The choices of a match together."""
    certain = [each for each in choices if each[2] >= COSTLY and each[2] > SURE * each[3]]
    costly = sorted(certain, key=lambda each: -each[2])
    return Worth(key, len(choices), sum(each[2] for each in choices), costly)


class _Judging(Beside):
    """Judges matches, each with its key and the own seat; `judged` has what they were worth."""

    def __init__(
        self, matches: Sequence[tuple[str, Log, int]], adviser: Adviser | None = None
    ) -> None:
        """Begin at once."""
        self._matches, self._adviser = matches, adviser
        self.judged: SimpleQueue[Worth] = SimpleQueue()
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Judge a choice after the other; a match that cannot be played here is left out."""
        adviser = self._adviser or cast(Adviser, catalog.watcher(GAME, "adviser"))
        for key, found, own in self._matches:
            choices = []
            try:
                for judged in judged_choices(found, own, adviser):
                    choices.append(judged)
                    yield
            except ValueError:
                continue
            self.judged.put(worth_of(key, choices))


class OwnRounds:
    """The finished matches of a player; `worth` has those that are judged, by their keys.

    `rows` are all that the player has played in, the newest first.
    """

    def __init__(self, library: Library, player: str, adviser: Adviser | None = None) -> None:
        self._adviser = adviser
        self.library, self.player = library, player
        found = library.archive.finished(player, GAME)
        self.rows = [row for row in found if row.counted != "watched" and row.turns]
        self._book = library.judged(player, GAME)
        self.worth: dict[str, Worth] = {}
        for kept in self._book.read():
            costly = [tuple(turn) for turn in kept.turns]
            self.worth[kept.key] = Worth(kept.key, kept.choices, kept.lost, cast(Any, costly))
        newest = self.rows[:NEWEST]
        self._waiting = [row for row in newest if row.key not in self.worth]
        self._judging: _Judging | None = None

    def log_of(self, key: str) -> Log | None:
        """A match with its turns, None where it cannot be read any more."""
        past = self.library.archive.read(self.player, GAME, key)
        try:
            return None if past is None else full_log(past)
        except ValueError:
            return None

    def start(self) -> None:
        """Judge what was not judged before."""
        work = [(row, self.log_of(row.key)) for row in self._waiting]
        matches = [(row.key, found, row.result.own) for row, found in work if found is not None]
        if matches:
            self._judging = _Judging(matches, self._adviser)

    def collect(self) -> list[Worth]:
        """Take and keep what was judged since."""
        found: list[Worth] = []
        while self._judging is not None:
            try:
                worth = self._judging.judged.get_nowait()
            except Empty:
                break
            self._book.keep(*worth)
            self.worth[worth.key] = worth
            found.append(worth)
        return found

    @property
    def judging(self) -> bool:
        """True if an answer is still to come, or to be collected."""
        beside = self._judging
        return beside is not None and not (beside.done and beside.judged.empty())

    def wait(self) -> None:
        """Come back when all is judged."""
        if self._judging is not None:
            self._judging.wait()

    def end(self) -> None:
        """Judge no more."""
        if self._judging is not None:
            self._judging.end()

    def exercises(self, worth: Worth) -> list[Exercise]:
        """The choices of a match that are worth being asked again, as they came."""
        asked = {turn: (best, lost, error) for turn, best, lost, error in worth.costly}
        found = self.log_of(worth.key) if asked else None
        if found is None:
            return []
        try:
            rounds = rounds_of(found.params, found.turns)
        except ValueError:
            return []
        return [
            Exercise(each.state, each.stall, *asked[each.turn])
            for played in rounds
            for each in played.asked
            if each.turn in asked and asked[each.turn][1] >= EXERCISE
        ]
