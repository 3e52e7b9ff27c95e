"""Whether a window whose frames are drawn in part looks as if they were drawn whole."""

from __future__ import annotations

import pygame

from games.shell.app import App
from games.shell.pages.launcher import Launcher


def pixels(surface: pygame.Surface) -> bytes:
    """What a surface shows."""
    return pygame.image.tobytes(surface, "RGB")


def stale(app: App) -> str:
    """Where the window shows something else than if all of it were drawn now, "" for nowhere.

    Before that it is drawn some times more: what is painted once and kept may reach past its box by
    a smooth edge the first time, and a hall makes one picture ready a drawing.
    """
    hall = isinstance(app.stack[0], Launcher) and all(scene.overlay for scene in app.stack[1:])
    for _ in range(30 if hall else 2):
        app.draw()
    before = app.window.copy()
    app.canvas.forget_frame()
    app.draw()
    if pixels(before) == pixels(app.window):
        return ""
    return f"{type(app.top).__name__}: {_differing(before, app.window)}"


def _differing(one: pygame.Surface, other: pygame.Surface) -> pygame.Rect:
    """Around all pixels in which two surfaces of one size differ."""
    same = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), other)
    same.invert()
    places = same.get_bounding_rects()
    return places[0].unionall(places[1:]) if places else pygame.Rect(0, 0, 0, 0)
