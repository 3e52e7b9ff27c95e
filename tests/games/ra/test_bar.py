"""The line below the choices: what a tile is worth stands there whole, in every window."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from games.ra import bar
from games.ra.bar import Words, draw_bar, offer_boxes
from games.ra.choosing import Offer
from games.ra.drawing import SHAPE
from games.ra.places import places_for
from games.ra.tiles import KINDS, MONUMENT
from games.ra.words import WORTH
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Theme
from tests.games.ra.test_board import look_of
from tests.support.ruler import Ruler

LONG = f"Step pyramid: {max(WORTH.values(), key=len)}"
KEYS = "Speed 0.75 (- =)   Space skips, Full stop steps"


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("wide", [616.0, 960.0, 1280.0])
def test_the_longest_line_is_whole_and_its_keys_stand_where_it_leaves_room(
    wide: float, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)), Theme(larger_text=larger))
    places = places_for((0, 0, wide, 720), 5, wide - 160)
    ruler = Ruler(monkeypatch)
    told = {}
    for line in (LONG, "You keep your suns."):
        ruler.lines, ruler.canvas = [], canvas
        look = replace(look_of(5), words=Words("Bid a sun, or pass.", line, KEYS))
        draw_bar(canvas, (), places.bar, places.line, look)
        assert all(found.whole for found in ruler.lines)
        assert max(found.bottom for found in ruler.lines) <= 720
        drawn = [found.text for found in ruler.lines]
        assert line in " ".join(drawn), "all of its words"
        told[line] = KEYS in drawn
    assert told["You keep your suns."]
    assert told[LONG] or wide == 616.0


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("wide", [616.0, 1280.0])
def test_keys_stand_at_their_choices_and_cover_no_number_of_a_sun(
    wide: float, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)), Theme(larger_text=larger))
    places = places_for((0, 0, wide, 720), 3, wide - 160)
    offered = [Offer(f"bid:{sun}", f"bid {sun}", str(sun)) for sun in (2, 7, 10, 13)]
    offered.append(Offer("do:pass", "pass", "Pass"))
    keys = ("1", "2", "3", "Keypad 4", "Button 1")
    suns: dict[str, tuple[float, float]] = {}
    monkeypatch.setattr(
        bar, "draw_sun", lambda canvas, sun, at, r, up: suns.__setitem__(str(sun), (at[0], r))
    )
    ruler = Ruler(monkeypatch)
    ruler.canvas = canvas
    draw_bar(canvas, offered, places.bar, places.line, replace(look_of(3), keys=keys))
    drawn = {line.text: line for line in ruler.lines}
    told = set(drawn) - {look_of(3).words.prompt}
    assert told == {"1", "2", "3", "Button 1", "Pass"}, "a name too long for a coin is left"
    assert len(suns) == 4
    for key, (middle, radius) in zip(keys, suns.values(), strict=False):
        if key in drawn:
            assert drawn[key].right < middle - radius * 0.56, "the number is at most so wide"
            assert drawn[key].top >= places.bar[1] - 8


@pytest.mark.parametrize("wide", [616.0, 1280.0])
def test_what_is_given_up_is_counted_on_its_tile_inside_its_choice(
    wide: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)), Theme(larger_text=True))
    places = places_for((0, 0, wide, 720), 3, wide - 160)
    offered = [Offer(f"give:{KINDS[kind]}", "", KINDS[kind]) for kind in MONUMENT]
    tiles: dict[int, Box] = {}
    monkeypatch.setattr(bar, "draw_tile", lambda canvas, kind, box: tiles.__setitem__(kind, box))
    ruler = Ruler(monkeypatch)
    ruler.canvas = canvas
    given = (MONUMENT[2], MONUMENT[2])
    draw_bar(canvas, offered, places.bar, places.line, replace(look_of(3), marks=given))
    assert [line.text for line in ruler.lines if line.text.startswith("-")] == ["-2"]
    assert list(tiles) == list(MONUMENT)
    for (_, box), tile in zip(offer_boxes(offered, places.bar), tiles.values(), strict=True):
        assert box[0] + 3 <= tile[0]
        assert tile[0] + tile[2] <= box[0] + box[2] - 3
        assert tile[3] == pytest.approx(tile[2] * SHAPE)
