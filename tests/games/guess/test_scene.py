"""The table of Guess 2/3: choosing a number, the seal, the close, and what is told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from games.core import Log
from games.guess.line import Closed, words_of
from games.guess.report import report
from games.guess.scene import CLOSE_SECONDS, MOVE_FIRST, Scene
from games.mind import Bars
from games.session.setup import Shown
from games.session.starting import make_setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.hooks import Report
from games.shell.pages.past.replay import ReplayPage
from tests.support.hands import Rig, at_table, open_for_record, until
from tests.support.replays import played, thinking_here
from tests.support.ruler import listen
from tests.support.words import Words

THIRDS = (2, 3)


@pytest.fixture
def scene(rig: Rig) -> Scene:
    made = open_for_record(rig.app, "guess", "mind", 5, {"rounds": 5})
    rig.app.change_settings(mind_open=False)
    assert isinstance(made, Scene)
    rig.show(made)
    until(rig.app, lambda: made.waiting_for_person is not None)
    return made


def test_a_number_by_digits_steps_and_the_mouse(rig: Rig, scene: Scene) -> None:
    assert scene.number == 50
    rig.key("1", "0", "0", "9")
    assert scene.number == 9
    rig.key("8", "backspace", "2")
    assert scene.number == 92
    rig.key("up", "right", "left", "down")
    assert scene.number == 89
    rig.press(scene.line.x(20), scene.line.y)
    rig.move(scene.line.x(33), scene.line.y - 30)
    rig.let_go(scene.line.x(33), scene.line.y)
    rig.move(scene.line.x(70), scene.line.y)
    assert scene.number == 33
    assert 1 in scene.session.seals
    x, y, w, h = scene.button
    rig.click(x + w / 2, y + h / 2)
    assert scene.closed is not None
    assert scene.closed.guesses[0] == 33


def test_the_close_is_shown_and_can_be_skipped(rig: Rig, scene: Scene) -> None:
    rig.key("2", "0", "return")
    assert scene.busy
    rig.frames(3, CLOSE_SECONDS / 4)
    assert scene.busy
    rig.key("space")
    until(rig.app, lambda: scene.waiting_for_person is not None)
    closed = scene.closed
    assert closed is not None
    assert len(closed.guesses) == 24
    band = next(i for i in scene.mind_view.mind if isinstance(i, Bars) and i.low)
    assert band.reference == pytest.approx(closed.target)
    rig.key("right", "return")
    assert scene.closed is not None
    assert scene.closed.number == 2


@pytest.mark.parametrize("key", ["space", "return"])
def test_no_key_repeats_the_number_of_the_round_before(rig: Rig, scene: Scene, key: str) -> None:
    rig.key(key)
    assert scene.closed is None
    rig.key("2", "0", key)
    scene.skip()
    until(rig.app, lambda: scene.waiting_for_person is not None)
    rig.key(key)
    assert scene.closed is not None
    assert scene.closed.number == 1
    assert MOVE_FIRST in rig.app.toasts.texts
    rig.press(scene.line.x(20), scene.line.y)
    rig.let_go(scene.line.x(20), scene.line.y)
    rig.key(key)
    assert scene.closed.number == 2


def test_points_are_not_told_before_the_close_has_told_them(rig: Rig, scene: Scene) -> None:
    """Until the nearest are told, the stage is that of somebody else who won nothing."""

    def drawn() -> bytes:
        scene.draw(rig.app.canvas)
        return pygame.image.tobytes(rig.app.canvas.surface, "RGB")

    rig.key("2", "0", "return")
    scene.closing.elapsed = 0.4 * CLOSE_SECONDS
    assert scene.seen.points != (0, 0)
    hidden = drawn()
    kept, scene.match.state = scene.match.state, scene.match.state._replace(points=scene.won)
    assert drawn() == hidden
    scene.match.state = kept._replace(points=(kept.points[0] + 1, kept.points[1]))
    assert drawn() != hidden, "points of rounds before are there"


def test_a_newcomer_meets_somebody_gentle_and_attract_mode_shows_mind() -> None:
    setups = [make_setup("guess", None, 5, {}, demo) for demo in (False, True)]
    assert [setup.seats[1].agent for setup in setups] == ["level1", "mind"]
    named = make_setup("guess", "trend", 5, {}, True)
    assert named.seats[1].agent == "trend"


def test_a_digit_while_a_round_closes_begins_the_next_number(rig: Rig, scene: Scene) -> None:
    rig.key("2", "0", "return")
    assert scene.busy
    rig.key("1", "7")
    assert scene.number == 17
    until(rig.app, lambda: scene.waiting_for_person is not None)
    rig.key("return")
    assert scene.closed is not None
    assert (scene.closed.number, scene.closed.guesses[0]) == (2, 17)


def test_a_replay_begins_at_the_first_round(rig: Rig) -> None:
    with thinking_here():
        page = ReplayPage(rig.app, Shown(played("guess", 40)))
    rounds = page.table.seen.terms.rounds
    assert page.moment == rounds + 1
    assert page.again.words(page.moment) == "The start"
    page.go_to(0)
    assert page.moment == rounds + 1
    page.step(1)
    assert page.again.words(page.moment) == f"Round 1 of {rounds}"
    page.go_to(page.again.moments)
    assert page.again.words(page.moment) == f"Round {rounds} of {rounds}"


def test_a_kept_match_says_which_round_is_due(scene: Scene) -> None:
    log = Log("guess", scene.setup.params, 1, (), scene.match.turns)
    assert Scene.place_of(log) == "round 1 of 5"


def test_a_match_ends_with_what_to_try(rig: Rig, scene: Scene) -> None:
    for _ in range(5):
        until(rig.app, lambda: scene.waiting_for_person is not None)
        rig.key("9", "9", "return", "space")
    until(rig.app, lambda: scene.finished)
    told = scene.report()
    assert "think one step further" in told.brief[-1].text
    events = (event for reveal in scene.session.played for event in reveal.events)
    assert sum(event.kind == "close" for event in events) == 5


def test_everything_can_be_drawn_still_and_moving(rig: Rig, scene: Scene) -> None:
    canvas: Canvas = rig.app.canvas
    rig.key("right", "return")
    seen = set()
    for _ in range(6):
        rig.frames(1, CLOSE_SECONDS / 6)
        scene.draw(canvas)
        seen.add(pygame.image.tobytes(canvas.surface, "RGB"))
    assert len(seen) >= 5
    rig.app.change_settings(reduced_motion=True)
    scene.draw(canvas)


def test_what_is_told_of_a_close() -> None:
    alone = Closed(1, (30, 20, 90), THIRDS)
    assert words_of(alone, ["You", "Mind"]) == [
        "Nearest with 30: You.",
        "You said 30, 1.11 off; 2 of 2 others were farther off: 2 points.",
    ]
    crowd = Closed(1, (99, 98, 40, 40, 40), THIRDS)
    assert words_of(crowd, ["You", "Mind"])[0] == "Nearest with 40: 3 of the crowd."
    assert crowd.winners == (2, 3, 4)


def test_a_report_without_people_tells_the_rounds() -> None:
    rounds = [Closed(1, (30, 20), THIRDS), Closed(2, (10, 20), THIRDS)]
    found = report(Report("Mind won."), rounds, ["Trend", "Mind"], ())
    assert found.lines[0].startswith("Trend: ")
    assert found.brief == ()


def test_the_heaviest_table_closes_rounds_by_itself(rig: Rig) -> None:
    what, ((setup, turns, _),) = Scene.heaviest()
    assert what == "200 guesses falling"
    table = rig.show(Scene(rig.app, setup, turns))
    until(rig.app, lambda: table.closing.running)
    assert table.closed is not None
    assert len(table.closed.guesses) == 200


def test_a_drawer_with_the_mind_covers_nothing_of_the_stage(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(mind_open=True, reduced_motion=True)
    scene = at_table(rig.app, "guess", ["human", "level1"], {}, practice=True)
    assert scene.panel is not None
    width, _ = rig.app.size
    assert scene.panel[2] < 0.37 * width, "it leaves the stage most of the window"
    x, _, w, _ = scene.button
    assert x + w < scene.panel[0]
    assert scene.line.right < scene.panel[0]
    rig.app.close()


def test_what_is_told_at_the_foot_has_one_size_and_the_numbers_stand_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(mind_open=True, reduced_motion=True, larger_text=True)
    scene = at_table(rig.app, "guess", ["human", "level1"], {}, practice=True)
    until(rig.app, lambda: scene.waiting_for_person is not None)
    rig.key("right", "return")
    until(rig.app, lambda: scene.closed is not None and scene.waiting_for_person is not None)
    words = Words(rig.app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    starts = ("Nearest", "You said", "Guess 2/3", "One step has")
    told = [word for word in words.seen if word.text.startswith(starts)]
    assert len(told) == 4
    assert len({word.place.h for word in told}) == 1
    rig.app.close()


def test_the_mark_of_the_mean_stands_from_its_word_to_the_line(
    rig: Rig, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks: list[Box] = []
    told: list[dict[str, Any]] = []
    rect = Canvas.rect

    def noted(self: Canvas, box: Box, colour: Any, *more: Any, **how: Any) -> None:
        marks.extend([box] if colour == "sky" else [])
        rect(self, box, colour, *more, **how)

    rig.key("2", "0", "return", "space")
    until(rig.app, lambda: scene.waiting_for_person is not None)
    monkeypatch.setattr(Canvas, "rect", noted)
    listen(monkeypatch, told.append)
    scene.draw(rig.app.canvas)
    word = next(line for line in told if line["text"].startswith("average "))
    ((_, top, _, tall),) = [box for box in marks if box[1] + box[3] == scene.line.y]
    apart = top - word["place"][1]
    assert 0 < apart < rig.app.canvas.line_height(word["size"], word["face"])
    assert tall > 0
