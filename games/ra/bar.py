"""The choices at the table of Ra, and the line below them about the present event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from games.ra.choosing import Offer
from games.ra.drawing import SHAPE, draw_count, draw_sun, draw_tile
from games.ra.tiles import NUMBER
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import MARK
from games.shell.draw.theme import LABEL, NOTE, TEXT

BUTTON: Final = 190.0  # units; by eye
COIN_WIDE: Final = 76.0
GAP: Final = 12.0
OUTSIDE: Final = 5.0
"""So far a choice's key stands out at its corner."""
MOST_KEY: Final = 0.6
"""Of the width of its choice; a longer name of a key would cover what it presses."""
DEEP: Final = 2.5
HEAD, HEAD_GAP, KEYS_GAP = 20.0, 12.0, 20.0  # the name in the line, and what stands behind; by eye


class Words(NamedTuple):
    """The words of the bar: `prompt` over the choices, `line` below, `keys` at the right of it."""

    prompt: str = ""
    line: str = ""
    keys: str = ""


NAMED: Final = ("block", "hand", "bag", "give", "row")
"""The spots whose line begins with a name, or a sum, before a colon."""
NO_WORDS: Final = Words()


class BarLook(Protocol):
    """The part of a look that the bar needs."""

    @property
    def pointed(self) -> str:
        """The spot that is pointed at."""

    @property
    def words(self) -> Words:
        """The words of the bar."""

    @property
    def asked(self) -> str:
        """The move that waits to be pressed again."""

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks of the person."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each choice, "" for none."""


def offer_boxes(offers: Sequence[Offer], bar: Box) -> list[tuple[str, Box]]:
    """Return the spots of the choices with their boxes, side by side at the right of the bar."""
    x, y, w, h = bar
    wides = [COIN_WIDE if o.spot.startswith(("bid:", "give:")) else BUTTON for o in offers]
    if not offers:
        return []
    total = sum(wides) + GAP * (len(wides) - 1)
    scale = min(1.0, w * 0.68 / total)
    at = x + w - total * scale
    found = []
    for offer, wide in zip(offers, wides, strict=True):
        found.append((offer.spot, (at, y + 2, wide * scale, h - 4)))
        at += (wide + GAP) * scale
    return found


def draw_bar(canvas: Canvas, offers: Sequence[Offer], bar: Box, line: Box, look: BarLook) -> None:
    """Draw the prompt, the choices, and the line below them."""
    boxes = offer_boxes(offers, bar)
    x, y, w, h = bar
    room = (boxes[0][1][0] if boxes else x + w) - x - 16
    words = look.words
    size = TEXT if len(canvas.wrap(words.prompt, room, TEXT, "bold")) <= 2 else NOTE
    most = max(2, int((h + NOTE) / canvas.line_height(size)))
    lines = min(most, len(canvas.wrap(words.prompt, room, size, "bold")))
    top = y + (h - lines * canvas.line_height(size)) / 2
    canvas.paragraph(words.prompt, (x, top), room, size, "paper", "bold", most=most)
    for offer, (spot, box) in zip(offers, boxes, strict=True):
        _draw_offer(canvas, offer, box, look.pointed == spot, look)
    for key, (_, box) in zip(look.keys, boxes, strict=False):
        if key and keycap_size(canvas, key)[0] <= box[2] * MOST_KEY:
            draw_keycap(canvas, key, (box[0] - OUTSIDE, box[1] - OUTSIDE))
    named = look.pointed.partition(":")[0] in NAMED
    _draw_line(canvas, words, line, look.pointed == "line", named)


def keycap_size(canvas: Canvas, key: str) -> tuple[float, float]:
    """Return the width and height of a drawn key."""
    tall = canvas.line_height(NOTE) + 2
    return max(tall, canvas.text_width(key, NOTE, "bold") + 10), tall


def draw_keycap(canvas: Canvas, key: str, corner: Point) -> None:
    """Draw a key as it lies on a keyboard, its upper left `corner` here: no number of a sun or
    tile.
    """
    (x, y), (wide, tall) = corner, keycap_size(canvas, key)
    canvas.panel((x, y + DEEP, wide, tall), "line", "quiet", 1.2, 5)
    canvas.panel((x, y, wide, tall), "ink", "quiet", 1.2, 5)
    canvas.text(key, (x + wide / 2, y + tall / 2), NOTE, "paper", "bold", "centre")


def _draw_offer(canvas: Canvas, offer: Offer, box: Box, pointed: bool, look: BarLook) -> None:
    """Draw a button; one that cannot be pressed is dim."""
    x, y, w, h = box
    asked = bool(look.asked) and look.asked == offer.move
    given = offer.spot.startswith("give:") and NUMBER[offer.label] in look.marks
    edge = MARK if asked or given else "brass" if pointed else "line"
    canvas.panel(box, "high" if pointed else "raised", edge, 2.5 if edge != "line" else 1.5)
    if offer.spot.startswith("bid:"):
        middle, radius = (x + w / 2 + 4, y + h / 2), h / 2 - 6
        draw_sun(canvas, int(offer.label), middle, radius, not offer.why)
        return
    if offer.spot.startswith("give:"):
        kind, tall = NUMBER[offer.label], min(h - 8, (w - 14) * SHAPE)
        tile = (x + w / 2 - tall / SHAPE / 2 + 3, y + (h - tall) / 2, tall / SHAPE, tall)
        draw_tile(canvas, kind, tile)
        if kind in look.marks:
            draw_count(canvas, -look.marks.count(kind), tile)
        return
    ink = "quiet" if offer.why else "brass" if offer.spot == "do:call" else "paper"
    label = "Press again" if asked else offer.label
    canvas.text(label, (x + w / 2, y + h / 2), LABEL, ink, "title", "centre", w - 28)


def _draw_line(canvas: Canvas, words: Words, line: Box, pointed: bool, named: bool) -> None:
    """Draw the line, and beside it its keys, where it leaves them room.

    One that begins with a name has the name in large type first.
    """
    x, y, w, h = line
    canvas.line((x, y), (x + w, y), "line", 1)
    middle, told = y + h / 2 + 2, words.line
    if named:
        head, _, told = told.partition(": ")
        left = canvas.text(head, (x, middle), HEAD, "paper", "bold") + HEAD_GAP
        x, w = x + left, w - left
    kept = canvas.text_width(words.keys, NOTE) + KEYS_GAP if words.keys else 0.0
    ways = [(TEXT, w - kept), (NOTE, w - kept), (TEXT, w), (NOTE, w)]
    size, room = next((way for way in ways if _fits(canvas, told, *way, h)), ways[-1])
    if room < w or not kept:
        ink = "brass" if pointed else "quiet"
        canvas.text(words.keys, (x + w, middle), NOTE, ink, align="right")
    tall = canvas.line_height(size)
    most = max(1, int((h + 6) / tall))
    if most == 1:
        canvas.text(told, (x, middle), size, "paper", max_width=room)
        return
    lines = min(most, len(canvas.wrap(told, room, size)))
    canvas.paragraph(told, (x, middle - lines * tall / 2), room, size, "paper", most=most)


def _fits(canvas: Canvas, told: str, size: float, room: float, tall: float) -> bool:
    """Return whether words of a `size` have room in a box."""
    most = max(1, int((tall + 6) / canvas.line_height(size)))
    return len(canvas.wrap(told, room, size)) <= most
