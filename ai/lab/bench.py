"""`main.py bench`: the speeds that the README quotes, measured again on this machine.

Every figure is the best of several rounds, because other work on the machine can only slow a
measurement down. Games add their own with `bench()` in `ai/lab/commands_<game>.py`, and the shell
adds start-up and frames with `games.shell.bench.rows(game)` where pygame can be loaded.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import json
import os
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from ai.lab import rooms
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.streams import Stream

_ROUNDS: Final = 7
_TURNS: Final = 3000
_MATCHES: Final = 200


class Row(NamedTuple):
    """One figure: the game ("" for the arcade), what was measured, the value and its unit."""

    game: str
    what: str
    value: float
    unit: str


def serve(game: str | None, as_json: bool) -> int:
    """Measure and print, all games or one. Raises `UnknownGame`."""
    if game is not None:
        catalog.spec(game)
    rows = list(measure(game))
    if as_json:
        print(json.dumps({"rows": [row._asdict() for row in rows]}, indent=2))
        return 0
    for row in rows:
        print(f"{row.game or 'arcade':10} {row.what:48} {row.value:12,.2f} {row.unit}")
    return 0


def measure(game: str | None) -> Iterator[Row]:
    """All figures, or those of one game."""
    for game_id in catalog.GAMES if game is None else (game,):
        own = rooms.find(game_id, "commands")
        if game_id in _OWN:
            yield from _OWN[game_id]()
        elif own is not None and hasattr(own, "bench"):
            yield from (Row(game_id, *row) for row in own.bench())
    yield from _shell_rows(game)


def _shell_rows(game: str | None) -> Iterator[Row]:
    """Start-up and frames, on SDL's driver without a window; none where pygame is missing."""
    if importlib.util.find_spec("pygame") is None:
        return
    if importlib.util.find_spec("games.shell.bench") is None:
        return
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    yield from (Row(*row) for row in importlib.import_module("games.shell.bench").rows(game))


def best_rate(work: Callable[[], int]) -> float:
    """How many things a second `work` does (it returns how many it did), the best of several."""
    rates = []
    for _ in range(_ROUNDS):
        begun = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - begun))
    return max(rates)


def karate_rows() -> Iterator[Row]:
    """Each agent's prediction and choice, the arena, and the analysis."""
    params = catalog.spec("karate").params({"rounds": 0})
    for spec in catalog.agents("karate"):
        value = _microseconds("karate", spec, params, 1)
        yield Row("karate", f"{spec.id}: choose and learn, without mind", value, "µs a round")
    sensei = catalog.agent("karate", "sensei")
    value = _microseconds("karate", sensei, params, 1, Limit(mind=True))
    yield Row("karate", "sensei: the same with its mind open", value, "µs a round")
    yield Row("karate", "arena, seed-argmax v nash", _arena_rate(), "rounds/s")
    from ai.lab.karate.analyse import analyst

    lines = ['{"op": "new", "agent": "seed-argmax"}']
    lines += [f'{{"op": "round", "player": {t * 7 % 4}, "ai": {t % 4}}}' for t in range(2000)]
    yield Row(
        "karate", "analyse, seed-argmax", _analysis_rate(analyst(None).serve, lines), "lines/s"
    )


def numbers_rows() -> Iterator[Row]:
    """Each model's prediction, and the analysis."""
    params = catalog.spec("numbers").params({"keys": 0})
    for spec in catalog.agents("numbers"):
        value = _microseconds("numbers", spec, params, 1)
        yield Row("numbers", f"{spec.id}: predict and learn, without mind", value, "µs a key")
    from ai.lab.numbers.analyse import serve as answer

    moves = "".join(str(t * t % 7 % 4) for t in range(20_000))
    line = json.dumps({"op": "predict", "k": 4, "moves": moves, "model": "seed"})
    rate = len(moves) * _analysis_rate(answer, [line])
    yield Row("numbers", "analyse, seed", rate, "moves/s")


_OWN: Final[dict[str, Callable[[], Iterator[Row]]]] = {
    "karate": karate_rows,
    "numbers": numbers_rows,
}


def _microseconds(
    game_id: str, spec: Any, params: dict[str, Any], seat: int, limit: Limit | None = None
) -> float:
    """What `act` and `observe` of an agent take together, in microseconds a turn."""
    game = catalog.rules(game_id)
    agent = spec.make({}, None)
    other = Stream(1)
    moves = tuple(game.legal(game.new(params), 1 - seat))
    events = {
        m: [game.apply(game.new(params), {1 - seat: n, seat: m})[1] for n in moves] for m in moves
    }
    seen = [other.below(len(moves)) for _ in range(_TURNS)]
    agent.begin((seat,), game, params, Stream(2))
    view, legal, limit = game.new(params), moves, limit or Limit()

    def turns() -> int:
        for index in seen:
            agent.observe(events[agent.act(seat, view, legal, limit).move][index])
        return len(seen)

    return 1e6 / best_rate(turns)


def _arena_rate() -> float:
    """Karate rounds a second in one process, matches of 25 rounds."""
    game = catalog.rules("karate")
    params = catalog.spec("karate").params()
    players = {
        seat: catalog.agent("karate", name).make({}, None)
        for seat, name in enumerate(("seed-argmax", "nash"))
    }

    def games() -> int:
        rounds = 0
        for seed in range(_MATCHES):
            match = Match(game, params, seed, players)
            match.run(Limit())
            rounds += sum(turn[0][0] != CHANCE for turn in match.turns)
        return rounds

    return best_rate(games)


def _analysis_rate(answer: Callable[[Any], dict[str, Any]], lines: list[str]) -> float:
    from ai.lab.analyse import converse

    text = "\n".join(lines).encode()

    def talk() -> int:
        converse(answer, io.BytesIO(text), io.StringIO())
        return len(lines)

    return best_rate(talk)
