"""The figures in the help of Ra: tiles, suns and the course, and the numbers of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games import measured
from games.ra.rules.odds import AHEAD, at_least
from games.ra.rules.state import OVER, State
from games.ra.tiles import ALL, NUMBER, RA, RA_LIMIT, SUN_SETS
from games.weights import UNKNOWN

LEAST: Final = 0.001
"""Chances below are told by that."""
KIND_FIGURES = ("ra", "pharaoh", "flood", "god", "gold", "unrest", "funeral")


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/ra/help/`."""
    kinds = {name: str(ALL[NUMBER[name]]) for name in KIND_FIGURES}
    groups = {
        "civilization": str(ALL[NUMBER["art"]]),
        "monument": str(ALL[NUMBER["temple"]]),
        "tiles": str(sum(ALL)),
    }
    suns = {f"suns_{n}": str(len(sets[0])) for n, sets in SUN_SETS.items()}
    limits = {f"limit_{n}": str(limit) for n, limit in RA_LIMIT.items()}
    won = {
        "heuristic_won": _won("heuristic", "random", "random"),
        "easy_won": _won("easy", "heuristic", "heuristic"),
        "levels": measured.or_else(UNKNOWN)(measured.levels_words)("ra"),
    }
    found = {name: _figure(what) for name, what in _FIGURES.items()}
    found["originals"] = measured.originals_table("ra")
    found["calls"] = measured.table(_calls())
    return {**kinds, **groups, **suns, **limits, **won, **found}


_FIGURES: Final = {
    "oracle_one": "lots worth a point more than the sun to the first bidder that it passes: "
    "with the 1 in the centre",
    "oracle_other": "the same with another sun",
    "oracle_monuments": "what it thinks of lots with two monuments and more",
    "net_one": "lots worth a point more that `net` passes: with the 1 in the centre",
    "net_other": "the same of `net` with another sun",
    "answer_ahead": "the best answer found to two frozen `net+`, 1,500 games: "
    "looking ahead as they do",
    "answer_near": "the same looking one step ahead",
}
"""The figures of the page of the opponents that are kept in words."""


def _calls() -> Iterator[tuple[str, str, str]]:
    """Yield for each agent of the exercise the lots at which it calls with the 5 and with the 7."""
    rows = [row["figures"] for row in measured.originals() if row["id"] == "RA-6"]
    latest = {name: value for figures in rows for name, (value, _, _) in figures.items()}
    for name in dict.fromkeys(each.partition(", ")[0] for each in latest):
        five, seven = (latest[f"{name}, {sun}"] for sun in (5, 7))
        yield name, _points(five), _points(seven)


def _points(points: float) -> str:
    return f"{points:.0f} points" if points else "never"


@measured.or_else(UNKNOWN)
def _figure(what: str) -> str:
    return measured.figure("ra", what)


@measured.or_else(UNKNOWN)
def _won(agent: str, *rivals: str) -> str:
    """Return a text such as "23.2% (20.6 to 25.8)"."""
    share = measured.won("ra", agent, *rivals).share
    return f"{share.percent()} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def workings(state: State) -> dict[str, str]:
    """Return the formula of the epoch's end with the present bag; {} once it cannot end."""
    bag, marked, wanted = sum(state.left), state.left[RA], state.limit - state.ra
    draws = min(AHEAD, bag)
    if state.phase == OVER or not 0 < wanted <= min(marked, draws):
        return {}
    first = f"C({marked}, {wanted}) · C({bag - marked}, {draws - wanted}) / C({bag}, {draws})"
    more = " + ..." if min(marked, draws) > wanted else ""
    chance = at_least(wanted, marked, bag, draws)
    told = f"now: n = {bag}, R = {marked}, r = {wanted}, and within d = {draws} draws"
    share = f"= {chance:.3f}" if chance >= LEAST else f"< {LEAST}"
    return {"now_end": f"{told}\nP = {first}{more} {share}"}
