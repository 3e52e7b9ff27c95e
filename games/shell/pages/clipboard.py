"""The desktop around the window: its clipboard, on both pygames, and what shows its folders."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pygame

_WINDOWS: Final = os.environ.get("SYSTEMROOT", "C:\\Windows")
VIEWERS: Final = {"win32": f"{_WINDOWS}\\explorer.exe", "darwin": "open"}
"""The program that shows a folder, by platform; elsewhere it is `xdg-open`. On Windows it has its
whole path: a bare name would be looked for in the present folder first, whoever filled that."""


def open_folder(folder: Path) -> bool:
    """Have the desktop show a `folder`; False where there is no desktop that can."""
    viewer = VIEWERS.get(sys.platform, "xdg-open")
    seen = viewer != "xdg-open" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    found = shutil.which(viewer) if seen and folder.is_dir() else None
    if found is None:
        return False
    quiet = subprocess.DEVNULL
    try:
        subprocess.Popen(
            [found, str(folder)], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
    except OSError:
        return False
    return True


def to_clipboard(text: str) -> bool:
    """Put a `text` on the clipboard; whether it is there now."""
    scrap: Any = pygame.scrap
    try:
        if hasattr(scrap, "put_text"):  # pygame-ce, where the others are deprecated
            scrap.put_text(text)
            return bool(scrap.get_text() == text)
        if not scrap.get_init():
            scrap.init()
        scrap.put(pygame.SCRAP_TEXT, text.encode("utf-8"))
        return scrap.get(pygame.SCRAP_TEXT) is not None
    except (pygame.error, NotImplementedError, AttributeError):
        return False


def from_clipboard(most: int) -> str:
    """Return the text on the clipboard, at most `most` characters; "" where there is none."""
    scrap: Any = pygame.scrap
    try:
        if hasattr(scrap, "get_text"):
            return str(scrap.get_text())[:most]
        if not scrap.get_init():
            scrap.init()
        found = scrap.get(pygame.SCRAP_TEXT)
        return "" if found is None else bytes(found)[:most].decode("utf-8", "replace").rstrip("\0")
    except (pygame.error, NotImplementedError, AttributeError):
        return ""
