"""The figures of capture-the-flag: each can be measured."""

from __future__ import annotations

import pytest

from ai.lab.ctf import bench


@pytest.mark.sweep
def test_every_figure_is_a_number_with_a_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.01)
    found = list(bench.rows())
    assert len({told for told, _, _ in found}) == len(found) > 8
    assert all(value > 0 and unit for _, value, unit in found)
