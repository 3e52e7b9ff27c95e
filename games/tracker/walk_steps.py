"""The tape of a walk: every step of the match as the page plays it, made from what was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, overload

from games.core import Event
from games.session.session import Session
from games.tracker.rules import WALKER, MatchGround


class Step(NamedTuple):
    """One step of the match: where the walker went, and the event with its readings."""

    cell: int
    event: Event

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that a watcher may hear."""
        return (self.event,)

    @property
    def seen(self) -> bool:
        """True if a sensor saw the walker."""
        return self.event.data["readings"][0].seen is not None


class WalkSteps(Sequence[Step]):
    """All steps of a session's match; `path` holds the cells of the walk, the start first.

    An unknown start is missing from the path until chance has drawn it. After turns were taken
    back a new tape is made.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        course: MatchGround = session.seen.course
        self.path: list[int] = [] if course.start is None else [course.start]
        self._steps: list[Step] = []
        self._turns = 0
        self._take_in()

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        return self._steps[index]

    def __len__(self) -> int:
        return len(self._steps)

    def _take_in(self) -> None:
        """Enter what was played since."""
        played = self._session.played
        for reveal in played[self._turns :]:
            for event in reveal.events:
                self._note(event)
        self._turns = len(played)

    def _note(self, event: Event) -> None:
        if event.kind == "start":
            self.path.append(int(event.data["cell"]))
        elif event.kind == "move":
            self.path.append(int(event.data["to"]))
        elif event.kind == "reading":
            self._steps.append(Step(self.path[-1], event))

    def extend(self, move: str = "") -> None:
        """Play one step of the match: the walker's move, then the readings.

        A person's `move` has to be given, else no step is played; an agent decides by itself, where
        it is not carried off. Raises `games.core.IllegalMove`.
        """
        session, before = self._session, len(self)
        while session.match.to_act and len(self) == before:
            given = None
            if session.match.to_act == (WALKER,) and (move or session.people):
                if not move:
                    return
                given, move = {WALKER: move}, ""
            session.step(given)
            self._take_in()
