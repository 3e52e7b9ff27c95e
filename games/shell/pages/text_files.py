"""Files that a person saves and opens beside the arcade's own: whole or not at all, and told."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games.shell.shell import Shell
from games.store.disk import NotPlain
from games.store.files import NotSaved, export
from games.store.place import printable_path

FOLDER: Final = "exports"


def export_folder(shell: Shell) -> Path:
    """Where a person's files are saved, and looked for."""
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
    """The files of the folder whose names end so, the newest first, at most so many.

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
    """The name of a file as it can be drawn: one of somebody else's may have any letters."""
    return printable_path(Path(path.name))[:60]


def read_text(shell: Shell, path: Path, most: int) -> str | None:
    """The text of a file of at most so many bytes; None, with a sentence, where there is none."""
    try:
        return shell.library.store.disk.read(path, most).decode("utf-8")
    except (NotPlain, UnicodeDecodeError):
        shell.toast(f"{short_name(path)} is no text file of at most {most} bytes.")
    except OSError as problem:
        shell.toast(f"{short_name(path)} cannot be read ({problem.strerror}).")
    return None
