"""The table of models in the tracker's help has a row for each model of the catalogue."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.shell.draw.prose_text import cells
from games.shell.pages.help import help_texts
from games.tracker.help_values import help_figures, workings
from games.tracker.lens import believers
from games.tracker.moment import shown_frame
from tests.support.hands import Rig, wait
from tests.support.tracker_page import opened, settle


def test_every_model_has_a_row() -> None:
    text = dict(help_texts("tracker", help_figures()))["Models"]
    rows = [cells(line) for line in text.split("\n") if line.startswith("|")]
    models = believers()
    assert len(models) >= 8
    assert rows[2:] == [(model.name, model.description) for model in models]


def test_doubt_is_worked_out_for_the_belief_on_show() -> None:
    told = workings(3.0)["now_doubt"]
    assert told == "The belief on show: H = 3.00, and 2^3.00 = 8.0 cells"


def test_bayes_and_the_loss_are_worked_out_for_the_step_on_show(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    rig.app.change_settings(reduced_motion=True)
    scene, told = opened(rig.app, maze="loops"), {"now_bayes": 0, "now_loss": 0}
    assert "now_loss" not in scene.help_text()[0]
    for _ in range(12):
        scene.act("step")
        wait(rig.app, 1.0)
        settle(rig.app, scene)
        words, frame = scene.help_text()[0], shown_frame(scene.walk, scene.walk.lens)
        if "now_bayes" in words:
            assert words["now_bayes"].endswith(f" = {frame.posterior.max():.3f}")
            left, right = words["now_bayes"].split("b(x) = ")[1].split(" = ")
            above, below = left.split(" / ")
            parts = [float(part) for part in below.strip("()").split(" + ")]
            assert float(above) / sum(parts) == pytest.approx(float(right), abs=0.01)
            told["now_bayes"] += 1
        if "now_loss" in words:
            assert words["now_loss"].endswith(f" = {frame.log_loss:.2f} a step")
            told["now_loss"] += 1
    assert min(told.values()) > 2
    rig.app.close()
