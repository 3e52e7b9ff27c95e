"""Cards, tokens and small signs of Jaipur, as they are drawn wherever they lie or fly.

A card is a niche with a cusped arch in which its good stands; its colours are its kind's, its shape
and its letter say the same without them. A card that lies still is made once for a size; one that
flies is that picture, scaled.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from games.jaipur import KINDS_OF_GOODS
from games.jaipur.rules.goods import NAMES
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import Colour, contrast

SHAPE: Final = 1.4
"""A card is so much higher than wide."""
LETTER: Final = 72
"""Pixels: the height of the font that the letters of cards are made of."""
SIGNS: Final = {**{good: key.upper() for good, _, key in KINDS_OF_GOODS}, "K": "A"}
"""The letter on a card: of its name, and its key."""
NAMED: Final = 76
"""Pixels of width from which a card has its name at its foot; by eye."""
BACK: Final = "?"
"""The letter of a card that lies face down."""


FAINT: Final = 10
"""So many strengths of a likely card are told apart; fewer pictures are kept so."""


class Dress(NamedTuple):
    """The colours of a kind: its ground, the light in its niche, and its dark lines."""

    ground: Colour
    light: Colour
    line: Colour


def _rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


DRESSES: Final = {
    "D": Dress(_rgb("#256F7C"), _rgb("#D9F0EC"), _rgb("#123F49")),
    "G": Dress(_rgb("#C98A1B"), _rgb("#FFF0C4"), _rgb("#5E3A04")),
    "S": Dress(_rgb("#8B97A7"), _rgb("#EEF1F4"), _rgb("#2B3442")),
    "C": Dress(_rgb("#8A49AA"), _rgb("#F6E3F7"), _rgb("#45205E")),
    "P": Dress(_rgb("#B2401C"), _rgb("#FFE3C4"), _rgb("#611C0B")),
    "L": Dress(_rgb("#84512A"), _rgb("#F3DFC2"), _rgb("#43240B")),
    "K": Dress(_rgb("#C9A06A"), _rgb("#FBEFD8"), _rgb("#4E3312")),
}
CREAM: Final = _rgb("#F3E9D2")
NIGHT: Final = _rgb("#140C1F")
BONUS_BODIES: Final = {3: _rgb("#5B3A78"), 4: _rgb("#7A3560"), 5: _rgb("#8E3B32")}
"""The middles of bonus tokens by their pile."""
_CORNERS: Final = ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
PIPS: Final = {3: ((-1.0, 1.0), (0.0, -1.0), (1.0, 1.0)), 4: _CORNERS, 5: (*_CORNERS, (0.0, 0.0))}
"""Dots on a bonus token that lies face down, so that no colour is needed to tell its pile."""
PIP_STEP: Final = 0.14
"""How far dots lie from the middle, as a share of the token's width; by eye."""


def letter_ink(kind: str) -> Colour:
    """Return the ink of a letter on the ground of a kind: cream or its dark, as reads better."""
    dress = DRESSES[kind]
    return max((CREAM, NIGHT), key=lambda ink: contrast(ink, dress.ground))


def draw_card(canvas: Canvas, kind: str, box: Box, dim: bool = False) -> None:
    """Draw a card of a `kind`, or its back for `BACK`, filling a box; a `dim` one cannot be
    used.
    """
    place = canvas.box(box)
    if place.w < 4 or place.h < 4:
        return
    canvas.blit(card_surface(canvas, kind, place.w, place.h), place.topleft)
    if dim:
        canvas.rect(box, NIGHT, box[2] * 0.1, 150)


def draw_likely(canvas: Canvas, kind: str, chance: float, box: Box) -> None:
    """A card that lies face down, and over its back a card of a `kind`: the fainter, the less
    likely it is.
    """
    draw_card(canvas, BACK, box)
    place = canvas.box(box)
    if place.w < 4 or place.h < 4:
        return
    faint = round(FAINT * chance)
    key = ("jaipur likely card", kind, place.w, place.h, faint)
    found = canvas.made.shapes.get(key)
    if found is None:
        face = card_surface(canvas, kind, place.w, place.h).copy()
        face.set_alpha(255 * faint // FAINT)
        found = canvas.made.shapes.put(key, face)
    canvas.blit(found, place.topleft)


def draw_flying(
    canvas: Canvas, kind: str, centre: Point, width: float, size: float, turned: float = 1.0
) -> None:
    """Draw a card on its way: made once at `size` units of width, shown `width` wide.

    `turned` is how much of its width is seen (0..1), as where it turns over.
    """
    base = canvas.pixels(size)
    made = card_surface(canvas, kind, base, round(base * SHAPE))
    wide = max(1, round(width * turned * canvas.scale))
    tall = max(1, round(width * SHAPE * canvas.scale))
    if (wide, tall) != made.get_size():
        made = pygame.transform.smoothscale(made, (wide, tall))
    x, y = canvas.x(centre[0]) - wide // 2, canvas.y(centre[1]) - tall // 2
    canvas.blit(made, (x, y))


def card_surface(canvas: Canvas, kind: str, wide: int, tall: int) -> pygame.Surface:
    """Return the picture of a card, `wide` and `tall` in pixels, kept for the next time."""
    key = ("jaipur card", kind, wide, tall)
    found = canvas.made.shapes.get(key)
    if found is None:
        found = canvas.made.shapes.put(key, _paint_card(canvas, kind, wide, tall))
    return found


def _paint_card(canvas: Canvas, kind: str, wide: int, tall: int) -> pygame.Surface:
    surface = pygame.Surface((wide, tall), pygame.SRCALPHA)
    if kind == BACK:
        surface.blit(canvas.sprites("jaipur-back", wide, tall), (0, 0))
        return surface
    dress = DRESSES[kind]
    frame = canvas.sprites(
        "jaipur-card", wide, tall, ground=dress.ground, sky=dress.light, line=dress.line
    )
    surface.blit(frame, (0, 0))
    side = round(wide * (0.6 if kind != "D" else 0.56))
    motif = canvas.sprites(motif_of(kind), side, side)
    surface.blit(motif, ((wide - side) // 2, round(tall * 0.79) - side))
    letter = canvas.made.font("title", LETTER).render(SIGNS[kind], True, letter_ink(kind))
    shrunk = wide * 0.2 / LETTER  # one font for cards of all sizes: each keeps a file open
    letter = pygame.transform.smoothscale_by(letter, min(1.0, shrunk))
    middle = (round(wide * 0.185), round(tall * 0.135))
    surface.blit(letter, letter.get_rect(center=middle))
    if wide >= NAMED:
        name = canvas.made.font("bold", round(tall * 0.085)).render(
            NAMES[kind].capitalize(), True, CREAM
        )
        ground = name.get_rect(center=(wide // 2, round(tall * 0.88)))
        pygame.draw.rect(surface, NIGHT, ground.inflate(10, 2), border_radius=5)
        surface.blit(name, ground)
    return surface


def motif_of(kind: str) -> str:
    """Return the name of the drawing of a good, or of a camel."""
    return f"jaipur-{NAMES[kind]}"


def draw_motif(canvas: Canvas, kind: str, centre: Point, size: float, alpha: int = 255) -> None:
    """Draw a good or a camel by its shape alone, `size` units wide."""
    box = (centre[0] - size / 2, centre[1] - size / 2, size, size)
    canvas.sprite(motif_of(kind), box, alpha=alpha)


def draw_token(
    canvas: Canvas, kind: str, value: int, centre: Point, radius: float, next_one: bool = False
) -> None:
    """Draw a goods token of a kind with its value; the `next_one` of a pile has a brass rim."""
    dress = DRESSES[kind]
    canvas.circle(centre, radius + 1.5, NIGHT)
    canvas.circle(centre, radius, "brass" if next_one else dress.ground)
    canvas.circle(centre, radius - (3 if next_one else 2), dress.light)
    canvas.text(str(value), centre, radius * 1.25, dress.line, "bold", "centre")


def draw_bonus(
    canvas: Canvas, pile: int, centre: Point, size: float, text: str = "", alpha: int = 255
) -> None:
    """Draw a bonus token of a pile, `size` units wide; `text` is its value, or its pile's number.

    Without a text it lies face down, with as many dots as its pile asks for cards.
    """
    box = (centre[0] - size / 2, centre[1] - size / 2, size, size)
    canvas.sprite("jaipur-bonus", box, body=BONUS_BODIES[pile], alpha=alpha)
    if text:
        canvas.text(text, centre, size * 0.4, CREAM, "title", "centre", alpha=alpha)
        return
    for across, down in PIPS[pile]:
        at = (centre[0] + across * PIP_STEP * size, centre[1] + down * PIP_STEP * size)
        canvas.circle(at, max(1.3, size * 0.06), CREAM)


def draw_seal(canvas: Canvas, centre: Point, size: float, won: bool) -> None:
    """Draw a seal that was won, or the place for one."""
    if won:
        box = (centre[0] - size / 2, centre[1] - size / 2, size, size)
        canvas.sprite("jaipur-seal", box)
    else:
        canvas.ring(centre, size * 0.42, "line", 2)
