"""Work for the tests of `ai.lab.jobs`: functions that a worker process finds by their names."""

import os
import signal
import time
from pathlib import Path

from ai.lab.errors import BadArguments


def square(number: int) -> int:
    """The square."""
    return number * number


def deadly_square(part: tuple[str, int, int]) -> int:
    """The square of the second, in a process that is killed the first few times it is asked.

    The part is a folder for marks, the number, and how often a process is to die of it.
    """
    folder, number, deaths = part
    for death in range(deaths):
        try:
            Path(folder, f"{number}-{death}").touch(exist_ok=False)
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def process_id(number: int) -> int:
    """Where it is done."""
    return os.getpid()


def refuse(number: int) -> int:
    """Raises `BadArguments` for 2."""
    if number == 2:
        raise BadArguments("Two is too many.")
    return number


def linger(folder: str) -> None:
    """Leave a file with the id of this process, and stay for a minute."""
    Path(folder, str(os.getpid())).touch()
    time.sleep(60)
