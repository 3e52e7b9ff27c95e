"""What the shell costs: each game's scene is measured at both sizes, and set beside each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import catalog
from games.shell import bench


def test_keeping_a_turn_is_measured_beside_a_save(tmp_path: Path) -> None:
    rows = {what: value for _, what, value, _ in bench.keeping(tmp_path)}
    assert len(rows) == 4
    assert all(value > 0 for value in rows.values())
    (kept,) = tmp_path.rglob("*.tail")
    assert kept.read_text("ascii").count("\n") == 26


@pytest.mark.sweep
def test_the_largest_screen_stands_beside_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "FRAMES", 2)
    monkeypatch.setattr(bench, "WARM_UP", 1)
    monkeypatch.setattr(bench, "USUAL", (640, 360))
    monkeypatch.setattr(bench, "LARGEST", (1280, 720))
    rows = {what: (value, unit) for _, what, value, unit in bench.rows(catalog.GAMES[0])}
    small, unit = rows["frame at 640 x 360, average"]
    large, _ = rows["frame at 1280 x 720, average"]
    times, _ = rows["how many times as long on the largest screen"]
    assert unit == "ms"
    assert small > 0
    assert times == pytest.approx(large / small)
