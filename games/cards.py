"""Figures out of the cards of weights: a JSON file beside each with its measurements.

A text that quotes a measurement takes it from here, so that it belongs to the weights in use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games import weights

UNKNOWN: Final = "not measured"
"""What stands in a text for a figure that its card lacks."""

_MOST: Final = 10**15
"""Figures are smaller than this: larger ones would fill a page, and many cannot be formatted."""


def read_card(game_id: str, agent_id: str) -> weights.Card:
    """Return the card of the weights in use of agent `agent_id` in `game_id`.

    Empty if it cannot be read.
    """
    return weights.card(f"{game_id}/{agent_id}")


def figure(card: Mapping[str, Any], *keys: str, form: str = "", unit: str = "") -> str:
    """Return the number below `keys` in a card, one level a key, as text in the format `form`.

    `form` is a format specification, such as ".1f" or ","; `unit` stands behind the number. Returns
    `UNKNOWN` where there is no number, or one that no measurement gives.
    """
    found: Any = card
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    if type(found) not in (int, float) or not abs(found) < _MOST:  # NaN is below nothing
        return UNKNOWN
    return f"{format(found, form)}{unit}"
