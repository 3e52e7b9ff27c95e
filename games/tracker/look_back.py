"""Looking back: the trail of the hidden one, redrawn with what is known now.

The smoothed belief about step T - lag uses the readings up to T. It changes what is believed of
the past, never the belief about the present: at a lag of 0 both are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import TEXT
from games.tracker.drawing import Board
from games.tracker.lens import Lens

if TYPE_CHECKING:
    from games.tracker.scene import Scene

Vector = npt.NDArray[np.floating[Any]]

_EVERY = 4
"""While the tape runs fast, the trail is worked out again after so many steps."""


class Trail:
    """Smoothed beliefs of the last steps of one lens, the present one last."""

    def __init__(self) -> None:
        self._lens: Lens | None = None
        self._step = -1
        self.beliefs: list[Vector] = []

    def __bool__(self) -> bool:
        """Whether there is a past to draw."""
        return bool(self.beliefs)

    def clear(self) -> None:
        """Forget it."""
        self._lens, self._step, self.beliefs = None, -1, []

    def follow(self, lens: Lens, hurry: bool) -> None:
        """Work it out for the step that the lens has reached."""
        late = lens.steps - self._step
        if lens.steps < 0 or (self._lens is lens and (late == 0 or (hurry and 0 < late < _EVERY))):
            return
        self._lens, self._step = lens, lens.steps
        self.beliefs = [*lens.watcher.trail()]

    def about(self, lag: int) -> tuple[int, Vector]:
        """The step so far back (as far as the trail goes), and what is believed of it now."""
        lag = min(lag, len(self.beliefs) - 1)
        return self._step - lag, self.beliefs[-1 - lag]

    def draw(self, canvas: Canvas, board: Board, scene: Scene) -> None:
        """The trail as one faint cloud, and the chosen step in full."""
        lag = min(int(scene.lag), len(self.beliefs) - 1)
        cloud = np.max(np.stack(self.beliefs[-1 - lag :]), axis=0)
        board.draw_belief(canvas, cloud, 0.12)
        step, belief = self.about(lag)
        board.draw_belief(canvas, belief)
        if scene.truth_visible and step < len(scene.walk) and lag:
            cell = scene.course.cells[scene.walk[step]]
            board.draw_walker(canvas, cell, cell, 1.0, scene.look, 130)

    def draw_words(self, canvas: Canvas, scene: Scene, box: Box) -> None:
        """What looking back says and does not say."""
        x, y, w, _ = box
        lens = scene.lenses[scene.active]
        if not self.beliefs or lens.steps < 0:
            text = f"{lens.spec.name} cannot look back. Choose another model."
            canvas.paragraph(text, (x, y + 48), w, TEXT, "quiet", most=2)
            return
        step, belief = self.about(int(scene.lag))
        entropy = lens.watcher.entropy
        then, now = entropy(lens.frame(step).posterior), entropy(belief)
        told = f"Step {step}: {then:.1f} bits of doubt at the time; with what came later {now:.1f}."
        if scene.truth_visible and 0 <= step < len(scene.walk):
            cell = scene.walk[step]
            was, became = float(lens.frame(step).posterior[cell]), float(belief[cell])
            told = f"Step {step}: the true cell had {was:.0%} at the time, and {became:.0%} now."
        canvas.text(told, (x, y + 58), TEXT, "paper", "bold", max_width=w)
        told = (
            "Later readings correct what is believed of the past. What is believed of the "
            "present stays the same: nothing has come after it."
        )
        canvas.paragraph(told, (x, y + 74), w, TEXT, "quiet", most=2)
