"""The tier of sweeps: rows that try the same thing many times, each time otherwise.

A row has three sizes. Everyday it is a test of plain `pytest`, small and with a seed that stays;
`pytest -m sweep` tries several times as often, `ARCADE_SWEEP=full pytest -m sweep` as often as
was promised. A deep row's seed is drawn afresh and printed, if `ARCADE_SEED` does not set it. From
that seed the other tests too draw what nobody can foresee, each its own.
`ARCADE_PIECE=3/12` runs the third of twelve pieces of all sweeps. A failure prints the line that
repeats it alone (`ARCADE_TRY`), and every row closes with what was tried and how often.

A row is written so:

    @row("playouts of karate", everyday=100, full=10_000)
    def test_playouts(sweep: Sweep) -> None:
        fates = sweep.run(one_playout)
        assert fates["over"] > 0
"""

from __future__ import annotations

import contextlib
import os
import random
import secrets
import signal
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final, NamedTuple

import pytest

SWEEP, SEED, PIECE, TRY = "ARCADE_SWEEP", "ARCADE_SEED", "ARCADE_PIECE", "ARCADE_TRY"
_DRAWN: Final = "ARCADE_SEED_DRAWN"
"""Where the processes of one run share the seed that was drawn for it."""
EVERYDAY_SEED: Final = 1
"""Everyday tests fail by what was changed, not by what was drawn."""
BETWEEN: Final = 10
"""How much more than everyday a deep row tries where the full tier is not asked for."""
MOST_FAILURES: Final = 5
"""After so many failures a row stops: they tend to be the same."""


class Row(NamedTuple):
    """What is tried, and how often: everyday, with `-m sweep`, and in the full tier.

    One try holds `each` of what is counted, as a storm holds many events.
    """

    kind: str
    everyday: int
    between: int
    full: int
    each: int
    deep: bool


class Try(NamedTuple):
    """One try: its number, random numbers of its own, and how many of the kind it is to hold."""

    number: int
    rng: random.Random
    each: int


Check = Callable[[Try], str | None]
"""Tries once; raises where something is wrong, and may say what became of it in a word."""


def row(
    kind: str,
    everyday: int,
    full: int,
    between: int | None = None,
    each: int = 1,
    each_everyday: int | None = None,
) -> pytest.MarkDecorator:
    """Make a test a row of the tier: an everyday one (if `everyday` is not 0) and a deep one.

    A try holds `each` of the kind, everyday no more than `each_everyday`.
    """
    middle = min(full, BETWEEN * max(everyday, each)) if between is None else between
    few = each if each_everyday is None else each_everyday
    small = Row(kind, everyday, middle, full, min(few, everyday), False)
    deep = Row(kind, everyday, middle, full, each, True)
    rows = [pytest.param(small, id="everyday")] if everyday else []
    rows.append(pytest.param(deep, id="deep", marks=pytest.mark.sweep))
    return pytest.mark.parametrize("sweep", rows, indirect=True)


def is_full() -> bool:
    """Whether the full tier is asked for; raises `UsageError` for a word that means nothing."""
    word = os.environ.get(SWEEP, "")
    if word not in ("", "full"):
        raise pytest.UsageError(f"{SWEEP} is {word!r}; it can only be full.")
    return word == "full"


def piece() -> tuple[int, int]:
    """Which piece is to be run, and of how many; raises `UsageError` for what is none."""
    word = os.environ.get(PIECE, "1/1")
    which, slash, of = word.partition("/")
    if slash and which.isdecimal() and of.isdecimal() and 1 <= int(which) <= int(of):
        return int(which), int(of)
    raise pytest.UsageError(f"{PIECE} is {word!r}; write it as 3/12.")


def seed_for(deep: bool) -> int:
    """The seed of a row; raises `UsageError` where `ARCADE_SEED` is no number."""
    word = os.environ.get(SEED) or (os.environ[_DRAWN] if deep else str(EVERYDAY_SEED))
    if not word.isdecimal():
        raise pytest.UsageError(f"{SEED} is {word!r}; it has to be a whole number.")
    return int(word)


class Sweep:
    """A row being run: `seed`, `count`, and the tries of the piece that is asked for."""

    def __init__(self, row: Row, node: str) -> None:
        self.row, self.node = row, node
        self.seed = seed_for(row.deep)
        self.count = row.everyday
        if row.deep:
            self.count = row.full if is_full() else row.between
        self.tried = 0
        self.failures: list[tuple[Try, BaseException]] = []
        self.fates: Counter[str] = Counter()
        self._begun = time.monotonic()

    def numbers(self) -> range:
        """The numbers of the tries that are to be made."""
        only = os.environ.get(TRY)
        if only:
            return range(int(only), int(only) + 1)
        tries = -(-self.count // self.row.each)
        which, of = piece() if self.row.deep else (1, 1)
        turned = (which - 1 + zlib.crc32(self.node.encode())) % of  # small rows share out
        return range(tries * turned // of, tries * (turned + 1) // of)

    def tries(self) -> Iterator[Try]:
        """Each try with its own random numbers."""
        for number in self.numbers():
            rng = random.Random(f"{self.seed} {self.row.kind} {number}")
            yield Try(number, rng, min(self.row.each, self.count))

    def run(self, check: Check, seconds: float = 120.0) -> Counter[str]:
        """Make all tries; returns how often each fate came.

        A try that takes longer than `seconds` failed. Raises `AssertionError` with the lines that
        repeat what failed. Skips where this piece has nothing to try.
        """
        for one in self.tries():
            try:
                with alarm(seconds), drawn_from(one.rng.getrandbits(64)):
                    fate = check(one)
            except (Exception, SystemExit, pytest.fail.Exception, TookTooLong) as problem:
                self.failures.append((one, problem))
                fate = "failed"
            self.tried += one.each
            self.fates[fate or "well"] += 1
            if len(self.failures) >= MOST_FAILURES:
                break
        if self.failures:
            told = "\n".join(
                f"{type(problem).__name__}: {str(problem)[:300]}\n  {self.line(one.number)}"
                for one, problem in self.failures
            )
            raise AssertionError(f"{self.closing()}\n{told}") from self.failures[0][1]
        if not self.tried:
            pytest.skip("nothing of this row is in this piece")
        return self.fates

    @property
    def whole(self) -> bool:
        """Whether all tries were made, not a piece of them: then all fates must have come."""
        return self.tried >= self.count

    def line(self, number: int | None = None) -> str:
        """The line that repeats this row, or one try of it alone."""
        words = [f"{SWEEP}=full"] if self.row.deep and is_full() else []
        words.append(f"{SEED}={self.seed}")
        words += [] if number is None else [f"{TRY}={number}"]
        chosen = " -m sweep" if self.row.deep else ""
        return f"{' '.join(words)} python -m pytest{chosen} '{self.node}'"

    def closing(self) -> str:
        """What was tried, how often, and how much of it failed."""
        fates = ", ".join(f"{count} {fate}" for fate, count in sorted(self.fates.items()))
        took = time.monotonic() - self._begun
        which = self.node.partition("[")[2].rstrip("]").removesuffix("deep").strip("-")
        kind = f"{self.row.kind} [{which}]" if which else self.row.kind
        told = f"tried {self.tried} of {kind}, failed {len(self.failures)}"
        return f"{told} ({fates}; {took:.0f} s)"


class TookTooLong(BaseException):
    """A try hangs; no `except Exception` of what is tried may swallow this."""


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `TookTooLong` in what takes longer, in the main thread of a system that has alarms."""
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TookTooLong(f"It took longer than {seconds:g} s.")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def draws_of(name: str, deep: bool) -> str:
    """From what a test, or what several share, by its `name`, draws what nobody can foresee."""
    return f"{seed_for(deep)} {name}"


@contextlib.contextmanager
def drawn_from(seed: int | str) -> Iterator[None]:
    """What nobody can foresee, drawn from a seed: seeds, nonces and names of files come again.

    A process that begins as a fork of this one draws afresh: two must not write the same names.
    """
    rng, ours = random.Random(seed), os.getpid()
    below, token_hex, urandom = secrets.randbelow, secrets.token_hex, os.urandom

    def drawn(seeded: Callable[[int], Any], afresh: Callable[[int], Any]) -> Callable[[int], Any]:
        return lambda wanted=32: (seeded if os.getpid() == ours else afresh)(wanted)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(secrets, "randbelow", drawn(rng.randrange, below))
        patched.setattr(secrets, "token_hex", drawn(lambda n: rng.randbytes(n).hex(), token_hex))
        patched.setattr(os, "urandom", drawn(rng.randbytes, urandom))
        yield


# -- for pytest, by way of conftest.py -----------------------------------------------------


@pytest.fixture
def sweep(request: pytest.FixtureRequest) -> Iterator[Sweep]:
    """The row of a test that is marked with `row`; its closing line is told at the end."""
    made = Sweep(request.param, request.node.nodeid)
    yield made
    if made.row.deep and made.tried:
        request.node.user_properties.append(("sweep", made.closing()))


def configure() -> None:
    """Draw the seed of this run, which its processes share, and check what was asked for."""
    os.environ.setdefault(_DRAWN, str(secrets.randbelow(1_000_000)))
    is_full(), piece(), seed_for(True)


def choose_piece(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the sweeps that cannot be divided and belong to another piece."""
    which, of = piece()

    def elsewhere(item: pytest.Item) -> bool:
        divided = "sweep" in getattr(item, "fixturenames", ())
        whole = item.get_closest_marker("sweep") is not None and not divided
        return whole and zlib.crc32(item.nodeid.encode()) % of != which - 1

    left = [item for item in items if elsewhere(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


def summary(reporter: Any) -> list[str]:
    """The closing lines of all rows of a run, and the seed that repeats them."""
    reports = [report for found in reporter.stats.values() for report in found]
    lines = [
        text
        for report in reports
        for name, text in getattr(report, "user_properties", ())
        if name == "sweep" and getattr(report, "when", "") == "teardown"
    ]
    if not lines:
        return []
    which, of = piece()
    told = f"{'full' if is_full() else 'short'} tier, piece {which}/{of}, seed {seed_for(True)}"
    return [*sorted(lines), told]
