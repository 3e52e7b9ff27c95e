"""Matches as pictures: a replay as one PNG file a moment, and the scene of a match as an array.

Each picture of a replay is the same on every machine: it waits until its minds are there and all
motion has ended. The laboratory asks for `picture_of` by name, since it does not need a window.
"""

from __future__ import annotations

import io
import itertools
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from games import catalog
from games.core import Log, Seating
from games.match import Match
from games.session.film import NAP, FilmedMatch
from games.session.replaying import replay_setup
from games.session.setup import HUMAN, Shown
from games.shell.app import App
from games.shell.audio.sound import Sound
from games.shell.draw.canvas import Canvas
from games.shell.draw.gif import pixels_of, write_gif
from games.shell.pages.past.replay import ReplayPage
from games.shell.shell import Shell
from games.shell.start import DOORS, open_app
from games.store.files import Store
from games.store.library import Library

SETTLE: Final = 30
"""So many steps of `STEP` seconds pass at a moment before it is drawn, and as many before it is
drawn again: bars have then arrived."""
STEP: Final = 1 / 15
GIF_SIZE: Final = (640, 360)
"""Pixels; half as large as the pictures, so that a match is a few megabytes."""
SIZE: Final = (640, 480)
"""The size of the picture of a match, in pixels."""
MOST_WAITS: Final = 10_000
"""So often a moment is looked at before its picture is taken as it is: beliefs come by steps."""


def film_match(shown: Shown, folder: Path) -> list[Path]:
    """Write the pictures of a replay into a `folder`, 1280 x 720; return them in their order.

    It needs no screen and reads no player's files. Raises `ValueError` for a match that cannot be
    played here, and `OSError` where a picture cannot be written.
    """
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    app = open_app(None, True, (1280, 720))
    app.push(app.first_scene())
    try:
        return film(app, shown, folder)
    except pygame.error as problem:
        raise OSError(str(problem)) from problem
    finally:
        app.close()


def film(app: App, shown: Shown, folder: Path) -> list[Path]:
    """Write a picture of every moment of a match into a `folder`: 0000.png is the start.

    Returns the files in their order. Raises `OSError` and `pygame.error` where they cannot be
    written, also where a file of that name exists, and `ValueError` for a match that cannot be
    played here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = ReplayPage(app, shown)
    app.push(page)
    page.playing = False
    for _ in range(SETTLE):
        app.frame(STEP)  # the page fades in
    found = []
    for moment in range(page.again.moments + 1):
        settle(page, moment)
        arrive(app, page)
        path = folder / f"{moment:04d}.png"
        write_new(app.window, path)
        found.append(path)
    app.pop()
    return found


def animate(pictures: Sequence[Path], path: Path, milliseconds: int) -> None:
    """Write the files of `pictures` as one GIF, each seen for `milliseconds`; raises `OSError`."""
    try:
        found = (pixels_of(pygame.image.load(file), GIF_SIZE) for file in pictures)
        write_gif(found, path, milliseconds)
    except pygame.error as problem:
        raise OSError(str(problem)) from problem


def arrive(app: App, page: ReplayPage) -> None:
    """Draw the moment of a `page`, all in place: bars know their goal once they were drawn."""
    app.draw()
    for _ in range(SETTLE):
        page.update(STEP)
    app.draw()


def write_new(picture: pygame.Surface, path: Path) -> None:
    """Write a `picture` as the new PNG file `path`, replacing no file and following no link."""
    held = io.BytesIO()
    pygame.image.save(picture, held, path.name)
    with path.open("xb") as file:
        file.write(held.getvalue())


def settle(page: ReplayPage, moment: int) -> None:
    """Let a `page` stand at a moment until all that belongs to it is there."""
    page.go_to(moment)
    page.wait_for_minds()
    for number in itertools.count():
        page.update(STEP)
        if (number >= SETTLE and page.again.ready) or number >= MOST_WAITS:
            return
        if number >= SETTLE:
            time.sleep(NAP)  # a thread thinks over it


class _Easel(Shell):
    """A shell without a window, for one scene that is drawn once."""

    def _begin_fade(self) -> None:
        """Show each scene at once."""


def picture_of(match: Match[Any]) -> npt.NDArray[np.uint8]:
    """Return the scene of a `match` as it stands, (480, 640, 3); all lies open in it."""
    _open_nothing()
    places = match.game.spec.seats_for(match.params)
    names = [match.game.spec.usual_agent(place) for place in places]
    seats = tuple(
        Seating(HUMAN if place.people else name) for place, name in zip(places, names, strict=True)
    )
    log = Log(match.game.spec.id, dict(match.params), match.seed, seats, list(match.turns))
    setup = replay_setup(log)
    shell = _Easel(Library(Store(None)), Sound(silent=True), DOORS, demo=True)
    surface = pygame.Surface(SIZE).convert()
    canvas = Canvas(surface, shell.theme)
    shell.size = (canvas.width, canvas.height)
    scene = catalog.scene(log.game).Scene.open(shell, setup, FilmedMatch(setup, log.turns))
    shell.stack.append(scene)
    scene.mind_open = False
    scene.layout(*shell.size)
    scene.session.go_to(len(log.turns))
    scene.changed()
    for _ in range(SETTLE):
        scene.update(STEP)
    canvas.begin_frame()
    canvas.fill("ink")
    scene.draw(canvas)
    canvas.end_frame()
    scene.leave()
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def _open_nothing() -> None:
    """Start what pygame draws with, without a window; a program's own window stays."""
    if pygame.display.get_surface() is None:
        before = os.environ.get("SDL_VIDEODRIVER")
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.display.set_mode((1, 1))
        if before is None:
            del os.environ["SDL_VIDEODRIVER"]
        else:
            os.environ["SDL_VIDEODRIVER"] = before
    pygame.font.init()
