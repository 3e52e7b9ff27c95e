"""The reading room's process: `python -m ai.numbers.desk`, spoken to in lines of JSON.

A window never waits for it. Every message has an "op":

- `{"op": "read", "k": 2..10, "kind": "novice", "start": text or null}` begins to read a person and
  seals a first guess: `{"op": "sealed", "seal": hex digits}`. Kinds: `novice` knows people but not
  this one, `blank` knows no people, `veteran` begins with the learned text `start`, or with the
  learned text of the last reading over as many symbols.
- `{"op": "press", "symbol": s}` opens it: `{"op": "opened", "symbol", "guess", "nonce", "hits",
  "pressed", "share" (bits a key over chance's), "note", "bars" (the forecast), "finding", "dare",
  "seal" (of the next guess)}`; the last two sentences are "" but at the end of a row.
- `{"op": "class", "text": ..., "kind": ...}` or with `"path"` in place of the text: the people of
  `ai.sequence.papers`, answered by `{"op": "share", "share": 0..1}` and at last `{"op": "class",
  "rows": [...], "k": ..., "left_out": ...}`.
- `{"op": "pair", "seed": s}` deals two sequences of one length, see `deal`.

What cannot be done is answered by `{"op": "error", "error": a sentence}`.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.desk import Desk, Message, Operation, Reply, serve
from ai.numbers.reader import note
from ai.sequence.crowd import easier, shares_of
from ai.sequence.dares import NOTHING, finding
from ai.sequence.mind_items import FEWEST_FOR_RANK, PEOPLE, read_start
from ai.sequence.papers import MOST_CHARACTERS, BadPapers, Papers, read_papers
from ai.sequence.predictor import BadSymbols, Predictor
from ai.sequence.reasons import Seen
from ai.sequence.surprise import Surprise
from games.agents import LostWeights
from games.arrays import BadWeights
from games.core import Seal
from games.numbers.rules import ROW
from games.paths import ASSETS, read_in_time
from games.streams import Stream

FILES: Final = (("rng10_towse", 10), ("rng10_webform", 10), ("bin_taps", 2), ("rps_adaptbots", 3))
"""The sets of people and their symbols; of the set against fixed programs many pressed by rote."""
LENGTH: Final = 40
"""So many symbols are shown; chosen: a line or two, and enough to see a habit."""


def deal(seed: int) -> dict[str, Any]:
    """Return two sequences from a `seed`: `rows`, each as names of symbols; which is the `person`
    (0, 1).

    `machine` is "dice" or "imitation"; `bits` are the cost of each to a novice, over the cost of
    guessing; `why` is the striking pattern of each, "" for none. The person is one of those that
    the Mind reader was fitted to. The machine throws dice, or draws each symbol from what the Mind
    reader expects of a person it does not know: one or the other, at the toss of a coin.
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


KINDS: Final = ("novice", "veteran", "blank")
_EVERY: Final = 200
"""A class is told of after so many choices: several times a second."""
FILE_SECONDS: Final = 10.0
"""So long a file may take that is read for a class; its page says meanwhile that it reads."""
_WRONG_FILES: Final = {
    errno.ENOENT: "There is no such file; check the name, or paste the text itself.",
    errno.EFBIG: "That file is too large; at most 0.4 MB are read, so give a part.",
}


def names_of(k: int) -> tuple[str, ...]:
    """Return the names of `k` keys: from 1 on, so that neighbours are neighbours."""
    return tuple(str(number) for number in range(1, k + 1))


class PersonReading:
    """A reading of one person over `k` symbols, and the guess that is sealed now."""

    def __init__(self, k: int, predictor: Predictor) -> None:
        self.predictor, self.names = predictor, names_of(k)
        self.hits = 0
        self.pressed: list[int] = []
        self.surprise = Surprise(k)
        self.seen = Seen(k)
        self.seal = self._sealed()

    def _sealed(self) -> Seal:
        guess = int(np.argmax(self.predictor.predict()))
        return Seal(secrets.token_hex(16), self.names[guess])

    def press(self, symbol: int) -> Reply:
        """Open the seal against a `symbol`, learn it, and seal the next guess."""
        forecast, told = self.predictor.predict(), note(self.predictor, self.seen, self.names)
        opened = self.seal
        self.predictor.update(symbol)  # raises for a wrong symbol before anything has changed
        self.surprise.record(symbol, float(forecast[symbol]))
        self.seen.add(symbol)
        self.pressed.append(symbol)
        self.hits += opened.move == self.names[symbol]
        self.seal = self._sealed()
        row = self.pressed[-ROW:]
        found = finding(row, self.names) if len(self.pressed) % ROW == 0 else None
        return {
            "op": "opened",
            "symbol": self.names[symbol],
            "guess": opened.move,
            "nonce": opened.nonce,
            "hits": self.hits,
            "pressed": len(self.pressed),
            "share": self.surprise.rate / self.surprise.chance,
            "note": told.text,
            "bars": forecast.tolist(),
            "finding": "" if found is None else found.sentence,
            "dare": "" if found is None else found.dare,
            "seal": self.seal.commitment,
        }


class ReadingDesk(Desk):
    """Answers one message after the other; what was learned over each alphabet is remembered."""

    known = (BadPapers, BadSymbols, BadWeights, LostWeights, OSError)
    confused = "The reading room did not understand that; try again."

    def __init__(self) -> None:
        self.reading: PersonReading | None = None
        self._learned: dict[int, Predictor] = {}

    def operations(self) -> Mapping[str, Operation]:
        """Read somebody key by key, read a class, and deal a pair."""
        return {"read": self._begin, "press": self._press, "class": _class, "pair": _pair}

    def sentence(self, problem: Exception) -> str:
        """Return what a person can do about a `problem`."""
        return _sentence(problem)

    def _press(self, message: Message) -> Reply:
        if self.reading is None:
            raise ValueError("nobody is read")
        return self.reading.press(int(message["symbol"]))

    def _begin(self, message: Message) -> Reply:
        k, kind, start = int(message["k"]), str(message["kind"]), message.get("start")
        if self.reading is not None:
            self._learned[self.reading.predictor.k] = self.reading.predictor
        if kind == "veteran" and isinstance(start, str):
            predictor = Predictor.from_arrays(read_start(start, k, opponent=False))
        elif kind == "veteran" and k in self._learned:
            predictor = Predictor.from_arrays(self._learned[k].to_arrays())
        elif kind in KINDS:
            predictor = Predictor(k, prior=kind != "blank")
        else:
            raise ValueError
        self.reading = PersonReading(k, predictor)
        known = predictor.observed
        return {"op": "sealed", "seal": self.reading.seal.commitment, "known": known}


def _class(message: Message) -> Iterator[Reply]:
    yield from class_table(read_papers(_text_of(message)), str(message["kind"]))


def _pair(message: Message) -> Reply:
    return {"op": "pair", **deal(int(message["seed"]))}


def _sentence(problem: Exception) -> str:
    if isinstance(problem, OSError):
        return f"That file cannot be read ({problem.strerror or 'it is gone'}); choose another."
    return str(problem)


def _text_of(message: Mapping[str, Any]) -> str:
    """Return the text of a message, or of the file it names; raises `BadPapers` and `OSError`."""
    if "path" not in message:
        return str(message["text"])
    path = Path(str(message["path"]))
    with contextlib.suppress(RuntimeError):  # the home of nobody
        path = path.expanduser()
    try:
        data = read_in_time(path, 4 * MOST_CHARACTERS, FILE_SECONDS)
    except OSError as problem:
        told = _WRONG_FILES.get(problem.errno or 0)
        if told is None:
            raise
        raise BadPapers(told) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadPapers(
            "That is no text; save the sequences as plain text or CSV and try again."
        ) from None


def class_table(papers: Papers, kind: str) -> Iterator[Reply]:
    """Yield the readability of each person in `papers`, read anew by a reader of this `kind`;
    easiest first.

    A novice knows people, a blank reader none; there is no veteran of a class.
    """
    k, people = len(papers.symbols), shares_of(PEOPLE)
    whole, done = sum(map(len, papers.moves)), 0
    rows: list[Reply] = []
    for name, moves in zip(papers.names, papers.moves, strict=True):
        predictor, surprise, hits = Predictor(k, prior=kind != "blank"), Surprise(k), 0
        for symbol in moves:
            forecast = predictor.predict()
            surprise.record(symbol, float(forecast[symbol]))
            hits += int(np.argmax(forecast)) == symbol
            predictor.update(symbol)
            done += 1
            if done % _EVERY == 0:
                yield {"op": "share", "share": done / whole}
        found = finding(moves, papers.symbols, "choice")
        share = surprise.rate / surprise.chance
        row = {"name": name, "choices": len(moves), "hits": hits, "share": share}
        row["harder"] = easier(share, people) if len(moves) >= FEWEST_FOR_RANK else None
        row["why"] = found.sentence if found != NOTHING else "No plain habit."
        rows.append(row)
    rows.sort(key=lambda row: row["share"])
    yield {"op": "class", "rows": rows, "k": k, "left_out": papers.left_out}


if __name__ == "__main__":
    serve(ReadingDesk())
