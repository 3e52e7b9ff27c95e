"""`mind` as it watches a class: what it expects of the next round, and how far the class thought.

It sees no more than the closed rounds. Its forecast is sealed before a round opens (`seals`): the
commitment stands on the wall while the class guesses, and the forecast opens with the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games import catalog
from games.core import Event, Limit
from games.guess import EXPECTED_TARGET, HIGH, LOW, READING, SPEC
from games.guess.classroom.seals import Sealed
from games.guess.rules.game import GAME, NUMBERS
from games.guess.rules.scoring import Multiplier
from games.mind import Bars, Mind, Ribbon
from games.spec import Params
from games.streams import Stream

READER: Final = "mind"
KNOWN: Final = {(1, 2): "1/2", (2, 3): "2/3", (3, 4): "3/4"}


class Expected(NamedTuple):
    """The forecast of a round: the target with its 80% band, and its seal, None without one."""

    number: int
    target: float
    low: float
    high: float
    sealed: Sealed | None = None

    @property
    def shown(self) -> float:
        """The target that was sealed, as it was written then; without a seal the target."""
        return self.target if self.sealed is None else float(self.sealed.seal.move)


class Foresight:
    """Follows the closed rounds of one class.

    A class with another multiplier or range than the arcade opens has no forecast.
    """

    def __init__(self, multiplier: Multiplier, low: int, high: int) -> None:
        self.able = multiplier in KNOWN and (low, high) == (LOW, HIGH)
        self._closed = 0
        self.readings: list[tuple[int, ...]] = []
        """For each closed round how many thought 0 to 4 steps ahead, and how many guessed freely;
        () for one in which nobody guessed."""
        if self.able:
            params: Params = SPEC.params({"multiplier": KNOWN[multiplier]})
            self._mind = catalog.resolve(SPEC.id, READER).make()
            self._mind.begin((), GAME, params, Stream.named(0, "class"))

    def learn(self, guesses: Sequence[int]) -> None:
        """Learn that a round closed with these guesses, perhaps none."""
        self._closed += 1
        if not guesses or not self.able:
            self.readings.append(())
            return
        self._mind.observe((Event("close", {"guesses": tuple(guesses)}),))
        shares = _last_row(self._mind.findings())
        self.readings.append(tuple(round(share * len(guesses)) for share in shares))

    def expected(self) -> Expected | None:
        """Return the forecast of the round to come."""
        if not self.able:
            return None
        mind = self._mind.act(0, None, NUMBERS, Limit(mind=True)).mind or ()
        bars = (item for item in mind if isinstance(item, Bars) and item.title == EXPECTED_TARGET)
        found = next(bars, None)
        if found is None:
            return None
        return Expected(self._closed + 1, found.values[0], found.low[0], found.high[0])


def _last_row(found: Mind) -> tuple[float, ...]:
    for item in found:
        if isinstance(item, Ribbon) and item.title == READING:
            return item.weights[-1]
    return ()
