"""What is kept of a match of Set: counts, and a best time where there is one."""

from __future__ import annotations

import dataclasses

import pytest

from games.set.model import Race
from games.set.report import best_words, earlier_paces, with_counts
from games.set.rules.cards import NUMBERS
from games.set.scene import Scene
from games.store.statistics import MatchResult
from tests.support.hands import Rig, open_for_record, until
from tests.support.set_scene import racing

SET = tuple(NUMBERS[name] for name in ("0000", "0001", "0002"))
TAKEN = Race(SET, (SET,), 0, 4000, "set", 0, SET)
GIVEN_UP = TAKEN._replace(result="given_up", seat=None, cards=(), ms=1500)
PLAIN = MatchResult("set", "nobody", "won")


def counted(*races: Race, hinted: int = 0, alone: bool = True) -> MatchResult:
    return with_counts(PLAIN, races, (len(races), 0), hinted, alone)


def test_who_plays_alone_has_a_time_that_counts_tables_given_up_too() -> None:
    found = counted(TAKEN, GIVEN_UP, TAKEN)
    assert (found.best, found.lower_is_better) == (9.5, True)
    assert found.best_text == "3 sets in 9.5 s"
    assert found.rounds == 3
    assert found.counters == {
        "sets": 3,
        "sets_other": 0,
        "tenths": 80,
        "hinted": 0,
        "seconds": 10,
    }


@pytest.mark.parametrize(
    "found",
    [
        counted(TAKEN, hinted=1),
        counted(TAKEN, alone=False),
        counted(TAKEN, GIVEN_UP._replace(ms=None)),
        counted(TAKEN, GIVEN_UP._replace(result="void")),
    ],
)
def test_there_is_none_with_hints_with_another_or_after_a_look(found: MatchResult) -> None:
    assert found.best is None


def sprint(rig: Rig, seconds: float) -> Scene:
    """A junior deck played alone, one set taken after so many seconds and the rest given up."""
    made = open_for_record(rig.app, "set", "nobody", 5, {"mode": "junior"})
    assert isinstance(made, Scene)
    rig.show(made)
    until(rig.app, lambda: racing(made))
    made.session.raced = seconds
    while not made.match.over:
        if racing(made):
            made.acts.give_up(0)
        rig.frames(1, 0.5)
    return made


def test_the_best_time_is_kept_by_the_rules_of_a_match(rig: Rig) -> None:
    slow = sprint(rig, 9.0)
    until(rig.app, lambda: rig.app.top is not slow)
    quick = sprint(rig, 2.0)
    until(rig.app, lambda: rig.app.top is not quick)
    result = quick.result(0)
    assert result is not None
    assert result.best is not None
    assert best_words(quick.session, result).startswith("Your best time by these rules:")
    worse = dataclasses.replace(result, best=result.best + 60)
    assert "is " + best_words(quick.session, result)[31:] in best_words(quick.session, worse)
    other = dataclasses.replace(result, options="mode=normal")
    assert best_words(quick.session, other) == ""
    assert earlier_paces(quick.session) == [], "no set was taken"
