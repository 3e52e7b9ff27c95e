"""What is measured of which game."""

from __future__ import annotations

import pytest

from ai.lab import bench, rooms
from games import catalog


class Rows:
    """A game's own rows, without measuring."""

    @staticmethod
    def rows() -> list[tuple[str, float, str]]:
        return [("something", 1.0, "things/s")]


def test_a_game_without_a_window_has_no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms.BENCH, "of", lambda game: Rows)
    (without,) = catalog.IN_THE_LABORATORY[:1]
    assert [row.game for row in bench.measure(without)] == [without]
