"""Attract mode of the tracker: one model and several by turns, and the truth now and then."""

from __future__ import annotations

from typing import Final

from games.tracker.model import Walk

ALONE: Final = ("auto",)
LINEUP: Final = ("auto", "random", "explore", "reading")
_SCENE_STEPS: Final = 30
"""So many steps with one belief, then as many with four."""
_TRUTH_STEPS: Final = 10
"""So many steps without the truth, then as many with it."""


def direct(walk: Walk) -> bool:
    """Change what is on show as the walk goes on; whether other models are in use now."""
    step = len(walk.tape)
    walk.truth = step // _TRUTH_STEPS % 2 == 1
    wanted = LINEUP if step // _SCENE_STEPS % 2 else ALONE
    if tuple(walk.lineup.models) == wanted or not walk.at_end:
        return False
    walk.lineup.use(wanted)
    return True
