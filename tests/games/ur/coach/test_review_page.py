"""The review of a game of Ur."""

from __future__ import annotations

import pygame
import pytest

from games.shell.app import App
from games.shell.pages.result import ResultPage
from games.ur.coach.grades import GRADES, accuracy, choices, shares
from games.ur.coach.review_page import ReviewPage
from tests.support.hands import Rig, click, click_box, key
from tests.support.reviews import quizzed, reviewed
from tests.support.words import Words


def test_the_page_tells_accuracy_and_the_share_of_each_grade(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = reviewed(app)
    words = Words(app, monkeypatch)
    words.look()
    told = [word.text for word in words.seen]
    for seat in (0, 1):
        made = list(choices(scene.watch.judge.steps, seat))
        kept = accuracy(made)
        assert kept is not None
        assert f"{kept:.0%}" in told
        for count in shares(made):
            assert str(count) in told
            assert f"{count / len(made):.0%}" in told
    assert all(grade.name in told for grade in GRADES)
    assert any("win probability that lay between" in text for text in told)


def test_the_moments_lead_to_their_turns_and_the_report_is_behind(app: App) -> None:
    scene = reviewed(app)
    page = app.top
    assert isinstance(page, ReviewPage)
    turns = len(scene.match.turns)
    own = list(choices(scene.watch.judge.steps, 0))
    assert page.worst == max(own, key=lambda choice: choice.lost)
    assert page.best is not None
    assert page.best.step.seat == 0
    found = [page.best.turn, page.worst.turn] if page.worst else []
    assert len(page.moments) == len(found) == 2
    click_box(app, page.moments[1].box)
    assert app.top is scene
    assert scene.replayer.active
    assert len(scene.match.turns) == found[1] - 1
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.top, ResultPage)
    assert len(scene.match.turns) == turns
    assert [type(s) for s in app.stack].count(ResultPage) == 1


def test_a_click_on_the_river_goes_to_that_turn(app: App) -> None:
    scene = reviewed(app)
    page = app.top
    assert isinstance(page, ReviewPage)
    turns = len(scene.match.turns)
    x, y, w, h = page.curve
    click(app, x + w / 2, y + h / 2)
    assert app.top is scene
    assert abs(len(scene.match.turns) - turns / 2) <= 1


def test_without_people_both_sides_are_spoken_of_and_back_leads_to_the_report(app: App) -> None:
    scene = reviewed(app, ("greedy", "random"))
    page = app.top
    assert isinstance(page, ReviewPage)
    assert page.game.asked == (0, 1)
    made = page.game.made((0, 1))
    assert [choice.turn for choice in made] == sorted(choice.turn for choice in made)
    assert {choice.step.seat for choice in made} == {0, 1}
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.top, ResultPage)
    assert scene in app.stack


@pytest.mark.parametrize(("size", "larger"), [((800, 600), True), ((1280, 720), False)])
def test_no_words_lie_on_others_or_are_cut(
    size: tuple[int, int], larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Rig(None, size).app
    app.change_settings(larger_text=larger)
    reviewed(app)
    words = Words(app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    assert not [word.text for word in words.seen if word.cut]
    quiz = quizzed(app)
    for answer in (quiz.asked[0].step.move, quiz.asked[1].step.best):
        words.look()
        assert words.overlaps() == []
        quiz.choose(answer)
        words.look()
        assert words.overlaps() == []
        quiz.go_on()
