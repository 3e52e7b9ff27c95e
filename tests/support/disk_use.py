"""Counts what a piece of code asks of the disk: files opened, folders listed, entries looked at.

Python tells of opened files and listed folders through an audit hook, whoever opens them: `open`,
`os.open`, `Path.open`, imports, zip files. A hook can never be taken out again, so one stands for
all tests and does nothing outside of `disk_use`. Of looking at an entry Python tells nobody, so
`os.stat` and `os.lstat` are replaced as long as it counts.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_EVENTS = ("open", "os.listdir", "os.scandir")
_counting: list[tuple[int, list[str]]] = []


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _counting and event in _EVENTS and threading.get_ident() == _counting[-1][0]:
        _counting[-1][1].append(f"{event} {arguments[0]}")


sys.addaudithook(_hear)


def _noted(name: str, look: Callable[..., Any]) -> Callable[..., Any]:
    def noted(path: Any, *more: Any, **named: Any) -> Any:
        _hear("open", (f"({name}) {path}",))
        return look(path, *more, **named)

    return noted


@contextmanager
def disk_use() -> Iterator[list[str]]:
    """What this thread asks of the disk from here to the end of the block, in words."""
    uses: list[str] = []
    looks = os.stat, os.lstat
    _counting.append((threading.get_ident(), uses))
    os.stat, os.lstat = _noted("stat", looks[0]), _noted("lstat", looks[1])
    try:
        yield uses
    finally:
        os.stat, os.lstat = looks
        _counting.pop()
