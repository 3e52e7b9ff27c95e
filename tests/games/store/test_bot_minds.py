"""A bot's mind is cut to what can be drawn, and kept with its match as far as there is room."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.mind import Bars, Lines, Note, check_mind
from games.store.bot_minds import MOST_KEPT, mind_of, read_minds, told_of, written_minds

SHOWN = [
    {"title": "What I expect", "shares": {"punch": 0.5, "kick": 0.5}},
    {"title": "Value", "values": {"draw": 1.2, "call": -0.3}},
    {"text": "I copy your last move."},
]


def test_a_mind_becomes_items_that_are_drawn() -> None:
    assert mind_of(SHOWN) == (
        Bars("What I expect", ("punch", "kick"), (0.5, 0.5)),
        Lines("Value", (("draw", 1.2), ("call", -0.3))),
        Note("I copy your last move."),
    )


def test_what_cannot_be_read_of_a_mind_is_left_out_and_more_is_cut() -> None:
    odd: list[Any] = [
        None,
        7,
        {},
        {"text": 3},
        {"shares": []},
        {"title": "x", "values": {"a": "b"}},
    ]
    assert mind_of([*odd, {"text": "\x1b[2Ja\nb"}]) == (Note("[2Ja b"),)
    assert mind_of({"text": "x"}) == mind_of(None) == mind_of("x") == ()
    shares = {"a": 0.5, "b": 1.5, "c": float("nan"), "d": True, "e": -0.1}
    assert mind_of([{"title": 5, "shares": shares}]) == (Bars("", ("a",), (0.5,)),)
    long = {"title": "t" * 300, "values": {f"row {n}": n for n in range(30)}}
    found = mind_of([long] * 20)
    assert len(found) == 12
    assert isinstance(found[0], Lines)
    assert (len(found[0].title), len(found[0].rows)) == (200, 24)


def test_a_mind_is_written_as_the_bot_told_it() -> None:
    assert told_of(mind_of(SHOWN)) == SHOWN
    again = [{"title": "x", "shares": {"a": 1 / 3, "a ": 0.2}}, {"text": "y " * 150}]
    assert mind_of(told_of(mind_of(again)))[1] == mind_of(again)[1]
    assert mind_of(told_of(mind_of(again)))[0] == Bars("x", ("a",), (0.333333,))


def test_minds_are_read_as_they_were_kept() -> None:
    minds = {(turn, turn % 2): mind_of([{"text": f"{turn % 6}"}]) for turn in range(1, 40)}
    told = json.loads(json.dumps(written_minds(minds)))
    assert read_minds(told) == minds
    assert len(told) == 6, "what is alike stands there once"


def test_of_a_long_match_the_last_part_is_kept() -> None:
    minds = {(turn, 0): mind_of([{"text": f"{turn} " * 60}]) for turn in range(1, 2001)}
    told = written_minds(minds)
    assert MOST_KEPT * 0.9 < len(json.dumps(told, separators=(",", ":"))) <= MOST_KEPT
    kept = read_minds(told)
    assert kept == {key: minds[key] for key in sorted(minds)[-len(kept) :]}
    assert read_minds(written_minds(kept)) == kept


HOSTILE: list[Any] = [
    *(None, 7, "minds", {}, {"0": [1, [], []]}, True, [[]], [None], [[0, 1, []]]),
    [[0, [1], None], [0, [1], {"text": "x"}], [0, [1], [[[[[]]]]]], [0, {}, [{"text": "x"}]]],
    [[-1, [1], [{"text": "x"}]], [99, [1], [{"text": "x"}]], ["0", [1], [{"text": "x"}]]],
    [[0, [0, -1, True, 1.0, "1", None, [], 10**30], [{"text": "x"}]]],
    [[0, [1], [{"title": "x", "shares": {"a": 10**400}}, {"title": [], "values": {"b": []}}]]],
]


@pytest.mark.parametrize("told", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_no_mind_in_a_strangers_file_is_left_out(told: Any) -> None:
    assert read_minds(told) == {}


def test_a_strangers_mind_is_cut() -> None:
    long = {"title": "t" * 10_000, "values": {"\x1b[2J" + "r" * n: n for n in range(300, 400)}}
    items = [{"text": "\u202e" + "x" * 100_000}, *[long] * 50]
    ((key, mind),) = read_minds([[3, [2], items], [4, "?", items]]).items()
    assert (key, len(check_mind(mind))) == ((2, 3), 12)
    note, lines = mind[:2]
    assert note == Note("x" * 200)
    assert isinstance(lines, Lines)
    assert len(lines.title) == 200
    assert all(len(label) <= 200 and label.isprintable() for label, _ in lines.rows)


def test_of_a_strangers_file_no_more_is_read_than_is_ever_kept() -> None:
    """A match of 8 MB from a stranger would have filled the memory, and held a frame for long."""
    row = [{"text": f"{number:0200}"} for number in range(12)]
    found = read_minds([[0, [turn], row] for turn in range(1, 3001)])
    assert 40 < len(found) < MOST_KEPT / 2000
    assert len(read_minds([[seat, list(range(1, 9999)), row] for seat in range(8)])) < MOST_KEPT / 4
