"""`Reveal`: one turn of a match as it was played, for whoever shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.core import CHANCE, Draw, Event, Seal
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


def last_of_other(played: Sequence[Reveal], own: int, say: Callable[[Event], str]) -> str:
    """Return the last act of another seat than `own`, in the words of `say`; "" after `own`'s move.

    `say` gives "" for an event that is no act. Chance is passed over.

    >>> moved = Reveal({1: "3"}, (Event("move", {"seat": 1}),))
    >>> last_of_other([moved, Reveal({CHANCE: "2"}, ())], 0, lambda event: f"A {event.kind}.")
    'A move.'
    """
    last = next((reveal for reveal in reversed(played) if CHANCE not in reveal.moves), None)
    if last is None or own in last.moves:
        return ""
    return next((told for event in last.events if (told := say(event))), "")


def events_of(played: Iterable[Reveal]) -> list[Event]:
    """Return the events of all these turns, in order."""
    return [event for reveal in played for event in reveal.events]
