"""Open Mind Arcade: opponents that learn, and show what they think. See `main.py --help`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run a command; 130, without a traceback, if interrupted before it takes over the signal."""
    try:
        from ai.lab.command_line import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
