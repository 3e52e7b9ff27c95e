"""`Reveal`: one turn of a match as it was played, for whoever shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.core import Draw, Event, Seal
from games.mind import Mind, mark_truth
from games.session.faults import Fault

Forecasts = Mapping[int, Mapping[int, Sequence[float]]]
"""By thinker, then by seat: the probability of each of that seat's legal moves."""


@dataclass
class Reveal:
    """One turn as it was played, with the agents' seals, thoughts and forecasts.

    `thought` are their minds as they decided, before the outcome; `legal` are the moves, in order,
    of the seats that they forecast in them.
    """

    moves: dict[int, str]
    events: tuple[Event, ...]
    seals: dict[int, Seal] = field(default_factory=dict)
    thought: Mapping[int, Mind] = field(default_factory=dict)
    forecasts: Forecasts = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    draws: Mapping[int, Draw] = field(default_factory=dict)
    legal: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def minds(self) -> dict[int, Mind]:
        """The agents' thoughts, by seat, with the real moves marked when they are first read."""
        return {s: mark_truth(mind, self.moves, self.legal) for s, mind in self.thought.items()}


def events_of(played: Iterable[Reveal]) -> list[Event]:
    """Return the events of all these turns, in order."""
    return [event for reveal in played for event in reveal.events]
