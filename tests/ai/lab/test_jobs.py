"""Work that is done in processes: the same results, lost workers, and who ends with whom."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ai.lab import jobs
from ai.lab.arena.schedule import Chunk
from ai.lab.errors import BadArguments, LostWorkers
from ai.lab.jobs import HERE, Jobs, in_order, is_plain, name_of, until_done
from games.paths import ROOT
from tests.support.forked import forked as forked
from tests.support.job_functions import deadly_square, linger, process_id, refuse, square

needs_joblib = pytest.mark.skipif(
    importlib.util.find_spec("joblib") is None, reason="needs joblib, a lab extra"
)
WAYS = [
    "by_standard_library",
    pytest.param("by_joblib", marks=[needs_joblib, pytest.mark.sweep]),  # which starts anew
]


@pytest.fixture
def quick(request: pytest.FixtureRequest) -> None:
    """Processes of the standard library begin as forks."""
    if request.node.callspec.params["way"] == "by_standard_library":
        request.getfixturevalue("forked")


def test_results_come_in_the_order_of_the_parts() -> None:
    assert list(HERE.results(square, range(6))) == [0, 1, 4, 9, 16, 25]
    assert list(in_order(iter([(2, "c"), (0, "a"), (1, "b")]))) == ["a", "b", "c"]
    assert list(Jobs(2).results(square, [3])) == [9]
    assert list(Jobs(2).results(square, [])) == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.usefixtures("quick")
def test_a_killed_worker_costs_nothing(way: str, tmp_path: Path) -> None:
    parts = [(str(tmp_path), number, int(number == 1)) for number in range(4)]
    found = list(in_order(until_done(getattr(jobs, way), name_of(deadly_square), parts, 2)))
    assert found == [0, 1, 4, 9]
    assert [path.name for path in tmp_path.iterdir()] == ["1-0"]  # one did die


@pytest.mark.parametrize(
    "way", ["by_standard_library", pytest.param("by_joblib", marks=needs_joblib)]
)
def test_what_is_left_is_done_in_a_process_too(way: str) -> None:
    found = dict(getattr(jobs, way)(name_of(process_id), {7: 0}, 1))
    assert list(found) == [7]
    assert found[7] != os.getpid()


@pytest.mark.usefixtures("forked")
def test_a_part_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    parts = [(str(tmp_path), 0, 99), (str(tmp_path), 1, 99)]
    with pytest.raises(LostWorkers, match="fewer --jobs"):
        list(until_done(jobs.by_standard_library, name_of(deadly_square), parts, 2))
    assert jobs.ATTEMPTS <= len(list(tmp_path.iterdir())) <= 2 * jobs.ATTEMPTS


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.usefixtures("quick")
def test_an_error_of_the_work_is_raised_and_ends_the_workers(way: str) -> None:
    found = until_done(getattr(jobs, way), name_of(refuse), range(4), 2)
    with pytest.raises(BadArguments, match=r"^Two is too many\.$"):
        list(found)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("way", WAYS)
def test_workers_end_with_their_parent(way: str, tmp_path: Path) -> None:
    code = (
        f"from ai.lab import jobs; from tests.support.job_functions import linger\n"
        f"list(jobs.{way}(jobs.name_of(linger), {{0: {str(tmp_path)!r}, 1: {str(tmp_path)!r}}}, 2))"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL)
    wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert all(map(alive, workers))
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    wait_for(lambda: not any(map(alive, workers)))


def alive(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("nothing came of it in 30 s")


# -- what a worker is handed -------------------------------------------------------------


def test_only_functions_of_modules_are_handed_on() -> None:
    assert jobs.named(name_of(linger)) is linger
    for work in (lambda part: part, Jobs(1).results):
        with pytest.raises((AssertionError, AttributeError)):
            name_of(work)


def test_only_plain_data_is_handed_on() -> None:
    chunk = Chunk("ur", ("greedy", "perfect"), {"pieces": 4}, {}, 1, range(3), None)
    assert is_plain(chunk)
    for value in (object(), {1, 2}, square, chunk._replace(options={"net": Path("net.npz")})):
        assert not is_plain(value)
    with pytest.raises(AssertionError, match="plain"):
        list(until_done(jobs.by_standard_library, name_of(square), [object(), object()], 2))


# -- clusters ----------------------------------------------------------------------------


def test_a_cluster_without_dask_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadArguments, match=r"install -r requirements-lab\.txt`\.$"):
        list(Jobs(1, "tcp://127.0.0.1:9").results(square, range(4)))


@pytest.mark.parametrize(
    "address", ["karl", "http://karl:8786", "tcp://karl", "tcp://:1", "tcp://a:1/x"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(BadArguments, match="needs the address of a Dask scheduler"):
        list(Jobs(1, address).results(square, range(4)))


def test_the_fingerprint_follows_code_and_weights(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(jobs, "ROOT", tmp_path)
    monkeypatch.setattr(jobs, "WEIGHTS", tmp_path / "weights")
    prints = {jobs.fingerprint()}
    for name in ("ai/a.py", "games/ur/rules.py", "weights/ur/net.npz"):
        for text in ("one", "two"):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            prints.add(jobs.fingerprint())
    assert len(prints) == 7
    (tmp_path / "ai" / "notes.txt").write_text("x")
    assert jobs.fingerprint() in prints
    own = tmp_path / "data" / "ur" / "net.npz"
    own.parent.mkdir(parents=True)
    for text in ("one", "two"):
        own.write_text(text)
        prints.add(jobs.fingerprint(str(tmp_path / "data")))
    assert len(prints) == 9
