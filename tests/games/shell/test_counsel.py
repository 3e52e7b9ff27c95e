"""A hint opens in two steps, is thought over once, and closes with its choice."""

from __future__ import annotations

import threading

from games.shell.counsel import ALL, CLOSED, SENTENCE, Counsel


def test_a_hint_is_a_sentence_then_all_then_closed() -> None:
    heard: list[str] = []
    counsel = Counsel(lambda view: heard.append(view) or len(view))
    seen = []
    for _ in range(4):
        counsel.hint("view")
        counsel.wait()
        seen.append(counsel.showing)
    assert seen == [SENTENCE, ALL, CLOSED, SENTENCE]
    assert (counsel.answer, counsel.view, counsel.asked, heard) == (4, "view", 1, ["view"])


def test_two_quick_hints_are_thought_over_one_after_the_other() -> None:
    """An adviser is one mind: it never thinks of two views at once."""
    thinks, most, may = [0], [0], threading.Event()

    def think(view: str) -> str:
        thinks[0] += 1
        most[0] = max(most[0], thinks[0])
        may.wait(10)
        thinks[0] -= 1
        return view

    counsel = Counsel(think)
    for view in ("first", "second"):
        counsel.hint(view)
        assert counsel.thinking
        counsel.forget()
        assert not counsel.thinking
    counsel.hint("second")
    may.set()
    counsel.wait()
    assert (counsel.answer, counsel.asked, most) == ("second", 2, [1])


def test_a_problem_goes_with_its_view() -> None:
    counsel = Counsel({"known": 1}.__getitem__, KeyError)
    counsel.hint("lost")
    counsel.wait()
    assert (counsel.problem, counsel.answer, counsel.thinking) == ("'lost'", None, False)
    counsel.forget()
    counsel.hint("known")
    counsel.wait()
    assert (counsel.problem, counsel.answer) == ("", 1)
