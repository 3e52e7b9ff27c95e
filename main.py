"""Open Mind Arcade: opponents that learn, and show what they think. See `main.py --help`."""

from __future__ import annotations

import os
import signal
import sys

# before numpy is loaded: arrays are small here, and more threads only take other cores' time
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")


def main() -> int:
    """Run a command; 130, without a traceback, if interrupted before it takes over the signal.

    What is loaded first is loaded whole: a library that is interrupted as it begins may end in any
    error.
    """
    try:
        heard: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
        from ai.lab.command_line import run

        signal.signal(signal.SIGINT, before)
        if heard and callable(before):
            before(signal.SIGINT, None)
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
