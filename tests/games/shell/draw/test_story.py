"""Living pictures: scripts are played over and over, loops come round, matches follow matches."""

from __future__ import annotations

import pytest

from games.core import CHANCE
from games.exhibition import Exhibition
from games.shell.draw.story import Endless, Loop, Story
from games.shell.draw.theme import Theme

STILL = Theme(reduced_motion=True)


class Letters(Story[str]):
    """Writes letters; one travels for a while after it was written."""

    before, between, after = 1.0, 0.5, 2.0

    def begin(self) -> None:
        self.seen, self.way = "", 0.0

    def play(self, move: str, still: bool) -> None:
        self.seen += move
        self.way = 0.0 if still else 0.3

    def travel(self, age: float) -> bool:
        self.way = max(0.0, self.way - age)
        return self.way > 0


def changes(story: Letters, seconds: float, step: float = 0.1) -> list[tuple[float, str]]:
    """What was written at which time."""
    found, seen = [], story.seen
    for number in range(1, round(seconds / step) + 1):
        story.update(step)
        if story.seen != seen:
            seen = story.seen
            found.append((round(number * step, 1), seen))
    return found


def test_a_script_rests_before_between_and_after_its_moves_and_begins_again() -> None:
    found = changes(Letters(Theme(), "ab"), 7.0)
    assert [seen for _, seen in found] == ["a", "ab", "", "a", "ab"]
    first, second, again, third, _ = (time for time, _ in found)
    assert first == pytest.approx(1.0, abs=0.11)
    assert second - first == pytest.approx(0.3 + 0.5, abs=0.21), "it travels before it rests"
    assert again - second == pytest.approx(0.3 + 2.0, abs=0.21)
    assert third - again == pytest.approx(1.0, abs=0.11)


def test_a_frame_that_took_long_hurries_nothing_that_travels() -> None:
    story = Letters(Theme(), "ab")
    story.update(9.0)
    assert story.seen == "a"
    story.update(9.0)
    assert story.way == pytest.approx(0.2)


def test_under_reduced_motion_all_moves_are_played_and_nothing_moves() -> None:
    story = Letters(STILL, "abc")
    assert (story.seen, story.left, story.way) == ("abc", [], 0.0)
    assert changes(story, 9.0) == []


class Clock(Loop):
    """Three seconds, of which the second is shown where nothing moves."""

    seconds, still = 3.0, 2.0


def test_a_loop_comes_round_and_stands_still_at_one_age() -> None:
    loop = Clock(Theme(), 2.5)
    loop.update(1.0)
    assert loop.age == pytest.approx(0.5)
    still = Clock(STILL, 2.5)
    still.update(1.0)
    assert still.age == 2.0


class Counting(Endless):
    """Counts the turns of each match."""

    def begin(self) -> None:
        self.turns, self.matches = 0, getattr(self, "matches", 0) + 1

    def turn(self) -> None:
        self.wait = 1.0
        if self.show.turn() is None:
            self.begin()
        else:
            self.turns += 1


def test_agents_play_match_after_match() -> None:
    agent = "random"
    story = Counting(Theme(), Exhibition("karate", (agent, agent), {"rounds": 10}, 3), 1)
    assert (story.turns, story.matches) == (1, 1)
    assert CHANCE not in story.match.to_act
    first = story.match
    for _ in range(50):
        story.update(0.5)
    assert story.matches > 2
    assert story.match is not first
    before = story.turns
    story.update(0.5)
    assert story.turns == before, "a turn is played when it is due"
