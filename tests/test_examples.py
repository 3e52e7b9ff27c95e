"""The examples in docstrings run; the protocol has one for each public class, and verbs first."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from types import ModuleType

import pytest

from tests.support.sources import SOURCES

PROTOCOL = (
    *("games.core", "games.spec", "games.agents", "games.mind", "games.match"),
    "games.shell.hooks",
)
"""The modules that every game is written against."""
NO_VERB = re.compile(
    r"(an?|all|any|another|both|each|every|how|in|its|many|no|of|one|some|that|the|these|this|those"
    r"|two|what|when|where|whether|which|who|whose)\b",
    re.I,
)
"""First words of docstrings that name a thing where a function should begin with a verb."""
WITH_EXAMPLES = tuple(
    sorted(
        path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path, source in SOURCES.items()
        if "\n>>> " in source or " >>> " in source
    )
)


def classes_of(module: ModuleType) -> list[type]:
    """Return the public classes that a module defines."""
    return [
        each
        for name, each in inspect.getmembers(module, inspect.isclass)
        if each.__module__ == module.__name__ and not name.startswith("_")
    ]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_run(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0


@pytest.mark.parametrize("name", PROTOCOL)
def test_every_class_of_the_protocol_shows_its_use(name: str) -> None:
    found = classes_of(importlib.import_module(name))
    assert found
    without = [each.__name__ for each in found if ">>> " not in (each.__doc__ or "")]
    assert without == []


@pytest.mark.parametrize("name", PROTOCOL)
def test_functions_of_the_protocol_begin_with_a_verb(name: str) -> None:
    tree = ast.parse(SOURCES[f"{name.replace('.', '/')}.py"])
    firsts = {
        node.name: text.split()[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node))
        if not any("property" in ast.unparse(each) for each in node.decorator_list)
    }
    assert len(firsts) > 1
    assert {name: word for name, word in firsts.items() if NO_VERB.match(word)} == {}
