"""The sum of a round is told line by line, and waits where somebody is asked to go on."""

from __future__ import annotations

from games.jaipur.playing.reckoning import LINE, LINES, LINGER, RoundReckoning

DATA = {
    "reason": "cannot_refill",
    "hands": ["DL", ""],
    "herds": [3, 4],
    "goods": [30, 41],
    "bonus": [[3, 5], []],
    "camel": [0, 5],
    "total": [38, 46],
    "winner": 1,
    "decided_by": "rupees",
    "seals": [0, 1],
}


def test_the_sum_is_told_line_by_line_and_then_waits() -> None:
    sum_of_round = RoundReckoning(DATA, ("You", "Ada"), 0, waits=True)
    seen = []
    for _ in range(len(LINES)):
        seen.append(sum_of_round.lines)
        sum_of_round.update(LINE)
    assert seen == [1, 2, 3, 4, 5, 6]
    sum_of_round.update(LINE)
    assert not sum_of_round.moving
    assert not sum_of_round.update(100.0)
    sum_of_round.skip()
    assert sum_of_round.moving
    assert sum_of_round.update(0.0), "all was told, so it is over"


def test_one_that_nobody_is_asked_to_leave_goes_by_itself() -> None:
    sum_of_round = RoundReckoning(DATA, ("A", "B"), 1, waits=False)
    sum_of_round.skip()
    assert not sum_of_round.update(0.0)
    assert sum_of_round.lines == len(LINES)
    assert sum_of_round.moving
    assert sum_of_round.update(LINGER)
