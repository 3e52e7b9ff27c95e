"""The turns of a match that are played again a few at a time, so that no frame waits for them."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, overload

from games.core import Turn

NAP: Final = 0.001
"""Seconds after which it is looked again whether a turn can be played that waits for somebody."""


class Winding(Sequence[Turn]):
    """The `turns` of a match, some of which have been played again by now."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        """None of the `turns` has been played."""
        self.turns = list(turns)

    def __len__(self) -> int:
        """How many turns there are, played or not."""
        return len(self.turns)

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Turn]: ...

    def __getitem__(self, index: int | slice) -> Turn | Sequence[Turn]:
        """A turn, or some of them."""
        return self.turns[index]

    @property
    @abstractmethod
    def done(self) -> int:
        """How many turns have been played."""

    @abstractmethod
    def wind(self, seconds: float) -> bool:
        """Go on for so many `seconds`; whether all is played.

        Raises `ValueError` at a turn that cannot be played.
        """

    def wait(self) -> None:
        """Play all of them, however long it takes; raises `ValueError`."""
        while not self.wind(1.0):
            time.sleep(NAP)
