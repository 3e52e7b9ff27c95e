"""Both notations: the lines of 2010 as programs wrote and read them, JSON, and playback."""

from __future__ import annotations

import pytest

from games.core import BadPosition
from games.planetwars.engine.state import turned
from games.planetwars.engine.text import (
    BadText,
    map_text,
    number_text,
    orders_text,
    plain_state,
    playback,
    position,
    read_map,
    read_orders,
    state_of,
    view_text,
)
from games.planetwars.engine.turns import apply
from tests.support import planetwars
from tests.support.planetwars import orders_of, worked


def test_each_seat_reads_the_worked_game_and_viewers_read_all_of_it() -> None:
    game = worked("game")
    states = [planetwars.state_of(game["start"])]
    for first, second in game["turns"]:
        states.append(apply(states[-1], orders_of(first), orders_of(second)))
    assert playback(states) == game["playback"]
    for turn, seat, text in game["text"]:
        assert view_text(turned(states[turn]) if seat else states[turn]) == text
        again = position(*read_map(text.removesuffix("go\n")), turn=turn)
        assert plain_state(turned(again) if seat else again) == plain_state(states[turn])
    assert {seat for _, seat, _ in game["text"]} == {0, 1}


def test_blanks_comments_and_line_ends_of_any_kind_are_read() -> None:
    text = "# a map\r\nP  1 2\t1 3 4 # home\r\n\r\n P 5.5 -2e0 2 +3 4\nF 1 2 0 1 9 3\n"
    planets, fleets = read_map(text)
    assert planets == [(1.0, 2.0, 1, 3, 4), (5.5, -2.0, 2, 3, 4)]
    assert fleets == [(1, 2, 0, 1, 9, 3)]
    assert map_text(position(planets, fleets)) == (
        "P 1.0 2.0 1 3 4\nP 5.5 -2.0 2 3 4\nF 1 2 0 1 9 3\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "go",
        "p 1 2 1 3 4",
        "P 1 2 1 3",
        "P 1 2 1 3 4 5",
        "P 1 2 1.0 3 4",
        "P nan 2 1 3 4",
        "P 1_0 2 1 3 4",
        "P 1 2 1 3 1_0",
        "F 1 2 0 1 9",
        "F 1 2 0 1 9 x",
        "P ٣ 2 1 3 4",
        "X",
    ],
)
def test_a_line_that_is_neither_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(BadText, match="Line 3 is"):
        read_map(f"P 1 2 1 3 4\n\n{line}\nP 5 5 2 3 4\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("P 1 2 1 3 4\n", "2 to 1000 planets"),
        ("P 0 0 1 3 4\n" + "".join(f"P {n} 1 2 3 4\n" for n in range(1000)), "2 to 1000 planets"),
        ("P 1 2 1 3 4\nP 1 2 2 3 4\n", "one spot"),
        ("P 1 2 3 3 4\nP 5 2 2 3 4\n", "owner 3"),
        ("P 1 2 1 -1 4\nP 5 2 2 3 4\n", "ships and growth"),
        ("P 1 2 1 1 4\nP 5 2 2 3 1000000001\n", "ships and growth"),
        ("P 1 2 1 1 4\nP 1000001 2 2 3 4\n", "a million"),
        ("P 1 2 1 1 4\nP 1e999 2 2 3 4\n", "a million"),
        ("P 1 2 1 1 4\nP 5 2 2 3 4\nF 0 1 0 1 4 4\n", "owner 1 or 2"),
        ("P 1 2 1 1 4\nP 5 2 2 3 4\nF 1 -1 0 1 4 4\n", "owner 1 or 2"),
        ("P 1 2 1 1 4\nP 5 2 2 3 4\nF 1 1 0 2 4 4\n", "does not exist"),
        ("P 1 2 1 1 4\nP 5 2 2 3 4\nF 1 1 0 1 4 5\n", "turns left"),
        ("P 1 2 1 1 4\nP 5 2 2 3 4\nF 1 1 0 1 4 0\n", "turns left"),
        (f"P 1 2 1 1 4\nP 5 2 2 3 4\nF 1 1 0 1 {10**9 + 1} 4\n", "turns left"),
        (f"P 1 2 1 1 4\nP 5 2 2 3 4\nF 1 1 0 1 {10**390} {10**390}\n", "turns left"),
    ],
)
def test_what_cannot_be_a_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        state_of(text)


def test_coordinates_are_as_short_as_reads_back_the_same() -> None:
    for value, text in ((3, "3.0"), (0.1, "0.1"), (1e-5, "0.00001"), (1e6, "1000000.0")):
        assert number_text(value) == text
        assert float(text) == value
    assert number_text(-1.5e-7) == "-0.00000015"


def test_orders_are_read_up_to_go() -> None:
    found = read_orders("1 2 3\r\n\n  +4\t5 -6\nhello there\nMOVE 1 2 3\n Go \n7 8 9\n")
    assert found.orders == [(1, 2, 3), (4, 5, -6)]
    assert found.ignored == ["hello there", "MOVE 1 2 3"]
    assert read_orders("1 2 3").orders == [(1, 2, 3)]
    assert read_orders("go").orders == []
    assert read_orders(orders_text([(1, 2, 3)])).orders == [(1, 2, 3)]
    for words in ("a b c", "1 2 3.0", "1 2 0x3", "1 2 --3"):
        with pytest.raises(BadText, match="Line 2"):
            read_orders(f"1 2 3\n{words}\ngo\n")
