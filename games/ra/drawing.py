"""Tiles and suns of Ra, as they are drawn wherever they lie or fly, and the content of the bag.

A tile is a slab of stone with its own shape; its colour is its group's, and the shape does not need
it. A tile that lies still is made once for a size. A sun is a coin whose
number is read at once: face up it shines, face down it is dark with its rim.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from games.ra.rules.odds import at_least
from games.ra.rules.state import State
from games.ra.tiles import (
    CATASTROPHE,
    CIV,
    FLOOD,
    GOD,
    GOLD,
    KINDS,
    MONUMENT,
    NILE,
    PHARAOH,
    RA,
)
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import NOTE, TEXT, Colour

SHAPE: Final = 1.22
"""A tile is so much higher than wide."""
MOTIF: Final = 0.86
"""The share of a tile's width that its shape fills; by eye."""


class TileDress(NamedTuple):
    """The colours of a kind: its stone, its edge, and the line, fill and depth of its shape."""

    stone: Colour
    edge: Colour
    line: Colour
    fill: Colour
    deep: Colour


def _rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _dress(*colours: str) -> TileDress:
    return TileDress(*map(_rgb, colours))


_SUN: Final = _dress("#E3A93C", "#FFE7A3", "#5A2A08", "#FFF3C9", "#C4541C")
_LAPIS: Final = _dress("#23408F", "#6C8BDD", "#0D1638", "#F4D58A", "#D49A2E")
_NILE: Final = _dress("#1D7F8E", "#78CBD2", "#08313A", "#DDF5F2", "#4FA9B4")
_FLOOD: Final = _dress("#2E62B4", "#93BCF0", "#0B2049", "#E4F0FF", "#6FA2E2")
_GOD: Final = _dress("#3A2356", "#B79AD6", "#160A26", "#EBDDF7", "#E1B04A")
_GOLD: Final = _dress("#8A5A12", "#F0CE70", "#3A2203", "#FFE08A", "#D79A22")
_SAND: Final = _dress("#D9BD88", "#F6E8C6", "#4A3018", "#FFF8E6", "#B06A34")
_STONE: Final = _dress("#7C6A5C", "#C3B1A0", "#2B211A", "#EFE3D3", "#A98A6E")
_RUIN: Final = _dress("#8A2E1E", "#E0836C", "#2F0C06", "#F7DCCB", "#C25A38")

DRESSES: Final = {
    RA: _SUN,
    PHARAOH: _LAPIS,
    NILE: _NILE,
    FLOOD: _FLOOD,
    GOD: _GOD,
    GOLD: _GOLD,
    **dict.fromkeys(CIV, _SAND),
    **dict.fromkeys(MONUMENT, _STONE),
    **dict.fromkeys(CATASTROPHE, _RUIN),
}
GODS: Final = 8
NIGHT: Final = _rgb("#0A1020")
SHINE: Final = _rgb("#FFE9A8")
COIN: Final = _rgb("#F2B33D")
COIN_RIM: Final = _rgb("#A8641A")
COIN_INK: Final = _rgb("#3A1D04")
DARK_COIN: Final = _rgb("#1C2438")
DARK_RIM: Final = _rgb("#8C7646")


def motif_of(kind: int, god: int = 0) -> str:
    """Return the name of the drawing of a kind; the gods are eight, by their number."""
    if kind == GOD:
        return f"ra-god-{god % GODS + 1}"
    return f"ra-{KINDS[kind].replace('_', '-')}"


def draw_tile(canvas: Canvas, kind: int, box: Box, god: int = 0, dim: bool = False) -> None:
    """Draw a tile of a kind filling a box; a `dim` one cannot be used."""
    place = canvas.box(box)
    if place.w < 4 or place.h < 4:
        return
    canvas.blit(tile_surface(canvas, kind, place.w, place.h, god), place.topleft)
    if dim:
        canvas.rect(box, NIGHT, box[2] * 0.14, 150)


def tile_surface(canvas: Canvas, kind: int, wide: int, tall: int, god: int = 0) -> pygame.Surface:
    """Return the picture of a tile, `wide` and `tall` in pixels, kept for the next time."""
    key = ("ra tile", kind, god if kind == GOD else 0, wide, tall)
    found = canvas.made.shapes.get(key)
    if found is None:
        found = canvas.made.shapes.put(key, _paint_tile(canvas, kind, wide, tall, god))
    return found


def _paint_tile(canvas: Canvas, kind: int, wide: int, tall: int, god: int) -> pygame.Surface:
    surface = pygame.Surface((wide, tall), pygame.SRCALPHA)
    dress = DRESSES[kind]
    _paint_slab(surface, kind, dress)
    side = round(wide * MOTIF)
    motif = canvas.sprites(
        motif_of(kind, god), side, side, line=dress.line, fill=dress.fill, deep=dress.deep
    )
    surface.blit(motif, ((wide - side) // 2, (tall - side) // 2))
    return surface


def _paint_slab(surface: pygame.Surface, kind: int, dress: TileDress) -> None:
    """Draw the stone: round corners, and for catastrophes cut ones."""
    box = surface.get_rect()
    cut = max(2, round(box.w * 0.16))
    edge = max(1, round(box.w * 0.045))
    if kind in CATASTROPHE:
        for inset, colour in ((0, dress.edge), (edge, dress.stone)):
            pygame.draw.polygon(
                surface, colour, _cut_corners(box.inflate(-2 * inset, -2 * inset), cut)
            )
        return
    pygame.draw.rect(surface, dress.edge, box, border_radius=cut)
    inner = box.inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(surface, dress.stone, inner, border_radius=max(1, cut - edge))


def _cut_corners(box: pygame.Rect, cut: int) -> list[tuple[int, int]]:
    left, top, right, bottom = box.left, box.top, box.right - 1, box.bottom - 1
    return [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]


def draw_sun(
    canvas: Canvas, sun: int, centre: Point, radius: float, up: bool = True, known: bool = True
) -> None:
    """Draw a sun as a coin; face down it is dark, and without its number where it is not
    `known`.
    """
    if up:
        canvas.circle(centre, radius, COIN_RIM)
        canvas.circle(centre, radius * 0.93, COIN)
        canvas.ring(centre, radius * 0.84, SHINE, max(1.0, radius * 0.06))
    else:
        canvas.circle(centre, radius, DARK_RIM)
        canvas.circle(centre, radius - max(1.5, radius * 0.1), DARK_COIN)
    if known:
        ink = COIN_INK if up else "quiet"
        canvas.text(str(sun), centre, radius * 1.12, ink, "title", "centre")


def draw_count(canvas: Canvas, count: int, box: Box) -> None:
    """Draw the number of tiles in a stack, or given from it, over its lower right corner."""
    x, y, w, h = box
    size = max(13.0, min(22.0, w * 0.42))
    wide = canvas.text_width(str(count), size, "bold") + size * 0.5
    place = (x + w - wide * 0.72, y + h - size * 0.86, wide, size * 1.16)
    canvas.panel(place, NIGHT, "brass", 1.2, size * 0.4)
    middle = (place[0] + wide / 2, place[1] + size * 0.58)
    canvas.text(str(count), middle, size, "paper", "bold", "centre")


def draw_flat(canvas: Canvas, kind: int, count: int, box: Box, dim: bool = False) -> None:
    """Draw tiles of a kind in a low box: a small shape on the stone, then their number.

    What is `dim` cannot be had.
    """
    x, y, w, h = box
    dress, tall = DRESSES[kind], h * 0.66
    canvas.panel(box, dress.stone, dress.edge, 1.2, h * 0.2)
    right = x + w
    if count > 1:
        wide = canvas.text_width(str(count), tall, "bold") + 5
        right -= wide
        canvas.rect((right, y + 2, wide - 2, h - 4), NIGHT, h * 0.16)
        canvas.text(str(count), (right + wide / 2 - 1, y + h / 2), tall, "paper", "bold", "centre")
    side = min(h - 3, right - x - 2)
    place = ((x + right - side) / 2, y + (h - side) / 2, side, side)
    canvas.sprite(motif_of(kind), place, line=dress.line, fill=dress.fill, deep=dress.deep)
    if dim:
        canvas.rect(box, NIGHT, h * 0.2, 150)


AHEAD: Final = 12
"""Draws that the chart looks ahead."""
COLUMNS: Final = 3
BELOW: Final = 208.0  # units for the odds and the chart; by eye
FLAT: Final = 28.0  # units of height under which a tile lies in a low box; by eye
GROUPS: Final = (("Civilization", CIV), ("Monument", MONUMENT), ("Catastrophe", CATASTROPHE))


def kind_boxes(box: Box) -> list[Box]:
    """Return the box of each kind with its number, where the bag is shown in a box."""
    x, y, w, h = box
    rows = -(-len(KINDS) // COLUMNS)
    step, wide = min(38.0, (h - 44 - BELOW) / rows), w / COLUMNS
    return [
        (x + kind % COLUMNS * wide, y + 44 + kind // COLUMNS * step, wide - 4, step - 4)
        for kind in range(len(KINDS))
    ]


def draw_bag(canvas: Canvas, state: State, box: Box, pointed: str = "") -> None:
    """Draw the tiles left by kind, the odds of the next tile, and the chart of the epoch's end.

    The kind of the spot that is `pointed` at is outlined.
    """
    x, y, w, h = box
    bag = sum(state.left)
    canvas.text(f"In the bag: {bag}", (x, y + 10), TEXT, "paper", "bold")
    below = y + 8 + (canvas.line_height(TEXT) + canvas.line_height(NOTE)) / 2
    canvas.text("left of each kind", (x, below), NOTE, "quiet")
    cells = kind_boxes(box)
    for kind, (left, top, _, tall) in enumerate(cells):
        _draw_kind(canvas, kind, state.left[kind], (left, top), tall)
        if pointed == f"bag:{kind}":
            wide = tall / SHAPE if tall >= FLAT else tall * 1.4
            canvas.outline((left - 3, top - 3, wide + 6, tall + 6), "paper", 2, 7)
    top = cells[-1][1] + cells[-1][3] + 12
    top = _draw_odds(canvas, state, (x, top, w, 0.0))
    _draw_chart(canvas, state, (x, top + 6, w, y + h - top - 6))


def _draw_kind(canvas: Canvas, kind: int, left: int, at: tuple[float, float], tall: float) -> None:
    wide = tall / SHAPE if tall >= FLAT else tall * 1.4
    if tall >= FLAT:
        draw_tile(canvas, kind, (*at, wide, tall), dim=not left)
    else:
        draw_flat(canvas, kind, 1, (*at, wide, tall), dim=not left)
    ink = "paper" if left else "quiet"
    canvas.text(str(left), (at[0] + wide + 7, at[1] + tall / 2), TEXT, ink, "bold")


def _draw_odds(canvas: Canvas, state: State, box: Box) -> float:
    """Return the odds of Ra and of the groups for the next tile; returns where they end."""
    x, y, w, _ = box
    bag = sum(state.left)
    shares = [("Ra", state.left[RA])]
    shares += [(name, sum(state.left[kind] for kind in group)) for name, group in GROUPS]
    canvas.text("The next tile", (x, y + 9), NOTE, "quiet")
    step = max(18.0, canvas.line_height(NOTE) + 2)
    for number, (name, count) in enumerate(shares):
        middle = y + 10 + step * (number + 1)
        canvas.text(name, (x, middle), NOTE, "paper")
        share = f"{100 * count / bag:.0f}%" if bag else "-"
        canvas.text(share, (x + w, middle), NOTE, "paper", "bold", "right")
    return y + 10 + step * (len(shares) + 1)


def _draw_chart(canvas: Canvas, state: State, box: Box) -> None:
    """Draw the chance that the epoch's last Ra is among the next draws, a bar a number."""
    x, y, w, h = box
    wanted, bag = state.limit - state.ra, sum(state.left)
    canvas.text("The epoch ends within", (x, y + 9), NOTE, "quiet", max_width=w)
    chance = at_least(wanted, state.left[RA], bag, AHEAD // 2)
    told = f"{AHEAD // 2} draws: {100 * chance:.0f}%"
    more = canvas.line_height(NOTE) + 2
    beside = canvas.text_width("The epoch ends within", NOTE) + 8
    if beside + canvas.text_width(told, NOTE, "bold") <= w:
        canvas.text(told, (x + w, y + 9), NOTE, "paper", "bold", "right")
    else:  # larger text
        canvas.text(told, (x + w, y + 10 + more), NOTE, "paper", "bold", "right")
        y, h = y + more, h - more
    foot, tall = y + h - 18, h - 18 - 24
    if not bag or tall < 16:
        return
    canvas.line((x, foot), (x + w, foot), "line", 1.5)
    step = w / AHEAD
    for draws in range(1, AHEAD + 1):
        chance = at_least(wanted, state.left[RA], bag, draws)
        high = max(1.0, chance * tall)
        bar = (x + (draws - 1) * step + 2, foot - high, step - 4, high)
        canvas.rect(bar, WARNING if draws * 2 > AHEAD else "brass", 2)
        if draws in (1, 3, 6, 9, 12):
            canvas.text(str(draws), (bar[0] + bar[2] / 2, foot + 9), NOTE, "quiet", align="centre")
