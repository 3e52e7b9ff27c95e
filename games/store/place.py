"""The folder of saved data: which file has which name, what is there, and whether it is away."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from games.fields import BadSave
from games.paths import DATA, usual_folder

NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}(/[a-z0-9][a-z0-9_-]{0,63}){0,3}")


class BadDataDirectory(ValueError):
    """A name for the folder of saved data that no folder can have."""


class Place:
    """The folder `root`, or none where that is None."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self._seen: set[Path] = set()
        if root is not None:
            self.note(root)

    @property
    def gone(self) -> bool:
        """True if the folder is away that was there: it, or one of those in it that are read."""
        return not all(map(os.path.isdir, self._seen))

    def note(self, path: Path) -> None:
        """Remember the root, and the folder in it that leads to `path`, if they are there."""
        assert self.root is not None
        below = path.relative_to(self.root).parts[:-1]
        for folder in (self.root, *(self.root / name for name in below[:1])):
            if folder not in self._seen and os.path.isdir(folder):
                self._seen.add(folder)

    def file(self, name: str) -> Path:
        """Return the path of the file `name`; raises `BadSave` for an impossible name."""
        folder = self.folder(name)
        return folder.with_name(f"{folder.name}.json")

    def folder(self, name: str) -> Path:
        """Return the path of the folder `name`; raises `BadSave` for an impossible name."""
        if not NAME.fullmatch(name):
            raise BadSave(f"{name[:60]!r} cannot be the name of a file; use a-z, 0-9, - and _.")
        return (self.root or Path()) / name

    def entries(self, name: str) -> tuple[str, ...]:
        """Return the names of all files and folders in a folder, sorted; () if it is not there."""
        if self.root is None:
            return ()
        try:
            return tuple(sorted(os.listdir(self.folder(name))))
        except OSError:
            return ()

    def written(self, name: str) -> tuple[str, ...]:
        """Return the names of the saved files in a folder, the one written last first.

        Files of which only the last good copy is left are included.
        """
        found: dict[str, int] = {}
        try:
            with os.scandir(self.folder(name)) as entries:
                for entry in entries:
                    stem = entry.name.removesuffix(".bak").removesuffix(".json")
                    if entry.name in (f"{stem}.json", f"{stem}.json.bak"):
                        when = entry.stat(follow_symlinks=False).st_mtime_ns
                        found[stem] = max(when, found.get(stem, 0))
        except OSError:
            return ()
        return tuple(sorted(found, key=lambda stem: (-found[stem], stem)))


def printable_path(path: Path | None) -> str:
    """Return a `path` as text that can be printed and drawn, whatever bytes it has."""
    text = str(path).encode("utf-8", "replace").decode("utf-8")
    return text if text.isprintable() else ascii(text)


def data_directory(
    given: str | None, environment: Mapping[str, str], platform: str = sys.platform
) -> Path | None:
    """Return the folder for saved data: the one `given`, else the usual place of a `platform`, else
    None.

    The usual place may be named in the `environment`. Raises `BadDataDirectory` for a given name
    that no folder can have.
    """
    if given is not None:
        if not given.strip() or "\0" in given:
            raise BadDataDirectory("--data-dir needs the name of a folder.")
        return Path(given).absolute()
    return usual_folder(DATA, "open-mind-arcade", environment, platform)
