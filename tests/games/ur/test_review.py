"""The report on a game of Ur: luck and skill, the costliest choices, and how they are told."""

from __future__ import annotations

import functools
import math
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.core import Limit
from games.match import Match
from games.mind import Bars, Lines
from games.session.starting import make_setup
from games.ur.asks import JudgedStep
from games.ur.coach.grades import choices
from games.ur.review import copy_text, match_result, report
from games.ur.rules import State, position
from tests.support.hands import Rig


@functools.cache
def judged(seed: int, rules: str = "schultz", pieces: int = 2) -> tuple[Any, Match[Any]]:
    players = {s: catalog.agent("ur", "greedy").make({}, None) for s in (0, 1)}
    params = {"rules": rules, "pieces": pieces}
    match: Match[Any] = Match(catalog.rules("ur"), params, seed, players)
    judge = catalog.models("ur")[0].make({}, None)
    match.watch(judge)
    match.run(Limit())
    return judge, match


def test_luck_and_skill_add_up_to_the_result_and_luck_has_no_mean() -> None:
    luck = []
    for seed in range(30):
        judge, match = judged(seed)
        won = match.returns[0]
        assert judge.exact
        total = judge.first + judge.luck(0) + judge.skill(0)
        assert total == pytest.approx(won, abs=1e-9)
        assert judge.luck(0) == pytest.approx(-judge.luck(1))
        luck.append(judge.luck(0))
        moves = [step for step in judge.steps if step.kind == "move"]
        assert all(step.change <= 2e-5 for step in moves)
    mean = sum(luck) / len(luck)
    spread = math.sqrt(sum((x - mean) ** 2 for x in luck) / (len(luck) - 1) / len(luck))
    assert abs(mean) < 4 * spread


def test_the_report_names_the_costliest_mistake_and_the_better_move() -> None:
    judge, match = judged(4, pieces=4)
    found = report(match.state, judge, ("Ada", "Greedy"), (0,))
    lines = next(item for item in found.items if isinstance(item, Lines))
    costs = [value for _, value in lines.rows]
    worst = max(-step.change for step in judge.steps if step.kind == "move" and step.seat == 0)
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == pytest.approx(worst)
    assert "Better:" in lines.rows[0][0]
    accounts = next(item for item in found.items if isinstance(item, Bars))
    start = 100 * judge.first
    assert start + sum(accounts.values) == pytest.approx(100 * match.returns[0], abs=1e-6)
    both = report(match.state, judge, ("A", "B"), ())
    assert sum(isinstance(item, Lines) for item in both.items) >= 1
    assert both.outcome == "drawn"


def test_the_report_names_the_rolls_that_counted_most() -> None:
    judge, match = judged(4, pieces=4)
    found = report(match.state, judge, ("Ada", "Greedy"), (1,))
    rolls = next(i for i in found.items if isinstance(i, Lines) and "rolls" in i.title)
    by_size = sorted((s for s in judge.steps if s.kind == "roll"), key=lambda s: -abs(s.change))
    signed = [100 * s.change * (1 if s.seat == 1 else -1) for s in by_size[:3]]
    assert [value for _, value in rolls.rows] == pytest.approx(signed)
    thrown = [step for step in judge.steps if step.kind == "roll"]
    numbers = [thrown.index(step) + 1 for step in by_size[:3]]
    assert [row.split(":")[0] for row, _ in rolls.rows] == [f"Turn {n}" for n in numbers]


class Seen:
    """A judge that saw two throws and two choices."""

    exact, source = True, ""
    first = 0.516

    def __init__(self, dice: float, own: float, others: float) -> None:
        before = position("finkel", 2, 0, (((3, 5), 0), ((4,), 1)))._replace(
            roll=1, moves=("3", "5")
        )
        light = self.first + dice
        self.steps = [
            JudgedStep("roll", 0, light, dice, "1", "", before),
            JudgedStep("move", 0, light + own, own, "3", "5", before, (0.5 + own, 0.5)),
            JudgedStep("move", 1, light + own + others, -others, "3", "5", before, (0.5, 0.5)),
        ]

    def luck(self, seat: int) -> float:
        return self.steps[0].change * (1 if seat == 0 else -1)


def told(dice: float, own: float, others: float, humans: tuple[int, ...] = (0,)) -> Any:
    end: State = position("finkel", 2, 0, (((3,), 0), ((), 1)))
    return report(end, Seen(dice, own, others), ("Ada", "Net"), humans)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("dice", "own", "others", "sentence", "brief"),
    [
        (
            -0.4,
            -0.126,
            0.01,
            "52% to 0%: your dice took 40 points from you, ",
            "gave your opponent 40%",
        ),
        (0.1, -0.2, 0.1, "52% to 52%: your dice gave 10 points to you, ", "gave you 10%"),
        (0.0, -0.2, 0.2, "52% to 52%: your dice came out even, ", "came out even"),
    ],
)
def test_what_was_given_and_taken_is_said_without_a_sign(
    dice: float, own: float, others: float, sentence: str, brief: str
) -> None:
    found = told(dice, own, others)
    assert sentence in found.lines[1]
    assert not {"+", "-", "\N{MINUS SIGN}"} & {*found.lines[1]}
    cost = f"Mistakes cost you {-100 * own:.0f}%; lucky rolls {brief}"
    assert found.brief[1].text.endswith(f"{cost}.")


def test_the_dice_of_each_side_are_told_apart() -> None:
    seen = Seen(-0.03, -0.1, 0.0)
    seen.steps.append(seen.steps[0]._replace(seat=1, change=-0.13))
    end: State = position("finkel", 2, 0, (((3,), 0), ((), 1)))
    found = report(end, seen, ("Ada", "Net"), (0,))  # type: ignore[arg-type]
    assert found.brief[1].text.endswith("lucky rolls gave your opponent 3%.")
    assert "your dice took 3 points from you, Net's dice gave 13 to you, " in found.lines[1]


@pytest.mark.parametrize(
    ("made", "words"), [(9, "Mistakes"), (10, "Strong, 0% accuracy. Mistakes")]
)
def test_play_is_called_nothing_before_ten_choices(made: int, words: str) -> None:
    seen = Seen(0.0, -0.01, 0.0)
    seen.steps += [seen.steps[1]] * (made - 1)
    end: State = position("finkel", 2, 0, (((3,), 0), ((), 1)))
    found = report(end, seen, ("Ada", "Net"), (0,))  # type: ignore[arg-type]
    assert found.brief[1].text.startswith(words)


@pytest.mark.parametrize(("others", "end"), [(0.012, "took 12 from"), (0.132, "came out even")])
def test_the_points_that_are_told_add_up(others: float, end: str) -> None:
    """52 - 40 - 12 is 0 as it is told, though the choices were worth -11.4 points."""
    dice, own = -0.4, -0.126
    words = told(dice, own, others).lines[1]
    assert words.endswith(f"the choices of both sides {end} you." if "took" in end else f"{end}.")


def test_the_accounts_are_called_by_whose_they_are() -> None:
    for humans, labels in (
        ((0,), ("Your dice", "Your choices", "Net's dice", "Net's choices")),
        ((1,), ("Your dice", "Your choices", "Ada's dice", "Ada's choices")),
        ((), ("Ada's dice", "Ada's choices", "Net's dice", "Net's choices")),
    ):
        bars = next(i for i in told(-0.1, -0.2, 0.1, humans).items if isinstance(i, Bars))
        assert bars.labels == labels
        sign = -1 if humans == (1,) else 1
        assert bars.values[labels.index("Ada's choices" if humans != (0,) else "Your choices")] == (
            pytest.approx(-20.0 * sign)
        )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_game_without_a_clipboard_is_a_file_for_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.ur.review.to_clipboard", lambda text: False)
    rig = Rig(tmp_path / "data")
    told: list[str] = []
    rig.app.library.create("Ada")
    path = tmp_path / "data" / "ur-game.txt"
    os.mkfifo(path)  # which nobody reads
    thread = threading.Thread(target=lambda: told.append(copy_text(rig.app, "a game")), daemon=True)
    thread.start()
    thread.join(20)
    assert told == [f"There is no clipboard here; the game is in {path}."]
    assert path.read_text() == "a game"
    assert path.stat().st_mode & 0o077 == 0


def test_a_result_counts_choices_and_those_that_cost_less_than_a_slip() -> None:
    judge, match = judged(4, pieces=4)
    setup = make_setup("ur", "greedy", 4, match.params, False, "human")
    found = match_result(setup, match.state, len(match.turns), 0, judge.steps)
    assert found is not None
    made = [choice.lost for choice in choices(judge.steps, 0)]
    right = sum(lost < 0.02 for lost in made)
    assert 0 < right < len(made)
    assert found.counters == {"turns": len(match.turns), "choices": len(made), "right": right}
    unjudged = match_result(setup, match.state, len(match.turns), 0)
    assert unjudged is not None
    assert unjudged.counters == {"turns": len(match.turns)}
