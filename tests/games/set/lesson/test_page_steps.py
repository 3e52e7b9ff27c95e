"""The steps of the first lesson: every answer is right, every other one is not, and alone."""

from __future__ import annotations

import itertools

import pytest

from games.set.lesson.page import STEPS, LessonStep, cards_of, rows_of, tried
from games.set.rules.cards import FEATURES, JUNIOR, features, is_set, sets_among


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_there_is_one_right_answer_of_junior_cards(step: LessonStep) -> None:
    named = [*step.shown, *(step.choices if step.of_cards else ())]
    assert set(cards_of(named)) <= set(JUNIOR)
    assert len(set(named)) == len(named)
    if step.answer is None:
        assert len(sets_among(cards_of(step.choices))) == 1
        return
    right = [place for place in range(len(step.choices)) if tried(step, [place])[0]]
    assert right == [step.answer]


def test_one_feature_at_a_time_then_all_then_a_broken_one() -> None:
    one, two, three, all_, broken, _ = STEPS
    for step, feature in ((one, "number"), (two, "colour"), (three, "shape")):
        assert step.answer is not None
        kinds = features(cards_of([*step.shown, step.choices[step.answer]]))
        assert [name for name in FEATURES if kinds[name] == "different"] == [feature]
    assert all_.answer is not None
    rows = rows_of([*all_.shown, all_.choices[all_.answer]])
    assert [kind for _, kind, _ in rows] == ["different"] * 3
    assert broken.answer is not None
    kinds = features(cards_of(broken.shown))
    assert kinds[broken.choices[broken.answer].lower()] == "broken"
    assert list(kinds.values()).count("broken") == 1


def test_what_is_wrong_is_said() -> None:
    assert tried(STEPS[0], [0])[1] == "The colour breaks it: two are indigo, one is red."
    assert tried(STEPS[4], [0])[1].startswith("The colour is fine: indigo, red, amber")
    assert "Look again" in tried(STEPS[4], [3])[1]
    table = STEPS[5]
    for places in itertools.combinations(range(6), 3):
        right, told = tried(table, places)
        assert right == is_set(*cards_of([table.choices[place] for place in places]))
        assert right or "breaks it" in told
