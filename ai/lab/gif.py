"""Pictures of a replay as one moving picture, by Pillow, which playing never needs."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ai.lab.errors import BadArguments
from games.paths import install_command

SIZE: Final = (640, 360)
"""Pixels; half as large as the pictures, so that a match is a few megabytes."""
LONGEST: Final = 900
"""Milliseconds of a picture in a short match."""
SHORTEST: Final = 80
WHOLE: Final = 60_000
"""Milliseconds of a match, if that is possible; all chosen by eye."""


def need_pillow() -> None:
    """Raise `BadArguments` with the one command that installs Pillow, where it is missing."""
    if importlib.util.find_spec("PIL") is None:
        command = install_command("requirements-lab.txt")
        raise BadArguments(f"A GIF needs Pillow, which is missing; install it with `{command}`.")


def milliseconds(pictures: int) -> int:
    """Return the time for which each of these pictures is seen."""
    return max(SHORTEST, min(LONGEST, WHOLE // max(1, pictures)))


def write_gif(pictures: Sequence[Path], path: Path) -> None:
    """Write the files of `pictures` as one GIF that goes round, in the new file `path`.

    Raises `OSError`, also where a file has that name.
    """
    need_pillow()
    from PIL import Image

    frames = []
    for file in pictures:
        with Image.open(file) as picture:
            small = picture.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
            frames.append(small.convert("P", palette=Image.Palette.ADAPTIVE, colors=192))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as made:
        frames[0].save(
            made,
            format="GIF",
            save_all=True,
            append_images=frames[1:],
            duration=milliseconds(len(frames)),
            loop=0,
            optimize=True,
        )
