"""Golden frames: the texts and shapes of every scene at three moments.

A file of tests/golden/frames belongs to a game, and `arcade.txt` to the pages that belong to none.
Under each scene stand its texts with their places in pixels, and for each kind of drawing how many
there are and a digest of their places and colours. It changes when what is drawn changes on
purpose: look at the pages, then run `python -m tests.test_golden_frames`. Another pygame draws text
of another height; then nothing is compared. It is tried with `-m sweep`: some scenes also show how
far other threads have come.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.draw.display_list import DisplayList
from games.store import library
from tests.support import figures, golden, ruler
from tests.support.storms import SCENES, Arcade
from tests.support.sweep import drawn_from

STEPS = (1 / 60, 0.4, 1.0)
"""The seconds before each moment at which a scene is looked at."""
WRITTEN_BY = ("ce", (2, 5), (2, 32))
"""The pygame and the SDL whose frames are kept."""
LEFT_OUT = {
    "own bots",  # shows where its folder is
    *("open a match", "film progress", "review", "ur editor", "ur training"),
    *("ur", "ur demo", "ur people", "ur watched", "ur result"),
}
"""Scenes that show where files lie, what is installed, or how far this machine has come by now: the
judges of a review and of the Royal Game of Ur think beside the frames."""
OWNERS = {"flag watched": "ctf", "tournament": "ctf", "reading room": "numbers"}
FILES = ("arcade", *catalog.GAMES)
SEALS = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b")
"""The digits of commitments, which differ from run to run."""


def present() -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """The pygame in use, as in `WRITTEN_BY`."""
    kind = "ce" if getattr(pygame, "IS_CE", False) else "classic"
    return kind, tuple(pygame.version.vernum)[:2], tuple(pygame.version.SDL)[:2]


def owner(scene: str) -> str:
    """The file in which a scene stands."""
    first = scene.split(" ")[0]
    return OWNERS.get(scene, first if first in catalog.GAMES else "arcade")


class Noon(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, zone: Any = None) -> datetime:
        return datetime(2026, 11, 15, 12, tzinfo=UTC)


def left(found: DisplayList) -> list[pygame.Rect]:
    """End a frame that nobody looks at."""
    found.recording = False
    return []


class Recorder:
    """Keeps the texts and the shapes of frames, which are not painted meanwhile."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        self.shapes: dict[str, list[str]] = {}
        add = DisplayList.add

        def added(found: DisplayList, draw: Any, place: Any, told: Any, *how: Any, **more: Any):
            kind = str(getattr(draw, "__qualname__", type(draw).__name__))
            self.shapes.setdefault(kind, []).append(f"{tuple(place)} {plain(told)}")
            add(found, draw, place, told, *how, **more)

        ruler.listen(patch, self.hear)
        patch.setattr(DisplayList, "add", added)
        patch.setattr(DisplayList, "finish", left)

    def hear(self, told: dict[str, Any]) -> None:
        canvas: Canvas = told["self"]
        x, y = told["place"]
        form = f"{told['size']:g} {told['colour']} {told['face']} {told['align']} {told['alpha']}"
        text = SEALS.sub("#", str(told["text"]))
        self.texts.append(f"{canvas.x(x)},{canvas.y(y)} {form}: {text}")

    def taken(self) -> Iterator[str]:
        """The lines of the frames since the last call."""
        yield from self.texts
        for kind, shapes in sorted(self.shapes.items()):
            digest = hashlib.sha256("\n".join(shapes).encode()).hexdigest()[:12]
            yield f"{len(shapes)} x {kind} {digest}"
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.texts, self.shapes = [], {}


def plain(told: Any) -> str:
    """The arguments of a step that say the same in every run: no surface is among them."""
    if isinstance(told, tuple):
        return f"({' '.join(map(plain, told))})"
    if isinstance(told, float):
        return f"{told:.1f}"
    return str(told) if isinstance(told, int | str | pygame.Rect | pygame.Color) else "-"


def lines(file: str, folder: Path) -> list[str]:
    """All lines of a file."""
    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch, drawn_from("frames"):
        patch.setattr(library, "datetime", Noon)
        arcade = Arcade(folder)
        arcade.app.change_settings(toured=True, guided="hide seek hunt ra ctf set jaipur")
        recorder = Recorder(patch)
        for name, make in SCENES.items():
            if owner(name) == file and name not in LEFT_OUT:
                arcade.show(make)
                recorder.forget()
                for moment, step in enumerate(STEPS):
                    arcade.frames(1, step)
                    found.append(f"== {name}, moment {moment}")
                    found.extend(recorder.taken())
        arcade.app.close()
        assert not arcade.faults
    return found


@pytest.mark.sweep
@pytest.mark.skipif(present() != WRITTEN_BY, reason="another pygame draws text of another height")
@pytest.mark.parametrize("file", FILES)
def test_frames_are_what_they_were(file: str, tmp_path: Path, drawings: Any) -> None:
    figures.compare(
        golden.file_of("frames", file), lines(file, tmp_path), "python -m tests.test_golden_frames"
    )


def test_every_scene_stands_in_a_file() -> None:
    files = golden.files_of("frames")
    kept = {game: path.read_text(encoding="utf-8") for game, path in files.items()}
    assert set(kept) == set(FILES)
    for name in set(SCENES) - LEFT_OUT:
        assert f"== {name}, moment 2\n" in kept[owner(name)], name


if __name__ == "__main__":
    for each in sys.argv[1:] or FILES:
        with tempfile.TemporaryDirectory() as made:
            figures.write(golden.file_of("frames", each), lines(each, Path(made)))
