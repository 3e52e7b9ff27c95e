"""The numbers of a match in the help of Guess 2/3."""

from __future__ import annotations

from games.guess.help_values import workings
from games.guess.line import Closed
from tests.support.hands import Rig, at_table, until


def test_the_target_and_the_steps_are_worked_out() -> None:
    told = workings(Closed(3, (30, 60, 0), (2, 3)))
    assert told["now_target"] == "round 3: 2/3 · 90 / 3 = 20.00"
    assert told["now_steps"] == "from the average of round 3: 30.0, 20.0, 13.3, 8.9, 5.9"


def test_nothing_is_told_before_a_close_has_told_it(rig: Rig) -> None:
    scene = at_table(rig.app, "guess", ["human", "level1"], {}, practice=True)
    until(rig.app, lambda: scene.waiting_for_person is not None)
    assert "now_target" not in scene.help_text()[0]
    rig.key("right", "return")
    until(rig.app, lambda: scene.closing.running)
    assert "now_target" not in scene.help_text()[0]
    until(rig.app, lambda: scene.waiting_for_person is not None)
    assert f"{scene.closed.target:.2f}" in scene.help_text()[0]["now_target"]
