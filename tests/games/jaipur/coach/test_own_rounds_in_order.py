"""The review of a match without a window: rounds, courses that add up, and costly choices."""

from __future__ import annotations

from games.core import CHANCE
from games.jaipur.coach.own_rounds import rounds_of
from games.jaipur.stall import NEW_ROUND
from tests.support.jaipur_matches import PARAMS, chance_turns


def test_rounds_hold_every_choice_where_it_was_made() -> None:
    rounds = rounds_of(PARAMS, chance_turns())
    chosen = [n for n, turn in enumerate(chance_turns()) if turn[0][0] != CHANCE]
    assert [asked.turn for each in rounds for asked in each.asked] == chosen
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) >= 2
    for each in rounds:
        assert each.ended in (0.0, 0.5, 1.0)
        assert each.totals is not None
        assert (each.totals[0] > each.totals[1]) == (each.ended == 1.0) or each.ended == 0.5
        for asked in each.asked:
            assert chance_turns()[asked.turn] == ((asked.state.turn, asked.move),)
            counts = "".join(sorted(asked.stall)), asked.state.market
            assert len(counts[0]) == 5
    assert rounds[1].asked[0].stall.count("K") >= NEW_ROUND.count("K")


def test_a_round_that_was_left_has_no_end() -> None:
    last = rounds_of(PARAMS, chance_turns()[:30])[-1]
    assert (last.ended, last.totals) == (None, None)
