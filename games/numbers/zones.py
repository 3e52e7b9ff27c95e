"""The meaning of a share of foreseen keys: dice, a person, a coin, or a metronome.

The first border is chance's own, and moves with the number of keys: up to it no person differs from
dice. The others are shares of hits among four keys.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.intervals import chance_band
from games.numbers.rules import CHANCE_OF_HIT


class Zone(NamedTuple):
    """A zone of shares of hits, up to `top`: its name, and whom a person in it is like."""

    name: str
    top: float
    like: str


PERSON_TOP: Final = 0.45
"""Up to here hits are as often as people's choices: the original's author claimed 35 to 40%, and of
people's own choices among three 51% were foreseen where 33% is chance; the middle of both, by
hand."""
COIN_TOP: Final = 0.7
"""About one in two, as if only two keys were left: by hand, as far above a half as below 0.9."""
DICE: Final = Zone("dice", 0.0, "dice")
PERSON: Final = Zone("person", PERSON_TOP, "a person")
COIN: Final = Zone("coin", COIN_TOP, "a coin")
METRONOME: Final = Zone("metronome", 1.0, "a metronome")
ZONES: Final = (DICE, PERSON, COIN, METRONOME)


def zone_of(hits: int, pressed: int) -> Zone:
    """Return the zone of `hits` among the keys `pressed`; dice before there are any."""
    share = hits / max(1, pressed)
    if share <= chance_band(pressed, CHANCE_OF_HIT)[1]:
        return DICE
    return next(zone for zone in ZONES[1:] if share <= zone.top)


def borders(pressed: int) -> tuple[tuple[Zone, float, float], ...]:
    """Return each zone that has room after `pressed` keys, with its lowest and highest share."""
    low, found = 0.0, []
    chance = chance_band(pressed, CHANCE_OF_HIT)[1]
    for zone in ZONES:
        high = chance if zone is DICE else zone.top
        if high > low:
            found.append((zone, low, high))
            low = high
    return tuple(found)
