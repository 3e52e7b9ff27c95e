"""The conversation with a process: one line for a question, in time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ai.bots import talk
from ai.bots.talk import BotFault, BotLate, Talk, ThreadedTalk

Begin = Callable[[str], Talk]
ECHO = "import sys\nfor line in sys.stdin:\n    print(line.strip(), flush=True)\n"


@pytest.fixture(params=[Talk, ThreadedTalk])
def begin(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Begin]:
    begun: list[Talk] = []

    def start(code: str) -> Talk:
        words = [sys.executable, "-I", "-c", code]
        begun.append(request.param(words, tmp_path, os.environ, tmp_path / "logs" / "x.log"))
        return begun[-1]

    yield start
    for one in begun:
        one.close()


def test_a_question_is_answered_by_a_line(begin: Begin) -> None:
    talking = begin(ECHO)
    assert [talking.ask(f"{n}\n".encode(), 5.0) for n in range(3)] == [b"0", b"1", b"2"]


def test_two_lines_are_one_too_many(begin: Begin) -> None:
    talking = begin(ECHO)

    def ask() -> None:
        talking.ask(b"1\n2\n", 5.0)
        time.sleep(0.2)
        talking.ask(b"3\n", 5.0)

    with pytest.raises(BotFault, match="two lines"):
        ask()


def test_an_answer_that_came_late_is_thrown_away(begin: Begin) -> None:
    code = "import sys, time\nfor line in sys.stdin:\n    time.sleep(float(line))\n"
    talking = begin(code + "    print(line.strip(), flush=True)\n")
    assert talking.ask(b"0\n", 5.0) == b"0"
    with pytest.raises(BotLate, match=r"longer than 0\.1 s"):
        talking.ask(b"0.3\n", 0.1)
    assert talking.ask(b"0.01\n", 5.0) == b"0.01"


def test_an_end_is_noticed_and_what_was_written_before_is_read(begin: Begin) -> None:
    talking = begin("print('{\"failed\": 1}', flush=True)")
    time.sleep(0.3)
    assert talking.ask(b"1\n", 5.0) == b'{"failed": 1}'
    with pytest.raises(BotFault, match="ended its process"):
        begin("").ask(b"1\n", 5.0)


def test_what_is_not_read_does_not_hold_the_arcade(begin: Begin) -> None:
    talking = begin("import time; time.sleep(60)")
    begun = time.monotonic()
    with pytest.raises(BotLate):
        talking.ask(b"x" * 3_000_000 + b"\n", 0.2)
    assert time.monotonic() - begun < 2.0


def test_much_that_is_printed_goes_into_a_log_of_limited_length(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "LONGEST_LOG", 1000)
    code = "import sys\nfor line in sys.stdin:\n    print('x' * 300, file=sys.stderr, flush=True)\n"
    talking = begin(code + "    print(1, flush=True)\n")
    for _ in range(5):
        talking.ask(b"1\n", 5.0)
    talking.close()
    assert (tmp_path / "logs" / "x.log").stat().st_size == 1000


def test_the_end_leaves_time_to_take_leave(begin: Begin, tmp_path: Path) -> None:
    code = "import sys, time\ntold = sys.stdin.read()\ntime.sleep(0.2)\n"
    talking = begin(code + "open('left', 'w').write(told)\n")
    talking.end(b"bye\n", 5.0)
    assert (tmp_path / "left").read_text() == "bye\n"
    hangs = begin("import time; time.sleep(60)")
    begun = time.monotonic()
    hangs.end(b"bye\n", 0.1)
    assert time.monotonic() - begun < 2.0


def test_a_log_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file in the place of the folder")
    words = [sys.executable, "-I", "-c", ECHO]
    talking = Talk(words, tmp_path, os.environ, tmp_path / "logs" / "x.log")
    assert talking.ask(b"1\n", 5.0) == b"1"
    talking.close()


def test_each_match_and_seat_of_one_bot_has_a_log_of_its_own(begin: Begin, tmp_path: Path) -> None:
    code = ECHO.replace("print(", "print(line, file=sys.stderr, flush=True); print(")
    first, second = begin(code), begin(code)
    for word, talking in ((b"a", first), (b"b", second), (b"c", first)):
        talking.ask(word * 40 + b"\n", 5.0)
    first.close()
    second.close()
    logs = [(tmp_path / "logs" / name).read_text().split() for name in ("x.log", "x-2.log")]
    assert (first.log, second.log) == (tmp_path / "logs" / "x.log", tmp_path / "logs" / "x-2.log")
    assert logs == [["a" * 40, "c" * 40], ["b" * 40]]
    third = begin(code)
    third.ask(b"d\n", 5.0)
    third.close()
    assert (tmp_path / "logs" / "x.log").read_text().split() == ["d"], (
        "the last match, in a free log"
    )
