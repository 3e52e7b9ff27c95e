"""The fault of a file that could not be saved, in a sentence for the player."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any, Final

from games.store.disk import Disk
from games.store.formats import Format
from games.store.place import printable_path

_SAME: Final = {errno.EPERM: errno.EACCES, errno.EEXIST: errno.ENOTDIR}
_REASONS: Final = {
    errno.ENOENT: "the folder is gone; bring it back, the arcade keeps trying",
    errno.ENOSPC: "the disk is full; free some space, the arcade keeps trying",
    errno.EDQUOT: "your share of the disk is full; free some space, the arcade keeps trying",
    errno.EROFS: "the disk is read-only; choose another folder with --data-dir",
    errno.EACCES: "it may not be written to; allow that or choose another folder with --data-dir",
    errno.EIO: "the disk reports an error; check the disk, the arcade keeps trying",
    errno.EAGAIN: "another arcade is writing there; close it if this lasts, this one keeps trying",
    errno.ENOTDIR: "a file is in the way; move it or choose another folder with --data-dir",
}


class NotSaved(Exception):
    """Data that did not reach the disk; `number` is the system's errno, or 0 for other causes."""

    def __init__(self, message: str, number: int = 0) -> None:
        super().__init__(message)
        self.number = number


class Unreadable(NotSaved):
    """A file that the system does not let be read, though it may be whole."""

    def __init__(self, form: Format[Any], error: OSError | None = None) -> None:
        reason = f" ({os.strerror(error.errno)})" if error is not None and error.errno else ""
        super().__init__(
            f"{form.file_words} could not be read{reason} and is left alone; nothing is "
            "saved there until it can be read and the arcade is started again."
        )


def fault_of(root: Path | None, number: int, label: str) -> NotSaved:
    """Return the error `number` of the system for what is called `label` in the folder `root`."""
    number = _SAME.get(number, number)
    reason = _REASONS.get(number) or f"{os.strerror(number)}; the arcade keeps trying"
    return NotSaved(f"Could not save {label} in {printable_path(root)}: {reason}.", number)


def newer_than_this(form: Format[Any]) -> NotSaved:
    """Return the error for a file of `form` that only a newer arcade can read."""
    return NotSaved(
        f"{form.file_words} was written by a newer arcade and is left alone; nothing is "
        "saved there until this arcade is updated or the file is moved away."
    )


def export(disk: Disk, path: Path, blob: bytes, label: str) -> None:
    """Write `blob` to the file `path` of the player's choice, whole or not at all, by a `disk`.

    `label` is what it is called in the sentence of `NotSaved`, which it raises.
    """
    try:
        disk.write(path, blob)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None) or errno.EINVAL
        reason = os.strerror(number)
        raise NotSaved(f"Could not write {label} to {printable_path(path)}: {reason}.") from error
