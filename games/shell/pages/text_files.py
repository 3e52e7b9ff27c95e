"""Files that a person saves and opens beside the arcade's own: whole or not at all, and
reported.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games.paths import read_in_time
from games.shell.shell import Shell
from games.store.not_saved import NotSaved, export
from games.store.place import printable_path

FOLDER: Final = "exports"
FILE_SECONDS: Final = 2.0
"""So long the window stands still for a file that a person opens; chosen by hand. From a disk that
has to wake up it can be opened the next time."""


def export_folder(shell: Shell) -> Path:
    """Return the folder in which a person's files are saved, and looked for."""
    return (shell.library.store.root or Path.home()) / FOLDER


def save_blob(shell: Shell, path: Path, blob: bytes, label: str) -> bool:
    """Save a `blob`, which is called `label`, as the file `path`, and say where; whether it is."""
    try:
        shell.library.store.disk.files.mkdir(path.parent)
        export(shell.library.store.disk, path, blob, label)
    except OSError as problem:
        shell.toast(
            f"The folder {printable_path(path.parent)} cannot be written to ({problem.strerror}); "
            "allow that, or choose another one with --data-dir."
        )
        return False
    except NotSaved as problem:
        shell.toast(str(problem))
        return False
    shell.toast(f"Written to {printable_path(path)}.")
    return True


def newest_files(shell: Shell, suffix: str, most: int) -> Sequence[Path]:
    """Return the files of the folder whose names end with `suffix`, the newest first, at most
    `most`.

    One that leads nowhere, or has just gone, hides no other.
    """
    found: list[tuple[float, Path]] = []
    try:
        for path in export_folder(shell).glob(f"*{suffix}"):
            with contextlib.suppress(OSError):
                if path.is_file():
                    found.append((path.stat().st_mtime, path))
    except OSError:
        return ()
    return [path for _, path in sorted(found, reverse=True)[:most]]


def short_name(path: Path) -> str:
    """Return the name of a file as it can be drawn: a stranger's may have any letters."""
    return printable_path(Path(path.name))[:60]


def read_text(shell: Shell, path: Path, most: int) -> str | None:
    """Return the text of a file of at most `most` bytes; None, with a sentence for the player,
    where there is none.
    """
    try:
        return read_in_time(path, most, FILE_SECONDS).decode("utf-8")
    except UnicodeDecodeError:
        shell.toast(f"{short_name(path)} is no text; open a file of plain text.")
    except OSError as problem:
        shell.toast(f"{short_name(path)} {unread(problem, 'text file')}")
    return None


def unread(problem: OSError, what: str) -> str:
    """Return why a file could not be read, as the rest of a sentence; it should have been a
    `what`.
    """
    if problem.errno in (errno.EINVAL, errno.EFBIG):
        told = str(problem.strerror)
        return f"is no {what}: {told[:1].lower()}{told[1:]}."
    return f"cannot be read ({problem.strerror})."
