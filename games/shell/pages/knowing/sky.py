"""A player's habits as a constellation: the louder a habit, the larger its star.

The night is the one of the hall. Stars are joined in the order of how much they count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import NOTE, TEXT

# Shares of the box and units, chosen by eye.
PLACES: Final = ((0.2, 0.2), (0.52, 0.34), (0.82, 0.16), (0.72, 0.66), (0.26, 0.7))
MOST: Final = len(PLACES)
SMALLEST: Final = 4.0
GROWTH: Final = 12.0
LABELS: Final = 0.34, 0.27, 0.42, 0.52  # of the box: the widest label, the first that fits
EDGE: Final = 8.0
GAP: Final = 4.0  # between a label and what it may not cover
DUST: Final = 46
FAINTEST: Final = 0.005  # a share that would be told as 0%


class SkyLabel(NamedTuple):
    """Words in a box of their own: the `lines`, centred, and where they stand."""

    box: Box
    lines: tuple[str, ...]


def draw_sky(canvas: Canvas, box: Box, habits: Sequence[tuple[str, float]], empty: str) -> None:
    """Draw the `habits` in a box, each in words with its share of 1; `empty` where there are
    none.
    """
    x, y, w, h = box
    canvas.rect(box, canvas.theme.mix("ink", "raised", 0.7), 12)
    with canvas.clip(box):
        draw_dust(canvas, box)
    shown = [habit for habit in habits if habit[1] >= FAINTEST][:MOST]
    places = [(x + w * px, y + h * py) for px, py in PLACES]
    if not shown:
        dim = canvas.theme.mix("raised", "brass", 0.35)
        canvas.polyline(places, canvas.theme.mix("raised", "brass", 0.15), 1)
        for place in places:
            canvas.circle(place, SMALLEST, dim)
        middle = (x + w / 2, y + h / 2 - 12)
        canvas.paragraph(empty, middle, w - 64, TEXT, "paper", align="centre", most=4)
        return
    largest = max(share for _, share in shown)
    told = tuple(f"{words} ({share:.0%})" for words, share in shown)
    radii = tuple(SMALLEST + GROWTH * sqrt(share / largest) for _, share in shown)
    key = ("night sky", box, told, radii)
    labels = canvas.cached(key, lambda: lay_labels(canvas, box, told, radii))
    if len(labels) > 1:
        canvas.polyline(places[: len(labels)], canvas.theme.mix("ink", "brass", 0.45), 1.5)
    for place, radius, label in zip(places, radii, labels, strict=False):
        draw_star(canvas, place, radius)
        _draw_label(canvas, label)


def draw_dust(canvas: Canvas, box: Box) -> None:
    """Draw small stars without meaning, always the same."""
    x, y, w, h = box
    seed = 7
    for _ in range(DUST):
        seed = (seed * 1103515245 + 12345) % 2**31
        left, top = seed % 997 / 997, seed // 997 % 991 / 991
        light = 0.12 + 0.3 * (seed // 65536 % 7) / 7
        colour = canvas.theme.mix("raised", "paper", light)
        canvas.circle((x + w * left, y + h * top), 1.0, colour)


def draw_star(canvas: Canvas, place: Point, radius: float) -> None:
    """Draw a star with its glow."""
    for reach, light in ((2.1, 0.1), (1.5, 0.25)):
        canvas.circle(place, radius * reach, canvas.theme.mix("raised", "brass", light))
    canvas.circle(place, radius, "brass")
    canvas.circle(place, radius * 0.45, "paper")


def _draw_label(canvas: Canvas, label: SkyLabel) -> None:
    """Draw the meaning of a star, on a ground that ends the lines of the constellation before the
    words.
    """
    x, y, w, _ = label.box
    canvas.rect(label.box, canvas.theme.mix("ink", "raised", 0.7), 5)
    line = canvas.line_height(NOTE)
    for number, words in enumerate(label.lines):
        place = (x + w / 2, y + 1 + line * (number + 0.5))
        canvas.text(words, place, NOTE, "paper", align="centre")


# -- where the labels stand ----------------------------------------------------------------


def lay_labels(
    canvas: Canvas, box: Box, told: Sequence[str], radii: Sequence[float]
) -> tuple[SkyLabel, ...]:
    """Return a label for each of `told`, at stars of these `radii` in `box`, all in units.

    None is cut, and none covers another or a star. Where they have no room, the last are left out.
    """
    x, y, w, h = box
    for count in range(len(told), 0, -1):
        stars = [(x + w * px, y + h * py) for px, py in PLACES[:count]]
        kept = [_around(star, radius) for star, radius in zip(stars, radii, strict=False)]
        tried = []
        for number, words in enumerate(told[:count]):
            others = kept[:number] + kept[number + 1 :]
            choices = _choices(canvas, box, words, kept[number])
            tried.append([one for one in choices if not any(_meet(one.box, o) for o in others)])
        found = _fitted(tried, ())
        if found is not None:
            return found
    return ()


def _around(place: Point, radius: float) -> Box:
    return (place[0] - radius, place[1] - radius, 2 * radius, 2 * radius)


def _choices(canvas: Canvas, box: Box, words: str, star: Box) -> Iterator[SkyLabel]:
    """Yield the boxes for the label of a `star`, the best first: below it, above it, beside it."""
    x, y, w, h = box
    left, top, side, _ = star
    for share in LABELS:
        lines = tuple(canvas.wrap(words, w * share, NOTE))
        wide = max(canvas.text_width(line, NOTE) for line in lines) + 10
        tall = canvas.line_height(NOTE) * len(lines) + 2
        middle, level = left + (side - wide) / 2, top + (side - tall) / 2
        beside = left + side + GAP, left - wide - GAP
        lowest, highest = top + side + GAP - 1, top - tall - GAP
        ways = [(middle, lowest), (middle, highest), *((at, level) for at in beside)]
        ways += [(at, end) for end in (lowest, highest) for at in beside]
        for across, down in ways:
            if not y + EDGE <= down <= y + h - EDGE - tall or wide > w - 2 * EDGE:
                continue
            at = min(max(across, x + EDGE), x + w - EDGE - wide)
            label = SkyLabel((at, down, wide, tall), lines)
            if not _meet(label.box, star, 0.0):
                yield label


def _meet(one: Box, other: Box, gap: float = GAP) -> bool:
    """Return whether two boxes are less than `gap` units apart."""
    return (
        one[0] < other[0] + other[2] + gap
        and other[0] < one[0] + one[2] + gap
        and one[1] < other[1] + other[3] + gap
        and other[1] < one[1] + one[3] + gap
    )


def _fitted(
    tried: Sequence[Sequence[SkyLabel]], laid: tuple[SkyLabel, ...]
) -> tuple[SkyLabel, ...] | None:
    """Return one of each of `tried` with none upon another nor on those `laid`, or None."""
    if len(laid) == len(tried):
        return laid
    for label in tried[len(laid)]:
        if not any(_meet(label.box, other.box) for other in laid):
            found = _fitted(tried, (*laid, label))
            if found is not None:
                return found
    return None
