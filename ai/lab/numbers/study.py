"""`main.py arena numbers --option study=claim`: the claim that the original reads 35 to 40 of 100.

There are no recordings of people who choose among four keys. `--games` imitated people press `keys`
keys each, drawn as the Mind reader expects them of a stranger, and each of `--agents` (`seed`, the
Pair counter, and `uniform`) foresees them key by key. A row has the share that was foreseen of all
keys and of each stretch of them, with intervals over people.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values, mean_interval, pieces
from ai.numbers.machine import K
from ai.sequence.markov import seed_table
from ai.sequence.predictor import Predictor
from games.arrays import FloatArray
from games.spec import Option
from games.streams import Stream

MODELS: Final = ("seed", "uniform")
STRETCHES: Final = ((0, 10), (10, 20), (20, 50), (50, 100))
"""Keys from and to, as the claims of the original speak of them."""
_AT_ONCE: Final = 10
OPTIONS: Final = (
    Option("study", "Study", "choice", "claim", choices=("claim",)),
    Option("keys", "Keys", "int", 100, low=20, high=1000),
)


class PeoplePart(NamedTuple):
    """Some imitated people before one model, by their numbers."""

    model: str
    people: range
    seed: int
    keys: int


def imitated(number: int, seed: int, keys: int) -> list[int]:
    """Return the `keys` (0 to 3) of an imitated person, drawn as the Mind reader expects them."""
    rng, mind = Stream.named(seed, f"imitated {number}"), Predictor(K)
    pressed = []
    for _ in range(keys):
        key = rng.sample_from(mind.predict().tolist())
        mind.update(key)
        pressed.append(key)
    return pressed


def foreseen(model: str, keys: list[int], rng: Stream) -> FloatArray:
    """Return 1 for each key that the `model` foresaw, else 0."""
    if model == "uniform":
        return np.array([rng.below(K) == key for key in keys], dtype=float)
    table, right = seed_table(K), []
    for key in keys:
        right.append(table.expected() == key)
        table.observe(key)
    return np.array(right, dtype=float)


def _parts(asked: ArenaQuestion, values: Values) -> Groups[PeoplePart]:
    return [
        (model, [PeoplePart(model, own, asked.seed, values["keys"]) for own in parts])
        for model in dict.fromkeys(asked.agents)
        for parts in [pieces(asked.games, _AT_ONCE)]
    ]


def play(part: PeoplePart) -> list[FloatArray]:
    """Return what was foreseen of each person of a part."""
    return [
        foreseen(
            part.model,
            imitated(number, part.seed, part.keys),
            Stream.named(part.seed, f"blind {number}"),
        )
        for number in part.people
    ]


def _row(model: str, found: list[FloatArray], asked: ArenaQuestion) -> Plain:
    hits = np.stack(found)
    people = hits.mean(axis=1)
    value, interval = mean_interval(people)
    row: Plain = {"agent": model, "people": len(hits), "keys": hits.shape[1]}
    row |= {"share": value, "ci95": interval, "middle80": np.percentile(people, (10, 90)).tolist()}
    for begin, end in STRETCHES:
        if end <= hits.shape[1]:
            row[f"keys {begin + 1} to {end}"], _ = mean_interval(hits[:, begin:end].mean(axis=1))
    return row


CLAIM: Final = Study(
    _parts,
    play,
    _row,
    (
        "  {agent:8} foresees {share:.1%} ({ci95[0]:.1%} to {ci95[1]:.1%}) of {keys} keys of "
        "{people} people; the middle 80 of 100 people {middle80[0]:.0%} to {middle80[1]:.0%}",
    ),
)


def arena(asked: ArenaQuestion) -> Plain:
    """Return a row for each model; raises `BadArguments` and `BadOption`."""
    unknown = next((name for name in asked.agents if name not in MODELS), None)
    if unknown is not None or not asked.agents:
        raise BadArguments(f"The study of the claim needs --agents {','.join(MODELS)} or one.")
    rows = CLAIM.rows(asked, all_options(OPTIONS, asked.given))
    return {"game": "numbers", "seed": asked.seed, "study": "claim", "rows": rows}


def report(found: Mapping[str, Any]) -> str:
    """Return the rows for a person."""
    head = f"numbers, seed {found['seed']}: keys of imitated people; chance is {1 / K:.0%}"
    lines = [head, *CLAIM.lines(found["rows"])]
    for row in found["rows"]:
        named = (f"{name}: {row[name]:.1%}" for name in row if name.startswith("keys "))
        lines.append(f"  {row['agent']:8} " + ", ".join(named))
    return "\n".join(lines)
