"""Trainings of Ur on the disk: the state that each goes on from, a file for each seed.

Files are written whole or not at all, on the disk before they take their place, with the one before
as NAME.bak (`games.store.disk`): a killed process or a power cut leaves one that is whole. A file
is an archive of arrays (`ai.files`): the training's own under "state NAME", the curves under "curve
NAME", and under "at GAMES NAME" the arrays of an agent that plays as it did after GAMES games.

Several windows may train at once. A training follows from its seed, so of two files of one seed the
one with more games contains the other: it is never replaced by less. A training that begins again
has another seed, and so a file of its own.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ai.files import PARTS_ROOM, read_arrays
from games.arrays import Arrays, BadWeights
from games.store.alone import alone
from games.store.disk import Disk, Files, backup
from games.store.place import Place

REMEDY: Final = "the training begins anew"
SEEDS_KEPT: Final = 5
"""Beginnings of one training that are kept, of some MB each; chosen by hand."""


class KeptTraining(NamedTuple):
    """A training as it was left: its `seed`, its own arrays, its curves, and its marks.

    `marks` has, by the number of games, what an agent needs to play with the brain of then.
    """

    seed: int
    state: Arrays
    curves: Mapping[str, list[float]]
    marks: Mapping[int, Arrays]

    @property
    def games(self) -> int:
        """The number of games played."""
        return int(self.state["total"][0])


class Shelf:
    """The files of one training, one for each seed: `file` NAME.npz stands for NAME.SEED.npz.

    Its folder is made where it is missing, but not the one above, which is a player's: who was
    deleted stays so.
    """

    def __init__(
        self, file: Path, check: Callable[[KeptTraining], object], files: Files | None = None
    ) -> None:
        """`check` raises `BadWeights` for what cannot be gone on from; `files` are the system's,
        or a test's.
        """
        self.file = file
        self._check = check
        self._disk = Disk(files)
        self._left: dict[Path, tuple[int, ...]] = {}

    def path(self, seed: int) -> Path:
        """Return the path of the training with this `seed`."""
        return self.file.with_name(f"{self.file.stem}.{seed}.npz")

    def seeds(self) -> list[int]:
        """Return the seeds of the trainings that are kept, the one written last first."""
        name = re.compile(re.escape(self.file.stem) + r"\.(\d{1,18})\.npz(\.bak)?")
        when: dict[int, int] = {}
        with contextlib.suppress(OSError), os.scandir(self.file.parent) as entries:
            for entry in entries:
                if (match := name.fullmatch(entry.name)) is not None:
                    seed, time = int(match[1]), entry.stat().st_mtime_ns
                    when[seed] = max(time, when.get(seed, 0))
        return sorted(when, key=lambda seed: (-when[seed], -seed))

    def read(self, seed: int) -> tuple[KeptTraining | None, bool]:
        """Return the training with this `seed`, else the copy before it; and whether one was
        damaged.

        What is damaged is put aside. Raises `OSError` for what the system does not let be read,
        which may be whole.
        """
        damaged = False
        for path in (self.path(seed), backup(self.path(seed))):
            try:
                if (found := read_kept(path)) is not None:
                    self._check(found)
                    return found, damaged
            except BadWeights as problem:
                if isinstance(problem.__cause__, OSError):
                    raise problem.__cause__ from None
                damaged = True
                self._disk.set_aside(path)
        return None, damaged

    def write(self, kept: KeptTraining) -> KeptTraining | None:
        """Put what is `kept` in place, unless a training with more games is there: returns that.

        Raises `OSError` where it cannot be put there.
        """
        path = self.path(kept.seed)
        path.parent.mkdir(exist_ok=True)
        with alone(Place(path.parent), f"training-{kept.seed}"):
            if _mark(path) != self._left.get(path):
                found = self.read(kept.seed)[0]
                if found is not None and found.games > kept.games:
                    self._left[path] = _mark(path)
                    return found
            self._disk.write(path, packed(kept), lambda: self._keep_copy(path))
            self._left[path] = _mark(path)
        self._drop_old()
        return None

    def take_over(self, older: Path) -> bool:
        """Put the training of an earlier version in the file `older` among these, which empties it.

        One of the same seed that is further stays. Returns whether it was whole or missing; what is
        damaged is put aside. Raises `OSError` where it cannot be read or put here.
        """
        try:
            found = read_kept(older)
            if found is None:
                return True
            self._check(found)
        except BadWeights as problem:
            if isinstance(problem.__cause__, OSError):
                raise problem.__cause__ from None
            self._disk.set_aside(older)
            return False
        here = self.read(found.seed)[0]
        if here is None or here.games < found.games:
            self.write(found)
        self._disk.remove([older])
        return True

    def _keep_copy(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._disk.keep_as_backup(path, path.read_bytes())

    def _drop_old(self) -> None:
        """Let go of the trainings that were left longest ago."""
        for seed in self.seeds()[SEEDS_KEPT:]:
            with contextlib.suppress(OSError):
                self._disk.remove(self._disk.relatives(self.path(seed)))


def _mark(path: Path) -> tuple[int, ...]:
    """Return a mark of the file `path` that changes when it is written; () where there is none."""
    try:
        info = os.stat(path)
    except OSError:
        return ()
    return info.st_ino, info.st_mtime_ns, info.st_size


def packed(kept: KeptTraining) -> bytes:
    """Return a training as it is `kept`, as the bytes of a file."""
    arrays: Arrays = {"seed": np.array([kept.seed], dtype=np.int64)}
    arrays |= {f"state {name}": array for name, array in kept.state.items()}
    arrays |= {f"curve {name}": np.array(rates) for name, rates in kept.curves.items()}
    for games, brain in kept.marks.items():
        arrays |= {f"at {games} {name}": array for name, array in brain.items()}
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def read_kept(path: Path) -> KeptTraining | None:
    """Return the training in a file, or None if there is none; raises `BadWeights` for damage."""
    if not path.exists():
        return None
    arrays = read_arrays(path, REMEDY, PARTS_ROOM)
    try:
        return _unpacked(arrays)
    except (KeyError, ValueError, IndexError, TypeError) as problem:
        raise BadWeights(f"{path.name} is no training; {REMEDY}.") from problem


def _unpacked(arrays: Arrays) -> KeptTraining:
    """Return the training in the arrays of a file; raises nearly any exception if there is none."""
    state, curves, marks = {}, {}, dict[int, Arrays]()
    for name, array in arrays.items():
        kind, _, rest = name.partition(" ")
        if kind == "state":
            state[rest] = array
        elif kind == "curve":
            curves[rest] = [float(rate) for rate in array]
        elif kind == "at":
            games, _, part = rest.partition(" ")
            marks.setdefault(int(games), {})[part] = array
    kept = KeptTraining(int(arrays["seed"][0]), state, curves, marks)
    if kept.games < 0:
        raise ValueError("fewer games than none")
    return kept
