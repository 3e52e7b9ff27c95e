"""The sum of an epoch: it goes by itself, can be held, and its figures stand apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame
import pytest

from games.ra.playing.reckoning import STANDS, STANDS_WATCHED, Reckoning
from games.ra.rules import GAME
from games.ra.rules.lines import from_line
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from tests.games.ra.test_scene_looks import FULL
from tests.support.ruler import Ruler, check

NAMES = ("You", *["Stargazer"] * 4)


def ended() -> Mapping[str, Any]:
    """What the end of an epoch tells of five full hands."""
    state = from_line(FULL)._replace(phase="draw", actor=-1)
    events = GAME.apply(state, {-1: "ra"})[1]
    return next(event.data for event in events if event.kind == "epoch")


def test_it_goes_by_itself_sooner_where_nobody_plays_and_never_while_it_is_held() -> None:
    assert STANDS > STANDS_WATCHED
    for watched, seconds in ((False, STANDS), (True, STANDS_WATCHED)):
        found = Reckoning(ended(), NAMES, watched)
        assert not found.update(seconds - 0.1)
        found.hold()
        assert not found.update(99.0)
        found.hold()
        assert found.update(0.2)


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("wide", [616.0, 960.0])
def test_its_figures_stand_apart_beside_an_open_mind_too(
    wide: float, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)), Theme(larger_text=larger))
    ruler = Ruler(monkeypatch)
    ruler.canvas = canvas
    Reckoning(ended(), NAMES, False).draw(canvas, (0, 0, wide, 720), "Space goes on")
    assert [line.text for line in ruler.lines if not line.whole] == []
    assert check(ruler.lines, canvas, "sum") >= 990, "45 figures at least, each with each"
