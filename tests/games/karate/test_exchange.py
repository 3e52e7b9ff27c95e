"""The rhythm of an exchange: both commit, stillness where they meet, the blow, the thought."""

from __future__ import annotations

import pytest

from games.karate.exchange import (
    CONTACT,
    END,
    FULL_ROUNDS,
    SHORT_ROUNDS,
    SHORTEST,
    STILLNESS,
    Exchange,
    Round,
    length_of,
)

STEP = 1 / 240
HIT = Round(("kick", "punch"), (10, 0), ("hit", "miss"))


def lasting(exchange: Exchange) -> tuple[float, float]:
    """How long an exchange is, and how long both stand still in it where their moves meet."""
    whole, still, before = 0, 0, None
    while exchange.running:
        looks = exchange.pose(0), exchange.pose(1), exchange.gap, exchange.recoil(1), exchange.flash
        still += looks == before and exchange.pose(0) != "windup" and not exchange.met
        before = looks
        exchange.update(STEP)
        whole += 1
    return whole * STEP, still * STEP


def test_both_stand_still_for_a_quarter_of_a_second_before_the_blow() -> None:
    exchange = Exchange(HIT)
    exchange.update(CONTACT + 0.01)
    place = exchange.gap
    blows = 0
    for _ in range(23):
        blows += exchange.update(0.01)
        assert (exchange.pose(0), exchange.pose(1)) == HIT.moves
        assert (exchange.gap, exchange.shake, exchange.flash, exchange.met) == (place, (0, 0), 0, 0)
    assert exchange.tense > 0.9
    assert blows == 0
    assert exchange.update(0.02)
    assert exchange.met
    assert exchange.flash == pytest.approx(1.0)
    assert not exchange.told
    exchange.update(0.2)
    assert exchange.told


def test_it_grows_shorter_with_the_rounds_but_for_the_stillness() -> None:
    lengths = [length_of(number) for number in range(1, 40)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[:FULL_ROUNDS] == [1.0] * FULL_ROUNDS
    assert lengths[SHORT_ROUNDS:] == [SHORTEST] * (39 - SHORT_ROUNDS)
    first, last = (lasting(Exchange(HIT, length=length)) for length in (1.0, SHORTEST))
    assert first[0] == pytest.approx(END, abs=0.02)
    assert last[0] == pytest.approx(STILLNESS + SHORTEST * (END - STILLNESS), abs=0.02)
    assert first[1] == pytest.approx(STILLNESS, abs=0.02)
    assert last[1] == pytest.approx(STILLNESS, abs=0.02)


def test_reduced_motion_shows_all_of_it_at_once() -> None:
    exchange = Exchange(HIT, still=True)
    assert exchange.update(STEP)
    looks = set()
    while exchange.running:
        assert exchange.met
        assert exchange.told
        looks.add((exchange.pose(0), exchange.gap, exchange.shake, exchange.recoil(1)))
        exchange.update(STEP)
    assert len(looks) == 1


@pytest.mark.parametrize("step", [0.003, 1 / 60, 1 / 15, 0.4])
def test_the_blow_falls_once_at_any_frame_rate(step: float) -> None:
    exchange, blows = Exchange(HIT, length=0.7), 0
    while exchange.running:
        blows += exchange.update(step)
    assert blows == 1
