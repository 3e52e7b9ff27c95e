"""Matches are added up by opponent and level."""

from __future__ import annotations

import pytest

from games.jaipur.trading_page import KINDS, accounts, together
from games.store.statistics import Record

COUNTERS = {"rounds": 4, "rounds_won": 3, "rupees": 200, "rupees_other": 180, "bonus_tokens": 6}


def record(agent: str, options: str, matches: int, **more: int) -> Record:
    return Record("jaipur", agent, options, matches=matches, counters={**COUNTERS, **more})


def test_a_row_for_each_opponent_and_level() -> None:
    records = [
        record("sensei", "length=match, level=2", 2, rupees_diamond=40, rupees_other_diamond=8),
        record("sensei", "length=round, level=2", 3),
        record("sensei", "length=match, level=3", 1),
        record("greedy", "length=match", 1),
    ]
    found = accounts(records, {"sensei": "Sensei"})
    assert [account.name for account in found] == ["Sensei, level 2", "Sensei, level 3", "greedy"]
    first = found[0]
    assert (first.matches, first.sums["rounds"], first.won) == (5, 8, 0.75)
    assert first.margin == pytest.approx(5.0)
    assert first.by_source()[KINDS.index("diamond")] == pytest.approx(5.0)
    assert first.by_source(True)[KINDS.index("diamond")] == pytest.approx(1.0)
    whole = together(found)
    assert (whole.matches, whole.sums["rupees"]) == (7, 800)


def test_no_round_is_no_share() -> None:
    (found,) = accounts([Record("jaipur", "greedy", "", matches=1)], {})
    assert found.won is None
    assert found.margin == 0.0
