"""One arcade at a time: what two windows on one folder must not do at the same instant.

A folder that only one of them can make says that somebody is at it.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from games.store.place import Place

PATIENCE: Final = 2.0
"""Seconds that one waits for another at most; what is waited for takes some milliseconds."""
LOOK: Final = 0.01
"""Seconds between two looks whether the other is done."""


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
