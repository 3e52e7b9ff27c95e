"""Files that do not wait for the disk: where what is tested is not the power cut."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from games.store.disk import Files


class QuickFiles(Files):
    """As files are, but for the wait until they have reached the disk."""

    def fsync(self, file: IO[bytes]) -> None:
        """Nothing."""

    def fsync_folder(self, path: Path) -> None:
        """Nothing."""
