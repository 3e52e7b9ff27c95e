"""The scripted seeker marks what is possible, round after round, in the middle of it."""

from __future__ import annotations

from typing import Any

from ai.lab.tracker.matches import CarefulSeeker
from games import catalog
from games.core import Limit
from games.match import Match
from games.tracker import SPEC
from games.tracker.rules import SensorReading
from games.tracker.rules.possible import possible
from games.tracker.rules.seek import ROUNDS, SEEKER


def test_each_mark_is_the_middle_of_what_is_possible() -> None:
    params = SPEC.params({"play": "seek", "maze": "loops-small"})
    players = {0: CarefulSeeker()}
    for seat, agent in ((1, "random"), (2, "blinker")):
        players[seat] = catalog.agent("tracker", agent).make({}, None)  # type: ignore[assignment]
    match: Match[Any] = Match(catalog.rules("tracker"), params, 5, players)
    course, known = match.state.course, match.state.course.start
    heard: list[list[SensorReading]] = []
    marked = 0
    while not match.over:
        for event in match.step(Limit(nodes=1)):
            if event.kind == "reading":
                heard.append([SensorReading(*reading) for reading in event.data["readings"]])
            elif event.kind == "marked":
                cells = possible(course, known, heard)
                far = {cell: course.steps_from(cell) for cell in cells}
                sums = {cell: sum(far[cell][other] for other in cells) for cell in cells}
                mark = event.data["marks"][SEEKER]
                assert sums[mark] == min(sums.values())
                known, heard, marked = event.data["cell"], [], marked + 1
    assert marked == ROUNDS
