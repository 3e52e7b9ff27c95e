"""The window of the arcade: how large it opens, and how it changes to the full screen and back.

A window has to lie on the desktop with its frame and title bar, beside panels whose size SDL
does not tell everywhere; `FRAME` is what is left for them. Sizes are pixels.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pygame

from games.shell.draw.canvas import SMALLEST_WINDOW
from games.shell.draw.sprites import sprite

TITLE: Final = "Open Mind Arcade"
FRAME: Final = (16, 88)
"""Room beside the window on the desktop: borders to the sides, a title bar and a panel."""
FIRST: Final = (1280, 720)
"""The size of a window that was never changed, where the desktop has little more room."""
SHARE: Final = 0.75
"""Of a larger desktop the first window takes this share, so that its words can be read there; by
eye."""
UNSEEN: Final = ("dummy", "offscreen", "evdev")
"""Drivers of SDL whose windows nobody sees."""

Size = tuple[int, int]


def fitting(wanted: Size, desktop: Size) -> Size:
    """Return the size nearest to the wanted one that fits the desktop and can be played in."""
    most = (max(desktop[0] - FRAME[0], 1), max(desktop[1] - FRAME[1], 1))
    width, height = (
        min(max(size, least), max(largest, least))
        for size, least, largest in zip(wanted, SMALLEST_WINDOW, most, strict=True)
    )
    return width, height


def size_to_open(wanted: Size) -> Size:
    """Return the wanted size as far as it fits the desktop, if any, on which it opens.

    The size `FIRST` was never changed: on a large desktop it grows with it.
    """
    desktops = pygame.display.get_desktop_sizes()
    if not desktops or pygame.display.get_driver() in UNSEEN:
        return wanted
    if wanted == FIRST:
        most = zip(desktops[0], FIRST, strict=True)
        grown = max(1.0, SHARE * min(room / size for room, size in most))
        wanted = (round(grown * FIRST[0]), round(grown * FIRST[1]))
    return fitting(wanted, desktops[0])


def open_window(size: Size, fullscreen: bool) -> pygame.Surface:
    """Return the window with this size inside its frame, or, `fullscreen`, all of the screen.

    A window that was open before is shown in the new size at once: the first drawing there may take
    seconds.
    """
    before = pygame.display.get_surface()
    seen = None if before is None else before.copy()
    pygame.display.set_caption(TITLE)
    pygame.display.set_icon(sprite("icon", 64, 64))
    if fullscreen:
        with _centred():
            window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    else:
        window = pygame.display.set_mode(size, pygame.RESIZABLE)
    if seen is not None:
        window.blit(pygame.transform.smoothscale(seen, window.get_size()), (0, 0))
        pygame.display.flip()
    return window


@contextmanager
def _centred() -> Iterator[None]:
    """Let windows open in the middle of the screen.

    Without a window manager SDL otherwise leaves one that grows to the full screen where it was,
    partly beside the screen.
    """
    before = os.environ.get("SDL_VIDEO_CENTERED")
    os.environ["SDL_VIDEO_CENTERED"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SDL_VIDEO_CENTERED"]
        else:
            os.environ["SDL_VIDEO_CENTERED"] = before
