"""What the tests of the code itself ask of a source, read in one walk over its tree.

The tree is dropped at once: hundreds of thousands of nodes that stayed would cost every later
collection of garbage.
"""

from __future__ import annotations

import ast
import functools
import gc
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.paths import ROOT

SOURCES: Final = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (
        ROOT / "main.py",
        *sorted((ROOT / "games").rglob("*.py")),
        *sorted((ROOT / "ai").rglob("*.py")),
    )
}
"""Every module of the program by its path in the project."""

_DESCRIBED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)

_PLAIN_NUMBERS: Final = frozenset({0, 1, 2, 0.5})
_SIGNS: Final = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
_LEAVES: Final = frozenset(
    {ast.Name, ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal}
    | {kind for sign in _SIGNS for kind in sign.__subclasses__()}
    | {str, int, float, complex, bool, bytes, type(None), type(...)}
)
"""Types of what stands in a tree and has nothing below it that is looked for."""


class Import(NamedTuple):
    """One name that is imported: of a module, or, where `name` is "", a module as it is."""

    module: str
    name: str
    line: int


class Class(NamedTuple):
    """A class, how many methods it has, and how many attributes it gives itself."""

    name: str
    methods: int
    attributes: int


class Docstring(NamedTuple):
    """The docstring of a module (`name` is ""), a class or a function, and the line of its name.

    `acts` is True for a function that is no property.
    """

    name: str
    line: int
    text: str
    acts: bool


class Facts(NamedTuple):
    """What stands in a source.

    `calls` are those of plain names, `pickles` the lines that may let arrays bring code along,
    `bare` the functions with a parameter or a result that is `Any` and nothing else, one for each,
    `texts` the strings that are no statements by themselves, as docstrings are, and `numbers` the
    count of numbers inside functions, but for 0, 1, 2 and a half.
    """

    imports: tuple[Import, ...]
    calls: tuple[tuple[str, int], ...]
    pickles: tuple[int, ...]
    classes: tuple[Class, ...]
    bare: tuple[str, ...]
    texts: tuple[str, ...]
    docstrings: tuple[Docstring, ...]
    numbers: int


@functools.cache
def facts(source: str) -> Facts:
    """What stands in a source; raises `SyntaxError` where it is none."""
    collecting = gc.isenabled()
    gc.disable()  # a tree has no circles, and a collection would walk it again and again
    try:
        return _facts(ast.parse(source))
    finally:
        if collecting:
            gc.enable()


def _facts(tree: ast.Module) -> Facts:
    imports: list[Import] = []
    calls: list[tuple[str, int]] = []
    pickles: list[int] = []
    classes: list[ast.ClassDef] = []
    stored: list[tuple[str, int]] = []
    bare: list[str] = []
    texts: list[str] = []
    docstrings: list[Docstring] = []
    numbers: list[int] = []
    inside: set[int] = set()
    for node in _walk(tree):
        kind = type(node)
        if kind in _DESCRIBED and (text := ast.get_docstring(node)):
            name, line = getattr(node, "name", ""), getattr(node, "lineno", 1)
            acts = kind in _FUNCTIONS and not any(
                "property" in ast.unparse(each) for each in node.decorator_list
            )
            docstrings.append(Docstring(name, line, text, acts))
        if kind is ast.Constant:
            if type(node.value) is str:
                texts.append(node.value)
            elif type(node.value) in (int, float) and node.value not in _PLAIN_NUMBERS:
                numbers.append(node.lineno)
        elif kind is ast.Attribute:
            if type(node.ctx) is ast.Store and getattr(node.value, "id", "") == "self":
                stored.append((node.attr, node.lineno))
        elif kind is ast.Call:
            if type(node.func) is ast.Name:
                calls.append((node.func.id, node.lineno))
            pickles += [node.lineno for word in node.keywords if _pickles(word)]
        elif kind is ast.Import or kind is ast.ImportFrom:
            imports += _imported(node)
        elif kind is ast.ClassDef:
            classes.append(node)
        elif kind is ast.FunctionDef or kind is ast.AsyncFunctionDef:
            inside.update(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
            bare += [node.name for note in _annotations(node) if getattr(note, "id", "") == "Any"]
    sizes = tuple(_class(node, stored) for node in classes)
    return Facts(
        tuple(imports),
        tuple(calls),
        tuple(pickles),
        sizes,
        tuple(bare),
        tuple(texts),
        tuple(docstrings),
        sum(line in inside for line in numbers),
    )


def _walk(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes but leaves and texts that are statements; quicker than `ast.walk`."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) is ast.Expr and type(node.value) is ast.Constant:
            continue
        for below in node.__dict__.values():
            if type(below) is list:
                waiting += [each for each in below if type(each) not in _LEAVES]
            elif type(below) not in _LEAVES:
                waiting.append(below)


def _pickles(word: ast.keyword) -> bool:
    return word.arg == "allow_pickle" and ast.unparse(word.value) != "False"


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        yield from (Import(alias.name, "", node.lineno) for alias in node.names)
        return
    assert node.level == 0, "imports are absolute here"
    yield from (Import(node.module or "", alias.name, node.lineno) for alias in node.names)


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr | None]:
    given = node.args
    named = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
    yield from (each.annotation for each in named if each is not None)
    yield node.returns


def _class(node: ast.ClassDef, stored: list[tuple[str, int]]) -> Class:
    methods = sum(isinstance(each, ast.FunctionDef) for each in node.body)
    last = node.end_lineno or node.lineno
    own = {name for name, line in stored if node.lineno <= line <= last}
    return Class(node.name, methods, len(own))
