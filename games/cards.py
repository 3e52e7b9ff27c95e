"""Figures out of the cards of weights: a JSON file beside each says what was measured of them.

A text that quotes a measurement takes it from here, so that it is that of the weights in use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from games.paths import WEIGHTS

UNKNOWN: Final = "?"
"""What stands in a text for a figure that its card lacks."""


def read_card(game_id: str, agent_id: str, folder: Path = WEIGHTS) -> Mapping[str, Any]:
    """The card of the weights of agent `agent_id` in `game_id`, below `folder`.

    Empty where it cannot be read.
    """
    try:
        found = json.loads((folder / game_id / f"{agent_id}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def figure(card: Mapping[str, Any], *keys: str, form: str = "") -> str:
    """The number below `keys` in a card, one level a key, as text in the format `form`.

    `form` is a format specification, such as ".1f" or ",". Returns `UNKNOWN` where there is no
    number.
    """
    found: Any = card
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return format(found, form) if isinstance(found, int | float) else UNKNOWN
