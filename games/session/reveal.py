"""`Reveal`: one turn of a match as it was played, for whoever shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.core import Draw, Event, Seal
from games.mind import Mind
from games.session.host import Fault

Forecasts = Mapping[int, Mapping[int, Sequence[float]]]
"""By thinker, then by seat: the probability of each of that seat's legal moves."""


@dataclass
class Reveal:
    """One turn as it was played, with what the agents had sealed, thought and expected."""

    moves: dict[int, str]
    events: tuple[Event, ...]
    seals: dict[int, Seal] = field(default_factory=dict)
    minds: dict[int, Mind] = field(default_factory=dict)
    forecasts: Forecasts = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    draws: Mapping[int, Draw] = field(default_factory=dict)
