"""Programs of strangers: what of the machine they get, what they leave, and who ends them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games import child, keeper
from games.child import Stranger
from games.paths import ROOT

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no keeper")
linux = pytest.mark.skipif(sys.platform != "linux", reason="told by /proc")
Start = Callable[..., Stranger]
SOON = 20.0
"""Seconds for what comes at once on a free machine."""


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts Python's `code` as a stranger; closes it after the test."""
    made: list[Stranger] = []

    def begin(code: str, **more: Any) -> Stranger:
        made.append(Stranger([sys.executable, "-c", code], **more))
        return made[-1]

    yield begin
    for stranger in made:
        stranger.close()


def runs(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] not in "ZX"


def gone(*processes: int) -> bool:
    """Whether all of these processes end soon."""
    for _ in range(int(SOON / 0.02)):
        if not any(map(runs, processes)):
            return True
        time.sleep(0.02)
    return False


def test_it_is_asked_and_answers_in_its_folder(start: Start, tmp_path: Path) -> None:
    code = "import os, json; print(json.dumps({'is': input(), 'in': os.getcwd()}), flush=True)"
    found = start(code, folder=tmp_path)
    found.send({"do": "this"})
    told = found.take(SOON)
    assert told == {"is": '{"do": "this"}', "in": os.path.realpath(tmp_path)}
    assert found.take(SOON) is None
    assert found.ended
    found.close()
    assert found.ending == "ended its process"


def test_it_gets_no_password_of_the_environment(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPEN_MIND_ARCADE_DATABASE", "ARCADE_SEED", "GITHUB_TOKEN", "AWS_SECRET"):
        monkeypatch.setenv(name, "secret")
    for name in ("LC_TIME", "TMPDIR", "PYTHONPATH"):
        monkeypatch.setenv(name, "/kept")
    told = start("import os, json; print(json.dumps(dict(os.environ)), flush=True)").take(SOON)
    assert told is not None
    assert "secret" not in told.values()
    assert [told[name] for name in ("LC_TIME", "TMPDIR", "PYTHONPATH")] == ["/kept"] * 3
    assert told["PATH"] == os.environ["PATH"]
    assert told["OMP_NUM_THREADS"] == "1"
    known = {*child.KEPT, "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}
    assert all(name in known or name.startswith("LC_") for name in told)


# -- memory --------------------------------------------------------------------------------


@linux
def test_memory_of_a_process_has_a_limit(start: Start) -> None:
    heard: list[str] = []
    code = "print('{}', flush=True)\nx = bytearray(3 << 30)\nprint('{}', flush=True)"
    found = start(code, hear=heard.append)
    assert found.take(SOON) == {}
    assert found.take(SOON) is None
    found.close()
    assert "MemoryError" in "".join(heard)


SHARED = """
import mmap, time
held = mmap.mmap(-1, 300 << 20)
for _ in range(300):
    held.write(bytes(1 << 20))
time.sleep(600)
"""
FORKED = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        held = bytearray(b"x" * (60 << 20))
        time.sleep(600)
time.sleep(600)
"""


@linux
@pytest.mark.parametrize("code", [SHARED, FORKED], ids=["shared", "forked"])
def test_all_processes_have_one_limit_of_memory(
    start: Start, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(keeper, "MEMORY_BYTES", 256 << 20)
    found = start(code)
    assert found.take(SOON) is None
    assert found.ended
    found.close()
    assert found.ending == "took more than 0.25 GiB of memory"


@linux
def test_memory_that_processes_share_counts_once(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "MEMORY_BYTES", 256 << 20)
    code = (
        "import os, time\nheld = bytearray(b'x' * (90 << 20))\n"
        "for _ in range(5):\n    if os.fork() == 0: time.sleep(600)\n"
        "time.sleep(0.7)\nprint('{}', flush=True)\ntime.sleep(600)"
    )
    assert start(code).take(SOON) == {}


@posix
def test_where_proc_tells_nothing_ps_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[1])\nfrom games import keeper\n"
        "os.setpgid(0, 0)\nheld = bytearray(b'x' * (100 << 20))\nprint(keeper.memory_elsewhere())"
    )
    words = [sys.executable, "-c", code, str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert 100 << 20 < int(done.stdout) < 200 << 20
    monkeypatch.setenv("PATH", "/nowhere")
    assert keeper.memory_elsewhere() == 0


# -- its end -------------------------------------------------------------------------------


@linux
@pytest.mark.parametrize("number", ["SIGKILL", "SIGTERM", "SIGSTOP"])
def test_a_program_that_ends_its_parent_ends_itself(start: Start, number: str) -> None:
    code = (
        f"import os, signal, time\nprint('[]'.replace('[]', '{{\"is\": %d}}' % os.getpid()),"
        f" flush=True)\nos.kill(os.getppid(), signal.{number})\ntime.sleep(600)"
    )
    found = start(code)
    told = found.take(SOON)
    assert told is not None
    if number != "SIGSTOP":
        assert found.take(SOON) is None
        assert found.ended
    begun = time.monotonic()
    found.close()
    assert time.monotonic() - begun < 5.0
    assert gone(told["is"])
    assert found.process.returncode is not None


STARTS = """
import json, os, subprocess, sys, time
sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
quiet = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
found = [os.getpid(), subprocess.Popen(sleep).pid]
found.append(subprocess.Popen(sleep, start_new_session=True, **quiet).pid)
if os.fork() == 0:  # one whose parent ends before it
    os.setsid()
    last = subprocess.Popen(sleep, **quiet).pid
    print(json.dumps({"found": [*found, last]}), flush=True)
    os._exit(0)
"""


@linux
@pytest.mark.parametrize("then", ["time.sleep(600)", "sys.exit()"], ids=["closed", "by itself"])
def test_what_it_has_started_ends_with_it(start: Start, then: str) -> None:
    found = start(STARTS + "os.wait()\n" + then)
    told = found.take(SOON)
    assert told is not None
    if then == "sys.exit()":
        assert gone(*told["found"])
    found.close()
    assert gone(*told["found"])


@linux
def test_it_ends_with_an_arcade_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "starts.py").write_text(STARTS + "time.sleep(600)\n")
    code = (
        "import sys, time\nfrom games.child import Stranger\n"
        f"found = Stranger([sys.executable, {str(tmp_path / 'starts.py')!r}])\n"
        "print(found.take(20.0)['found'], flush=True)\ntime.sleep(600)"
    )
    arcade = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert arcade.stdout is not None
    processes = json.loads(arcade.stdout.readline())
    assert len(processes) == 4
    assert all(map(runs, processes))
    arcade.kill()
    arcade.wait()
    arcade.stdout.close()
    assert gone(*processes)


@posix
def test_a_program_that_is_not_there_is_told(start: Start) -> None:
    heard: list[str] = []
    found = Stranger(["/nowhere/at/all"], hear=heard.append)
    assert found.take(SOON) is None
    found.close()
    assert "".join(heard) == "/nowhere/at/all: No such file or directory\n"


# -- what it writes ------------------------------------------------------------------------


def test_what_it_prints_is_cut_and_steers_no_terminal(
    start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    code = (
        "import os\n"
        "os.write(2, '\\x1b[31mred\\x1b]0;title\\x07 \\u202eback\\x9b1m \\t\\xff\\n'.encode())\n"
        "os.write(2, b'\\xff\\xfe')\n"
        "for _ in range(640): os.write(2, b'\\x1b[2J' * (1 << 14))\nprint('{}', flush=True)"
    )
    found = start(code)
    assert found.take(SOON) == {}
    found.close()
    printed = capsys.readouterr().err
    assert printed.startswith("[31mred]0;title back1m \t\xff\n\ufffd\ufffd[2J[2J")
    assert printed.endswith(f"\n(It printed more than {child.MOST_PRINTED:,} characters.)\n")
    assert all(letter.isprintable() or letter in "\n\t" for letter in printed)
    assert len(printed) < child.MOST_PRINTED + 60


def test_lines_that_nobody_takes_fill_no_memory(start: Start) -> None:
    found = start("while True: print('\"' + 'x' * 1_000_000 + '\"', flush=True)")
    with pytest.raises(ValueError, match="no message"):
        found.take(SOON)
    time.sleep(0.5)
    assert found.lines.qsize() <= 4


def test_a_line_without_an_end_ends_the_conversation(start: Start) -> None:
    found = start("import sys\nwhile True: sys.stdout.write('x' * 100_000)")
    with pytest.raises(ValueError, match=r".*"):
        found.take(SOON)
    assert found.take(SOON) is None
    assert found.ended
