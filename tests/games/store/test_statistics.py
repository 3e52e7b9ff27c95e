"""What a record keeps of the order of its matches."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import operator
import random
from collections.abc import Sequence
from typing import Any, get_args

import pytest

from games.fields import BadSave, canonical
from games.store.statistics import (
    RECENT,
    STATISTICS,
    MatchResult,
    Outcome,
    Record,
    Statistics,
)


def _order(outcomes: Sequence[str]) -> Record:
    """The record of matches that ended so."""
    record = Record("karate", "sensei")
    for outcome in outcomes:
        record = record.with_result(MatchResult("karate", "sensei", outcome))  # type: ignore[arg-type]
    return record


def test_the_most_wins_of_so_many_in_a_row_are_those_of_every_window() -> None:
    drawn, looks = random.Random(5), 0
    for matches in (1, 2, 15, 16, 17, 60, 200):
        outcomes = drawn.choices(get_args(Outcome), (4, 1, 3, 1), k=matches)
        record = _order(outcomes)
        assert record.recent == "".join(outcome[0] for outcome in outcomes[-RECENT:])
        for length in range(1, RECENT + 1):
            starts = range(max(1, matches - length + 1))
            windows = (outcomes[start : start + length].count("won") for start in starts)
            assert record.most_of(length) == max(windows)
            looks += 1
    assert looks == 7 * RECENT


def test_a_file_from_before_the_order_was_kept_is_read_and_goes_on() -> None:
    now = Statistics((_order(["won", "won", "lost"]),))
    plain = json.loads(STATISTICS.encode(now))
    for record in plain["data"]["records"]:
        del record["recent"], record["most"]
    data = canonical(plain["data"])
    plain |= {"version": 1, "sha256": hashlib.sha256(data.encode()).hexdigest()}
    (record,) = STATISTICS.decode(json.dumps(plain).encode()).records
    assert (record.matches, record.won, record.recent, record.most) == (3, 2, "", ())
    assert [record.most_of(length) for length in (1, 2, 3, 9)] == [1, 2, 2, 2]
    after = record.with_result(MatchResult("karate", "sensei", "won"))
    assert (after.recent, after.most) == ("w", (1,) * RECENT)
    assert [after.most_of(length) for length in (1, 2, 4)] == [1, 2, 3]
    assert STATISTICS.decode(STATISTICS.encode(Statistics((after,)))).records == (after,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"recent": "wx"},
        {"recent": "w" * 17},
        {"recent": ""},
        {"most": (1,) * 15},
        {"most": (1,) * 17},
        {"most": (0,) * 16},
        {"most": (2,) * 16},
        {"most": (1, 1, 3, *[3] * 13)},
        {"most": ()},
        {"most": (1, 2, 3, 4, *[4] * 12)},
        {"recent": "wwwww", "most": (1, 2, 3, 4, 5, *[5] * 11)},
    ],
)
def test_an_order_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    record = _order(["won", "won", "lost", "won"])
    assert STATISTICS.encode(Statistics((record,)))
    with pytest.raises(BadSave):
        STATISTICS.encode(Statistics((dataclasses.replace(record, **wrong),)))


def test_records_of_two_files_are_joined_as_if_they_were_counted_in_one() -> None:
    rng, tried = random.Random(3), 0
    for _ in range(200):
        line = rng.choices(("won", "lost", "drawn"), (3, 2, 1), k=rng.randrange(2, 30))
        cut = rng.randrange(1, len(line))
        early, late, whole = (_order(part) for part in (line[:cut], line[cut:], line))
        joined = late.after(early)
        assert (joined.matches, joined.won, joined.streak) == (
            whole.matches,
            whole.won,
            whole.streak,
        )
        assert joined.recent == whole.recent
        assert all(map(operator.le, joined.most, whole.most))
        if len(line) - cut <= RECENT and cut <= RECENT:
            assert joined.most == whole.most
            tried += 1
    assert tried > 20
