"""The truth beside a belief, and how surprising it was."""

from __future__ import annotations

import pytest

from games.jaipur.playing.minds import named, surprise, with_truth, with_truths
from games.jaipur.rules.goods import GOODS, pack
from games.mind import Bars, Holdings, Note

EVEN = ((0.5, 0.5),) * 6
SURE = ((1.0, 0.0),) * 5 + ((0.0, 1.0),)


def test_a_surprise_is_counted_in_bits_over_all_kinds() -> None:
    assert surprise(EVEN, (0, 1, 0, 1, 0, 0)) == pytest.approx(6.0)
    assert surprise(SURE, (0, 0, 0, 0, 0, 1)) == pytest.approx(0.0)
    assert 30 < surprise(SURE, (0, 0, 0, 0, 0, 2)) < 50


def test_the_truth_stands_in_every_belief_and_a_sentence_behind_it() -> None:
    belief = Holdings("What you may hold", tuple(GOODS), SURE, beside=EVEN)
    found = with_truth((belief, Bars("a", ("b",), (1.0,))), pack("L"))
    assert isinstance(found[0], Holdings)
    assert found[0].truth == (0, 0, 0, 0, 0, 1)
    assert found[1] == Note("This hand was 0.0 bits of surprise; by counting alone 6.0.")
    assert len(found) == 3


def test_what_all_can_know_is_marked_with_both_hands() -> None:
    belief = Holdings("What West may hold", tuple(GOODS), SURE)
    west, told, east, _, card = with_truths((belief, belief, Bars("a", (), ())), (pack("L"), 0))
    assert isinstance(west, Holdings)
    assert isinstance(east, Holdings)
    assert (west.truth[-1], east.truth[-1]) == (1, 0)
    assert isinstance(told, Note)
    assert isinstance(card, Bars)


def test_people_are_called_by_their_names() -> None:
    belief = Holdings("What West may hold", ("a",), ((1.0,),))
    (found,) = named((belief,), ("Ada", "Bea"), ("West", "East"))
    assert isinstance(found, Holdings)
    assert found.title == "What Ada may hold"
