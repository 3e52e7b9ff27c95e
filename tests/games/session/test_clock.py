"""The clock of a game that does not wait."""

from __future__ import annotations

from games.session.clock import Clock


def test_ticks_come_due_and_parts_of_them_are_kept() -> None:
    clock = Clock(10)
    assert [clock.advance(0.05) for _ in range(4)] == [0, 1, 0, 1]
    assert clock.advance(0.2) == 2


def test_after_a_reset_a_whole_tick_has_to_pass() -> None:
    clock = Clock(10)
    clock.advance(0.09)
    clock.reset()
    assert clock.advance(0.09) == 0
    assert clock.advance(0.01) == 1


def test_what_a_long_frame_owes_is_let_go() -> None:
    clock = Clock(10)
    assert 0 < clock.advance(60.0) < 20
    assert clock.advance(0.05) == 0
