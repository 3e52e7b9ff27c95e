"""Plays the games of a chunk and takes the time of its first ones.

A move is a turn in which a seat acted. Time a move is what `act` and `observe` took in the first
games of a table, or in as many of them as take some seconds. The score of a side is the mean of
its seats' returns.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from ai.bots.player import BotPlayer
from ai.core import Agent
from ai.lab import rooms
from ai.lab.arena.faults import NOT_THEIRS, Forfeit, GameFault, Guard
from ai.lab.arena.schedule import Chunk, game_seed, sides, sitting
from ai.lab.errors import BadArguments
from games import bots, catalog, log
from games.core import (
    CHANCE,
    FAILURES,
    Decision,
    Event,
    Game,
    Limit,
    Log,
    Player,
    Seating,
    Turn,
)
from games.match import Match
from games.spec import Params
from games.streams import Stream

MOST_TURNS: Final = 20_000
"""A match that is not over after this many turns has options without an end."""

TIMED_GAMES: Final = 20
TIMED_SECONDS: Final = 10.0
"""Of thought in a chunk, after which no more games are timed: 20 of expectimax-7 take 6 minutes
one by one, and a hundredth of that at once, where the game's room can play them so. There only the
first chunk of a table has timed games: with few games to a chunk each of the first twenty would be
one that is played slowly."""


class Result(NamedTuple):
    """One game: the score of each at the table, in its order, and moves played.

    `sources` has the points of each by source, where the game has sources. A forfeited game has a
    `fault` and no scores; where a bot forfeited, `left` has what they were then. `trace` is the
    same for games of the same turns, 0 where the turns are not known; `match` is the match as
    text, where it is to be kept.
    """

    scores: tuple[float, ...]
    moves: int
    fault: GameFault | None = None
    sources: tuple[Mapping[str, float], ...] = ()
    left: tuple[float, ...] = ()
    trace: int = 0
    match: str = ""


class Played(NamedTuple):
    """The results of a chunk, and for each at the table (seconds, moves) of its timed games.

    Where matches are kept, a first choice in a match is not timed: it starts a bot's process.
    """

    results: list[Result]
    times: tuple[tuple[float, int], ...]


class Timed(Agent):
    """An agent with a watch: `seconds` in `act` and `observe`, and moves made.

    `later` are the seconds of each choice after the first of a match, which starts a bot's process.
    """

    def __init__(self, agent: Player) -> None:
        self.agent = agent
        self.prepare = getattr(agent, "prepare", None)
        self.seconds = 0.0
        self.moves = 0
        self.later: list[float] = []
        self._first = True

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Pass on."""
        self._first = True
        self.agent.begin(seats, game, params, rng)

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Pass on, and take the time."""
        begun = time.perf_counter()
        decision = self.agent.act(seat, view, legal, limit)
        spent = max(time.perf_counter() - begun, getattr(self.agent, "asked_seconds", 0.0))
        self.seconds += spent
        self.moves += 1
        if not self._first:
            self.later.append(spent)
        self._first = False
        return decision

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on, and take the time."""
        begun = time.perf_counter()
        self.agent.observe(events)
        self.seconds += time.perf_counter() - begun

    def finish(self, result: Sequence[float]) -> None:
        """Pass on."""
        self.agent.finish(result)


def play_chunk(chunk: Chunk) -> Played:
    """Play the games of a chunk, in order."""
    table = Roster(chunk)
    found: dict[int, Result] = {}
    for number in chunk.games:
        if not table.times(number):
            break
        found[number] = table.play(number)
    found |= table.play_at_once([number for number in chunk.games if number not in found])
    results = [found.get(number) or table.play(number) for number in chunk.games]
    return Played(results, tuple(table.time_of(watch) for watch in table.watches))


class Roster:
    """Those who play a chunk: an agent for each name, its own for a name that is there twice.

    `turns` are the turns of the game that was played last.
    """

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.game = catalog.rules(chunk.game)
        self.sides = sides(self.game.spec, chunk.params)
        found = [catalog.resolve(chunk.game, name, chunk.options) for name in chunk.table]
        self.agents = [each.make() for each in found]
        self.seatings = [Seating(each.spec.id, each.options) for each in found]
        self.watches = [Timed(agent) for agent in self.agents]
        self.guards = [
            Guard(agent, who, name, chunk.seconds)
            for who, (agent, name) in enumerate(zip(self.watches, chunk.table, strict=True))
        ]
        self.bots = [who for who, name in enumerate(chunk.table) if name.startswith(bots.PREFIX)]
        self.guarded = chunk.seconds is not None or not all(each.spec.ours for each in found)
        self.turns: list[Turn] = []
        self.limit = Limit(nodes=chunk.nodes)
        self.counted = _counted(chunk.game) if len(self.sides) > 2 else None
        self.dealt = _dealing(chunk.game)
        self.hurried = chunk.games.start > 0 and rooms.BATCHES.of(chunk.game) is not None

    def times(self, number: int) -> bool:
        """Return whether the game of this `number` is still to be timed."""
        if self.chunk.keep:
            return True
        if self.hurried:
            return False
        return number < TIMED_GAMES and sum(w.seconds for w in self.watches) < TIMED_SECONDS

    def time_of(self, watch: Timed) -> tuple[float, int]:
        """Return the seconds and the number of the moves that a `watch` has timed."""
        if self.chunk.keep:
            return sum(watch.later), len(watch.later)
        return watch.seconds, watch.moves

    def play_at_once(self, numbers: Sequence[int]) -> dict[int, Result]:
        """Return the results of those games, by number, that the game's room can play at once."""
        room = rooms.BATCHES.of(self.chunk.game)
        if room is None or self.limit != Limit() or self.guarded:
            return {}
        found: dict[int, Result] = {}
        count = len(self.agents)
        for turned in range(count):
            theirs = [number for number in numbers if number % count == turned]
            order = sitting(turned, count)
            seated = [self.agents[who] for who in order]
            seeds = [game_seed(self.chunk.seed, self.chunk.table, number) for number in theirs]
            played = room.play_all(seated, self.chunk.params, seeds) if theirs else None
            for number, (returns, moves) in zip(theirs, played or (), strict=played is not None):
                found[number] = Result(tuple(returns[order.index(w)] for w in range(count)), moves)
        return found

    def play(self, number: int) -> Result:
        """Play one game; one that fails is played again to find out whose fault it was.

        Raises `BadArguments` where it does not end.
        """
        if self.guarded:
            return self._play_guarded(number)
        try:
            players = self.watches if self.times(number) else self.agents
            return self._finished(self._match(number, players), number)
        except (BadArguments, *NOT_THEIRS):
            raise
        except FAILURES:
            return self._play_guarded(number)

    def _play_guarded(self, number: int) -> Result:
        match: Match[Any] | None = None
        try:
            match = self._match(number, self.guards)
            return self._finished(match, number)
        except Forfeit as fault:
            turns = match.turns if match else []
            other = self._fault_of_other(match, number, fault.who) if match else ""
            found = GameFault(fault.who, number, len(turns), fault.sentence, other)
            left = self._scores(match, number) if match and fault.who in self.bots else ()
            for who in self.bots:
                cast(BotPlayer, self.agents[who]).close()
            kept = (trace_of(turns), self._text(match, number)) if match else (trace_of(()), "")
            return Result((), _moves(turns), found, (), left, *kept)

    def _fault_of_other(self, match: Match[Any], number: int, who: int) -> str:
        """Return the sentence on the other side of a pair, if it forfeits the same turn, or ""."""
        if len(self.sides) != 2:
            return ""
        blamed = max(self.sides[self._order(number)[who]])
        try:
            for seat in match.to_act:
                if seat > blamed:
                    match.decide(seat, self.limit)
        except Forfeit as fault:
            return fault.sentence
        return ""

    def _match(self, number: int, players: Sequence[Player]) -> Match[Any]:
        seated = {}
        for side, who in zip(self.sides, sitting(number, len(players)), strict=True):
            seated.update(dict.fromkeys(side, players[who]))
        seed = game_seed(self.chunk.seed, self.chunk.table, number)
        params = self.dealt(self.chunk.params, self.chunk.seed, number, seed)
        match = Match(cast(Game[Any], self.counted or self.game), params, seed, seated)
        self.turns = match.turns
        return match

    def _finished(self, match: Match[Any], number: int) -> Result:
        """Play a match to its end."""
        match.run(self.limit, MOST_TURNS)
        if not match.over and self.bots:
            name = bots.name_of(self.chunk.table[self.bots[0]])
            raise Forfeit(self.bots[0], f"{name} forfeits: after turn {MOST_TURNS} it had no end.")
        if not match.over:
            raise BadArguments("This game did not end; choose options that let it end.")
        scores = self._scores(match, number)
        sources: tuple[Mapping[str, float], ...] = ()
        if self.counted is not None:
            found, order = self.counted.by_source(), self._order(number)
            sources = tuple(found[self.sides[side][0]] for side in order)
        kept = trace_of(match.turns), self._text(match, number)
        return Result(scores, _moves(match.turns), None, sources, (), *kept)

    def _text(self, match: Match[Any], number: int) -> str:
        """Return a match as text, "" where none is to be kept."""
        if not self.chunk.keep:
            return ""
        seats = [Seating(self.chunk.table[0])] * sum(map(len, self.sides))
        for side, who in zip(self.sides, sitting(number, len(self.agents)), strict=True):
            for seat in side:
                seats[seat] = self.seatings[who]
        return match_text(match, seats)

    def _order(self, number: int) -> Sequence[int]:
        """Return the side of each at the table in the game of this `number`."""
        return sitting(-number, len(self.sides))

    def _scores(self, match: Match[Any], number: int) -> tuple[float, ...]:
        """Return the scores of a match up to now, in the order of the table."""
        return tuple(_mean(match.returns, self.sides[side]) for side in self._order(number))


def match_text(match: Match[Any], seats: Sequence[Seating]) -> str:
    """Return a match between agents as the text of a `.match` file."""
    turns = list(match.turns)
    about = match.game.spec.id, match.params, match.seed
    return log.encode(Log(*about, tuple(seats), turns, practice=True))


def trace_of(turns: Sequence[Turn]) -> int:
    """Return a number that is the same for the same `turns` on every machine, never 0."""
    moves = "\n".join([move for turn in turns for _, move in turn])
    found = hashlib.blake2b(moves.encode(), digest_size=8)
    return int.from_bytes(found.digest()) >> 1 or 1


def _counted(game: str) -> rooms.CountsSources | None:
    """Return the game that adds up points by source, where it tells sources apart."""
    module = rooms.SOURCES.of(game)
    return None if module is None else module.counted()


def _dealing(game: str) -> Callable[[Params, int, int, int], Params]:
    """Return what gives a game its deal: by options, the arena's seed, its number and own seed."""
    module = rooms.DEALS.of(game)
    if module is None:
        return lambda params, arena, number, seed: params
    by_number, dealt = getattr(module, "numbered", None), module.dealt
    if by_number is None:
        return lambda params, arena, number, seed: dealt(params, seed)
    return lambda params, arena, number, seed: cast(Params, by_number(params, arena, number))


def _mean(returns: Sequence[float], seats: Sequence[int]) -> float:
    return sum([returns[seat] for seat in seats]) / len(seats)


def _moves(turns: Sequence[Turn]) -> int:
    return sum(turn[0][0] != CHANCE for turn in turns)
