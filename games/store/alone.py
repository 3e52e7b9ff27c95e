"""One arcade at a time: work that two windows on one folder must not do at the same instant.

Long work is begun by `alone`: a folder that only one of them can make shows that it is taken. A
file that is read, changed and written is so `in_turn`: by a lock of the system, which ends with the
arcade that holds it, or by a lock file where the disk knows no locks. Without its turn an arcade
does not write.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from games.store.place import Place

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PATIENCE: Final = 2.0
"""Seconds that one waits for another at most; what is waited for takes some milliseconds."""
LOOK: Final = 0.01
"""Seconds between two looks whether the other is done."""
TURN: Final = 0.1
"""Seconds that one waits for its turn at a folder at most, while a window stands still; a turn
takes some milliseconds on a disk that is not busy."""
TOLD: Final = 2.0
"""Seconds after which a turn that does not come is told of; most come much sooner."""
LEFT: Final = 60.0
"""A lock file this many seconds old was left by a crash; no arcade renews one."""
LOCK: Final = ".turn"
"""What the system locks where it cannot lock a folder (Windows)."""
LOCK_FILE: Final = ".turn-taken"
"""The lock file of a disk that knows no locks."""
_NO_LOCKS: Final = {
    *(errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK, errno.ENOSYS),
    *(errno.EINVAL, errno.EBADF, errno.EACCES, errno.EPERM),
}
"""How disks answer that cannot lock a folder; a network disk says EBADF to who only reads it."""

Check = Callable[[], None]
"""Raises `Taken` where a turn is over, though its arcade has not ended it."""


class Turn(NamedTuple):
    """A turn that has begun: what ends it, and what checks that it still holds."""

    end: Callable[[], None]
    check: Check = lambda: None


class Taken(Exception):
    """Another arcade has its turn."""


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
def in_turn(folder: Path, patience: float = TURN) -> Iterator[Check]:
    """Change a file of `folder` while no other arcade changes one there.

    Yields a check to make just before a file is put in place. Raises `Taken` where another one has
    its turn longer than `patience` seconds, and `OSError` where the folder is not there.
    """
    until = time.monotonic() + patience
    while (turn := _begun(folder)) is None:
        if time.monotonic() >= until:
            raise Taken
        time.sleep(LOOK / 10)
    try:
        yield turn.check
    finally:
        turn.end()


class Turns:
    """The turns of one arcade: which it was refused, and since when.

    While they are `put_off`, none is asked for.
    """

    def __init__(self) -> None:
        self.put_off = False
        self._refused: dict[Path, float] = {}

    @property
    def refused(self) -> bool:
        """True if a write waits until another arcade has written."""
        return bool(self._refused)

    @property
    def late(self) -> bool:
        """True if a turn is so late that the player should know."""
        return any(time.monotonic() - since >= TOLD for since in self._refused.values())

    @contextlib.contextmanager
    def at(self, folder: Path) -> Iterator[Check]:
        """Have the turn at a `folder`, and its check; raises `Taken`.

        After one that did not come, the next are asked for without waiting, so that a window stands
        still but once. One that comes does not end that: another file of the folder may still wait.
        """
        try:
            with in_turn(folder, 0.0 if folder in self._refused else TURN) as check:
                yield check
        except Taken:
            self._refused.setdefault(folder, time.monotonic())
            raise

    def forget_but(self, folders: Collection[Path]) -> None:
        """Forget the turns that were refused at other folders than these `folders`."""
        self._refused = {at: since for at, since in self._refused.items() if at in folders}


def _begun(folder: Path) -> Turn | None:
    """Begin a turn at a `folder`; None while another arcade has it."""
    try:
        return by_system(folder)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return _by_file(folder)


def by_system(folder: Path) -> Turn | None:
    """Begin a turn by a lock of the system; raises `OSError` where it cannot lock."""
    if sys.platform == "win32":
        found, taken = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600), errno.EACCES
    else:
        found, taken = os.open(folder, os.O_RDONLY | os.O_DIRECTORY), errno.EWOULDBLOCK
    try:
        if sys.platform == "win32":
            msvcrt.locking(found, msvcrt.LK_NBLCK, 1)
            same = True
        else:
            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
            same = os.path.samestat(os.fstat(found), os.stat(folder))  # not if it was renamed
    except OSError as error:
        os.close(found)
        if error.errno == taken:
            return None
        raise
    if same:
        return Turn(lambda: os.close(found))  # the lock goes with it
    os.close(found)
    return None


def _by_file(folder: Path) -> Turn | None:
    """Begin a turn by a lock file, which only one arcade can give its name."""
    path = folder / LOCK_FILE
    own = folder / f"{LOCK}-{os.urandom(6).hex()}.tmp"
    os.close(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with contextlib.suppress(FileNotFoundError):
            found = os.stat(path)
            if os.stat(own).st_mtime - found.st_mtime > LEFT:  # both by the clock of the disk
                remove_left(path, found, own.with_suffix(".old.tmp"))
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return None
    finally:
        os.unlink(own)
    mine = os.stat(path)

    def check() -> None:
        """Raise `Taken` if another arcade removed the file while this one was stopped."""
        try:
            found = os.stat(path)
        except FileNotFoundError:
            raise Taken from None
        # A disk may give a new file the number of a removed one, but not its time.
        if not os.path.samestat(mine, found) or mine.st_mtime_ns != found.st_mtime_ns:
            raise Taken

    def end() -> None:
        with contextlib.suppress(OSError, Taken):
            check()
            os.unlink(path)

    return Turn(end, check)


def remove_left(path: Path, left: os.stat_result, spare: Path) -> None:
    """Remove the lock file `path` that a crash has `left`; one that is newer is put back."""
    os.rename(path, spare)
    if not os.path.samestat(left, os.stat(spare)):
        with contextlib.suppress(OSError):
            os.rename(spare, path)
        return
    os.unlink(spare)
