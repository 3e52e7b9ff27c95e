"""A living picture at more than one size: one is drawn, the others stay, and few are kept."""

from __future__ import annotations

import pygame
import pytest

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.miniature import Miniature, Part
from games.shell.pages.poster import LARGEST_BACKDROP, Poster, draw_backdrop
from tests.support.cases import GROWN
from tests.support.hands import Rig

LARGE, SMALL = (10.0, 10.0, 320.0, 180.0), (700.0, 10.0, 160.0, 90.0)


def pixels(canvas: Canvas, box: tuple[float, float, float, float]) -> bytes:
    return pygame.image.tobytes(canvas.surface.subsurface(canvas.box(box)), "RGB")


@pytest.fixture
def poster(rig: Rig) -> Poster:
    made = Poster("numbers")
    made.load(rig.app.theme)
    return made


def test_each_size_is_drawn_by_itself_and_the_other_stays(rig: Rig, poster: Poster) -> None:
    canvas = rig.app.canvas
    poster.refresh(canvas, LARGE)
    poster.refresh(canvas, SMALL)
    poster.draw(canvas, SMALL)
    before = pixels(canvas, SMALL)
    poster.update(2.0)
    poster.refresh(canvas, LARGE)
    poster.draw(canvas, LARGE)
    poster.draw(canvas, SMALL)
    assert pixels(canvas, SMALL) == before
    poster.refresh(canvas, SMALL)
    poster.draw(canvas, SMALL)
    assert pixels(canvas, SMALL) != before


def test_a_smaller_copy_is_made_once_and_an_enlarged_one_never_kept(
    rig: Rig, poster: Poster
) -> None:
    canvas = rig.app.canvas
    poster.refresh(canvas, LARGE)
    poster.draw(canvas, SMALL)
    assert poster.has(canvas.box(SMALL).size)
    poster.forget(canvas.box(SMALL).size)
    poster.refresh(canvas, SMALL)
    poster.draw(canvas, LARGE)
    assert not poster.has(canvas.box(LARGE).size), "it is to be drawn sharp"


def test_few_sizes_are_kept(rig: Rig, poster: Poster) -> None:
    canvas, boxes = rig.app.canvas, {w: (0.0, 0.0, float(w), w / 2) for w in range(100, 500, 50)}
    for box in boxes.values():
        poster.refresh(canvas, box)
    kept = [wide for wide, box in boxes.items() if poster.has(canvas.box(box).size)]
    assert kept == [400, 450]
    poster.forget()
    assert poster.picture is None


def test_a_fault_of_the_miniature_is_told_and_stays(rig: Rig, poster: Poster) -> None:
    poster.refresh(rig.app.canvas, LARGE)
    poster.miniature.draw = None
    poster.update(2.0)
    assert isinstance(poster.refresh(rig.app.canvas, LARGE), TypeError)
    assert poster.problem.startswith("TypeError")
    assert poster.refresh(rig.app.canvas, LARGE) is None


def test_the_backdrop_fills_every_window(rig: Rig) -> None:
    for size in ((640, 480), (2600, 1441)):
        surface = pygame.Surface(size).convert()
        surface.fill((255, 0, 255))
        draw_backdrop(Canvas(surface, Theme()))
        assert all(
            surface.get_at((x, y))[:3] != (255, 0, 255)
            for x in (0, size[0] - 1)
            for y in (0, size[1] - 1)
        )
    assert size[0] * size[1] > LARGEST_BACKDROP


# -- only what has changed -----------------------------------------------------------------


def watched(poster: Poster, monkeypatch: pytest.MonkeyPatch) -> list[pygame.Rect]:
    """Where the miniature of a poster is drawn from now on, in pixels of its picture."""
    clips: list[pygame.Rect] = []
    draw = poster.miniature.draw

    def watch(canvas: Canvas) -> None:
        clips.append(canvas.surface.get_clip())
        draw(canvas)

    monkeypatch.setattr(poster.miniature, "draw", watch)
    return clips


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize(
    ("wide", "frames"),
    [(330, 60), *(pytest.param(w, 600, marks=pytest.mark.sweep) for w in (197, 853, 2544))],
)
def test_drawn_in_parts_every_frame_is_the_same_as_drawn_whole(
    rig: Rig, game: str, wide: int, frames: int
) -> None:
    canvas, drawn = rig.app.canvas, 0.0
    box = (0.0, 0.0, wide / canvas.scale, wide * 9 / 16 / canvas.scale)
    parts, whole = Poster(game), Poster(game)
    for poster in (parts, whole):
        poster.load(rig.app.theme)
    for frame in range(frames):
        for poster in (parts, whole):
            poster.update(1 / 15)
            poster.refresh(canvas, box)
            assert poster.problem == ""
        assert parts.picture is not None
        assert whole.picture is not None
        same = pygame.image.tobytes(parts.picture, "RGB") == pygame.image.tobytes(
            whole.picture, "RGB"
        )
        assert same, frame
        changed = parts.draw_changes(canvas, box)
        drawn += sum(w * h for _, _, w, h in changed) / (box[2] * box[3])
        whole.forget()  # so that nothing of it is there already
    if game in GROWN:
        assert drawn < 0.75 * frames, "some of it stands still most of the time"


def test_what_has_not_changed_is_not_drawn(
    rig: Rig, poster: Poster, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = rig.app.canvas
    clips = watched(poster, monkeypatch)
    poster.refresh(canvas, LARGE)
    whole = pygame.Rect((0, 0), canvas.box(LARGE).size)
    assert clips == [whole]
    assert poster.draw_changes(canvas, LARGE) == [pytest.approx(LARGE, abs=1)]
    poster.refresh(canvas, LARGE)  # no time has passed
    assert clips == [whole]
    assert poster.draw_changes(canvas, LARGE) == []
    poster.update(1.2)
    poster.refresh(canvas, LARGE)
    assert len(clips) > 1
    assert all(whole.contains(clip) and clip != whole for clip in clips[1:])
    poster.refresh(canvas, SMALL)  # another size is drawn whole
    assert clips[-1] == pygame.Rect((0, 0), canvas.box(SMALL).size)


def test_the_changes_are_brought_to_the_window_where_they_are(rig: Rig, poster: Poster) -> None:
    canvas = rig.app.canvas
    canvas.fill("ink")
    poster.refresh(canvas, LARGE)
    poster.draw(canvas, LARGE)
    for _ in range(30):
        poster.update(1 / 15)
        poster.refresh(canvas, LARGE)
        for x, y, w, h in poster.draw_changes(canvas, LARGE):
            assert LARGE[0] - 1 <= x <= x + w <= LARGE[0] + LARGE[2] + 1
            assert LARGE[1] - 1 <= y <= y + h <= LARGE[1] + LARGE[3] + 1
        assert poster.picture is not None
        assert pixels(canvas, LARGE) == pygame.image.tobytes(poster.picture, "RGB")


def test_places_far_apart_are_drawn_apart_where_that_saves_much(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Two(Miniature):
        look = 0

        def parts(self, canvas: Canvas) -> dict[str, Part]:
            ends = {"left": (0.0, 0.0, 20.0, 20.0), "right": (300.0, 160.0, 20.0, 20.0)}
            return {name: Part(self.look, box) for name, box in ends.items()}

    for wide, times in ((320, 1), (2560, 2)):
        made, canvas = Poster("numbers"), Canvas(pygame.Surface((2560, 1440)), Theme())
        made.miniature = Two(Theme())
        clips, box = watched(made, monkeypatch), (0.0, 0.0, wide / 2, wide * 9 / 32)
        made.refresh(canvas, box)
        made.miniature.look = 1
        made.refresh(canvas, box)
        assert len(clips) == 1 + times, wide
        assert made.draw_changes(canvas, box)[0][2] == pytest.approx(
            box[2] if times == 1 else box[2] / 16, abs=4
        )
