"""Where somebody unseen can be: worked out when asked, and in a thread in a large maze."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from games import catalog
from games.match import Match
from games.session.watching import MOST_REPLAYED
from games.shell.pages.past import exchange
from games.tracker.chase import unseen as module
from games.tracker.chase.unseen import Unseen
from games.tracker.rules.ground import SensorReading
from games.tracker.rules.possible import possible, possible_after
from tests.games.shell.pages.past.test_film_progress_large_mazes import large, wait_for_page
from tests.support.hands import Rig

pytestmark = pytest.mark.rig(here=True)


def course_and_readings(turns: int) -> tuple[Any, list[tuple[SensorReading, ...]]]:
    match = Match(catalog.rules("tracker"), catalog.spec("tracker").params({"play": "seek"}), 3)
    heard = []
    while len(heard) < turns:
        due = match.to_act
        chosen = {seat: next(iter(match.legal(seat))) for seat in due if seat >= 0}
        for event in match.play(chosen or {-1: match.draw()}):
            if event.kind == "reading":
                heard.append(tuple(SensorReading(*reading) for reading in event.data["readings"]))
    return match.state.course, heard


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("start", [None, 40])
def test_the_cells_are_those_of_the_rule_whenever_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, beside: bool, start: int | None
) -> None:
    course, heard = course_and_readings(5)
    heard = [readings for readings in heard if readings[0].seen is None]
    monkeypatch.setattr(module, "is_large", lambda cells, replay: beside)
    ghost = Unseen(course, start)
    for number, readings in enumerate(heard):
        ghost.hear(readings)
        if number % 2:
            until = time.monotonic() + 30
            while ghost.cells is not None and ghost.working:
                assert time.monotonic() < until
            assert ghost.cells == possible(course, start, heard[: number + 1])


def test_a_sight_makes_what_was_heard_before_needless(monkeypatch: pytest.MonkeyPatch) -> None:
    course, heard = course_and_readings(4)
    worked: list[int] = []

    def counted(course: Any, here: frozenset[int], heard: Any) -> frozenset[int]:
        worked.append(len(heard))
        return possible_after(course, here, heard)

    monkeypatch.setattr(module, "possible_after", counted)
    ghost = Unseen(course, None)
    for readings in heard:
        ghost.hear(readings)
    eye = heard[0][0].observer
    ghost.hear((SensorReading(eye, None, course.cells[7]),))
    assert ghost.cells == {7}
    assert worked == []
    far = (SensorReading(eye, 9),)
    ghost.hear(far)
    assert ghost.cells == possible(course, 7, [far])
    assert worked == [1]


@pytest.mark.parametrize("play", ["seek", "hunt"])
def test_a_jump_to_a_late_moment_of_a_large_maze_works_out_no_cells_in_a_frame(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, play: str
) -> None:
    text, here = large(play), threading.current_thread()
    worked: list[threading.Thread] = []

    def counted(*of: Any) -> frozenset[int]:
        worked.append(threading.current_thread())
        return possible_after(*of)

    assert exchange.open_text(rig.app, text.encode())
    page = wait_for_page(rig)
    assert len(page.table.course.cells) > MOST_REPLAYED
    monkeypatch.setattr(module, "possible_after", counted)
    page.playing = False
    page.go_to(page.again.moments)
    rig.frames(2)
    assert here not in worked
    until = time.monotonic() + 60
    while not page.table.unseen.cells:
        assert time.monotonic() < until
    assert worked
    assert here not in worked
