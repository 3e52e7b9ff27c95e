"""Ctrl-C while processes start, while libraries load, and whoever else takes the signal."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from ai.lab.command_line import INTERRUPTED, run
from ai.lab.interrupts import hearing, put_off, starting_processes
from games.paths import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    """Ctrl-C is heard as ever, whoever started the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt() -> None:
    """Ctrl-C, and time to hear of it."""
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(20):
        time.sleep(0.001)


def test_what_is_begun_is_done_though_another_thread_takes_the_signal() -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    steps = []
    try:
        for kept in (put_off, starting_processes):
            with contextlib.suppress(KeyboardInterrupt):
                with kept():
                    interrupt()
                    steps.append("done")
                steps.append("not heard")
    finally:
        done.set()
        other.join()
    assert steps == ["done", "done"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_without_ctrl_c_nothing_is_raised_and_all_is_as_before() -> None:
    with hearing() as heard, starting_processes():
        pass
    assert heard == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def half_a_module(*_: object) -> int:
    """What C code may make of an interrupt as it loads."""
    try:
        interrupt()
    except KeyboardInterrupt:
        raise ImportError("half a module") from None
    return 0


def test_a_command_that_is_interrupted_is_no_failure_of_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.lab.listing.show_games", half_a_module)
    assert run(["games"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_what_is_interrupted_before_a_command_begins_ends_quietly() -> None:
    """As numpy's C code does, the module takes the interrupt for an error of its own."""
    code = """
import os, runpy, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
class Half:
    def find_spec(self, name, path=None, target=None):
        if name == 'numpy':
            sys.meta_path.remove(self)
            try:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.01)
            except KeyboardInterrupt:
                raise ImportError("half a module") from None
sys.meta_path.insert(0, Half())
sys.argv = ["main.py", "games"]
runpy.run_path("main.py", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
