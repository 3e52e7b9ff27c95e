"""Work beside the window: done to its end, or left at a step."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from games.beside import Beside, Latest


class Counting(Beside):
    """Counts to so many, and at `stop` waits until it may go on."""

    def __init__(self, most: int, stop: int = -1) -> None:
        self.most, self.stop, self.count = most, stop, 0
        self.stands, self.may = threading.Event(), threading.Event()
        super().__init__()

    def steps(self) -> Iterator[None]:
        while self.count < self.most:
            self.count += 1
            if self.count == self.stop:
                self.stands.set()
                self.may.wait(10)
            yield


def test_it_goes_on_to_its_end() -> None:
    counting = Counting(500)
    counting.wait(10)
    assert counting.done
    assert counting.count == 500


def test_it_is_left_at_the_step_at_which_it_is_ended() -> None:
    counting = Counting(500, stop=7)
    assert counting.stands.wait(10)
    assert not counting.done
    counting.end()
    counting.may.set()
    counting.wait(10)
    assert counting.done
    assert counting.count == 7


class Asked:
    """Answers with the length of a word; waits at `stop` until it `may` go on."""

    def __init__(self, stop: str = "") -> None:
        self.stop, self.heard = stop, list[str]()
        self.stands, self.may = threading.Event(), threading.Event()

    def __call__(self, word: str) -> int:
        self.heard.append(word)
        if word == self.stop:
            self.stands.set()
            assert self.may.wait(10)
        if word == "lost":
            raise FileNotFoundError("It is lost.")
        return 100 // (len(word) - 5)


def test_the_newest_question_wins_and_those_between_are_never_asked() -> None:
    asked = Asked(stop="first")
    latest = Latest(asked)
    assert not latest.busy
    for word in ("first", "second", "third one"):
        assert latest.ask(word)
        assert asked.stands.wait(10)
        assert (latest.busy, latest.answer) == (True, None)
    asked.may.set()
    latest.wait(10)
    assert (latest.busy, latest.question, latest.answer) == (False, "third one", 25)
    assert asked.heard == ["first", "third one"]


def test_the_same_question_keeps_its_answer() -> None:
    asked = Asked()
    latest = Latest(asked)
    assert latest.ask("answer")
    latest.wait(10)
    assert not latest.ask("answer")
    latest.wait(10)
    assert (latest.answer, asked.heard) == (100, ["answer"])


def test_a_problem_belongs_to_its_question() -> None:
    latest = Latest(Asked(), OSError)
    latest.ask("lost")
    latest.wait(10)
    assert (latest.busy, latest.answer, latest.problem) == (False, None, "It is lost.")
    latest.ask("answer")
    latest.wait(10)
    assert (latest.answer, latest.problem) == (100, "")


def test_a_fault_does_not_stay_in_the_thread() -> None:
    latest = Latest(Asked(), OSError)
    latest.ask("fifth")
    latest.wait(10)
    for ask in (lambda: latest.answer, lambda: latest.problem, lambda: latest.busy):
        with pytest.raises(ZeroDivisionError):
            ask()
    latest.ask("answer")
    latest.wait(10)
    assert latest.answer == 100


def test_a_question_that_was_dropped_has_no_answer() -> None:
    asked = Asked(stop="answer")
    latest = Latest(asked)
    latest.ask("answer")
    assert asked.stands.wait(10)
    latest.end()
    asked.may.set()
    latest.wait(10)
    assert (latest.busy, latest.question, latest.answer) == (False, None, None)
    latest.ask("answer")
    latest.wait(10)
    assert latest.answer == 100
