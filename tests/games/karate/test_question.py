"""The question after a match: blind, drawn from both minds, one key, kept and off in one place."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from games.beside import Made
from games.karate.exchange import Round
from games.karate.question import ANSWERS, MINDS, Imagined, Question, comes_now, imagined, told
from games.karate.rules import GAME, MOVES
from games.karate.scene import Scene
from games.shell.app import App
from games.store.answers import AnswerBook
from tests.support.hands import Rig, at_table, key, unseen

PARAMS = {"rounds": 25, "table": "classic"}


def rounds_of(moves: Sequence[str]) -> list[Round]:
    state, found = GAME.new(PARAMS), []
    for number, move in enumerate(moves):
        state, events = GAME.apply(state, {0: move, 1: MOVES[number % 4]})
        found.append(Round.of(events[0]))
    return found


def finished(app: App, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A match of ten rounds against the sensei, which ends with the question."""
    monkeypatch.setattr("games.karate.question.comes_now", lambda rounds, agent: agent == "sensei")
    scene = at_table(app, "karate", ("human", "sensei"), {"rounds": 10, "table": "classic"})
    assert isinstance(scene, Scene)
    with unseen(app):
        while not scene.finished:
            if scene.waiting_for_person is not None:
                key(app, pygame.K_2)
            app.frame(1 / 15)
    return scene


HABIT = [MOVES[number * number % 3] for number in range(20)]


def test_both_minds_see_the_match_and_draw_again_alike_from_a_seed() -> None:
    rounds = rounds_of(HABIT)
    found = imagined(rounds, 1, {"beta": 0.8}, PARAMS, 5)
    assert found == imagined(rounds, 1, {"beta": 0.8}, PARAMS, 5)
    assert [len(moves) for moves in found.moves] == [20, 20]
    firsts = {imagined(rounds, 1, {"beta": 0.8}, PARAMS, seed).first for seed in range(8)}
    assert firsts == {0, 1}, "the order is drawn by lot"


def test_a_third_of_long_matches_against_the_sensei_ends_with_it() -> None:
    matches = [rounds_of([MOVES[(n // 3 + k) % 4] for n in range(12)]) for k in range(4)]
    matches += [rounds_of([MOVES[(n * k + n // 5) % 4] for n in range(15)]) for k in range(60)]
    asked = sum(comes_now(rounds, "sensei") for rounds in matches)
    assert 8 < asked < 36
    assert not any(comes_now(rounds, "seed-argmax") for rounds in matches)
    assert not any(comes_now(rounds[:9], "sensei") for rounds in matches)


@pytest.mark.parametrize(("key_name", "place"), [("1", 0), ("2", 1)])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.rig(size=(1280, 720), player="Ada")
def test_one_key_answers_and_the_answer_is_the_mind_that_stood_there(
    rig: Rig, key_name: str, place: int, first: int
) -> None:
    library = rig.app.library
    assert library.current is not None
    book = AnswerBook(library.store, library.current.id)
    made = Made(lambda: Imagined((("punch",) * 12, ("kick",) * 12), first))
    made.wait()
    page = rig.show(Question(rig.app, made, HABIT, book))
    rig.frames(2)
    assert "theory" not in page.title + page.text, "it is blind"
    rig.key(key_name)
    mind = first ^ place
    assert book.read() == {ANSWERS[mind]: 1}
    assert page.title == f"That was the sensei {('with', 'without')[mind]} a theory of mind."
    rig.key(key_name)
    assert sum(book.read().values()) == 1, "one answer a match"
    rig.key("escape")
    assert rig.app.top is not page


@pytest.mark.rig(player="Ada")
def test_fighters_who_play_alike_are_no_question(rig: Rig) -> None:
    library = rig.app.library
    assert library.current is not None
    book = AnswerBook(library.store, library.current.id)
    made = Made(lambda: Imagined((("punch",) * 12, ("punch",) * 12), 0))
    made.wait()
    page = rig.show(Question(rig.app, made, HABIT, book))
    rig.frames(2)
    rig.key("1")
    assert page.answer == -1
    assert book.read() == {}


def test_a_match_of_the_table_offers_it_and_the_setting_turns_it_off(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = finished(app, monkeypatch)
    (button,) = scene.report().asks
    button.open()
    page = app.top
    assert isinstance(page, Question)
    app.pop()
    button.open()
    assert app.top is page, "one question a match"
    app.pop()
    app.change_settings(asked=False)
    assert scene.report().asks == ()


def test_answers_are_told_with_their_interval() -> None:
    assert told([{}]) == "Nobody has answered here yet."
    words = told([{ANSWERS[0]: 6}, {ANSWERS[1]: 4}])
    assert words.startswith(
        "Here the one with a theory of mind was the answer 6 of 10 times (31 to"
    )
    assert len(MINDS) == len(ANSWERS) == 2
