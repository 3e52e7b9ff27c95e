"""The figures in karate's help: points, gains from the sensei's card, numbers of the match."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final

from games import measured as kept
from games.core import Seal
from games.karate.fighters import NAMES
from games.karate.rules import MOVES, POINTS, gain_matrix
from games.mind import Bars, Gauge, Meter, Mind
from games.weights import UNKNOWN, figure, measured

_MEASURED: Final = {
    "first_student": "seed-argmax",
    "of_pairs": "sensei:seed",
    "of_habits": "sensei:no-theory",
    "of_theories": "sensei",
}
"""The agents of the card whose gains the help quotes, by their names in the text."""


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/karate/help/`: points, and mean gains a round in
    points.
    """
    card = measured("karate/sensei", "numbers/mind")
    gains = {
        f"gain_{name}": figure(card, "roster_mean", agent, form=".1f")
        for name, agent in _MEASURED.items()
    }
    rounds = {"measured_rounds": figure(card, "rounds", form=",")}
    levels = {"levels": kept.or_else(UNKNOWN)(kept.levels_words)("karate")}
    claims = {"originals": kept.originals_table("karate"), "seals": ""}
    return {**_points(), **gains, **rounds, **_against_sensei(), **levels, **claims}


@kept.or_else({"habits_gentle": UNKNOWN, "habits_sharp": UNKNOWN})
def _against_sensei() -> dict[str, str]:
    """Return what a player with habits wins of the sensei at a sharpness of 0.1, and of 2."""
    gentle = kept.won("karate", "habits", "sensei:beta=0.1")
    won, matches = kept.result("karate", "opponents")["merciless"]["counters"]["habits"]
    sharp = kept.counted(won / matches, matches)
    return {"habits_gentle": gentle.share.words(), "habits_sharp": sharp.words()}


def _points() -> dict[str, str]:
    """Return each cell of both tables, as "classic_kick_parry_punch", and what a blow is worth."""
    names = [move.replace("-", "_") for move in MOVES]
    found = {
        f"{table}_{names[own]}_{names[other]}": str(points[own][other])
        for table, points in POINTS.items()
        for own, other in product(range(len(MOVES)), repeat=2)
    }
    found["classic_hit"] = str(max(POINTS["classic"][MOVES.index("kick")]))
    for table in POINTS:
        found[f"{table}_parry"] = str(max(POINTS[table][MOVES.index("parry-kick")]))
    return found


def seals_opened(seals: Iterable[tuple[int, Seal]]) -> Mapping[str, str]:
    """Return the text of "{seals}" during a match: rounds and their seals, newest first."""
    parts = [
        f"Round {number}, sealed as\n\n```\n{seal.commitment}\n```\n\n"
        f"opens to\n\n```\n{seal.nonce}:{seal.move}\n```"
        for number, seal in reversed(tuple(seals))
    ]
    return {"seals": "\n\n".join(["## Seals of this match", *parts]) if parts else ""}


MINUS: Final = "\u2212"
ROUNDING: Final = 1e-6


def workings(mind: Mind, table: str, caption: str, sharpness: float | None) -> dict[str, str]:
    """Return the texts of the match's lines of help by name; {} where the `mind` has no forecast.

    `table` is the table of points, `caption` names the mind's seat and round. With the `sharpness`
    of a mind that draws by it, its draw is worked out too.
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
    staked = _staked(mind, rows, head)
    if sharpness is not None and "now_budget" in staked:
        mix, drawn = _mix(mind), _draw(gains, sharpness, move)
        if mix is not None and not drawn.endswith(f"= {mix[move]:.2f}"):
            drawn += f"; with the budget's share of the wall: {mix[move]:.2f}"
        found["now_drawn"] = drawn
    elif sharpness is not None:
        found["now_draw"] = head + _draw(gains, sharpness, move)
    return {**found, **staked}


def wall(mind: Mind, table: str, caption: str) -> dict[str, str]:
    """Return the text of the wall's line: the gain of its mix against each move; {} for others."""
    mix = _mix(mind)
    if mix is None:
        return {}
    rows, head = gain_matrix(table), f"{caption}:\n" if caption else ""
    worth = [_against(mix, rows, answer) for answer in range(len(MOVES))]
    if min(worth) < -ROUNDING:
        return {}
    told = [
        f"against {_name(answer)}: {_terms(mix, rows, answer)} = {_number(worth[answer], 1)}"
        for answer in range(len(MOVES))
    ]
    return {"now_wall": head + "\n".join(told)}


def _staked(mind: Mind, rows: Sequence[Sequence[float]], head: str) -> dict[str, str]:
    """Return the sensei's own lines: what it trusts, and its mix within its budget."""
    found = {}
    trust = next((item for item in mind if isinstance(item, Gauge)), None)
    budget = next((item for item in mind if isinstance(item, Meter)), None)
    mix = _mix(mind)
    if trust is not None:
        shares = (f"{label} {share:.2f}" for label, share in _named(trust))
        found["now_trust"] = f"{head}trust, of 1: {', '.join(shares)}"
    if budget is not None and mix is not None:
        worth = [_against(mix, rows, answer) for answer in range(len(MOVES))]
        worst = worth.index(min(worth))
        found["now_budget"] = (
            f"{head}your {_name(worst)} costs it most: {_terms(mix, rows, worst)} "
            f"= {_number(worth[worst], 1)}\nB = {budget.value:.1f}"
        )
    return found


def _named(trust: Gauge) -> list[tuple[str, float]]:
    """Return the rungs with their shares; those that are called alike by how far up they are."""
    seen: list[tuple[str, float]] = []
    for number, (label, share) in enumerate(zip(trust.labels, trust.values, strict=True)):
        alike = any(label == other for other, _ in seen)
        seen.append((f"{label} (rung {number + 1})" if alike else label, share))
    return seen


def _mix(mind: Mind) -> Sequence[float] | None:
    """Return the mix that a move was drawn from, where the mind shows one."""
    bars = (i for i in mind if isinstance(i, Bars) and i.forecast_of is None)
    found = next((i.values for i in bars if i.unit == "%" and len(i.values) == len(MOVES)), None)
    return found if found is not None and abs(sum(found) - 1) < ROUNDING else None


def _against(mix: Sequence[float], rows: Sequence[Sequence[float]], answer: int) -> float:
    return sum(p * row[answer] for p, row in zip(mix, rows, strict=True))


def _terms(mix: Sequence[float], rows: Sequence[Sequence[float]], answer: int) -> str:
    return " + ".join(
        f"{p:.2f} · {_number(row[answer], 0)}" for p, row in zip(mix, rows, strict=True)
    )


def _expected(forecast: Sequence[float], row: Sequence[float]) -> float:
    return sum(p * gain for p, gain in zip(forecast, row, strict=True))


def _gain(forecast: Sequence[float], row: Sequence[float], move: int) -> str:
    """Return the sum that a `move` is worth, term by term, in points."""
    terms = (f"{p:.3f} · {_number(gain, 0)}" for p, gain in zip(forecast, row, strict=True))
    total = _number(_expected(forecast, row), 1)
    return f"E[gain of {_name(move)}] = {' + '.join(terms)} = {total}"


def _draw(gains: Sequence[float], sharpness: float, move: int) -> str:
    """Return the probability with which a `move` was drawn."""
    parts = [f"exp({sharpness:g} · {_number(gain, 1)})" for gain in gains]
    best = max(gains)  # taken off everywhere, so that no power is too large
    powers = [math.exp(sharpness * (gain - best)) for gain in gains]
    share = powers[move] / sum(powers)
    return f"P({_name(move)}) = {parts[move]} / ({' + '.join(parts)}) = {share:.2f}"


def _name(move: int) -> str:
    return NAMES[MOVES[move]].lower()


def _number(value: float, digits: int) -> str:
    """Return a number with the sign that it is written with."""
    told = f"{abs(value):.{digits}f}"
    return f"{MINUS}{told}" if value < 0 and float(told) else told
