"""Help in the hall: six sentences, with the keys that there are now, whole at every size."""

from __future__ import annotations

import inspect
from typing import Any

import pygame
import pytest

from games.shell.draw.canvas import Canvas
from games.shell.pages.about import SENTENCES, AboutPage
from games.shell.pages.launcher import Launcher
from tests.support.hands import Rig


def test_six_sentences_name_the_keys_in_use(rig: Rig) -> None:
    page = AboutPage(rig.app)
    told = [text for _, text in page.sentences()]
    assert len(told) == len(SENTENCES) == 6
    assert all(text.count(".") == 1 and text.endswith(".") for text in told)
    assert not any("{" in text for text in told)
    assert "press Enter to play; F1 there" in told[4]
    rig.app.change_settings(save=False, bindings={"mind": ("key:o",)})
    assert page.sentences()[2][1].startswith("Press O in a game")
    rig.pad(5)
    assert "press Button 0 to play" in page.sentences()[4][1]


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (720, 1280)])
def test_they_stand_whole_above_the_button(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], larger: bool
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    rig.app.change_settings(save=False, larger_text=larger)
    lowest = [0.0]
    plain = Canvas.paragraph

    def note(*given: Any, **how: Any) -> float:
        place = inspect.signature(plain).bind(*given, **how).arguments["place"]
        tall = plain(*given, **how)
        lowest.append(place[1] + tall)
        return tall

    monkeypatch.setattr(Canvas, "paragraph", note)
    page = AboutPage(rig.app)
    rig.show(page)
    assert len(lowest) > 6
    assert max(lowest) <= page.foot.widgets[0].box[1]


def test_help_opens_it_from_the_hall_and_closes_it(rig: Rig) -> None:
    launcher = Launcher(rig.app)
    rig.app.stack[:] = []
    rig.show(launcher)
    rig.key("f1")
    assert isinstance(rig.app.top, AboutPage)
    rig.key("f1")
    assert rig.app.top is launcher
    rig.pad(6)
    assert isinstance(rig.app.top, AboutPage)
    rig.key("escape")
    assert rig.app.top is launcher
