"""Where trainings are kept: several windows at once, a player who is gone, a file that is shut."""

from __future__ import annotations

import errno
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ai.ur import kept as kept_files
from ai.ur.kept import KeptTraining, Shelf
from games.agents import LostWeights
from games.store.disk import Files


def training(games: int, seed: int = 1) -> KeptTraining:
    return KeptTraining(seed, {"total": np.array([games], dtype=np.int32)}, {"random": [0.5]}, {})


def shelf_in(folder: Path) -> Shelf:
    return Shelf(folder / "x-0.5.npz", lambda found: None)


class Slow(Files):
    """A disk that needs a moment before a file takes its place."""

    def replace(self, source: Path, target: Path) -> None:
        time.sleep(0.05)
        super().replace(source, target)


def test_two_who_write_at_once_do_not_trip_over_each_other(tmp_path: Path) -> None:
    slow = Shelf(tmp_path / "x-0.5.npz", lambda found: None, Slow())
    quick = shelf_in(tmp_path)
    with ThreadPoolExecutor(2) as pool:
        less = pool.submit(slow.write, training(20))
        time.sleep(0.01)
        more = pool.submit(quick.write, training(400))
        assert (less.result(), more.result()) == (None, None)
    assert quick.seeds() == [1]
    found = quick.read(1)[0]
    assert found is not None
    assert found.games == 400
    assert {path.name for path in tmp_path.iterdir()} == {"x-0.5.1.npz", "x-0.5.1.npz.bak"}


def test_less_never_replaces_more(tmp_path: Path) -> None:
    one, two = shelf_in(tmp_path), shelf_in(tmp_path)
    assert one.write(training(20)) is None
    assert two.write(training(400)) is None
    further = one.write(training(40))
    assert further is not None
    assert further.games == 400
    assert one.write(training(420)) is None
    one.path(1).unlink()  # the copy before it is read in its place
    left = two.read(1)[0]
    assert left is not None
    assert left.games == 400


def test_a_player_who_was_deleted_stays_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        shelf_in(tmp_path / "player" / "trainings").write(training(1))
    assert not (tmp_path / "player").exists()


def test_a_file_that_cannot_be_read_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf_in(tmp_path).write(training(300))
    whole = shelf_in(tmp_path).path(1).read_bytes()

    def shut(path: Path, *rest: object) -> None:
        raise LostWeights("It is shut.") from PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(kept_files, "read_arrays", shut)
    shelf = shelf_in(tmp_path)
    with pytest.raises(PermissionError):
        shelf.read(1)
    with pytest.raises(PermissionError):
        shelf.write(training(1))
    assert shelf.path(1).read_bytes() == whole


# -- of an earlier version -----------------------------------------------------------------


def older_file(folder: Path, kept: KeptTraining | None) -> Path:
    path = folder / "older.npz"
    if kept is not None:
        path.write_bytes(kept_files.packed(kept))
    return path


def test_an_older_training_is_moved_to_the_others(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    older = older_file(tmp_path, training(60, seed=4))
    assert shelf.take_over(older)
    assert not older.exists()
    assert shelf.seeds() == [4]
    assert shelf.take_over(older)  # once is enough


def test_an_older_training_replaces_none_that_is_further(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    assert shelf.write(training(400)) is None
    older = older_file(tmp_path, training(60))
    assert shelf.take_over(older)
    found = shelf_in(tmp_path).read(1)[0]
    assert found is not None
    assert found.games == 400
    assert not older.exists()


def test_an_older_training_that_is_damaged_is_put_aside(tmp_path: Path) -> None:
    shelf, older = shelf_in(tmp_path), tmp_path / "older.npz"
    older.write_bytes(b"nothing")
    assert not shelf.take_over(older)
    assert not older.exists()
    assert (tmp_path / "older.npz.bad-1").read_bytes() == b"nothing"


def test_an_older_training_stays_where_it_cannot_be_moved(tmp_path: Path) -> None:
    class Shut(Files):
        def replace(self, source: Path, target: Path) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    older = older_file(tmp_path, training(60))
    with pytest.raises(OSError, match="No space"):
        Shelf(tmp_path / "x-0.5.npz", lambda found: None, Shut()).take_over(older)
    assert older.exists()
