"""`main.py train set --option races=FILE`: the weights of the four kinds, fitted to races.

A file of races has one a line, as in the operation `fit` of the analysis: {"cards": [...], "ms":
..., "set": [i, j, k] or null}; or it is one request of `fit` with all of them. A race may say whose
it is ("player"): each player then has a speed of their own, and the weights are common to all.

What counts of a file are a few sums. They are kept beside the weights every few seconds, so that
a fit that was stopped goes on where it was. `races=guess` writes the guess that ships.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from ai.lab import fitting
from ai.lab.errors import BadArguments, BadRequest
from ai.lab.jobs import Jobs
from ai.lab.rooms import Plain, Progress
from ai.lab.set.analyse import race_of
from ai.lab.set.fitting import RaceSums, fit, told
from ai.set.kinds import kind_arrays
from ai.set.race import KINDS, WEIGHTS
from games.arrays import Arrays, BadWeights
from games.spec import Option

GUESS: Final = "guess"
KEEP_SECONDS: Final = 2.0
"""Sums are kept so often; writing them takes some milliseconds."""
_MOST_LINE: Final = 1 << 20  # bytes; a race of 81 cards has less than 1,000
_MOST_FILE: Final = 1 << 28  # bytes of a request that is read whole
_MOST_NAME: Final = 60  # characters of a player's name
_MOST_PLAYERS: Final = 10_000


class RacesOption(Option):
    """The name of a file of races, which the training opens."""

    def parse(self, value: object) -> str:
        """Return the name as it is."""
        return str(value)


AGENTS: Final[tuple[str, ...]] = ()
OPTIONS: Final = (RacesOption("races", "File of races", "text", ""),)


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Read the races, fit, write weights and card; returns the card. Raises `BadArguments`."""
    name = options.get("races", "")
    if not name:
        raise BadArguments(
            "Name the races to fit to: `main.py train set --option races=FILE`, a race a line."
        )
    if name == GUESS:
        card: Plain = {"agent": "steady", "made_by": "a guess; nobody was measured yet"}
        card["weights"] = list(WEIGHTS)
        return fitting.write(out_dir / "kinds.npz", kind_arrays(WEIGHTS), card)
    if not Path(name).is_file():
        raise BadArguments(f"There is no file of races {name[:80]!r}; check its name.")
    path = out_dir / "kinds.npz"
    sums = read_races(Path(name), path, progress)
    found = fit(sums)
    card = {"agent": "steady", "made_by": "main.py train set", **told(found, sums)}
    return fitting.write(path, kind_arrays(found.weights), card)


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    lines = ["features that differ      weight   95% interval   sets taken"]
    if "races" not in card:
        told = (f"{kind:20d} {weight:11.3f}" for kind, weight in zip(KINDS, WEIGHTS, strict=True))
        return "\n".join([lines[0][:32], *told, "A guess: nobody was measured yet."])
    rows = zip(KINDS, card["weights"], card["ci95"], card["sets_taken"], strict=True)
    for kind, weight, (low, high), count in rows:
        bounds = f"{low:5.2f} to {high:5.2f}" if low < high else "the scale     "
        lines.append(f"{kind:20d} {weight:11.3f}   {bounds:14} {count:12,d}")
    likelihood = card["log_likelihood"]
    players = "player" if card["players"] == 1 else "players"
    lines.append(f"{card['races']:,} races of {card['players']:,} {players}; log likelihood:")
    for name, words in (
        ("fitted", "these weights"),
        ("guess", "the guess that ships"),
        ("one_rate", "one rate for all kinds"),
    ):
        worse = likelihood[name] - likelihood["fitted"]
        lines.append(f"  {words:24} {likelihood[name]:14,.1f}   {worse:+10.1f}")
    lines.append(f"One rate for all would look so by chance: {card['one_rate_by_chance']:.2g}.")
    return "\n".join(lines)


# -- reading -------------------------------------------------------------------------------


def read_races(path: Path, weights: Path, progress: Progress) -> RaceSums:
    """Return the sums of all races in a file, from where the part beside `weights` had come to.

    Raises `BadArguments`.
    """
    with path.open("rb") as file:
        first = file.readline(_MOST_LINE + 1)
    if len(first) > _MOST_LINE or b'"races"' in first or first.strip() in (b"{", b"["):
        return _read_request(path)
    settings = {"races": _digest(path)}
    with path.open("rb") as file:
        reading = FileReading(file)
        fitting.keep_going(reading, weights, settings, progress, KEEP_SECONDS)
    return reading.sums


def _read_request(path: Path) -> RaceSums:
    """Return the races of one request of `fit`."""
    if path.stat().st_size > _MOST_FILE:
        raise BadArguments(f"{path.name} is too large for one request; write a race a line.")
    try:
        plain = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise BadArguments(f"{path.name} is no JSON; write a race a line.") from None
    races = plain.get("races") if isinstance(plain, dict) else plain
    if not isinstance(races, list):
        raise BadArguments(f'{path.name} has no list "races".')
    sums = RaceSums()
    for number, race in enumerate(races, start=1):
        _add(sums, race, f"Race {number}")
    return sums


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _add(sums: RaceSums, plain: object, name: str) -> None:
    """Add a race; raises `BadArguments` that begins with its `name`."""
    try:
        kinds, seconds, found = race_of(plain, name)
    except BadRequest as problem:
        raise BadArguments(str(problem)) from None
    player = plain.get("player", "") if isinstance(plain, dict) else ""
    if not isinstance(player, str) or len(player) > _MOST_NAME:
        raise BadArguments(f'{name}: "player" must be a name of at most {_MOST_NAME} characters.')
    sums.add(player, kinds, seconds, found)
    if len(sums.players) > _MOST_PLAYERS:
        raise BadArguments(f"{name} is of one more than {_MOST_PLAYERS:,} players; fit fewer.")


class FileReading:
    """The reading of a `file` with a race a line: its place in bytes and lines, and the sums."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.size = os.fstat(file.fileno()).st_size
        self.place = self.line = 0
        self.sums = RaceSums()

    @property
    def done(self) -> bool:
        """True once all was read."""
        return self.place >= self.size

    def step(self) -> None:
        """Add the race of the next line; raises `BadArguments` where there is none in it."""
        line = self.file.readline(_MOST_LINE + 1)
        name = f"Line {self.line + 1}"
        if len(line) > _MOST_LINE:
            raise BadArguments(f"{name} is too long to be a race.")
        if line.strip():
            _add(self.sums, _parsed(line), name)
        self.place, self.line = self.place + len(line), self.line + 1

    def told(self) -> tuple[float, str]:
        """Return the share of the file, and the number of races."""
        return self.place / self.size, f"{self.sums.races:,} races"

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        names = "\n".join(self.sums.players)
        rows = np.array(list(self.sums.players.values()), np.float64)
        return {
            "far": np.array([self.place, self.line, self.sums.races], np.int64),
            "players": np.frombuffer(names.encode(), np.uint8),
            "sums": rows.reshape(-1, 2, len(KINDS)),
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave; raises `BadWeights` for any other."""
        place, line, races = map(int, arrays["far"])
        names = arrays["players"].tobytes().decode().split("\n") if races else []
        rows = arrays["sums"].tolist()
        if min(place, line, races) < 0 or len(rows) != len(names):
            raise BadWeights("The sums of the races are damaged.")
        self.place, self.line = place, line
        self.sums = RaceSums(races, dict(zip(names, rows, strict=True)))
        self.file.seek(place)
