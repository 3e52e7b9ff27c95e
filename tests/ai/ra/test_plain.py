"""Rows and what happens on them, held to the rules of the game."""

from __future__ import annotations

import pytest

from ai.ra import plain
from games.ra.rules.scoring import breakdowns
from games.ra.rules.state import BID, DRAW, OVER, TURN, all_suns
from games.ra.tiles import NUMBER, PHARAOH
from tests.support.ra_tables import Step, steps


def replayed(step: Step) -> list[int] | None:
    """The row after a step by plain code, None for a step that it has no function for."""
    state, move, after = step
    if after.phase not in (TURN, OVER):
        return None
    t = plain.row_of(state)
    words = move.split(" ")
    if state.phase == DRAW:
        plain.draw_tile(t, NUMBER[move])
    elif state.phase == TURN and words[0] == "god" and len(words) == 2:
        plain.use_god(t, NUMBER[words[1]])
    elif state.phase == BID and state.auction is not None:
        by = -1 if state.auction.by is None else state.auction.by
        sun = state.auction.high
        if move != "pass":
            by, sun = state.actor, int(words[1])
        plain.settle(t, by, sun)
    else:
        return None
    if after.phase == OVER:
        assert plain.winner(t) == after.winner
        t[plain.TURN] = 0
    return t


@pytest.mark.parametrize("players", [3, 4, 5])
def test_plain_code_does_what_the_rules_do(players: int) -> None:
    compared = 0
    for step in steps(players, 3):
        t = replayed(step)
        if t is not None:
            assert t == plain.row_of(step[2])
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("held", [(0, 0, 0), (2, 2, 2), (2, 2, 1), (0, 3, 1)])
def test_pharaohs_count_as_in_the_rules_and_for_nobody_where_all_hold_alike(
    held: tuple[int, ...],
) -> None:
    state = next(steps(3, 1))[2]
    t, tiles = plain.row_of(state), [bytearray(own) for own in state.tiles]
    for seat, number in enumerate(held):
        t[seat * plain.K + PHARAOH] = tiles[seat][PHARAOH] = number
    expected = [each.total for each in breakdowns(1, [*map(bytes, tiles)], all_suns(state))]
    assert [plain.net_total(t, seat, 1) for seat in range(3)] == expected


def test_what_costs_the_least_is_discarded() -> None:
    t = plain.row_of(next(steps(3, 1))[2])
    t[11:19] = [3, 1, 1, 0, 0, 0, 0, 0]
    t[6:11] = [2, 1, 0, 0, 0]
    plain.settle_catastrophes(t, 0, 1, 0, 0, 1)
    assert t[11] == 3
    assert sum(t[6:11]) == 1
