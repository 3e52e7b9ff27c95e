"""A player's kept matches as exercises: judged once in a thread, kept, and made ready to be asked.

Only the window's own thread touches the disk: it reads the matches before the thread begins, and
`Gathering.collect` keeps what has been judged since.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from games import catalog
from games.arrays import BadWeights
from games.beside import Beside
from games.core import Log
from games.judging import Found, asked_in, judge_in_order
from games.moments import Moments
from games.session.archiving import full_log
from games.store.exercises import Practised
from games.store.library import Library
from games.store.past import PastMatch

NEWEST: Final = 20
"""The most matches of a game that are judged: one takes up to some seconds of one core."""
READY: Final = 12
"""The most exercises that are made ready for one sitting."""


class Kept(NamedTuple):
    """A kept match: the `row` that tells of it, and its log."""

    row: PastMatch
    log: Log


class Exercise(NamedTuple):
    """A costly choice of a kept match, and what is known of its answers so far."""

    row: PastMatch
    turn: int
    lost: float
    practised: Practised


def asking_games() -> list[str]:
    """Return the games whose choices can be asked again."""
    judging = (game for game in catalog.GAMES if catalog.judges(game))
    return [game for game in judging if catalog.choice_words(game).asks]


def judged_in(kept: Kept, turns: Sequence[int] | None = None) -> Iterator[Found]:
    """Yield the judged choices of the player in a match, of these turns where any are given.

    Raises `ValueError` for a match that cannot be played here, and `BadWeights`.
    """
    log, words = kept.log, catalog.choice_words(kept.log.game)
    moments = Moments(catalog.rules(log.game), log.params)
    moments.follow(log.turns)
    own = [a for a in asked_in(moments, words.chapters(moments)) if a.seat == kept.row.result.own]
    asked = [a for a in own if turns is None or a.choice.turn in turns]
    make = partial(catalog.watcher, log.game, words.judge)
    yield from judge_in_order(moments, asked, log.params, words, make)


class _Judging(Beside):
    """Judges matches; `judged` has each with the choices of its player."""

    def __init__(self, matches: Sequence[Kept]) -> None:
        """Begin at once."""
        self._matches = matches
        self.judged: SimpleQueue[tuple[Kept, list[Found]]] = SimpleQueue()
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Judge a choice after the other; a match that cannot be judged here is left out."""
        for kept in self._matches:
            found = []
            try:
                for each in judged_in(kept):
                    found.append(each)
                    yield
            except (ValueError, BadWeights):
                continue
            self.judged.put((kept, found))


class Gathering:
    """The exercises of a player: of matches that were judged before, and of new ones as they come.

    `exercises` are all of them, the newest match first and in it the costliest choice.
    """

    def __init__(self, library: Library, player: str) -> None:
        """Read the matches, and begin to judge those that were not judged before."""
        self.library, self.player = library, player
        self.exercises: list[Exercise] = []
        self.book = library.exercises(player)
        self._practised = {each.name: each for each in self.book.read()}
        waiting: list[Kept] = []
        for game in asking_games():
            waiting += self._read(game)
        waiting.sort(key=lambda kept: kept.row.ended, reverse=True)
        self._judging = _Judging(waiting) if waiting else None

    def _read(self, game: str) -> list[Kept]:
        """Take in the judged matches of a game; return the newest that are still to be judged."""
        rows = self.library.archive.finished(self.player, game)
        known = {each.key: each for each in self.library.judged(self.player, game).read()}
        waiting = []
        for row in [row for row in rows if row.counted != "watched" and row.turns][:NEWEST]:
            if row.key in known:
                costly = [(turn.turn, turn.lost) for turn in known[row.key].turns]
                self._add(row, costly)
            elif (kept := self.kept(row)) is not None:
                waiting.append(kept)
        return waiting

    def kept(self, row: PastMatch) -> Kept | None:
        """Return a match with its log, None where it cannot be read any more."""
        past = self.library.archive.read(self.player, row.game, row.key)
        try:
            return None if past is None else Kept(row, full_log(past))
        except ValueError:
            return None

    def _add(self, row: PastMatch, costly: Sequence[tuple[int, float]]) -> None:
        for turn, lost in costly:
            name = (row.game, row.key, turn)
            known = self._practised.get(name, Practised(*name))
            self.exercises.append(Exercise(row, turn, lost, known))
        self.exercises.sort(key=lambda each: each.row.ended, reverse=True)

    def collect(self) -> bool:
        """Take and keep what was judged since; returns whether there was anything."""
        taken = False
        while self._judging is not None:
            try:
                kept, found = self._judging.judged.get_nowait()
            except Empty:
                break
            taken = True
            costly = sorted((f for f in found if f.costly), key=lambda f: -f.judged.lost)
            rows = [
                (f.asked.choice.turn, f.judged.best, f.judged.lost, f.judged.error) for f in costly
            ]
            lost = sum(f.judged.lost for f in found)
            book = self.library.judged(self.player, kept.row.game)
            new = book.keep(kept.row.key, len(found), lost, rows)
            self._add(kept.row, [(turn.turn, turn.lost) for turn in new.turns])
        return taken

    @property
    def judging(self) -> bool:
        """True if something is still to come, or to be collected."""
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

    def due(self, today: date) -> list[Exercise]:
        """Return the exercises to ask on this day, those that were asked before first."""
        found = [each for each in self.exercises if each.practised.is_due(today)]
        return sorted(found, key=lambda each: (not each.practised.asked, each.practised.due))

    def note(self, exercise: Exercise, good: bool, today: date) -> None:
        """Keep an answer."""
        new = self.book.note(exercise.practised.name, good, today)
        self._practised[new.name] = new
        place = next(n for n, e in enumerate(self.exercises) if e.practised.name == new.name)
        self.exercises[place] = self.exercises[place]._replace(practised=new)


class Readying(Beside):
    """Judges exercises once more, so that every answer is known; `ready` has them in order."""

    def __init__(self, asked: Sequence[tuple[Exercise, Kept]]) -> None:
        """Begin at once."""
        self._asked = asked
        self.ready: SimpleQueue[tuple[Exercise, Kept, Found]] = SimpleQueue()
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Judge one after the other; those that cannot be judged are left out."""
        for exercise, kept in self._asked:
            try:
                for found in judged_in(kept, (exercise.turn,)):
                    self.ready.put((exercise, kept, found))
            except (ValueError, BadWeights):
                pass
            yield
