"""One arcade at a time: what two windows on one folder must not do at the same instant.

What may take long is begun by `alone`: a folder that only one of them can make says that somebody
is at it. A file that is read, changed and written is so `in_turn`, by a lock of the system on its
folder, which ends with whoever holds it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from games.store.place import Place

if sys.platform != "win32":
    import fcntl

PATIENCE: Final = 2.0
"""Seconds that one waits for another at most; what is waited for takes some milliseconds."""
LOOK: Final = 0.01
"""Seconds between two looks whether the other is done."""
TURN: Final = 0.5
"""Seconds that one waits for its turn at a folder at most, while a window stands still."""


@contextlib.contextmanager
def alone(place: Place, what: str) -> Iterator[None]:
    """Do `what` in a `place` while no other arcade there does it.

    A folder that a crash has left counts no longer than `PATIENCE`. Where none can be made, it is
    done all the same.
    """
    able = place.root is not None and not place.gone
    path = place.folder(what).with_suffix(".busy") if able else None
    ours = path is not None and _claimed(path)
    try:
        yield
    finally:
        if ours and path is not None:
            with contextlib.suppress(OSError):
                os.rmdir(path)


def _claimed(path: Path) -> bool:
    """Make the folder `path`; True where it is ours, False where none can be made."""
    until = time.monotonic() + PATIENCE
    with contextlib.suppress(OSError):  # also where a file is in its place: mkdir says so at once
        os.makedirs(path.parent, mode=0o700, exist_ok=True)
    while True:
        try:
            os.mkdir(path)
        except FileExistsError:
            if time.monotonic() > until:
                return path.is_dir()
            time.sleep(LOOK)
        except OSError:
            return False
        else:
            return True


@contextlib.contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Change a file of `folder` while no other arcade changes one there.

    Where the system cannot tell (Windows, some disks of a network), where the folder is not there
    yet, and after `TURN` seconds it is done all the same.
    """
    held = _held(folder)
    try:
        yield
    finally:
        if held is not None:
            os.close(held)  # the lock goes with it


def _held(folder: Path) -> int | None:
    """The descriptor by which a folder is ours; None where that cannot be."""
    if sys.platform == "win32":
        return None
    try:
        found = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    until = time.monotonic() + TURN
    while True:
        try:
            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return found
            time.sleep(LOOK / 10)
        except OSError:
            return found
        else:
            return found
