"""What travels hides where it lands until it is there, and is heard as it lands."""

from __future__ import annotations

from games.jaipur.playing.motion import CARD, Flight, Motion, one_after_the_other

START, END = (0.0, 0.0, 40.0, 56.0), (100.0, 100.0, 80.0, 112.0)


def test_what_is_on_its_way_is_hidden_until_it_lands() -> None:
    heard: list[str] = []
    motion = Motion(heard.append)
    flight = Flight(CARD, "D", START, END, "market:1", seconds=0.4, sound="move")
    motion.send(one_after_the_other([flight, flight], 0.1))
    assert motion.hidden == {"market:1": 2}
    motion.update(0.45)
    assert motion.hidden == {"market:1": 1}
    assert motion.busy
    motion.update(0.1)
    assert not motion.busy
    assert not motion.hidden
    assert heard == ["move", "move"]


def test_everything_lands_at_once_where_nothing_shall_move() -> None:
    heard: list[str] = []
    motion = Motion(heard.append)
    motion.send([Flight(CARD, "D", START, END, "market:1", sound="move")], still=True)
    assert not motion.busy
    assert heard == ["move"]
    motion.end()
    motion.update(1.0)
    assert heard == ["move"]
