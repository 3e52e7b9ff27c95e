"""A private accessibility bus with a screen, the arcade on it, and a client that listens."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from games.paths import ROOT

LAUNCHER: Final = "/usr/libexec/at-spi-bus-launcher"
SYSTEM_PYTHON: Final = "/usr/bin/python3"
CLIENT: Final = ROOT / "tests" / "support" / "atspi_client.py"
PACKAGES: Final = "apt-get install xvfb dbus at-spi2-core python3-gi gir1.2-atspi-2.0"
PATIENCE: Final = 30.0
_BUS = """
{launcher} --launch-immediately 2>/dev/null &
for _ in $(seq 50); do
  gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
    --method org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled '<true>' && break
  sleep 0.1
done >/dev/null 2>&1
echo "$DBUS_SESSION_BUS_ADDRESS"
cat >/dev/null
"""
"""What runs in the private session: the launcher of the bus, until its standard input closes."""


def why_not() -> str:
    """Why there can be no bus here, "" where there can be one."""
    for tool in ("Xvfb", "dbus-run-session", "gdbus"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed; {PACKAGES}"
    if not Path(LAUNCHER).exists():
        return f"at-spi2-core is not installed; {PACKAGES}"
    if find_spec("accesskit") is None:
        return "accesskit is not installed; pip install -r requirements-access.txt"
    asked = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    done = subprocess.run([SYSTEM_PYTHON, "-c", asked], capture_output=True, check=False)
    return "" if done.returncode == 0 else f"gi has no Atspi; {PACKAGES}"


@contextmanager
def running(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """A process in a group of its own, which ends with the block."""
    process = subprocess.Popen(command, text=True, start_new_session=True, **more)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def private_bus() -> Iterator[dict[str, str]]:
    """The environment of a session with an accessibility bus and a screen of its own."""
    read, write = os.pipe()
    screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    session = ["dbus-run-session", "--", "bash", "-c", _BUS.format(launcher=LAUNCHER)]
    quiet = {"stderr": subprocess.DEVNULL}
    with running(screen, pass_fds=(write,), **quiet):
        os.close(write)
        with os.fdopen(read) as number:
            display = f":{number.readline().strip()}"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "DBUS_"))}
        kept |= {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with running(session, env=kept, **pipes, **quiet) as bus:
            assert bus.stdout is not None
            yield {**kept, "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}


class Ear:
    """A player who has the accessibility bus and nothing else."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.heard: list[tuple[float, str]] = []

    def ask(self, **request: str) -> Any:
        """The answer of the client to a request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def listen(self) -> list[tuple[float, str]]:
        """What was announced since, each with its time; all of it stays in `heard`."""
        new = [(when, words) for when, words in self.ask(do="heard")]
        self.heard += new
        return new

    def until(self, there: Callable[[], Any], what: str) -> Any:
        """What `there` returns once it is true; AssertionError after `PATIENCE` seconds."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := there():
                return found
            time.sleep(0.02)
        raise AssertionError(f"{what} did not come; the window has {self.names()}")

    def nodes(self) -> list[list[Any]]:
        """All nodes of the window, from top to bottom."""
        found: list[list[Any]] = []

        def take(node: list[Any]) -> None:
            found.append(node)
            for child in node[4]:
                take(child)

        tree = self.ask(do="tree")
        if tree is not None:
            take(tree)
        return found

    def names(self) -> list[str]:
        """The names of all nodes."""
        return [node[1] for node in self.nodes() if node[1]]

    def press(self, name: str, role: str = "push button") -> None:
        """Press what has this name, once it is there."""
        self.until(lambda: self.ask(do="press", role=role, name=name) is not None, name)

    def comes(self, name: str, seconds: float) -> bool:
        """Whether a node of this name is there before so many seconds have passed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if name in self.names():
                return True
        return False

    def waits_for(self, name: str) -> None:
        """Wait until a node has this name, or begins with it."""
        self.until(lambda: any(found.startswith(name) for found in self.names()), name)


@contextmanager
def played_by_ear(folder: Path, *words: str) -> Iterator[Ear]:
    """The arcade, and a client of the bus that is all that it is known by."""
    with private_bus() as environment:
        client = [SYSTEM_PYTHON, str(CLIENT)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        arcade = [sys.executable, "main.py", *words, "--data-dir", str(folder)]
        with (
            running(client, env=environment, stderr=subprocess.DEVNULL, **pipes) as process,
            running(arcade, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL),
        ):
            yield Ear(process)
