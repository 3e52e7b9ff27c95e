"""`main.py play GAME --match FILE`: a match looked at again, in a window, as pictures or as a GIF.

A GIF needs Pillow, which playing never needs.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ai.lab.errors import BadArguments
from ai.lab.options import FILE_SECONDS
from games import catalog
from games.core import IllegalMove
from games.fields import BadSave
from games.paths import STARTED_AS, lacks, read_in_time
from games.session.archiving import read_match
from games.session.setup import Shown
from games.spec import BadOption
from games.store.past import MATCH_FILE

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
        raise BadArguments(lacks("A GIF", "Pillow", "requirements-lab.txt"))


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


NUMBERED: Final = re.compile(r"[0-9]{4,}\.png", re.IGNORECASE)
"""How pictures of moments are named."""


def read_file(game: str, file: str) -> Shown:
    """Return the match of a `game` in a `file`; raises `BadArguments` where there is none."""
    name = file[:80]
    try:
        shown = read_match(read_in_time(Path(file), MATCH_FILE.max_bytes, FILE_SECONDS))
    except ValueError as problem:
        raise BadArguments(f"{name} is no match that can be opened: {problem}") from None
    except OSError as problem:
        raise BadArguments(f"{name} cannot be read ({problem.strerror}).") from None
    if shown.log.game not in catalog.GAMES:
        told = f"{name} is a match of {shown.log.game[:40]!r}, which this arcade does not have"
        raise BadArguments(f"{told}; it has {', '.join(catalog.GAMES)}.")
    if shown.log.game != game:
        told = f"{name} is a match of {shown.log.game}"
        raise BadArguments(f"{told}; write `main.py play {shown.log.game} --match {name}`.")
    return shown


def serve(
    game: str,
    file: str,
    frames_to: str | None,
    gif: str | None,
    show: Callable[[Shown], int],
    film: Callable[[Shown, Path], list[Path]],
) -> int:
    """Look at the match of a `game` in a `file`: in a window, or as pictures in a folder or a GIF.

    `show` opens the window, `film` writes the pictures. Returns the exit code; raises
    `BadArguments`.
    """
    shown = read_file(game, file)
    try:
        if frames_to is None and gif is None:
            return show(shown)
        return write(shown, frames_to, gif, film)
    except (IllegalMove, BadSave, BadOption, catalog.UnknownAgent) as problem:
        raise BadArguments(f"{file[:80]} cannot be played here: {problem}") from None


def need_room(folder: Path) -> None:
    """Raise `BadArguments` where a `folder` has numbered pictures: none of them is written over.

    Pictures of a longer match before would also stay among the new ones.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError:  # it is new, or what is wrong with it is told when it is written to
        return
    taken = next((name for name in names if NUMBERED.fullmatch(name)), None)
    if taken is not None:
        told = f"{str(folder)[:80]} has a picture already ({taken})"
        raise BadArguments(f"{told}; name a new folder, or an empty one.")


def write(
    shown: Shown,
    frames_to: str | None,
    gif: str | None,
    film: Callable[[Shown, Path], list[Path]],
) -> int:
    """Have `film` write the pictures of the match `shown` into a folder, a GIF, or both.

    Returns the exit code.
    """
    if frames_to is not None:
        need_room(Path(frames_to))
    if gif is not None:
        need_pillow()
        if os.path.lexists(gif):
            raise BadArguments(f"{gif[:80]} is there already; name another file, or delete it.")
    with tempfile.TemporaryDirectory() as spare:
        where = frames_to if frames_to is not None else spare
        try:
            pictures = film(shown, Path(where))
            if frames_to is not None:
                print(f"Wrote {len(pictures)} pictures to {frames_to}.")
            if gif is not None:
                where = gif
                write_gif(pictures, Path(gif))
                print(f"Wrote {gif}.")
        except OSError as problem:
            told = problem.strerror or problem
            print(f"{STARTED_AS}: Could not write {where}: {told}; name another.", file=sys.stderr)
            return 2
    return 0
