"""Person or machine? Two sequences of one length: one a person's, one a machine's.

The person is one of those that the Mind reader was fitted to, with a stretch of what they really
chose. The machine throws dice, or it imitates: it draws each symbol from what the Mind reader
expects of a person it does not know. One machine or the other, at the toss of a coin.
"""

from __future__ import annotations

import csv
from typing import Any, Final

from ai.sequence.dares import finding
from ai.sequence.predictor import Predictor
from ai.sequence.surprise import Surprise
from games.paths import ASSETS
from games.streams import Stream

FILES: Final = (("rng10_towse", 10), ("rng10_webform", 10), ("bin_taps", 2), ("rps_adaptbots", 3))
"""The sets of people and their symbols; of the set against fixed programs many pressed by rote."""
LENGTH: Final = 40
"""So many symbols are shown; chosen: a line or two, and enough to see a habit."""


def deal(seed: int) -> dict[str, Any]:
    """Return two sequences from a `seed`: `rows`, each as names of symbols; which is the `person`
    (0, 1).

    `machine` is "dice" or "imitation"; `bits` are the cost of each to a novice, over the cost of
    guessing; `why` is the striking pattern of each, "" for none.
    """
    rng = Stream.named(seed, "person or machine")
    study, k = FILES[rng.below(len(FILES))]
    person = _stretch(study, rng)
    machine = "dice" if rng.below(2) else "imitation"
    made = _dice(k, rng) if machine == "dice" else _imitation(k, rng)
    place = rng.below(2)
    rows = [made, made]
    rows[place], rows[1 - place] = person, made
    names = [str(number + 1) for number in range(k)]
    return {
        "rows": [[names[symbol] for symbol in row] for row in rows],
        "person": place,
        "machine": machine,
        "k": k,
        "bits": [_share(row, k) for row in rows],
        "why": [_why(row, names) for row in rows],
    }


def _stretch(study: str, rng: Stream) -> list[int]:
    """Return a person's symbols from a random place in a sequence of this `study`."""
    path = ASSETS / "data" / "sequences" / f"{study}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        texts = [row["moves"].replace("-", "") for row in csv.DictReader(file)]
    texts = [text for text in texts if len(text) >= LENGTH]
    text = texts[rng.below(len(texts))]
    begin = rng.below(len(text) - LENGTH + 1)
    return [int(symbol) for symbol in text[begin : begin + LENGTH]]


def _dice(k: int, rng: Stream) -> list[int]:
    return [rng.below(k) for _ in range(LENGTH)]


def _imitation(k: int, rng: Stream) -> list[int]:
    """Draw each symbol from the forecast of a novice."""
    predictor, row = Predictor(k), list[int]()
    for _ in range(LENGTH):
        row.append(rng.sample_from(tuple(predictor.predict().tolist())))
        predictor.update(row[-1])
    return row


def _share(row: list[int], k: int) -> float:
    """Return the bits that a `row` over `k` symbols costs a novice, over chance's."""
    predictor, surprise = Predictor(k), Surprise(k)
    for symbol in row:
        surprise.record(symbol, float(predictor.predict()[symbol]))
        predictor.update(symbol)
    return surprise.rate / surprise.chance


def _why(row: list[int], names: list[str]) -> str:
    found = finding(row, names, "symbol")
    return found.sentence if found.name else ""
