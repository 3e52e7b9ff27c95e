"""Cards can be told apart without their colours, and letters read well on their ground."""

from __future__ import annotations

import itertools

import pygame

from games.jaipur.drawing import BACK, DRESSES, card_surface, draw_bonus, letter_ink
from games.jaipur.rules.goods import KINDS, PILES
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme, contrast

WIDE, TALL = 60, 84


def grey(canvas: Canvas, kind: str) -> list[int]:
    """The greys of a card, in its niche."""
    surface = pygame.transform.grayscale(card_surface(canvas, kind, WIDE, TALL))
    niche = surface.subsurface((12, 24, 36, 44))
    return [niche.get_at((x, y))[0] for x in range(0, 36, 2) for y in range(0, 44, 2)]


def test_every_two_kinds_differ_in_greys_by_their_shapes() -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)), Theme())
    found = {kind: grey(canvas, kind) for kind in KINDS}
    compared = 0
    for one, other in itertools.combinations(KINDS, 2):
        apart = [abs(a - b) for a, b in zip(found[one], found[other], strict=True)]
        assert sum(apart) / len(apart) > 20, (one, other)
        compared += 1
    assert compared == 21


def test_letters_and_values_read_well() -> None:
    for kind, dress in DRESSES.items():
        assert contrast(letter_ink(kind), dress.ground) >= 4.5, kind
        assert contrast(dress.line, dress.light) >= 4.5, kind


def test_a_card_of_a_size_is_painted_once() -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)), Theme())
    assert card_surface(canvas, BACK, WIDE, TALL) is card_surface(canvas, BACK, WIDE, TALL)


def test_bonus_tokens_that_lie_face_down_differ_by_their_dots() -> None:
    """Their light dots are counted, on the grey of their middles."""
    pygame.font.init()
    shares = []
    for pile in PILES:
        canvas = Canvas(pygame.Surface((1280, 720)), Theme())
        draw_bonus(canvas, pile, (100, 100), 60)
        grey = pygame.transform.grayscale(canvas.surface)
        spots = [(x, y) for x in range(85, 116) for y in range(85, 116)]
        shares.append(sum(grey.get_at(spot)[0] > 180 for spot in spots))
    assert shares[0] > 20
    assert shares[1] > 1.2 * shares[0]
    assert shares[2] > 1.15 * shares[1]
