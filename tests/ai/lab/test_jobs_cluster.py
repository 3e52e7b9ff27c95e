"""An arena on a Dask cluster of this machine: the same figures, also when a worker is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ai.lab import arena, jobs
from ai.lab.errors import BadArguments, LostWorkers
from ai.lab.jobs import HERE, Jobs
from games.paths import ROOT
from tests.support.chores import refuse, square

pytestmark = pytest.mark.lab
AGENTS = ("seed-argmax", "nash")
GAMES = 2000


class Cluster(NamedTuple):
    """A scheduler and two workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]


def started(folder: Path, project: Path, *words: str) -> subprocess.Popen[bytes]:
    # the project is found in the folder in which Dask is started, not in that of the tests
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    with open(folder / "log.txt", "ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1"],
            cwd=project, env=environment, stdout=log, stderr=log,
        )  # fmt: skip


def begin(folder: Path, project: Path = ROOT, workers: int = 2) -> Cluster:
    file = folder / "scheduler.json"
    words = ("--port", "0", "--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(file))
    scheduler = started(folder, project, "scheduler", *words)
    address = ""
    for _ in range(1500):
        if file.exists() and (text := file.read_text()).endswith("}"):
            address = json.loads(text)["address"]
            break
        time.sleep(0.02)
    assert address, (folder / "log.txt").read_text()
    words = (
        "--no-nanny",
        "--nthreads",
        "1",
        "--local-directory",
        str(folder),
        "--dashboard-address",
    )
    found = [
        started(folder, project, "worker", address, *words, "127.0.0.1:0") for _ in range(workers)
    ]
    return Cluster(address, scheduler, tuple(found))


def end(cluster: Cluster) -> None:
    for process in (*cluster.workers, cluster.scheduler):
        process.kill()
        process.wait(10)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = begin(tmp_path)
    yield made
    end(made)


def figures(where: Jobs, tell: Callable[[float, str], None] = lambda done, text: None) -> Any:
    found = arena.tournament("karate", AGENTS, GAMES, 7, {}, where, progress=tell)
    return [
        {name: value for name, value in pair.items() if "ms_per" not in name}
        for pair in found["pairs"]
    ]


def test_a_worker_killed_in_the_middle_changes_no_figure(cluster: Cluster) -> None:
    shares: list[float] = []

    def kill_one(done: float, text: str) -> None:
        shares.append(done)
        if done >= 0.3 and cluster.workers[0].poll() is None:
            cluster.workers[0].kill()
            cluster.workers[0].wait(10)
            assert done < 0.9

    found = figures(Jobs(1, cluster.address), kill_one)
    assert cluster.workers[0].poll() is not None
    assert cluster.workers[1].poll() is None
    assert len(shares) == 40
    assert found == figures(HERE)
    assert found[0]["games"] == GAMES


def test_errors_of_the_work_come_back(cluster: Cluster) -> None:
    with pytest.raises(BadArguments, match=r"^Two is too many\.$"):
        list(Jobs(1, cluster.address).results(refuse, range(4)))


def test_a_cluster_that_is_gone_is_told(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "IDLE_SECONDS", 1.0)

    def kill_all(done: float, text: str) -> None:
        for worker in cluster.workers:
            worker.kill()

    with pytest.raises(LostWorkers, match="has lost its workers"):
        figures(Jobs(1, cluster.address), kill_all)
    monkeypatch.setattr(jobs, "ANSWER_SECONDS", 1.0)
    with pytest.raises(BadArguments, match="has no workers"):
        list(Jobs(1, cluster.address).results(square, range(4)))
    cluster.scheduler.kill()
    cluster.scheduler.wait(10)
    with pytest.raises(BadArguments, match="No Dask scheduler answers"):
        list(Jobs(1, cluster.address).results(square, range(4)))


def test_a_scheduler_that_goes_away_is_told(cluster: Cluster) -> None:
    def kill(done: float, text: str) -> None:
        cluster.scheduler.kill()

    with pytest.raises(LostWorkers, match="has lost its workers"):
        figures(Jobs(1, cluster.address), kill)


def test_a_cluster_with_other_code_is_refused(tmp_path: Path) -> None:
    alien = begin(tmp_path, tmp_path, workers=1)
    try:
        with pytest.raises(BadArguments, match="runs this version"):
            list(Jobs(1, alien.address).results(square, range(4)))
    finally:
        end(alien)


def test_the_command_prints_the_same(cluster: Cluster) -> None:
    words = "arena karate --agents nash,random --games 80 --json"
    found = []
    for more in ([], ["--cluster", cluster.address]):
        done = subprocess.run(
            [sys.executable, "main.py", *words.split(), *more],
            cwd=ROOT,
            capture_output=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        pair = json.loads(done.stdout)["pairs"][0]
        found.append({name: value for name, value in pair.items() if "ms_per" not in name})
    assert found[0] == found[1]
