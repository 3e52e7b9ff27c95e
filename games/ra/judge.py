"""Words of Ra for judged choices: the epoch of each, and the reason of the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from games.judging import Asked, ChoiceWords, Found
from games.ra.playing.counsel import to_person
from games.session.seat_names import short_names

ROMAN: Final = ("", "I", "II", "III")


class RaWords(ChoiceWords):
    """Words for the choices of a game of Ra."""

    judge: ClassVar[str] = "oracle"
    luck: ClassVar[str] = "The bag"

    def where(self, asked: Asked) -> str:
        """Return the epoch and the choice."""
        return f"Epoch {ROMAN[asked.choice.state.epoch]}, choice {asked.number}"

    def why(self, found: Found, names: Sequence[str]) -> str:
        """Return the reason of the oracle, addressed to the seat that chose."""
        called = short_names(names)
        return to_person(found.judged.why, called, called[found.judged.seat])


WORDS: Final = RaWords()
