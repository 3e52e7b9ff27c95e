"""What can be pressed in a choice of Ra, and what a press of it plays."""

from __future__ import annotations

from games.ra.choosing import Choosing, offers
from games.ra.model import Lying
from games.ra.rules.game import dealt
from games.ra.rules.state import BID, DISCARD, Auction, Loss, State, empty
from games.ra.tiles import NUMBER, SUN_SETS, UNREST, pack

START = dealt(empty(3, True), SUN_SETS[3])


def with_block(*names: str, gods: int = 0) -> tuple[State, tuple[Lying, ...]]:
    """Seat 0 to act before these tiles, with so many gods."""
    tiles = (pack(["god"] * gods), *START.tiles[1:])
    block = tuple(Lying(NUMBER[name]) for name in names)
    return START._replace(block=pack(names), turn=0, actor=0, tiles=tiles), block


def test_one_god_takes_at_once_and_two_are_marked_in_order() -> None:
    state, block = with_block("flood", "god", "pharaoh", gods=1)
    choosing = Choosing()
    assert choosing.press_spot("block:0", state, block, {}) == "god flood"
    assert choosing.press_spot("block:1", state, block, {}) == ""
    assert choosing.why == "A god cannot take a god."
    state, block = with_block("flood", "god", "pharaoh", gods=2)
    assert choosing.press_spot("block:2", state, block, {}) == ""
    assert choosing.press_spot("block:0", state, block, {}) == ""
    assert choosing.press_spot("do:gods", state, block, {}) == "god pharaoh flood"
    choosing.unmark()
    assert choosing.press_spot("do:gods", state, block, {}) == "god pharaoh"


def test_a_full_block_says_why_nothing_is_drawn() -> None:
    state, block = with_block(*["pharaoh"] * 8)
    choosing = Choosing()
    assert choosing.press_spot("do:draw", state, block, {}) == ""
    assert "call Ra" in choosing.why
    choosing.start(state)
    assert choosing.cursor == "do:call"


def test_suns_that_do_not_beat_the_bid_say_so_and_a_forced_caller_stands_on_the_lowest() -> None:
    state = START._replace(phase=BID, actor=0, turn=2, auction=Auction(2, True, 6, 1))
    choosing = Choosing()
    assert [o.spot for o in offers(state, (), ())] == [
        *(f"bid:{sun}" for sun in state.up[0]),
        "do:pass",
    ]
    assert choosing.press_spot("bid:2", state, (), {}) == ""
    assert choosing.why == "It does not beat 6."
    assert choosing.press_spot("bid:8", state, (Lying(NUMBER["nile"]),), {}) == "bid 8"
    forced = state._replace(actor=2, auction=Auction(2, True, 0, None))
    choosing.start(forced)
    assert choosing.cursor == f"bid:{min(forced.up[2])}"
    assert choosing.press_spot("do:pass", forced, (), {}) == ""
    assert "you have to" in choosing.why


def test_tiles_to_give_up_are_pressed_one_by_one() -> None:
    held = pack(["art", "art", "writing"])
    state = START._replace(
        phase=DISCARD, actor=0, losses=(Loss(0, UNREST, 2),), tiles=(held, *START.tiles[1:])
    )
    choosing = Choosing()
    assert choosing.press_spot("give:writing", state, (), {}) == ""
    assert choosing.press_spot("give:writing", state, (), {}) == ""
    assert choosing.why == "You hold no more of them."
    assert choosing.press_spot("give:art", state, (), {}) == "discard art writing"


def test_a_move_that_asks_is_pressed_twice_and_another_asks_anew() -> None:
    state, block = with_block("flood")
    choosing, asks = Choosing(), {"confirm_draws": True}
    assert choosing.press_spot("do:draw", state, block, asks) == ""
    assert choosing.press_spot("do:call", state, block, asks) == "call", "calls never ask"
    assert choosing.press_spot("do:draw", state, block, asks) == "draw"


def test_arrows_go_to_the_nearest_spot_that_way() -> None:
    choosing = Choosing()
    choosing.cursor = "a"
    spots = [("a", (0, 0, 10, 10)), ("b", (20, 0, 10, 10)), ("c", (0, 30, 10, 10))]
    choosing.move_cursor("right", spots)
    assert choosing.cursor == "b"
    choosing.move_cursor("down", spots)
    assert choosing.cursor == "c"


def test_a_bid_for_nothing_is_asked_once_more() -> None:
    state = START._replace(phase=BID, actor=0, turn=2, auction=Auction(2, False, 0, None))
    choosing, sun = Choosing(), START.up[0][0]
    assert choosing.press_spot(f"bid:{sun}", state, (), {}) == ""
    assert choosing.asked == f"bid {sun}"
    assert "No tile lies there" in choosing.why
    assert choosing.press_spot(f"bid:{sun}", state, (), {}) == f"bid {sun}"
    choosing.forget()
    assert choosing.press_spot("do:pass", state, (), {}) == "pass"
    tiles = (Lying(NUMBER["nile"]),)
    assert choosing.press_spot(f"bid:{sun}", state, tiles, {}) == f"bid {sun}"
