"""`main.py arena --jobs 2` as processes: a worker that is killed, and a parent that is."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from games.paths import ROOT

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(
        not Path("/proc/self/stat").exists(), reason="processes as Linux tells them"
    ),
]
needs_joblib = pytest.mark.skipif(
    importlib.util.find_spec("joblib") is None, reason="needs joblib, a lab extra"
)
WAYS = pytest.mark.parametrize(
    "hidden", ["sys.modules['joblib'] = None", pytest.param("pass", marks=needs_joblib)]
)
"""Without joblib, as the standard library does it; and with it."""
WORDS = ("arena", "karate", "--agents", "seed-argmax,nash", "--games", "1000", "--seed", "7")
MEASURED = ("per_second", "time", "_ms", "_us", "rate", "micro")


@contextmanager
def arena(hidden: str) -> Iterator[subprocess.Popen[str]]:
    """The command as a process, which is gone afterwards."""
    words = [*WORDS, "--jobs", "2", "--json"]
    code = f"import sys; {hidden}; from ai.lab.command_line import run; sys.exit(run({words!r}))"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def processes() -> dict[int, tuple[int, str]]:
    """Every process that is no zombie: its parent and its command."""
    found = {}
    for place in Path("/proc").glob("[1-9]*"):
        try:
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, ValueError):
            continue
        if state != "Z":
            found[int(place.name)] = int(parent), command
    return found


def below(process: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    table, found, left = processes(), [], [process]
    while left:
        parent = left.pop()
        children = [number for number, (above, _) in table.items() if above == parent]
        found += children
        left += children
    return found


def workers(process: int) -> list[int]:
    """Those of them that play, not those that keep order."""
    table = processes()
    return [n for n in below(process) if n in table and "resource_tracker" not in table[n][1]]


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("nothing came of it in 30 s")


def figures(told: Any) -> Any:
    """What a tournament found, without what a watch said."""
    if isinstance(told, dict):
        kept = {n: v for n, v in told.items() if not any(word in n for word in MEASURED)}
        return {name: figures(value) for name, value in kept.items()}
    return [figures(entry) for entry in told] if isinstance(told, list) else told


@WAYS
def test_a_worker_that_is_killed_changes_no_figure(hidden: str) -> None:
    with arena(hidden) as process:
        wanted = figures(json.loads(process.communicate(timeout=120)[0]))
    killed = 0
    for after in (0.0, 0.5, 1.0):
        with arena(hidden) as process:
            wait_for(lambda process=process: len(workers(process.pid)) == 2)
            time.sleep(after)
            for pid in workers(process.pid)[:1]:  # none where all was played by then
                os.kill(pid, signal.SIGKILL)
                killed += 1
            told, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        assert figures(json.loads(told)) == wanted
    assert killed > 0


@WAYS
def test_nothing_goes_on_when_the_parent_is_killed(hidden: str) -> None:
    most = 0
    for after in (0.0, 0.5, 1.0):
        with arena(hidden) as process:
            wait_for(lambda process=process: len(workers(process.pid)) == 2)
            time.sleep(after)
            started = below(process.pid)  # none where all was played by then
            most = max(most, len(started))
            process.send_signal(signal.SIGKILL)
            process.wait()
            wait_for(lambda started=started: not set(started) & set(processes()))
    assert most >= 2
