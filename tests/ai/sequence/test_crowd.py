"""The people of the card as a crowd: how many they are, who is easier to read, and the curve."""

from __future__ import annotations

import numpy as np
import pytest

from ai.sequence import crowd
from ai.sequence.crowd import HIGH, LOW, STEPS, bell, easier, shares_of, told_rank
from ai.sequence.mind_items import PEOPLE, ranked
from ai.sequence.weights import MIND

NAN = float("nan")
CARD = {
    "data": {"a": {"people": 4}, "b": {"people": 1}},
    "surprise": {"percents": [0, 50, 100], "of_chance": {"a": [0.4, 0.8, 1.0], "b": [0.2] * 3}},
}


def test_the_people_of_a_card_are_put_back_at_even_steps() -> None:
    assert shares_of(("a",), CARD) == pytest.approx([0.5, 0.7, 0.85, 0.95])
    assert shares_of(("b", "a"), CARD) == pytest.approx([0.2, 0.5, 0.7, 0.85, 0.95])


def test_everybody_measured_is_there() -> None:
    sets = MIND.card["data"]
    assert len(shares_of(PEOPLE)) == sum(sets[name]["people"] for name in PEOPLE) == 311


@pytest.mark.parametrize("name", PEOPLE)
def test_a_rank_in_one_set_is_that_of_the_card(name: str) -> None:
    people = shares_of((name,))
    for share in (0.5, 0.8, 0.9, 0.97):
        by_card = ranked(share, (name,), "")[0].rows[0][1]
        assert easier(share, people) == pytest.approx(by_card, abs=1.5 / len(people))


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.1, "You are easier to read than nearly all 5 people."),
        (0.45, "You are easier to read than 80% of 5 people."),
        (0.75, "You are harder to read than 60% of 5 people."),
        (1.0, "You are harder to read than nearly all 5 people."),
    ],
)
def test_a_rank_in_words(share: float, said: str) -> None:
    assert told_rank(share, shares_of(("a", "b"), CARD)) == said


def test_the_curve_is_that_of_the_people(monkeypatch: pytest.MonkeyPatch) -> None:
    (item,) = bell(0.9, PEOPLE, "Help.", 0)
    assert (item.pin, item.low, item.high, item.help) == (0.9, LOW, HIGH, "Help.")
    assert len(item.values) == STEPS + 1
    people = shares_of(PEOPLE)
    at = np.linspace(LOW, HIGH, STEPS + 1)
    values = np.array(item.values)
    assert (values * at).sum() / values.sum() == pytest.approx(people.mean(), abs=0.01)
    assert at[values.argmax()] == pytest.approx(0.93, abs=0.05)
    assert item.sentence == told_rank(0.9, people)


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"data": None},
        {**CARD, "data": {"a": {"people": "many"}}},
        {**CARD, "data": {"a": {"people": 10**9}}},
        {**CARD, "surprise": {"percents": [0, 100], "of_chance": {"a": [0.4, 0.8, 1.0]}}},
        {
            **CARD,
            "surprise": {"percents": [0, 50, 100], "of_chance": {"a": [0.4, float("nan"), 1]}},
        },
        {**CARD, "surprise": {"percents": [0, 50, 100], "of_chance": {"a": [0.9, 0.5, 0.1]}}},
    ],
)
def test_a_card_without_proper_numbers_has_no_people(
    broken: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(shares_of(("a",), broken)) == 0
    monkeypatch.setattr(crowd, "shares_of", lambda names: np.zeros(0))
    assert bell(0.5, ("a",), "", 0) == ()
    assert easier(0.5, np.zeros(0)) == 0.0
