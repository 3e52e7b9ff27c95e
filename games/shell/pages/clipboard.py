"""Text for the clipboard of the desktop and from it, on both pygames."""

from __future__ import annotations

from typing import Any

import pygame


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
