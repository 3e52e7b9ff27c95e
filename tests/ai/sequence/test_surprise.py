"""What choices cost in bits: by hand."""

from __future__ import annotations

import math
import re

import pytest

from ai.sequence.accuracy import SHOWN
from ai.sequence.surprise import Surprise


def test_surprise_counts_bits_and_the_surest_moment() -> None:
    surprise = Surprise(4)
    for key, probability in ((0, 0.5), (1, 0.125), (2, 0.75), (3, 0.25)):
        surprise.record(key, probability)
    assert surprise.total == pytest.approx(1 + 3 + math.log2(4 / 3) + 2)
    assert surprise.surest is not None
    assert surprise.surest[:2] == (3, 2)
    bits, saved = surprise.series("key")
    assert bits.values[:2] == (1.0, 3.0)
    assert saved.values[:2] == (1.0, 0.0)


def test_bits_of_the_latest_choices_and_the_total_saved() -> None:
    surprise = Surprise(4)
    for probability in (0.5, 0.25, 0.125):
        surprise.record(2, probability)
    assert (surprise.total, surprise.saved, surprise.rate) == (6.0, 0.0, 2.0)
    assert surprise.surest is not None
    assert surprise.surest._replace(probability=0.0) == (1, 2, 0.0)
    bits, saved = surprise.series("round")
    assert bits.values == (1.0, 2.0, 3.0)
    assert saved.values == (1.0, 1.0, 0.0)
    assert (bits.reference, saved.reference) == (2.0, 0.0)
    for _ in range(SHOWN):
        surprise.record(0, 0.25)
    assert len(surprise.series("round")[0].values) == SHOWN


def test_a_reader_speaks_of_its_surprise_itself_where_it_has_a_voice() -> None:
    surprise = Surprise(4)
    for spoken, wrong in ((True, r"\bits?\b(?! a| saved)"), (False, r"\b(I|me)\b")):
        for item in surprise.series("key", spoken):
            assert not re.search(wrong, f"{item.title}. {item.help}"), item
    assert surprise.series("key", spoken=True)[1].title == "How far I am ahead of guessing, in bits"
