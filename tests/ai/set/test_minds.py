"""What searchers show: intervals that get narrower, chances that add up, a curve of times."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ai.set.minds import (
    MINUTE,
    chance_bars,
    describe,
    learned_bars,
    noticed,
    rate_bars,
    set_name,
    share_series,
    time_bell,
)
from ai.set.race import prior, race, steady_rates
from ai.set.searchers import Mirror, steady
from games.arrays import BadWeights, arrays_to_text
from games.core import Limit
from games.match import Match
from games.mind import Bars, Bell, Lines, Note, Series
from games.set import SPEC
from games.set.rules import GAME
from games.set.rules.cards import NUMBERS
from tests.support.set_tables import laid


def test_what_is_known_gets_narrower() -> None:
    early, late = prior(), prior()
    for _ in range(50):
        late = late.after([1, 2, 3, 4], 20.0, 3)
    before, after = learned_bars(early), learned_bars(late)
    for kind in range(4):
        assert after.low[kind] < after.values[kind] < after.high[kind]
        assert after.high[kind] - after.low[kind] < before.high[kind] - before.low[kind]
    assert before.values == pytest.approx([MINUTE * rate for rate in steady_rates(3)])
    assert rate_bars(steady_rates(3)).values == pytest.approx(before.values)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_the_chances_of_a_table_add_up_to_the_players_share(share: float) -> None:
    factor = share / (1 - share)
    found = race(laid(), tuple(factor * rate for rate in steady_rates(4)))
    bars = chance_bars(found, factor)
    assert bars is not None
    assert sum(bars.values) == pytest.approx(1 - share)
    assert list(bars.values) == sorted(bars.values, reverse=True)
    assert chance_bars(found._replace(claims=(), each=(), total=0.0), factor) is None


def test_sets_are_named_by_what_they_share() -> None:
    def cards(*names: str) -> list[int]:
        return [NUMBERS[name] for name in names]

    assert set_name(cards("0000", "0001", "0002")) == "all but number"
    assert set_name(cards("0000", "0012", "0021")) == "colour, shape"
    assert set_name(cards("0000", "1111", "2222")) == "nothing"


def test_the_share_has_the_band_that_chance_allows() -> None:
    line = share_series([True, False, False, True], 0.3)
    assert line is not None
    assert line.values == pytest.approx((1.0, 0.5, 1 / 3, 0.5))
    assert line.reference == pytest.approx(0.7)
    assert line.low[0] == 0.0
    assert line.high[0] == 1.0
    assert line.low[3] > line.low[0] or line.high[3] <= 1.0
    assert share_series([True], 0.3) is None


def test_the_curve_is_that_of_the_race() -> None:
    found = race(laid(), steady_rates(5))
    bell = time_bell(found, 4200)
    assert bell is not None
    assert bell.values[0] == 0.0
    at = [bell.high * n / (len(bell.values) - 1) for n in range(len(bell.values))]
    second = [math.exp(-found.total * (t - 0.6)) if t >= 0.6 else 0.0 for t in at]
    assert bell.values == pytest.approx(second)
    assert bell.pin == 4.2
    assert bell.sentence == "Here I had sealed 4 s."


def test_both_show_them_in_a_match() -> None:
    players = {0: steady(4, 0), 1: Mirror(40, True, 0, None)}
    match = Match(GAME, SPEC.params({"mode": "junior"}), 3, players)
    while match.to_act and not sum(match.state.taken) >= 3:
        match.step(Limit())
    while match.state.waiting:
        match.step(Limit())
    minds = {seat: match.decide(seat, Limit(mind=True)).mind or () for seat in (0, 1)}
    assert [type(item) for item in minds[0][1:]] == [Bell, Bars]
    assert [type(item) for item in minds[1][1:]] == [Bars, Bars, Series]


def test_what_was_learned_is_told_in_words_the_soonest_kind_first() -> None:
    shape, rate = np.array([20.0, 10.0, 10.0, 5.0]), np.array([100.0, 100.0, 200.0, 250.0])
    note, bars, lines = describe(arrays_to_text({"shape": shape, "rate": rate}))
    assert isinstance(note, Note)
    assert "differ in all four" in note.text
    told = noticed([], 0, arrays_to_text({"shape": shape, "rate": rate}))
    assert told == f"{note.text[0].lower()}{note.text[1:-1]}"
    assert isinstance(bars, Bars)
    assert isinstance(lines, Lines)
    assert lines.rows[0] == (
        "you see sets that differ in one feature",
        pytest.approx(0.2 / 0.37),
    )
    assert [share for _, share in lines.rows] == sorted((s for _, s in lines.rows), reverse=True)
    with pytest.raises(BadWeights):
        describe(arrays_to_text({"shape": shape}))


def test_who_was_followed_is_told_as_now() -> None:
    mirror = Mirror(50, True, 0, None, follow=True)
    match = Match(GAME, SPEC.params({"mode": "junior"}), 3, {0: steady(8, 0), 1: mirror})
    match.run(Limit(), 90)
    text = mirror.learned()
    assert text is not None
    bars = next(item for item in describe(text) if isinstance(item, Bars))
    assert bars.values == pytest.approx([MINUTE * rate for rate in mirror.believed.mean])
    assert bars.values[2] > MINUTE * steady_rates(3)[2]
