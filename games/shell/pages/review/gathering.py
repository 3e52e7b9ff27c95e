"""A player's kept matches as exercises: judged once in a thread, kept, and made ready to be asked.

Beside them stand the exercises that ship, as matches without an owner (`shipped`). Only the
window's own thread touches the disk: it reads the matches before the thread begins, and
`Gathering.collect` keeps the choices judged since.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from hashlib import blake2s
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from games import catalog
from games.arrays import BadWeights
from games.beside import Beside
from games.core import Log, Seating
from games.judging import ChoiceWords, Found, asked_in, judge_in_order
from games.moments import Moments
from games.paths import ASSETS, read_plain
from games.session.archiving import full_log
from games.session.setup import HUMAN
from games.store.exercises import Practised
from games.store.judged import JudgedTurn
from games.store.library import Library
from games.store.past import PastMatch
from games.store.statistics import MatchResult

NEWEST: Final = 20
"""The most matches of a game that are judged: one takes up to some seconds of one core."""
MOST: Final = 5
"""The exercises that one match gives at most: as many as its review lists."""
READY: Final = 12
"""The most exercises that are made ready for one sitting."""
FOLDER: Final = ASSETS / "exercises"
MOST_BYTES: Final = 1 << 18


class KeptMatch(NamedTuple):
    """A kept match: its `row` in the list, and its log."""

    row: PastMatch
    log: Log


class Exercise(NamedTuple):
    """A `costly` choice of a kept match, and its answers up to now."""

    row: PastMatch
    costly: JudgedTurn
    practised: Practised
    ships: bool = False

    @property
    def turn(self) -> int:
        """The turns before it."""
        return self.costly.turn

    @property
    def lost(self) -> float:
        """Its loss in the measure of its judge."""
        return self.costly.lost

    @property
    def best(self) -> str:
        """The best move of one that ships, "" for others."""
        return self.costly.best if self.ships else ""


def asking_games() -> list[str]:
    """Return the games whose choices can be asked again."""
    judging = (game for game in catalog.GAMES if catalog.judges(game))
    return [game for game in judging if catalog.choice_words(game).asks]


def judged_in(kept: KeptMatch, turns: Sequence[int] | None = None) -> Iterator[Found]:
    """Yield the judged choices of the player in a match, of these turns where any are given.

    Raises `ValueError` for a match that cannot be played here, and `BadWeights`.
    """
    log, words = kept.log, catalog.choice_words(kept.log.game, kept.log.params)
    if not words.asks:
        return
    moments = Moments(catalog.rules(log.game), log.params)
    moments.follow(log.turns)
    every = asked_in(moments, words.chapters(moments), words)
    own = [asked for asked in every if asked.seat == kept.row.result.own]
    asked = [a for a in own if turns is None or a.choice.turn in turns]
    make = partial(catalog.watcher, log.game, words.judge)
    yield from judge_in_order(moments, asked, log.params, words, make)


def shipped(game: str) -> Iterator[tuple[KeptMatch, JudgedTurn]]:
    """Yield the exercises of a game that ship: each a match up to its best move, and that choice
    with the loss of the second best; those that cannot be are left out.

    `main.py arena jaipur --agents sensei:level=2 --option study=exercises --games 16 --json` made
    the file of Jaipur.
    """
    try:
        rows = json.loads(read_plain(FOLDER / f"{game}.json", MOST_BYTES))["rows"]
        plain = [each for row in rows for each in row["exercises"]]
    except (OSError, ValueError, KeyError, TypeError):
        return
    for each in plain:
        try:
            kept, where = _shipped(game, each["moves"].split(), str(each["best"]))
            lost, error = float(each["lost"]), float(each["error"])
            turn = len(kept.log.turns) - 1
            yield kept, JudgedTurn(turn, str(each["best"]), lost, error, where)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            continue


def _shipped(game: str, moves: Sequence[str], best: str) -> tuple[KeptMatch, str]:
    """Return an exercise as a match, and where in it the choice is; raises `ValueError` where it
    cannot be played.
    """
    spec, key = catalog.spec(game), blake2s(" ".join(moves).encode(), digest_size=8).hexdigest()
    params = spec.params(catalog.choice_words(game).ships or {})
    moments = Moments(catalog.rules(game), params)
    for move in (*moves, best):
        moments.follow([*moments.turns, ((moments.game.to_act(moments[-1].state)[0], move),)])
    own = moments.turns[-1][0][0]
    rivals = spec.opponents
    seats = [Seating(rivals.default, dict(rivals.options)) for _ in spec.seats_for(params)]
    seats[own] = Seating(HUMAN)
    result = MatchResult(game, rivals.default, "played", own=own)
    row = PastMatch(f"shipped{key}", "", result, 0, len(moments.turns))
    words = catalog.choice_words(game, params)
    *_, last = asked_in(moments, words.chapters(moments), words)
    log = Log(game, params, 0, tuple(seats), list(moments.turns))
    return KeptMatch(row, log), words.where(last)


class _Judging(Beside):
    """Judges matches; `judged` has each with the choices of its player."""

    def __init__(self, matches: Sequence[KeptMatch]) -> None:
        """Begin at once."""
        self._matches = matches
        self.judged: SimpleQueue[tuple[KeptMatch, list[Found]]] = SimpleQueue()
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

    `exercises` are all of them, the newest match first and in it the costliest choice; those that
    ship come last.
    """

    def __init__(self, library: Library, player: str, games: Sequence[str] | None = None) -> None:
        """Read the matches of these `games`, all without them, and begin to judge those that were
        not judged before.
        """
        self.library, self.player = library, player
        self.exercises: list[Exercise] = []
        self._shelf: dict[str, KeptMatch] | None = None
        self.book = library.exercises(player)
        self._practised = {each.name: each for each in self.book.read()}
        waiting: list[KeptMatch] = []
        for game in asking_games() if games is None else games:
            waiting += self._read(game)
        waiting.sort(key=lambda kept: kept.row.ended, reverse=True)
        self._judging = _Judging(waiting) if waiting else None

    def _read(self, game: str) -> list[KeptMatch]:
        """Take in the judged matches of a game; return the newest that are still to be judged."""
        rows = self.library.archive.finished(self.player, game)
        known = {each.key: each for each in self.library.judged(self.player, game).read()}
        waiting = []
        for row in [row for row in rows if row.counted != "watched" and row.turns][:NEWEST]:
            if row.key in known and all(turn.where for turn in known[row.key].turns):
                self._add(row, known[row.key].turns)
            elif (kept := self.kept(row)) is not None:
                waiting.append(kept)
        return waiting

    def kept(self, row: PastMatch) -> KeptMatch | None:
        """Return a match with its log, None where it cannot be read any more."""
        if self._shelf and row.key in self._shelf:
            return self._shelf[row.key]
        past = self.library.archive.read(self.player, row.game, row.key)
        try:
            return None if past is None else KeptMatch(row, full_log(past))
        except ValueError:
            return None

    def open_shelf(self) -> None:
        """Take in the exercises that ship."""
        if self._shelf is None:
            self._shelf = {}
            for game in asking_games():
                for kept, costly in shipped(game) if catalog.choice_words(game).ships else ():
                    self._shelf[kept.row.key] = kept
                    self._add(kept.row, [costly], True)

    def _add(self, row: PastMatch, costly: Sequence[JudgedTurn], ships: bool = False) -> None:
        """Take in the `costly` choices of a match, at most the few that cost most."""
        for each in sorted(costly, key=lambda each: -each.lost)[:MOST]:
            name = (row.game, row.key, each.turn)
            known = self._practised.get(name, Practised(*name))
            self.exercises.append(Exercise(row, each, known, ships))
        self.exercises.sort(key=lambda each: each.row.ended, reverse=True)

    def collect(self) -> bool:
        """Take and keep the choices judged since; return whether there were any."""
        taken = False
        while self._judging is not None:
            try:
                kept, found = self._judging.judged.get_nowait()
            except Empty:
                break
            taken = True
            costly = sorted((f for f in found if f.costly), key=lambda f: -f.judged.lost)
            words = catalog.choice_words(kept.row.game, kept.log.params)
            rows = [_costly(f, words) for f in costly]
            lost = sum(f.judged.lost for f in found)
            book = self.library.judged(self.player, kept.row.game)
            new = book.keep(kept.row.key, len(found), lost, rows)
            self._add(kept.row, new.turns)
        return taken

    @property
    def judging(self) -> bool:
        """True if choices are still to come, or to be collected."""
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

    def due(self, today: date, ships: bool = False) -> list[Exercise]:
        """Return the exercises to ask on this day, the ones asked before first: a player's
        own, or the ones that ship.
        """
        shelf = [each for each in self.exercises if each.ships == ships]
        found = [each for each in shelf if each.practised.is_due(today)]
        return sorted(found, key=lambda each: (not each.practised.asked, each.practised.due))

    def note(self, exercise: Exercise, good: bool, today: date) -> None:
        """Keep an answer."""
        new = self.book.note(exercise.practised.name, good, today)
        self._practised[new.name] = new
        place = next(n for n, e in enumerate(self.exercises) if e.practised.name == new.name)
        self.exercises[place] = self.exercises[place]._replace(practised=new)


class Readying(Beside):
    """Judges exercises once more, so that every answer is known; `ready` has them in order.

    `whole` is the number of those that are ready or can still become so.
    """

    def __init__(self, asked: Sequence[tuple[Exercise, KeptMatch]]) -> None:
        """Begin at once."""
        self._asked, self.whole = asked, len(asked)
        self.ready: SimpleQueue[tuple[Exercise, KeptMatch, Found]] = SimpleQueue()
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Judge one after the other; those that cannot be judged are left out."""
        for exercise, kept in self._asked:
            try:
                for found in judged_in(kept, (exercise.turn,)):
                    if found.costly or exercise.ships:
                        self.ready.put((exercise, kept, certain(found, exercise.best)))
                    else:  # an older judge thought so
                        self.whole -= 1
            except (ValueError, BadWeights):
                self.whole -= 1
            yield


def _costly(found: Found, words: ChoiceWords) -> JudgedTurn:
    """Return a judged choice as it is kept."""
    judged = found.judged
    lost = judged.measure.words(judged.lost)
    cost = f"{lost} of {judged.measure.name}" if judged.measure.unit == "%" else lost
    turn, where = found.asked.choice.turn, words.where(found.asked)
    return JudgedTurn(turn, judged.best, judged.lost, judged.error, where, cost)


def certain(found: Found, best: str) -> Found:
    """Return a choice that was judged, with the `best` move where that is known for certain."""
    judged = found.judged
    if not best or judged.best == best:
        return found
    return found._replace(
        judged=judged._replace(best=best, lost=0.0, error=0.0, points=0.0, why="", actions=())
    )
