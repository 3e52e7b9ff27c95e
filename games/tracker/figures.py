"""What fills the names in the tracker's help: its models, as the catalogue tells them."""

from __future__ import annotations

import math

from games import catalog
from games.shell.draw.prose import escape
from games.tracker.lens import Frame

EXACT: float = 0.005
"""How far a share of two digits may lie from the belief that it is worked out for."""


def help_figures() -> dict[str, str]:
    """The rows of the table in `games/tracker/help/`: each model's name and description."""
    models = [(model.name, model.description) for model in catalog.models("tracker")]
    rows = [f"| {escape(name)} | {escape(description)} |" for name, description in models]
    return {"models": "\n".join(rows)}


def workings(bits: float) -> dict[str, str]:
    """The formula of doubt with the number of the belief on show, its entropy in `bits`."""
    cells = f"2^{bits:.2f} = {2.0**bits:.1f} cells"
    return {"now_doubt": f"The belief on show: H = {bits:.2f}, and {cells}"}


def step_workings(frame: Frame) -> dict[str, str]:
    """Bayes' rule at the most probable cell of a `frame`, and the log-loss up to it.

    Nothing of Bayes where the reading was not weighed in this way, as after a restart.
    """
    found: dict[str, str] = {}
    cell = int(frame.posterior.argmax())
    before, after = float(frame.prior[cell]), float(frame.posterior[cell])
    kept = float(frame.prior[frame.posterior > 0].sum())
    if frame.prior.any() and kept > 0 and abs(before / kept - after) < EXACT:
        found["now_bayes"] = (
            "The last reading, at the most probable cell; P(z | x) cancels out:\n"
            f"b(x) = {before:.3f} / ({before:.3f} + {kept - before:.3f}) = {after:.3f}"
        )
    if frame.unseen:
        last = f"-ln {math.exp(-frame.surprise):.3f} = {frame.surprise:.2f}"
        found["now_loss"] = (
            f"The last step: {last}\nSo far: {frame.loss_sum:.2f} / {frame.unseen} steps "
            f"= {frame.loss_sum / frame.unseen:.2f} a step"
        )
    return found
