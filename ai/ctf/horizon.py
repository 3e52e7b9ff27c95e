"""The points still to come where playing on stops: the team that reaches each dot, when, and the
lead.

The match ends when the dots of one side are all eaten; later dots do not count. Rows are matches,
as in `ai.ctf.foresight`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.belief.graph import Vector

LATER: Final = 0.98
"""What a dot is worth a round later."""
CLOSE: Final = 3.0
"""Points of lead in the end that are nearly a win: tanh(1) of one."""
WIN: Final = 6.0
"""Points that a win is worth. All of these were chosen by small tournaments."""
NEVER: Final = 1e6
"""Rounds that no match has."""


def arrivals(
    steps: NDArray[np.int16],
    lies: NDArray[np.bool_],
    dots: NDArray[np.intp],
    ways: Sequence[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]],
) -> Vector:
    """Return the round in which each dot is reached, infinity for dots that are gone; (rows, dots).

    `steps` are the moves from cell to cell, `lies` (rows, dots) is True for the `dots`, cells, that
    lie there, and `ways` has of each bot its cells (rows,), the order in which it goes over dots,
    by their place in `dots`, and whether it goes at all (rows,): where not, they are reached NEVER.
    """
    found = np.full(lies.shape, np.inf)
    for cells, order, goes in ways:
        at, rounds = cells, np.zeros(len(cells))
        for dot in order:
            here, cell = lies[:, dot], dots[dot]
            rounds = np.where(here, rounds + steps[at, cell], rounds)
            at = np.where(here, cell, at)
            found[:, dot] = np.where(here, np.where(goes, rounds, NEVER), np.inf)
    return found


def worth(ours: Vector, theirs: Vector, lead: NDArray[np.number[Any]], left: float) -> Vector:
    """Points that the rest of a match is worth, shape (rows,), a likely win among them.

    `ours` and `theirs` are the `arrivals` of both teams, `left` the rounds until the match is over
    at the latest.
    """
    end = np.minimum(np.minimum(_last(ours), _last(theirs)), left)[:, None]
    dots = (LATER ** np.where(ours <= end, ours, np.inf)).sum(axis=1)
    dots -= (LATER ** np.where(theirs <= end, theirs, np.inf)).sum(axis=1)
    then = lead + (ours <= end).sum(axis=1) - (theirs <= end).sum(axis=1)
    return np.asarray(dots + WIN * np.tanh(then / CLOSE))


def _last(times: Vector) -> Vector:
    """When the last of the dots is reached, shape (rows,): 0 where none is left."""
    reached = np.where(np.isfinite(times), times, 0.0)
    return np.asarray(reached.max(axis=1, initial=0.0))
