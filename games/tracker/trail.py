"""The trail of the hidden one, worked out again with what is known now.

The smoothed belief about step T - lag uses the readings up to T. It changes what is believed of
the past, never the belief about the present: at a lag of 0 both are the same.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.tracker.lens import Lens

Vector = npt.NDArray[np.floating[Any]]

_EVERY: Final = 4
"""While the tape runs fast, the trail is worked out again after so many steps."""


class Trail:
    """Smoothed beliefs of the last steps of one lens, the present one last."""

    def __init__(self) -> None:
        self._lens: Lens | None = None
        self._step = -1
        self.beliefs: list[Vector] = []

    def is_of(self, lens: Lens) -> bool:
        """Return whether there is a past of this lens to draw."""
        return self._lens is lens and bool(self.beliefs)

    def clear(self) -> None:
        """Forget it."""
        self._lens, self._step, self.beliefs = None, -1, []

    def follow(self, lens: Lens, hurry: bool) -> None:
        """Work it out for the step that the lens has reached, not for every one in a `hurry`."""
        late = lens.steps - self._step
        if (
            lens.steps < 0
            or lens.busy
            or (self._lens is lens and (late == 0 or (hurry and 0 < late < _EVERY)))
        ):
            return
        self._lens, self._step = lens, lens.steps
        self.beliefs = [*lens.watcher.trail()]

    def about(self, lag: int) -> tuple[int, Vector]:
        """Return the step `lag` steps back (as far as the trail goes), and what is believed of it
        now.
        """
        lag = min(lag, len(self.beliefs) - 1)
        return self._step - lag, self.beliefs[-1 - lag]
