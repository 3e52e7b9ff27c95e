"""Files written whole or not at all, with the last good copy kept and bad ones put aside.

Writing: a temporary file beside the target is written, flushed, synced and closed, what it
replaces is kept as NAME.bak, `os.replace` puts it in place, and the folder is synced. At every
moment, power cuts included, NAME is a whole file, the old or the new one. All operations go
through `Files`, so that a test can make each of them fail; all raise `OSError` when they do.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Final

BAD_FILES_KEPT: Final = 5  # of each file; chosen by hand
STALE_SECONDS: Final = 60.0
"""A temporary file this much older than a file just written beside it was left by a crash."""


class NotPlain(Exception):
    """Raised for a file that should be small and plain and is not; the message names the fault."""


class Files:
    """The system's file operations, one a method, so that a test can make each of them fail."""

    def open(self, path: Path, mode: str) -> IO[bytes]:
        """Open the file `path`; mode "xb" creates it, for its owner alone, "rb" reads it,
        "wb" begins it anew, "ab" adds to it.
        """
        return open(path, mode, opener=_private)

    def read(self, file: IO[bytes], size: int) -> bytes:
        """Return at most `size` bytes of a `file`."""
        return file.read(size)

    def write(self, file: IO[bytes], blob: bytes) -> None:
        """Write all bytes of a `blob` into the file's buffer."""
        file.write(blob)

    def flush(self, file: IO[bytes]) -> None:
        """Hand the buffer of a `file` to the system."""
        file.flush()

    def fsync(self, file: IO[bytes]) -> None:
        """Have the system put the file on the disk."""
        os.fsync(file.fileno())

    def close(self, file: IO[bytes]) -> None:
        """Close the file."""
        file.close()

    def replace(self, source: Path, target: Path) -> None:
        """Rename `source` to `target` atomically, over what may be there."""
        os.replace(source, target)

    def link(self, source: Path, target: Path) -> None:
        """Give the file `source` a second name, `target`."""
        os.link(source, target)

    def unlink(self, path: Path) -> None:
        """Remove the name `path`."""
        os.unlink(path)

    def mkdir(self, path: Path) -> None:
        """Make the folder `path` and those above it, for their owner; one that is there is fine.

        A new one is on the disk when this returns: its name is synced in the folder above.
        """
        for level in (*reversed(path.parents), path):
            if not level.exists():
                os.makedirs(level, mode=0o700, exist_ok=True)
                try:
                    self.fsync_folder(level.parent)
                except OSError:
                    with contextlib.suppress(OSError):
                        os.rmdir(level)  # so that it is new the next time, too
                    raise
        os.makedirs(path, exist_ok=True)  # raises where it is no folder

    def fsync_folder(self, path: Path) -> None:
        """Have the system put the names in the folder `path` on the disk, where it can."""
        if os.name == "nt":
            return
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
                raise
        finally:
            os.close(descriptor)


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read."""
    return os.open(path, flags, 0o600)


class Disk:
    """Whole files by path; see the module for what is promised."""

    def __init__(self, files: Files | None = None) -> None:
        self.files = files or Files()
        self._swept: set[Path] = set()

    def read(self, path: Path, limit: int) -> bytes:
        """Return the content of the plain file `path`, which has at most `limit` bytes.

        Raises `FileNotFoundError`, `NotPlain` or `OSError`.
        """
        try:
            info = os.stat(path)
        except NotADirectoryError:
            raise FileNotFoundError(errno.ENOENT, "no such folder") from None
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise NotPlain("It is a link that leads back to itself.") from None
            raise
        if not stat.S_ISREG(info.st_mode):
            raise NotPlain("It is not a plain file.")
        if info.st_size > limit:
            raise NotPlain("It is too large.")
        file = self.files.open(path, "rb")
        try:
            return self.files.read(file, limit + 1)
        finally:
            with contextlib.suppress(OSError):
                self.files.close(file)

    def write(self, path: Path, blob: bytes, before: Callable[[], None] | None = None) -> None:
        """Put the file `path` in place, with `blob` for its content.

        `before` runs when the content is safe beside the target.
        """
        temporary = self._spare(path)
        try:
            self._fill(temporary, blob)
            if before is not None:
                before()
            self.files.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                self.files.unlink(temporary)
            raise
        self.files.fsync_folder(path.parent)
        self._sweep(path)

    def _fill(self, path: Path, blob: bytes) -> None:
        """Write a new file that is on the disk when this returns."""
        file = self.files.open(path, "xb")
        try:
            self.files.write(file, blob)
            self.files.flush(file)
            self.files.fsync(file)
            self.files.close(file)
        except BaseException:
            with contextlib.suppress(OSError):
                file.close()
            raise

    def append(self, path: Path, blob: bytes, anew: bool = False) -> None:
        """Add a `blob` at the end of the file `path`, or begin it `anew` with that.

        The system has it when this returns, so it outlives the program; a power cut may take it.
        """
        file = self.files.open(path, "wb" if anew else "ab")
        try:
            self.files.write(file, blob)
            self.files.flush(file)
        finally:
            self.files.close(file)

    def keep_as_backup(self, path: Path, blob: bytes) -> None:
        """Let NAME.bak be the file that is at `path` now, whose content is `blob`."""
        if backup(path).is_dir():
            self.set_aside(backup(path))
        spare = self._spare(path)
        try:
            self.files.link(path, spare)
            self.files.replace(spare, backup(path))
        except (OSError, NotImplementedError):  # some file systems have no second names
            self.write(backup(path), blob)
        finally:  # renaming to a second name of the same file does nothing, says POSIX
            with contextlib.suppress(OSError):
                self.files.unlink(spare)

    def move(self, path: Path, target: Path) -> None:
        """Give the file `path` and its last good copy the name `target`.

        At no moment is there a copy without its file, which would be taken for what is left of
        another one: the copy waits under a name of its own, and goes with it where the arcade ends
        just then.
        """
        copy = os.path.lexists(backup(path))
        if not os.path.lexists(path):  # the copy is all there is
            if copy:
                self.files.replace(backup(path), backup(target))
            return
        spare = self._spare(target)
        if copy:
            self.files.replace(backup(path), spare)
        try:
            self.files.replace(path, target)
        except OSError:
            if copy:
                self.files.replace(spare, backup(path))
            raise
        if copy:
            self.files.replace(spare, backup(target))

    def set_aside(self, path: Path) -> bool:
        """Rename `path` to NAME.bad-N, an N never used before; returns whether that was possible.

        Of plain files the newest `BAD_FILES_KEPT` stay.
        """
        try:
            numbers = self._bad_numbers(path)
            aside = path.with_name(f"{path.name}.bad-{max(numbers, default=0) + 1}")
            if path.is_dir() and not path.is_symlink():
                os.rename(path, aside)
            else:
                self.files.close(self.files.open(aside, "xb"))  # the number is ours from here
                self._replace_or_unlink(path, aside)
        except OSError:
            return False
        for old in numbers[: 1 - BAD_FILES_KEPT]:
            with contextlib.suppress(OSError):
                self.files.unlink(path.with_name(f"{path.name}.bad-{old}"))
        return True

    def _bad_numbers(self, path: Path) -> list[int]:
        pattern = re.compile(re.escape(path.name) + r"\.bad-(\d{1,9})")
        found = (pattern.fullmatch(entry) for entry in os.listdir(path.parent))
        return sorted(int(match[1]) for match in found if match)

    def _replace_or_unlink(self, path: Path, aside: Path) -> None:
        """Rename over an empty file that is ours; removes that one again on a fault."""
        try:
            self.files.replace(path, aside)
        except OSError:
            with contextlib.suppress(OSError):
                self.files.unlink(aside)
            raise

    def remove(self, paths: Iterable[Path]) -> None:
        """Remove all files and whole folders in `paths`; what is not there is fine."""
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    self.files.unlink(path)

    def relatives(self, path: Path, aside: bool = True) -> list[Path]:
        """Return the file `path` and all that is left of it, itself last.

        Copies and temporary files, and if `aside` what was put aside of it.
        """
        try:
            entries = os.listdir(path.parent)
        except (FileNotFoundError, NotADirectoryError):
            return []
        name = re.escape(path.name)
        bad = rf"|{name}(\.bak)?\.bad-\d+" if aside else ""
        own = re.compile(rf"{name}|{name}\.bak{bad}|\.{name}\..*\.tmp")
        found = sorted(filter(own.fullmatch, entries), key=lambda entry: entry == path.name)
        return [path.parent / entry for entry in found]

    def _spare(self, path: Path) -> Path:
        return path.with_name(f".{path.name}.{os.urandom(6).hex()}.tmp")

    def _sweep(self, path: Path) -> None:
        """Remove temporary files that a crash left beside a file just written, once a folder.

        Ages come from the file system's own times.
        """
        if path.parent in self._swept:
            return
        self._swept.add(path.parent)
        with contextlib.suppress(OSError):
            newest = os.stat(path).st_mtime
            for left in path.parent.glob(".*.tmp"):
                if newest - os.lstat(left).st_mtime > STALE_SECONDS:
                    self.files.unlink(left)


def backup(path: Path) -> Path:
    """Return the path of the last good copy of the file `path`."""
    return path.with_name(f"{path.name}.bak")
