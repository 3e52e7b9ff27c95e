"""Every number of every kind of file at the edges of its range: the last good and the first bad."""

from __future__ import annotations

import contextlib
import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from games.fields import BadSave, Fields
from tests.support.store_samples import Sample, samples


class Bound(NamedTuple):
    """One reading of a number: which of the readings of a file it is, and the range it asks for."""

    call: int
    kind: str
    name: str
    low: float
    high: float


class Watched:
    """Reads files with `Fields`; sees each number that is read, and may put another in its place.

    `seen` are the readings so far; that of number `place` finds `value`, and `answer` is what came
    of it: the value, or None where it was refused.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[Bound] = []
        self.place, self.value, self.answer = -1, 0.0, None  # type: int, float, Any
        for kind in ("integer", "number"):
            monkeypatch.setattr(Fields, kind, self.reader(kind, getattr(Fields, kind)))

    def reader(self, kind: str, read: Callable[..., Any]) -> Callable[..., Any]:
        form = inspect.signature(read)

        def reading(*given: Any, **named: Any) -> Any:
            bound = form.bind(*given, **named)
            bound.apply_defaults()
            fields, name, default, low, high = bound.arguments.values()
            self.seen.append(Bound(len(self.seen), kind, name, low, high))
            if len(self.seen) - 1 != self.place:
                return read(*given, **named)
            fields.take(name, default)
            self.answer = read(Fields({name: self.value}), name, default, low, high)
            return self.answer

        return reading

    def parse(self, sample: Sample, place: int = -1, value: float = 0.0) -> Any:
        """Read the newer value of a sample, with `value` as its reading number `place`."""
        self.seen, self.place, self.value, self.answer = [], place, value, None
        plain = json.loads(json.dumps(sample.form.plain(sample.newer)))
        with contextlib.suppress(BadSave):  # parts may fit together no more
            sample.form.parse(Fields(plain))
        return self.answer


def edges(bound: Bound) -> Iterator[tuple[float, float]]:
    """The last good value and the first bad one, at each end that the file itself sets."""
    step = 1 if bound.kind == "integer" else 1e-6 * max(1.0, abs(bound.low), abs(bound.high))
    if abs(bound.low) < 2**40:
        yield bound.low, bound.low - step
    if abs(bound.high) < 2**40:
        yield bound.high, bound.high + step


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.form.kind)
def test_the_ends_of_every_range_are_read_and_what_lies_beyond_is_not(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(monkeypatch)
    watched.parse(sample)
    tried = 0
    for bound in {(each.kind, each.name, each.low): each for each in watched.seen}.values():
        for good, bad in edges(bound):
            assert watched.parse(sample, bound.call, good) == good, (bound, good)
            assert watched.parse(sample, bound.call, bad) is None, (bound, bad)
            tried += 1
    assert tried >= len({each.name for each in watched.seen if each.kind == "integer"})


LAST_GOOD = {
    "avatar": 63,
    "music_volume": 1.0,
}
"""The highest value of some parts, written down here apart from the code."""


def test_the_highest_values_are_those_that_were_always_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched, found = Watched(monkeypatch), {}
    for sample in samples():
        watched.parse(sample)
        found |= {each.name: each.high for each in watched.seen}
    assert {name: found[name] for name in LAST_GOOD} == LAST_GOOD
