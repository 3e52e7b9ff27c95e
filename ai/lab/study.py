"""Studies: what `main.py arena` measures beside who wins, a row for each agent or pairing.

A study splits the work of each row into parts and plays every part wherever there is room
(`ai.lab.jobs`); rows are made of the results, which are the same for any number of jobs. A row is
an object of JSON; its line for a person is a template that names its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from ai.lab.jobs import Jobs
from ai.lab.rooms import ArenaQuestion, Plain, Progress
from games.intervals import Z
from games.spec import BadOption, Option

Part = TypeVar("Part")
Result = TypeVar("Result")
Groups = Sequence[tuple[str, Sequence[Part]]]
"""The parts of the work, by the agent or the pairing that they measure."""
Values = dict[str, Any]
"""All options of a study, parsed."""
Template = str | Callable[[Plain], str]
"""A line of a row, as `str.format` fills it; a function where a row has no line of its own kind."""


@dataclass(frozen=True)
class Study(Generic[Part, Result]):
    """One kind of measurement.

    `parts` splits the work, by what was asked and the values of all options. `play`, a function of
    a module, returns the results of a part. `row` makes the row of an agent out of all results of
    its parts, in order; there may be several. `columns` are the lines that show a row, `lacking`
    the lines of a row in which a value is None.

    >>> study = Study(
    ...     parts=lambda asked, values: [(name, [name]) for name in asked.agents],
    ...     play=lambda name: [len(name)],
    ...     row=lambda name, results, asked: {"agent": name, "letters": sum(results)},
    ...     columns=("  {agent} has {letters} letters",),
    ... )
    >>> asked = ArenaQuestion(["nash"], 1, 1, {}, Jobs(), lambda share, words: None)
    >>> rows = study.rows(asked, {})
    >>> study.lines(rows)
    ['  nash has 4 letters']
    """

    parts: Callable[[ArenaQuestion, Values], Groups[Part]]
    play: Callable[[Part], list[Result]]
    row: Callable[[str, list[Result], ArenaQuestion], Plain | list[Plain]]
    columns: tuple[Template, ...]
    lacking: tuple[Template, ...] = ()

    def rows(self, asked: ArenaQuestion, values: Values) -> list[Plain]:
        """Measure all that was `asked`; raises what `parts` raises."""
        groups, found = self.parts(asked, values), list[Plain]()
        for name, results in results_of(groups, self.play, asked.jobs, asked.progress):
            made = self.row(name, results, asked)
            found += made if isinstance(made, list) else [made]
        return found

    def lines(self, rows: Sequence[Plain]) -> list[str]:
        """Return the `rows` for a person; `wide` in a template is the longest first value."""
        wide = max((len(str(next(iter(row.values())))) for row in rows), default=0)
        return [line for row in rows for line in self._lines(row, wide)]

    def _lines(self, row: Plain, wide: int) -> Iterator[str]:
        for template in self.lacking if None in row.values() else self.columns:
            if callable(template):
                yield template(row)
            else:
                yield template.format(**row, wide=wide)


def results_of(
    groups: Groups[Part],
    play: Callable[[Part], list[Result]],
    jobs: Jobs,
    progress: Progress,
) -> Iterator[tuple[str, list[Result]]]:
    """Play the parts of all `groups`; give each name with its results as soon as they are there."""
    work = [part for _, parts in groups for part in parts]
    played, done = jobs.results(play, work), 0
    for name, parts in groups:
        own: list[Result] = []
        for _ in parts:
            own += next(played)
            done += 1
            progress(done / len(work), f"{name}: {len(own):,}" if name else f"{len(own):,}")
        yield name, own


def pieces(games: int, size: int) -> list[range]:
    """Return the numbers of `games` games in pieces of at most `size`."""
    return [range(at, min(games, at + size)) for at in range(0, games, size)]


@dataclass(frozen=True, slots=True)
class NamesOption(Option):
    """Some of the `choices`, with commas between them; the value is a tuple, each name once."""

    noun: str = "name"

    def parse(self, value: object) -> tuple[str, ...]:
        """Return the names; raises `BadOption` for one that is not known, and for none."""
        names = tuple(dict.fromkeys(name for name in str(value).split(",") if name))
        unknown = next((name for name in names if name not in self.choices), None)
        if unknown is not None or not names:
            known = ", ".join(self.choices)
            raise BadOption(f"There is no {self.noun} {(unknown or '')[:40]!r}; there are {known}.")
        return names


# -- intervals -----------------------------------------------------------------------------


def mean_interval(values: npt.NDArray[np.float64], alone: float = 0.0) -> tuple[float, list[float]]:
    """Return the mean of `values` and its 95% interval; of one value `alone` to either side."""
    count, mean = len(values), float(values.mean())
    half = Z * float(values.std(ddof=1)) / count**0.5 if count > 1 else alone
    return mean, [mean - half, mean + half]
