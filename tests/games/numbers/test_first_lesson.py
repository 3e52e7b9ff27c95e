"""The first start: five keys against sealed guesses, by every hand, and never again."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pygame
import pytest

from games import catalog
from games.agents import LostWeights
from games.core import Seal
from games.numbers.drawing import Letter
from games.numbers.first_lesson import LENGTH, REST, FirstLesson, chance_words, said, welcome_words
from games.numbers.rules import MACHINE
from games.numbers.scene import Scene as NumbersTable
from games.shell.draw.canvas import Canvas
from games.shell.pages.launcher import Launcher
from games.shell.pages.seal_page import SealPage
from games.shell.start import is_newcomer
from games.store.statistics import MatchResult
from tests.support.hands import Rig, push_button


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line of text that is drawn."""
    found: list[str] = []
    plain = Canvas.text

    def note(*given: Any, **how: Any) -> float:
        told = inspect.signature(plain).bind(*given, **how)
        found.append(told.arguments["text"])
        return plain(*given, **how)

    monkeypatch.setattr(Canvas, "text", note)
    return found


@pytest.fixture
def welcome(rig: Rig) -> FirstLesson:
    rig.app.stack[:] = []
    rig.app.push(Launcher(rig.app))
    made = FirstLesson(rig.app)
    rig.app.push(made)
    rig.frames(4)
    return made


def finish(rig: Rig, welcome: FirstLesson, keys: str = "23142") -> None:
    for key in keys:
        rig.key(key)
        rig.frames(12, 0.1)
    assert welcome.over


def test_five_keys_are_pressed_against_five_seals_and_the_hall_comes(
    rig: Rig, welcome: FirstLesson, texts: list[str]
) -> None:
    for number, key in enumerate("23142", start=1):
        assert welcome.session is not None
        seal = welcome.session.seals[MACHINE]
        guess = welcome.session.decisions[MACHINE].move
        assert seal.move == guess
        rig.key(key)
        rig.frames(12, 0.1)
        assert welcome.pairs[-1] == (key, guess), "what was sealed before is what is opened"
        assert welcome.opened[-1] == (number, seal.commitment, seal)
        assert Seal(seal.nonce, guess).commitment == seal.commitment
        assert len(welcome.pairs) == number
    assert welcome.session is not None
    assert welcome.session.match.over
    assert f"I knew {welcome.hits or 'none'} of 5. Welcome." in texts
    assert rig.app.top is welcome
    rig.frames(4, 0.1)
    rig.key("escape")
    assert isinstance(rig.app.top, Launcher)


def test_no_letter_is_shown_before_a_guess_is_sealed(
    rig: Rig, texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    letters: list[bool] = []
    monkeypatch.setattr(Letter, "draw", lambda *given: letters.append(True))
    made = FirstLesson(rig.app)
    rig.app.push(made)
    rig.frames(1)
    assert (letters, made.seal) == ([], None)
    assert "I am making up my mind." in texts
    rig.frames(3)
    assert letters
    assert made.seal is not None
    assert "I have already sealed which one it will be." in texts


def test_it_is_played_by_the_games_own_agent_and_nothing_is_kept(
    rig: Rig, welcome: FirstLesson
) -> None:
    assert welcome.session is not None
    assert welcome.session.setup.seats[MACHINE].agent == catalog.spec("numbers").opponents.default
    finish(rig, welcome)
    rig.frames(30, 0.1)
    assert rig.app.library.profiles() == ()
    assert rig.app.profile is None


def test_agents_draw_afresh(rig: Rig) -> None:
    lots = []
    for _ in range(2):
        made = FirstLesson(rig.app)
        rig.app.push(made)
        rig.frames(4)
        rig.key("1")
        rig.frames(12, 0.1)
        assert made.session is not None
        lots.append([draw.lot for reveal in made.session.played for draw in reveal.draws.values()])
        rig.app.pop()
    assert lots[0]
    assert lots[0] != lots[1]


def test_a_key_pressed_before_the_guess_is_sealed_waits_for_it(rig: Rig) -> None:
    made = FirstLesson(rig.app)
    rig.app.push(made)
    rig.key_down("3")
    assert made.session is None
    assert made.pairs == []
    rig.frames(6)
    assert [key for key, _ in made.pairs] == ["3"]


def test_more_keys_than_five_are_none_and_none_leaves_by_mistake(
    rig: Rig, welcome: FirstLesson
) -> None:
    for key in "1234123412341234":
        rig.key(key)
        assert len(welcome.pairs) + len(welcome.pending) <= LENGTH
    rig.frames(30, 0.1 * REST)
    rig.frames(40, 0.05)
    assert len(welcome.pairs) == LENGTH


def test_at_the_end_three_ways_lead_on_but_not_at_once_and_nothing_goes_by_itself(
    rig: Rig, welcome: FirstLesson
) -> None:
    finish(rig, welcome)
    rig.key("4", "return")
    assert rig.app.top is welcome
    rig.frames(int(REST / 0.1) + 1, 0.1)
    rig.key("4")
    rig.frames(100, 0.1)
    assert rig.app.top is welcome, "a key of the game neither leads on nor acts in the hall"
    rig.key("right", "right", "return")
    assert isinstance(rig.app.top, Launcher)


def test_every_seal_can_be_checked_at_the_end(rig: Rig, welcome: FirstLesson) -> None:
    finish(rig, welcome)
    rig.frames(int(REST / 0.1) + 1, 0.1)
    rig.click_on(welcome.end.widgets[1])
    page = rig.app.top
    assert isinstance(page, SealPage)
    for number, (_, guess) in reversed(list(enumerate(welcome.pairs, start=1))):
        assert page.title == f"Key {number}: the seal held"
        assert f":{guess}\n" in page.text
        push_button(page, "An earlier key")
    rig.key("escape")
    assert rig.app.top is welcome


def test_playing_on_begins_numbers_with_the_five_keys(rig: Rig, welcome: FirstLesson) -> None:
    finish(rig, welcome, "11111")
    rig.frames(int(REST / 0.1) + 1, 0.1)
    rig.pad(0)
    table = rig.app.top
    assert isinstance(table, NumbersTable)
    assert rig.app.profile is not None
    kept = rig.app.library.learned(rig.app.profile.id, "numbers")
    assert kept is not None
    assert table.setup.seats[MACHINE].start == kept
    assert welcome.session is not None
    seen = welcome.session.match.players[MACHINE]
    assert kept == seen.learned()
    new = catalog.seated("numbers", welcome.session.setup.seats[MACHINE]).make(None)
    assert kept != new.learned(), "it learned from the five keys"
    rig.key("escape")
    rig.app.back_to(rig.app.stack[0])
    assert isinstance(rig.app.top, Launcher)


def test_the_end_says_what_the_hits_are_worth_and_what_the_arcade_is(
    rig: Rig, welcome: FirstLesson, texts: list[str]
) -> None:
    finish(rig, welcome)
    texts.clear()
    rig.give(pygame.WINDOWEXPOSED)
    rig.frames(1)
    assert chance_words(welcome.hits) in texts
    assert said("arcade") in texts
    assert "Enter: play on   Esc: to the hall" in texts
    words = [chance_words(hits) for hits in range(LENGTH + 1)]
    assert words[0] == words[1] != words[2] != words[3] == words[5] != words[0]
    assert all(words)


@pytest.mark.parametrize("way", ["escape", "p", "pad", "mouse"])
def test_it_can_be_skipped(rig: Rig, welcome: FirstLesson, way: str) -> None:
    if way == "pad":
        rig.pad(7)
    elif way == "mouse":
        rig.click_on(welcome.skip)
    else:
        rig.key(way)
    assert isinstance(rig.app.top, Launcher)
    assert rig.app.library.settings.welcomed


def test_it_is_played_by_mouse_and_by_pad(rig: Rig, welcome: FirstLesson) -> None:
    for number in (0, 3):
        x, y, w, h = welcome.key_boxes[number][0]
        rig.click(x + w / 2, y + h / 2)
        rig.frames(12, 0.1)
    for button in (0, 1, 2):
        rig.pad(button)
        rig.frames(12, 0.1)
    assert [key for key, _ in welcome.pairs] == ["1", "4", "1", "2", "3"]


def test_under_reduced_motion_the_letter_opens_at_once(rig: Rig, welcome: FirstLesson) -> None:
    rig.app.change_settings(save=False, reduced_motion=True)
    rig.key("1")
    rig.frames(1)
    assert len(welcome.pairs) == 1
    assert not welcome.opening.running


def test_without_its_weights_the_spare_machine_greets(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    import games.session.session as module

    plain = module.build_players

    def lost(setup: Any) -> Any:
        if setup.seats[MACHINE].agent == "mind":
            raise LostWeights("gone")
        return plain(setup)

    monkeypatch.setattr(module, "build_players", lost)
    made = FirstLesson(rig.app)
    rig.app.push(made)
    rig.frames(4)
    assert made.session is not None
    assert made.session.setup.seats[MACHINE].agent == "seed"


def test_the_words_at_the_end() -> None:
    assert welcome_words(3) == "I knew 3 of 5. Welcome."
    assert welcome_words(0) == "I knew none of 5. Welcome."


# -- when it comes -------------------------------------------------------------------------


def test_it_comes_to_a_newcomer_alone_and_once(rig: Rig) -> None:
    library = rig.app.library
    assert is_newcomer(library)
    ada = library.create("Ada")
    assert is_newcomer(library), "a name is no record"
    library.matches.keep(ada.id, "ur", "begun")
    assert not is_newcomer(library)
    for key in library.matches.keys(ada.id, "ur"):
        library.matches.forget(ada.id, "ur", key)
    assert is_newcomer(library)
    library.record(ada.id, MatchResult("ur", "greedy", "lost"))
    assert not is_newcomer(library)


def test_it_never_comes_again_even_if_the_window_is_closed_during_it(
    rig: Rig, welcome: FirstLesson, tmp_path: Path
) -> None:
    assert rig.app.library.settings.welcomed
    assert not is_newcomer(rig.app.library)
    assert '"welcomed":true' in (tmp_path / "settings.json").read_text(encoding="utf-8")
