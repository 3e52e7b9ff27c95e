"""A process between the arcade and the program of a stranger: `python -I -S keeper.py WORDS`.

WORDS are the number of the arcade's process, the bytes of memory that all of the program may take
together (behind `RESERVES`: may use, however many it reserves), and the program with its own words.
The keeper starts the program, which talks with the arcade itself. It ends the program, and all
processes that the program has started, when

- the program ends or takes too much memory;
- the arcade ends, in whatever way, or sends SIGTERM.

So the arcade is not the program's parent: a program that kills its parent kills its keeper, and
with it, on Linux, itself. It is no sandbox: the program may do what its user may do.

On Linux, processes that have left the group are found, too, as long as the keeper lives: they
become its own children. Elsewhere only the group is ended. Windows has no keeper. This file is run
by its path and imports no module of the arcade.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # what the keeper does not need would double the time that it takes to start
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Final

MEMORY_BYTES: Final = 2 << 30
"""The memory that a program, or the agents of a match, may take. The largest agent of ours takes
0.2 GB; tables that are mapped do not count. Chosen by hand."""
RESERVES: Final = "~"
TOO_MUCH: Final = 66
"""The exit code of a keeper whose program took more memory than it may."""
_NOT_FOUND: Final = 127
_LOOK_SECONDS: Final = 0.2
"""The time between two looks at the memory and at the arcade."""
_ELSEWHERE_SECONDS: Final = 1.0
"""The same where a look starts a process."""
_HUNT_SECONDS: Final = 1.0
"""The longest time for ending processes that start new ones meanwhile."""
_SUBREAPER, _DEATH_SIGNAL = 36, 1
"""Numbers of Linux's `prctl`: adopt orphans, and end with the parent."""


class _Suppressed:
    """Lets exceptions of some kinds pass, as `contextlib.suppress` does."""

    def __init__(self, *kinds: type[BaseException]) -> None:
        self._kinds = kinds

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, problem: object, trace: TracebackType | None
    ) -> bool:
        return kind is not None and issubclass(kind, self._kinds)


def limit_memory(most: int = MEMORY_BYTES) -> None:
    """Let this process take `most` bytes of memory, on systems that can hold it to them."""
    with _Suppressed(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        held = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (held, hard))


def main(words: list[str]) -> None:
    """Keep a program until it ends or has to end; never returns."""
    arcade, reserves = int(words[0]), words[1].startswith(RESERVES)
    most = int(words[1].removeprefix(RESERVES))
    read, write = os.pipe()
    for end in (read, write):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(write)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda number, frame: None)
    control = _control()
    control(_SUBREAPER, 1)
    held = None if reserves else most
    program = _started(words[2:], held, lambda: control(_DEATH_SIGNAL, signal.SIGKILL))
    code = _watched(program, arcade, most, read)
    if os.getppid() != arcade:  # nobody else would end the group
        os.killpg(0, signal.SIGKILL)
    os._exit(code)


def _control() -> Callable[[int, int], object]:
    """Return Linux's `prctl`; elsewhere a function without effect."""
    if sys.platform == "linux":
        with _Suppressed(ImportError, OSError, AttributeError):
            import ctypes

            return ctypes.CDLL(None).prctl
    return lambda option, value: None


def _started(words: list[str], most: int | None, end_with_keeper: Callable[[], object]) -> int:
    """Start the program; return the number of its process."""
    program = os.fork()
    if program:
        with open(os.devnull, "r+b") as nothing:  # the conversation is the program's alone
            for stream in (0, 1):
                os.dup2(nothing.fileno(), stream)
        return program
    try:
        end_with_keeper()
        if most is not None:
            limit_memory(most)
        for name in ("SIGPIPE", "SIGXFSZ"):  # Python ignores them, other programs should not
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        os.execvp(words[0], words)
    except OSError as problem:
        os.write(2, f"{words[0]}: {problem.strerror}\n".encode(errors="replace"))
    finally:
        os._exit(_NOT_FOUND)


def _watched(program: int, arcade: int, most: int, signals: int) -> int:
    """Wait until the program has ended, or end it; return the exit code of the keeper."""
    looks = select.poll()
    looks.register(signals, select.POLLIN)
    tells = os.path.exists(_CHILDREN.format(os.getpid()))
    pause = _LOOK_SECONDS if tells else _ELSEWHERE_SECONDS
    code, running = 0, True
    while running and os.getppid() == arcade:
        looks.poll(1000 * pause)
        with _Suppressed(BlockingIOError):
            if signal.SIGTERM in os.read(signals, 4096):
                break
        if (ended := _reaped(program)) is not None:
            code, running = ended, False
        elif _memory(most) > most:
            code = TOO_MUCH
            break
    _end_all(program if running else None)
    return code


def _reaped(program: int | None) -> int | None:
    """Take leave of processes that have ended; return the exit code of the program if it has."""
    found = None
    with _Suppressed(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                found = os.waitstatus_to_exitcode(ended[1]) & 0xFF
    return found


def _end_all(program: int | None) -> None:
    """End the program, unless it has ended, and all that is found of what it started."""
    until = time.monotonic() + _HUNT_SECONDS
    while time.monotonic() < until:
        left = {*_descendants(os.getpid()), *([] if program is None else [program])}
        if not left:
            return
        for process in left:
            with _Suppressed(OSError):
                os.kill(process, signal.SIGKILL)
        if _reaped(program) is not None:
            program = None
        time.sleep(0.001)


# -- looking at processes ------------------------------------------------------------------

_CHILDREN: Final = "/proc/{0}/task/{0}/children"
"""Where Linux lists the children of the first thread of a process."""


def _descendants(process: int) -> Iterator[int]:
    """Yield a process's children and theirs; none where there is no /proc."""
    with _Suppressed(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", "rb") as file:
                children = file.read().split()
            for child in map(int, children):
                yield child
                yield from _descendants(child)


def _memory(most: int) -> int:
    """Return the bytes that all of the program takes; over `most`, shared pages count once."""
    found = list(_descendants(os.getpid()))
    if not found:
        return memory_elsewhere()
    whole = sum(_bytes(f"/proc/{process}/status", b"VmRSS:") for process in found)
    if whole <= most:
        return whole
    return sum(_bytes(f"/proc/{process}/smaps_rollup", b"Pss:") for process in found)


def _bytes(path: str, name: bytes) -> int:
    """Return the size that stands in a `path` of /proc in the line of a `name`, 0 if none does."""
    with _Suppressed(OSError), open(path, "rb") as file:
        for line in file:
            if line.startswith(name):
                return 1024 * int(line.split()[1])
    return 0


def memory_elsewhere() -> int:
    """Return the bytes that the group of processes takes, by `ps`; 0 without it."""
    import subprocess

    command = ["ps", "-A", "-o", "pgid=", "-o", "rss="]
    with _Suppressed(OSError, ValueError, subprocess.SubprocessError):
        told = subprocess.run(command, capture_output=True, timeout=_ELSEWHERE_SECONDS).stdout
        rows = (line.split() for line in told.splitlines())
        return sum(1024 * int(size) for group, size in rows if int(group) == os.getpgrp())
    return 0


if __name__ == "__main__":
    main(sys.argv[1:])
