"""A crowd as a curve with a pin in it: where things stand, and what has room."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pygame
import pytest

from games.mind import Bell, check_mind, mind_from_plain, mind_to_plain
from games.shell.app import App
from games.shell.draw.tween import Springs
from games.shell.mind.beliefs import height_at
from games.shell.mind.items import Style, draw_items, lay_out
from tests.support import hands
from tests.support.words import Words

MARKS = (("dice", 1.0), ("clockwork", 0.0), ("people", 0.5))
ITEM = Bell("A crowd", (0.0, 1.0, 4.0, 1.0, 0.0), 0.0, 1.0, 0.75, MARKS, "Here.", "you", seat=0)
STYLE = Style("orange", plot=100.0)


def test_the_height_of_the_curve_between_its_steps() -> None:
    assert [height_at(ITEM, value) for value in (0.0, 0.25, 0.5, 0.625)] == [0, 0.25, 1, 0.625]
    assert height_at(ITEM, 7.0) == 0.0
    assert height_at(dataclasses.replace(ITEM, values=()), 0.5) == 0.0


def test_it_is_an_item_of_a_mind_as_others_are() -> None:
    assert check_mind((ITEM,)) == (ITEM,)
    assert mind_from_plain(mind_to_plain((ITEM,))) == (ITEM,)
    with pytest.raises(ValueError, match="no proper pin"):
        check_mind((dataclasses.replace(ITEM, pin=float("nan")),))


def drawn(app: App, item: Bell, width: float = 400.0) -> float:
    springs = Springs(0.1)
    springs.still = True
    app.canvas.fill("ink")
    draw_items(app.canvas, (item,), (40, 40, width, 300), springs, style=STYLE)
    return lay_out(app.canvas, (item,), width, STYLE)[1]


def sky_columns(app: App) -> list[int]:
    """The columns of pixels with the colour of the first seat."""
    surface, sky = app.canvas.surface, app.theme["sky"]
    pixels = pygame.surfarray.array3d(surface)
    return sorted(set((pixels == list(sky)).all(axis=2).nonzero()[0].tolist()))


@pytest.mark.parametrize("pin", [0.0, 0.3, 0.75, 1.0, 9.0])
def test_the_pin_stands_at_its_value_in_its_seats_colour(app: App, pin: float) -> None:
    drawn(app, dataclasses.replace(ITEM, pin=pin, name=""))
    columns = sky_columns(app)
    middle = (columns[0] + columns[-1]) / 2
    assert middle == pytest.approx(app.canvas.x(40 + 400 * min(1.0, pin)), abs=2)


def test_the_pin_stands_at_its_value_from_the_first_picture_on(app: App) -> None:
    app.canvas.fill("ink")
    item = dataclasses.replace(ITEM, pin=0.3, name="")
    draw_items(app.canvas, (item,), (40, 40, 400, 300), Springs(1.0), style=STYLE)
    columns = sky_columns(app)
    middle = (columns[0] + columns[-1]) / 2
    assert middle == pytest.approx(app.canvas.x(40 + 400 * 0.3), abs=2)


def test_a_steep_curve_does_not_strike_the_name_through(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, cliff = Words(app, monkeypatch), (4.0,) * 20 + (0.0,) * 11
    drawn(app, dataclasses.replace(ITEM, values=cliff, pin=0.665))
    name = next(word for word in words.seen if word.text == "you")
    inside = pygame.surfarray.array3d(app.canvas.surface.subsurface(name.place))
    ground = app.theme.mix("line", "ink", 0.25)
    assert not (inside == list(ground)).all(axis=2).any()


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("width", [400.0, 140.0])
def test_words_never_touch_and_the_first_have_the_room(
    tmp_path: Path, larger: bool, width: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = hands.Rig(tmp_path)
    rig.app.change_settings(larger_text=larger)
    item = dataclasses.replace(ITEM, marks=(*MARKS, ("crowd", 0.55)))
    words = Words(rig.app, monkeypatch)
    monkeypatch.setattr(rig.app.stack[-1], "draw", lambda canvas: drawn(rig.app, item, width))
    words.look()
    assert words.overlaps() == []
    told = [word.text for word in words.seen]
    assert "dice" in told
    assert "you" in told
    assert ("people" in told) == (width > 200)
    assert "crowd" not in told
    rig.app.close()


def test_an_empty_crowd_can_be_drawn(app: App) -> None:
    assert drawn(app, dataclasses.replace(ITEM, values=(), low=1.0, high=1.0)) > 100
