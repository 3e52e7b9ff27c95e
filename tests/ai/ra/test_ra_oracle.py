"""What a table may be told, held to what `net+` does and to the analysis."""

from __future__ import annotations

from typing import cast

import pytest

from ai.ra import AuctionOracle
from games import catalog
from games.core import Limit
from games.ra import SPEC
from games.ra.asks import AuctionEnd, ExpectedBid
from games.ra.asks import Oracle as Asked
from games.ra.rules import GAME
from games.ra.rules.moves import legal_moves
from games.ra.rules.state import BID, TURN, State, view_of
from games.ra.tiles import NOTHING
from games.streams import Stream
from tests.support.ra_tables import choices


def test_a_hint_is_what_net_plus_would_do() -> None:
    oracle = cast(Asked, catalog.watcher("ra", "oracle"))
    player = catalog.resolve("ra", "net+").make()
    player.begin((0,), GAME, SPEC.params(), Stream.named(1, "test"))
    for state in choices(3, 23, 23):
        view = view_of(state)
        best = oracle.actions(view)[0]
        assert best.move == player.act(view.actor, view, legal_moves(view), Limit()).move
        assert best.words in oracle.reason(view)
        assert sum(oracle.chances(view)) == pytest.approx(1.0)
        assert oracle.chances(view)[view.actor] == pytest.approx(best.value)


def test_a_reason_in_a_lost_game_says_no_share() -> None:
    state = choices(3, 23, 23)[1]
    scores = tuple(5 if seat == state.actor else 95 for seat in range(3))
    view = view_of(state._replace(epoch=3, scores=scores))
    oracle = AuctionOracle()
    assert 0.0 < oracle.actions(view)[0].value < 0.005
    assert "I hardly ever win" in oracle.reason(view)


def test_an_auction_is_told_by_its_outcomes_and_its_rungs() -> None:
    oracle = AuctionOracle()
    for state in choices(3, 29, 19):
        outcomes, rungs = oracle.auction(view_of(state))
        if state.phase not in (TURN, BID):
            assert (outcomes, rungs) == ((), ())
            continue
        assert sum(one.expected for one in outcomes) == 1
        expected = next(one for one in outcomes if one.expected)
        last = [rung for rung in rungs if rung.bid]
        high = 0 if state.auction is None else state.auction.high
        assert (last[-1].bid if last else high) == expected.sun
        assert rungs[0].seat == state.actor or state.phase == TURN
        check_rungs(oracle, state, outcomes, rungs)
        assert all(sum(one.chances) == pytest.approx(1.0) for one in outcomes)


def check_rungs(
    oracle: AuctionOracle,
    state: State,
    outcomes: tuple[AuctionEnd, ...],
    rungs: tuple[ExpectedBid, ...],
) -> None:
    """Every bid is told with what it leads to, which can be reached; the best one is expected."""
    ends = {one.sun: one for one in outcomes}
    for rung in rungs:
        assert rung.bid in [way.bid for way in rung.ways]
        for way in rung.ways:
            assert way.owner == (-1 if ends[way.sun].seat is None else ends[way.sun].seat)
            found = [one.chances[rung.seat] for one in outcomes]
            assert min(found) - 1e-6 <= way.chance <= max(found) + 1e-6
    if state.phase == BID:
        chances = {row.move: row.value for row in oracle.actions(view_of(state))}
        told = {f"bid {way.bid}" if way.bid else "pass": way.chance for way in rungs[0].ways}
        assert told == pytest.approx(chances)


def test_the_value_of_a_lot_adds_up_by_source() -> None:
    oracle = AuctionOracle()
    for state in choices(3, 31, 17):
        found = oracle.worth(view_of(state), 1)
        assert found.points == pytest.approx(sum(found.by_source.values()), abs=0.01)
        assert found.low <= found.points <= found.high
    assert oracle.worth(view_of(choices(3, 31, 17)[0]), 0, NOTHING).points == 0.0


def test_a_choice_is_judged_by_what_all_know_and_for_every_seat() -> None:
    oracle = AuctionOracle()
    for state in choices(3, 31, 17):
        seat, actions = state.actor, oracle.actions(view_of(state))
        judged = oracle.judge(state, seat, actions[-1].move)
        assert judged.best == actions[0].move
        assert judged.lost == max(0.0, actions[0].value - actions[-1].value)
        assert judged.actions == actions == oracle.hint(view_of(state)).actions
        before, after = zip(*(judged.values(each) or () for each in range(3)), strict=True)
        assert sum(before) == pytest.approx(sum(after)) == pytest.approx(1.0)
        assert oracle.judge(state, seat, judged.best).lost == 0.0


def test_gods_that_are_not_listed_have_the_value_of_the_table_after_them() -> None:
    start = next(state for state in choices(3, 31, 17) if any(state.block))
    gods, block = [bytearray(held) for held in start.tiles], bytearray(start.block)
    block[1], block[2], gods[0][4] = 1, 1, 2
    state = start._replace(
        block=bytes(block), tiles=tuple(map(bytes, gods)), phase=TURN, turn=0, actor=0
    )
    oracle = AuctionOracle()
    judged = oracle.judge(state, 0, "god pharaoh nile")
    after, _ = GAME.apply(state, {0: "god pharaoh nile"})
    own = next(row for row in judged.actions if row.move == judged.move)
    assert own.words == "use gods for pharaoh and Nile"
    assert judged.after == own.value == oracle.chances(view_of(after))[0]
