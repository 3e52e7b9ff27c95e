"""What fills the names in the tracker's help: its models, as the catalogue tells them."""

from __future__ import annotations

from games import catalog
from games.shell.draw.prose import escape


def help_figures() -> dict[str, str]:
    """The rows of the table in `games/tracker/help/`: each model's name and description."""
    models = [(model.name, model.description) for model in catalog.models("tracker")]
    rows = [f"| {escape(name)} | {escape(description)} |" for name, description in models]
    return {"models": "\n".join(rows)}


def workings(bits: float) -> dict[str, str]:
    """The formula of doubt with the number of the belief on show, its entropy in `bits`."""
    cells = f"2^{bits:.2f} = {2.0**bits:.1f} cells"
    return {"now_doubt": f"The belief on show: H = {bits:.2f}, and {cells}"}
