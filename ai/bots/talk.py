"""A conversation with a bot's process: a question, and one line as the answer.

The thread that asks writes and reads itself, so that no line is handed from thread to thread: a
round trip of small lines takes some 20 us. Where pipes cannot be waited for (Windows), threads
read and write. What the bot prints on standard error goes to its log.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final

from games import keeper
from games.child import note_stranger, under_keeper

if sys.platform != "win32":
    import fcntl

LONGEST_LINE: Final = 1 << 20
LONGEST_LOG: Final = 1 << 20
MOST_LOGS: Final = 16
"""Logs of one bot at the same time; who comes later has none."""
FAILED: Final = b'{"failed"'
"""The begin of the line in which the host of a Python bot reports an exception."""
_END_SECONDS: Final = 1.0
"""So long a process may take to end once its keeper was asked to end it."""
_PIECE: Final = 1 << 16
_OUTPUT, _NOISE = 0, 1


class BotFault(Exception):
    """Raised for what a bot's process does wrong; the message goes behind the name of the bot."""


class BotLate(BotFault):
    """Raised where no answer came in time."""


class Talk:
    """The process of `words` in a `folder`; what it prints goes into the file `log`.

    `log` of the talk is the file that it has; None where there is none. A process that `reserves`
    more memory than it uses is held to what it uses.
    """

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        log: Path | None,
        reserves: bool = False,
    ) -> None:
        self._log, self.log = _opened(log)
        self._left = LONGEST_LOG
        self._process = subprocess.Popen(
            under_keeper(words, reserves),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        process = self._process
        note_stranger(process)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._input: IO[bytes] = process.stdin
        self._streams: tuple[IO[bytes], IO[bytes]] = process.stdout, process.stderr
        self._asking = threading.Lock()  # a question may be asked in another thread
        self._unsent = self._rest = b""
        self._owed = 0
        self._ended = self._closed = False
        self._open()

    # -- questions -----------------------------------------------------------------------

    def ask(self, text: bytes, seconds: float) -> bytes:
        """Return the line that answers the lines of `text`, which end with a question.

        Raises `BotFault`, and `BotLate` where no answer came within `seconds`. The answer to a
        question that was given up is thrown away when it comes.
        """
        with self._asking:
            return self._ask(text, seconds)

    def _ask(self, text: bytes, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        if not self._owed and (self._rest or self._waiting()):
            self._read(0.0)
            if self._rest and not self._rest.startswith(FAILED):
                raise BotFault("wrote two lines for one question")
        self._write(text, until)
        while True:
            line = self._line(until, seconds)
            if not self._owed or line.startswith(FAILED):
                return line
            self._owed -= 1

    def ask_lines(self, text: bytes, seconds: float, ends: Callable[[bytes], bool]) -> list[bytes]:
        """Return the lines that answer `text`, up to the first one that `ends` the answer.

        Raises `BotFault`, and `BotLate` where that line did not come within `seconds`.
        """
        with self._asking:
            return self._ask_lines(text, seconds, ends)

    def _ask_lines(self, text: bytes, seconds: float, ends: Callable[[bytes], bool]) -> list[bytes]:
        until = time.monotonic() + seconds
        self._write(text, until)
        found, size = list[bytes](), 0
        while True:
            *lines, rest = self._rest.split(b"\n")
            if self._ended and ends(rest):
                lines, rest = [*lines, rest], b""
            for number, line in enumerate(lines):
                found.append(line)
                if ends(line):
                    self._rest = b"\n".join([*lines[number + 1 :], rest])
                    return found
            self._rest, size = rest, size + sum(map(len, lines))
            if size + len(rest) > LONGEST_LINE:
                raise BotFault(f"wrote more than {LONGEST_LINE:,} bytes for one answer")
            if self._ended:
                raise BotFault(self._ending())
            left = until - time.monotonic()
            if left <= 0.0:
                raise BotLate(f"took longer than {seconds:g} s")
            self._read(left)

    def note(self, text: bytes) -> None:
        """Write a `text` into the log."""
        self._take(_NOISE, text)

    def _line(self, until: float, seconds: float) -> bytes:
        while True:
            line, newline, rest = self._rest.partition(b"\n")
            if len(line) > LONGEST_LINE:
                raise BotFault(f"wrote a line of more than {LONGEST_LINE:,} bytes")
            if newline:
                self._rest = rest
                if rest and not self._owed and not rest.startswith(FAILED):
                    raise BotFault("wrote two lines for one question")
                return line
            if self._ended:
                raise BotFault(self._ending())
            left = until - time.monotonic()
            if left <= 0.0:
                self._owed += 1
                raise BotLate(f"took longer than {seconds:g} s")
            self._read(left)

    def _ending(self) -> str:
        """Return how the process has ended, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        if self._process.returncode == keeper.TOO_MUCH:
            return f"took more than {keeper.MEMORY_BYTES / (1 << 30):g} GiB of memory"
        return "ended its process"

    def _take(self, stream: int, some: bytes) -> None:
        """Take in what came from a stream; nothing is its end."""
        if stream == _OUTPUT:
            self._rest += some
            self._ended = self._ended or not some
        elif self._log is not None and self._left > 0:
            with contextlib.suppress(OSError, ValueError):
                self._log.write(some[: self._left])
            self._left -= len(some)

    # -- pipes ---------------------------------------------------------------------------

    def _open(self) -> None:
        """Make the pipes ready."""
        self._in = self._input.fileno()
        self._numbers = {file.fileno(): n for n, file in enumerate(self._streams)}
        self._poll, self._room = select.poll(), select.poll()
        for number in (self._in, *self._numbers):
            os.set_blocking(number, False)
            self._room.register(number, select.POLLOUT if number == self._in else select.POLLIN)
        for number in self._numbers:
            self._poll.register(number, select.POLLIN)

    def _waiting(self) -> bool:
        """Return whether something was written that was not asked for, or the output has ended."""
        return any(self._numbers[number] == _OUTPUT for number, _ in self._poll.poll(0))

    def _write(self, text: bytes, until: float) -> None:
        """Write `text` until the moment `until`; the rest goes with the next one."""
        self._unsent += text
        while self._unsent and not self._ended:
            try:
                self._unsent = self._unsent[os.write(self._in, self._unsent) :]
            except BlockingIOError:
                left = until - time.monotonic()
                if left <= 0.0:
                    return
                self._room.poll(1000.0 * left)
                self._read(0.0)
            except OSError:  # it has ended; what it wrote before can still be read
                self._unsent = b""

    def _read(self, seconds: float) -> None:
        """Take in what is there, or what comes first within `seconds`."""
        for number, _ in self._poll.poll(1000.0 * seconds):
            try:
                some = os.read(number, _PIECE)
            except BlockingIOError:
                continue
            except OSError:
                some = b""
            if not some:
                self._poll.unregister(number)
                self._room.unregister(number)
            self._take(self._numbers[number], some)

    # -- the end -------------------------------------------------------------------------

    def end(self, text: bytes, seconds: float) -> None:
        """Send the last lines, let it end by itself within `seconds`, and end what is left."""
        until = time.monotonic() + seconds
        self._write(text, until)
        self._close_input()
        while not self._ended and (left := until - time.monotonic()) > 0.0:
            self._read(left)
            self._rest = b""
        self.close()

    def _close_input(self) -> None:
        with contextlib.suppress(OSError):
            self._input.close()

    def close(self) -> None:
        """End the process with all that it has started; may be called again."""
        if self._closed:
            return
        self._closed, process = True, self._process
        process.terminate()  # the keeper ends the group, and then itself
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_END_SECONDS)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        with self._asking:
            self._drain()
            self._close_input()
            for file in (*self._streams, self._log):
                if file is not None:
                    file.close()

    def _drain(self) -> None:
        """Take in what it had printed last."""
        for _ in range(LONGEST_LOG // _PIECE):
            if not self._poll.poll(0):
                return
            self._read(0.0)


class ThreadedTalk(Talk):
    """The same where pipes cannot be waited for: three threads read and write."""

    def _open(self) -> None:
        self._come: queue.Queue[tuple[int, bytes]] = queue.Queue(16)
        self._go: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        _beside(self._listen, _OUTPUT)
        _beside(self._listen, _NOISE)
        _beside(self._speak)

    def _listen(self, stream: int) -> None:
        with contextlib.suppress(OSError, ValueError):
            number = self._streams[stream].fileno()
            while some := os.read(number, _PIECE):
                self._come.put((stream, some))
        if not self._closed:
            self._come.put((stream, b""))

    def _speak(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while text := self._go.get():
                self._input.write(text)
            self._input.close()

    def _waiting(self) -> bool:
        self._read(0.0)
        return bool(self._rest) or self._ended

    def _write(self, text: bytes, until: float) -> None:
        self._go.put(text)

    def _read(self, seconds: float) -> None:
        with contextlib.suppress(queue.Empty):
            self._take(*self._come.get(seconds > 0.0, seconds or None))

    def _close_input(self) -> None:
        self._go.put(b"")

    def _drain(self) -> None:
        while not self._come.empty():
            self._read(0.0)


def _beside(work: Callable[..., None], *words: object) -> None:
    threading.Thread(target=work, args=words, daemon=True).start()


class AskedBeside:
    """A question that is asked in a thread of its own; it is the `first` of a match or a later one.

    `seconds` is the time that the answer took.
    """

    def __init__(self, first: bool, ask: Callable[[], list[bytes]]) -> None:
        self.first = first
        self._ask = ask
        self._found: list[bytes] | BaseException = []
        self.seconds = 0.0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        begun = time.perf_counter()
        try:
            self._found = self._ask()
        except BaseException as problem:  # raised where the answer is fetched
            self._found = problem
        self.seconds = time.perf_counter() - begun

    def wait(self) -> None:
        """Wait for the answer."""
        self._thread.join()

    def lines(self) -> list[bytes]:
        """Return the answer, when it has come; raises what the question raised."""
        self.wait()
        if isinstance(self._found, BaseException):
            raise self._found
        return self._found


def talk(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    log: Path | None,
    reserves: bool = False,
) -> Talk:
    """Return a conversation as this system can have it; see `Talk`. Raises `OSError`."""
    kind = Talk if hasattr(select, "poll") and os.name == "posix" else ThreadedTalk
    return kind(words, folder, environment, log, reserves)


def _opened(log: Path | None) -> tuple[IO[bytes] | None, Path | None]:
    """Return the file of a `log`, begun anew, and its path; None where nothing can be written.

    While another match or seat writes into the `log` the next free name takes its place, such as
    `mine.py-2.log`. Windows has no such lock: there they share a log.
    """
    if log is None:
        return None, None
    for number in range(1, MOST_LOGS + 1):
        path = log if number == 1 else log.with_name(f"{log.stem}-{number}{log.suffix}")
        try:
            log.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
            found = os.fdopen(os.open(path, flags, 0o600), "wb", buffering=0)
        except (OSError, ValueError):
            return None, None
        if _is_taken(found):
            found.close()
            continue
        with contextlib.suppress(OSError):  # a device or a pipe has no length
            found.truncate(0)
        return found, path
    return None, None


def _is_taken(file: IO[bytes]) -> bool:
    """Return whether another process or seat writes into a `file`; if not, it is ours now."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # the disk knows no locks
            return False
    return False
