"""The training of `greedy`: the same however it is cut into jobs or interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.files import read_arrays
from ai.jaipur.greedy import GREEDY
from ai.jaipur.values import WEIGHTS
from ai.lab.jaipur.train import CHUNK, CandidateTrial, report, scores, train
from ai.lab.jobs import HERE, Jobs

SMALL: dict[str, Any] = {"generations": 2, "candidates": 3, "deals": 1, "measured": 2}


def silent(share: float, words: str) -> None:
    """Nobody watches."""


def weights_in(folder: Path) -> list[float]:
    found: list[float] = read_arrays(folder / "greedy.npz")["weights"].tolist()
    return found


class Enough(Exception):
    """Somebody stops the training."""


def test_a_stopped_training_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    card = train(SMALL, 7, HERE, tmp_path / "straight", silent)
    assert "2 rounds against seed-utility" in report(card)
    stops = 0

    def stop(share: float, words: str) -> None:
        raise Enough

    for _ in range(2):
        with pytest.raises(Enough):
            train(SMALL, 7, HERE, tmp_path / "stopped", stop)
        stops += 1
    train(SMALL, 7, HERE, tmp_path / "stopped", silent)
    assert weights_in(tmp_path / "stopped") == weights_in(tmp_path / "straight")
    assert not (tmp_path / "stopped" / "greedy.part.npz").exists()
    GREEDY.read(tmp_path / "stopped" / "greedy.npz")
    assert stops == 2


@pytest.mark.sweep
def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    train(SMALL, 7, HERE, tmp_path / "one", silent)
    train(SMALL, 7, Jobs(2), tmp_path / "two", silent)
    assert weights_in(tmp_path / "one") == weights_in(tmp_path / "two")


def test_a_candidate_scores_the_same_alone_and_among_others() -> None:
    rng = np.random.default_rng(1)
    candidates = tuple(tuple(row) for row in rng.normal(0, 1, (CHUNK, WEIGHTS)).tolist())
    champion = candidates[0]
    together = scores(CandidateTrial(candidates[:2], champion, 1, 2, 1))
    alone = [scores(CandidateTrial((one,), champion, 1, 2, 1))[0] for one in candidates[:2]]
    assert together == alone
    assert len(set(together)) > 1
