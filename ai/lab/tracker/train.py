"""`main.py train tracker`: the direction tables of the tracker's momentum models.

Counted on simulated walks, see `ai.lab.tracker.learn`; everything follows from the seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from ai.lab.jobs import Jobs
from ai.lab.tracker.learn import learn
from games.core import Option

OPTIONS: Final = (
    Option("mazes", "Mazes", "int", 40, low=2, high=1000),
    Option("steps", "Steps of a walk", "int", 2000, low=100, high=100_000),
)


def train(
    options: Mapping[str, Any],
    seed: int,
    jobs: Jobs,
    out_dir: Path,
    progress: Callable[[float, str], None],
) -> dict[str, Any]:
    """Count the walks, write the tables and their card; returns the card."""
    given = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    told = 0

    def show(line: str) -> None:
        nonlocal told
        told += 1
        progress(min(0.9, told / 6), line)

    path = learn(out_dir, seed, given["mazes"], given["steps"], show)
    card: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return card


def report(card: Mapping[str, Any]) -> str:
    """The card for a person."""
    return "\n".join(f"{name}: {value}" for name, value in card.items())
