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
