"""`main.py bench` tells each figure once it is known; as JSON all in one document."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from ai.lab import bench, rooms
from ai.lab.bench import BenchRow, serve
from games import catalog


def test_rows_are_told_as_they_are_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def measure(game: str | None) -> Iterator[BenchRow]:
        for number in range(3):
            told.append(capsys.readouterr().out)
            yield BenchRow("karate", f"figure {number}", 1.5, "ms")

    monkeypatch.setattr(bench, "measure", measure)
    assert serve("karate", False) == 0
    told.append(capsys.readouterr().out)
    assert ["figure" in text for text in told] == [False, True, True, True]
    assert [text.count("\n") for text in told] == [0, 1, 1, 1]
    told.clear()
    assert serve("karate", True) == 0
    assert told == ["", "", ""]
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 3


class Rows:
    """A game's own rows, without measuring."""

    @staticmethod
    def rows() -> list[tuple[str, float, str]]:
        return [("something", 1.0, "things/s")]


def test_a_game_without_a_window_has_no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms.BENCH, "of", lambda game: Rows)
    monkeypatch.setattr(catalog, "IN_THE_LABORATORY", ("set",))
    assert [row.game for row in bench.measure("set")] == ["set"]


def test_waiting_is_no_work() -> None:
    def work() -> int:
        time.sleep(0.002)
        return sum(1 for _ in range(1000))

    assert bench.best_rate(work) > 1000 / 0.002


def test_a_clock_that_counts_in_large_steps_divides_by_no_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(time, "process_time", lambda: float(len(calls) // 4))
    rate = bench.best_rate(lambda: calls.append(1) or 5)
    assert 5 <= rate <= 4 * 5
