"""What the table asks of a person, in sentences that fit beside the choices."""

from __future__ import annotations

import pytest

from games.ra.playing.prompts import again, prompt_of, told_of
from games.ra.rules import GAME
from games.ra.rules.lines import from_line
from games.ra.rules.state import State
from games.ra.tiles import KINDS

NAMES = ("You", "Farmer", "Scribe")
LINE = (
    "epoch 1 ra 2 centre 1 turn 0: {block} | 10 2-5-8 13 {hand} | 10 12 3-6-9 | 10 4-7-10-11 - | "
    "gone 3 ra"
)


def table(block: str = "nile", hand: str = "") -> State:
    return from_line(LINE.format(block=block, hand=hand))


def asked(state: State, marked: int = 0) -> str:
    return prompt_of(state, NAMES, True, False, marked)


def after(state: State, *moves: str) -> State:
    for move in moves:
        state, _ = GAME.apply(state, {state.actor: move})
    return state


def test_a_turn_is_asked_for_as_far_as_it_goes() -> None:
    assert asked(table()) == "Draw a tile, or call Ra."
    assert asked(table(hand="god")) == "Draw, call Ra, or mark a tile for a god."
    assert asked(table(block="nile art", hand="2 god"), 1).startswith("1 of 2 gods")
    assert asked(table(block="8 nile")) == "The block is full: call Ra."
    assert asked(table(block="8 nile", hand="god")) == "The block is full: call Ra or use a god."


def test_a_bid_is_asked_for_by_what_it_has_to_beat() -> None:
    called = after(table(), "call")
    assert asked(called) == "Farmer: Bid a sun, or pass."
    assert asked(after(called, "pass", "pass")) == "Nobody bid: you called, so choose a sun."
    assert asked(after(called, "pass", "bid 7")) == "Bid more than 7, or pass."
    assert asked(after(called, "bid 12", "pass")) == "None of your suns beats the 12."


def test_who_is_not_to_act_is_told_who_is() -> None:
    assert prompt_of(after(table(), "call"), NAMES, False, False, 0) == "Farmer is to act."
    assert prompt_of(table(), NAMES, False, True, 0).startswith("Paused")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("draw", "Press again to draw."),
        ("bid 8", "Press again to bid 8."),
        ("god art", "Press again to use a god."),
        ("god art nile", "Press again to use gods."),
    ],
)
def test_what_is_pressed_twice_is_asked_for_by_name(move: str, words: str) -> None:
    assert again(move) == words


def test_a_spot_is_told_of() -> None:
    state = table()
    assert told_of("centre", state, ()).startswith("Whoever wins the auction gets the 1")
    assert told_of("course", state, ()) == (
        f"6 more Ra end the epoch. The bag holds {sum(state.left)} tiles."
    )
    assert told_of("nothing", state, ()) == ""


def test_a_tile_of_the_bag_tells_how_many_are_left_and_its_odds() -> None:
    state = table(block="2 nile", hand="flood")
    bag, places = sum(state.left), {name: KINDS.index(name) for name in ("nile", "ra", "flood")}
    told = {name: told_of(f"bag:{kind}", state, ()) for name, kind in places.items()}
    left = {name: state.left[kind] for name, kind in places.items()}
    assert told["nile"] == (
        f"Nile: 23 of the {bag} tiles in the bag, {23 / bag:.1%} for the next one."
    )
    assert told["ra"].startswith(f"Ra: {left['ra']} of the")
    single = state._replace(left=bytes(kind == places["flood"] for kind in range(len(KINDS))))
    assert told_of(f"bag:{places['flood']}", single, ()) == (
        "Flood: the last tile in the bag, 100.0% for the next one."
    )
    assert told_of(f"bag:{places['ra']}", single, ()) == "Ra: none left in the bag."


def test_a_row_tells_what_its_tiles_are_worth_now_by_part() -> None:
    state = table(hand="3 nile flood gold god 2 obelisk")
    assert told_of("row:0", state, ()) == (
        "+4 so far: Nile +4, no civilization -5, gods +2, gold +3. Monuments: +1 after epoch 3."
    )
    assert told_of("row:1", state, ()) == "-5 so far: No civilization -5."
    last = from_line(LINE.replace("epoch 1", "epoch 3").format(block="nile", hand="art 2 obelisk"))
    assert told_of("row:0", last, ()) == "-4 so far: Monuments +1, suns -5.", "28, 30 and 32"
    assert "suns +5" in told_of("row:2", last, ())
    assert "suns" not in told_of("row:2", last, (), dark=True), "a viewer may not know the sum"
