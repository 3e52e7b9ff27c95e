"""What lies at a point of the table, the card in front first."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from games.jaipur import board
from games.jaipur.board import Board, Look
from games.jaipur.rules.goods import pack
from games.jaipur.rules.state import MatchSoFar, Trader, new_round
from games.jaipur.sight import sight_of
from games.jaipur.stall import Gain
from tests.support.hands import Rig

BOARD = Board()


def look(hand: str, herd: int = 2) -> Look:
    traders = (Trader(pack(hand), herd), Trader(pack("D"), 1))
    state = new_round(MatchSoFar())._replace(traders=traders, due=0, acting=(0,))
    gains = (Gain("L", (4, 3, 2), 3), None)
    return Look(sight_of(state), (*"KKKG", ""), 0, ("A", "B"), (), 0.0, gains=gains)


def test_every_card_that_can_be_pressed_is_found_where_it_lies() -> None:
    table = look("DDL")
    spots = BOARD.spots(table)
    names = [name for name, _ in spots]
    market = [f"market:{n}" for n in range(4)]
    assert names == [*market, "hand:D:0", "hand:D:1", "hand:L:0", "herd", "line"]
    for name, (x, y, _, h) in spots:
        assert BOARD.spot_at(table, x + 3, y + h - 3) == name
    assert BOARD.spot_at(table, 2.0, 2.0) == ""
    assert "herd" not in [name for name, _ in BOARD.spots(look("D", 0))]


def test_what_a_sale_brought_lies_side_by_side() -> None:
    boxes = BOARD.gain_boxes(look("D"), 0)
    assert len(boxes) == 4
    assert all(a[0] + 10 < b[0] for a, b in itertools.pairwise(boxes))
    assert BOARD.gain_boxes(look("D"), 1) == []


def test_the_first_seal_stands_left(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    seals: list[tuple[float, bool]] = []
    monkeypatch.setattr(board, "draw_seal", lambda _, at, size, won: seals.append((at[0], won)))
    table = look("DDL")
    series = table.sight.series._replace(seals=(1, 0))
    BOARD.draw(rig.app.canvas, replace(table, sight=table.sight._replace(series=series)))
    own = sorted(seals[-2:])
    assert [won for _, won in own] == [True, False]
