"""`python -m open_mind_arcade` and `open-mind-arcade`, the same as `main.py` of a checkout.

The wheel lays this file as `__main__.py` beside `main.py`.
"""

import importlib
import sys


def script() -> int:
    """Run a command of the command line; returns the exit code."""
    package = importlib.import_module("open_mind_arcade")  # which finds the project's folders
    code: int = importlib.import_module(f"{package.__name__}.main").main()
    return code


if __name__ == "__main__":
    sys.exit(script())
