"""A replay as pictures: one a moment, the same each time, the last one the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from games import catalog
from games.match import Match
from games.session.setup import Shown
from games.shell.filming import SETTLE, arrive, film, picture_of, settle, write_new
from games.shell.pages.past.replay import ReplayPage
from tests.support.hands import Rig
from tests.support.replays import played, thinking_here


@pytest.mark.parametrize("game", ["karate", "tracker"])
def test_each_moment_has_its_picture_and_the_same_each_time(tmp_path: Path, game: str) -> None:
    shown = Shown(played(game, 6), ["Ada"]) if game == "tracker" else Shown(played(game, 6))
    made = []
    for number in range(2):
        rig = Rig(None)
        with thinking_here():
            files = film(rig.app, shown, tmp_path / str(number) / "new")
        assert rig.app.top is rig.floor
        made.append([path.read_bytes() for path in files])
    count = 7 if game == "karate" else 4
    assert [path.name for path in files] == [f"{n:04d}.png" for n in range(count)]
    assert made[0] == made[1]
    assert len(set(made[0])) == count
    assert pygame.image.load(files[0]).get_size() == rig.app.window.get_size()


def test_on_a_picture_every_bar_has_arrived() -> None:
    """Longer waiting changes nothing, and the bars are those of the moment."""
    rig = Rig(None)
    with thinking_here():
        page = ReplayPage(rig.app, Shown(played("numbers", 9)))
        rig.show(page)
        page.playing = False
        pictures = []
        for moment in (3, 8):
            settle(page, moment)
            arrive(rig.app, page)
            pictures.append(pygame.image.tobytes(rig.app.window, "RGB"))
            for _ in range(3):
                arrive(rig.app, page)
            assert pygame.image.tobytes(rig.app.window, "RGB") == pictures[-1]
    assert pictures[0] != pictures[1]


def test_a_moment_is_waited_for_until_its_mind_is_open(tmp_path: Path) -> None:
    rig = Rig(None)
    with thinking_here():
        page = ReplayPage(rig.app, Shown(played("numbers", 9)))
        rig.show(page)
        page.playing = False
        settle(page, 7)
    assert page.moment == 7
    assert page.table.mind_view.caption == "Mind reader, before key 7"
    assert not page.table.mind_view.moving


def test_a_picture_is_written_over_nothing_and_through_no_link(tmp_path: Path) -> None:
    """Also where it came there after the folder was looked at."""
    notes, link = tmp_path / "notes", tmp_path / "0000.png"
    notes.write_text("mine")
    link.symlink_to(notes)
    for path in (notes, link):
        with pytest.raises(FileExistsError):
            write_new(pygame.Surface((2, 2)), path)
    assert notes.read_text() == "mine"


def test_a_moment_gets_the_time_in_which_bars_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, passed = Rig(None), 0
    with thinking_here():
        page = ReplayPage(rig.app, Shown(played("numbers", 9)))
        rig.show(page)
        page.playing = False
        update = page.update

        def counted(dt: float) -> None:
            nonlocal passed
            passed += 1
            update(dt)

        monkeypatch.setattr(page, "update", counted)
        settle(page, 3)
    assert SETTLE < passed < 3 * SETTLE


@pytest.mark.parametrize("game", ["ur", "numbers"])
def test_the_scene_of_a_match_is_an_array(game: str) -> None:
    kept = played(game, 3)
    match: Match[Any] = Match(catalog.rules(game), kept.params, kept.seed, {})
    start = picture_of(match)
    assert (start.shape, start.dtype.name) == ((480, 640, 3), "uint8")
    assert len(np.unique(start.reshape(-1, 3), axis=0)) > 10
    assert (picture_of(match) == start).all()
    match.replay(kept.turns)
    assert (picture_of(match) != start).any()
