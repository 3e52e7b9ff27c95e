"""What of an agent's findings a report says first."""

from __future__ import annotations

import pytest

from games.mind import Meter, Note
from games.shell.hooks import SHORT_SENTENCE, opening_notes

METER = Meter("Bits", 1.0, 0.0, 3.0)
LONG = Note("word " * (SHORT_SENTENCE + 1))


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ((Note("One."), Note("Two."), Note("Three.")), ("One.", "Two.")),
        ((Note("One."), METER), ("", "")),
        ((METER, Note("One."), Note("Two.")), ("", "")),
        ((Note("One."),), ("", "")),
        ((Note("One."), LONG), ("", "")),
        ((Note(""), Note("Two.")), ("", "")),
        ((), ("", "")),
    ],
)
def test_two_short_sentences_at_the_head_are_what_is_said_first(
    found: tuple[Note | Meter, ...], told: tuple[str, str]
) -> None:
    assert opening_notes(found) == told


def test_the_longest_habit_of_a_match_is_short_enough_to_be_said_first() -> None:
    habit = Note("You went back to the key you had left alone longest: 45 of 96 times.")
    advice = Note("Leave a key alone for longer now and then.")
    assert opening_notes((habit, advice)) == (habit.text, advice.text)
