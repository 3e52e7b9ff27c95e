"""`main.py arena`: a round robin between agents, and what it says about their strength.

Each pair plays the same number of games, sides alternating: in game 0, 2, 4 ... the first of the
pair has seat 0 ("first"). The seed of a game comes from the arena's seed, the names of the pair
and the number of the game, so that it does not depend on who else plays or on the number of jobs.
Work is cut into chunks of games by the number of games alone, and results are added up in order.

A win counts 1, a draw 1/2. The interval of the win share is Wilson's, with draws as halves of
wins; that of the mean margin (games scored in points, own less the other's, a game) is the mean
and 1.96 standard errors. A move is a turn in which a seat acted. Time a move is what `act` and
`observe` took in the first games of a pair.
"""

from __future__ import annotations

import itertools
import json
import math
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.core import Agent
from ai.lab import rooms
from ai.lab.errors import BadArguments
from ai.lab.options import check_able, share_options
from ai.lab.progress import Progress
from games import catalog
from games.agents import AgentSpec, agent_options
from games.core import (
    CHANCE,
    Decision,
    Event,
    Game,
    Limit,
    Params,
    Player,
)
from games.intervals import wilson
from games.match import Match
from games.streams import Stream, stream_key

MOST_TURNS: Final = 20_000
"""A match that is not over after so many turns has options without an end."""

TIMED_GAMES: Final = 20
_CHUNKS_A_PAIR: Final = 40
_LARGEST_CHUNK: Final = 500
_Z: Final = 1.959963984540054


class Chunk(NamedTuple):
    """Some games of one pair, to be played by one process."""

    game: str
    pair: tuple[str, str]
    params: Mapping[str, Any]
    options: Mapping[str, Any]
    seed: int
    games: range
    nodes: int | None


class Result(NamedTuple):
    """One game: scores of the first and the second of the pair, and moves played."""

    a_score: float
    b_score: float
    moves: int


class Played(NamedTuple):
    """The results of a chunk, and for both of the pair (seconds, moves) of its timed games."""

    results: list[Result]
    times: tuple[tuple[float, int], tuple[float, int]]


class Timed(Agent):
    """An agent with a watch: `seconds` in `act` and `observe`, and moves made."""

    def __init__(self, agent: Player) -> None:
        self.agent = agent
        self.seconds = 0.0
        self.moves = 0

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Pass on."""
        self.agent.begin(seats, game, params, rng)

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Pass on, and take the time."""
        begun = time.perf_counter()
        decision = self.agent.act(seat, view, legal, limit)
        self.seconds += time.perf_counter() - begun
        self.moves += 1
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
    game = catalog.rules(chunk.game)
    agents = [_make(catalog.agent(chunk.game, name), chunk.options) for name in chunk.pair]
    watches = [Timed(agent) for agent in agents]
    limit = Limit(nodes=chunk.nodes)
    results = []
    for number in chunk.games:
        pair = watches if number < TIMED_GAMES else agents
        first, second = (pair[0], pair[1]) if number % 2 == 0 else (pair[1], pair[0])
        seed = game_seed(chunk.seed, chunk.pair, number)
        match = Match(game, chunk.params, seed, {0: first, 1: second})
        scores = match.run(limit, MOST_TURNS)
        if not match.over:
            raise BadArguments("This game did not end; choose options that let it end.")
        ours, theirs = (0, 1) if number % 2 == 0 else (1, 0)
        moves = sum(turn[0][0] != CHANCE for turn in match.turns)
        results.append(Result(scores[ours], scores[theirs], moves))
    times = [(watch.seconds, watch.moves) for watch in watches]
    return Played(results, (times[0], times[1]))


def _make(spec: AgentSpec, options: Mapping[str, Any]) -> Player:
    return spec.make(agent_options(spec, options), None)


def game_seed(seed: int, pair: tuple[str, str], number: int) -> int:
    """The seed of one game: 63 bits that any save can hold."""
    return stream_key(seed, f"arena {pair[0]} {pair[1]} {number}") >> 1


def chunks(
    game: str,
    pairs: Sequence[tuple[str, str]],
    games: int,
    seed: int,
    params: Mapping[str, Any],
    options: Mapping[str, Any],
    nodes: int | None,
) -> list[Chunk]:
    """All work, pair after pair, cut by the number of games alone."""
    size = min(_LARGEST_CHUNK, math.ceil(games / _CHUNKS_A_PAIR))
    return [
        Chunk(game, pair, params, options, seed, range(first, min(games, first + size)), nodes)
        for pair in pairs
        for first in range(0, games, size)
    ]


def play_all(work: Sequence[Chunk], jobs: int, progress: Callable[[float, str], None]) -> Any:
    """Play every chunk; returns what was played in the order of the chunks."""
    played = []
    for done, result in enumerate(_played(work, jobs), start=1):
        played.append(result)
        progress(done / len(work), f"{' v '.join(work[done - 1].pair)}")
    return played


def _played(work: Sequence[Chunk], jobs: int) -> Iterator[Played]:
    if jobs == 1 or len(work) == 1:
        yield from map(play_chunk, work)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(work)), ignore_interrupts) as pool:
        yield from pool.imap(play_chunk, work)


def ignore_interrupts() -> None:
    """In a worker process: leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- what it says ------------------------------------------------------------------------


def summary(pair: tuple[str, str], played: Sequence[Played], points: bool) -> dict[str, Any]:
    """A pair's figures, as the JSON output has them; None where there was no such game."""
    results = [result for part in played for result in part.results]
    wins = [_win(result) for result in results]
    plain: dict[str, Any] = {
        "a": pair[0],
        "b": pair[1],
        "games": len(results),
        "a_win_share": _mean(wins),
        "a_win_share_first": _mean(wins[0::2]),
        "a_win_share_second": _mean(wins[1::2]),
        "ci95": list(wilson(math.fsum(wins), len(wins))),
        "a_ms_per_move": _ms_per_move([part.times[0] for part in played]),
        "b_ms_per_move": _ms_per_move([part.times[1] for part in played]),
        "moves_per_game": _mean([result.moves for result in results]),
    }
    if points:
        margins = [result.a_score - result.b_score for result in results]
        plain["a_mean_margin"] = _mean(margins)
        plain["a_mean_margin_ci95"] = _mean_interval(margins)
    return plain


def _win(result: Result) -> float:
    return 0.5 if result.a_score == result.b_score else float(result.a_score > result.b_score)


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _mean_interval(values: Sequence[float]) -> list[float] | None:
    """Mean and 1.96 standard errors to both sides; None for fewer than two values."""
    if len(values) < 2:
        return None
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    half = _Z * math.sqrt(variance / len(values))
    return [mean - half, mean + half]


def _ms_per_move(times: Sequence[tuple[float, int]]) -> float | None:
    moves = sum(count for _, count in times)
    return 1000.0 * math.fsum(seconds for seconds, _ in times) / moves if moves else None


def ladder(pairs: Sequence[Mapping[str, Any]]) -> list[tuple[str, float, int]]:
    """Each agent's win share over all its games and how many those were, best first."""
    won: dict[str, float] = {}
    games: dict[str, int] = {}
    for pair in pairs:
        wins = pair["a_win_share"] * pair["games"]
        for name, share in ((pair["a"], wins), (pair["b"], pair["games"] - wins)):
            won[name] = won.get(name, 0.0) + share
            games[name] = games.get(name, 0) + pair["games"]
    rows = [(name, won[name] / games[name], games[name]) for name in won]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def tournament(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, Any],
    jobs: int = 1,
    nodes: int | None = None,
    progress: Callable[[float, str], None] = lambda done, text: None,
) -> dict[str, Any]:
    """Play it all; returns the JSON output. Raises `BadArguments` and the catalogue's errors."""
    spec = catalog.spec(game)
    if not spec.arena or len(spec.seats_for(None)) != 2:
        raise BadArguments(_no_arena(game))
    if len(agents) < 2:
        raise BadArguments("An arena needs at least two agents, as in --agents A,B.")
    specs = [catalog.agent(game, name) for name in agents]
    params, options = share_options(game, specs, given)
    check_able(specs, params)
    pairs = list(itertools.combinations(agents, 2))
    work = chunks(game, pairs, games, seed, params, options, nodes)
    begun = time.perf_counter()
    played = play_all(work, jobs, progress)
    seconds = time.perf_counter() - begun
    size = len(work) // len(pairs)
    parts = [played[i * size : (i + 1) * size] for i in range(len(pairs))]
    summaries = [summary(pair, part, spec.points) for pair, part in zip(pairs, parts, strict=True)]
    rate = games * len(pairs) / seconds
    return {"game": game, "seed": seed, "pairs": summaries, "games_per_second": rate}


def _no_arena(game: str) -> str:
    if not rooms.has(game, "train"):
        return f"The agents of {game} do not play each other; see `main.py analyse {game}`."
    return (
        f"The models of {game} predict people and do not play each other; compare them with "
        f"`main.py analyse {game}` or `main.py train {game} --option evaluate=on`."
    )


def own_commands(game: str) -> Any:
    """The module `ai.lab.<game>.commands`, or None."""
    return rooms.find(game, "commands")


def serve(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, Any],
    jobs: int,
    nodes: int | None,
    as_json: bool,
) -> int:
    """Play and print. A game whose `ai.lab.commands_<game>` has `arena` has its own kind of it."""
    catalog.spec(game)
    own = own_commands(game)
    progress = Progress()
    try:
        if hasattr(own, "arena"):
            found = own.arena(agents, games, seed, given, jobs, progress)
            text = own.arena_text(found)
        else:
            found = tournament(game, agents, games, seed, given, jobs, nodes, progress)
            text = table(found)
    finally:
        progress.close()
    sys.stdout.write(f"{json.dumps(found, allow_nan=False) if as_json else text}\n")
    return 0


def table(found: Mapping[str, Any]) -> str:
    """The figures for a person."""
    lines = [f"{found['game']}, seed {found['seed']}: win share of the first named, 95% interval"]
    for pair in found["pairs"]:
        low, high = pair["ci95"]
        sides = f"first {_share(pair['a_win_share_first'])}"
        sides += f", second {_share(pair['a_win_share_second'])}"
        lines.append(
            f"  {pair['a']} v {pair['b']}: {pair['a_win_share']:.3f} ({low:.3f} to {high:.3f}), "
            f"{sides}; {pair['games']} games of {pair['moves_per_game']:.1f} moves"
        )
        if "a_mean_margin" in pair:
            lines.append(f"    margin a game {pair['a_mean_margin']:+.2f}{_range(pair)}")
        times = f"{_milliseconds(pair['a_ms_per_move'])} and {_milliseconds(pair['b_ms_per_move'])}"
        lines.append(f"    {times} ms a move")
    lines.append("ladder")
    for rank, (name, share, count) in enumerate(ladder(found["pairs"]), start=1):
        lines.append(f"  {rank}. {name:16} {share:.3f} of {count} games")
    lines.append(f"{found['games_per_second']:.1f} games a second")
    return "\n".join(lines)


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.3f}"


def _range(pair: Mapping[str, Any]) -> str:
    interval = pair["a_mean_margin_ci95"]
    return "" if interval is None else f" ({interval[0]:+.2f} to {interval[1]:+.2f})"


def _milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
