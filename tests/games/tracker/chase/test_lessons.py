"""What a newcomer is told: short, and pointed at something that is on the page."""

from __future__ import annotations

import pytest

from games.shell.app import App
from games.tracker.chase.lessons import FLEEING, HIDING, HUNTING, SEEKING
from tests.support.hands import choose
from tests.support.maze_games import opened, rest

TABLES = {
    "seek": (SEEKING, ()),
    "hide": (HIDING, ()),
    "hunt": (HUNTING, ()),
    "flee": (FLEEING, ("echoes", "echoes", "human")),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_stop_points_at_something_on_the_page_in_a_few_words(app: App, name: str) -> None:
    stops, seats = TABLES[name]
    table = opened(app, "hunt" if name == "flee" else name, seats)
    assert table.stops() == stops
    if name != "seek":
        seat = table.waiting_for_person
        assert seat is not None
        assert choose(table, next(iter(table.match.legal(seat))))
        assert rest(app, table)
    for stop in stops:
        if name == "seek" and "Here it was" in stop.words:
            table.mark()
            table.drive(0.0)
        x, y, w, h = stop.at(table)
        assert 0 <= x < x + w <= app.size[0]
        assert 0 <= y < y + h <= app.size[1]
        assert 5 <= len(stop.words.split()) <= 30
        assert (stop.play is None) == (stop.done is None)
