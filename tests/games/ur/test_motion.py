"""What moves on Ur's board, without a window: it lands once, is heard, and can be ended at once."""

from __future__ import annotations

import pytest

from games.core import CHANCE
from games.ur.drawing import Layout
from games.ur.motion import Motion, Travel
from games.ur.rules import GAME, State, position

FRAME = 1 / 60
LAYOUT = Layout(40, 100, 90, "finkel")


def test_a_travel_lands_once_and_its_victim_comes_home() -> None:
    path = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)]
    travel, landed, frames = Travel(0, path, ((20.0, 0.0), (0.0, 90.0)), ((0, 2),)), 0, 0
    heights = []
    while travel.running:
        landed += travel.update(FRAME)
        frames += 1
        if travel.landed:
            heights.append((travel.captured() or ((0.0, 0.0), 0.0))[1])
            behind = travel.captured(0.1)
            assert behind is not None
            assert behind[0][1] <= (travel.captured() or behind)[0][1]
    assert landed == 1
    assert frames > 20
    assert travel.mover()[0] == (20.0, 0.0)
    flown = travel.captured()
    assert flown is not None
    assert flown[0] == pytest.approx((0.0, 90.0), abs=0.5)
    top = heights.index(max(heights))  # it flies in an arc: up, over, down
    assert max(heights) > 40.0
    assert heights[:top] == sorted(heights[:top])
    assert heights[top:] == sorted(heights[top:], reverse=True)
    assert heights[-1] == pytest.approx(0.0, abs=1.0)


@pytest.mark.parametrize(
    ("sides", "roll", "move", "sound"),
    [
        ([([5], 0), ([7], 0)], 2, "5", "capture"),
        ([([13], 0), ([], 0)], 2, "13", "right"),
        ([([6], 0), ([], 0)], 2, "6", "opened"),
        ([([5], 0), ([], 0)], 1, "5", "press"),
    ],
)
@pytest.mark.parametrize("way", ["frames", "ended", "still"])
def test_a_move_is_heard_once_when_its_piece_lands(
    sides: list[tuple[list[int], int]], roll: int, move: str, sound: str, way: str
) -> None:
    heard: list[str] = []
    motion = Motion("finkel", heard.append)
    before, _ = GAME.apply(position("finkel", 4, 0, sides), {CHANCE: str(roll)})
    after, events = GAME.apply(before, {0: move})
    motion.send(events[0].data, before, LAYOUT, 1.0, way == "still")
    assert motion.busy == (way != "still")
    counted(motion, after)
    for _ in range(200 if way == "frames" else 0):
        motion.update(FRAME, 1.0)
        counted(motion, after)
    if way == "ended":
        motion.end()
    assert heard == [sound]
    assert not motion.busy
    assert bool(motion.flashes) == (sound != "press" and way != "frames")
    assert motion.waiting(after, 1) == after.home(1)


def counted(motion: Motion, state: State) -> None:
    """Every piece is in a tray, on the board or on its way, and nowhere twice."""
    for seat in (0, 1):
        travel = motion.travel
        flying = travel is not None and travel.seat == seat and motion.data["off"]
        victim = travel is not None and travel.victim is not None and travel.seat != seat
        trays = motion.waiting(state, seat) + motion.finished(state, seat)
        assert trays + len(state.squares(seat)) + flying + victim == state.pieces


def test_a_pass_is_told_after_the_throw() -> None:
    motion = Motion("finkel", lambda name: None)
    motion.throw({"seat": 0, "roll": 0}, 1, 2.0, False)
    rolled = motion.dice.timer.seconds
    motion.tell_of_pass(2.0)
    seconds = 0.0
    while motion.busy:
        motion.update(FRAME, 2.0)
        seconds += FRAME
    assert seconds == pytest.approx(rolled + 0.75 / 2.0, abs=2 * FRAME)
    motion.tell_of_pass(1.0)
    motion.settle(position("finkel", 4, 1, [([], 0), ([], 0)]), 4)
    assert not motion.moving
    assert motion.dice.roll is None
