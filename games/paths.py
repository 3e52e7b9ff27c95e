"""The project's own places and interpreter, the opening of strangers' files, advice on packages.

All shipped files lie below `ASSETS`; no other module counts the folders above itself. The folder of
saved data may hold any kind of file by now: `plain_file` opens regular files only, and waits for no
pipe or device in their place.
"""

from __future__ import annotations

import errno
import importlib.util
import os
import re
import shlex
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from games.beside import Made

ROOT: Final = Path(__file__).resolve().parents[1]
"""The project's folder, with `main.py` in it."""

FROZEN: Final = bool(getattr(sys, "frozen", False))
"""True in a program that has Python inside (`ai/lab/wheel/README.md`)."""

INSTALLED: Final = FROZEN or (ROOT / "__main__.py").exists()
"""True in such a program and in an installed package, which has this file, False in a checkout."""

AS_PYTHON: Final = "--as-python"
"""The first word with which such a program is Python alone, and not the arcade."""

ASSETS: Final = ROOT / "assets"
FILE_END: Final = "\f"
"""Stands between the texts of the files of a folder, in the order of their names."""
WEIGHTS: Final = ASSETS / "weights"
"""Learned weights that ship: a folder a game, a file an agent, a card beside each."""


def game_folder(game_id: str) -> Path | None:
    """Return the folder of the game with id `game_id`, wherever its package is; None where there is
    none.

    The game itself is not imported.
    """
    try:
        found = importlib.util.find_spec(f"games.{game_id}")
    except (ImportError, ValueError):
        return None
    places = None if found is None else found.submodule_search_locations
    return Path(places[0]) if places else None


def python(*words: str) -> list[str]:
    """Return the command that has the arcade's own Python do `words`, as behind `python`.

    All modules and files of Python that the arcade starts are started by this command. The words
    are flags (of `-I`, `-P`, `-S`, `-s`), then `-m MODULE` or a file, then the words for that.
    """
    return [sys.executable, *((AS_PYTHON,) if FROZEN else ()), *words]


STARTED_AS: Final = (
    Path(sys.executable).name if FROZEN else "open-mind-arcade" if INSTALLED else "main.py"
)
"""The name by which the arcade is started here."""


def arcade_command(words: str) -> str:
    """Return the command that starts the arcade with `words`, as it is started here.

    >>> arcade_command("games ur")
    'main.py games ur'
    """
    return f"{STARTED_AS} {words}"


def lacks(what: str, package: str, requirements: str) -> str:
    """Return a sentence: `what` needs a `package` that is missing, and how to get it."""
    if FROZEN:
        return (
            f"{what} needs {package}, which is not in this program. Install the arcade into a "
            f"Python of yours, in the folder of this program: `{install_command(requirements)}`."
        )
    command = install_command(requirements)
    return f"{what} needs {package}, which is missing; install it with `{command}`."


def install_command(requirements: str, python: str = sys.executable) -> str:
    """Return the command that installs a file of requirements for `python`.

    Its own pip by its path where that lies below the present folder, as with a virtual environment
    of the project; else whichever Python the shell calls `python`. An installed arcade has the file
    in its own folder. A program with Python inside takes no packages: there the command installs
    the arcade from the file beside the program, and the installed arcade says what it needs.
    """
    if FROZEN:
        return "python -m pip install open_mind_arcade-*.whl"
    if INSTALLED:
        requirements = shlex.quote(str(ROOT / requirements))
    try:
        folder = Path(python).parent.relative_to(Path.cwd())
    except (ValueError, OSError):
        return f"python -m pip install -r {requirements}"
    pip = next((name for name in ("pip", "pip.exe") if (folder / name).is_file()), None)
    start = f"{folder / pip}" if pip else f"{folder / Path(python).name} -m pip"
    return f"{start} install -r {requirements}"


def as_called(text: str) -> str:
    """Return a `text` that names `main.py` with the name by which the arcade is started here."""
    return re.sub(r"(?<![\w/\\])main\.py\b", lambda _: STARTED_AS, text)


_PLAIN_FLAGS: Final = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)


def plain_file(path: Path, append: bool = False) -> BinaryIO:
    """Return the plain file at `path`, to be read, or to `append` to, and made where it is missing.

    Raises `OSError`, for a pipe, a device or a folder too, none of which is waited for.
    """
    write = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    _check_plain(os.stat(path).st_mode if path.exists() else stat.S_IFREG)
    descriptor = os.open(path, _PLAIN_FLAGS | (write if append else os.O_RDONLY), 0o600)
    try:
        _check_plain(os.fstat(descriptor).st_mode)
        return os.fdopen(descriptor, "ab" if append else "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _check_plain(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is not a plain file")


def read_plain(path: Path, most: int) -> bytes:
    """Return the content of the plain file at `path`; raises `OSError` for over `most` bytes."""
    with plain_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        # what the system makes up as it is read has size 0, and may have nothing to say for ever
        content = (file.read(most + 1) or b"") if 0 < size <= most else b""
        if len(content) > most or os.fstat(file.fileno()).st_size > most:
            raise OSError(errno.EFBIG, "It is too large")
        return content


def read_in_time(path: Path, most: int, seconds: float) -> bytes:
    """Return the content of a plain file as `read_plain` reads it, within this number of `seconds`.

    A network disk that is down may never answer: then the thread that asks it is left behind.
    Raises `OSError`, and `TimeoutError`, which is one, where the time was too short.
    """
    reading = Made(lambda: read_plain(path, most))
    reading.wait(seconds)
    if not reading.done:
        raise TimeoutError(errno.ETIMEDOUT, "It does not answer")
    try:
        return reading.found
    except ValueError:
        raise OSError(errno.EINVAL, "It is no name of a file") from None


class Usual(NamedTuple):
    """The usual place of a kind of file below the home folder, by platform, and the variable to
    change it.

    `mac` and `other` are below the home folder; `named` is the variable that names another place
    than `other`. On Windows all stand in the folder of local files.
    """

    mac: tuple[str, ...]
    other: tuple[str, ...]
    named: str


CACHE: Final = Usual(("Library", "Caches"), (".cache",), "XDG_CACHE_HOME")
DATA: Final = Usual(("Library", "Application Support"), (".local", "share"), "XDG_DATA_HOME")


def usual_folder(
    usual: Usual, name: str, environment: Mapping[str, str], platform: str = sys.platform
) -> Path | None:
    """Return the folder `name` at the `usual` place of a `platform`; None where there is no such
    place.

    The `environment` has the home folder, and may name another place.
    """
    home = environment.get("USERPROFILE" if platform == "win32" else "HOME", "")
    if platform == "win32":
        base = environment.get("LOCALAPPDATA") or (home and os.path.join(home, "AppData", "Local"))
    elif platform == "darwin":
        base = home and os.path.join(home, *usual.mac)
    else:
        base = environment.get(usual.named, "")
        if not os.path.isabs(base):
            base = home and os.path.join(home, *usual.other)
    return Path(base) / name if base and os.path.isabs(base) else None


def cache_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """Return the folder for what can be made again, apart from saved data, of a `platform`; None
    where there is none.

    The usual place may be named in the `environment`.
    """
    return usual_folder(CACHE, "open-mind-arcade-cache", environment, platform)
