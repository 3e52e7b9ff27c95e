"""Functions that are alike in shape, whatever their names: those that were copied and changed.

A function is the sequence of the kinds of its nodes; two are alike if the sets of runs of `RUN`
kinds in them have a Jaccard index of `ALIKE` at least. The search compares only functions that
share one of their rarest runs (prefix filtering: Bayardo, Ma, Srikant, "Scaling up all pairs
similarity search", 2007).
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

RUN: Final = 6
ALIKE: Final = 0.55
SMALLEST: Final = 10
"""Lines of the shortest function that counts: shorter ones are alike by chance."""


class Function(NamedTuple):
    """A function, where it stands, its lines, and the runs of kinds of nodes in it."""

    file: str
    name: str
    lines: int
    runs: frozenset[int]


def kinds(node: ast.AST, found: list[int]) -> None:
    """Add the kinds of the nodes below a node, in order, without annotations and docstrings."""
    for name, value in node.__dict__.items():
        if name in _LEFT_OUT:
            continue
        for below in value if type(value) is list else (value,):
            if isinstance(below, ast.AST):
                if type(below) is ast.Expr and type(below.value) is ast.Constant:
                    continue
                found.append(_NUMBERS[type(below)])
                kinds(below, found)


_LEFT_OUT: Final = frozenset({"annotation", "returns", "decorator_list", "ctx"})
_KINDS: Final = [kind for kind in vars(ast).values() if isinstance(kind, type)]
_NUMBERS: Final = {kind: number for number, kind in enumerate(_KINDS)}


def runs_of(node: ast.AST) -> frozenset[int]:
    """Return the runs of kinds below a node, each as a number."""
    found: list[int] = []
    kinds(node, found)
    run, runs, whole = 0, set(), len(_KINDS) ** RUN
    for place, kind in enumerate(found, start=1):
        run = (run * len(_KINDS) + kind) % whole
        if place >= RUN:
            runs.add(run)
    return frozenset(runs)


def functions(file: str, source: str) -> Iterator[Function]:
    """Yield the functions of a file that count, without those inside of others."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines >= SMALLEST:
                yield Function(file, node.name, lines, runs_of(node))
        else:
            waiting += getattr(node, "body", ())


def pairs(found: list[Function]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of functions that are alike, by their places in the list."""
    often = Counter(run for one in found for run in one.runs)
    known: dict[int, list[int]] = defaultdict(list)
    for place, one in enumerate(found):
        runs = sorted(one.runs, key=lambda run: (often[run], run))
        rarest = runs[: len(runs) - int(ALIKE * len(runs)) + 1]
        for other in sorted({near for run in rarest for near in known[run]}):
            both = len(one.runs & found[other].runs)
            if both >= ALIKE * (len(one.runs) + len(found[other].runs) - both) > 0:
                yield other, place
        for run in rarest:
            known[run].append(place)


def clusters(sources: Mapping[str, str]) -> list[list[Function]]:
    """Return the groups of functions that are alike, the largest function of each first."""
    found = [one for file, source in sources.items() for one in functions(file, source)]
    group = list(range(len(found)))

    def head(place: int) -> int:
        while group[place] != place:
            group[place] = group[group[place]]
            place = group[place]
        return place

    for one, other in pairs(found):
        group[head(other)] = head(one)
    joined: dict[int, list[Function]] = defaultdict(list)
    for place, one in enumerate(found):
        joined[head(place)].append(one)
    alike = [sorted(each, key=lambda one: -one.lines) for each in joined.values() if len(each) > 1]
    return sorted(alike, key=lambda each: -sum(one.lines for one in each[1:]))


def repeated(alike: list[list[Function]]) -> int:
    """Return the lines of all functions that are alike but the largest of each group."""
    return sum(one.lines for each in alike for one in each[1:])
