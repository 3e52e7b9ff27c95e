"""`main.py bench`: the speeds of the arcade and its games, measured again on this machine.

Every figure is the best of several rounds, because other work on the machine can only slow a
measurement down. Games add their own in `ai/lab/<game>/bench.py` (`ai.lab.rooms.Bench`), and the
shell adds start-up and frames with `games.shell.bench.rows(game)` where pygame can be loaded.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from ai.lab import rooms
from ai.lab.analyse import converse
from ai.lab.rooms import Answer
from ai.lab.saving import check_checkout, save
from games import catalog
from games.agents import AgentSpec
from games.core import Limit
from games.measured import ARCADE
from games.spec import Params
from games.streams import Stream

_ROUNDS: Final = 7
_TURNS: Final = 3000
LIMIT: Final = Limit()


class BenchRow(NamedTuple):
    """One figure: the game ("" for the arcade), what was measured, the value and its unit."""

    game: str
    what: str
    value: float
    unit: str


def serve(game: str | None, as_json: bool, keep: bool = False) -> int:
    """Measure one game or all, and print each figure at once; raises `UnknownGame`.

    With `as_json` the figures are one document, at the end. With `keep` the command writes them
    among the measured figures (`ai.lab.saving`); figures of the shell belong to the arcade.
    """
    if game is not None:
        catalog.spec(game)
    if keep:
        check_checkout()
    rows = []
    for row in measure(game):
        rows.append(row)
        if not as_json:
            told = f"{row.game or 'arcade':10} {row.what:48} {row.value:12,.2f} {row.unit}"
            print(told, flush=True)
    if as_json:
        print(json.dumps({"rows": [row._asdict() for row in rows]}, indent=2))
    if keep:
        _keep(rows)
    return 0


def _keep(rows: Sequence[BenchRow]) -> None:
    every = {*catalog.GAMES, *catalog.IN_THE_LABORATORY}
    of = [row.game if row.game in every else ARCADE for row in rows]
    for name in dict.fromkeys(of):
        found = [row._asdict() for row, game in zip(rows, of, strict=True) if game == name]
        save(name, f"main.py bench {name}".removesuffix(f" {ARCADE}"), None, {"rows": found})


def measure(game: str | None) -> Iterator[BenchRow]:
    """Yield all figures, or those of one game."""
    every = (*catalog.GAMES, *catalog.IN_THE_LABORATORY)
    for game_id in every if game is None else (game,):
        own = rooms.BENCH.of(game_id)
        if own is not None:
            yield from (BenchRow(game_id, *row) for row in own.rows())
    yield from _shell_rows(game)


def _shell_rows(game: str | None) -> Iterator[BenchRow]:
    """Yield start-up and frames, on SDL's driver without a window.

    None where pygame is missing, and of a game without a window.
    """
    if importlib.util.find_spec("pygame") is None or game in catalog.IN_THE_LABORATORY:
        return
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    yield from (BenchRow(*row) for row in importlib.import_module("games.shell.bench").rows(game))


def best_rate(work: Callable[[], int]) -> float:
    """Return the rate of `work`, which returns a number, in a second of processor time.

    It is the best of several; other work on the machine costs no processor time of this.
    """
    rates = []
    for _ in range(_ROUNDS):
        done, spent, begun = 0, 0.0, time.process_time()
        while spent <= 0.0:  # some machines count processor time in hundredths of a second
            done += work()
            spent = time.process_time() - begun
        rates.append(done / spent)
    return max(rates)


def microseconds(
    game_id: str, spec: AgentSpec, params: Params, seat: int, limit: Limit = LIMIT
) -> float:
    """Return the microseconds that `act` and `observe` of the agent `spec` take a turn.

    For a game in which both seats move at once and have the same moves all the time.
    """
    game = catalog.rules(game_id)
    agent = spec.make({}, None)
    other = Stream(1)
    moves = tuple(game.legal(game.new(params), 1 - seat))
    events = {
        m: [game.apply(game.new(params), {1 - seat: n, seat: m})[1] for n in moves] for m in moves
    }
    seen = [other.below(len(moves)) for _ in range(_TURNS)]
    agent.begin((seat,), game, params, Stream(2))
    view, legal = game.new(params), moves

    def turns() -> int:
        for index in seen:
            agent.observe(events[agent.act(seat, view, legal, limit).move][index])
        return len(seen)

    return 1e6 / best_rate(turns)


def analysis_rate(answer: Answer, lines: Sequence[str]) -> float:
    """Return the lines of the analysis protocol that are answered a second."""
    text = "\n".join(lines).encode()

    def talk() -> int:
        converse(answer, io.BytesIO(text), io.StringIO())
        return len(lines)

    return best_rate(talk)
