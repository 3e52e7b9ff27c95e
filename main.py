"""Open Mind Arcade: opponents that learn, and show what they think. See `main.py --help`."""

from __future__ import annotations

import sys

from ai.lab.cli import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
