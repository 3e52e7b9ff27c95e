"""The formulas in karate's help worked out with the numbers of the match that is open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from games.karate.fighters import NAMES
from games.karate.rules import MOVES, gain_matrix
from games.mind import Bars, Mind

MINUS: Final = "\u2212"


def workings(mind: Mind, table: str, caption: str, sharpness: float | None) -> dict[str, str]:
    """What fills the lines of the match by name; nothing where the `mind` has no forecast.

    `table` is the table of points, `caption` says whose mind it is and before which round. With a
    `sharpness`, that of a mind that draws by it alone, its draw is worked out too.
    """
    forecast = next((i for i in mind if isinstance(i, Bars) and i.forecast_of is not None), None)
    chosen = next((i.chosen for i in mind if isinstance(i, Bars) and i.chosen is not None), None)
    if forecast is None or len(forecast.values) != len(MOVES):
        return {}
    rows = gain_matrix(table)
    gains = [_expected(forecast.values, row) for row in rows]
    move = gains.index(max(gains)) if chosen is None else chosen
    head = f"{caption}:\n" if caption else ""
    found = {"now_gain": head + _gain(forecast.values, rows[move], move)}
    if sharpness is not None:
        found["now_draw"] = head + _draw(gains, sharpness, move)
    return found


def _expected(forecast: Sequence[float], row: Sequence[float]) -> float:
    return sum(p * gain for p, gain in zip(forecast, row, strict=True))


def _gain(forecast: Sequence[float], row: Sequence[float], move: int) -> str:
    """The sum that a `move` is worth, term by term, in points."""
    terms = (f"{p:.3f} · {_number(gain, 0)}" for p, gain in zip(forecast, row, strict=True))
    total = _number(_expected(forecast, row), 1)
    return f"E[gain of {_name(move)}] = {' + '.join(terms)} = {total}"


def _draw(gains: Sequence[float], sharpness: float, move: int) -> str:
    """How probable it was that a `move` was drawn."""
    parts = [f"exp({sharpness:g} · {_number(gain, 1)})" for gain in gains]
    best = max(gains)  # taken off everywhere, so that no power is too large
    powers = [math.exp(sharpness * (gain - best)) for gain in gains]
    share = powers[move] / sum(powers)
    return f"P({_name(move)}) = {parts[move]} / ({' + '.join(parts)}) = {share:.2f}"


def _name(move: int) -> str:
    return NAMES[MOVES[move]].lower()


def _number(value: float, digits: int) -> str:
    """A number with the sign that it is written with."""
    told = f"{abs(value):.{digits}f}"
    return f"{MINUS}{told}" if value < 0 and float(told) else told
