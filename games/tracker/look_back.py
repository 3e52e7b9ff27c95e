"""Looking back: the trail of the hidden one is drawn again with what is known now."""

from __future__ import annotations

import numpy as np

from games.counting import places_words
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.night_map import Board
from games.shell.draw.theme import NOTE, TEXT
from games.tracker.model import Model
from games.tracker.moment import look_of


def draw_trail(canvas: Canvas, walk: Model, board: Board) -> None:
    """Draw the trail of a `walk` on a `board` as one faint cloud, and the chosen step in full."""
    trail, path = walk.trail, walk.tape.path
    lag = min(int(walk.lag), len(trail.beliefs) - 1)
    cloud = np.max(np.stack(trail.beliefs[-1 - lag :]), axis=0)
    board.draw_belief(canvas, cloud, 0.12)
    step, belief = trail.about(lag)
    board.draw_belief(canvas, belief)
    if walk.truth_visible and step < len(path) and lag:
        cell = walk.course.cells[path[step]]
        board.draw_walker(canvas, cell, cell, 1.0, look_of(walk), 130)


def draw_words(canvas: Canvas, walk: Model, box: Box) -> None:
    """Draw the words on looking back at a `walk`: its use and its limits."""
    x, y, w, h = box
    lens = walk.lens
    if not walk.trail.is_of(lens) or lens.steps < 0:
        text = f"{lens.spec.name} cannot look back. Choose another model."
        canvas.paragraph(text, (x, y + 48), w, TEXT, "quiet", most=2)
        return
    top = y + 48
    top += canvas.paragraph(_correction(walk), (x, top), w, TEXT, "paper", "bold", most=2) + 4
    told = (
        "Later readings correct what is believed of the past. What is believed of the "
        "present stays the same: nothing has come after it."
    )
    lines = int((y + h - top) / canvas.line_height(TEXT))
    size = TEXT if len(canvas.wrap(told, w, TEXT)) <= lines else NOTE
    canvas.paragraph(told, (x, top), w, size, "quiet", most=3)


def _correction(walk: Model) -> str:
    """Return how later readings changed the belief about the chosen step."""
    lens, path = walk.lens, walk.tape.path
    step, belief = walk.trail.about(int(walk.lag))
    at_the_time = lens.frame(step).posterior
    if walk.truth_visible and 0 <= step < len(path):
        was, became = float(at_the_time[path[step]]), float(belief[path[step]])
        return f"Step {step}: the true cell had {was:.0%} at the time, and {became:.0%} now."
    entropy = lens.watcher.entropy
    then, now = entropy(at_the_time), entropy(belief)
    return (
        f"Step {step}: {places_words(then)} at the time, {places_words(now)} with what came later."
    )
