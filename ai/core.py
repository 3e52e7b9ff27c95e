"""What every agent is: `Agent`, the base class of whoever fills a seat by program."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.arrays import Arrays, arrays_to_text
from games.core import WATCHERS, Decision, Event, Game, Limit, Params
from games.mind import Mind
from games.streams import Stream


class Agent:
    """Fills a seat, or watches without one. Subclasses override `act` and what else they need.

    `begin` puts the agent at the start of a match: its state afterwards is a function of its
    start state, its seed and what it observed. `rng` is placed by the match before each call.
    """

    seats: tuple[int, ...]
    seat: int
    """The seat, the first of a team's, or `games.core.WATCHERS` for one who watches."""
    rng: Stream
    restorable = False
    """Whether a copy of its state is quicker than observing a long match again."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last match and take these seats, none to watch."""
        self.seats = seats
        self.seat = seats[0] if seats else WATCHERS
        self.rng = rng

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """A legal move for this view, which holds all that the seat may know."""
        raise NotImplementedError(f"{type(self).__name__} watches and never moves.")

    def observe(self, events: Sequence[Event]) -> None:
        """See what happened, as far as the seat may see it."""

    def finish(self, result: Sequence[float]) -> None:
        """The match is over with these scores."""

    def mind(self) -> Mind:
        """What a watcher thinks now, or what an agent has learned so far."""
        return ()

    def findings(self) -> Mind:
        """What it found out in this match, for the page at its end."""
        return ()

    def learned_arrays(self) -> Arrays | None:
        """What was learned and should outlast the match, or None."""
        return None

    def learned(self) -> str | None:
        """What was learned, as the text that `AgentSpec.make` takes for a start, or None."""
        arrays = self.learned_arrays()
        return arrays_to_text(arrays) if arrays else None

    def forecasts(self) -> Mapping[int, Sequence[float]]:
        """What it expects of other seats now: nothing, if not overridden."""
        return {}

    def snapshot(self) -> object | None:
        """All that `begin` and `observe` have changed, copied; None if that is not worth it.

        Of one that observes nothing, nothing has to be kept.
        """
        if type(self).observe is Agent.observe:
            return ()
        return self._copied(self.__dict__) if self.restorable else None

    def _copied(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """A deep copy that shares the match's random numbers, which the match places itself."""
        own = {name: value for name, value in state.items() if name != "rng"}
        return copy.deepcopy(own, {id(self.rng): self.rng})

    def restore(self, snapshot: object) -> None:
        """Be as when the snapshot was taken."""
        if isinstance(snapshot, dict):
            self.__dict__.update(self._copied(snapshot))
