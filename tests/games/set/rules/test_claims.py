"""The moves of Set: which there are, and why others are none."""

from __future__ import annotations

import itertools

import pytest

from games.core import IllegalMove
from games.set.rules.cards import NAMES, NUMBERS
from games.set.rules.claims import why_not
from games.set.rules.game import GAME
from tests.support.set_tables import CASES, dealt


def test_refusals_say_what_is_wrong() -> None:
    state = dealt(CASES[0]["deck"])
    a, b, c, *_ = (NAMES[card] for card in state.table)
    gone = next(name for name, card in NUMBERS.items() if card not in state.table)
    for move, part in (
        (f"10-{b}.{a}.{c}", "in the order of their places"),
        (f"10-{a}.{a}.{c}", "in the order of their places"),
        (f"10-{a}.{b}.{gone}", f"{gone} does not lie on the table"),
        (f"10-{a}.{b}.{c}.{gone}", "names 3 cards here, not 4"),
        ("10-none", "More cards come by themselves"),
        ("10-late", "Nobody says Set!"),
        (f"0-{a}.{b}.{c}", "is no move"),
        (f"86400001-{a}.{b}.{c}", "is no move"),
    ):
        assert part in why_not(state, 0, move), move
        with pytest.raises(IllegalMove):
            GAME.apply(state, {0: move, 1: "wait"})


def test_lazy_moves_are_counted_and_begin_with_what_they_hold() -> None:
    state = dealt(CASES[0]["deck"], none="call", call=3)
    legal = GAME.legal(state, 0)
    first = list(itertools.islice(legal, 2 + 2 * 222))
    assert first[:2] == ["wait", "void"]
    assert len(set(first)) == len(first)
    assert all(move in legal for move in first)
    assert first[-1].startswith("2-")
    assert len(legal) == 2 + 86_400_000 * 222
    assert GAME.idle(state, 0) == "wait"
