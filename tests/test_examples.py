"""The examples in docstrings run, and every public class of the protocol has one."""

from __future__ import annotations

import doctest
import importlib
import inspect
from types import ModuleType

import pytest

from tests.support.sources import SOURCES

PROTOCOL = (
    *("games.core", "games.spec", "games.agents", "games.mind", "games.match"),
    "games.shell.hooks",
)
"""The modules that every game is written against."""
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
