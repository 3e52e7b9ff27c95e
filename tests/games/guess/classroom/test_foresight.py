"""`mind` beside a class: its seal, its readings, and what it cannot read."""

from __future__ import annotations

import hashlib

from games.guess.classroom.foresight import Foresight

ROUNDS = ((33, 22, 50, 67, 33), (), (20, 15, 12, 30, 8))


def followed(secret: str) -> Foresight:
    made = Foresight((2, 3), 0, 100, secret)
    for guesses in ROUNDS:
        made.learn(guesses)
    return made


def test_a_reading_counts_everybody_once_and_skips_a_round_without_guesses() -> None:
    readings = followed("x").readings
    assert [sum(reading) for reading in readings] == [5, 0, 5]
    assert readings[0][1] == 2  # both who said 33 are one step from 50
    assert readings[1] == ()


def test_the_seal_comes_again_with_the_window_and_only_with_its_secret() -> None:
    first, again, other = (followed(secret).expected() for secret in ("x", "x", "y"))
    assert first is not None
    assert other is not None
    assert first == again
    assert first.number == 4
    assert first.low < first.target < first.high
    assert (first.target, first.commitment != other.commitment) == (other.target, True)


def test_the_seal_opens_to_the_forecast() -> None:
    found = followed("x").expected()
    assert found is not None
    nonce = hashlib.sha256(b"x:4").hexdigest()[:32]
    told = hashlib.sha256(f"{nonce}:{found.target:.2f}".encode()).hexdigest()
    assert told == found.commitment


def test_a_room_with_other_terms_has_no_forecast() -> None:
    for made in (Foresight((3, 5), 0, 100, "x"), Foresight((2, 3), 0, 1000, "x")):
        made.learn((1, 2))
        assert made.expected() is None
        assert made.readings == [()]
