"""What all models of Numbers share: keys as symbols 0..3, bars of a forecast, the share right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ai.core import Agent
from ai.sequence.accuracy import Accuracy
from games.core import Decision, Event
from games.mind import Bars, Series
from games.numbers.rules import CHANCE_OF_HIT, KEYS, PERSON

K: Final = len(KEYS)
DECISIONS: Final = tuple(Decision(key) for key in KEYS)
_INDEX: Final = {key: index for index, key in enumerate(KEYS)}


class NumbersAgent(Agent):
    """An agent that sees every key as a symbol 0..3."""

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from each key."""
        for event in events:
            if event.kind == "key":
                self.learn(_INDEX[event.data["key"]], _INDEX[event.data["guess"]])

    def learn(self, key: int, guess: int) -> None:
        """See what was pressed and what was predicted."""


def key_bars(forecast: Sequence[float], guess: int | None) -> Bars:
    """The probability of each key, with the guess outlined."""
    return Bars(
        "Which key comes next",
        KEYS,
        tuple(forecast),
        "%",
        guess,
        reference=CHANCE_OF_HIT,
        forecast_of=PERSON,
        help="How probable it thinks each key is; the line is pure chance, the outline its guess.",
        past="Which key it expected",
    )


def running(accuracy: Accuracy) -> Series:
    """The share of keys that were foreseen so far, in whole per cent, cut off as on the table."""
    shown = accuracy.series(
        "How often it was right",
        "The share of keys it foresaw so far. Inside the band, chance explains it.",
    )
    first = accuracy.trials - len(shown.values) + 1
    hits = (round(share * n) for n, share in enumerate(shown.values, first))
    whole = tuple(100 * hit // n / 100 for n, hit in enumerate(hits, first))
    return replace(shown, values=whole)
