"""The sentences of Ra by thresholds: whole points, and no comparison that its figures deny."""

from __future__ import annotations

import pytest

from ai.ra.heuristic import heuristic_move, mind_of
from ai.ra.plain import row_of
from ai.ra.sentences import about, bid_note, turn_note
from games.mind import Bars, Note
from games.ra.rules.state import BID, TURN, view_of
from tests.support.ra_tables import choices


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (9.6, "about 10 points"),
        (1.2, "about 1 point"),
        (0.4, "nothing"),
        (-0.4, "nothing"),
        (-3.5, "less than nothing"),
    ],
)
def test_points_are_whole_and_have_no_sign(points: float, words: str) -> None:
    assert about(points) == words


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            ("bid 2", 10.2, 2, 3.1, False),
            "I bid 2: this lot is worth about 10 points, my sun only 3.",
        ),
        (
            ("pass", 2.7, 6, 4.2, False),
            "I pass: this lot is worth about 3 points, my sun 6 is worth 4.",
        ),
        (("pass", 3.9, 6, 4.2, False), "I pass: this lot and my sun 6 are worth nearly the same."),
        (
            ("bid 2", 1.6, 2, 3.1, False),
            "I bid 2: I want the better sun in the centre more than this lot.",
        ),
        (
            ("pass", 8.6, 6, 5.2, False),
            "I pass: this lot is worth about 9 points, but its sun is too low.",
        ),
        (("bid 2", 0.0, 2, 3.1, True), "I bid 2: I called Ra and got no bid, so I must."),
        (("pass", 9.0, 0, 0.0, False), "I pass: none of my suns beats the bid."),
    ],
)
def test_a_bid_sets_the_lot_beside_the_sun(
    given: tuple[str, float, int, float, bool], told: str
) -> None:
    assert bid_note(*given).text == told


def test_a_turn_says_what_would_be_enough() -> None:
    state = next(s for s in choices(3, 7) if s.phase == TURN and sum(s.block) and s.up[s.actor])
    view = view_of(state)
    t = row_of(view)

    def told(move: str, gain: float, needed: float, envied: int = -1) -> str:
        return turn_note(view, t, move, gain, needed, alone=4.2, envied=envied).text

    assert (
        told("draw", 3.2, 7.1) == "I draw a tile: this lot brings me about 3 points, I call at 7."
    )
    assert "nearly worth a call, about 7 points" in told("draw", 6.8, 7.1)
    assert told("call", 8.0, 7.1).endswith("about 8 points, and that is enough.")
    assert told("call", 3.0, 7.1, 2) == "I call Ra before this lot grows: it already suits green."
    assert told("call", 3.0, 7.1) == "I call Ra: the block is full, so I cannot draw."
    assert told("god flood", 3.0, 7.1).endswith("is worth about 4 points to me.")


def test_a_bid_names_the_figure_of_the_lots_own_row() -> None:
    named = 0
    for state in choices(3, 60):
        if state.phase != BID:
            continue
        view = view_of(state)
        t = row_of(view)
        told, *items = mind_of(view, t, heuristic_move(view), 0.0)
        if isinstance(told, Note) and "this lot is worth about" in told.text:
            lot = next(item for item in items if isinstance(item, Bars))
            assert f"this lot is worth {lot.words[view.actor]}," in told.text
            named += 1
    assert named > 5
