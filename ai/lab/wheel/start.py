"""The begin of a program that has Python inside: the arcade, or Python for what the arcade starts.

`tests/release.py` makes such programs of the wheel; README.md lists what is in them. What the
arcade starts as its own interpreter is there the program itself, which therefore is

- Python, after `--as-python`: flags, then `-m MODULE` or a file (`games.paths.python`);
- a process of `--jobs`, with the words of `multiprocessing`;
- the arcade, with any other words.

A bot's process begins here too and imports no module of the arcade; what is not needed is imported
nowhere, so that it starts quickly.
"""

import importlib
import importlib.machinery
import os
import sys

AS_PYTHON = "--as-python"
FLAGS = ("-I", "-P", "-S", "-s")
"""Flags of Python that are taken: no folder of the arcade and no package of the user is on the path
of such a program anyway, so that only `-P` and `-I`, without the file's own folder, change it."""
TRACKER = "from multiprocessing.resource_tracker import main;main("
"""The begin of what `multiprocessing` has Python do beside its processes, before a number."""
LIBRARIES = "LD_LIBRARY_PATH"


def main(words: list[str]) -> int:
    """Do what the `words` say; returns the exit code."""
    _give_back_libraries()
    if words[:1] == [AS_PYTHON]:
        return as_python(words[1:])
    if words[:1] == ["--multiprocessing-fork"] or (words[-1:] and words[-1].startswith(TRACKER)):
        return _as_process(words)
    _end_with_starter()
    code: int = importlib.import_module("open_mind_arcade.__main__").script()
    return code


def as_python(words: list[str]) -> int:
    """Do what Python does with these `words`."""
    flags = []
    while words[0] in FLAGS:
        flags.append(words.pop(0))
    if words[0] == "-m":
        import runpy

        importlib.import_module("open_mind_arcade")  # from here on its folders are found
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        return 0
    file, sys.argv = words[0], words
    if not {"-I", "-P"} & set(flags):
        sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    module = type(sys)("__main__")
    module.__file__ = file
    module.__loader__ = loader = importlib.machinery.SourceFileLoader("__main__", file)
    sys.modules["__main__"] = module
    loader.exec_module(module)
    return 0


def _as_process(words: list[str]) -> int:
    """Be a process of `multiprocessing`, or the one that looks after what its processes share."""
    import multiprocessing.process

    multiprocessing.process.ORIGINAL_DIR = None  # type: ignore[attr-defined]  # no file to read
    if words[0] == "--multiprocessing-fork":
        import multiprocessing.spawn

        multiprocessing.spawn.freeze_support()
    else:
        import multiprocessing.resource_tracker

        multiprocessing.resource_tracker.main(int(words[-1][len(TRACKER) :].rstrip(")")))
    return 0


def _give_back_libraries() -> None:
    """Give other programs the libraries that they would have without this one.

    A program that starts itself again finds its own by itself.
    """
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    if before is not None:
        os.environ[LIBRARIES] = before
    elif sys.platform == "linux":
        os.environ.pop(LIBRARIES, None)


def _end_with_starter() -> None:
    """Have Linux end this process with the one that has unpacked the program, even by SIGKILL.

    That one is what the player has started and may end.
    """
    unpacked = os.path.dirname(getattr(sys, "_MEIPASS", sys.executable))
    if sys.platform == "linux" and unpacked != os.path.dirname(sys.executable):
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
