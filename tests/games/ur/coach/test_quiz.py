"""The quiz of the mistakes of a game of Ur."""

from __future__ import annotations

import pygame
import pytest

from games.shell.app import App
from games.ur.coach.grades import GRADES, Choice, choices
from games.ur.coach.quiz import MOST, questions
from games.ur.coach.review_page import ReviewPage
from tests.support.hands import click_box, key, look, press_pad, push_button, push_hat
from tests.support.reviews import quizzed, reviewed


def test_the_quiz_asks_the_own_slips_the_costliest_first(app: App) -> None:
    scene = reviewed(app)
    quiz = quizzed(app)
    own = [choice for choice in choices(scene.watch.judge.steps, 0) if choice.grade >= 2]
    assert len(quiz.asked) == min(MOST, len(own)) >= 2
    assert [c.lost for c in quiz.asked] == sorted((c.lost for c in own), reverse=True)[:MOST]
    assert questions([]) == ()


@pytest.mark.parametrize("hand", ["keys", "arrows", "mouse", "gamepad"])
def test_every_answer_is_graded_and_the_best_ones_are_counted(app: App, hand: str) -> None:
    reviewed(app)
    quiz = quizzed(app)
    for number, choice in enumerate(quiz.asked):
        moves = choice.step.before.moves
        wanted = choice.step.best if number % 2 else choice.step.move
        index = moves.index(wanted)
        if hand == "keys":
            key(app, pygame.K_1 + index)
        elif hand == "arrows":
            for _ in range(index + 1):
                key(app, pygame.K_RIGHT)
            key(app, pygame.K_RETURN)
        elif hand == "gamepad":
            for _ in range(index + 1):
                push_hat(app, 1, 0)
            press_pad(app, 0)
        else:
            click_box(app, quiz.choice_boxes[index][0])
        assert quiz.answers[-1] == wanted
        assert quiz.answered
        if number % 2:
            assert quiz.caption.startswith("Best.")
        else:
            grade = GRADES[Choice(0, choice.step).grade].name
            assert quiz.caption.startswith(f"{grade}, it loses {100 * choice.lost:.0f}%. ")
        look(app)
        key(app, pygame.K_1)  # nothing more to answer
        assert len(quiz.answers) == number + 1
        if hand == "gamepad":
            press_pad(app, 0)
        else:
            key(app, pygame.K_SPACE)
        assert not quiz.answered
    assert quiz.over
    assert quiz.found == len(quiz.asked) // 2
    assert quiz.caption == f"You found {quiz.found} of {len(quiz.asked)}."
    push_button(quiz, "Once more")
    assert (quiz.answers, quiz.over) == ([], False)
    quiz.choose(quiz.state.moves[0])
    if hand == "gamepad":
        press_pad(app, 1)
    else:
        key(app, pygame.K_ESCAPE)
    assert isinstance(app.top, ReviewPage)
