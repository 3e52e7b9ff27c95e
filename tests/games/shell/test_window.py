"""The size a window opens with, and what a change to the full screen leaves alone."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from games.shell import app as app_module
from games.shell.draw.canvas import SMALLEST_WINDOW
from games.shell.window import FIRST, FRAME, fitting, size_to_open
from tests.support.hands import Floor, Rig

DESKTOPS = ((640, 480), (800, 600), (1024, 600), (1280, 720), (1366, 768), (2560, 1440))
WANTED = ((1, 1), (600, 420), (1280, 720), (2560, 1440), (16384, 300), (300, 16384))


class Watcher(Floor):
    """Counts how often the focus went."""

    lost = 0

    def focus_lost(self) -> None:
        self.lost += 1


def test_every_window_fits_its_desktop_and_can_be_played_in() -> None:
    checked = 0
    for desktop in DESKTOPS:
        for wanted in WANTED:
            size = fitting(wanted, desktop)
            checked += 1
            for place in (0, 1):
                assert SMALLEST_WINDOW[place] <= size[place] < desktop[place]
                room = desktop[place] - FRAME[place]
                assert size[place] <= max(room, SMALLEST_WINDOW[place])
                if SMALLEST_WINDOW[place] <= wanted[place] <= room:
                    assert size[place] == wanted[place], "what fits is as it was wanted"
    assert checked == len(DESKTOPS) * len(WANTED)


def test_the_desktop_counts_where_somebody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(800, 600), (3840, 2160)])
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    assert size_to_open((1280, 720)) == (784, 512)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "dummy")
    assert size_to_open((1280, 720)) == (1280, 720)


def test_the_first_window_is_large_on_a_large_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was 1280 x 720 on a screen of 2560 x 1440."""
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    for desktop, size in (
        ((2560, 1440), (1920, 1080)),
        ((3840, 2160), (2880, 1620)),
        ((1920, 1080), (1440, 810)),
        ((1366, 768), (1280, 680)),
    ):
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda d=desktop: [d])
        assert size_to_open(FIRST) == size
        assert size_to_open((1000, 640)) == (1000, 640), "a chosen size stays"


def test_the_full_screen_shows_the_last_picture_before_the_first_drawing(rig: Rig) -> None:
    """It was black until all was drawn, two seconds on a large screen."""
    for wanted in (True, False):
        rig.app.window.fill((10, 200, 30))
        rig.app.set_fullscreen(wanted)
        width, height = rig.app.window.get_size()
        red, green, blue = rig.app.window.get_at((width // 2, height // 2))[:3]
        assert green > 180 > 60 > max(red, blue)


def test_only_a_size_that_was_chosen_is_kept(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (700, 500))
    rig.app.close()
    assert (rig.app.settings.window_width, rig.app.settings.window_height) == (1280, 720)
    rig = Rig(tmp_path, (700, 500))
    rig.app.window_size = (900, 600)
    rig.app.close()
    assert (rig.app.settings.window_width, rig.app.settings.window_height) == (900, 600)


def test_the_full_screen_does_not_take_the_focus_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that is opened anew loses the focus for a moment; a game goes on meanwhile."""
    now = [100.0]
    monkeypatch.setattr(app_module.time, "perf_counter", lambda: now[0])
    rig = Rig(tmp_path)
    watcher = Watcher(rig.app)
    rig.show(watcher)
    rig.app.toggle_fullscreen()
    rig.give(pygame.WINDOWFOCUSLOST)
    rig.give(pygame.WINDOWFOCUSGAINED)
    assert watcher.lost == 0
    now[0] += app_module.SETTLING_SECONDS
    rig.give(pygame.WINDOWFOCUSLOST)
    assert watcher.lost == 1
    rig.app.close()
