"""Frames that are drawn in part, against the same frames drawn whole."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame
import pytest

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from tests.support.frames import pixels
from tests.support.sweep import Sweep, Try, row

SIZE = (240, 180)
COLOURS = ("sky", "orange", "green", "purple", "paper")
Paint = Callable[[Canvas], None]


@pytest.fixture(scope="module", autouse=True)
def _fonts() -> None:
    pygame.font.init()


def canvas_of(size: tuple[int, int] = SIZE) -> Canvas:
    canvas = Canvas(pygame.Surface(size), Theme())
    canvas.resize(canvas.surface, size)
    return canvas


def frame(canvas: Canvas, *paints: Paint) -> list[pygame.Rect]:
    canvas.begin_frame()
    canvas.fill("ink")
    for paint in paints:
        paint(canvas)
    return canvas.end_frame()


def box(x: float, y: float, w: float, h: float, colour: str = "sky") -> Paint:
    return lambda canvas: canvas.rect((x, y, w, h), colour)


# -- what is drawn again ---------------------------------------------------------------------


def test_a_frame_like_the_one_before_draws_nothing() -> None:
    canvas = canvas_of()
    assert frame(canvas, box(10, 10, 30, 30)) == [pygame.Rect(0, 0, *SIZE)]
    assert frame(canvas, box(10, 10, 30, 30)) == []


def test_what_moves_is_drawn_where_it_was_and_where_it_is() -> None:
    canvas = canvas_of((1000, 1000))
    frame(canvas, box(10, 10, 30, 30))
    changed = frame(canvas, box(910, 910, 30, 30))
    assert changed == [pygame.Rect(10, 10, 30, 30), pygame.Rect(910, 910, 30, 30)]


def test_what_comes_and_goes_leaves_its_neighbours_alone() -> None:
    canvas = canvas_of((1000, 1000))
    around = [box(x, 10, 20, 20) for x in range(0, 1000, 50)]
    frame(canvas, *around)
    middle = box(500, 900, 40, 40)
    assert frame(canvas, *around[:9], middle, *around[9:]) == [pygame.Rect(500, 900, 40, 40)]
    assert frame(canvas, *around) == [pygame.Rect(500, 900, 40, 40)]


def test_what_changes_its_order_is_drawn_again() -> None:
    canvas = canvas_of()
    below, above = box(20, 20, 60, 60), box(40, 40, 60, 60, "orange")
    frame(canvas, below, above)
    assert frame(canvas, above, below, box(200, 100, 9, 9))
    assert canvas.surface.get_at((60, 60))[:3] == Theme()["sky"]


def test_places_close_to_each_other_are_drawn_together_and_never_many() -> None:
    canvas = canvas_of((1200, 1200))
    frame(canvas, box(10, 10, 20, 20), box(40, 10, 20, 20))
    assert frame(canvas) == [pygame.Rect(10, 10, 50, 20)]
    corners = [box(x, y, 20, 20) for x in range(0, 1200, 240) for y in range(0, 1200, 240)]
    assert 1 <= len(frame(canvas, *corners)) <= 8


def test_a_surface_drawn_on_again_needs_another_look() -> None:
    canvas, picture = canvas_of(), pygame.Surface((40, 40))
    for number in range(3):
        picture.fill((number * 100, 0, 0))
        changed = frame(canvas, lambda c, look=number: c.blit(picture, (5, 5), look=look))
        assert changed
        assert canvas.surface.get_at((20, 20))[0] == number * 100


def test_who_asks_for_the_surface_draws_on_what_was_said_before() -> None:
    canvas = canvas_of()
    seen = []

    def direct(canvas: Canvas) -> None:
        seen.append(canvas.surface.get_at((15, 15))[:3])
        canvas.surface.fill((1, 2, 3), (100, 100, 9, 9))

    whole = [pygame.Rect(0, 0, *SIZE)]
    assert frame(canvas, box(10, 10, 30, 30), direct, box(150, 10, 9, 9)) == whole
    assert seen == [Theme()["sky"]]
    assert canvas.surface.get_at((104, 104))[:3] == (1, 2, 3)
    assert frame(canvas, box(10, 10, 30, 30), box(150, 10, 9, 9)) == whole, "nothing was known"
    assert frame(canvas, box(10, 10, 30, 30), box(150, 10, 9, 9)) == []


def test_a_picture_is_kept_only_when_all_of_it_was_drawn() -> None:
    canvas, painted = canvas_of(), []

    def kept(canvas: Canvas) -> None:
        def paint() -> None:
            painted.append(1)
            canvas.rect((20, 20, 60, 60), "orange")

        canvas.picture((20, 20, 60, 60), "kept", paint)

    cover = box(0, 0, *SIZE, "green")
    frame(canvas, kept, cover)  # nobody sees it, so nobody draws it
    frame(canvas, kept)
    assert len(painted) == 2
    assert canvas.surface.get_at((40, 40))[:3] == Theme()["orange"]
    frame(canvas, kept)
    frame(canvas, kept)
    assert len(painted) == 2
    assert canvas.surface.get_at((40, 40))[:3] == Theme()["orange"]


def test_a_part_of_a_canvas_belongs_to_its_frame() -> None:
    canvas = canvas_of()

    def upper(canvas: Canvas) -> None:
        part = canvas.upper_part(60, (120, 30))
        with canvas.clip((0, 0, SIZE[0], 60)):
            part.rect((0, 20, 120, 40), "orange")

    frame(canvas, upper)
    assert frame(canvas, upper) == []
    assert canvas.surface.get_at((100, 59))[:3] == Theme()["orange"]
    assert canvas.surface.get_at((100, 60))[:3] == Theme()["ink"]


def test_what_is_drawn_onto_another_surface_is_no_part_of_the_frame() -> None:
    canvas, other = canvas_of(), pygame.Surface(SIZE)
    frame(canvas)

    def aside(canvas: Canvas) -> None:
        with canvas.onto(other):
            canvas.rect((10, 10, 30, 30), "orange")

    assert frame(canvas, aside) == []
    assert other.get_at((20, 20))[:3] == Theme()["orange"]


# -- random frames ---------------------------------------------------------------------------


def any_paint(rng: Random) -> Paint:
    """Something to draw: anything a canvas can, anywhere, beyond the edges too."""
    x, y, w, h = rng.randrange(-20, 220), rng.randrange(-20, 160), rng.randrange(90), rng.random()
    tall, colour, alpha = h * 90, rng.choice(COLOURS), rng.choice((40, 130, 255))
    place = (x + h, y, w, tall)
    corners = [(rng.uniform(-20, 260), rng.uniform(-20, 200)) for _ in range(4)]
    makers: tuple[Paint, ...] = (
        lambda c: c.rect(place, colour, alpha=alpha),
        lambda c: c.rect(place, colour, 9, alpha),
        lambda c: c.panel(place, "raised", colour, 2, 8),
        lambda c: c.outline(place, colour, 3, 7),
        lambda c: c.circle((x, y), 4 + tall / 3, colour),
        lambda c: c.ring((x, y), 4 + tall / 3, colour, 3),
        lambda c: c.line(*corners[:2], colour, 1 + 4 * h),
        lambda c: c.polyline(corners, colour, 1 + h),
        lambda c: c.polygon(corners, colour, alpha),
        lambda c: c.shade(place, colour, 20, 200),
        lambda c: _text(c, str(w), (x, y), colour, alpha),
        lambda c: c.picture(place, (place, colour), lambda: c.rect(place, colour)),
    )
    paint = rng.choice(makers)
    if rng.random() < 0.2:
        return lambda c: _clipped(c, (20.0, 30.0, 120.0, 90.0), paint)
    return paint


def _text(canvas: Canvas, text: str, place: tuple[int, int], colour: str, alpha: int) -> None:
    canvas.text(text, place, 24, colour, alpha=alpha)


def _clipped(canvas: Canvas, inside: tuple[float, float, float, float], paint: Paint) -> None:
    with canvas.clip(inside):
        paint(canvas)


def another(rng: Random, paints: list[Paint]) -> list[Paint]:
    """The next frame: some come, go, change or change their places, most stay."""
    found = list(paints)
    for _ in range(rng.randrange(4)):
        place, way = rng.randrange(len(found)), rng.randrange(4)
        if way == 0:
            found.insert(place, any_paint(rng))
        elif way == 1 and len(found) > 1:
            del found[place]
        elif way == 2:
            found[place] = any_paint(rng)
        else:
            found.append(found.pop(place))
    return found


@row("frames of a canvas", everyday=60, full=20_000, each=20)
def test_random_frames_in_part_are_as_whole(sweep: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.shell.draw.display_list.APART", 500)  # the surface is small

    def check(one: Try) -> str:
        canvas, other = canvas_of(), canvas_of()
        paints = [any_paint(one.rng) for _ in range(12)]
        for number in range(one.each):
            frame(canvas, *paints)
            other.forget_frame()
            frame(other, *paints)
            assert pixels(canvas.surface) == pixels(other.surface), number
            paints = another(one.rng, paints)
        return "as whole"

    sweep.run(check)


def test_the_whole_is_what_a_frame_without_steps_draws() -> None:
    """Recorded or not: the same pixels."""
    rng, canvas, plain = Random(5), canvas_of(), canvas_of()
    for _ in range(20):
        paints = [any_paint(rng) for _ in range(12)]
        frame(canvas, *paints)
        plain.fill("ink")
        for paint in paints:
            paint(plain)
        assert pixels(canvas.surface) == pixels(plain.surface)
