"""The plain code of Ra's agents, compiled: one source for play and for training; needs numba.

A module of `ai.ra` that is written in the plainest code is loaded once more, under another name,
and its functions become compiled ones before any is called. Numba's cache is not used.
"""

from __future__ import annotations

import importlib.util
import inspect
from types import ModuleType
from typing import Any, Final

import numba

MODULES: Final = ("plain", "potential", "likely", "expected_points", "inputs_one", "seed_inputs")
"""In this order: each may use functions of those before it."""
IN_PYTHON: Final = frozenset({"row_of"})


def _loaded(name: str) -> ModuleType:
    """Return a second copy of a module of `ai.ra`, which nobody else knows."""
    spec = importlib.util.find_spec(f"ai.ra.{name}")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compiled() -> dict[str, Any]:
    """Return all functions of the modules by name, each seeing only compiled ones."""
    found: dict[str, Any] = {}
    for name in MODULES:
        module = _loaded(name)
        own = [
            function
            for function in vars(module).values()
            if inspect.isfunction(function) and function.__module__ == f"ai.ra.{name}"
        ]
        for known, function in found.items():
            if known in vars(module):
                setattr(module, known, function)
        for function in own:
            if function.__name__ not in IN_PYTHON:
                found[function.__name__] = numba.njit(nogil=True, fastmath=True)(function)
                setattr(module, function.__name__, found[function.__name__])
    return found


COMPILED: Final = _compiled()
"""The compiled functions of the plain modules by name."""
