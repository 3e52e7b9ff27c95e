"""What a person is told after Guess 2/3: how far it went from the last mean, and how that did."""

from __future__ import annotations

import pytest

from games import catalog
from games.guess.line import Closed
from games.guess.report import report, with_counters
from games.session.course import moments
from games.shell.hooks import AWAY, STRENGTH, TRY, Report
from games.store.past import PastMatch
from games.store.statistics import MatchResult

NAMES = ("You", "Mind")


def rounds(*guesses: tuple[int, int]) -> list[Closed]:
    return [Closed(n, pair, (2, 3)) for n, pair in enumerate(guesses, start=1)]


@pytest.mark.parametrize(
    ("guesses", "told"),
    [
        ([(30, 60), (30, 20)], "You mostly took the last average, times 2/3."),
        ([(30, 60), (20, 20)], "You mostly took the last average, times 2/3, times 2/3."),
        ([(30, 60), (45, 20), (33, 8)], "You mostly took the last average."),
        ([(30, 60)], "One guess gives nothing away yet."),
    ],
)
def test_how_many_steps_somebody_takes_gives_it_away(
    guesses: list[tuple[int, int]], told: str
) -> None:
    brief = report(Report("You lead."), rounds(*guesses), NAMES, (0,)).brief
    assert [insight.title for insight in brief] == [AWAY, STRENGTH, TRY]
    assert brief[0].text == told


def test_how_far_off_somebody_was_is_counted_for_the_line_over_time() -> None:
    result = MatchResult("guess", "mind", "lost", "", 2, 3.0, 5.0)
    counted = with_counters(result, rounds((30, 60), (30, 20)), 0)
    assert counted.counters == {"off": 1333, "rounds": 2}, "0 and 40/3 from the targets"
    row = PastMatch("a", "2026-01-31T14:05:00+00:00", counted, 7, 2)
    (moment,) = moments(catalog.spec("guess"), [row])
    assert moment.value == pytest.approx(6.665)


def test_the_plot_of_ones_own_misses_is_called_by_you() -> None:
    titles = [item.title for item in report(Report(""), rounds((30, 60)), NAMES, (0,)).items]  # type: ignore[union-attr]
    assert "How far off you were" in titles


def test_who_only_watches_is_told_of_nobody() -> None:
    found = report(Report("Mind leads."), rounds((30, 60), (30, 20)), NAMES, ())
    assert found.brief == ()
    assert len(found.lines) == 2
