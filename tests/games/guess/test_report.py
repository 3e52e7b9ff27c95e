"""What a person is told after Guess 2/3: how far it went from the last mean, and how that did."""

from __future__ import annotations

import pytest

from games.guess.line import Closed
from games.guess.report import report
from games.shell.hooks import AWAY, STRENGTH, TRY, Report

NAMES = ("You", "Mind")


def rounds(*guesses: tuple[int, int]) -> list[Closed]:
    return [Closed(n, pair, (2, 3)) for n, pair in enumerate(guesses, start=1)]


@pytest.mark.parametrize(
    ("guesses", "told"),
    [
        ([(30, 60), (30, 20)], "You mostly went one step from the last mean."),
        ([(30, 60), (20, 20)], "You mostly went two steps from the last mean."),
        ([(30, 60), (45, 20), (33, 8)], "You mostly went no step from the last mean."),
        ([(30, 60)], "One guess gives nothing away yet."),
    ],
)
def test_how_many_steps_somebody_takes_gives_it_away(
    guesses: list[tuple[int, int]], told: str
) -> None:
    brief = report(Report("You lead."), rounds(*guesses), NAMES, (0,)).brief
    assert [insight.title for insight in brief] == [AWAY, STRENGTH, TRY]
    assert brief[0].text == told


def test_the_plot_of_ones_own_misses_is_called_by_you() -> None:
    titles = [item.title for item in report(Report(""), rounds((30, 60)), NAMES, (0,)).items]  # type: ignore[union-attr]
    assert "How far off you were" in titles


def test_who_only_watches_is_told_of_nobody() -> None:
    found = report(Report("Mind leads."), rounds((30, 60), (30, 20)), NAMES, ())
    assert found.brief == ()
    assert len(found.lines) == 2
