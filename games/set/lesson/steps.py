"""The steps of the first lesson: what is shown, what is asked, and what is right. No window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.set.rules.cards import NUMBERS, is_set
from games.set.telling import feature_words, why_wrong

SHADING: Final = "shading"
"""The feature that all junior cards share: nothing is said of it."""
A_SET: Final = "It is a set"


class Step(NamedTuple):
    """A step: `shown` cards, and `choices` of which the one at `answer` is right.

    Choices are cards that complete the two shown, or words about the three shown. Where `answer`
    is None the choices are a table on which three cards are to be marked that are a set.
    """

    title: str
    text: str
    shown: tuple[str, ...]
    choices: tuple[str, ...]
    answer: int | None

    @property
    def of_cards(self) -> bool:
        """Whether cards are to be chosen."""
        return self.choices[0] in NUMBERS


STEPS: Final = (
    Step(
        "Number",
        "Three cards are a set if each feature is all alike, or all different. These two are alike "
        "in colour and shape; only the number differs: one, two. Which card makes it three?",
        ("0000", "0001"),
        ("1002", "0002", "0102"),
        1,
    ),
    Step(
        "Colour",
        "Now only the colour differs: indigo and red. So the third card has the third colour, and "
        "shape and number stay as they are.",
        ("0101", "1101"),
        ("2101", "2001", "2100"),
        0,
    ),
    Step(
        "Shape",
        "And now the shape: an oval and a wave. Colour and number are alike, so they stay alike.",
        ("2002", "2102"),
        ("1202", "2201", "2202"),
        2,
    ),
    Step(
        "All at once",
        "More than one feature may differ, each for itself. Here colour, shape and number all do. "
        "For any two cards there is exactly one third: name it feature by feature.",
        ("0000", "1101"),
        ("2201", "2202", "1202"),
        1,
    ),
    Step(
        "Broken",
        "Two alike and one not: that breaks it, and one broken feature is enough. Is this a set? "
        "If not, which feature is broken?",
        ("0000", "1101", "2201"),
        ("Colour", "Shape", "Number", A_SET),
        2,
    ),
    Step(
        "Your first table",
        "Six cards, and one set among them. Take two cards, name the third, and look for it. Mark "
        "all three.",
        (),
        ("2000", "2100", "0102", "1101", "2002", "1100"),
        None,
    ),
)


def cards_of(names: Sequence[str]) -> list[int]:
    """Cards by their digits."""
    return [NUMBERS[name] for name in names]


def tried(step: Step, picks: Sequence[int]) -> tuple[bool, str]:
    """Whether these choices are right, and a sentence about them."""
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
    """What three cards show in a feature, in words."""
    return next(said for name, _, said in feature_words(cards_of(names)) if name == feature)


def rows_of(names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Of three cards each feature but the shading: its name, how it is, and its values."""
    return [row for row in feature_words(cards_of(names)) if row[0] != SHADING]
