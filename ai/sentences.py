"""The sentence that a mind begins with: what the agent wants or expects, and why."""

from __future__ import annotations

from typing import Final

from games.mind import Note

MOST_WORDS: Final = 15
"""More words than these are read twice."""
LEAST: Final = 0.01
"""The smallest share that a sentence names; a sentence has no "<"."""


def first_note(*sentences: str) -> Note:
    """Return a note with the first of these `sentences` that has at most 15 words, else the last.

    They say the same, the fullest first.

    >>> first_note("I take it all: " + 15 * "more and " + "more.", "I take it all.").text
    'I take it all.'
    """
    short = (one for one in sentences if len(one.split()) <= MOST_WORDS)
    return Note(next(short, sentences[-1]))


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return a count with its noun: "1 card", "3 cards"."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def share_words(share: float) -> str:
    """Return a share for a sentence: "43%"; a small one is below the least."""
    return f"under {LEAST:.0%}" if share < LEAST / 2 else f"{share:.0%}"
