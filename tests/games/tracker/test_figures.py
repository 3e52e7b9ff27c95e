"""The table of models in the tracker's help has a row for each model of the catalogue."""

from __future__ import annotations

from games import catalog
from games.shell.draw.prose import cells
from games.shell.pages.help_texts import help_texts
from games.tracker.figures import help_figures, workings


def test_every_model_has_a_row() -> None:
    text = dict(help_texts("tracker", help_figures()))["Models"]
    rows = [cells(line) for line in text.split("\n") if line.startswith("|")]
    models = catalog.models("tracker")
    assert len(models) >= 8
    assert rows[2:] == [(model.name, model.description) for model in models]


def test_doubt_is_worked_out_for_the_belief_on_show() -> None:
    told = workings(3.0)["now_doubt"]
    assert told == "The belief on show: H = 3.00, and 2^3.00 = 8.0 cells"
