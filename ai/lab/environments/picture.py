"""The picture of a match: the game's own scene, drawn without a window."""

from __future__ import annotations

import os
from typing import Any, Final

import numpy as np
import numpy.typing as npt

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from games import catalog
from games.core import Log, Seating
from games.match import Match
from games.session.film import FilmedMatch
from games.session.replaying import replay_setup
from games.session.setup import HUMAN
from games.shell.audio.sound import Sound
from games.shell.draw.canvas import Canvas
from games.shell.shell import Shell
from games.shell.start import DOORS
from games.store.files import Store
from games.store.library import Library

SIZE: Final = (640, 480)
_SETTLE: Final = 30
"""So many steps of a fifteenth of a second pass, until all motion has ended."""


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
    for _ in range(_SETTLE):
        scene.update(1 / 15)
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
