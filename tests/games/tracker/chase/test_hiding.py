"""Hiding on the screen: lanterns, the grip, the end with its points and its table."""

from __future__ import annotations

import dataclasses

import pygame
import pytest

from ai.tracker.hidden import Lamplighter
from games.core import Limit
from games.judging import Asked
from games.moments import MoveChosen
from games.session.course import moments
from games.shell.app import App
from games.shell.pages.result import ResultPage
from games.streams import Stream
from games.tracker.chase.hiding import HideScene
from games.tracker.judge import HideWords
from tests.support.hands import choose, click_box, key, press_pad
from tests.support.maze_games import believed, opened, rest
from tests.support.ruler import listen
from tests.support.words import Words


def hidden(app: App, tracker: str = "drifter") -> HideScene:
    table = opened(app, "hide", ("human", tracker))
    assert isinstance(table, HideScene)
    return table


def play_on(app: App, table: HideScene, most: int = 400) -> None:
    """Let the lamplighter play for the person, to the end at most."""
    hand = Lamplighter()
    hand.rng = Stream.named(1, "hand")
    for _ in range(most):
        if not rest(app, table):
            return
        move = hand.act(0, table.state, table.match.legal(0), Limit()).move
        assert choose(table, move)


def test_before_the_first_reading_nothing_is_said_of_doubt(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, words = hidden(app), Words(app, monkeypatch)
    words.look()
    told = {word.text for word in words.seen}
    assert not table.doubts
    assert "It has heard nothing yet." in told
    assert not any("of it is on you" in text for text in told)


@pytest.mark.parametrize("way", ["key", "mouse", "pad"])
def test_one_slips_away_once_a_match(app: App, way: str) -> None:
    table = hidden(app)
    play_on(app, table, 2)
    rest(app, table)
    before = table.own_cell()
    if way == "key":
        key(app, pygame.K_o)
    elif way == "pad":
        press_pad(app, 3)
    else:
        click_box(app, table.slip_box)
    rest(app, table)
    assert table.own_cell() not in (before, None)
    assert (table.state.step, table.state.slips) == (3, 0)
    assert table.spots["ghost"][1] == table.own_cell()
    assert "You slipped away" in table.head()[2]
    app.draw()
    key(app, pygame.K_o)
    assert table.state.step == 3
    assert any("once a match" in text for text in app.toasts.texts)


def test_the_foot_tells_lanterns_doubt_and_the_own_share(app: App) -> None:
    table = hidden(app)
    play_on(app, table, 2)
    rest(app, table)
    assert len(table.doubts) == len(table.shares) == 2
    believed(table, table.own_cell() or 0)
    app.draw()
    table.held = 2
    assert "It has you" in table.head()[1]
    assert "1 more step" in table.head()[1]
    app.draw()


def test_the_stage_and_the_review_number_a_step_alike(app: App) -> None:
    """The stage said step 18 where the review said step 19."""
    table = hidden(app)
    assert table.place_note() == "step 1 of 150"
    play_on(app, table, 3)
    rest(app, table)
    asked = Asked(MoveChosen(0, table.state, 0, "up"), 0, 1, 1, 4)
    assert table.place_note() == f"{HideWords().where(asked).lower()} of 150"


def test_a_whole_match_is_won_lost_or_over_at_dawn_and_recorded(app: App) -> None:
    table = hidden(app, "blinker")
    play_on(app, table)
    assert isinstance(app.top, ResultPage)
    state = table.state
    assert state.over
    expected = "lost" if state.caught or state.points / 10 < table.target else "won"
    assert table.outcome == expected
    report = table.report()
    assert report.outcome == expected
    assert f"{state.points / 10:.1f} of {table.target:.1f}" in report.headline
    assert app.top.report.headline == f"{expected.title()}: {report.headline}"
    assert f"{state.gathered} of 6" in report.lines[0]
    profile = app.profile
    assert profile is not None
    record = app.library.statistics(profile.id).of("tracker")[0]
    assert record.agent == "blinker"
    assert getattr(record, expected) == 1
    line = moments(table.spec, app.library.archive.finished(profile.id, "tracker"))
    assert [moment.value for moment in line] == pytest.approx(
        [2 ** (round(10 * sum(table.doubts)) / 10 / len(table.doubts))], rel=0.01
    )
    rows = app.library.scores("tracker", table.score_key()).rows
    assert [row.score for row in rows] == [state.points / 10]
    again = hidden(app, "blinker")
    both = f"to beat: {table.target:.1f}, best here: {state.points / 10:.1f}"
    assert again.goal == both, "the points to beat were gone after the first match"


def test_the_end_says_why(app: App) -> None:
    table = hidden(app)
    caught = dataclasses.replace(table.state, caught=True, over=True)
    table.match.state = caught
    assert table.outcome == "lost"
    assert any("60%" in insight.text for insight in table.report().brief)
    assert table.target is not None
    for points, outcome in ((table.target - 0.1, "lost"), (table.target + 0.1, "won")):
        dawn = dataclasses.replace(table.state, caught=False, points=round(10 * points))
        table.match.state = dawn
        assert table.state.lanterns
        assert table.outcome == outcome, "neither won nor lost, whatever the points were"
    points = round(10 * table.target) + 1
    home = dataclasses.replace(dawn, lanterns=(), gathered=6, points=points)
    table.match.state = home
    table.worths = [3.0, 0.4]
    assert table.outcome == "won"
    assert any("0.4" in insight.text for insight in table.report().brief)


def test_the_button_to_slip_away_stands_close_before_the_worth_of_a_lantern(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hidden(app)
    lefts: dict[str, float] = {}
    listen(monkeypatch, lambda line: lefts.update({line["text"]: line["place"][0]}))
    table.draw(app.canvas)
    x, _, w, _ = table.slip_box
    assert lefts["It has heard nothing yet."] - (x + w) == pytest.approx(16)
