"""The sentence that a mind begins with is short where it can be."""

from __future__ import annotations

from ai.sentences import MOST_WORDS, first_note, plural, share_words


def test_the_fullest_sentence_that_is_short_enough_is_said() -> None:
    long, middle, short = (" ".join(["word"] * n) + "." for n in (MOST_WORDS + 1, MOST_WORDS, 3))
    assert first_note(long, middle, short).text == middle
    assert first_note(middle, short).text == middle
    assert first_note(long, long + " More.").text == long + " More.", "the last one where none is"


def test_counts_have_their_nouns() -> None:
    assert [plural(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert plural(2, "leather", "leather") == "2 leather"


def test_shares_are_whole_and_small_ones_are_words() -> None:
    assert [share_words(share) for share in (0.43, 0.006, 0.001)] == ["43%", "1%", "under 1%"]
