"""Who earned what, and what the report makes of it."""

from __future__ import annotations

from games.core import Event
from games.jaipur.report import BONUS, books_of, report, with_counters
from games.mind import Series
from games.store.statistics import MatchResult

NAMES = ("You", "Ada")


def sale(seat: int, good: str, tokens: list[int], count: int = 0) -> Event:
    told = {"seat": seat, "good": good, "count": count or len(tokens), "tokens": tokens, "pile": 0}
    return Event("sell", told)


def end(total: list[int], bonus: list[list[int]], winner: int, seals: list[int]) -> Event:
    data = {"bonus": bonus, "camel": [5, 0], "total": total, "winner": winner, "seals": seals}
    return Event("score", data)


EVENTS = [
    sale(0, "L", [4, 3], 3),
    sale(1, "D", [7, 7]),
    end([12, 24], [[], [10]], 1, [0, 1]),
    sale(1, "G", [6, 6]),
    end([5, 12], [[], []], 1, [0, 2]),
]


def test_the_books_add_up_every_round() -> None:
    books = books_of(EVENTS)
    assert [account.total for account in books.accounts] == [17, 36]
    assert (books.accounts[0].worthless, books.accounts[1].bonuses) == (1, 1)
    assert books.margin(1) == 19
    assert books.rounds_won(1) == 2
    assert books.behind(0)[BONUS] == 10


def test_the_report_says_what_cost_most_and_what_to_try() -> None:
    told = report(EVENTS, NAMES, 0, True)
    assert (told.headline, told.outcome) == ("Ada wins", "lost")
    assert told.brief[0].text == "Ada earned 14 more by diamond."
    assert told.brief[1].text == "You won 0 of 2 rounds, 19 rupees behind."
    assert told.brief[2].text.startswith("Sell diamonds")
    assert report(EVENTS, NAMES, 1, True).headline == "You win"
    assert report(EVENTS, NAMES, None, True).brief == ()
    assert report([], NAMES, 0, False).brief[1].text == "No round was played to its end."
    assert all(len(text.split()) <= 14 for _, text in told.brief)


def test_a_match_left_in_its_first_round_is_no_lead_and_the_top_has_nobody_above() -> None:
    left = report([sale(0, "L", [4, 3])], NAMES, 0, False, "Ada").brief
    told = ["Too little was played to tell.", "No round was played to its end."]
    assert [text for _, text in left] == told
    ahead = [sale(0, "L", [4, 3]), end([12, 0], [[], []], 0, [1, 0])]
    assert report(ahead, NAMES, 0, True, "Ada").brief[2].text.endswith("Try Ada next.")
    assert "next" not in report(ahead, NAMES, 0, True).brief[2].text


def test_bonus_tokens_of_a_round_that_was_left_count() -> None:
    drawn = [
        Event("bonus", {"seat": 0, "pile": 3, "value": 2}, (0,)),
        Event("bonus", {"seat": 0, "pile": 3}, (1,)),
    ]
    left = books_of([sale(0, "L", [4, 3, 2]), *drawn])
    assert (left.accounts[0].bonuses, left.accounts[0].total) == (1, 11)
    whole = books_of([sale(0, "L", [4, 3, 2]), *drawn, end([11, 0], [[2], []], 0, [1, 0])])
    assert (whole.accounts[0].bonuses, whole.accounts[0].rupees[BONUS]) == (1, 2)


def test_the_course_goes_from_sale_to_sale() -> None:
    assert books_of(EVENTS).course == [0, 7, -7, -12, -24, -19]
    *_, course = report(EVENTS, NAMES, 1, True).items
    assert isinstance(course, Series)
    assert course.values == (0.0, -7.0, 7.0, 12.0, 24.0, 19.0)
    assert "in 1 sale" in report(EVENTS, NAMES, 0, True).lines[2]


def test_what_is_added_up_over_matches() -> None:
    found = with_counters(MatchResult("jaipur", "greedy", "lost", own=1), EVENTS)
    assert (found.points_for, found.points_against) == (2.0, 0.0)
    assert found.counters["rounds"] == 2
    assert found.counters["rupees_gold"] == 12
