"""The coach at the table: when it speaks, what it says, and how the game goes on."""

from __future__ import annotations

import re

import pygame
import pytest

from games.core import CHANCE
from games.shell.app import App
from games.shell.counsel import HINTED, WARNING
from games.ur.coach.advice import MODES, READ_SECONDS, after_mistake, before_choice, mode_of, plain
from games.ur.coach.grades import GRADES, MISTAKE, GradedChoice, choices
from games.ur.rules import GAME, State, position
from games.ur.scene import Scene
from games.ur.watch import new_judge
from tests.support.hands import (
    at_table,
    choose,
    click_box,
    key,
    look,
    open_for_record,
    unseen,
    until,
    wait,
)


def opened(
    app: App, mode: str, seats: tuple[str, str] = ("human", "greedy"), day: str = ""
) -> Scene:
    app.change_settings(coach=mode)
    scene = at_table(app, "ur", seats, {"rules": "schultz", "pieces": 4}, 3, day=day)
    until(app, lambda: scene.watch.seated, step=0.02)
    return scene


def blunder(app: App, scene: Scene) -> GradedChoice:
    """Play the best moves until one choice can be a mistake, and make it; returns it."""
    judge = scene.watch.judge
    while True:
        until(app, lambda: scene.waiting_for_person is not None)
        scores = judge.scores(scene.seen)
        good, bad = max(scores), min(scores)
        if good - bad >= GRADES[MISTAKE].least:
            choose(scene, scene.seen.moves[scores.index(bad)])
            made = GradedChoice(len(scene.match.turns), judge.steps[-1])
            until(app, lambda: not scene.busy)
            app.frame(0.0)
            return made
        choose(scene, scene.seen.moves[scores.index(good)])


def rolled(light: tuple[int, ...], dark: tuple[int, ...], roll: int) -> State:
    start = position("schultz", 4, 0, ((light, 0), (dark, 0)))
    return GAME.apply(start, {CHANCE: str(roll)})[0]


# -- what it says --------------------------------------------------------------------------


def test_the_best_move_is_told_with_a_reason_or_two_that_are_alike() -> None:
    judge = new_judge()
    judge.use("schultz", 4)
    state = rolled((8,), (6,), 3)
    advice = before_choice(judge, state)
    assert advice is not None
    assert (advice.better, advice.played) == ("0", "")
    assert advice.text == "Coach: start to 3. It keeps the piece on 8, where nothing takes it."
    assert before_choice(judge, rolled((), (6,), 3)) is None  # a forced move
    alike, told = 0, 0
    for light in range(1, 9):
        for roll in range(1, 5):
            advice = before_choice(judge, state := rolled((light, 14), (), roll))
            if advice is None:
                continue
            told += 1
            ranked = sorted(judge.scores(state), reverse=True)
            alike += "both are as good" in advice.text
            assert ("both" in advice.text) == (ranked[0] - ranked[1] < GRADES[1].least)
            assert plain(state, advice.better) in advice.text
    assert told > 10
    assert alike > 2


def test_a_move_that_pays_later_has_the_judges_figure() -> None:
    judge = new_judge()
    judge.use("finkel", 7)
    spoken = 0
    pairs = [
        (x, y) for x in range(1, 15) for y in range(1, 15) if x != 4 and (x != y or x in (1, 14))
    ]
    for light, dark in pairs:
        start = position("finkel", 7, 0, (((light, 4), 1), ((dark,), 2)))
        state = GAME.apply(start, {CHANCE: "2"})[0]
        advice = before_choice(judge, state)
        found = advice and re.search(r"It wins about (\d+)% more", advice.text)
        if found:
            first, second = sorted(judge.scores(state), reverse=True)[:2]
            assert round(100 * (first - second)) == int(found[1])
            spoken += 1
    assert spoken >= 1


def test_a_mode_that_there_is_not_is_silence() -> None:
    assert [mode_of(mode) for mode in (*MODES, "never")] == [0, 1, 2, 0]


# -- at the table --------------------------------------------------------------------------


def test_after_a_mistake_the_game_stands_still_until_it_is_read(app: App) -> None:
    scene = opened(app, "mistakes")
    made = blunder(app, scene)
    assert scene.coach.speaking
    advice = scene.coach.advice
    assert advice == after_mistake(made.step, made.turn, True)
    assert advice is not None
    better = plain(made.step.before, made.step.best)
    better = f"{better[0].upper()}{better[1:]}"
    assert advice.text.startswith(f"{better} was better by {100 * made.lost:.0f}%: it ")
    turns = len(scene.match.turns)
    wait(app, READ_SECONDS - 2.0)
    assert len(scene.match.turns) == turns
    key(app, pygame.K_1)  # in haste, before anything was read
    assert scene.coach.speaking
    assert len(scene.match.turns) == turns
    key(app, pygame.K_SPACE)
    assert not scene.coach.speaking
    until(app, lambda: len(scene.match.turns) > turns)


def test_a_click_on_the_stage_plays_on_and_one_on_a_button_does_its_work(app: App) -> None:
    scene = opened(app, "mistakes")
    blunder(app, scene)
    undo = next(button for button in scene.corner_buttons() if button.action == "mind")
    click_box(app, undo.box)
    assert scene.coach.speaking
    click_box(app, scene.board.layout.frame)
    assert not scene.coach.speaking
    until(app, lambda: scene.seen.turn == 1 or scene.seen.roll >= 0)


def test_who_does_not_answer_plays_on_after_a_while(app: App) -> None:
    scene = opened(app, "mistakes")
    blunder(app, scene)
    turns = len(scene.match.turns)
    wait(app, READ_SECONDS + 2.0)
    assert not scene.coach.speaking
    assert len(scene.match.turns) > turns


def test_a_mistake_can_be_taken_back_and_mended(app: App) -> None:
    scene = opened(app, "mistakes")
    made = blunder(app, scene)
    key(app, pygame.K_u)
    assert scene.coach.advice is None
    assert scene.seen == made.step.before
    choose(scene, made.step.best)
    assert not scene.coach.speaking


@pytest.mark.parametrize(("mode", "day"), [("off", ""), ("mistakes", "2026-11-22")])
def test_it_is_silent_when_it_is_off_and_in_todays_match(app: App, mode: str, day: str) -> None:
    scene = opened(app, mode, day=day)
    blunder(app, scene)
    assert scene.coach.advice is None
    assert not scene.coach.speaking


def test_it_says_nothing_of_agents_choices(app: App) -> None:
    scene = opened(app, "mistakes", ("random", "first-move"))
    scene.pacing.set_level(6)
    spoken, lost = False, 0.0
    with unseen(app):
        while lost < GRADES[MISTAKE].least and app.top is scene:
            app.frame(0.1)
            spoken = spoken or scene.coach.advice is not None
            made = [c for seat in (0, 1) for c in choices(scene.watch.judge.steps, seat)]
            lost = max((choice.lost for choice in made), default=0.0)
    assert lost >= GRADES[MISTAKE].least
    assert not spoken


def test_words_before_a_choice_are_a_hint(app: App) -> None:
    app.change_settings(coach="always")
    scene = open_for_record(app, "ur", "greedy", 3, {"rules": "schultz", "pieces": "4"})
    assert isinstance(scene, Scene)
    app.push(scene)
    until(app, lambda: scene.watch.seated and scene.waiting_for_person is not None)
    assert (scene.coach.advice, scene.session.for_record) == (None, True)
    assert WARNING in app.toasts.texts
    while scene.coach.advice is None:
        assert scene.session.for_record
        choose(scene, scene.seen.moves[0])
        until(app, lambda: not scene.busy and scene.waiting_for_person is not None)
    assert scene.setup.why_practice == HINTED


def test_always_means_before_every_choice_of_a_person(app: App) -> None:
    scene, advised, forced = opened(app, "always"), 0, 0
    while advised < 8:
        until(app, lambda: scene.waiting_for_person is not None)
        app.frame(0.0)
        state = scene.seen
        assert (scene.coach.advice is not None) == (len(state.moves) > 1)
        if scene.coach.advice is None:
            forced += 1
        else:
            scores = scene.watch.judge.scores(state)
            assert scene.coach.advice.better == state.moves[scores.index(max(scores))]
            advised += 1
            look(app)  # the green way
        choose(scene, state.moves[0])
        assert scene.coach.advice is None or scene.coach.advice.played
        key(app, pygame.K_SPACE)


def test_the_key_goes_through_the_modes_and_the_machine_keeps_it(app: App) -> None:
    scene = opened(app, "off")
    until(app, lambda: scene.waiting_for_person is not None and len(scene.seen.moves) == 1)
    seen = []
    for _ in range(3):
        key(app, pygame.K_k)
        seen.append(app.settings.coach)
    assert seen == ["mistakes", "always", "off"]
    scene.coach.set_mode(2)
    assert app.library.settings.coach == "always"


def test_h_shows_the_best_move_of_this_turn_whatever_the_mode(app: App) -> None:
    scene = opened(app, "off")
    until(app, lambda: scene.waiting_for_person is not None)
    while len(scene.seen.moves) < 2:
        choose(scene, scene.seen.moves[0])
        until(app, lambda: scene.waiting_for_person is not None)
    assert scene.coach.advice is None
    key(app, pygame.K_h)
    assert scene.coach.advice is None, "first the warning that it will be practice"
    key(app, pygame.K_h)
    advice = scene.coach.advice
    assert advice is not None
    assert advice.text.startswith("Coach: ")
    key(app, pygame.K_h)
    assert scene.coach.advice is None, "and takes it away again"
    key(app, pygame.K_h)
    choose(scene, scene.seen.moves[0])
    assert scene.coach.advice is None, "it goes with its choice"
