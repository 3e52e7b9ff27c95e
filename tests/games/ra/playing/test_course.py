"""The chances over a game: from fair shares to certainty, by the bag and by choices."""

from __future__ import annotations

from functools import cache

import pytest

from games.core import CHANCE, Turn
from games.mind import Bars, Ladder, Series
from games.ra import SPEC
from games.ra.asks import AuctionEnd, ExpectedBid
from games.ra.playing.course import ChanceCourse, CoursePoint, moved, paid
from games.ra.rules.state import State, view_of
from tests.support.ra_tables import steps

NAMES = ("You", "Farmer", "Scribe")


@cache
def game() -> tuple[tuple[Turn, ...], State]:
    """The turns of a game with each mover, and its end."""
    found, last = [], None
    for state, move, after in steps(3, 7):
        found.append((((state.actor if state.actor >= 0 else CHANCE), move),))
        last = after
    assert last is not None
    return tuple(found), last


class Seer:
    """An oracle to whom the first seat gains with every tile out of the bag."""

    def __init__(self) -> None:
        self.seen: list[State] = []

    def chances(self, view: State) -> tuple[float, ...]:
        self.seen.append(view)
        own = 0.9 - sum(view.left) / 360
        return own, (1 - own) / 2, (1 - own) / 2

    def auction(self, view: State) -> tuple[tuple[AuctionEnd, ...], tuple[ExpectedBid, ...]]:
        suns = (0, *sorted(sun for seat in view.up for sun in seat))
        told = [AuctionEnd(None, sun, (0.5, 0.2, 0.3), sun == 0) for sun in suns]
        return tuple(told), ()

    def actions(self, view: State) -> tuple[object, ...]:
        return (type("Row", (), {"move": "draw"}),)


def course() -> tuple[ChanceCourse, Seer]:
    found, seer = ChanceCourse(SPEC.params({"players": 3})), Seer()
    found.oracle = seer  # type: ignore[assignment]
    return found, seer


def test_chances_go_from_fair_to_certain_and_are_told_apart() -> None:
    found, seer = course()
    turns, end = game()
    found.follow(turns)
    found.wait()
    assert len(found.moments) == len(turns) + 1
    assert found.moments[0].chances == (1 / 3, 1 / 3, 1 / 3)
    assert found.moments[-1].chances[end.winner] == 1.0
    for seat in range(3):
        by = sum(moved(found.moments, seat))
        assert by == pytest.approx((seat == end.winner) - 1 / 3)
    items = found.items(NAMES, 1)
    series, bars = items[0], items[1]
    assert isinstance(series, Series)
    assert isinstance(bars, Bars)
    assert (series.seat, series.title) == (1, "Chances to win")
    assert "The thick line is Farmer's" in series.help
    assert [seat for seat, _ in series.others] == [0, 2]
    assert all(len(values) == len(turns) + 1 for _, values in series.others)
    assert found.items(NAMES, 0)[1].title == "What moved your chance, in percent"  # type: ignore[union-attr]
    assert len(series.values) == len(turns) + 1
    assert bars.values == pytest.approx([100 * by for by in moved(found.moments, 1)])
    assert all(state == view_of(state) for state in seer.seen)


def test_a_game_taken_back_and_played_otherwise_is_followed() -> None:
    found, _ = course()
    turns, _ = game()
    found.follow(turns[:40])
    found.wait()
    kept = found.moments[:31]
    found.follow(turns[:30])
    found.wait()
    assert found.moments == kept
    found.follow(turns[:35])
    found.wait()
    assert len(found.moments) == 36


def test_a_game_that_is_over_ends_in_certainty_though_it_was_not_thought_over_yet() -> None:
    found, _ = course()
    turns, _ = game()
    found.follow(turns[:30])
    found.wait()
    played = found.items(NAMES, 1, winner=2)[0]
    assert isinstance(played, Series)
    assert played.values[-1] == 0.0
    assert [values[-1] for _, values in played.others] == [0.0, 1.0]
    assert found.items(NAMES, 1)[0] != played


def test_what_moved_a_chance_is_the_bag_oneself_or_the_others() -> None:
    state = game()[1]
    told = [(CHANCE, 0.5), (CHANCE, 0.6), (0, 0.4), (2, 0.7), (1, 0.8)]
    moments = [CoursePoint(mover, state, (own, 0.0, 0.0)) for mover, own in told]
    assert moved(moments, 0) == pytest.approx((0.1, -0.2, 0.4))


def test_the_last_auction_has_a_tick_at_what_it_cost() -> None:
    turns, _ = game()
    found, _ = course()
    bids = [n for n, turn in enumerate(turns) if turn[0][1].startswith("bid")]
    found.follow(turns[: bids[0]])
    found.wait()
    before = found.last_auction(NAMES, 0)
    found.follow(turns)
    found.wait()
    moments = found.moments
    last = max(n for n, one in enumerate(moments) if one.state.phase == "bid")
    high = moments[last].state.auction.high  # type: ignore[union-attr]
    move = moments[last + 1].move
    told, bars = found.last_auction(NAMES, 0)
    assert isinstance(told, Ladder)
    assert isinstance(bars, Bars)
    done = [(fork.seat, fork.ways[fork.truth].word) for fork in told.forks]
    opening = max(n for n, one in enumerate(moments) if one.ends)
    bids_made = moments[opening + 1 :][: len(done)]
    assert done == [(one.mover, one.move.removeprefix("bid ")) for one in bids_made]
    sun = int(move[4:]) if move.startswith("bid ") else high
    assert bars.truth == [end.sun for end in moments[opening].ends].index(sun)
    assert bars.chosen == 0
    assert before == () or before != (told, bars)


def test_what_an_auction_cost_is_the_last_bid_or_the_highest() -> None:
    state = next(s for s, _, _ in steps(3, 7) if s.phase == "bid")
    assert state.auction is not None
    high = state._replace(auction=state.auction._replace(high=7))
    assert [paid(high, "pass"), paid(high, "bid 9"), paid(state, "pass")] == [7, 9, 0]


def test_a_course_that_ended_thinks_over_no_further_turn() -> None:
    found, seer = course()
    turns, _ = game()
    chances = seer.chances

    def end_at_first(view: State) -> tuple[float, ...]:
        found.end()
        return chances(view)

    seer.chances = end_at_first  # type: ignore[method-assign]
    found.follow(turns)
    found.wait(60)
    assert not found.busy
    assert len(seer.seen) >= 1
    assert len(found.moments) < len(turns) + 1
