"""Studies: parts, rows and lines, the same for any number of jobs."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

from ai.lab import study
from ai.lab.jobs import Jobs
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, NamesOption, Study, Values, mean_interval, pieces
from games.intervals import Z
from games.spec import BadOption


def squared(numbers: range) -> list[int]:
    return [number**2 for number in numbers]


def split(asked: ArenaQuestion, values: Values) -> Groups[range]:
    return [(name, pieces(asked.games, values["size"])) for name in asked.agents]


def sums(name: str, results: list[int], asked: ArenaQuestion) -> Plain:
    return {"agent": name, "sum": sum(results) or None, "games": len(results)}


SQUARES = Study(
    split, squared, sums, ("{agent:{wide}}|{sum:4}", "of {games}"), ("{agent:{wide}}|-",)
)


def asked(
    agents: list[str], games: int, jobs: int = 1
) -> tuple[ArenaQuestion, list[tuple[float, str]]]:
    seen: list[tuple[float, str]] = []
    told = ArenaQuestion(agents, games, 1, {}, Jobs(jobs), lambda *each: seen.append(each))
    return told, seen


def test_a_row_for_each_name_out_of_all_its_parts() -> None:
    question, seen = asked(["a", "bcd"], 5)
    rows = SQUARES.rows(question, {"size": 2})
    assert rows == [{"agent": "a", "sum": 30, "games": 5}, {"agent": "bcd", "sum": 30, "games": 5}]
    assert seen[0] == (1 / 6, "a: 2")
    assert seen[-1] == (1.0, "bcd: 5")
    assert SQUARES.lines(rows) == ["a  |  30", "of 5", "bcd|  30", "of 5"]
    assert SQUARES.lines(SQUARES.rows(asked(["a"], 1)[0], {"size": 2})) == ["a|-"]


@pytest.mark.sweep
def test_the_number_of_jobs_changes_nothing() -> None:
    alone, several = (asked(["a", "b"], 7, jobs)[0] for jobs in (1, 2))
    assert SQUARES.rows(alone, {"size": 3}) == SQUARES.rows(several, {"size": 2})


def test_pieces_hold_every_game_once() -> None:
    assert pieces(5, 2) == [range(2), range(2, 4), range(4, 5)]
    assert pieces(0, 2) == []


def test_names_are_read_from_a_list_with_commas() -> None:
    option = NamesOption("crowds", "Crowds", "text", ("a",), choices=("a", "b"), noun="crowd")
    assert option.parse("b,a,,b") == ("b", "a")
    for text, named in (("c", "'c'"), ("", "''"), ("a,c", "'c'")):
        with pytest.raises(BadOption, match=f"There is no crowd {named}; there are a, b."):
            option.parse(text)


def test_the_interval_of_a_mean() -> None:
    mean, (low, high) = mean_interval(np.array([1.0, 2.0, 3.0, 6.0]))
    assert mean == 3.0
    assert high - mean == pytest.approx(mean - low)
    assert high - mean == pytest.approx(Z * (14 / 3 / 4) ** 0.5)
    assert mean_interval(np.array([0.5]), 1.0) == (0.5, [-0.5, 1.5])


def test_the_example_of_a_study_runs() -> None:
    found = doctest.testmod(study)
    assert (found.failed, found.attempted) == (0, 4)
