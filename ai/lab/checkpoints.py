"""Parts of a training: what has been learned so far, so that it goes on where it was stopped.

A part is one file of arrays (`ai.files`), and the settings that it was made with stand in the
same file, as the bytes of a JSON object under "settings": a part is never taken for another's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.files import PARTS_ROOM, pack_arrays, put, read_arrays, short_path
from games.arrays import Arrays, BadWeights
from games.weights import set_aside

SETTINGS: Final = "settings"


def _settings_text(settings: Mapping[str, Any]) -> bytes:
    return json.dumps(settings, sort_keys=True).encode("ascii")


def keep(part: Path, arrays: Arrays, settings: Mapping[str, Any]) -> None:
    """Write a part, `arrays` and `settings`, in place of the one before; raises `NotWritten`."""
    text = np.frombuffer(_settings_text(settings), dtype=np.uint8)
    put({part: pack_arrays({**arrays, SETTINGS: text})})


def resume(part: Path, settings: Mapping[str, Any], take: Callable[[Arrays], None]) -> None:
    """Let `take` go on from a part, if there is one that was made with the same settings.

    One that is damaged is renamed, with a line on standard error; the training then begins anew.
    """
    if not part.exists():
        return
    try:
        arrays = read_arrays(part, room=PARTS_ROOM)
        if arrays.pop(SETTINGS).tobytes() == _settings_text(settings):
            take(arrays)
    except (BadWeights, KeyError, IndexError, TypeError, AttributeError):
        aside = set_aside(part)
        print(
            f"{short_path(part)} is damaged and was renamed to {aside.name}; training begins anew.",
            file=sys.stderr,
        )
