"""What is still to come: when dots are reached, and that the match ends with the last of a side."""

from __future__ import annotations

import numpy as np

from ai.ctf.foresight import NEVER, arrivals, worth

GONE = np.inf
EVEN = np.zeros(1)


def rows(*times: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([times])


def test_dots_are_reached_in_order_and_those_that_are_gone_never() -> None:
    steps = np.abs(np.subtract.outer(np.arange(10), np.arange(10))).astype(np.int16)
    lies = np.array([[True, True, True], [True, False, True]])
    both = np.array([True, True])
    ways = [(np.array([5, 5]), np.array([1, 0]), both), (np.array([0, 1]), np.array([2]), both)]
    found = arrivals(steps, lies, np.array([2, 7, 4]), ways)
    assert found.tolist() == [[7, 2, 4], [3, GONE, 3]]
    ways[0] = (*ways[0][:2], np.array([False, True]))
    found = arrivals(steps, lies, np.array([2, 7, 4]), ways)
    assert found.tolist() == [[NEVER, NEVER, 4], [3, GONE, 3]]


def test_who_never_comes_ends_no_match() -> None:
    kept = worth(rows(3, 40), rows(NEVER, 5), EVEN, 100)[0]
    lost = worth(rows(3, 40), rows(GONE, 5), EVEN, 100)[0]
    assert kept > lost, "the dot that is reached after 40 rounds counts as well"


def test_what_would_be_reached_after_the_end_counts_nothing() -> None:
    soon, late = rows(3, 5), rows(3, 50)
    assert worth(soon, rows(10, 11), EVEN, 100)[0] > worth(late, rows(10, 11), EVEN, 100)[0]
    assert worth(late, rows(10, 11), EVEN, 100)[0] == worth(rows(3, 90), rows(10, 11), EVEN, 100)[0]
    assert worth(soon, rows(10, 11), EVEN, 4)[0] == worth(late, rows(10, 11), EVEN, 4)[0]


def test_a_likely_win_is_worth_more_than_its_points() -> None:
    even, ahead = (worth(rows(3), rows(9), np.array([lead]), 100)[0] for lead in (-1.0, 3.0))
    assert ahead - even > 4.0
