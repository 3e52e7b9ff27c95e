"""The tier of sweeps itself: sizes, pieces, seeds, what is told, and that a fault is seen."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games.paths import ROOT
from tests.support import sweep as tier
from tests.support.sweep import Row, Sweep, Try

DEEP = Row("coins", 10, 100, 1000, 1, True)


def row(deep: bool = True, each: int = 1) -> Sweep:
    return Sweep(DEEP._replace(deep=deep, each=each), "tests/test_x.py::test_coins[deep]")


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (tier.SWEEP, tier.SEED, tier.PIECE, tier.TRY):
        monkeypatch.delenv(name, raising=False)


def test_a_row_has_three_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (row(deep=False).count, row().count) == (10, 100)
    monkeypatch.setenv(tier.SWEEP, "full")
    assert (row(deep=False).count, row().count) == (10, 1000)
    assert len(row(each=300).numbers()) == 4


def test_the_pieces_are_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []
    for which in range(1, 8):
        monkeypatch.setenv(tier.PIECE, f"{which}/7")
        found += row().numbers()
        assert list(row(deep=False).numbers()) == list(range(10))
    assert sorted(found) == list(range(100))
    assert len(found) == 100


def test_a_try_depends_on_the_seed_and_its_number_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tier.SEED, "7")
    drawn = {one.number: one.rng.random() for one in row().tries()}
    assert len(set(drawn.values())) == 100
    monkeypatch.setenv(tier.TRY, "42")
    assert {one.number: one.rng.random() for one in row().tries()} == {42: drawn[42]}
    monkeypatch.setenv(tier.SEED, "8")
    assert next(row().tries()).rng.random() != drawn[42]


def test_what_nobody_can_foresee_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tier.SEED, "7")
    drawn: dict[int, tuple[int, str, bytes]] = {}

    def check(one: Try) -> None:
        found = secrets.randbelow(1 << 40), secrets.token_hex(8), os.urandom(6)
        assert drawn.setdefault(one.number, found) == found

    row().run(check)
    row().run(check)
    assert len(set(drawn.values())) == 100
    assert secrets.randbelow(1 << 60) != secrets.randbelow(1 << 60)


def test_a_failure_tells_how_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tier.SEED, "7")
    monkeypatch.setenv(tier.SWEEP, "full")
    sweep = row()

    def check(one: Try) -> str:
        assert one.number not in (30, 50), "that one"
        return "even" if one.number % 2 == 0 else "odd"

    with pytest.raises(AssertionError) as caught:
        sweep.run(check)
    told = str(caught.value)
    assert "tried 1000 of coins, failed 2 (498 even, 2 failed, 500 odd;" in told
    line = "ARCADE_SWEEP=full ARCADE_SEED=7 ARCADE_TRY=50 python -m pytest -m sweep "
    assert f"{line}'tests/test_x.py::test_coins[deep]'" in told


def test_a_try_that_hangs_has_failed() -> None:
    def check(one: Try) -> None:
        if one.number == 3:
            try:
                time.sleep(60)
            except Exception:
                return

    sweep = row()
    with pytest.raises(AssertionError, match=r"TookTooLong: It took longer than 0\.05 s"):
        sweep.run(check, seconds=0.05)
    assert [one.number for one, _ in sweep.failures] == [3]


def test_a_row_that_always_fails_stops_early() -> None:
    def check(one: Try) -> None:
        pytest.fail("always")

    sweep = row()
    with pytest.raises(AssertionError, match=f"tried {tier.MOST_FAILURES} of coins"):
        sweep.run(check)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        (tier.SWEEP, "much"),
        *((tier.PIECE, word) for word in ("0/3", "4/3", "x", "3")),
        *((tier.SEED, word) for word in ("-1", "x")),
    ],
)
def test_words_that_mean_nothing_are_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, word: str
) -> None:
    monkeypatch.setenv(name, word)
    with pytest.raises(pytest.UsageError, match=name):
        tier.configure()


SAMPLE = """
import pytest
from tests.support.sweep import row, sweep as sweep, Sweep

@row("coins", everyday=3, full=300)
def test_coins(sweep):
    sweep.run(lambda one: "well" if one.number != 5 else 1 / 0)

@pytest.mark.sweep
@pytest.mark.parametrize("n", range(8))
def test_whole(n):
    pass
"""


def run_sample(folder: Path, *words: str, **more: str) -> str:
    (folder / "test_sample.py").write_text(SAMPLE)
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull]
    command += ["--rootdir", str(folder), "-q", *words, str(folder / "test_sample.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment |= more
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return run.stdout


@pytest.mark.sweep
def test_a_run_tells_what_was_tried_and_its_seed(tmp_path: Path) -> None:
    pieces = [
        run_sample(tmp_path, "-m", "sweep", ARCADE_SEED="9", ARCADE_PIECE=f"{n}/2") for n in (1, 2)
    ]
    assert all("tried 15 of coins, failed" in piece for piece in pieces)
    assert sum("ZeroDivisionError" in piece and "ARCADE_TRY=5 " in piece for piece in pieces) == 1
    assert all(f"short tier, piece {n}/2, seed 9" in pieces[n - 1] for n in (1, 2))
    passed = [int(piece.split(" passed")[0].split()[-1]) for piece in pieces]
    assert sum(passed) == 9  # the eight that cannot be divided, and the good half of the row
