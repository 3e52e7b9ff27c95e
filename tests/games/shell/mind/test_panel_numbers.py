"""The button for the numbers of a mind: below its sentence and picture, kept for each player."""

from __future__ import annotations

import pygame
import pytest

from games.mind import Bars, Meter, Mind, Note
from games.shell.app import App
from games.shell.input import Pointer, Press
from games.shell.mind.panel import MindView
from games.shell.opening import create_player
from games.shell.table import Table
from tests.support.hands import at_table, press_pad

BARS = Bars("Your next move", ("punch", "kick"), (0.4, 0.6))
METER = Meter("Surprise", 1.7, 0.0, 4.0, unit="bits")
MIND: Mind = (Note("I expect a kick: you kicked after each miss."), BARS, METER, Note("And more."))
OLD: Mind = (Note("It expects kick (39.5%)."), BARS, METER)
"""As older arcades kept it, without a sentence first."""


@pytest.fixture
def panel(app: App) -> MindView:
    made = MindView(app)
    made.place((880.0, 0.0, 400.0, 360.0))
    return made


def tall(panel: MindView) -> float:
    app = panel.shell
    assert isinstance(app, App)
    panel.draw(app.canvas)
    return panel.furthest


def push(panel: MindView) -> None:
    tall(panel)
    assert panel.button is not None
    x, y, w, h = panel.button
    assert panel.handle(Pointer("down", x + w / 2, y + h / 2, 1))


def test_numbers_stand_behind_a_button_by_mouse_and_by_key(panel: MindView) -> None:
    panel.show(MIND)
    few = tall(panel)
    push(panel)
    assert tall(panel) > few + 40
    push(panel)
    assert tall(panel) == few
    assert panel.handle(Press("numbers"))
    assert tall(panel) > few + 40
    assert panel.handle(Press("numbers", repeat=True)) is False


def test_only_a_mind_with_more_than_a_picture_has_the_button(panel: MindView) -> None:
    for mind in (MIND[:1], MIND[:2], OLD, ()):
        panel.show(mind)
        tall(panel)
        assert panel.button is None
        assert not panel.handle(Press("numbers"))
    panel.show(MIND, whole=True)
    whole = tall(panel)
    assert panel.button is None
    panel.show((MIND[0], MIND[3]))
    assert tall(panel) < whole
    assert panel.button is not None


def test_a_mind_of_an_older_arcade_is_shown_whole(panel: MindView) -> None:
    panel.show(OLD)
    kept = tall(panel)
    panel.show(OLD[:2])
    assert tall(panel) < kept


def test_each_player_keeps_the_choice(app: App, panel: MindView) -> None:
    panel.show(MIND)
    push(panel)
    ada = app.profile
    assert ada is not None
    assert app.library.profile(ada.id).numbers  # type: ignore[union-attr]
    create_player(app, "Ben", 3)
    assert not app.numbers_shown
    app.library.switch(ada.id)
    assert app.numbers_shown
    app.library.rename(ada.id, "Eva")
    assert app.numbers_shown


def test_a_gamepad_shows_the_mind_its_numbers_and_closes_both(app: App) -> None:
    table = at_table(app, "karate", ("human", "sensei"), {})
    assert isinstance(table, Table)
    table.mind_view.show(MIND)
    seen = []
    for _ in range(4):
        seen.append((table.panel is not None, app.numbers_shown))
        press_pad(app, 8)
    assert seen == [(True, False), (True, True), (False, False), (True, False)]
    pygame.event.clear()
