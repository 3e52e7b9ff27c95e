"""Open Mind Arcade for programs in Python.

    import open_mind_arcade as arcade
    arcade.games()
    arcade.play("karate", "sensei", "nash", games=100)

`help(arcade.play)` and the others explain each function; `ai/lab/api.py` has them all.

The wheel lays this file as `__init__.py` beside the project's own folders. They are found by their
own names, so that the package's folder comes first on `sys.path`, also in processes that are
started from here.
"""

import importlib
import os
import sys

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # as in main.py
    os.environ.setdefault(_variable, "1")

FOLDER = os.path.dirname(os.path.abspath(__file__))


def _find_own_folders() -> None:
    """Put the package's folder first; raises `ImportError` where another `games` is loaded."""
    for name in ("games", "ai"):
        loaded = sys.modules.get(name)
        places = [os.path.abspath(place) for place in getattr(loaded, "__path__", ())]
        if loaded is not None and os.path.join(FOLDER, name) not in places:
            where = getattr(loaded, "__file__", None) or ", ".join(places) or "elsewhere"
            raise ImportError(
                f"Another module {name!r} is loaded ({where}), and open_mind_arcade has one of "
                "that name; use them in two processes, or rename yours."
            )
    if FOLDER not in sys.path[:1]:
        sys.path.insert(0, FOLDER)


_find_own_folders()
__all__ = ("env", "games", "match", "play", "read", "single")  # noqa: F822 (found when asked for)


def __getattr__(name: str) -> object:
    """Return a function of the arcade; they are loaded when the first one is asked for."""
    if name == "__version__":
        return importlib.import_module("ai.lab").VERSION
    if name not in __all__:
        raise AttributeError(f"open_mind_arcade has no {name!r}; it has {', '.join(__all__)}.")
    return getattr(importlib.import_module("ai.lab.api"), name)


def __dir__() -> list[str]:
    """Return the names that are there to use."""
    return [*__all__, "__version__"]
