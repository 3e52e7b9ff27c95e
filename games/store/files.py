"""Named, checked files that outlast the arcade, and their fate when the disk does not obey.

A `Store` keeps files (see `games.store.formats`) in one folder, each written whole (see
`games.store.disk`).

* A file that `save` reports as saved is on the disk.
* Faults: `load`, `save` and `delete` never raise. A file that could not be written stays in
  memory, where `load` finds it, and is tried again at each later save and at each `flush`;
  `notices` has one sentence for the player. `read` and `write` are the same for callers who
  want the error itself.
* Two windows: `update` keeps a change rather than a value. It is made to what the disk holds when
  it is written, also where that is long after, so that no window undoes what another has changed.
* The folder goes away, as with a stick that is pulled out: it is not made anew; waiting files are
  written when it is there again.
* Damage: a file that does not hold what it should is renamed NAME.json.bad-1, -2, ..., and the
  last good one, NAME.json.bak, is used.
* A file that the system does not let be read (no permission, an error of the disk) may be whole:
  it is left untouched, the last good one is read instead, and it is not overwritten by a store
  that has not read it since.
* A file of a newer version keeps it, and the parts that are unknown here (`games.store.formats`).
  Where the known parts cannot be read, it is left untouched and not overwritten.

Two arcades may use one folder at once. Each file is always whole; of two values the last writer's
wins, and changes are made in turn (see `games.store.alone`), so that none is lost. A change whose
turn does not come within a moment waits as on a full disk. A store belongs to one thread.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from games.fields import BadSave
from games.store.alone import Taken, Turns
from games.store.disk import Disk, Files, NotPlain, backup
from games.store.formats import Format, NewerSave
from games.store.not_saved import NotSaved, Unreadable, fault_of, newer_than_this
from games.store.place import NAME, Place, data_directory, printable_path

T = TypeVar("T")
Default = TypeVar("Default")

_NOTICES_HELD: Final = 50  # more than anybody reads; chosen by hand
_UNREADABLE: Final = ("unreadable", "")  # files that stay unreadable are told of once for all


class _Pending(NamedTuple):
    """A file that is not on the disk yet: a whole one, or `changes` to the one there.

    `blob` is the file as this window has it; `base` is changed where the disk has no file. It is
    written only while there is a file `beside` it, where one is named.
    """

    form: Format[Any]
    blob: bytes
    beside: str = ""
    base: Any = None
    changes: tuple[Callable[[Any], Any], ...] = ()


class _Current(NamedTuple):
    """A file on the disk: "missing", "bad", "newer" and not readable here, or "good".

    A good one has its bytes and value, and may be `newer` with parts that are unknown here."""

    state: str
    blob: bytes = b""
    value: Any = None
    newer: bool = False


class Store:
    """Named files in one folder, or in memory only where `root` is None.

    Names are lower-case words joined by "/", such as "profiles/3f2a/statistics". `notices` are
    sentences for the player; `take_notices` hands them over once. `trouble` is the sentence of the
    last fault.
    """

    def __init__(self, root: Path | None, files: Files | None = None) -> None:
        self.root = root
        self.disk = Disk(files)
        self.notices: list[str] = []
        self._unsaved: dict[str, _Pending] = {}
        self.trouble = ""
        self._notices_given: set[tuple[str, object]] = set()
        self._unverified: set[str] = set()
        self._unreadable: set[str] = set()
        self.turns = Turns()
        self.place = Place(root)
        if root is not None:
            self._check_root(root)

    def _check_root(self, root: Path) -> None:
        """Report at once where it is plain that saving is impossible; create no file."""
        nearest = next((p for p in (root, *root.parents) if os.path.lexists(p)), root)
        if os.path.isdir(nearest) and os.access(nearest, os.W_OK | os.X_OK):
            return
        number = errno.EACCES if os.path.isdir(nearest) else errno.ENOTDIR
        self._tell_fault(fault_of(self.root, number, "anything"))
        self._notices_given.add(_UNREADABLE)

    # ---- notices

    def take_notices(self) -> tuple[str, ...]:
        """Return the sentences that the player has not seen yet; they are forgotten here."""
        taken = tuple(self.notices)
        self.notices.clear()
        return taken

    def tell(self, sentence: str, once: tuple[str, object] | None = None) -> None:
        """Add the notice `sentence`; one with the same `once` is not added again."""
        if once is not None and once in self._notices_given:
            return
        if once is not None:
            self._notices_given.add(once)
        del self.notices[: 1 - _NOTICES_HELD]
        self.notices.append(sentence)

    def _tell_fault(self, fault: NotSaved) -> None:
        """Report each cause once, and not again for every file."""
        self.trouble = str(fault)
        if fault.number == errno.EAGAIN and not self.turns.late:
            return
        once = ("fault", fault.number) if fault.number else ("no", str(fault))
        if self.root is not None:
            self.tell(str(fault), _UNREADABLE if isinstance(fault, Unreadable) else once)

    # ---- reading

    def load(self, name: str, form: Format[T], default: Default) -> T | Default:
        """Return the value saved as `name`, else the last good one, else the default; never raises
        for a fault.

        `form` reads it.
        """
        try:
            return self.read(name, form)
        except FileNotFoundError:
            return self._recover(name, form, default, "was missing")
        except NewerSave:
            self._tell_fault(newer_than_this(form))
            return default
        except BadSave:
            return self._recover(name, form, default, "was damaged")
        except OSError as error:
            return self._load_backup_of_unreadable(name, form, default, error)

    def read(self, name: str, form: Format[T]) -> T:
        """Return the value saved as `name`, as `form` reads it.

        Raises `FileNotFoundError`, `BadSave`, `NewerSave` or `OSError`.
        """
        path = self.place.file(name)
        if name in self._unsaved:
            return form.decode(self._unsaved[name].blob)
        blob = self._bytes(path, form)
        self._unreadable.discard(name)
        return form.decode(blob)

    def _bytes(self, path: Path, form: Format[Any]) -> bytes:
        if self.root is None:
            raise FileNotFoundError(errno.ENOENT, "nothing is kept on the disk")
        try:
            blob = self.disk.read(path, form.max_bytes)
        except NotPlain as error:
            raise BadSave(str(error)) from None
        self.place.note(path)
        return blob

    def _load_backup_of_unreadable(
        self, name: str, form: Format[T], default: Default, error: OSError
    ) -> T | Default:
        """Return the last good value, or the default, for a file that the system does not let be
        read.
        """
        self._unreadable.add(name)
        self._tell_fault(Unreadable(form, error))
        try:
            return form.decode(self._bytes(backup(self.place.file(name)), form))
        except (BadSave, OSError):
            return default

    def _recover(self, name: str, form: Format[T], default: Default, what: str) -> T | Default:
        """Put a bad file aside and go back to the last good one, or to the default."""
        path = self.place.file(name)
        missing = what == "was missing"
        aside = False
        if not missing:
            try:
                with self.turns.at(path.parent):
                    current = self._current(path, form)
                    if current.state == "good":  # another arcade has mended it
                        found: T = current.value
                        return found
                    aside = current.state == "bad" and self.disk.set_aside(path)
            except (Taken, OSError):
                aside = False
        if not (missing or aside):
            self._unverified.add(name)
        try:
            blob = self._bytes(backup(path), form)
            value = form.decode(blob)
        except NewerSave:
            self._tell_fault(newer_than_this(form))
            return default
        except (BadSave, OSError) as error:
            if not (missing and isinstance(error, FileNotFoundError)):
                self._tell_recovery(name, form, f"{what}; it starts anew", aside)
            if isinstance(error, BadSave):
                self.disk.set_aside(backup(path))
            return default
        self._tell_recovery(name, form, f"{what}; the last good copy was restored", aside)
        # As a change, so that it is written in turn and over nothing that is newer.
        self._unsaved[name] = _Pending(form, blob, "", value, (lambda kept: kept,))
        self._try_commit(name)
        return value

    def _tell_recovery(self, name: str, form: Format[Any], what: str, aside: bool) -> None:
        kept = " (the damaged one is kept as .bad)" if aside else ""
        self.tell(f"{form.file_words} {what}{kept}.", None if aside else ("bad", name))

    # ---- writing

    def save(self, name: str, form: Format[T], value: T, beside: str = "") -> bool:
        """Put a `value` on the disk as `name`, in its `form`; returns whether it is there now.

        If not, it is kept in memory and tried again, as long as there is a file `beside` it. A
        value that no file can hold (too large, say) is refused with a notice.
        """
        return self._attempt(lambda: self.write(name, form, value, beside))

    def update(
        self,
        name: str,
        form: Format[T],
        base: T,
        change: Callable[[T], T],
        beside: str = "",
    ) -> bool:
        """Make a `change` to the file `name` on the disk; return whether it is there now.

        `base` is this window's value, and is changed where there is no file. If the change cannot
        be written, it is made later, to the file on the disk then. Else as `save`.
        """
        return self._attempt(lambda: self._write_change(name, form, base, change, beside))

    def _attempt(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except NotSaved as fault:
            self._tell_fault(fault)
            return False
        if self.turns.put_off:
            return False
        self.flush()
        return True

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Write all files saved and changed meanwhile at the end, each file once.

        Until then none of them counts as saved.
        """
        self.turns.put_off = True
        try:
            yield
        finally:
            self.turns.put_off = False
            self.flush()

    def write(self, name: str, form: Format[T], value: T, beside: str = "") -> None:
        """Put a `value` on the disk as `name`, in its `form`, as long as there is one `beside`.

        Raises `NotSaved`, and then it is kept in memory.
        """
        self.place.file(name)
        self._unsaved[name] = _Pending(form, _written(form, form.encode, value), beside)
        self._commit(name)

    def _write_change(
        self, name: str, form: Format[T], base: T, change: Callable[[T], T], beside: str
    ) -> None:
        self.place.file(name)
        waiting = self._unsaved.get(name)
        if waiting is None:
            waiting = _Pending(form, b"", beside, base, (change,))
            blob = _written(form, form.encode, change(base))
        else:
            blob = _written(form, form.encode, change(form.decode(waiting.blob)))
            if waiting.changes:  # else a whole file waits, and is another now
                waiting = waiting._replace(changes=(*waiting.changes, change))
        self._unsaved[name] = waiting._replace(blob=blob)
        self._commit(name)

    # ---- what waits to be written

    @property
    def waiting(self) -> tuple[str, ...]:
        """The files not on the disk yet, in words, sorted; () without a disk."""
        found = self._unsaved.values() if self.root is not None else ()
        return tuple(sorted({pending.form.label for pending in found}))

    def is_waiting(self, name: str) -> bool:
        """Return whether the saved file `name` is not on the disk yet; False without a disk."""
        return self.root is not None and name in self._unsaved

    def flush(self) -> bool:
        """Try again to save the waiting files.

        Returns whether all are on the disk now.
        """
        found = {name: self._try_commit(name) for name in list(self._unsaved)}
        faults = {name: fault for name, fault in found.items() if fault is not None}
        refused = [name for name, fault in faults.items() if fault.number == errno.EAGAIN]
        self.turns.forget_but({self.place.file(name).parent for name in refused})
        told = {once for once in self._notices_given if once[0] == "fault"}
        failing = any(fault.number or isinstance(fault, Unreadable) for fault in faults.values())
        if told and self.root is not None and not failing:
            self._notices_given -= told
            self.tell("Saving works again.")
        return not self._unsaved

    def _try_commit(self, name: str) -> NotSaved | None:
        """Commit, and tell a fault rather than raise it."""
        try:
            self._commit(name)
        except NotSaved as fault:
            self._tell_fault(fault)
            return fault
        return None

    def _commit(self, name: str) -> None:
        """Bring what memory holds under this name to the disk; raises `NotSaved`."""
        if self.turns.put_off:
            return
        pending = self._unsaved[name]
        form, path = pending.form, self.place.file(name)
        if self.root is None:
            raise NotSaved("Nothing is kept on the disk in this session.")
        if self.place.gone:
            raise fault_of(self.root, errno.ENOENT, form.label)
        if name in self._unreadable and not pending.changes:
            raise Unreadable(form)
        _check_beside(self._unsaved, name, self.exists)
        try:
            if pending.changes:
                self._make_folder(path.parent)
            with (
                self.turns.at(path.parent)
                if pending.changes
                else contextlib.nullcontext(_no_check) as check
            ):
                _check_beside(self._unsaved, name, self.exists)
                current = self._current(path, form)
                if current.state == "newer":
                    raise newer_than_this(form)
                blob = self._changed(path, pending, current)
                self._make_folder(path.parent)

                def before() -> None:
                    check()
                    self._keep(name, path, current)
                    check()

                self.disk.write(path, blob, before)
        except Taken:
            raise fault_of(self.root, errno.EAGAIN, form.label) from None
        except OSError as error:
            raise fault_of(self.root, error.errno or errno.EIO, form.label) from error
        self.place.note(path)
        del self._unsaved[name]
        self._unverified.discard(name)
        self._unreadable.discard(name)

    def _changed(self, path: Path, pending: _Pending, current: _Current) -> bytes:
        """Return the file that waits, or that on the disk or its last good copy with what waits."""
        form, blob = pending.form, pending.blob
        good = current if current.state == "good" else self._current(backup(path), form)
        if pending.changes:
            value = good.value if good.state == "good" else pending.base
            for change in pending.changes:
                value = change(value)
            blob = _written(form, form.encode, value)
        return _written(form, form.written_over, blob, good.blob) if good.newer else blob

    def _current(self, path: Path, form: Format[Any]) -> _Current:
        """Return the file on the disk; a missing file counts as newer if its last good copy is."""
        try:
            blob = self._bytes(path, form)
            return _Current("good", blob, *form.opened(blob))
        except FileNotFoundError:
            spare = path.suffix != ".bak" and self._current(backup(path), form).state
            return _Current("newer" if spare == "newer" else "missing")
        except NewerSave:
            return _Current("newer")
        except BadSave:
            return _Current("bad")

    def _keep(self, name: str, path: Path, current: _Current) -> None:
        """Keep the file about to be replaced: as the last good copy, or put aside."""
        if current.state == "good" and name not in self._unverified:
            self.disk.keep_as_backup(path, current.blob)
        elif current.state != "missing" and not self.disk.set_aside(path):
            raise OSError(errno.EACCES, "the bad file cannot be renamed")

    def _make_folder(self, folder: Path) -> None:
        """Make a folder; what stands in its way inside the root is put aside."""
        assert self.root is not None
        inside = [p for p in (folder, *folder.parents) if self.root in p.parents]
        for level in reversed(inside):
            in_the_way = os.path.lexists(level) and not os.path.isdir(level)
            if in_the_way and self.disk.set_aside(level):
                self.tell(
                    f"A file was in the way of the folder {printable_path(level)}; it was renamed."
                )
        self.disk.files.mkdir(folder)

    # ---- folders and removal

    def folders(self, name: str) -> tuple[str, ...]:
        """Return the names of the folders in a folder, those still in memory included, sorted."""
        prefix = f"{name}/"
        found = {n[len(prefix) :].split("/")[0] for n in self._unsaved if n.startswith(prefix)}
        if self.root is not None:
            with contextlib.suppress(OSError), os.scandir(self.place.folder(name)) as entries:
                found |= {entry.name for entry in entries if entry.is_dir()}
        return tuple(sorted(entry for entry in found if NAME.fullmatch(entry)))

    def exists(self, name: str) -> bool:
        """Return whether there is a file of this name."""
        if name in self._unsaved or self.root is None:
            return name in self._unsaved
        path = self.place.file(name)
        return os.path.lexists(path) or os.path.lexists(backup(path))

    def delete(self, name: str, aside: bool = True) -> bool:
        """Remove the file `name` with its last good copy, and if `aside` with its bad ones.

        Returns whether none of these is left.
        """
        path = self.place.file(name)
        self._unsaved.pop(name, None)
        self._unverified.discard(name)
        self._unreadable.discard(name)
        if self.root is None:
            return True
        try:
            doomed = self.disk.relatives(path, aside)
            self.disk.remove(doomed)
            if doomed:
                self.disk.files.fsync_folder(path.parent)
        except OSError as error:
            return self._tell_undeleted(path, error)
        return True

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the files in a `folder` of the disk, those still in memory first,
        then the one written last.
        """
        prefix = f"{folder}/"
        held = [n.removeprefix(prefix) for n in self._unsaved if n.startswith(prefix)]
        found = self.place.written(folder) if self.root is not None else ()
        return tuple(dict.fromkeys((*held, *found)))

    def move(self, name: str, to: str) -> bool:
        """Give the file `name` and its last good copy the name `to`; whether that was possible."""
        if name in self._unsaved:
            self._unsaved[to] = self._unsaved.pop(name)
        path, target = self.place.file(name), self.place.file(to)
        try:
            if self.root is not None:
                self.disk.move(path, target)
        except OSError:
            return False
        return True

    def refuse(self, name: str) -> bool:
        """Put the file `name`, which reads well but cannot be used, aside; its last good copy takes
        its place. Returns whether there is one.
        """
        path = self.place.file(name)
        self._unsaved.pop(name, None)
        if self.root is None or (os.path.lexists(path) and not self.disk.set_aside(path)):
            return False
        try:
            self.disk.files.replace(backup(path), path)
        except OSError:
            return False
        return True

    def delete_folder(self, name: str) -> bool:
        """Remove the folder `name` with its content; return whether none of it is left.

        It disappears at once by a rename; remains of an earlier removal are removed too.
        """
        folder = self.place.folder(name)
        for unsaved in [n for n in self._unsaved if n.startswith(f"{name}/")]:
            del self._unsaved[unsaved]
        if self.root is None or not os.path.lexists(folder):
            return True
        try:
            os.rename(folder, folder.with_name(f".deleted-{os.urandom(6).hex()}"))
            self.disk.remove(folder.parent.glob(".deleted-*"))
        except OSError as error:
            return self._tell_undeleted(folder, error)
        return True

    def _tell_undeleted(self, path: Path, error: OSError) -> bool:
        reason = os.strerror(error.errno or errno.EIO)
        if _UNREADABLE not in self._notices_given:
            self.tell(
                f"Could not delete all of {printable_path(path)}: {reason}; delete it by hand."
            )
        return False


def _no_check() -> None:
    """Let a whole file be put in place, which needs no turn."""


def _written(form: Format[Any], write: Callable[..., bytes], *of: object) -> bytes:
    """Return the file that a method of its form makes of `of`; raises `NotSaved` if none can be."""
    try:
        return write(*of)
    except BadSave as error:
        raise NotSaved(f"Could not save {form.label}: {error}") from None


def _check_beside(unsaved: dict[str, _Pending], name: str, exists: Callable[[str], bool]) -> None:
    """Forget what waits as `name` where what it belongs to is gone; raises `NotSaved` then."""
    pending = unsaved[name]
    if pending.beside and not exists(pending.beside):
        del unsaved[name]
        raise NotSaved(f"What {pending.form.label} belongs to was deleted; it was not kept.")


def open_store(given: str | None = None, files: Files | None = None) -> Store:
    """Return the store of this machine's player, in the folder `given` or the usual one.

    In memory, with a notice, where there is no home. `files` are the system's, or a test's.
    """
    root = data_directory(given, os.environ)
    store = Store(root, files)
    if root is None:
        store.tell("There is no home folder: nothing is kept after the end; use --data-dir DIR.")
    return store
