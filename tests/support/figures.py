"""Golden files of figures: what stands in one of their lines, and where two of them differ first.

A line ends in figures: words before the last " = ", numbers after it. Words must be equal, numbers
as close as other machines compute them. Many numbers are told by how many they are and by two sums
of them with weights, so that a line stays short and each of them counts.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

MOST_SHOWN: Final = 6
"""So many numbers stand in a line one by one."""


def line(words: str, plain: object, hidden: Sequence[str] = ()) -> str:
    """Return a line for plain data: the words, a digest of the texts in it, and its numbers.

    What stands under the names in `hidden` is left out, as times of day are.
    """
    texts: list[str] = []
    numbers: list[float] = []
    for value in _leaves(plain, hidden):
        if isinstance(value, int | float) and not isinstance(value, bool):
            numbers.append(float(value))
        else:
            texts.append(str(value))
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]
    shown = numbers
    if len(numbers) > MOST_SHOWN:
        waves = (math.cos(1.0 + 0.7 * n) for n in range(len(numbers)))
        shown = [len(numbers), sum(numbers), sum(map(float.__mul__, numbers, waves))]
    figures = " ".join(f"{value:.7g}" for value in shown)
    return f"{' '.join(words.split())} {digest} = {figures}".rstrip()


def _leaves(plain: object, hidden: Sequence[str]) -> Iterator[object]:
    if isinstance(plain, Mapping):
        for name, value in plain.items():
            if name not in hidden:
                yield str(name)
                yield from _leaves(value, hidden)
    elif isinstance(plain, list | tuple):
        yield f"{len(plain)}:"
        for value in plain:
            yield from _leaves(value, hidden)
    else:
        yield plain


def first_difference(now: Sequence[str], then: Sequence[str]) -> str:
    """Return the first line that differs, as it was and as it is, under the last heading."""
    heading = ""
    for number, (new, old) in enumerate(itertools.zip_longest(now, then, fillvalue=""), start=1):
        if new.startswith("== "):
            heading = new
        if new != old and not _close(new, old):
            return f"line {number}, {heading or 'before all headings'}\n  was {old}\n  is  {new}"
    return ""


def _close(new: str, old: str) -> bool:
    (words, _, figures), (before, _, kept) = new.rpartition(" ="), old.rpartition(" =")
    if words != before:
        return False
    try:
        values = [[float(value) for value in text.split()] for text in (figures, kept)]
    except ValueError:  # a text that has the sign in it
        return False
    return values[0] == pytest.approx(values[1], rel=1e-5, abs=2e-6)


def compare(file: Path, now: Sequence[str], command: str) -> None:
    """Compare lines with a golden file; raises AssertionError with the first that differs."""
    found = first_difference(now, file.read_text(encoding="utf-8").splitlines())
    assert not found, f"{file.name}: {found}\nIf that was meant, run `{command}`."


def write(file: Path, now: Sequence[str]) -> None:
    """Write a golden file anew."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(now) + "\n", encoding="utf-8")
