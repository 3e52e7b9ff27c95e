"""The page at the end tells who won by what, and what to try."""

from __future__ import annotations

from typing import Any

from games import catalog
from games.core import Event
from games.ra.report import ADVICE, WITHOUT, by_source, report, with_counters
from games.ra.rules.scoring import SOURCES, Breakdown
from games.shell.hooks import TRY, Report
from games.shell.pages.result import MOST_WORDS, PLOT_WORDS, REPLAY, first_words, words_in
from games.store.statistics import MatchResult

NAMES = ("You", "Scribe", "Farmer")


def epoch(number: int, *rows: tuple[int, ...]) -> Event:
    """An epoch's end with these points by source, from 10 for everybody."""
    found = [Breakdown(*row).plain() for row in rows]
    data: dict[str, Any] = {"epoch": number, "breakdown": found}
    return Event("epoch", {**data, "after": [10 + own["total"] for own in found]})


EVENTS = [epoch(1, (5, 0, -5, 0, 3, 0, 0), (-2, 4, 5, 0, 0, 0, 0), (-2, 0, 10, 2, 0, 0, 0))]


def test_it_says_what_cost_most_and_what_to_try() -> None:
    found = report(EVENTS, NAMES, 0, 2)
    assert (found.headline, found.outcome) == ("Farmer wins", "lost")
    assert found.brief[0].text == "Civilizations: 12 points below the others' average."
    assert found.brief[2].text == WITHOUT["civilizations"][1]
    assert found.lines[0] == "After epoch 1: Farmer 20, Scribe 17, You 13."
    assert "You: pharaohs +5, civilizations -5, gold +3." in found.lines
    assert report(EVENTS, NAMES, 0, 0).headline == "You win"
    early = report([], NAMES, 0, -1)
    assert early.headline == "The game was ended early"
    assert early.brief[0].text.startswith("Nothing yet")
    assert early.brief[2].text not in ADVICE.values(), "who has played nothing led nowhere"


def test_what_to_try_is_true_of_what_happened() -> None:
    two_kinds = [epoch(1, (5, 0, 0, 0, 3, 0, 0), (-2, 4, 10, 0, 0, 0, 0))]
    tried = report(two_kinds, NAMES[:2], 0, 1).brief[2].text
    assert "none costs five" not in tried, "two kinds were held"
    assert "third" in tried
    floods = [epoch(1, (0, 2, 0, 0, 0, 0, 0), (0, 9, 0, 0, 0, 0, 0))]
    assert "without one" not in report(floods, NAMES[:2], 0, 1).brief[2].text
    dry = [epoch(1, (0, 0, 0, 0, 0, 0, 0), (0, 9, 0, 0, 0, 0, 0))]
    assert "without one" in report(dry, NAMES[:2], 0, 1).brief[2].text
    middle = [epoch(1, (0, 0, 0, 0, 0, 0, 0), (5, 0, 0, 0, 0, 0, 0))]
    assert "cost two" not in report(middle, NAMES[:2], 0, 1).brief[2].text
    level = [epoch(1, (0, 3, 0, 0, 0, 0, 0), (0, 3, 0, 0, 0, 0, 0))]
    assert "led" not in report(level, NAMES[:2], 0, 1).brief[2].text, "nobody led"


def test_points_by_source_are_added_up_and_advice_is_short() -> None:
    assert by_source([*(event.data for event in EVENTS)] * 2, 1)["civilizations"] == 10
    counted = with_counters(MatchResult("ra", "easy", "won"), EVENTS)
    assert counted.counters["points_pharaohs"] == 5
    assert counted.counters["points_civilizations"] == 0
    scored = with_counters(MatchResult("ra", "easy", "won", points_for=22.0), EVENTS)
    assert (scored.counters["points"], scored.counters["games"]) == (22, 1), "the line over time"
    assert set(ADVICE) == {*SOURCES, ""}
    told = [*ADVICE.values(), *(text for _, text in WITHOUT.values())]
    assert all(len(text.split()) <= 14 for text in told)


def test_the_longest_words_leave_room_for_what_to_try() -> None:
    winner = max((spec.name for spec in catalog.agents("ra")), key=words_in) + " (green)"
    names = ("You", winner, "net (lapis)", "net (sandstone)", "easy")
    headline = f"{winner} wins 40 : 30 : 20 : 10 : 0"
    buttons = ("Rematch", "All figures", "Change", "Review", REPLAY, "Copy", "Arcade")
    spent = words_in(headline, *buttons, "Chances to win") + PLOT_WORDS
    for source in range(len(SOURCES)):
        row = tuple(-10 * (source == place) for place in range(len(SOURCES)))
        brief = report([epoch(1, row, *[(0,) * len(row)] * 4)], names, 0, 1).brief
        assert first_words(Report(headline, brief=brief), MOST_WORDS - spent) == [*brief]
    longest = max(words_in(told) for told in (*ADVICE.values(), *dict(WITHOUT.values()).values()))
    assert spent + words_in(*brief[0], *brief[1], TRY) + longest <= MOST_WORDS
