"""A process beside the window, spoken to in lines of JSON, and read from.

One thread writes the requests and one collects the lines that come, so that a frame waits for
neither: not for a process that reads no more, nor for one without an answer. A line that is endless
is cut, and only a limited number of unread lines is held. Processes have one thread of linear
algebra.

A `Child` is a module of ours, run with the same interpreter; its data may come from strangers. A
`Stranger` is a stranger's program. It gets as much of the machine as it needs: see there.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from games import keeper
from games.paths import ROOT, python

_END: Final = ""
MOST_CHARACTERS: Final = 8 << 20
"""A longer line is no message: the longest that is sent, with a tree of trials, has about 300,000
characters, what was learned 200,000."""
MOST_WAITING: Final = 256
"""So many lines wait to be taken; the process then waits with the next. Chosen by hand."""
MOST_PRINTED: Final = 20_000
"""The characters of what a stranger prints in a match that are passed on. Chosen by hand."""
_LOOK_SECONDS: Final = 0.1
_END_SECONDS: Final = 1.0
"""So long closing waits for the threads of a process that was killed."""
_ONE_THREAD: Final = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")


class Child:
    """A running `process`; `close` ends it. `lines` are those that came and were not yet taken."""

    _most_characters = MOST_CHARACTERS
    _most_waiting = MOST_WAITING

    def __init__(self, module: str, command: Sequence[str] = ()) -> None:
        """Start `module`, or another command in its place."""
        words = list(command) or python("-m", module)
        self._start(words, ROOT, {**os.environ, **_ONE_THREAD}, None)

    def _start(
        self, words: Sequence[str], folder: Path, environment: Mapping[str, str], noise: int | None
    ) -> None:
        """Start a program in a `folder`; `noise` is where its standard error goes."""
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=noise,
            text=True,
            encoding="utf-8",
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        self.lines: queue.Queue[str] = queue.Queue(self._most_waiting)
        self._told: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._closed = False
        self.ended = False
        self._threads: list[threading.Thread] = []
        for work in (self._listen, self._speak):
            self._beside(work)

    def _beside(self, work: Callable[[], None]) -> threading.Thread:
        """Have `work` done by a thread of its own, which closing waits for."""
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError), self.process.stdout:  # what it writes may be no text
            while line := self.process.stdout.readline(self._most_characters):
                self._put(line)
                if len(line) == self._most_characters:
                    break
        self._put(_END)

    def _put(self, line: str) -> None:
        """Hold a `line` until it is taken or the process is closed."""
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self.lines.put(line, timeout=_LOOK_SECONDS)
                return

    def _speak(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError), self.process.stdin:  # it may have ended
            while (line := self._told.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()

    def send(self, message: Mapping[str, Any]) -> None:
        """Tell it a `message`; a process that has ended is noticed when it is read from."""
        self._told.put(json.dumps(message) + "\n")

    def take(self, seconds: float = 0.0) -> Mapping[str, Any] | None:
        """Return the next message, or None where none came within `seconds`.

        Sets `ended` where no more will come. Raises `ValueError` for a line that is no message.
        """
        try:
            line = self.lines.get(seconds > 0, seconds or None)
        except queue.Empty:
            return None
        if line == _END:
            self.ended = True
            return None
        try:
            message = json.loads(line)
        except RecursionError:
            raise ValueError("A line of the process is nested too deeply.") from None
        if not isinstance(message, dict):
            raise ValueError("A line of the process is no message.")
        return message

    def close(self) -> None:
        """End the process; what it had written stays."""
        self._closed = True
        self._told.put(None)
        with contextlib.suppress(OSError):  # it is gone with all that it started
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(_END_SECONDS)
        self.ended = True


# -- programs of strangers -----------------------------------------------------------------

_POSIX: Final = "PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR LD_LIBRARY_PATH DYLD_LIBRARY_PATH"
_WINDOWS: Final = (
    "SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP USERPROFILE APPDATA LOCALAPPDATA"
)
_PYTHON: Final = (
    "PYTHONPATH PYTHONHOME PYTHONUSERBASE PYTHONNOUSERSITE PYTHONUTF8 PYTHONIOENCODING "
    "PYTHONHASHSEED PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX VIRTUAL_ENV CONDA_PREFIX"
)
KEPT: Final = frozenset(f"{_POSIX} {_WINDOWS} {_PYTHON}".split())
"""What programs need of the environment, with all that begins as below. Anything else may be a
password of the arcade's or of another program."""
_BEGINNINGS: Final = ("LC_", "_PYI_")
"""The second says where a program with Python inside has unpacked itself; bots start there."""


def kept(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the part of an `environment` that a program of a stranger gets."""
    found = {
        name: value
        for name, value in environment.items()
        if name in KEPT or name.startswith(_BEGINNINGS)
    }
    return {**found, **_ONE_THREAD}


_RUNNING: Final[weakref.WeakSet[subprocess.Popen[Any]]] = weakref.WeakSet()


def note_stranger(process: subprocess.Popen[Any]) -> None:
    """Note the `process` of a stranger's program, or of its keeper, for `end_strangers`."""
    _RUNNING.add(process)


def end_strangers() -> None:
    """End all programs of strangers that run: whoever asked for them is gone."""
    for process in list(_RUNNING):
        process.terminate()


def under_keeper(command: Sequence[str], reserves: bool = False) -> list[str]:
    """Return the `command` that has a keeper run a stranger's; on Windows it is the same one.

    A program that `reserves` more memory than it uses, as Java does, is held to what it uses.
    """
    if os.name != "posix":
        return list(command)
    keep = python("-I", "-S", keeper.__file__)
    most = f"{keeper.RESERVES * reserves}{keeper.MEMORY_BYTES}"
    return [*keep, str(os.getpid()), most, *command]


def plain(text: str) -> str:
    """Return a `text` of a stranger without what steers a terminal or turns letters round."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")


class Stranger(Child):
    """The program of a stranger, with all processes that it starts. It is no sandbox.

    It has `keeper.MEMORY_BYTES` of memory, the `kept` part of the environment and no terminal; its
    parent is not the arcade but a keeper (`games.keeper`), which ends it and what it started with
    the arcade. What it prints is passed on `plain`, up to `MOST_PRINTED` characters. On Windows it
    has no keeper and no limit of memory.
    """

    _most_characters = 1 << 20
    _most_waiting = 4

    def __init__(
        self,
        command: Sequence[str],
        folder: Path = ROOT,
        hear: Callable[[str], object] | None = None,
    ) -> None:
        """Start `command` in a `folder`; `hear` takes what it prints in place of standard error."""
        self._hear = hear or _print
        self._start(under_keeper(command), folder, kept(os.environ), subprocess.PIPE)
        note_stranger(self.process)
        self._hearing = self._beside(self._overhear)

    def _overhear(self) -> None:
        """Pass on what it prints, as far as `MOST_PRINTED` goes, and let go of the rest."""
        assert self.process.stderr is not None
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        left = MOST_PRINTED
        with contextlib.suppress(OSError), self.process.stderr as noise:
            while some := os.read(noise.fileno(), 1 << 16):
                if left > 0:
                    text = plain(decode(some))
                    rest = f"\n(It printed more than {MOST_PRINTED:,} characters.)\n"
                    self._hear(text if len(text) <= left else text[:left] + rest)
                    left -= len(text)

    @property
    def ending(self) -> str:
        """The end of a process that is closed, in words to put behind its name."""
        if self.process.returncode == keeper.TOO_MUCH:
            return f"took more than {keeper.MEMORY_BYTES / (1 << 30):g} GiB of memory"
        return "ended its process"

    def close(self) -> None:
        """End the program with all that it has started; what it had written stays."""
        self.process.terminate()
        self._hearing.join(_END_SECONDS)  # the keeper has ended all, and then itself
        super().close()


def _print(text: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):  # there may be no such stream
        sys.stderr.write(text)
        sys.stderr.flush()
