"""Ctrl-C: it is heard once, ends a command quietly, and never leaves half a process behind.

Only the main thread of Python hears of signals; in any other these have no effect.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn


@contextlib.contextmanager
def hearing() -> Iterator[list[int]]:
    """Yield a list that is not empty once Ctrl-C was heard, which raises `KeyboardInterrupt`.

    A library that is interrupted while it loads may end in any other error: whoever asks the list
    knows that it is none.
    """
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> NoReturn:
        heard.append(number)
        raise KeyboardInterrupt

    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield heard
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def put_off() -> Iterator[None]:
    """Put Ctrl-C off until this ends.

    A mask alone does not put it off: the threads of a library (numpy's) take a signal that the
    thread of Python does not want.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard and callable(before):
        before(signal.SIGINT, None)


@contextlib.contextmanager
def starting_processes() -> Iterator[None]:
    """Start processes in here that never hear of Ctrl-C, not even as they start; this one does
    later.

    A process that gets half of its instructions complains. Where a process cannot be started so
    (Windows), it hears of Ctrl-C until it leaves that to its parent.
    """
    with put_off():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        context = multiprocessing.get_context("spawn")
        context.Lock()  # starts Python's tracker, which resets the mask
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
