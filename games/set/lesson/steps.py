"""The steps of the first lesson: what is shown, what is asked, and what is right. No window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.set.rules.cards import NUMBERS, is_set
from games.set.words import feature_words, why_wrong

SHADING: Final = "shading"
"""The feature that all junior cards share: nothing is said of it."""
A_SET: Final = "It is a set"


class Step(NamedTuple):
    """A step: its `id` in `guide.md`, `shown` cards, and `choices`, right the one at `answer`.

    Choices are cards that complete the two shown, or words about the three shown. Where `answer`
    is None the choices are a table on which three cards are to be marked that are a set.
    """

    id: str
    shown: tuple[str, ...]
    choices: tuple[str, ...]
    answer: int | None

    @property
    def of_cards(self) -> bool:
        """True if cards are to be chosen."""
        return self.choices[0] in NUMBERS


STEPS: Final = (
    Step("number", ("0000", "0001"), ("1002", "0002", "0102"), 1),
    Step("colour", ("0101", "1101"), ("2101", "2001", "2100"), 0),
    Step("shape", ("2002", "2102"), ("1202", "2201", "2202"), 2),
    Step("all-at-once", ("0000", "1101"), ("2201", "2202", "1202"), 1),
    Step("broken", ("0000", "1101", "2201"), ("Colour", "Shape", "Number", A_SET), 2),
    Step("first-table", (), ("2000", "2100", "0102", "1101", "2002", "1100"), None),
)


def cards_of(names: Sequence[str]) -> list[int]:
    """Cards by their digits."""
    return [NUMBERS[name] for name in names]


def tried(step: Step, picks: Sequence[int]) -> tuple[bool, str]:
    """Return whether these choices are right, and a sentence about them."""
    if not step.of_cards:
        right = list(picks) == [step.answer]
        found = why_wrong(cards_of(step.shown))
        chosen = step.choices[picks[0]]
        wrong = "Look again: one feature is neither alike nor different."
        if chosen != A_SET:
            wrong = f"The {chosen.lower()} is fine: {values_of(step.shown, chosen.lower())}."
        return right, found if right else wrong
    cards = cards_of([*step.shown, *(step.choices[pick] for pick in picks)])
    if is_set(*cards):
        return True, "A set."
    return False, why_wrong(cards)


def values_of(names: Sequence[str], feature: str) -> str:
    """Return the values of three cards in a feature, in words."""
    return next(said for name, _, said in feature_words(cards_of(names)) if name == feature)


def rows_of(names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Of three cards each feature but the shading: its name, how it is, and its values."""
    return [row for row in feature_words(cards_of(names)) if row[0] != SHADING]
