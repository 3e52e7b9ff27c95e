"""Starts the service in a process of its own that outlives the window, finds it again, ends it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from games.guess.classroom.calls import Caller, Refused, Unreachable
from games.guess.classroom.replies import BadReply
from games.guess.classroom.room_keys import LOG, MARK, KeptRooms, with_service_of
from games.paths import ROOT, STARTED_AS, install_command, plain_file, python
from games.store.packages import Fetching, missing, wanted

NEEDED: Final = ("aiohttp", "segno")
REQUIREMENTS: Final = "requirements-service.txt"
EVERYBODY: Final = "0.0.0.0"
THIS_MACHINE: Final = "127.0.0.1"
PORTS: Final = (8023, 8024, 8025, 0)
"""Tried in this order, 0 for any that is free: a short number is easy to read from a wall."""
_LONGEST_REASON: Final = 300


class CannotStart(Exception):
    """Raised where the service could not be started; the message gives reason and remedy."""


def install_words() -> str:
    """Return the one command that installs the missing packages of the service, "" where none is
    missing.
    """
    return install_command(REQUIREMENTS) if missing(NEEDED) else ""


def fetch_packages(root: Path) -> Fetching:
    """Begin to fetch the packages of the service beside the window."""
    return Fetching(wanted(REQUIREMENTS, NEEDED), NEEDED, root)


def start_service(root: Path, host: str, kept: KeptRooms) -> KeptRooms:
    """Start the service in the folder `root`, for this machine or for its whole network (`host`).

    It goes on when the window ends. Returns where it is; raises `CannotStart`.
    """
    mark = root / MARK
    try:
        root.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as problem:
        raise CannotStart(f"The folder {root} cannot be written to ({problem.strerror}).") from None
    told = ""
    for port in PORTS:
        line, told = _started(root, host, port, mark)
        if line:
            return _kept(line, kept)
        if "cannot be listened at" not in told:
            break
    with contextlib.suppress(OSError):
        mark.unlink()
    raise CannotStart(told or "The service ended at once; its log is in the folder of saved data.")


def _started(root: Path, host: str, port: int, mark: Path) -> tuple[str, str]:
    """Return the line of the service once it listens, or "" and why it does not."""
    words = python(str(ROOT / "main.py"), "--data-dir", str(root), "serve", "guess")
    words += ["--host", host, "--port", str(port), "--while", str(mark)]
    apart: dict[str, Any] = (
        {"creationflags": 0x00000208}  # detached, in a group of its own
        if os.name == "nt"
        else {"start_new_session": True}
    )
    log = root / LOG
    with plain_file(log, append=True) as errors:
        before = errors.seek(0, os.SEEK_END)
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=ROOT,
            **apart,
        )
    assert process.stdout is not None
    with process.stdout as said:
        line = said.readline(4096).decode("utf-8", "replace")
    if line:
        return line, ""
    process.wait()
    return "", _last_words(log, before)


def _last_words(log: Path, start: int) -> str:
    """Return the last line of the service, without the name of the program."""
    try:
        with plain_file(log) as file:
            file.seek(start)
            lines = file.read(20_000).decode("utf-8", "replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1].removeprefix(f"{STARTED_AS}: ")[:_LONGEST_REASON] if lines else ""


def _kept(line: str, before: KeptRooms) -> KeptRooms:
    try:
        told = json.loads(line)
        url, admin = str(told["url"]), str(told["admin"])
        port = urlsplit(url).port or 0
    except (ValueError, KeyError, TypeError):
        raise CannotStart("The service said something else than where it listens.") from None
    return before._replace(url=url, port=port, admin=admin)


def answers(kept: KeptRooms, root: Path) -> bool:
    """Return whether the service of the folder `root` is there, no other program at its port."""
    if not kept.port:
        return False
    try:
        caller = Caller(kept.here, folder=root)
        healthy = caller.get("/health").get("ok") is True
        caller.close()
    except (Unreachable, Refused, BadReply):
        return False
    return healthy


def running(kept: KeptRooms, root: Path) -> KeptRooms | None:
    """Return where the service of the folder `root` runs, by whomever it was started; else None."""
    places = (kept, with_service_of(root, kept))
    return next((place for place in dict.fromkeys(places) if answers(place, root)), None)


def can_end(root: Path) -> bool:
    """Return whether the arcade started the service of a folder, and can end it."""
    return (root / MARK).exists()


def end_service(root: Path) -> None:
    """Let the service end: what it acknowledged stays, and it goes on when it is started again."""
    with contextlib.suppress(OSError):
        (root / MARK).unlink()
