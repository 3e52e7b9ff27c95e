"""Make the three font files of the arcade from the unchanged OFL originals.

Data: static TrueType files of Fredoka SemiBold and Atkinson Hyperlegible, as Google Fonts gives
them out. Two things are changed, which the Open Font License allows (neither font reserves its
name): digits get one width, so that a number does not move when it changes, and a few signs that
the texts need are added as strokes (arrows, tick, cross, and the marks of the seats).

Needs fonttools; it is run by hand when a font is renewed, never by the arcade:

    python assets/fonts/build_fonts.py SOURCE.ttf TARGET.ttf
"""

import itertools
import math
import sys
from collections.abc import Sequence

from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]

Point = tuple[float, float]
DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
ADVANCE = 640  # width of every added sign, font units of a 1000-unit em
# Signs as strokes: polylines in font units, the axis of text at y = 290.
STROKES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "→": (((80, 290), (560, 290)), ((380, 470), (560, 290), (380, 110))),
    "←": (((560, 290), (80, 290)), ((260, 470), (80, 290), (260, 110))),
    "↑": (((320, 50), (320, 530)), ((140, 350), (320, 530), (500, 350))),
    "↓": (((320, 530), (320, 50)), ((140, 230), (320, 50), (500, 230))),
    "✓": (((90, 280), (250, 110), (550, 500)),),
    "✗": (((120, 490), (520, 90)), ((120, 90), (520, 490))),
}
SHAPES: dict[str, tuple[Point, ...]] = {
    "●": tuple(
        (320 + 230 * math.cos(a * math.pi / 24), 290 - 230 * math.sin(a * math.pi / 24))
        for a in range(48)
    ),
    "▲": ((70, 80), (320, 540), (570, 80)),
    "■": ((110, 80), (110, 500), (530, 500), (530, 80)),
    "◆": ((320, 20), (60, 290), (320, 560), (580, 290)),
}


def capsule(start: Point, end: Point, radius: float) -> list[Point]:
    """The outline, clockwise, of a stroke from ``start`` to ``end`` with round ends."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    outline = []
    for centre, turn in ((end, angle + math.pi / 2), (start, angle - math.pi / 2)):
        for step in range(13):
            a = turn - math.pi * step / 12
            outline.append((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)))
    return outline


def contours(sign: str, radius: float) -> list[Sequence[Point]]:
    """The closed outlines of one added sign, strokes ``2 * radius`` wide."""
    if sign in SHAPES:
        return [SHAPES[sign]]
    found: list[Sequence[Point]] = []
    for line in STROKES[sign]:
        found.extend(capsule(a, b, radius) for a, b in itertools.pairwise(line))
    return found


def add_sign(font: TTFont, sign: str, radius: float) -> None:
    """Add one sign as a new glyph, unless the font has it."""
    if ord(sign) in font.getBestCmap():
        return
    pen = TTGlyphPen(None)
    for outline in contours(sign, radius):
        pen.moveTo((round(outline[0][0]), round(outline[0][1])))
        for x, y in outline[1:]:
            pen.lineTo((round(x), round(y)))
        pen.closePath()
    name = f"uni{ord(sign):04X}"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    glyph = pen.glyph()
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (ADVANCE, glyph.xMin)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(sign)] = name


def even_digits(font: TTFont) -> None:
    """Give all digits one width: the font's own tabular ones, or its digits centred."""
    order = set(font.getGlyphOrder())
    if "zero.tf" in order:
        for table in font["cmap"].tables:
            for value, name in enumerate(DIGITS):
                if ord("0") + value in table.cmap:
                    table.cmap[ord("0") + value] = f"{name}.tf"
        return
    width = max(font["hmtx"][name][0] for name in DIGITS)
    for name in DIGITS:
        glyph = font["glyf"][name]
        shift = (width - (glyph.xMax - glyph.xMin)) // 2 - glyph.xMin
        glyph.coordinates.translate((shift, 0))
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, glyph.xMin)


def main(source: str, target: str) -> None:
    """Read ``source``, change digits and add signs, and write ``target``."""
    font = TTFont(source)
    heavy = font["OS/2"].usWeightClass >= 600
    even_digits(font)
    for sign in (*STROKES, *SHAPES):
        add_sign(font, sign, 62 if heavy else 42)
    font.save(target)


if __name__ == "__main__":
    main(*sys.argv[1:3])
