"""The judge of Ur at a game: it joins when it is ready, and is told what it missed."""

from __future__ import annotations

import threading

import pytest

from games import catalog
from games.core import Limit
from games.match import Match
from games.mind import Lines, Note
from games.ur import watch as watching
from games.ur.review import costly_choices
from games.ur.watch import JudgeWatch, new_judge

PARAMS = {"rules": "schultz", "pieces": 2}


def a_match() -> Match[object]:
    players = {seat: catalog.agent("ur", "random").make({}, None) for seat in (0, 1)}
    return Match(catalog.rules("ur"), PARAMS, 3, players)


def test_the_judge_joins_when_it_is_prepared_and_no_sooner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate, judge = threading.Event(), new_judge()
    real = judge.prepare

    def slow(rules: str, pieces: int) -> None:
        assert gate.wait(10)
        real(rules, pieces)

    monkeypatch.setattr(judge, "prepare", slow)
    monkeypatch.setattr(watching, "new_judge", lambda: judge)
    match = a_match()
    watch = JudgeWatch(match, "schultz", 2)
    match.run(Limit(), 6)
    watch.seat()
    assert not watch.seated
    assert judge.steps == []
    gate.set()
    watch.wait()
    assert watch.seated
    assert len(judge.steps) == 6
    match.run(Limit(), 1)
    assert len(judge.steps) == 7
    watch.wait()
    assert len(match.watchers) == 1


def test_the_course_hides_a_throw_that_still_rolls() -> None:
    match = a_match()
    watch = JudgeWatch(match, "schultz", 2)
    watch.wait()
    match.run(Limit())
    course = watch.steps(False)
    assert len(course) == len(match.turns)
    assert watch.steps(True) == course[:-1]
    assert course[-1].light == match.returns[0]
    assert watch.source == ()
    step = costly_choices(watch.judge.steps, (0, 1))[0][1]
    told = watch.weigh(step)
    assert [type(item) for item in told] == [Lines]
    watch.judge.use("finkel", 7)
    assert not watch.judge.exact
    assert watch.source == (f"Estimated by {watch.judge.source}.",)
    assert isinstance(watch.weigh(step)[-1], Note)
