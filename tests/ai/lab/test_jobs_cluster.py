"""An arena on a Dask cluster of this machine: the same figures, whatever becomes of a worker, and
where one of them lies."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ai.lab import arena, jobs, league
from ai.lab.errors import BadArguments, LostWorkers
from ai.lab.jobs import HERE, Jobs
from games.paths import ROOT
from tests.support.job_functions import refuse, square

pytestmark = pytest.mark.lab
AGENTS = ("seed-argmax", "nash")
GAMES = 2000


class Cluster(NamedTuple):
    """A scheduler and two workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]


def started(folder: Path, project: Path, *words: str, **variables: str) -> subprocess.Popen[bytes]:
    # the project is found in the folder in which Dask is started, not in that of the tests
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | variables
    with open(folder / "log.txt", "ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1"],
            cwd=project, env=environment, stdout=log, stderr=log,
        )  # fmt: skip


def begin(
    folder: Path, project: Path = ROOT, workers: int = 2, bad: int = 0, **variables: str
) -> Cluster:
    """Start a cluster; the first `bad` workers are those of `tests.support.liars`."""
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
        "127.0.0.1:0",
    )
    found = []
    for number in range(workers):
        more = ("--preload", "tests.support.liars") if number < bad else ()
        of_it = (address, *words, "--name", f"worker-{number}", *more)
        found.append(started(folder, project, "worker", *of_it, **(variables if more else {})))
    return Cluster(address, scheduler, tuple(found))


def end(cluster: Cluster) -> None:
    for process in (*cluster.workers, cluster.scheduler):
        process.kill()
        process.wait(10)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = begin(tmp_path)
    addresses(made)
    yield made
    end(made)


def figures(where: Jobs) -> Any:
    found = arena.tournament("karate", AGENTS, GAMES, 7, {}, where)
    return [
        {name: value for name, value in pair.items() if "ms_per" not in name}
        for pair in found["pairs"]
    ]


def addresses(cluster: Cluster, workers: int = 2) -> dict[str, str]:
    """Where each worker is, by its name, once all are there."""
    distributed = pytest.importorskip("distributed")
    with distributed.Client(cluster.address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=30.0)
        return {told["name"]: at for at, told in client.scheduler_info()["workers"].items()}


class Watched:
    """Progress that does something once, when a share of the work is done."""

    done = False

    def __init__(self, share: float, work: Callable[[], object]) -> None:
        self.share, self.work = share, work
        self.shares: list[float] = []

    def __call__(self, done: float, text: str) -> None:
        self.shares.append(done)
        if done >= self.share and not self.done:
            self.done = True
            self.work()

    def close(self) -> None:
        pass


@pytest.mark.parametrize("game", ["karate", "guess"])
def test_a_league_has_the_same_figures_on_a_cluster(
    game: str, cluster: Cluster, tmp_path: Path
) -> None:
    """Also where agents play alone, whose times differ."""
    agents = {"karate": AGENTS, "guess": ("nash", "mind")}[game]
    asked = league.LeagueQuestion(game, agents, 60, 1, {})
    found = []
    for place, where in (("here", HERE), ("there", Jobs(1, cluster.address))):
        league.league(asked, where, tmp_path / place)
        ratings = json.loads((tmp_path / place / "league.json").read_text("utf-8"))["ratings"]
        for row in ratings:
            del row["ms"]
        found.append((ratings, (tmp_path / place / "results.csv").read_text("utf-8")))
    assert found[0] == found[1]


def test_a_worker_killed_in_the_middle_changes_no_figure(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill_one() -> None:
        cluster.workers[0].kill()
        cluster.workers[0].wait(10)

    watched = Watched(0.3, kill_one)
    monkeypatch.setattr(jobs, "Progress", lambda: watched)
    addresses(cluster)
    found = figures(Jobs(1, cluster.address))
    assert cluster.workers[0].poll() is not None
    assert cluster.workers[1].poll() is None
    assert watched.shares == [done / 40 for done in range(1, 41)]
    assert found == figures(HERE)
    assert found[0]["games"] == GAMES


def test_a_worker_that_is_killed_at_its_work_changes_no_figure(tmp_path: Path) -> None:
    made = begin(tmp_path, bad=1, WORKER_LIVES="3")
    try:
        addresses(made)
        assert figures(Jobs(1, made.address)) == figures(HERE)
        assert made.workers[0].wait(10) == -9
    finally:
        end(made)


def test_a_worker_that_leaves_changes_no_figure(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    places = addresses(cluster)

    def retire() -> None:
        with distributed.Client(cluster.address, set_as_default=False) as client:
            client.retire_workers([places["worker-0"]])

    monkeypatch.setattr(jobs, "Progress", lambda: Watched(0.3, retire))
    assert figures(Jobs(1, cluster.address)) == figures(HERE)
    assert cluster.workers[0].wait(20) is not None
    assert cluster.workers[1].poll() is None


@pytest.mark.parametrize("lie", ["scores", "garbage"])
@pytest.mark.parametrize("bad", [1, 2])
def test_a_worker_that_lies_is_named_and_its_work_done_again(
    lie: str, bad: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Elsewhere where an honest worker is left, else here."""
    made = begin(tmp_path, bad=bad, WORKER_LIES=lie)
    try:
        places = addresses(made)
        found = figures(Jobs(1, made.address))
    finally:
        end(made)
    assert found == figures(HERE)
    told = re.findall(
        r"main\.py: The worker at (\S+) does not return what this machine finds; "
        r"its (\d+) parts of the work are done again without it\.\n",
        capsys.readouterr().err,
    )
    assert {at for at, _ in told} == {places[f"worker-{number}"] for number in range(bad)}
    assert len(told) == bad
    assert all(int(count) > 3 for _, count in told)


def test_errors_of_the_work_come_back(cluster: Cluster) -> None:
    with pytest.raises(BadArguments, match=r"^Two is too many\.$"):
        list(Jobs(1, cluster.address).results(refuse, range(4)))


def test_a_cluster_that_is_gone_is_told(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "IDLE_SECONDS", 1.0)

    def kill_all() -> None:
        for worker in cluster.workers:
            worker.kill()

    monkeypatch.setattr(jobs, "Progress", lambda: Watched(0.0, kill_all))
    with pytest.raises(LostWorkers, match="has lost its workers"):
        figures(Jobs(1, cluster.address))
    monkeypatch.setattr(jobs, "ANSWER_SECONDS", 1.0)
    with pytest.raises(BadArguments, match="has no workers"):
        list(Jobs(1, cluster.address).results(square, range(4)))
    cluster.scheduler.kill()
    cluster.scheduler.wait(10)
    with pytest.raises(BadArguments, match="No Dask scheduler answers"):
        list(Jobs(1, cluster.address).results(square, range(4)))


def test_a_scheduler_that_goes_away_is_told(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "Progress", lambda: Watched(0.0, cluster.scheduler.kill))
    with pytest.raises(LostWorkers, match="has lost its workers"):
        figures(Jobs(1, cluster.address))


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
