"""`mind` beside a class: what it expects, its readings, and what it cannot read."""

from __future__ import annotations

from games.guess.classroom.foresight import Foresight

ROUNDS = ((33, 22, 50, 67, 33), (), (20, 15, 12, 30, 8))


def followed() -> Foresight:
    made = Foresight((2, 3), 0, 100)
    for guesses in ROUNDS:
        made.learn(guesses)
    return made


def test_a_reading_counts_everybody_once_and_skips_a_round_without_guesses() -> None:
    readings = followed().readings
    assert [sum(reading) for reading in readings] == [5, 0, 5]
    assert readings[0][1] == 2  # both who said 33 are one step from 50
    assert readings[1] == ()


def test_the_forecast_is_made_of_the_closed_rounds_alone() -> None:
    first, again = followed().expected(), followed().expected()
    assert first is not None
    assert first == again
    assert first.number == 4
    assert first.low < first.target < first.high
    assert first.sealed is None


def test_a_room_with_other_terms_has_no_forecast() -> None:
    for made in (Foresight((3, 5), 0, 100), Foresight((2, 3), 0, 1000)):
        made.learn((1, 2))
        assert made.expected() is None
        assert made.readings == [()]
