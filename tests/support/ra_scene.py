"""An arcade in which Ra can be played without its guide, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.hands import Rig


@contextmanager
def ra_rig(
    folder: Path, size: tuple[int, int] = (1280, 720), mind_open: bool = False
) -> Iterator[Rig]:
    """The arcade with a window of this `size`, motion reduced; closed at the end."""
    rig = Rig(folder, size)
    rig.app.change_settings(reduced_motion=True, mind_open=mind_open, guided="ra")
    yield rig
    rig.app.close()
