"""Exercises are found where one move leads for certain, and lead to the position again."""

from __future__ import annotations

import pytest

from ai.lab.jaipur import exercises as finding
from ai.lab.jaipur.exercises import exercises_of
from games.jaipur import SPEC
from games.jaipur.rules import GAME


def test_found_exercises_lead_to_their_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "FIRST", 8)
    monkeypatch.setattr(finding, "MANY", 60)
    found = exercises_of("seed-utility", 3)
    assert 1 <= len(found) <= finding.A_ROUND
    for exercise in found:
        state = GAME.new(SPEC.params({"length": "round"}))
        for move in exercise.moves.split():
            state, _ = GAME.apply(state, {state.acting[0]: move})
        assert state.acting == (exercise.seat,)
        assert exercise.best in GAME.legal(state, exercise.seat)
        assert exercise.lost >= max(finding.LEAST, finding.SURE * exercise.error)
