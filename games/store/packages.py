"""Packages that play does without: whether they are there, and how pip fetches them.

They go into the environment of this Python. Where that cannot be written to, or belongs to the
system, they go into a folder among the saved data, from where they are found again. That folder
gets its name once it is whole, so that half a download is never used.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from games.beside import Beside
from games.paths import ROOT, python

FOLDER: Final = f"packages-{sys.version_info.major}.{sys.version_info.minor}"
"""The folder among the saved data; another version of Python cannot use what is in it."""
MANY: Final = 11
"""Packages that come with the two of the service, counted with aiohttp 3.14; only for the bar."""
_FETCHED: Final = 0.85
"""The share of the bar for fetching; the rest is for the files."""
_SECONDS, _AGAIN = "10", "1"
_LEFT: Final = 3600.0
"""Seconds after which half a download belongs to no window any more; chosen by hand."""
_LAST: Final = 60
"""Lines of pip that are kept for the reason of a failure."""
_NO_NETWORK: Final = re.compile(
    r"name resolution|name or service|connection|unreachable|timed? ?out|proxy|ssl|getaddrinfo"
)
_NO_PLACE: Final = re.compile(r"no space left|permission denied|read-only file|errno 13|disk quota")
_NOT_THERE: Final = re.compile(r"no matching distribution|could not find a version")


def missing(names: Sequence[str]) -> list[str]:
    """Return which of these modules are not there, looking anew: a moment ago counts."""
    importlib.invalidate_caches()
    return [name for name in names if importlib.util.find_spec(name) is None]


def look_in(root: Path) -> None:
    """Find packages in the folder `root` of saved data, too; the environment's own go first."""
    folder = str(root / FOLDER)
    if _is_own(folder) and folder not in sys.path:
        sys.path.append(folder)


def _is_own(folder: str) -> bool:
    """Return whether a folder is there in which nobody else can put a program."""
    try:
        found = os.stat(folder)
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode) or os.name != "posix":
        return stat.S_ISDIR(found.st_mode)
    return found.st_uid in (0, os.getuid()) and not found.st_mode & stat.S_IWOTH


def _put(fresh: Path, folder: Path) -> None:
    """Give a whole folder its name; what had that name goes. Raises `OSError`."""
    old = fresh.with_suffix(".old")
    with contextlib.suppress(FileNotFoundError):
        os.rename(folder, old)
    os.rename(fresh, folder)
    shutil.rmtree(old, ignore_errors=True)


def _clear(root: Path) -> None:
    """Remove what fetching left that was killed long ago."""
    for left in root.glob(f".{FOLDER}-*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _LEFT:
                shutil.rmtree(left, ignore_errors=True)


def wanted(requirements: str, names: Sequence[str]) -> list[str]:
    """Return the lines for the packages `names` in a file of requirements."""
    lines = (ROOT / requirements).read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if re.split(r"[\[<>=~! ]", line)[0] in names]


def own_environment() -> bool:
    """Return whether packages can go into the environment of this Python."""
    managed = Path(sysconfig.get_path("stdlib")) / "EXTERNALLY-MANAGED"
    free = sys.prefix != sys.base_prefix or not managed.exists()
    return free and os.access(sysconfig.get_path("purelib"), os.W_OK)


class Fetching(Beside):
    """Fetches packages into the environment, or among the saved data in `root`.

    `share` and `doing` say how far it is. Once it is done, `problem` is one sentence, "" for none.
    """

    def __init__(self, lines: Sequence[str], names: Sequence[str], root: Path) -> None:
        """Begin: the `lines` are requirements, the `names` the modules that shall be there."""
        self.share, self.doing, self.problem = 0.0, "Looking for the packages …", ""
        self._lines, self._names, self._root = list(lines), list(names), root
        self._process: subprocess.Popen[str] | None = None
        self._fresh = root / f".{FOLDER}-{os.urandom(6).hex()}"
        super().__init__()

    def command(self) -> list[str]:
        """Return the command that fetches the packages."""
        flags = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
        flags += ["--retries", _AGAIN, "--timeout", _SECONDS]
        if not own_environment():
            flags += ["--target", str(self._fresh)]
        return python("-P", "-m", "pip", "install", *flags, *self._lines)

    def steps(self) -> Iterator[None]:
        """Run pip line by line."""
        if importlib.util.find_spec("pip") is None:
            self.problem = "This Python has no pip. Install pip, then press again."
            return
        said: list[str] = []
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            _clear(self._root)
            self._process = subprocess.Popen(
                self.command(), cwd=self._root, env={**os.environ, "PIP_USER": "0"}, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                encoding="utf-8", errors="replace",
            )  # fmt: skip
        except OSError as error:
            self.problem = f"pip cannot be started ({error.strerror or error})."
            return
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                said = [*said, line.strip()][-_LAST:]
                self._note(line)
                yield
        failed = self._process.wait()
        look_in(self._root)  # another window may have been faster
        if not failed and missing(self._names) and self._fresh.is_dir():
            try:
                _put(self._fresh, self._root / FOLDER)
            except OSError as error:
                said.append(f"ERROR: {error.strerror or error}")
                failed = 1
            look_in(self._root)
        shutil.rmtree(self._fresh, ignore_errors=True)
        lacking = missing(self._names)
        if failed or lacking:
            self.problem = reason(said) if failed else f"{lacking[0]} is still missing."
        self.share = 1.0

    def _note(self, line: str) -> None:
        """Take a line of pip: a package that was found, or the beginning of the end."""
        begun, _, rest = line.strip().partition(" ")
        if begun in ("Collecting", "Processing", "Requirement"):
            self.share = min(_FETCHED, self.share + _FETCHED / MANY)
        if begun == "Collecting":
            self.doing = f"Fetching {re.split(r'[^A-Za-z0-9_-]', rest)[0]} …"
        if begun == "Installing":
            self.share, self.doing = max(self.share, _FETCHED), "Writing the packages …"

    def end(self) -> None:
        """Stop: what is half there is fetched anew the next time."""
        super().end()
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()


def reason(said: Sequence[str]) -> str:
    """Return in one sentence why pip failed, from the last lines that it said.

    >>> reason(["Retrying after connection broken by 'NewConnectionError'"])
    'The packages did not come. Is this computer on the internet? Then press again.'
    """
    text = "\n".join(said).lower()
    if _NO_PLACE.search(text):
        return "The packages cannot be written: there is no room or no permission for them."
    if _NO_NETWORK.search(text):
        return "The packages did not come. Is this computer on the internet? Then press again."
    if _NOT_THERE.search(text):
        return "The package index has no such package for this Python."
    last = next((line for line in reversed(said) if line.startswith("ERROR")), "")
    last = last.removeprefix("ERROR:").strip() or "pip failed"
    return f"The packages were not installed: {last[:200]}"
