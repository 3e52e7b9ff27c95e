"""Work beside the window: done to its end, or left at a step."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from games.beside import Beside


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
