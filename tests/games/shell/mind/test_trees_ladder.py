"""A ladder of choices: what is expected, what was done and where a way leads are all seen."""

from __future__ import annotations

import pygame

from games.mind import Fork, Ladder, Way
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.draw.tween import Springs
from games.shell.mind.items import draw_items, lay_out
from games.shell.mind.style import Style

WAYS = (Way("pass", 0.31, 2, "7"), Way("6", 0.28, 2, "7"), Way("9", 0.38, 1, "9"))
FORK = Fork(1, "Farmer", WAYS, 2)


def painted(*forks: Fork) -> bytes:
    pygame.font.init()
    surface = pygame.Surface((400, 400))
    canvas = Canvas(surface, Theme())
    draw_items(canvas, (Ladder("Bids", forks),), (10.0, 10.0, 340.0, 380.0), Springs())
    return pygame.image.tobytes(surface, "RGB")


def test_every_sign_of_a_rung_is_seen() -> None:
    pictures = [
        painted(),
        painted(FORK),
        painted(FORK._replace(chosen=0)),
        painted(FORK._replace(truth=2)),
        painted(FORK._replace(truth=0)),
        painted(FORK._replace(seat=2)),
        painted(FORK._replace(ways=(*WAYS[:2], WAYS[2]._replace(goal=-1, end="nobody")))),
        painted(FORK, FORK),
    ]
    assert len(set(pictures)) == len(pictures)


def test_a_ladder_is_as_tall_as_its_rungs() -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((400, 400)), Theme())
    one, two, five = (
        lay_out(canvas, (Ladder("Bids", (FORK,) * count),), 340, Style())[1] for count in (1, 2, 5)
    )
    assert round(five - two) == round(3 * (two - one)) > 100
