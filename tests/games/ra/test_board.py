"""The table as it is drawn: spots on everything, and pictures that need no colour."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pygame
import pytest

from games.ra.bar import Words
from games.ra.board import Board, Look
from games.ra.drawing import motif_of, tile_surface
from games.ra.model import Lying
from games.ra.rules.game import dealt
from games.ra.rules.state import empty
from games.ra.tiles import CATASTROPHE, KINDS, RA, SUN_SETS, pack
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme


@pytest.mark.parametrize(("size", "wide"), [((800, 600), False), ((1280, 720), True)])
def test_every_kind_in_the_bag_can_be_pointed_at(size: tuple[int, int], wide: bool) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface(size), Theme())
    view, look = Board(), look_of(3)
    view.place((0, 0, canvas.width, canvas.height), 3, canvas.width - 160)
    assert (view.bag_box(look) is not None) == wide
    opened = replace(look, bag_open=True)
    boxes = {name: box for name, box in view.spots(opened) if name.startswith("bag:")}
    assert set(boxes) == {f"bag:{kind}" for kind in range(len(KINDS))}
    for name, (x, y, w, h) in boxes.items():
        assert view.spot_at(opened, x + w / 2, y + h / 2) == name
        view.draw(canvas, replace(opened, hover=name))
    bag = view.bag_box(opened)
    assert bag is not None
    assert wide or bag[1] + bag[3] + 10 <= view.places.bar[1], "the choices stay free"


def look_of(players: int) -> Look:
    """Everybody's hand full, five tiles on the block."""
    full = bytes(0 if kind == RA or kind in CATASTROPHE else 2 for kind in range(len(KINDS)))
    names = ("art", "god", "funeral", "nile", "temple")
    start = dealt(empty(players, True), SUN_SETS[players])
    state = start._replace(tiles=(full,) * players, block=pack(names), ra=4)
    block = tuple(Lying(KINDS.index(name)) for name in names)
    called = tuple(f"Player {seat}" for seat in range(players))
    return Look(
        *(state, block, called, {}, state.scores, (None,) * players, frozenset({1})),
        *({0: "draws"}, 0, {}, {}, (), (), "", "", "", frozenset(), True),
        words=Words("Draw."),
    )


@pytest.mark.parametrize(("size", "players"), [((800, 600), 5), ((1280, 720), 4)])
def test_every_tile_of_every_hand_can_be_pointed_at_and_is_drawn(
    size: tuple[int, int], players: int
) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface(size), Theme())
    view, look = Board(), look_of(players)
    view.place((0, 0, canvas.width, canvas.height), players, canvas.width - 160)
    spots = dict(view.spots(look))
    for seat in range(players):
        for kind in range(1, 19):
            x, y, w, h = spots[f"hand:{seat}:{kind}"]
            assert view.spot_at(look, x + w - 2, y + h / 2) == f"hand:{seat}:{kind}"
    before = pygame.image.tobytes(canvas.surface, "RGB")
    view.draw(canvas, look)
    assert pygame.image.tobytes(canvas.surface, "RGB") != before


def test_kinds_differ_by_shape_without_colour() -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((320, 180)), Theme())
    assert len({motif_of(kind) for kind in range(len(KINDS))}) == len(KINDS)
    assert len({motif_of(4, god) for god in range(8)}) == 8
    greys = set()
    for kind in range(len(KINDS)):
        made = pygame.transform.grayscale(tile_surface(canvas, kind, 30, 37))
        greys.add(pygame.image.tobytes(made, "RGB"))
    assert len(greys) == len(KINDS)


@pytest.mark.parametrize("place", [0, 2, 4])
def test_the_tile_that_is_pointed_at_is_outlined_and_no_other(place: int) -> None:
    pygame.font.init()
    look = dataclasses.replace(look_of(4), marks=())
    pictures = []
    for pointed in ("", f"block:{place}"):
        canvas = Canvas(pygame.Surface((1280, 720)), Theme())
        view = Board()
        view.place((0, 0, canvas.width, canvas.height), 4, canvas.width - 160)
        view.draw(canvas, dataclasses.replace(look, hover=pointed))
        tiles = [canvas.box(view.places.block[n]) for n in range(5)]
        pictures.append(
            [pygame.image.tobytes(canvas.surface.subsurface(tile), "RGB") for tile in tiles]
        )
    changed = [n for n in range(5) if pictures[0][n] != pictures[1][n]]
    assert changed == [place]
    light = [sum(picture[place]) for picture in pictures]
    assert light[1] > light[0], "the outline is lighter than the tile"
