"""Trainings that go on where they were stopped: what they keep, and what they write at the end.

While a training runs, all that a later run needs lies in one file of arrays (`ai.files`) beside
the weights, `NAME.part.npz`. The settings that it was made with stand in the same file, as the
bytes of a JSON object under "settings": one training never takes over the part of another. At the
end the weights and their card are written whole, and the part is removed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from ai.files import PARTS_ROOM, pack_arrays, put, read_arrays, short_path, write_arrays
from ai.lab.rooms import Plain, Progress
from games.arrays import Arrays, BadWeights
from games.weights import set_aside

SETTINGS: Final = "settings"


class Training(Protocol):
    """Weights that are learned step by step."""

    @property
    def done(self) -> bool:
        """True once no step is left."""
        ...

    def step(self) -> None:
        """Learn from the next games, rounds or lines."""
        ...

    def told(self) -> tuple[float, str]:
        """Return the share that is done, 0 to 1, and the progress in words."""
        ...

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        ...

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave; raises `BadWeights` for any other."""
        ...


def keep_going(
    training: Training,
    weights: Path,
    settings: Mapping[str, Any],
    progress: Progress,
    seconds: float = 0.0,
) -> None:
    """Take up what an earlier run kept beside `weights`, and take all steps that are left.

    The training is kept after its last step, and before that whenever `seconds` have passed since
    it was kept; also at an interrupt between two steps. One within a step loses the steps since.
    """
    part = part_of(weights)
    resume(part, settings, training.restore)
    kept, whole = time.monotonic(), True
    try:
        while not training.done:
            whole = False
            training.step()
            whole = True
            if training.done or time.monotonic() - kept >= seconds:
                keep(part, training.arrays(), settings)
                kept = time.monotonic()
            progress(*training.told())
    except KeyboardInterrupt:
        if whole:
            keep(part, training.arrays(), settings)
        raise


def part_of(weights: Path) -> Path:
    """Return the path of the part of a training that ends in the file `weights`."""
    return weights.with_suffix(".part.npz")


def keep(part: Path, arrays: Arrays, settings: Mapping[str, Any]) -> None:
    """Write a part, `arrays` and `settings`, in place of the one before; raises `NotWritten`."""
    text = np.frombuffer(_settings_text(settings), dtype=np.uint8)
    put({part: pack_arrays({**arrays, SETTINGS: text})})


def resume(part: Path, settings: Mapping[str, Any], restore: Callable[[Arrays], None]) -> None:
    """Let `restore` go on from a part, if there is one that was made with the same settings.

    One that is damaged is renamed, with a line on standard error; the training then begins anew.
    """
    if not part.exists():
        return
    try:
        arrays = read_arrays(part, room=PARTS_ROOM)
        if arrays.pop(SETTINGS).tobytes() == _settings_text(settings):
            restore(arrays)
    except (BadWeights, KeyError, IndexError, TypeError, AttributeError):
        aside = set_aside(part)
        print(
            f"{short_path(part)} is damaged and was renamed to {aside.name}; training begins anew.",
            file=sys.stderr,
        )


def _settings_text(settings: Mapping[str, Any]) -> bytes:
    return json.dumps(settings, sort_keys=True).encode("ascii")


def write(weights: Path, arrays: Arrays, card: Plain) -> Plain:
    """Write `arrays` and their `card`, and remove the part; returns the card."""
    write_arrays(weights, arrays, card)
    part_of(weights).unlink(missing_ok=True)
    return card


# -- cards ---------------------------------------------------------------------------------


def made_by(game: str, agent: str, seed: int, given: Mapping[str, Any]) -> str:
    """Return the command that makes an `agent`'s weights again with all options `given`."""
    options = "".join(f" --option {name}={value}" for name, value in given.items())
    return f"main.py train {game} {agent} --seed {seed}{options}"


def strength_lines(shares: Mapping[str, float], number: int, what: str) -> list[str]:
    """Return a line for each opponent in `shares`; `what` names the `number` of things played."""
    return [
        f"wins {share:.1%} of {number:,} {what} against {name}" for name, share in shares.items()
    ]
