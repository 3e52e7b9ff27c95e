"""A replay as pictures: one PNG file a moment, the same on every machine.

Each picture waits until its minds are there and all motion has ended.
"""

from __future__ import annotations

import io
import itertools
import time
from pathlib import Path
from typing import Final

import pygame

from games.session.film import NAP
from games.session.setup import Shown
from games.shell.app import App
from games.shell.pages.past.replay import ReplayPage

SETTLE: Final = 30
"""So many steps of `STEP` seconds pass at a moment before it is drawn, and as many before it is
drawn again: bars have then arrived."""
STEP: Final = 1 / 15
MOST_WAITS: Final = 10_000
"""So often a moment is looked at before its picture is taken as it is: beliefs come by steps."""


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
