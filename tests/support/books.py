"""A made-up game that has nothing but the texts of its help."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import games


def add_book(
    monkeypatch: pytest.MonkeyPatch, place: Path, game_id: str, pages: Mapping[str, str]
) -> Path:
    """Make the package `games.<game_id>` below `place`; `pages` holds text by file name.

    Returns the folder of the texts.
    """
    folder = place / "games" / game_id / "help"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(place / "games")])
    return folder
