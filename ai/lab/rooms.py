"""The modules that a game may have in the laboratory, `ai/lab/<game>/`, and their signatures.

| module | serves | has |
|---|---|---|
| `analyse.py` | `main.py analyse` | `Analyse` |
| `arena.py` | `main.py arena`, where agents do not just play each other | `Arena` |
| `batches.py` | `main.py arena`, where many matches at once take less time | `Batches` |
| `deals.py` | `main.py arena`, where chance would not repeat a deal | `Deals` |
| `verdict.py` | `study=levels`, where a match is won by more than points | `MatchVerdict` |
| `sources.py` | `main.py arena`, where points come from several sources | `Sources` |
| `environment.py` | environments for learners | `ai.lab.environments.live.Shaped` |
| `bench.py` | `main.py bench` | `Bench` |
| `train.py` | `main.py train` | `Train` |
| `solve.py` | `main.py solve` | `Solve` |
| `originals.py` | `main.py originals` | `Originals` |

Commands ask a room for the module of a game, as in `BENCH.of("ur")`, and do without where there is
none. A game's own code is never named elsewhere.

`main.py serve GAME` starts the service of a game that has one, in `games/<id>/service/`. A service
is its own room: rules and core below it, no window and no agents. Its module
`games.<id>.service.command` has `serve(arguments, data_dir) -> int`, which reads its own options
from the rest of the command line and returns the exit code.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from games import catalog
from games.core import Player
from games.match import Match
from games.paths import ROOT, STARTED_AS, lacks
from games.spec import Option, Params
from games.store.packages import look_in

Plain = dict[str, Any]
"""An object of JSON."""
Request = Mapping[str, Any]
"""A request of the analysis protocol."""
Answer = Callable[[Request], Plain]
"""Answers a request; raises `ai.lab.errors.BadRequest` where it cannot."""
Progress = Callable[[float, str], None]
"""Called with the share that is done, 0 to 1, and what was done last."""


def unseen(share: float, words: str) -> None:
    """Show no progress."""


def share_of(progress: Progress, low: float, high: float) -> Progress:
    """Return the progress of the part of a work that takes it from the share `low` to `high`."""
    return lambda share, words: progress(low + (high - low) * share, words)


class Analyse(Protocol):
    """The game's part of the analysis protocol."""

    def analyst(self, data_dir: str | None) -> Answer:
        """Return the answer to requests; `data_dir` is the folder of learned and solved things."""
        ...


class ArenaQuestion(NamedTuple):
    """A question to an arena: the agents, the number of games, the seed.

    `given` are the options of the command line, `progress` is called with what is done.
    """

    agents: Sequence[str]
    games: int
    seed: int
    given: Mapping[str, str]
    jobs: Jobs
    progress: Progress


class Arena(Protocol):
    """An arena of the game's own kind."""

    def arena(self, asked: ArenaQuestion) -> Plain:
        """Play; returns the JSON output.

        Raises `BadArguments` and the errors of the catalogue and the options.
        """
        ...

    def report(self, found: Mapping[str, Any]) -> str:
        """Return what was found, for a person."""
        ...


Batched = Sequence[tuple[Sequence[float], int]]
"""The returns by seat and the moves of each of many matches."""


class Batches(Protocol):
    """Many matches at once."""

    def play_all(
        self, agents: Sequence[Player], params: Params, seeds: Sequence[int]
    ) -> Batched | None:
        """Play one match for each of `seeds` between these agents, a seat each.

        The results are the same as by `games.match.Match`. None where they have to be played one by
        one.
        """
        ...


class CountsSources(Protocol):
    """A game that adds up points by source."""

    def by_source(self) -> Sequence[Mapping[str, float]]:
        """Return each seat's points of the match that was played last, by source."""
        ...


class Sources(Protocol):
    """The sources of the points of a match."""

    def counted(self) -> CountsSources:
        """Return the game for matches that are to be counted, one after another."""
        ...


class MatchVerdict(Protocol):
    """The verdict on a match where points alone do not give it."""

    def verdict(self, match: Match[Any], agents: Sequence[str], own: int) -> str | None:
        """Return "won", "drawn" or "lost" for the seat `own` of a finished match.

        `agents` are the ids of who sat there, by seat. None where points give it after all.
        """
        ...


class Deals(Protocol):
    """Deals that are the same whatever is played: chance alone draws by the turn.

    Where deals go by the number of a game, the module has `numbered(params, seed, number)` too,
    with the seed of the arena.
    """

    def dealt(self, params: Params, seed: int) -> Params:
        """Return the options with the deal of a `seed`, unless they have one already."""
        ...


class Bench(Protocol):
    """The speeds of the game's rules and agents."""

    def rows(self) -> Iterator[tuple[str, float, str]]:
        """Return all figures: what was measured, the value, its unit."""
        ...


class Train(Protocol):
    """Makes learned weights."""

    AGENTS: tuple[str, ...]
    """The agents that can be asked for by name; the first is made where none is."""
    OPTIONS: tuple[Option, ...]

    def train(
        self,
        options: Mapping[str, Any],
        seed: int,
        jobs: Jobs,
        out_dir: Path,
        progress: Progress,
    ) -> Plain:
        """Write weights and their card, whole or not at all; returns the card.

        `options` are those that were given, parsed, and "agent" where one was named. What was
        stopped goes on where it was.
        """
        ...

    def report(self, card: Mapping[str, Any]) -> str:
        """Return the card for a person."""
        ...


class Originals(Protocol):
    """The claims of a game's original that can be measured."""

    MEASURES: Mapping[str, Callable[[Any], Any]]
    """For each id the function that measures the claim; see `ai.lab.originals`."""


class Solve(Protocol):
    """Makes tables of perfect play."""

    def solve(
        self,
        rules: str,
        pieces: int,
        jobs: int,
        force: bool,
        data_dir: str | None,
        progress: Progress,
    ) -> str:
        """Solve into the data directory, whole or not at all; returns what to print."""
        ...


M = TypeVar("M")


class Room(Generic[M]):
    """The module `ai.lab.<game>.<name>` of each game that has one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def has(self, game: str) -> bool:
        """Return whether a game has it."""
        folder = f"ai.lab.{game}"
        if importlib.util.find_spec(folder) is None:
            return False
        return importlib.util.find_spec(f"{folder}.{self.name}") is not None

    def of(self, game: str) -> M | None:
        """Return the module, or None; raises `ImportError` where a package for it is missing."""
        if not self.has(game):
            return None
        return cast(M, importlib.import_module(f"ai.lab.{game}.{self.name}"))


ANALYSE: Final = Room[Analyse]("analyse")
ARENA: Final = Room[Arena]("arena")
BATCHES: Final = Room[Batches]("batches")
STUDY: Final = Room[Arena]("study")
"""What an arena answers that is given the option `study`."""
SOURCES: Final = Room[Sources]("sources")
VERDICT: Final = Room[MatchVerdict]("verdict")
DEALS: Final = Room[Deals]("deals")
BENCH: Final = Room[Bench]("bench")
TRAIN: Final = Room[Train]("train")
SOLVE: Final = Room[Solve]("solve")
ORIGINALS: Final = Room[Originals]("originals")


def services() -> tuple[str, ...]:
    """Return the games that have a service; no module is loaded for it."""
    return tuple(
        game
        for game in (*catalog.GAMES, *catalog.IN_THE_LABORATORY)
        if (ROOT / "games" / game / "service").is_dir()
    )


def serve(game: str, arguments: Sequence[str], data_dir: str | None) -> int:
    """Serve a `game`, its data in `data_dir`, until it is ended.

    Raises `UnknownGame`, and `BadArguments` where there is none.
    """
    catalog.spec(game)
    folder = f"games.{game}.service"
    if importlib.util.find_spec(folder) is None:
        others = " or ".join(services())
        told = f"choose {others}" if others else "no game has one yet"
        raise BadArguments(f"{game} has no service; {told}.")
    named = [after for word, after in pairwise(arguments) if word == "--data-dir"]
    for place in (data_dir, os.environ.get("OPEN_MIND_ARCADE_DATA"), *named):
        if place:
            look_in(Path(place))
    try:
        module = importlib.import_module(f"{folder}.command")
    except ModuleNotFoundError as missing:
        problem = lacks(f"The service of {game}", str(missing.name), "requirements-service.txt")
        raise BadArguments(problem) from None
    vars(module)["PROGRAM"] = STARTED_AS
    code: int = module.serve(list(arguments), data_dir)
    return code
