"""Judged choices of a null game: what is asked, grades, the course, and what the judge has seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import pytest

from games.agents import WIN_CHANCE, Advice, Judged, Weighed
from games.arrays import BadWeights
from games.core import CHANCE, Event, Game, Moves, Turn
from games.judging import (
    Asked,
    Chapter,
    ChoiceWords,
    Found,
    Judging,
    accuracy,
    best_moment,
    costliest,
    counts,
    course,
    mean_loss,
    shares,
)
from games.moments import MoveChosen
from games.spec import GameSpec, Seat


class Coin(NamedTuple):
    """How many turns were played, and how often the first seat was right."""

    turn: int = 0
    right: int = 0


class Coins(Game[Coin]):
    """A coin is thrown, seat 0 says left or right, seat 1 has one move; twice."""

    spec = GameSpec("coins", "Coins", "", "sky", (Seat("One"), Seat("Two")))

    def new(self, params: Any, start: Any = None) -> Coin:
        return Coin()

    def to_act(self, state: Coin) -> tuple[int, ...]:
        return () if state.turn == 6 else ((CHANCE,), (0,), (1,))[state.turn % 3]

    def legal(self, state: Coin, seat: int) -> Collection[str]:
        if seat not in self.to_act(state):
            return ()
        return {CHANCE: ("heads", "tails"), 0: ("left", "right"), 1: ("go",)}[seat]

    def apply(self, state: Coin, moves: Moves) -> tuple[Coin, tuple[Event, ...]]:
        ((seat, move),) = moves.items()
        hidden = (Event("peek", {}, (0,)),) if seat == CHANCE else ()
        right = state.right + (move == "right")
        return Coin(state.turn + 1, right), (Event("said", {"move": move}), *hidden)

    def returns(self, state: Coin) -> tuple[float, ...]:
        return (float(state.right == 2), float(state.right < 2))


TURNS: tuple[Turn, ...] = (
    ((CHANCE, "heads"),),
    ((0, "left"),),
    ((1, "go"),),
    ((CHANCE, "tails"),),
    ((0, "right"),),
    ((1, "go"),),
)


class Seer:
    """Right is worth 0.8, left 0.3; it notes what it was told before each question."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.at: list[tuple[str, ...]] = []

    def begin(self, seats: tuple[int, ...], *rest: object) -> None:
        assert seats == ()
        self.heard.append("begin")

    def observe(self, events: Sequence[Event]) -> None:
        self.heard += [str(event.data.get("move", event.kind)) for event in events]

    def judge(self, state: Coin, seat: int, move: str, seed: int = 0) -> Judged:
        self.at.append(tuple(self.heard))
        rows = (Weighed("right", "to the right", 0.8), Weighed("left", "to the left", 0.3))
        value = {"right": 0.8, "left": 0.3}[move]
        return Judged(seat, move, WIN_CHANCE, 0.8, value, "right", 0.8 - value, actions=rows)

    def hint(self, view: Coin, seed: int = 0) -> Advice:
        return Advice("", ())


def judged(lost: float, seat: int = 0, error: float = 0.0, worst: float = 0.0) -> Found:
    """A choice that lost so much, of which the worst move would have lost `worst`."""
    rows = (Weighed("best", "best", 0.9), Weighed("worst", "worst", 0.9 - worst))
    found = Judged(seat, "m", WIN_CHANCE, 0.9, 0.9 - lost, "best", lost, error, actions=rows)
    return Found(Asked(MoveChosen(0, None, seat, "m"), 0, 1, 1, 2), found)


def test_choices_between_several_moves_are_judged_with_what_was_to_be_seen_before_them() -> None:
    seer = Seer()
    judging = Judging(Coins(), {}, TURNS, ChoiceWords(), lambda: seer)  # type: ignore[arg-type,return-value]
    judging.wait(5.0)
    assert judging.done
    assert judging.share == 1.0
    assert judging.whole(0)
    asked = [(f.asked.choice.turn, f.asked.number, f.asked.place) for f in judging.found]
    assert asked == [(1, 1, 1), (4, 2, 3)], "forced moves count among the places and are not asked"
    assert seer.at == [
        ("begin", "heads"),
        ("begin", "heads", "left", "go", "tails"),
    ], "a watcher is told what a watcher may see, and no more"
    assert [f.asked.options for f in judging.found] == [2, 2]
    assert ChoiceWords().move(judging.found[0].judged, "left") == "to the left"


def test_luck_and_choices_add_up_to_the_end_for_both_seats() -> None:
    judging = Judging(Coins(), {}, TURNS, ChoiceWords(), Seer)  # type: ignore[arg-type]
    judging.wait(5.0)
    chapter = judging.chapter(0)
    assert (chapter.start, chapter.ended) == ((0.5, 0.5), (0.0, 1.0))
    own = course(judging.found, 0, chapter)
    assert own.values == pytest.approx((0.5, 0.8, 0.3, 0.8, 0.8, 0.0))
    assert own.places == (-1, 0, 0, 1, 1, -1)
    assert own.own == pytest.approx(-0.5)
    assert own.others == 0.0
    assert own.values[0] + own.luck + own.own + own.others == pytest.approx(0.0)
    other = course(judging.found, 1, chapter)
    assert (other.own, other.others) == pytest.approx((0.0, 0.5))
    assert other.luck == pytest.approx(-own.luck)
    assert course((), 0, Chapter()) == ((), (), 0.0, 0.0, 0.0)


def test_grades_follow_the_measure_and_losses_within_the_error_have_none() -> None:
    losses = (0.0, 0.0049, 0.005, 0.02, 0.05, 0.1)
    assert [judged(lost).grade for lost in losses] == [0, 0, 1, 2, 3, 4]
    assert [judged(lost).costly for lost in losses] == [False, False, False, True, True, True]
    assert judged(0.05, error=0.03).grade == 0
    assert judged(0.07, error=0.03).grade == 3
    assert not judged(0.07, error=0.034).costly, "what is left of it is less than any grade"
    assert counts([judged(lost) for lost in losses]) == (2, 1, 1, 1, 1)


def test_the_costliest_the_best_moment_accuracy_and_means() -> None:
    found = [judged(0.03, worst=0.5), judged(0.2, worst=0.4), judged(0.0, worst=0.1), judged(0.0)]
    assert [each.judged.lost for each in costliest(found, 5)] == [0.2, 0.03]
    assert costliest(found, 1) == [found[1]]
    assert accuracy(found) == pytest.approx(1 - 0.23 / 1.0)
    assert accuracy([judged(0.0)]) is None, "nothing was at stake"
    assert best_moment(found) is found[2]
    assert best_moment(found[:2]) is None
    assert mean_loss(found) == pytest.approx(0.0575)
    assert mean_loss([]) is None
    assert shares([3.0, 1.0, 3.0]) == (0.5, 0.0, 0.5)


def test_a_judge_without_its_weights_is_a_problem_in_words() -> None:
    def lost() -> Any:
        raise BadWeights("The weights are lost.")

    judging = Judging(Coins(), {}, TURNS, ChoiceWords(), lost)
    judging.wait(5.0)
    assert judging.problem == "The weights are lost."
    assert judging.began
    assert not judging.found
    assert not judging.whole(0)


def test_each_chapter_counts_its_own_choices() -> None:
    class Halves(ChoiceWords):
        def chapters(self, moments: Any) -> list[Chapter]:
            return [Chapter("First", 0), Chapter("Second", 3)]

    judging = Judging(Coins(), {}, TURNS, Halves(), Seer)  # type: ignore[arg-type]
    judging.wait(5.0)
    assert [(f.asked.chapter, f.asked.number) for f in judging.found] == [(0, 1), (1, 1)]
    assert judging.in_chapter(1) == judging.found[1:]
    assert not judging.chapter(1).ended
