"""The look of Numbers: the sealed letter, the tape of hits and misses, the share over time.

Tape and share are drawn from a `Tally`, which counts the turns of a match. The share lies in a
zone: dice, a typical person, a coin, or clockwork. The first border is chance's own, and moves with
the number of keys: up to it no person differs from dice. The others are shares of hits among four
keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from games.intervals import chance_band
from games.numbers.rules import CHANCE_OF_HIT, MACHINE, PERSON, ROW
from games.numbers.tally import TAPE_LENGTH, Tally
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import NOTE, SEAT_COLOURS
from games.shell.mind.first_rules import RuleLine, icon_rule
from games.spec import Params

_RULES: Final = (
    icon_rule("I write down my guess before you press.", "lock"),
    icon_rule("Press 1, 2, 3 or 4: surprise me.", "keyboard"),
    icon_rule("Luck finds one key in four. More than luck, and you lose.", "dice"),
)


def rule_lines(params: Params) -> Sequence[RuleLine]:
    """Return the rules in three lines with pictures, the same for all `params`."""
    return _RULES


class Zone(NamedTuple):
    """A zone of shares of hits, up to `top`: its name, and whom a person in it is like."""

    name: str
    top: float
    like: str


PERSON_TOP: Final = 0.45
"""Up to here hits are as often as people's choices: the original's author claimed 35 to 40%, and of
people's own choices among three 51% were foreseen where 33% is chance; the middle of both, by
hand."""
COIN_TOP: Final = 0.7
"""About one in two, as if only two keys were left: by hand, as far above a half as below 0.9."""
DICE: Final = Zone("dice", 0.0, "dice")
HUMAN: Final = Zone("person", PERSON_TOP, "typical person")
COIN: Final = Zone("coin", COIN_TOP, "coin")
METRONOME: Final = Zone("clockwork", 1.0, "clockwork")
ZONES: Final = (DICE, HUMAN, COIN, METRONOME)


def zone_of(hits: int, pressed: int) -> Zone:
    """Return the zone of `hits` among the keys `pressed`; dice before there are any."""
    share = hits / max(1, pressed)
    if share <= chance_band(pressed, CHANCE_OF_HIT)[1]:
        return DICE
    return next(zone for zone in ZONES[1:] if share <= zone.top)


def borders(pressed: int) -> tuple[tuple[Zone, float, float], ...]:
    """Return each zone that has room after `pressed` keys, with its lowest and highest share."""
    low, found = 0.0, []
    chance = chance_band(pressed, CHANCE_OF_HIT)[1]
    for zone in ZONES:
        high = chance if zone is DICE else zone.top
        if high > low:
            found.append((zone, low, high))
            low = high
    return tuple(found)


# Keys, points and units; chosen by eye.
ENVELOPE_SHAPE: Final = 3 / 2
NARROWEST_DIGIT: Final = 9.0
READABLE_CELL: Final = 12.0
WINDOW: Final = 100  # an endless game's plot widens by so many keys at a time

BAND_WORDS: Final = (
    "Grey: where chance alone ends in 95 of 100 games",
    "Grey: chance, 95 of 100 games",
    "Grey: chance",
)
SCALE_WORDS: Final = ("As easy to guess as", "As easy as", "Easy as")

HIT, MISS = SEAT_COLOURS[MACHINE], SEAT_COLOURS[PERSON]
"""A hit is the machine's success, a miss the person's; tick and ring say the same."""


def band_points(keys: int) -> tuple[tuple[int, float, float], ...]:
    """Return the band of chance: (number of keys, lowest, highest share) up to `keys` keys."""
    numbers: list[int] = []
    number = 1
    while number < keys:
        numbers.append(number)
        number += max(1, number // 8)
    return tuple((n, *chance_band(n, CHANCE_OF_HIT)) for n in (*numbers, max(1, keys)))


def plot_length(keys: int, pressed: int) -> int:
    """Return the number of keys that the plot spans: all `keys` of a game, or what an endless one
    filled.

    `pressed` is the number of keys pressed.
    """
    return keys or WINDOW * max(1, -(-pressed // WINDOW))


def draw_share(
    canvas: Canvas, box: Box, tally: Tally, band: tuple[tuple[int, float, float], ...]
) -> None:
    """Draw the share of hits of a `tally` over the keys, within the band that chance explains."""
    x, y, w, h = box
    last = max(2, band[-1][0])

    def place(number: float, share: float) -> Point:
        return x + w * (number - 1) / (last - 1), y + h * (1.0 - share)

    def paint() -> None:
        upper = [place(n, high) for n, _, high in band]
        lower = [place(n, low) for n, low, _ in band]
        canvas.polygon([*upper, *reversed(lower)], canvas.theme.mix("ink", "line", 0.62))
        for _, low, _ in borders(last)[1:]:
            edge = place(1, low)[1]
            canvas.line((x, edge), (x + w, edge), "line", 1)
        canvas.line((x, y + h), (x + w, y + h), "line", 1)
        level = place(1, CHANCE_OF_HIT)[1]
        canvas.line((x, level), (x + w, level), "quiet", 1.5)

    canvas.picture((x - 2, y - 2, w + 4, h + 4), ("band of chance", last), paint)
    points = [place(*point) for point in tally.curve]
    if tally.pressed:
        points.append(place(tally.pressed, tally.share))
        canvas.polyline(points, HIT, 3)
        canvas.circle(points[-1], 8, "ink")
        canvas.circle(points[-1], 6, HIT)


def draw_scale(canvas: Canvas, plot: Box, right: float, tally: Tally, keys: int) -> None:
    """Draw, beside the `plot` of `keys` keys, up to `right`, the meaning of a share of hits.

    The zone of `tally` is brighter. Chance reaches further over few keys than over all of them:
    where it explains the share, its present reach is shown, not the later one, and the present zone
    has no end of its own.
    """
    x, (_, y, _, h) = plot[0] + plot[2] + 8, plot
    w = right - x
    now = zone_of(tally.hits, tally.pressed) if tally.pressed else None
    heading, size = fitting(canvas, SCALE_WORDS, (NOTE,), w, "bold")
    canvas.text(heading, (x, y - 14), size, "quiet", "bold", max_width=w)
    reach = chance_band(tally.pressed, CHANCE_OF_HIT)[1] if now is DICE else 0.0
    for zone, low, high in borders(keys):
        place = (x, y + h * (1.0 - (low + high) / 2))
        ink, face = ("paper", "bold") if zone is now else ("quiet", "text")
        told, _ = fitting(canvas, scale_words(zone, high, reach), (NOTE,), w, face)
        canvas.text(told, place, NOTE, ink, face, max_width=w)


def scale_words(zone: Zone, high: float, reach: float) -> list[str]:
    """Return the words at a `zone` that ends with the share `high`, longest first, for where it
    fits.

    `reach` is the present reach of chance, 0 where it does not explain the hits.
    """
    names = [zone.like, zone.name]
    if zone is DICE and reach:
        return [f"{zone.like}, now up to {reach:.0%}", f"{zone.like} (up to {reach:.0%})", *names]
    if high >= 1.0:
        return names
    if high <= reach + 0.005:  # rounded it would seem as far
        return [f"{zone.like}: too early", *names]
    return [*(f"{name} (up to {high:.0%})" for name in names), *names]


def draw_band_words(canvas: Canvas, plot: Box) -> None:
    """Draw the meaning of the grey band, under the `plot`."""
    x, y, w, h = plot
    text, size = fitting(canvas, BAND_WORDS, (NOTE,), w)
    canvas.text(text, (x, y + h + 14), size, "quiet", max_width=w)


def fitting(
    canvas: Canvas, texts: Sequence[str], sizes: Sequence[float], room: float, face: str = "text"
) -> tuple[str, float]:
    """Return the first text that fits at a size, and the size; else the last at the last."""
    choices = [(text, size) for text in texts for size in sizes]
    fitting = (c for c in choices if canvas.text_width(*c, face) <= room)
    return next(fitting, choices[-1])


def draw_mark(canvas: Canvas, centre: Point, radius: float, hit: bool) -> None:
    """Draw a tick on a disc for a `hit`, a hollow ring for a miss, of a `radius` around
    `centre`.
    """
    if hit:
        canvas.circle(centre, radius, HIT)
        canvas.icon("check", centre, radius * 1.3, "ink")
    else:
        canvas.ring(centre, radius, MISS, max(1.5, radius * 0.2))


def draw_tape(
    canvas: Canvas, box: Box, tally: Tally, shift: float = 0.0, cells: int = TAPE_LENGTH
) -> None:
    """Draw the latest keys of a `tally` on a paper tape that comes out of a brass slot at the
    right.

    Hits stand on a ground of their own with a tick, misses have a hollow ring. `shift` (0..1) is
    how far the newest cell has still to come out; `cells` of them have room.
    """
    x, y, w, h = box
    cell = (w - 28) / cells
    mouth = x + w - 20
    shown = list(tally.tape)[-cells - 1 :]
    count = len(shown)
    theme = canvas.theme
    canvas.rect((x, y + 4, mouth - x, h - 8), theme.mix("ink", "raised", 0.6), 2)
    with canvas.clip((x, y - 4, mouth - x, h + 8)):
        left = mouth - (count - shift) * cell
        end = 0.0 if count < cells else cell
        if count:
            canvas.rect((left - end - 4, y + 4, mouth - left + end + 4, h - 8), "paper", 2)
        for number, (key, hit) in enumerate(shown):
            _draw_cell(canvas, (left + number * cell, y + 4, cell, h - 8), key, hit)
        for number in range(count):
            if (tally.pressed - count + number) % ROW == 0 and tally.pressed > count - number:
                canvas.rect((left + number * cell - 1.5, y, 3, h), "brass")
    canvas.rect((mouth - 2, y - 4, 22, h + 8), theme.mix("brass", "ink", 0.35), 6)
    canvas.rect((mouth - 2, y, 5, h), "brass", 2)


def readable_cells(canvas: Canvas, width: float) -> int:
    """Return the number of cells of a tape of this `width` whose digits can be read."""
    cell = READABLE_CELL * canvas.theme.text_size(NOTE) / NOTE
    return min(TAPE_LENGTH, int((width - 28) // cell))


def _draw_cell(canvas: Canvas, box: Box, key: str, hit: bool) -> None:
    x, y, w, h = box
    middle, low = x + w / 2, y + h * 0.72
    if hit:
        canvas.rect((x + 0.5, y, w - 1, h), HIT)
    if w < NARROWEST_DIGIT:
        low = y + h / 2
    else:
        size = min(NOTE + 2.0, w * 1.5)
        canvas.text(key, (middle, y + h * 0.3), size, "ink", "bold", "centre")
    if hit:
        canvas.icon("check", (middle, low), min(14.0, w), "ink")
    else:
        ink = canvas.theme.mix(MISS, "ink", 0.4)
        canvas.ring((middle, low), min(5.0, w * 0.36), ink, 1.6)


class ChangingLine:
    """A line of small text that is another one with every key.

    It keeps its own picture, so that the canvas's cache does not fill with texts that never
    come again.
    """

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._picture: pygame.Surface | None = None

    def draw(self, canvas: Canvas, text: str, middle: Point, ink: str, room: float) -> None:
        """Draw the text centred on the point `middle` in an `ink`, cut where it is wider than
        `room`.
        """
        colour, font = canvas.theme[ink], canvas.font(NOTE)
        key = (text, colour, canvas.scale, font, room)
        if key != self._key or self._picture is None:
            self._key, self._picture = key, font.render(text, True, colour)
        picture, high = self._picture, self._picture.get_height()
        width = min(picture.get_width(), canvas.pixels(room))
        place = (canvas.x(middle[0]) - width // 2, canvas.y(middle[1]) - high // 2)
        canvas.blit(picture, place, area=pygame.Rect(0, 0, width, high))


class Letter:
    """The sealed letter: an envelope under wax, moved and turned over.

    Keeps one picture of each side's envelope at the size it was drawn last.
    """

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._sides: dict[bool, pygame.Surface] = {}

    def draw(self, canvas: Canvas, box: Box, full: Box, turn: float, broken: bool) -> None:
        """Draw the envelope in `box`, as it looks at size `full`; `turn` 0 is face on, 1 is edge
        on.

        The seal is `broken` once it was opened.
        """
        surface = self._side(canvas, full, broken)
        place = canvas.box(box)
        width = max(1, round(place.w * (1.0 - turn)))
        if (width, place.h) != surface.get_size():
            surface = pygame.transform.smoothscale(surface, (width, max(1, place.h)))
        canvas.blit(surface, surface.get_rect(center=place.center).topleft)

    def _side(self, canvas: Canvas, full: Box, broken: bool) -> pygame.Surface:
        place = canvas.box(full)
        key = (place.size, canvas.theme.high_contrast)
        if key != self._key:
            self._key, self._sides = key, {}
        found = self._sides.get(broken)
        if found is None:
            found = self._sides[broken] = envelope(canvas, max(1, place.w), max(1, place.h), broken)
        return found


def envelope(canvas: Canvas, width: int, height: int, broken: bool) -> pygame.Surface:
    """Return an envelope, `width` x `height` pixels, with its seal, whole or `broken`."""
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    picture.blit(canvas.sprites("envelope", width, height), (0, 0))
    side = max(1, round(height * 0.52))
    name = "seal-broken" if broken else "seal-closed"
    seal = canvas.sprites(name, side, side, wax=canvas.theme["brass"])
    picture.blit(seal, seal.get_rect(center=(width // 2, round(height * 0.58))))
    return picture
