"""Living pictures: every one that a help names is there and can be drawn, one is made a frame."""

from __future__ import annotations

import pytest

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.draw.prose_text import parse
from games.shell.draw.theme import Theme
from games.shell.pages.help import Gallery, help_texts
from tests.support.cases import GROWN
from tests.support.hands import Rig

BOXES = [(8.0 + 330 * number, 8.0, 320.0, 180.0) for number in range(3)]


def named(game_id: str) -> set[str]:
    """The pictures that the help of a game names."""
    blocks = [block for _, text in help_texts(game_id, {}) for block in parse(text)]
    return {block.lines[0].split("](")[1][:-1] for block in blocks if block.kind == "picture"}


@pytest.mark.parametrize("game_id", GROWN)
def test_each_picture_that_is_named_plays_and_each_that_is_made_is_named(game_id: str) -> None:
    names = named(game_id)
    assert len(names) >= 5
    made = __import__(f"games.{game_id}.pictures", fromlist=["PICTURES"]).PICTURES
    assert names == {"game", *made}


def test_one_picture_is_made_a_frame_and_all_are_redrawn_when_they_are_due(rig: Rig) -> None:
    canvas = rig.app.canvas
    gallery = Gallery("numbers", list)
    names = ("known", "free", "chance")
    for made in (1, 2, 3):
        hang(gallery, canvas, names)
        assert sum(poster.miniature is not None for poster in gallery.posters.values()) == made
        assert gallery.waiting == (made < 3)
        assert gallery.lives
    first = {name: pixels(gallery, name) for name in names}
    changed = set()
    for _ in range(40):
        hang(gallery, canvas, names)
        changed |= {name for name in names if pixels(gallery, name) != first[name]}
    assert changed == set(names)
    gallery.update(0.1)
    assert not gallery.lives


def test_a_picture_that_fails_says_so_and_the_others_play_on(rig: Rig) -> None:
    told: list[Exception] = []
    gallery = Gallery("numbers", told.append)
    for _ in range(3):
        hang(gallery, rig.app.canvas, ("nowhere", "chance"))
    assert "nowhere" in gallery.posters["nowhere"].problem
    assert gallery.posters["chance"].miniature is not None

    def broken(canvas: Canvas) -> None:
        raise ValueError("torn")

    gallery.posters["chance"].miniature.draw = broken
    hang(gallery, rig.app.canvas, ("chance",))
    assert [str(fault) for fault in told] == ["torn"]


def test_under_reduced_motion_a_picture_stands_at_its_telling_moment(rig: Rig) -> None:
    rig.app.change_settings(reduced_motion=True)
    gallery = Gallery("ur", list)
    for _ in range(3):
        hang(gallery, rig.app.canvas, ("capture", "rosette"))
    before = [pixels(gallery, name) for name in ("capture", "rosette")]
    for _ in range(10):
        hang(gallery, rig.app.canvas, ("capture", "rosette"))
    assert [pixels(gallery, name) for name in ("capture", "rosette")] == before
    board = gallery.posters["capture"].miniature
    assert board.state.squares(0) == (9,)
    assert board.state.squares(1) == ()


def hang(gallery: Gallery, canvas: Canvas, names: tuple[str, ...]) -> None:
    """A frame of these pictures."""
    gallery.update(0.1)
    for name, box in zip(names, BOXES, strict=False):
        gallery.hang(canvas, name, box)


def pixels(gallery: Gallery, name: str) -> bytes:
    """What a picture looks like now."""
    picture = gallery.posters[name].picture
    assert picture is not None
    return picture.get_buffer().raw


@pytest.mark.parametrize("game_id", GROWN)
def test_pictures_of_all_games_come_round(game_id: str, rig: Rig) -> None:
    theme = Theme()
    for name in sorted(named(game_id) - {"game"}):
        picture = catalog.picture(game_id, name)(theme)
        canvas = rig.app.canvas.sibling(rig.app.canvas.surface, picture.units)
        seen = set()
        for _ in range(24):
            picture.update(0.4)
            picture.draw(canvas)
            seen.add(canvas.surface.get_buffer().raw)
            if len(seen) > 2:
                break
        assert len(seen) > 2, name
