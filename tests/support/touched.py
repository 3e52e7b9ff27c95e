"""What a process asks the system about files whose names are bait: opening, looking, starting."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

import pytest

BAIT: Final = "bait"
"""What stands in the names that nobody may touch."""
DEVICES: Final = ("/dev/zero", "/proc/kmsg")
"""Names that nobody may touch, and that no test can choose."""
_ASKING: Final = ("stat", "lstat", "access", "readlink")
"""Functions of `os` that tell of a file, and of which no audit hook hears."""


class Touch(Exception):
    """Raised in place of touching a bait, which might wait for ever."""


class _Hook:
    """The hook of this process, which can never be taken away: it looks while it is `on`."""

    on = False
    placed = False
    found: ClassVar[list[str]] = []


def _is_bait(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_is_bait, value))
    if isinstance(value, (bytes, os.PathLike)):
        value = os.fsdecode(value)
    return isinstance(value, str) and (BAIT in value or value in DEVICES)


def _note(what: str, values: tuple[Any, ...]) -> None:
    if _Hook.on and any(map(_is_bait, values)):
        _Hook.found.append(f"{what} {values[0]!r}")
        raise Touch(_Hook.found[-1])


def _heard(event: str, values: tuple[Any, ...]) -> None:
    if _Hook.on and not event.startswith(("compile", "exec", "object.", "import", "code.")):
        _note(event, values)


@contextmanager
def watching_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Note every touch of a bait in this process, and prevent it."""
    if not _Hook.placed:
        sys.addaudithook(_heard)
        _Hook.placed = True

    def noted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*values: Any, **more: Any) -> Any:
            _note(name, values)
            return real(*values, **more)

        return ask

    with monkeypatch.context() as patch:
        for name in _ASKING:
            patch.setattr(os, name, noted(name, getattr(os, name)))
        _Hook.found, _Hook.on = [], True
        try:
            yield _Hook.found
        finally:
            _Hook.on = False
