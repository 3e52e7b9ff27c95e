"""What a newcomer is told: short, and pointed at something that is on the page."""

from __future__ import annotations

import pytest

from games.shell.app import App
from games.shell.guide_text import guide_section
from games.tracker.chase.lessons import FLEEING, HIDING, HUNTING, SEEKING, heard_last, own_box
from tests.support.hands import Rig, choose, until
from tests.support.maze_games import opened, rest
from tests.support.words import Words

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
        if name == "seek" and stop.id == "seek-shown":
            table.mark()
            table.drive(0.0)
        x, y, w, h = stop.at(table)
        assert 0 <= x < x + w <= app.size[0]
        assert 0 <= y < y + h <= app.size[1]
        assert 5 <= len(guide_section("tracker", stop.id).words.split()) <= 30
        assert (stop.play is None) == (stop.done is None)


def test_on_the_smallest_window_with_larger_text_the_words_do_not_cover_who_walks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Rig(None, (800, 600)).app
    app.change_settings(larger_text=True, mind_open=False)
    table = opened(app, "hide")
    words = Words(app, monkeypatch)
    choose(table, next(iter(table.match.legal(0))))
    guide = table.guide
    assert guide is not None
    until(app, lambda: guide.stop is HIDING[1], step=0.1)
    words.look()
    card = max(words.panels, key=lambda panel: panel.w * panel.h)
    assert card.contains(next(word.place for word in words.seen if word.text.startswith("The ear")))
    x, y, w, h = own_box(table)
    corners = [(app.canvas.x(left), app.canvas.y(top)) for left in (x, x + w) for top in (y, y + h)]
    assert not any(card.collidepoint(corner) for corner in corners)


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_who_is_to_mark_sees_the_last_readings(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Rig(None, size).app
    table = opened(app, "seek", resting=False)
    words, guide = Words(app, monkeypatch), table.guide
    assert guide is not None
    for number in range(3):
        until(app, lambda stop=SEEKING[number]: guide.stop is stop, step=0.1)
        assert heard_last(table) == (0.0, 0.0, 0.0, 0.0)
        guide.go_on()
    until(app, lambda: guide.stop is SEEKING[3], step=0.1)
    assert table.marking
    words.look()
    asked = next(word.place for word in words.seen if word.text.startswith("Your turn"))
    cards = [panel for panel in words.panels if panel.contains(asked)]
    x, y, w, h = heard_last(table)
    chart = app.canvas.box((x, y, w, h))
    assert chart.w > app.canvas.pixels(100)
    assert cards
    assert not any(card.colliderect(chart) for card in cards)
