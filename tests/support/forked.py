"""Processes of Python that begin as a fork of this one, so that they need not load all again.

`Forked` stands in for `subprocess.Popen` where the start itself is not what is tested: it takes the
same words, gives the same pipes, codes and signals, and leaves to the real one what is no Python of
ours, and everything where the system has no fork. The hash seed is that of this process, and what
was replaced here is replaced there too.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import multiprocessing.util
import os
import runpy
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from games import weights
from games.paths import ROOT

MAIN: Final = str(ROOT / "main.py")
AFRESH: Final = """
import sys
for _name in list(sys.modules):
    if _name.partition(".")[0] in ("games", "ai", "pygame"):
        del sys.modules[_name]
"""
"""Code after which nothing of ours is loaded, and no pygame."""
_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


class Forked(subprocess.Popen):  # type: ignore[type-arg]
    """A process that runs `python -m MODULE`, `-c CODE` or `main.py` in a fork of this one."""

    def _execute_child(self, args: Any, *more: Any) -> None:
        work = _work(args) if hasattr(os, "fork") else None
        if work is None:
            super()._execute_child(args, *more)  # type: ignore[misc]
            return
        names = ("executable", "preexec_fn", "close_fds", "pass_fds", "cwd", "env")
        named = dict(zip(names, more, strict=False))
        own_session, pipes = more[-2], more[9:15]
        sys.stdout.flush(), sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _serve(work, named, own_session, (pipes[0], pipes[3], pipes[5]))
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def _work(args: Any) -> Callable[[], Any] | None:
    """What a command line of Python does, None where it is another's or has words of Python's."""
    words = [os.fspath(word) for word in ([args] if isinstance(args, str | Path) else args)]
    if words[0] != sys.executable or len(words) < 2:
        return None
    if words[1] == "-c":
        return lambda: _code(words[2], words[2:])
    if words[1] == "-m":
        return lambda: _module(words[2], words[2:])
    if words[1] == MAIN:
        return lambda: _main(words[1:])
    return None


def _code(code: str, argv: Sequence[str]) -> None:
    sys.argv = ["-c", *argv[1:]]
    exec(code, {"__name__": "__main__"})


def _module(name: str, argv: Sequence[str]) -> None:
    sys.argv = list(argv)
    sys.modules.pop(name, None)
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def _main(argv: Sequence[str]) -> None:
    sys.argv = list(argv)
    runpy.run_path(MAIN, run_name="__main__")


def _serve(
    work: Callable[[], Any], named: Mapping[str, Any], own_session: bool, pipes: Sequence[int]
) -> None:
    """In the child: become the process that was asked for, and never come back."""
    code = 1
    try:
        _settle(named, own_session, pipes)
        work()
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            threading._shutdown()  # type: ignore[attr-defined]  # pools end their processes there
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        os._exit(code)


def _settle(named: Mapping[str, Any], own_session: bool, pipes: Sequence[int]) -> None:
    """Take over the pipes, the folder and the environment; what ships, and signals as they come."""
    if own_session:
        os.setsid()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    weights.choose(None)
    kept = [os.dup(pipe if pipe >= 0 else number) for number, pipe in enumerate(pipes)]
    for number, pipe in enumerate(kept):
        os.dup2(pipe, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX") if os.sysconf("SC_OPEN_MAX") < 1 << 16 else 1 << 16)
    os.chdir(named["cwd"] or os.getcwd())
    if named["env"] is not None:
        os.environ.clear()
        os.environ.update(named["env"])
    if named["preexec_fn"] is not None:
        named["preexec_fn"]()
    for number, (name, mode) in enumerate(_STREAMS):
        stream = None
        with contextlib.suppress(OSError):  # it was closed from the start
            os.fstat(number)
            stream = os.fdopen(number, mode, encoding="utf-8", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    gc.freeze()


class _Forking(type(multiprocessing.get_context("fork")) if hasattr(os, "fork") else object):  # type: ignore[misc]
    """Where pools begin as forks; the end of a pipe that the parent keeps is closed in them."""

    def Pipe(self, duplex: bool = True) -> Any:  # noqa: N802 (multiprocessing's name)
        theirs, ours = super().Pipe(duplex)
        multiprocessing.util.register_after_fork(ours, type(ours).close)
        return theirs, ours


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the test runs, processes of Python begin as forks, and so do those of pools."""
    monkeypatch.setattr(subprocess, "Popen", Forked)
    if hasattr(os, "fork"):
        monkeypatch.setattr(multiprocessing, "get_context", lambda method=None: _Forking())
        monkeypatch.setitem(sys.modules, "joblib", None)  # whose processes are never forks
