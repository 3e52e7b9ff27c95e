"""`Agent`, the base class of every program that fills a seat."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from games.arrays import Arrays, arrays_to_text
from games.core import WATCHERS, Decision, Event, Game, Limit
from games.mind import Mind
from games.spec import Params
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
    observes = False
    """True if a match tells it its events: set where a class has an `observe` of its own."""

    def __init_subclass__(cls) -> None:
        """Note whether the class observes."""
        super().__init_subclass__()
        cls.observes = cls.observe is not Agent.observe

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last match and take these seats, none to watch."""
        self.seats = seats
        self.seat = seats[0] if seats else WATCHERS
        self.rng = rng

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Return a legal move for this view, which holds all that the seat may know."""
        raise NotImplementedError(f"{type(self).__name__} watches and never moves.")

    def observe(self, events: Sequence[Event]) -> None:
        """See what happened, as far as the seat may see it."""

    def finish(self, result: Sequence[float]) -> None:
        """Finish the match, which is over with these scores."""

    def mind(self) -> Mind:
        """Return the present thoughts of a watcher, or what an agent has learned."""
        return ()

    def findings(self) -> Mind:
        """Return what the agent found out in this match, for the page at its end."""
        return ()

    def learned_arrays(self) -> Arrays | None:
        """Return the learned arrays that should outlast the match, or None."""
        return None

    def learned(self) -> str | None:
        """Return the learned arrays as text that `AgentSpec.make` takes for a start, or None."""
        arrays = self.learned_arrays()
        return arrays_to_text(arrays) if arrays else None

    def forecasts(self) -> Mapping[int, Sequence[float]]:
        """Return the forecasts for other seats; none by default."""
        return {}

    def snapshot(self) -> object | None:
        """Return a copy of all that `begin` and `observe` have changed; None if that is not worth
        it.

        An agent that observes no events has no state to keep.
        """
        if not self.observes:
            return ()
        return self._copied(self.__dict__) if self.restorable else None

    def _copied(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return a deep copy that shares the match's random numbers, which the match places itself.

        Arrays that are views of one array are views of one copy of it.
        """
        own = {name: value for name, value in state.items() if name != "rng"}
        memo: dict[int, object] = {id(self.rng): self.rng}
        for view in _views_in(own, memo):
            memo[id(view)] = _view_of_copy(view, memo)
        return copy.deepcopy(own, memo)

    def restore(self, snapshot: object) -> None:
        """Be as when the snapshot was taken."""
        if isinstance(snapshot, dict):
            self.__dict__.update(self._copied(snapshot))


def _views_in(state: object, known: Collection[int]) -> Iterator[npt.NDArray[Any]]:
    """Yield every array in a state that looks into another; not in what is `known` by its id."""
    seen, left = set(known), [state]
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray):
            if isinstance(one.base, np.ndarray) and one.base.flags.owndata:
                yield one
        elif isinstance(one, dict):
            left.extend(one.values())
        elif isinstance(one, list | tuple | set | frozenset | deque):
            left.extend(one)
        elif not isinstance(one, type):
            left.extend(_attributes(one))


def _attributes(one: object) -> Iterator[object]:
    """Yield the values of all attributes of an object, those in slots too."""
    yield from getattr(one, "__dict__", {}).values()
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(one, name):
                yield getattr(one, name)


def _view_of_copy(view: npt.NDArray[Any], memo: dict[int, object]) -> object:
    """Return the same part of the copy of the array that a `view` looks into."""
    whole = view.base
    assert isinstance(whole, np.ndarray)
    if not whole.flags.forc:  # one that is no block of memory is copied by itself
        return view.copy()
    fresh = memo.setdefault(id(whole), whole.copy(order="K"))
    assert isinstance(fresh, np.ndarray)
    first = whole.__array_interface__["data"][0]
    offset = view.__array_interface__["data"][0] - first
    made: npt.NDArray[Any] = np.ndarray(view.shape, view.dtype, fresh, offset, view.strides)
    made.flags.writeable = view.flags.writeable
    return made
