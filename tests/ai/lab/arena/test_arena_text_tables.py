"""Lines for a person."""

from __future__ import annotations

from ai.lab.arena import report
from ai.lab.arena.faults import GameFault
from ai.lab.arena.play import Played, Result
from ai.lab.arena.summary import pair_summary, table_summary

HEAD = {"game": "toy", "seed": 3, "games_per_second": 12.5}
FAULT = GameFault(1, 1, 4, "y raised KeyError: 'x'.")
TOLD = "games forfeited: x 0, y 1; the first was game 1, after 4 turns: y raised KeyError: 'x'."


def test_a_pair_and_its_ladder() -> None:
    played = Played([Result((3, 1), 9), Result((), 4, FAULT)], ((0.5, 100), (0.0, 0)))
    plain = pair_summary("xy", [played], points=True)
    assert report({**HEAD, "pairs": [plain]}).splitlines() == [
        "toy, seed 3: win share of the first named, 95% interval",
        "  x v y: 1.000 (0.342 to 1.000), first 1.000, second 1.000; 2 games of 6.5 moves",
        "    margin a game +2.00",
        "    5.0000 and - ms a move",
        f"    {TOLD}",
        "ladder",
        "  1. x                1.000 of 2 games",
        "  2. y                0.000 of 2 games",
        "12.5 games a second",
    ]


def test_a_table_says_what_is_fair() -> None:
    results = [Result((3, 1, 2), 9), Result((), 4, FAULT)]
    played = Played(results, ((0.0, 0), (0.1, 100), (0.0, 0)))
    plain = table_summary("xyx", [played], points=True)
    assert report({**HEAD, **plain}).splitlines() == [
        "toy, seed 3: share of the wins for one seat, 95% interval; 0.333 is fair",
        "  x, y, x: 2 games of 6.5 moves",
        "ladder",
        "  1. x                0.500 (0.055 to 0.945), 2 seats",
        "    score 2.50, margin +0.75, places 0.500 0.500 0.000, - ms a move",
        "  2. y                0.000 (0.000 to 0.793)",
        "    score 1.00, margin -1.50, places 0.000 0.000 1.000, 1.0000 ms a move",
        f"    {TOLD}",
        "12.5 games a second",
    ]


def test_nothing_is_said_of_what_was_not_counted() -> None:
    played = Played([Result((1, 0, 0), 9)], ((0.0, 0),) * 3)
    told = report({**HEAD, **table_summary("xyz", [played], points=False)})
    assert "score" not in told
    assert "forfeited" not in told
