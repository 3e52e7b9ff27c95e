"""Moves as numbers: the whole list of a game's moves, or the parts of which a move is put together.

An action is an index in `names`. In a turn a seat chooses one action after another until they make
a move; with the whole list the first action does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.int8]
MOST_WHOLE: Final = 30_000
"""The most moves of a list that is taken whole."""


class ActionList(Protocol):
    """A way to choose a move by numbers."""

    names: tuple[str, ...]
    """The moves, or their parts, by index."""
    longest: int
    """The most parts of a move; 0 where each action is a whole move."""

    def mask(self, legal: Collection[str], chosen: Sequence[int]) -> Mask:
        """Return 1 for each action that may follow those that are `chosen`, else 0."""
        ...

    def allows(self, legal: Collection[str], chosen: Sequence[int], action: int) -> bool:
        """Return whether the mask allows an `action`, which may be any number."""
        ...

    def move(self, legal: Collection[str], chosen: Sequence[int]) -> str | None:
        """Return the move that the `chosen` actions make, None where it is not whole yet."""
        ...


class WholeMoves:
    """All moves of a game, each an action."""

    longest = 0

    def __init__(self, names: Sequence[str]) -> None:
        assert len(names) <= MOST_WHOLE
        self.names = tuple(names)
        self._index = {name: place for place, name in enumerate(names)}
        self._known: dict[Hashable, Mask] = {}

    def mask(self, legal: Collection[str], chosen: Sequence[int]) -> Mask:
        """Return 1 for each legal move."""
        known = legal if isinstance(legal, tuple) else None
        if known in self._known:
            return self._known[known].copy()
        found = np.zeros(len(self.names), np.int8)
        found[[self._index[move] for move in legal]] = 1
        if known is not None and len(self._known) < MOST_WHOLE:
            self._known[known] = found.copy()
        return found

    def allows(self, legal: Collection[str], chosen: Sequence[int], action: int) -> bool:
        """Return whether the `action` is a legal move."""
        return 0 <= action < len(self.names) and self.names[action] in legal

    def move(self, legal: Collection[str], chosen: Sequence[int]) -> str | None:
        """Return the move."""
        return self.names[chosen[0]]


class PartsOfMoves:
    """Parts of moves, and "done" where a move could also go on.

    `follow` returns the parts that may follow a list of parts, and the move that these make where
    they are one already.
    """

    def __init__(
        self,
        names: Sequence[str],
        longest: int,
        follow: Callable[[Collection[str], Sequence[str]], tuple[Collection[str], str | None]],
    ) -> None:
        self.names = (*names, DONE)
        self.longest = longest
        self._index = {name: place for place, name in enumerate(self.names)}
        self._follow = follow

    def mask(self, legal: Collection[str], chosen: Sequence[int]) -> Mask:
        """Return 1 for each part that may follow."""
        found = np.zeros(len(self.names), np.int8)
        if legal:
            parts, whole = self._follow(legal, [self.names[place] for place in chosen])
            found[[self._index[part] for part in parts]] = 1
            found[-1] = whole is not None
        return found

    def allows(self, legal: Collection[str], chosen: Sequence[int], action: int) -> bool:
        """Return whether the part of an `action` may follow."""
        return 0 <= action < len(self.names) and bool(self.mask(legal, chosen)[action])

    def move(self, legal: Collection[str], chosen: Sequence[int]) -> str | None:
        """Return the move: at "done", or where no part may follow."""
        names = [self.names[place] for place in chosen]
        done = names[-1] == DONE
        parts, whole = self._follow(legal, names[:-1] if done else names)
        return whole if done or not parts else None


DONE: Final = "done"
