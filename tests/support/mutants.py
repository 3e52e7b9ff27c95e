"""Small changes of the code, as a slip of the hand would make them, and where to watch for them.

A `Mutant` is one change in one file: bytes that other bytes replace. `mutants_of` lists all that a
source offers, `draw` takes some by a seed, and `watched` returns the sources with a line before
each place of change that reports which test goes through it.
"""

from __future__ import annotations

import ast
import copy
import functools
import random
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

KEPT = "session, store, log, match"
SHARES: Final = {
    "rules": 18,
    KEPT: 18,
    "ai": 28,
    "shell": 12,
    "drawing": 10,
    "lab": 8,
    "service": 6,
}
"""How many of 100 mutants are drawn from each stratum."""
MOST_A_FILE: Final = 2
COMPILED: Final = re.compile(r"\b(njit|jit|compiled)\b")
"""Decorators of functions that numba compiles, in which no line can be added."""

_PATTERNS: Final = (
    ("rules", r"games/\w+/(rules|rulesets|maze)\.py|games/\w+/rules/.*"),
    ("service", r"games/guess/service/.*"),
    ("shell", r"games/shell/.*|main\.py"),
    ("drawing", r"games/\w+/.*(?<!session)"),
    ("lab", r"ai/lab/.*"),
    ("ai", r"ai/.*"),
)
_OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_EDGE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_EMPTY: Final = {
    "str": '""',
    "int": "0",
    "float": "0.0",
    "bool": "False",
    "tuple": "()",
    "list": "[]",
    "dict": "{}",
    "set": "set()",
    "frozenset": "frozenset()",
}


class Mutant(NamedTuple):
    """One change: in `file`, the bytes from `start` to `end`, which are `old`, become `new`.

    `head` and `tail` are the rest of its lines. `function` is the dotted name of the function or
    class around it, and `owner` the statement whose run reaches the change: its line, or 0 for what
    runs when the module is imported; then `names` are those that it gives a value.
    """

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str
    head: str
    tail: str
    kind: str
    function: str
    owner: int
    names: tuple[str, ...]

    @property
    def key(self) -> str:
        """The lines before and after the change; it stays when lines above them come or go."""
        before, after = (
            " ".join(f"{self.head}{text}{self.tail}".split()) for text in (self.old, self.new)
        )
        return f"{self.file} {self.function}: {before} -> {after}"

    def planted(self, source: str) -> str:
        """Return the source with the change."""
        text = source.encode()
        return (text[: self.start] + self.new.encode() + text[self.end :]).decode()


def stratum(file: str) -> str:
    """Return the part of the program that a file belongs to."""
    if re.fullmatch(r"games/(session|store)/.*|games/\w+\.py", file):
        return KEPT
    return next(name for name, pattern in _PATTERNS if re.fullmatch(pattern, file))


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Return all changes that a source offers, in its order."""
    return list(_Walk(file, source).found)


class _Walk:
    """Goes once over the tree of a source and collects its changes in `found`."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.source = file, source.encode()
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.owner, self.bound = 0, ()  # type: int, tuple[str, ...]
        self.functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        tree = ast.parse(source)
        for statement in tree.body:
            self._statement(statement)

    def _offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def _add(self, node: ast.AST, new: str, kind: str) -> None:
        start = self._offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = self._offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        line, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        old, head, tail = (
            self.source[first:end].decode()
            for first, end in (
                (start, end),
                (self.starts[line - 1], start),
                (end, self.starts[last]),
            )
        )
        where = ".".join(self.names)
        self.found.append(
            Mutant(
                *(self.file, line, start, end, old, new, head, tail, kind, where),
                *(self.owner, self.bound),
            )
        )

    def _statement(self, node: ast.stmt, elif_: bool = False) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert):
            return
        if not self.functions:
            if not self.names:
                self.bound = tuple(_bound(node))
            self.owner = 0
        elif not elif_ and self._stands_alone(node):
            self.owner = node.lineno
        here = self.owner, self.bound
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._definition(node)
            return
        self._changes_of(node)
        for name, value in ast.iter_fields(node):
            self.owner, self.bound = here
            if name == "annotation":
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.stmt):
                    is_elif = name == "orelse" and isinstance(node, ast.If)
                    self._statement(each, is_elif and isinstance(each, ast.If))
                elif isinstance(each, ast.ExceptHandler | ast.match_case):
                    for below in each.body:
                        self._statement(below)
                    self.owner, self.bound = here
                elif isinstance(each, ast.AST):
                    self._expression(each)
        self.owner, self.bound = here

    def _stands_alone(self, node: ast.stmt) -> bool:
        text = self.source[self.starts[node.lineno - 1] :][: node.col_offset]
        return not text.strip()

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        function = not isinstance(node, ast.ClassDef)
        if function:
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                self._expression(default)
        compiled = any(COMPILED.search(ast.unparse(each)) for each in node.decorator_list)
        self.names.append(node.name)
        if function and not compiled:
            self.functions.append(node)
        for each in node.body:
            self._statement(each)
        if function and not compiled:
            self.functions.pop()
        self.names.pop()

    def _changes_of(self, node: ast.stmt) -> None:
        match node:
            case ast.If(test=test, body=[ast.Raise()], orelse=[]):
                self._add(test, "False", "guard taken out")
            case ast.If(test=test) if not isinstance(test, ast.Compare):
                self._turned(test)
            case ast.While(test=test) if not isinstance(test, ast.Compare | ast.Constant):
                self._turned(test)
            case ast.Return(value=value) if value is not None and self.functions:
                empty = self._empty()
                if ast.unparse(value) != empty:
                    self._add(node, f"return {empty}", "nothing returned")
            case ast.Expr(value=ast.Call()):
                self._add(node, "pass", "statement dropped")
            case ast.AugAssign(op=ast.Add() | ast.Sub() as operator):
                changed = copy.copy(node)
                changed.op = ast.Sub() if isinstance(operator, ast.Add) else ast.Add()
                self._add(node, ast.unparse(changed), "+ and -")
                self._add(node, "pass", "statement dropped")
            case ast.AugAssign() | ast.Delete():
                self._add(node, "pass", "statement dropped")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) if self.functions:
                if self.functions[-1].name != "__init__":
                    self._add(node, "pass", "statement dropped")

    def _turned(self, test: ast.expr) -> None:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self._add(test, f"({ast.unparse(test.operand)})", "not")
        elif not isinstance(test, ast.Constant) and ast.unparse(test) != "TYPE_CHECKING":
            self._add(test, f"not ({ast.unparse(test)})", "not")

    def _empty(self) -> str:
        returns = self.functions[-1].returns
        named = re.match(r"\w+", ast.unparse(returns)) if returns is not None else None
        return _EMPTY.get(named.group(), "None") if named else "None"

    def _expression(self, node: ast.AST) -> None:
        match node:
            case ast.JoinedStr():
                return  # before Python 3.12 what stands in it has no place of its own
            case ast.Constant(value=value):
                self._constant(node, value)
            case ast.Compare(ops=operators):
                for number, operator in enumerate(operators):
                    for table, kind in ((_OPPOSITE, "comparison flipped"), (_EDGE, "edge moved")):
                        if type(operator) in table:
                            changed = copy.copy(node)
                            changed.ops = list(operators)
                            changed.ops[number] = table[type(operator)]()
                            self._add(node, ast.unparse(changed), kind)
            case ast.BinOp(op=ast.Add() | ast.Sub() as operator):
                sign = ast.Sub() if isinstance(operator, ast.Add) else ast.Add()
                changed_sum = ast.BinOp(node.left, sign, node.right)
                self._add(node, ast.unparse(changed_sum), "+ and -")
            case ast.BoolOp(op=operator, values=values):
                other = ast.Or() if isinstance(operator, ast.And) else ast.And()
                text = ast.unparse(ast.BoolOp(other, values))
                self._add(node, f"({text})", "and and or")
            case ast.IfExp(test=test, body=body, orelse=orelse):
                swapped = ast.unparse(ast.IfExp(test, orelse, body))
                self._add(node, f"({swapped})", "branches swapped")
            case ast.Slice(lower=lower, upper=upper):
                for bound in (lower, upper):
                    if bound is not None and not _number(bound):
                        self._add(bound, f"{ast.unparse(bound)} + 1", "slice + 1")
            case ast.Lambda(args=given):
                for default in given.defaults:
                    self._expression(default)
                self._expression(node.body)
                return
        for below in ast.iter_child_nodes(node):
            if not isinstance(below, ast.expr_context | ast.operator | ast.cmpop | ast.boolop):
                self._expression(below)

    def _constant(self, node: ast.Constant, value: object) -> None:
        if isinstance(value, bool):
            self._add(node, str(not value), "constant")
        elif isinstance(value, int | float) and value + 1 != value:
            self._add(node, repr(value + 1), "constant")


def _number(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant)


def _bound(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module gives a value."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            for target in targets:
                yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def is_change(mutant: Mutant, source: str) -> bool:
    """Return whether the changed source compiles and is another program."""
    try:
        changed = ast.parse(mutant.planted(source))
        compile(changed, mutant.file, "exec")
    except SyntaxError:
        return False
    return ast.dump(changed) != _dumped(source)


@functools.lru_cache(8)
def _dumped(source: str) -> str:
    return ast.dump(ast.parse(source))


def draw(sources: Mapping[str, str], count: int, seed: int) -> list[Mutant]:
    """Draw changes by a seed: `SHARES` by stratum, in each evenly over lines, few a file.

    There are fewer than `count` where the sources do not offer as many.
    """
    rng = random.Random(seed)
    drawn: list[Mutant] = []
    owed = 0.0
    present = [name for name in SHARES if any(stratum(file) == name for file in sources)]
    whole = sum(SHARES[name] for name in present)
    for name in present:
        owed += count * SHARES[name] / whole
        want = round(owed) - len(drawn)
        drawn += _drawn(
            {file: text for file, text in sources.items() if stratum(file) == name}, want, rng
        )
    return drawn


def _drawn(sources: Mapping[str, str], want: int, rng: random.Random) -> list[Mutant]:
    lines = [
        (file, number)
        for file, text in sorted(sources.items())
        for number in range(1, text.count("\n") + 1)
    ]
    rng.shuffle(lines)
    taken: list[Mutant] = []
    known: dict[str, list[Mutant]] = {}
    for file, number in lines:
        if len(taken) == want:
            break
        if sum(each.file == file for each in taken) == MOST_A_FILE:
            continue
        if file not in known:
            known[file] = mutants_of(file, sources[file])
        offered = [each for each in known[file] if each.line == number]
        rng.shuffle(offered)
        found = next((each for each in offered if is_change(each, sources[file])), None)
        if found is not None:
            taken.append(found)
    return taken


PROBE: Final = "mutant_probe"
"""The module that a watched source calls."""


def watched(sources: Mapping[str, str], mutants: list[Mutant]) -> dict[str, str]:
    """Return the sources in which something is watched, with calls of `PROBE`.

    A change inside a function is reached by its statement. What runs when a module is imported is
    reached by every function of the module, and by those elsewhere that use its names.
    """
    places: dict[str, dict[int, set[int]]] = {}
    for number, mutant in enumerate(mutants):
        if mutant.owner:
            places.setdefault(mutant.file, {}).setdefault(mutant.owner, set()).add(number)
            continue
        for file, text in sources.items():
            own = file == mutant.file
            if own or any(re.search(rf"\b{name}\b", text) for name in mutant.names):
                for line in _entrances(text, None if own else mutant.names):
                    places.setdefault(file, {}).setdefault(line, set()).add(number)
    return {file: _with_calls(sources[file], lines) for file, lines in places.items()}


def _entrances(source: str, names: tuple[str, ...] | None) -> Iterator[int]:
    """Yield the line of the first statement of each function, or of those that use a name."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if any(COMPILED.search(ast.unparse(each)) for each in node.decorator_list):
            continue
        used = {getattr(each, "id", getattr(each, "attr", "")) for each in ast.walk(node)}
        if names is None or used.intersection(names):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if body and body[0].lineno > node.lineno:
                decorated = getattr(body[0], "decorator_list", ())
                yield min([body[0].lineno, *(each.lineno for each in decorated)])


def _with_calls(source: str, lines: Mapping[int, set[int]]) -> str:
    text = source.splitlines(keepends=True)
    for line in sorted(lines, reverse=True):
        at = line - 1
        while at and text[at - 1].lstrip().startswith("@"):
            at -= 1  # a call stands before the decorators
        indent = text[at][: len(text[at]) - len(text[at].lstrip())]
        text.insert(at, f"{indent}__import__({PROBE!r}).reached({sorted(lines[line])})\n")
    return "".join(text)
