"""Tiles travel, and the call of Ra never takes a second."""

from __future__ import annotations

from games.ra.playing.motion import APART, RISE, TRAVEL, Flight, Motion, Rising


def test_flights_hide_what_lands_until_they_have_landed() -> None:
    heard: list[str] = []
    motion = Motion(heard.append)
    motion.send([Flight((0, 0, 9, 9), (90, 0, 9, 9), 1, hides="block:0", delay=APART)])
    assert motion.busy
    assert motion.hidden == {"block:0"}
    motion.update(TRAVEL)
    assert motion.busy
    motion.update(APART)
    assert (motion.busy, motion.hidden, heard) == (False, frozenset(), ["move"])


def test_the_call_is_over_in_less_than_a_second_and_at_once_where_little_moves() -> None:
    assert RISE < 1.0
    motion = Motion(lambda name: None)
    motion.send([], Rising("called by you", "sky"))
    assert motion.busy
    motion.update(RISE)
    assert not motion.busy
    motion.send([], Rising("called by you", "sky"), still=True)
    assert not motion.busy
