"""What is told after a match of Set."""

from __future__ import annotations

import pytest

from games.core import Event
from games.mind import Bars, Series
from games.set.model import Race
from games.set.report import Ended, broken_features, hinted_tables, report, times
from games.set.rules.cards import NUMBERS
from games.shell.hooks import AWAY, STRENGTH, TRY

ALIKE, UNLIKE = ("0000", "0001", "0002"), ("0000", "1111", "2222")


def cards(*names: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names)


def race(seat: int | None, ms: int | None, result: str, *names: str, since: int = 0) -> Race:
    lay = (cards(*ALIKE), cards(*UNLIKE))
    return Race(cards(*ALIKE), lay, since, ms, result, seat, cards(*names))


RACES = (
    race(0, 4000, "set", *ALIKE),
    race(0, 9000, "set", *UNLIKE),
    race(0, 2000, "set", "1000", "1001", "1002"),
    race(0, 1500, "wrong", "0000", "0001", "1002"),
    race(1, 3000, "set", "0000", "0011", "0022", since=1500),
    race(None, None, "given_up"),
)
NAMES = ("You", "Steady 3")


def test_times_are_told_apart_by_kind() -> None:
    assert times(RACES, 0) == {1: [4.0, 2.0], 4: [9.0]}
    assert times(RACES, 1) == {2: [3.0]}


def test_the_report_names_the_slowest_kind_the_share_and_the_broken_feature() -> None:
    told = report(Ended(RACES, (2.0, 1.0), NAMES, (0,)))
    assert told.headline == "You win"
    assert told.outcome == "won"
    assert [part.title for part in told.brief] == [AWAY, STRENGTH, TRY]
    assert "all four took longest: 9.0\u00a0s" in told.brief[0].text
    assert told.brief[1].text == "You took 3 of 4 sets; wrong claims cost 1."
    assert told.lines[0] == "You: 2 points, 3 sets, half of them within 4.0 s."
    assert told.lines[2] == "All tables together took 18.0 s."
    assert told.lines[3] == "1 wrong claim: colour 1."
    course, bars = told.items[:2]
    assert isinstance(course, Series)
    assert course.values == (0.0, 1.0, 2.0, 3.0, 2.0)
    assert isinstance(bars, Bars)
    assert bars.values == pytest.approx((3.0, 0.0, 0.0, 9.0))
    assert bars.words == ("3.0 s", "none", "none", "9.0 s")


def test_the_report_shows_times_by_sets_on_the_table_beside_the_race() -> None:
    items = report(Ended(RACES, (2.0, 1.0), NAMES, (0,))).items
    by_sets = next(i for i in items if isinstance(i, Bars) and "by how many lay" in i.title)
    assert by_sets.labels == ("2 sets",)
    assert by_sets.values == pytest.approx((4.5,))
    # four sets in 3.4 + 8.4 + 1.4 + .9 + 1.5 s among claims of weight 2.7: a mean of 3.9 s
    assert by_sets.words == ("4.5 · 4.5",)
    found = next(i for i in items if isinstance(i, Bars) and "sets taken" in i.title)
    assert found.values == (2.0, 0.0, 0.0, 1.0)
    assert found.words[0].startswith("2 · 2.2")
    broken = next(i for i in items if isinstance(i, Bars) and "broken" in i.title)
    assert dict(zip(broken.labels, broken.values, strict=True))["colour"] == 1.0


def test_matches_before_make_a_line_with_this_one() -> None:
    items = report(Ended(RACES, (2.0, 1.0), NAMES, (0,), earlier=(8.0, 6.0))).items
    (line,) = [i for i in items if isinstance(i, Series) and "match by match" in i.title]
    assert line.values == pytest.approx((8.0, 6.0, 5.0))


@pytest.mark.parametrize(
    ("ended", "headline", "outcome"),
    [
        (Ended(RACES, (2.0, 1.0), NAMES, (0,), over=False), "you lead", "drawn"),
        (Ended(RACES, (0.0, 1.0), NAMES, (0,), False), "Steady 3 leads", "drawn"),
        (Ended(RACES, (1.0, 1.0), NAMES, (0,), False), "you are level", "drawn"),
        (Ended(RACES, (0.0, 1.0), NAMES, (0,)), "Steady 3 wins", "lost"),
        (Ended(RACES, (3.0, 0.0), ("You", "Nobody"), (0,), alone=True), "3 sets in 18.0 s", "won"),
        (Ended(RACES, (0.0, 1.0), ("Ada", "Bo"), (0, 1)), "Bo wins", "won"),
    ],
)
def test_the_headline(ended: Ended, headline: str, outcome: str) -> None:
    told = report(ended)
    assert (told.headline, told.outcome) == (headline, outcome)


def test_of_two_people_both_are_told() -> None:
    told = report(Ended(RACES, (2.0, 1.0), ("Ada", "Bo"), (0, 1)))
    assert "Ada: 2 points" in told.brief[0].text
    assert "Bo: 1 point, 1 set" in told.brief[0].text
    assert "Ada: 1 wrong claim: colour 1." in told.lines


def test_one_kind_is_no_slowest_kind() -> None:
    told = report(Ended(RACES[:1], (1.0, 0.0), NAMES, (0,)))
    assert told.brief[0].text == "Too few sets to tell."
    assert told.brief[1].text == "You took 1 of 1 sets."
    told = report(Ended((RACES[0], RACES[3]), (0.0, 0.0), NAMES, (0,)))
    assert told.brief[0].text == "1 wrong claim."


def test_a_match_without_a_set_has_a_report() -> None:
    told = report(Ended((), (0.0, 0.0), ("You", "Nobody"), (0,)))
    assert told.headline == "A draw"
    assert told.brief[0].text == "Nothing: you took no set."


def test_hints_are_counted_by_table() -> None:
    def ended(result: str, **more: object) -> Event:
        return Event("race", {"result": result, **more})

    hint = {"hint": [2, 0]}
    events = (ended("wrong", **hint), ended("set"), ended("set"), ended("set", **hint))
    assert hinted_tables(events) == 2
    assert hinted_tables(events, 1) == 3
    assert hinted_tables((ended("wrong", **hint),)) == 1


def test_features_of_wrong_ultrasets_are_not_counted() -> None:
    wrong = race(0, 5, "wrong", "0000", "0001", "1002", "1111")
    assert not any(broken_features([wrong]).values())
